/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on the lane of a cl_link, whose far end C plays
 * (harness/fault/README.md): runs are changed, lost, doubled, joined or cut, words are lost,
 * doubled or have an invalid symbol, the lane is dark or dies.
 */
#ifndef TN_CL_LANE_FAULT_H
#define TN_CL_LANE_FAULT_H

#include <tn/cluster/cl_queue.h>
#include <tn/event.h>
#include <tn/fault.h>

/* Kinds of the lane's own. */
enum {
    TN_FAULT_CL_WORD_LOSE = TN_FAULT_OF(TN_AT_cluster, 0), /* a run loses a word; arg: which */
    TN_FAULT_CL_WORD_DUP,                                  /* a run has a word twice; arg: which */
    TN_FAULT_CL_SYMBOL, /* a word of a run has an invalid symbol; arg: which */
    TN_FAULT_CL_DIE,    /* kill is 1 for a cycle */
    TN_FAULT_CL_COMMA,  /* a word of a run reads as a comma word; arg: which */
};

extern const struct tn_fault_kinds tn_fault_kinds_cluster;
/* Forgets all faults. With play, tn_inject() takes faults on the lines wire_tx and wire_rx from now
 * on. */
void tn_cl_lane_play(bool play);
/* A word enters the lane from the DUT (way 0) or to it (way 1). Returns the word that leaves it in
 * this cycle: a run leaves behind its end, as the faults changed it. */
struct tn_cl_word tn_cl_lane_pass(unsigned way, uint64_t cycle, struct tn_cl_word word);
/* Says whether the lane dies now. Each fault is told once. */
bool tn_cl_lane_dies(uint64_t cycle);

#endif
