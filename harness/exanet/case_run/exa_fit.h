/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Cases of ExaNet's switch and mailbox on benches of another shape.
 */
#ifndef TN_CASE_RUN_EXA_FIT_H
#define TN_CASE_RUN_EXA_FIT_H

#include "../../case/run/run.h"

/* The next packet among the words that a step sends, from word *at on: its first word and its bytes to the next header.
 * Moves *at behind it; false: there is none. */
bool tn_run_exa_next(const struct tn_case_tlp *words, size_t *at, size_t *first, uint32_t *len);

/* Moves the case's ports to those that have their roles on this bench; streams: the names of its 16 inputs and 16 outputs.
 * Or says in why that it does not fit. */
void tn_run_exa_xbar_move(struct tn_case *c, const char *const streams[32], char *why, size_t size);
/* struct tn_run_ops's fit, of the mailbox. */
void tn_run_exa_mailbox_fit(struct tn_case *c, char *why, size_t size);

#endif
