/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Scoreboard of what lies between two boards of ExaNet in a torus
 * (checkers/apenet/spec/ape_boards.md section 3): packets as they leave a board by a gateway line,
 * as words of the torus's lines, and as they come to the other board.
 */
#ifndef TN_APE_BOARDS_BOARD_H
#define TN_APE_BOARDS_BOARD_H

#include <tn/apenet/bfm_ape_line.h>
#include <tn/exanet/exa_word.h>
#include <tn/verdict.h>

#include <stdbool.h>

struct tn_ape_boards;

/* Makes a scoreboard for the boards of these coordinates (x, y, z as 20 bits). Verdicts go to fn.
 * NULL on ENOMEM. */
struct tn_ape_boards *tn_ape_boards_new(const uint32_t board[2], unsigned wire_cyc,
                                        tn_verdict_fn *fn, void *ctx);
/* Frees the scoreboard; b may be NULL. */
void tn_ape_boards_free(struct tn_ape_boards *b);
/* The torus's lines have errors: packets may be lost there, or come broken to be seen. */
void tn_ape_boards_lossy(struct tn_ape_boards *b);
/* A packet passed a gateway line of FPGA 0 or 4 (tn_exq_gateway_fn). */
void tn_ape_boards_gateway(void *b, unsigned fpga, unsigned line, bool out, uint64_t cycle,
                           const struct tn_exa_word *w, unsigned n);
/* A word left its sender on the torus's line to board w->line; in order of cycles. */
void tn_ape_boards_word(struct tn_ape_boards *b, const struct tn_ape_line_word *w);
/* Judges the end: what is under way is lost. */
void tn_ape_boards_finish(struct tn_ape_boards *b, uint64_t cycle);
/* Returns the number of packets that have not come; of those that came. */
unsigned tn_ape_boards_pending(const struct tn_ape_boards *b);
unsigned long tn_ape_boards_matched(const struct tn_ape_boards *b);
/* Returns how often the rule was asked. */
uint64_t tn_ape_boards_asked(const struct tn_ape_boards *b, const char *rule);

#endif
