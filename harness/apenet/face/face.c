/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of APEnet: packets, and the words of its torus links.
 */
#include "apenet.h"

static bool line(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par; /* its links read their bits in one way */
    (ev->unit == TN_UNIT_FRAME ? tn_print_ape_words : tn_print_ape)(f, ev);
    return true;
}

static void print_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    (ev->unit == TN_UNIT_FRAME ? tn_print_ape_words_fields : tn_print_ape_fields)(f, ev);
}

static void json(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    tn_json_ape(f, ev, par);
}

static enum tn_tone tone(const struct tn_event *ev)
{
    struct ape_packet k;
    struct tn_event cell;
    if (tn_ape_cell_of(ev, &cell))
        return tn_face_of(TN_FABRIC_EXANET)->show.tone(&cell);
    if (!tn_ape_packet_of(ev, &k))
        return ev->unit == TN_UNIT_PACKET ? TN_TONE_WRONG : TN_TONE_NONE;
    if (!k.whole || tn_ape_crc_wrong(&k) || (k.has_footer && k.footer.err))
        return TN_TONE_WRONG;
    return k.header.type == TN_ape_hdr_type_GET         ? TN_TONE_REQUEST
           : k.header.type == TN_ape_hdr_type_GET_REPLY ? TN_TONE_ANSWER
                                                        : TN_TONE_DATA;
}

static bool ends(const struct tn_event *ev, const struct tn_check_params *par,
                 char from[TN_END_NAME], char to[TN_END_NAME])
{
    struct ape_packet k;
    struct tn_event cell;
    if (tn_ape_cell_of(ev, &cell))
        return tn_face_of(TN_FABRIC_EXANET)->show.ends(&cell, par, from, to);
    if (!tn_ape_packet_of(ev, &k) || !k.has_footer)
        return false;
    tn_ape_node_text(k.footer.src, from);
    tn_ape_node_text(k.header.dst, to);
    return true;
}

static const char *const rules[] = {"APE-", "APL-", "APR-", "APN-", "APB-", NULL};

const struct tn_face tn_face_apenet = {
    .name = "apenet",
    .fabric = TN_FABRIC_APENET,
    .rules = rules,
    .show = {.line = line, .fields = print_fields, .json = json, .ends = ends, .tone = tone},
    .filter = &tn_filter_apenet,
    .stats = &tn_stats_apenet,
    .check = &tn_check_apenet,
    .gen = &tn_gen_apenet,
    .waves = tn_waves_apenet,
};
