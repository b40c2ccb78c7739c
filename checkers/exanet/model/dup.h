/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sets of a table of duplicates (exa_ni.md section 4): the entries of a set lie side by side.
 */
#ifndef EXA_DUP_H
#define EXA_DUP_H

#include <tn/exanet/exa.h>

enum { EXA_DUP_SET = 4 }; /* entries of a set */

/* Returns the entries of a table for which DUP_N is dup_n. */
unsigned exa_dup_entries(unsigned dup_n);
/* Returns the first entry of the key's set in a table of so many entries. */
unsigned exa_dup_first(struct exa_node src, uint16_t tid, unsigned entries);

#endif
