/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Board of two ExaNet links back to back. Each side's sender is judged on the line by the words
 * that it took, each side's receiver by the blocks that it got (checkers/exanet/spec/exa_link.md).
 *
 * The caller passes, in order of cycles, the words of the channels and the values of the bench's
 * taps (harness/exanet/dut/exa_link_tb.v defines the taps).
 */
#ifndef TN_EXA_LINK_BOARD_H
#define TN_EXA_LINK_BOARD_H

#include <tn/exanet/exa_link_judge.h>

enum { TN_EXA_LINK_SIDES = 2 };

struct tn_exa_link_board;

/* Makes a board. Verdicts go to fn; rule IDs are EXL-... NULL on ENOMEM. */
struct tn_exa_link_board *tn_exa_link_board_new(const struct tn_exl_params *p, tn_verdict_fn *fn,
                                                void *ctx);
/* Frees the board. */
void tn_exa_link_board_free(struct tn_exa_link_board *b);

/* The side took a word at s_exa. */
void tn_exa_link_board_taken(struct tn_exa_link_board *b, unsigned side, uint64_t cycle,
                             const struct tn_exa_word *w);
/* The side handed a word on at m_exa. */
void tn_exa_link_board_handed(struct tn_exa_link_board *b, unsigned side, uint64_t cycle,
                              const struct tn_exa_word *w);
/* Tap id took these values at an edge. */
void tn_exa_link_board_tap(struct tn_exa_link_board *b, unsigned id, uint64_t cycle, unsigned head,
                           uint64_t data);

/* Returns the number of words that have not been on the line and frames that were not handed on. */
unsigned tn_exa_link_board_pending(const struct tn_exa_link_board *b);
/* Judges the end, at rest: pending words and frames are lost (EXL-RX-5), and obs_rx_break must have
 * pulsed once for each abandoned frame (EXL-RX-1). */
void tn_exa_link_board_finish(struct tn_exa_link_board *b, uint64_t cycle);
/* Gives the least and the greatest value that register addr of the side may hold at rest. Returns
 * false when the register is no counter that the board follows. */
bool tn_exa_link_board_count(const struct tn_exa_link_board *b, unsigned side, uint32_t addr,
                             uint32_t *least, uint32_t *most);

/* Returns the judge of the side's sender. */
const struct tn_exl_judge *tn_exa_link_board_tx(const struct tn_exa_link_board *b, unsigned side);

#endif
