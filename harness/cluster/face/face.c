/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of the cluster: packets, and the runs of its lanes.
 */
#include "cluster.h"

static bool line(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par; /* its lanes read their bits in one way */
    tn_print_cl(f, ev);
    return true;
}

static void print_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    tn_print_cl_fields(f, ev);
}

static void json(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    tn_json_cl(f, ev);
}

static enum tn_tone tone(const struct tn_event *ev)
{
    struct tn_cl_view v;
    if (!tn_cl_view(ev, &v))
        return TN_TONE_NONE;
    if (tn_cl_broken(&v))
        return TN_TONE_WRONG;
    if (v.has_ctl)
        return v.ctl.nack ? TN_TONE_REQUEST : TN_TONE_ANSWER;
    return v.packet.header.prio == 2 ? TN_TONE_REQUEST
           : v.packet.header.prio    ? TN_TONE_DATA
                                     : TN_TONE_ANSWER;
}

static bool ends(const struct tn_event *ev, const struct tn_check_params *par,
                 char from[TN_END_NAME], char to[TN_END_NAME])
{
    struct tn_cl_view v;
    (void)par;
    if (!tn_cl_view(ev, &v) || tn_cl_broken(&v) || v.has_ctl)
        return false;
    snprintf(from, TN_END_NAME, "%u.%u", v.packet.header.src, v.packet.header.src_cpu);
    snprintf(to, TN_END_NAME, "%u.%u", v.packet.header.dst, v.packet.header.dst_cpu);
    return true;
}

static const char *const rules[] = {"CLU-", "CLL-", "CLS-", "CLN-", NULL};

const struct tn_face tn_face_cluster = {
    .name = "cluster",
    .fabric = TN_FABRIC_CLUSTER,
    .rules = rules,
    .show = {.line = line, .fields = print_fields, .json = json, .ends = ends, .tone = tone},
    .filter = &tn_filter_cluster,
    .stats = &tn_stats_cluster,
    .gen = &tn_gen_cluster,
    .waves = tn_waves_cluster,
};
