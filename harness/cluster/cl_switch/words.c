/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The level-2 switch as text, for cases and mixes.
 */
#include "words.h"

#include "../../case/parse.h"

#include <tn/cluster/cl_case.h>
#include <tn/cluster/cl_switch.h>
#include <tn/cluster/cluster.h>

#include <string.h>

extern const struct tn_block_table tn_table_cl_switch;

static const struct tn_bench_knob knobs[] = {
    [CL_SWITCH_KILL] = {"kill", TN_CL_SWITCH_LANES, 1, "The lane goes down."},
    [CL_SWITCH_SHUT] = {"shut", TN_CL_SWITCH_LANES, 1, "The lane's far end frees no packet."},
    [CL_SWITCH_FREE_LATE] = {"free_late", 1, 10000, "Most cycles until a far end frees a packet."},
    [CL_SWITCH_ACK_LATE] = {"ack_late", 1, 10000, "Most cycles until a far end acknowledges a packet."},
    [CL_SWITCH_GREEDY] = {"greedy", 1, 1, "Packets come without credits."},
    [CL_SWITCH_NO_LIMITS] = {"no_limits", 1, 1, "Credits know no priorities, as in the paper."},
    {0},
};

static const char *const fields[] = {[CL_SWITCH_DST] = "dst",
                                     [CL_SWITCH_SRC] = "src",
                                     [CL_SWITCH_PRIO] = "prio",
                                     [CL_SWITCH_TYPE] = "type",
                                     [CL_SWITCH_WORDS] = "words",
                                     NULL};

enum cl_switch_field cl_switch_wish(const char *field)
{
    unsigned k = 0;
    while (fields[k + 1] && strcmp(fields[k], field) != 0)
        k++;
    return (enum cl_switch_field)k;
}

static bool value(const char *field, const char *text, uint32_t *out)
{
    if (strcmp(field, "src") == 0 && strcmp(text, "own") == 0) {
        *out = CL_SWITCH_OWN;
        return true;
    }
    for (unsigned t = 0; strcmp(field, "type") == 0 && t < 16; t++)
        if (cl_type_name(t) && strcmp(cl_type_name(t), text) == 0) {
            *out = t;
            return true;
        }
    return false;
}

static int packet(struct tn_case_parser *p, unsigned stream, unsigned at, unsigned end, bool masked, struct tn_case_tlp *out)
{
    (void)stream;
    return tn_cl_case_packet(p, at, end, masked, out);
}

const struct tn_bench_text tn_text_cl_switch = {
    .table = &tn_table_cl_switch,
    .played = 1u << CL_SWITCH_D,
    .knobs = knobs,
    .packet = packet,
    .wishes = fields,
    .value = value,
};
