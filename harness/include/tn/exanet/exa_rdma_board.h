/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Board of ExaNet's RDMA receiver: brings what the bench's monitors show, each at its own time, into
 * the order of cycles for the judge (<tn/exanet/exa_rdma_rx_judge.h>), and keeps the image of the
 * memory that the block's input asks for.
 */
#ifndef TN_EXA_RDMA_BOARD_H
#define TN_EXA_RDMA_BOARD_H

#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_rdma_rx_judge.h>
#include <tn/memory.h>

struct tn_exv_board;

/* Makes a board for the bench that runs, whose parameters it reads. Verdicts go to fn. NULL on
 * ENOMEM. */
struct tn_exv_board *tn_exv_board_new(uint32_t own, tn_verdict_fn *fn, void *ctx);
/* Frees the board. */
void tn_exv_board_free(struct tn_exv_board *b);
/* Block and bench were reset: judges anew. The image stays. */
void tn_exv_board_reset(struct tn_exv_board *b, uint32_t own);

/* The monitors' calls: pins of a cycle, a beat of port "cpu" or "mem", a reject. */
void tn_exv_board_pins(struct tn_exv_board *b, const struct tn_exa_pins_seen *seen);
void tn_exv_board_axi(struct tn_exv_board *b, const char *port, const struct tn_axi_seen *seen);
void tn_exv_board_reject(struct tn_exv_board *b, uint64_t cycle, unsigned cause);

/* Compares the image with the bench's memory, whose virtual addresses are physical ones, byte for
 * byte in all pages that packets wrote. Differences are verdicts of EXV-WR-1. Returns their
 * number. */
unsigned tn_exv_board_compare(struct tn_exv_board *b, const struct tn_memory *m);
/* Judges the end, at rest. */
void tn_exv_board_finish(struct tn_exv_board *b);

/* Returns the board's judge. */
struct tn_exv_judge *tn_exv_board_judge(struct tn_exv_board *b);

#endif
