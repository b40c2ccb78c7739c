/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Board of ExaNet's loads and stores to other nodes: brings what the bench's monitors show, each at
 * its own time, into the order of cycles for the judge (<tn/exanet/exa_axi_judge.h>).
 */
#ifndef TN_EXA_AXI_BOARD_H
#define TN_EXA_AXI_BOARD_H

#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_axi_judge.h>

struct tn_exz_board;

/* Makes a board for the bench that runs, whose parameters it reads. Verdicts go to fn. NULL on
 * ENOMEM. */
struct tn_exz_board *tn_exz_board_new(uint32_t own, tn_verdict_fn *fn, void *ctx);
/* Frees the board. */
void tn_exz_board_free(struct tn_exz_board *b);
/* Block and bench were reset: judges anew. */
void tn_exz_board_reset(struct tn_exz_board *b, uint32_t own);

/* The monitors' calls: pins of a cycle, a beat of port "cpu", "win" or "mem", a reject. */
void tn_exz_board_pins(struct tn_exz_board *b, const struct tn_exa_pins_seen *seen);
void tn_exz_board_axi(struct tn_exz_board *b, const char *port, const struct tn_axi_seen *seen);
void tn_exz_board_reject(struct tn_exz_board *b, uint64_t cycle, unsigned cause);
/* Judges the end, at rest. */
void tn_exz_board_finish(struct tn_exz_board *b);
/* Returns the board's judge. */
struct tn_exz_judge *tn_exz_board_judge(struct tn_exz_board *b);

#endif
