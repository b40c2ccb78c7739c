/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Board of the I/O remapper: compares the TLPs that the model expects with the DUT's.
 *
 * The caller passes the events of the four streams in the order in which they came. In each
 * direction the TLPs of a class leave in order, and NP and CPL never before an earlier P; otherwise
 * the order of classes is free.
 */
#ifndef TN_CZ_BOARD_H
#define TN_CZ_BOARD_H

#include <tn/czodiac/cz_remap.h>
#include <tn/event.h>
#include <tn/verdict.h>

struct tn_cz_board;

/* Makes a board. The model is borrowed. Verdicts go to fn; rule IDs are CZR-... NULL on ENOMEM. */
struct tn_cz_board *tn_cz_board_new(struct tn_cz_remap *model, tn_verdict_fn *fn, void *ctx);

/* A TLP passed at a stream: "s_usr", "s_dev", "m_usr" or "m_dev". */
void tn_cz_board_event(struct tn_cz_board *b, const char *stream, const struct tn_event *ev);
/* obs_rej_* showed a reject. */
void tn_cz_board_reject(struct tn_cz_board *b, uint64_t cycle, unsigned dir, unsigned cause,
                        unsigned port);
/* Returns the number of TLPs and rejects that are expected and were not yet seen. */
unsigned long tn_cz_board_pending(const struct tn_cz_board *b);
/* Judges the end: pending TLPs and rejects are lost, with a verdict each (CZR-LOSS-1). */
void tn_cz_board_finish(struct tn_cz_board *b);
/* Returns the number of TLPs that left as expected. */
unsigned long tn_cz_board_matched(const struct tn_cz_board *b);
/* Frees the board, not the model. */
void tn_cz_board_free(struct tn_cz_board *b);

/* Prints the expected and the found TLP field by field and marks fields that differ. */
void tn_cz_print_difference(const uint8_t *expected, size_t expected_len, const uint8_t *found,
                            size_t found_len);

#endif
