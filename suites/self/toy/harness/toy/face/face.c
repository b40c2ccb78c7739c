/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of the toy: what the tenter command shows of its packets.
 */
#include <tn/face.h>

#include <tn/toy/toy.h>

static void decode(const struct tn_event *ev, struct toy_packet *k)
{
    toy_decode(ev->bytes, ev->len, ev->orig_len, k);
}

static bool crc_wrong(const struct tn_event *ev, const struct toy_packet *k)
{
    return k->header && k->crc != toy_want_crc(ev->bytes);
}

static bool line(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    struct toy_packet k;
    (void)par; /* its link reads bits in one way */
    if (ev->unit != TN_UNIT_PACKET)
        return false;
    decode(ev, &k);
    if (!k.header)
        fputs("Toy    no header", f);
    else
        fprintf(f, "Toy    number %u hops %u words %u%s", k.seq, k.hops, k.words,
                crc_wrong(ev, &k) ? " [CRC wrong]"
                : k.whole         ? ""
                                  : " [length wrong]");
    return true;
}

static void print_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    tn_print_header(f, "toy_hdr", ev->bytes, ev->len, 0);
}

static void json(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    struct toy_packet k;
    (void)par;
    decode(ev, &k);
    if (k.header)
        fprintf(f, ",\"hops\":%u,\"seq\":%u,\"words\":%u,\"crc_ok\":%s", k.hops, k.seq, k.words,
                crc_wrong(ev, &k) ? "false" : "true");
}

static enum tn_tone tone(const struct tn_event *ev)
{
    struct toy_packet k;
    decode(ev, &k);
    return !k.header || !k.whole || crc_wrong(ev, &k) ? TN_TONE_WRONG : TN_TONE_DATA;
}

/* What --filter can name. */
enum field { F_HOPS, F_SEQ, F_WORDS };
static const struct tn_face_field fields[] = {
    {"hops", UINT8_MAX, false}, {"seq", UINT16_MAX, false}, {"words", UINT16_MAX, false}, {NULL, 0, false}};

static bool look(const struct tn_event *ev, const struct tn_check_params *par, void *view)
{
    struct toy_packet *k = view;
    (void)par;
    decode(ev, k);
    return k->header;
}

static bool value(const void *view, size_t field, uint64_t *v)
{
    const struct toy_packet *k = view;
    *v = field == F_HOPS ? k->hops : field == F_SEQ ? k->seq : k->words;
    return true;
}

static const char *constant(size_t field, const char *word, uint64_t *v)
{
    (void)field, (void)word, (void)v;
    return ""; /* no field has named values */
}

static const struct tn_face_filter filter = {.fields = fields,
                                             .view_size = sizeof(struct toy_packet),
                                             .look = look,
                                             .value = value,
                                             .constant = constant};

static const char *const rules[] = {"TOY-", NULL};

const struct tn_face tn_face_toy = {
    .name = "toy",
    .fabric = TN_FABRIC_TOY,
    .rules = rules,
    .dut = "toy_relay",
    .show = {.line = line, .fields = print_fields, .json = json, .tone = tone},
    .filter = &filter,
};
