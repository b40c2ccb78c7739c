/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the cluster's lanes besides those that every line has.
 */
#include <tn/cluster/cl_lane_fault.h>

enum { LANE = TN_FAULT_ON_LINE | TN_FAULT_ON_PACKET };

static const struct tn_fault_kind kinds[] = {
    {TN_FAULT_CL_WORD_LOSE, 260, LANE | TN_FAULT_ARG, "wordlose", "a run loses a word (cluster)"},
    {TN_FAULT_CL_WORD_DUP, 261, LANE | TN_FAULT_ARG, "worddup", "a run has a word twice (cluster)"},
    {TN_FAULT_CL_DIE, 262, TN_FAULT_ON_LINE, "lanedie", "a lane dies (cluster)"},
    {TN_FAULT_CL_COMMA, 263, LANE | TN_FAULT_ARG, "wordcomma",
     "a word of a run reads as a comma word (cluster)"},
    {TN_FAULT_CL_SYMBOL, 0, LANE | TN_FAULT_ARG | TN_FAULT_ALSO, "symbol",
     "an invalid symbol inside a run"},
};

const struct tn_fault_kinds tn_fault_kinds_cluster = {kinds, sizeof kinds / sizeof *kinds};
