/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Board of ExaNet's sender of RDMA transactions: brings what the bench's monitors show, each at its own time, into the
 * order of cycles for the judge (<tn/exanet/exa_dma_judge.h>).
 */
#ifndef TN_EXA_DMA_BOARD_H
#define TN_EXA_DMA_BOARD_H

#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_dma_judge.h>

struct tn_exd_board;

/* Makes a board for the bench that runs, whose parameters it reads. Verdicts go to fn. NULL on ENOMEM. */
struct tn_exd_board *tn_exd_board_new(uint32_t own, tn_verdict_fn *fn, void *ctx);
/* Frees the board. */
void tn_exd_board_free(struct tn_exd_board *b);
/* Block and bench were reset: judges anew. */
void tn_exd_board_reset(struct tn_exd_board *b, uint32_t own);

/* The monitors' calls: pins of a cycle, a beat of port "cpu" or "mem", a change at obs_drop (port 1) or irq_fault (port
 * 2 rose, 3 fell). */
void tn_exd_board_pins(struct tn_exd_board *b, const struct tn_exa_pins_seen *seen);
void tn_exd_board_axi(struct tn_exd_board *b, const char *port, const struct tn_axi_seen *seen);
void tn_exd_board_pulse(struct tn_exd_board *b, uint64_t cycle, unsigned port);

/* Judges the end, at rest. */
void tn_exd_board_finish(struct tn_exd_board *b);
/* Returns the board's judge. */
struct tn_exd_judge *tn_exd_board_judge(struct tn_exd_board *b);

#endif
