/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of a network interface's session, for one another: the books (who sent each
 * message, what its sender was told, and what its reader got), software's accesses, and the
 * stimulus.
 */
#ifndef TN_SESSION_NI_PARTS_H
#define TN_SESSION_NI_PARTS_H

#include "session_ni.h"

/* t: where everything is counted; rule: broken by a message lost, or made of nothing. */
void tn_ni_books_begin(struct tn_session_tally *t, const char *rule);
/* A message of the stimulus; false: they are full. */
bool tn_ni_books_message(const struct exa_packet *k, uint64_t at);
/* The next of them has come into the block whole. */
void tn_ni_books_entered(void);
/* Those that have not will not any more. */
void tn_ni_books_flush(void);
/* Each that is to enter has, was read, and its sender knows. */
bool tn_ni_books_settled(void);
/* Counts what each came to. */
void tn_ni_books_close(void);

/* Software on the port, for the block that was just reset. */
void tn_ni_axi_begin(const struct tn_ni_block *b);
/* It begins no access any more that the session does not ask for. */
void tn_ni_axi_rest(void);
bool tn_ni_axi_busy(void);
/* An access had no answer for long: nothing will be asked any more. */
bool tn_ni_axi_deaf(void);
void tn_ni_axi_stall(uint64_t seed);

/* The capture, whose domains are known from then on. 0, or negative errno with a line in err. */
int tn_ni_stimulus_open(const struct tn_ni_block *b, const struct tn_session_options *o, char *err,
                        size_t err_size);
/* Its next packet for this block as it was captured, when it is due, its words; as
 * tn_session's next. */
int tn_ni_stimulus_next(struct exa_packet *k, uint64_t *at, size_t *words);
void tn_ni_stimulus_close(void);

#endif
