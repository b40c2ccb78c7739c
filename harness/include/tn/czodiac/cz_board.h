/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Scoreboard of the I/O remapper: the model's expected TLPs against the DUT's.
 *
 * Fed with the events of the four streams in the order in which they came.
 * Each direction is expected class by class in order, with NP and CPL never
 * before a P that came earlier; classes are free against one another.
 */
#ifndef TN_CZ_BOARD_H
#define TN_CZ_BOARD_H

#include <tn/czodiac/cz_remap.h>
#include <tn/event.h>
#include <tn/verdict.h>

struct tn_cz_board;

/* The model is borrowed. Verdicts go to fn; rule IDs are CZR-... NULL on ENOMEM. */
struct tn_cz_board *tn_cz_board_new(struct tn_cz_remap *model, tn_verdict_fn *fn, void *ctx);

/* stream: "s_usr", "s_dev", "m_usr" or "m_dev". */
void tn_cz_board_event(struct tn_cz_board *b, const char *stream, const struct tn_event *ev);
/* A reject seen on obs_rej_*. */
void tn_cz_board_reject(struct tn_cz_board *b, uint64_t cycle, unsigned dir, unsigned cause,
                        unsigned port);
/* TLPs expected and not yet seen, rejects included. */
unsigned long tn_cz_board_pending(const struct tn_cz_board *b);
/* What is pending is lost: a verdict each (CZR-LOSS-1). */
void tn_cz_board_finish(struct tn_cz_board *b);
unsigned long tn_cz_board_matched(const struct tn_cz_board *b);
void tn_cz_board_free(struct tn_cz_board *b);

/* Prints expected and found TLP field by field, differing fields marked. */
void tn_cz_print_difference(const uint8_t *expected, size_t expected_len, const uint8_t *found,
                             size_t found_len);

#endif
