/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Scoreboard of a block of ExaNet's network interface: runs its model (<tn/exanet/exa_ni.h>) on what
 * went into the DUT, cycle by cycle, and compares what came out: words, read data, responses,
 * and what obs_rx showed.
 *
 * It is given every cycle of the two channels' pins, in order, and of the AXI port what a
 * monitor sees, each cycle's before the pins of the cycle after next.
 */
#ifndef TN_EXA_NI_BOARD_H
#define TN_EXA_NI_BOARD_H

#include <tn/axi/axi_port.h>
#include <tn/exanet/exa_ni.h>

struct tn_exn_board;

/* The model is borrowed; its verdicts and the board's go to fn until tn_exn_board_free(). The board
 * names the rule of the word, response or cause that differs (harness/exanet/board/exa_ni_rules.c),
 * AXS-ORD-1 (IDs, and answers to nothing), AXS-LAT-1, AXS-BST-1, EXN-CHN-2, EXN-RX-1, EXN-DUP-1.
 * Where the page leaves open which way the block goes, it follows all of them. NULL on ENOMEM. */
struct tn_exn_board *tn_exn_board_new(struct tn_exn *model, tn_verdict_fn *fn, void *ctx);
void tn_exn_board_free(struct tn_exn_board *b);

void tn_exn_board_pins(struct tn_exn_board *b, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out);
void tn_exn_board_axi(struct tn_exn_board *b, const struct tn_axi_seen *seen);
void tn_exn_board_obs(struct tn_exn_board *b, uint64_t cycle, unsigned cause);

/* Traffic has ended, some cycles ago: nothing may be missing. */
void tn_exn_board_finish(struct tn_exn_board *b);

/* Read beats, write beats, words in, words out so far; ways followed at once, at most, or 0:
 * there were more than are kept, and none of these was right, so nothing was judged any more. */
struct tn_exn_board_counts {
    uint64_t reads, writes, in, out;
    unsigned ways;
};
void tn_exn_board_counts(const struct tn_exn_board *b, struct tn_exn_board_counts *n);
/* Calls fn for each rule of the board and its model: how often it was asked, and failed. */
typedef void tn_exn_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);
void tn_exn_board_rules(const struct tn_exn_board *b, tn_exn_rule_fn *fn, void *ctx);

#endif
