/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Durations of repairs by kind of fault, for DUTs whose session measures them (links with
 * retransmission).
 */
#ifndef TN_RECOVERY_H
#define TN_RECOVERY_H

#include <sqlite3.h>
#include <stdio.h>

/* Prints a table of cycles from fault to repair as text; nothing when no repair was measured. */
void tn_recovery_print(FILE *f, sqlite3 *db);
/* Writes the same table as HTML. */
void tn_recovery_page(FILE *f, sqlite3 *db);

#endif
