/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Scoreboard of two ExaNet links back to back: each side's sender is judged on the line by
 * the words it took, each side's receiver by the blocks it got (checkers/exanet/spec/exa_link.md).
 *
 * Fed in order of cycles with the words of the channels and with what the bench's taps
 * saw (harness/exanet/dut/exa_link_tb.v says which tap is what).
 */
#ifndef TN_EXA_LINK_BOARD_H
#define TN_EXA_LINK_BOARD_H

#include <tn/exanet/exa_link_judge.h>

enum { TN_EXA_LINK_SIDES = 2 };

struct tn_exa_link_board;

/* Verdicts go to fn; rule IDs are EXL-... NULL on ENOMEM. */
struct tn_exa_link_board *tn_exa_link_board_new(const struct tn_exl_params *p, tn_verdict_fn *fn,
                                                void *ctx);
void tn_exa_link_board_free(struct tn_exa_link_board *b);

/* A word that side took at s_exa, or handed on at m_exa. */
void tn_exa_link_board_taken(struct tn_exa_link_board *b, unsigned side, uint64_t cycle,
                             const struct tn_exa_word *w);
void tn_exa_link_board_handed(struct tn_exa_link_board *b, unsigned side, uint64_t cycle,
                              const struct tn_exa_word *w);
/* What tap id saw at an edge. */
void tn_exa_link_board_tap(struct tn_exa_link_board *b, unsigned id, uint64_t cycle, unsigned head,
                           uint64_t data);

/* Words that have not been on the line and frames that have not been handed on. */
unsigned tn_exa_link_board_pending(const struct tn_exa_link_board *b);
/* At rest: what is pending is lost (EXL-RX-5), and obs_rx_break must have pulsed once a frame
 * given up (EXL-RX-1). */
void tn_exa_link_board_finish(struct tn_exa_link_board *b, uint64_t cycle);
/* What register addr of that side must hold at rest, at least and at most. False: no counter of
 * which anything is known. */
bool tn_exa_link_board_count(const struct tn_exa_link_board *b, unsigned side, uint32_t addr,
                             uint32_t *least, uint32_t *most);

/* The judge of the side's sender, for what it knows besides. */
const struct tn_exl_judge *tn_exa_link_board_tx(const struct tn_exa_link_board *b, unsigned side);

#endif
