/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of APEnet.
 */
#include <tn/face.h>

#include <tn/apenet/apenet.h>

static bool line(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    if (ev->unit != TN_UNIT_PACKET || ev->len < TN_BYTES_ape_hdr)
        return false;
    fprintf(f, "APEnet type %u len %u", TN_GET(ev->bytes, ape_hdr, type), TN_GET(ev->bytes, ape_hdr, len));
    return true;
}

static void print_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    tn_print_header(f, "ape_hdr", ev->bytes, ev->len, 0);
}

static void json(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    if (ev->len >= TN_BYTES_ape_hdr)
        fprintf(f, ",\"len\":%u", TN_GET(ev->bytes, ape_hdr, len));
}

static enum tn_tone tone(const struct tn_event *ev)
{
    (void)ev;
    return TN_TONE_NONE;
}

static const char *const rules[] = {"APE-", NULL};

const struct tn_face tn_face_apenet = {
    .name = "apenet",
    .fabric = TN_FABRIC_APENET,
    .rules = rules,
    .show = {.line = line, .fields = print_fields, .json = json, .tone = tone},
};
