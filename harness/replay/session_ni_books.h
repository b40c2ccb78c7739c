/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The books of a network interface's session: who sent each message, what its sender was
 * told, and what its reader got. Between session_ni.c and session_ni_books.c.
 */
#ifndef TN_SESSION_NI_BOOKS_H
#define TN_SESSION_NI_BOOKS_H

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

#endif
