/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The scoreboard of toy_relay: what the model says must leave, against what leaves.
 */
#ifndef TN_TOY_BOARD_H
#define TN_TOY_BOARD_H

#include <tn/event.h>
#include <tn/verdict.h>

#include <stdbool.h>

struct tn_toy_board;

/* fn is called for each difference, under TOY-FWD-1; related is 1 when a packet is missing, 0 when
 * one came that should not have come. NULL on ENOMEM. */
struct tn_toy_board *tn_toy_board_new(tn_verdict_fn *fn, void *ctx);

/* A packet has passed at a stream of the relay: "s_a", "m_b", "s_b" or "m_a". */
void tn_toy_board_event(struct tn_toy_board *b, const char *stream, const struct tn_event *ev);

/* The traffic has ended: says what is missing. */
void tn_toy_board_finish(struct tn_toy_board *b);

bool tn_toy_board_pending(const struct tn_toy_board *b);          /* something must still come */
unsigned long tn_toy_board_matched(const struct tn_toy_board *b); /* packets as the model says */
void tn_toy_board_free(struct tn_toy_board *b);

#endif
