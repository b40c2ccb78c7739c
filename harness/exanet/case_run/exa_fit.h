/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the runners of ExaNet's blocks share; cases of its switch and mailbox on benches of another
 * shape.
 */
#ifndef TN_CASE_RUN_EXA_FIT_H
#define TN_CASE_RUN_EXA_FIT_H

#include "../../case/run/run.h"

struct tn_axi_seen;

/* struct tn_run_ops's send for ExaNet: queues the words of the step at the source of its stream.
 * Returns 0, -ENOENT (the bench has no such source) or -EMSGSIZE. */
int tn_run_exa_send(const struct runner *r, const struct tn_case_step *s);
/* struct tn_run_ops's under_way for ExaNet. */
bool tn_run_exa_under_way(const struct runner *r);
/* struct tn_run_ops's stall_source for ExaNet. A stream that this bench's shape lacks is
 * no error. */
int tn_run_exa_stall(const struct runner *r, const char *stream, const struct tn_stall *stall);

/* Reports a burst's address at a memory port as a packet of the stream. */
void tn_run_exa_burst(struct runner *r, const char *stream, const struct tn_axi_seen *seen);
/* Does a line about the memory "mem", of which the bytes below there exist; pages get these rights. */
int tn_run_exa_memory_line(struct runner *r, const struct tn_case_step *s, uint64_t there, unsigned rights);

/* The next packet among the words that a step sends, from word *at on: its first word and its bytes
 * to the next header. Moves *at behind it; false: there is none. */
bool tn_run_exa_next(const struct tn_case_tlp *words, size_t *at, size_t *first, uint32_t *len);

/* Moves the case's ports to those that have their roles on this bench; streams: the names of its 16
 * inputs and 16 outputs. Or says in why that it does not fit. */
void tn_run_exa_xbar_move(struct tn_case *c, const char *const streams[32], char *why, size_t size);
/* struct tn_run_ops's fit, of the mailbox. */
void tn_run_exa_mailbox_fit(struct tn_case *c, char *why, size_t size);

#endif
