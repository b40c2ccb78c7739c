/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Board of ExaNet's intra-node switch: compares the words and drops that the model expects with the
 * DUT's (checkers/exanet/spec/exa_crossbar.md sections 2 and 3).
 *
 * The caller passes the words of all channels in order of cycles (tn_exa_word_subscribe()). The
 * board lets an output serve its inputs in any order, but packets of one input to one output keep
 * their order and do not mix; tn/exanet/exa_crossbar_judge.h judges cycles.
 */
#ifndef TN_EXA_XBAR_BOARD_H
#define TN_EXA_XBAR_BOARD_H

#include <tn/exanet/exa_crossbar.h>
#include <tn/verdict.h>

struct tn_exa_xbar_board;

/* Makes a board. The model is borrowed. Verdicts go to fn; rule IDs are EXX-... NULL on ENOMEM. */
struct tn_exa_xbar_board *tn_exa_xbar_board_new(struct tn_exa_xbar *model,
                                                const struct tn_exa_xbar_params *params,
                                                tn_verdict_fn *fn, void *ctx);
/* Frees the board, not the model. */
void tn_exa_xbar_board_free(struct tn_exa_xbar_board *b);

/* Input `port` took a word. */
void tn_exa_xbar_board_in(struct tn_exa_xbar_board *b, unsigned port, uint64_t cycle,
                          const struct tn_exa_word *w);
/* Output `port` sent a word. */
void tn_exa_xbar_board_out(struct tn_exa_xbar_board *b, unsigned port, uint64_t cycle,
                           const struct tn_exa_word *w);
/* obs_drop_* showed a drop. */
void tn_exa_xbar_board_drop(struct tn_exa_xbar_board *b, uint64_t cycle, unsigned port,
                            unsigned cause);

/* Returns the number of packets and drops that are expected and were not yet seen. */
unsigned tn_exa_xbar_board_pending(const struct tn_exa_xbar_board *b);
/* Judges the end: pending packets and drops are lost, with a verdict each. */
void tn_exa_xbar_board_finish(struct tn_exa_xbar_board *b, uint64_t cycle);
/* Receives a packet that should have left and did not. */
typedef void tn_exa_xbar_missing_fn(void *ctx, const struct tn_exa_xbar_packet *k);
/* Calls fn for every missing packet, beginning with packets that others overtook. Afterwards the
 * model's queues hold only packets that have not ended. */
void tn_exa_xbar_board_missing(struct tn_exa_xbar_board *b, tn_exa_xbar_missing_fn *fn, void *ctx);
/* Returns the number of packets that left as expected. */
unsigned long tn_exa_xbar_board_matched(const struct tn_exa_xbar_board *b);

/* Returns the switch's rule for a channel's rule (EXA-CHN-...) that is broken at its outputs. */
const char *tn_exa_xbar_channel_rule(const char *rule);

#endif
