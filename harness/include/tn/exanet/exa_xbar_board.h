/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Scoreboard of ExaNet's intra-node switch: the model's expected words and drops against
 * the DUT's (checkers/exanet/spec/exa_crossbar.md sections 2 and 3).
 *
 * Fed with the words of all channels in order of cycles (tn_exa_word_subscribe()).
 * Which input an output serves first is free here, but packets of one input to one
 * output keep their order and do not mix; tn/exa_crossbar_judge.h judges cycles.
 */
#ifndef TN_EXA_XBAR_BOARD_H
#define TN_EXA_XBAR_BOARD_H

#include <tn/exanet/exa_crossbar.h>
#include <tn/verdict.h>

struct tn_exa_xbar_board;

/* The model is borrowed. Verdicts go to fn; rule IDs are EXX-... NULL on ENOMEM. */
struct tn_exa_xbar_board *tn_exa_xbar_board_new(struct tn_exa_xbar *model,
                                                const struct tn_exa_xbar_params *params,
                                                tn_verdict_fn *fn, void *ctx);
void tn_exa_xbar_board_free(struct tn_exa_xbar_board *b);

/* A word that input port took, or that output port sent. */
void tn_exa_xbar_board_in(struct tn_exa_xbar_board *b, unsigned port, uint64_t cycle,
                          const struct tn_exa_word *w);
void tn_exa_xbar_board_out(struct tn_exa_xbar_board *b, unsigned port, uint64_t cycle,
                           const struct tn_exa_word *w);
/* Seen on obs_drop_*. */
void tn_exa_xbar_board_drop(struct tn_exa_xbar_board *b, uint64_t cycle, unsigned port,
                            unsigned cause);

/* Packets and drops expected and not yet seen. */
unsigned tn_exa_xbar_board_pending(const struct tn_exa_xbar_board *b);
/* What is pending is lost: a verdict each. */
void tn_exa_xbar_board_finish(struct tn_exa_xbar_board *b, uint64_t cycle);
/* Calls fn for every packet that must have left and did not, of those that were overtaken
 * first; the model's queues are empty afterwards, but for packets that have not ended. */
typedef void tn_exa_xbar_missing_fn(void *ctx, const struct tn_exa_xbar_packet *k);
void tn_exa_xbar_board_missing(struct tn_exa_xbar_board *b, tn_exa_xbar_missing_fn *fn, void *ctx);
/* Packets that left as expected. */
unsigned long tn_exa_xbar_board_matched(const struct tn_exa_xbar_board *b);

/* The switch's rule for a channel's (EXA-CHN-...) broken at its outputs. */
const char *tn_exa_xbar_channel_rule(const char *rule);

#endif
