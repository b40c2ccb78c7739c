/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of TNW: packets, and the words of its links.
 */
#include "tnw.h"

static bool line(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par; /* its links read their bits in one way */
    tn_print_tnw(f, ev);
    return true;
}

static enum tn_tone tone(const struct tn_event *ev)
{
    struct tn_tnw_view v;
    if (!tn_event_tnw(ev, &v))
        return TN_TONE_NONE;
    if (!v.has_ctl && !v.has_packet)
        return TN_TONE_WRONG;
    if ((v.has_packet && !v.whole) || tn_tnw_crc_wrong(&v))
        return TN_TONE_WRONG;
    return v.has_packet                 ? TN_TONE_DATA
           : v.part.ctl.code == TNW_ACK ? TN_TONE_ANSWER
                                        : TN_TONE_REQUEST;
}

static const char *const rules[] = {"TNW-", NULL};

extern const struct tn_wave_kind *const tn_waves_tnw[];

const struct tn_face tn_face_tnw = {
    .name = "tnw",
    .fabric = TN_FABRIC_TNW,
    .rules = rules,
    .show = {.line = line, .fields = tn_print_tnw_fields, .json = tn_json_tnw, .tone = tone},
    .filter = &tn_filter_tnw,
    .stats = &tn_stats_tnw,
    .gen = &tn_gen_tnw,
    .waves = tn_waves_tnw,
};
