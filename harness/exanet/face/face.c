/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of ExaNet: packets, and the frames of its serial link.
 */
#include "exanet.h"

#include <string.h>

static bool line(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par; /* its links read their bits in one way */
    (ev->unit == TN_UNIT_FRAME ? tn_print_exa_frame : tn_print_exa)(f, ev);
    return true;
}

static void print_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    (ev->unit == TN_UNIT_FRAME ? tn_print_exa_frame_fields : tn_print_exa_fields)(f, ev);
}

static void json(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    (ev->unit == TN_UNIT_FRAME ? tn_json_exa_frame : tn_json_exa)(f, ev);
}

static enum tn_tone tone(const struct tn_event *ev)
{
    struct exa_packet k;
    if (!tn_event_exa(ev, &k))
        return TN_TONE_NONE;
    if (k.err || tn_exa_unreadable(&k))
        return TN_TONE_WRONG;
    return k.type == EXA_ACK ? TN_TONE_ANSWER : k.size ? TN_TONE_DATA : TN_TONE_REQUEST;
}

_Static_assert((int)TN_END_NAME >= (int)EXA_NODE_TEXT, "coordinates are names of ends");

static bool ends(const struct tn_event *ev, const struct tn_check_params *par, char from[TN_END_NAME],
                 char to[TN_END_NAME])
{
    struct exa_packet k;
    (void)par;
    if (!tn_event_exa(ev, &k) || tn_exa_unreadable(&k) || !k.has_footer)
        return false;
    exa_node_text(k.src, from);
    exa_node_text(k.dst, to);
    return true;
}

static const char *const rules[] = {"EXA-", "EXD-", "EXF-", "EXL-", "EXM-", "EXN-", "EXP-",
                                    "EXQ-", "EXR-", "EXU-", "EXV-", "EXX-", "EXZ-", NULL};

extern const struct tn_wave_kind *const tn_waves_exanet[];

const struct tn_face tn_face_exanet = {
    .name = "exanet",
    .fabric = TN_FABRIC_EXANET,
    .rules = rules,
    .show = {.line = line, .fields = print_fields, .json = json, .ends = ends, .tone = tone},
    .filter = &tn_filter_exanet,
    .stats = &tn_stats_exanet,
    .check = &tn_check_exanet,
    .gen = &tn_gen_exanet,
    .converters = tn_convert_exanet,
    .guest = &tn_face_rocev2,
    .waves = tn_waves_exanet,
};
