/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Board of a block of ExaNet's network interface. The board runs the block's model
 * (<tn/exanet/exa_ni.h>) on the DUT's inputs, cycle by cycle, and compares the outputs: words, read
 * data, responses and obs_rx.
 *
 * The caller passes the pins of both channels in every cycle, in order, and the beats that a
 * monitor reports of the AXI port; beats of a cycle come before the pins of the cycle after next.
 */
#ifndef TN_EXA_NI_BOARD_H
#define TN_EXA_NI_BOARD_H

#include <tn/axi/axi_port.h>
#include <tn/exanet/exa_ni.h>

struct tn_exn_board;

/* Makes a board. The model is borrowed; its verdicts and the board's go to fn until
 * tn_exn_board_free(). The board names the rule of the word, response or cause that differs
 * (harness/exanet/board/exa_ni_rules.c), AXS-ORD-1 (IDs, and answers without a request), AXS-LAT-1,
 * AXS-BST-1, EXN-CHN-2, EXN-RX-1, EXN-DUP-1. Where the page lets the block choose, the board
 * follows all choices. NULL on ENOMEM. */
struct tn_exn_board *tn_exn_board_new(struct tn_exn *model, tn_verdict_fn *fn, void *ctx);
/* Frees the board, not the model. */
void tn_exn_board_free(struct tn_exn_board *b);

/* Passes the pins of both channels in one cycle. */
void tn_exn_board_pins(struct tn_exn_board *b, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out);
/* Passes a beat of the AXI port. */
void tn_exn_board_axi(struct tn_exn_board *b, const struct tn_axi_seen *seen);
/* obs_rx showed this cause in this cycle. */
void tn_exn_board_obs(struct tn_exn_board *b, uint64_t cycle, unsigned cause);

/* Judges the end, some cycles after the traffic has ended: nothing may be missing. */
void tn_exn_board_finish(struct tn_exn_board *b);

/* Numbers of a run so far. */
struct tn_exn_board_counts {
    uint64_t reads, writes; /* beats */
    uint64_t in, out;       /* words */
    unsigned ways; /* most choices followed at once; 0: there were more than the board keeps, none
                      of the kept ones was right, and the board has judged nothing since */
};
/* Fills in the numbers. */
void tn_exn_board_counts(const struct tn_exn_board *b, struct tn_exn_board_counts *n);
/* Receives how often a rule was asked, and failed. */
typedef void tn_exn_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);
/* Calls fn for each rule of the board and of its model. */
void tn_exn_board_rules(const struct tn_exn_board *b, tn_exn_rule_fn *fn, void *ctx);

#endif
