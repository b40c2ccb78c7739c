/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * How long repairs took, by kind of fault: of DUTs whose session measures it (links that send
 * again).
 */
#ifndef TN_RECOVERY_H
#define TN_RECOVERY_H

#include <sqlite3.h>
#include <stdio.h>

/* A table of cycles from fault to repair, as text or as HTML; nothing when none was measured. */
void tn_recovery_print(FILE *f, sqlite3 *db);
void tn_recovery_page(FILE *f, sqlite3 *db);

#endif
