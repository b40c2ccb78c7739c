/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on a line of symbols (checkers/apenet/spec/ape_pcs.md): four lanes of 40 bits a cycle.
 */
#ifndef TN_APE_LANE_H
#define TN_APE_LANE_H

#include "../../fault/arm.h"

#include <tn/line_fault.h>

enum {
    TN_APE_LANES = 4,
    TN_APE_LANE_BITS = 40,
    TN_APE_LANE_KEPT = 128, /* cycles whose symbols are kept */
    TN_APE_LANE_WORDS = TN_APE_LANES * TN_APE_LANE_BITS / 32
};

/* A line that is watched. */
struct tn_ape_lanes {
    uint64_t sent[TN_APE_LANE_KEPT][TN_APE_LANES]; /* what left its sender, by cycle */
    uint64_t first, last;                          /* the cycles that are known; first 0: none */
    int32_t late[TN_APE_LANES]; /* bits by which a lane comes later than it left */
};

/* Says whether a line of symbols has faults of that kind. */
bool tn_ape_lanes_do(unsigned kind);
/* Takes the symbols that leave the sender in that cycle. */
void tn_ape_lanes_sent(struct tn_ape_lanes *s, uint64_t cycle, const uint32_t *words);
/* Does the faults of the symbols that come in in the next cycle, delay cycles after they left.
 * invert: the bits to invert, zeroed before. Returns whether the line is cut then. */
bool tn_ape_lanes_strike(struct tn_ape_lanes *s, struct tn_arm_queue *faults, unsigned delay,
                         struct tn_line_done *done, uint32_t *invert);
/* The faults of the line end now. A symbol that was lost or doubled stays so. */
void tn_ape_lanes_calm(struct tn_ape_lanes *s, const struct tn_arm_queue *faults);
/* Says whether a lane is not as it was in the beginning. */
bool tn_ape_lanes_moved(const struct tn_ape_lanes *s);

#endif
