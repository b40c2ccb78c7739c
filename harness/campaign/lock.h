/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One process at a time writes a campaign's database: DB-lock beside it, locked.
 */
#ifndef TN_CAMPAIGN_LOCK_H
#define TN_CAMPAIGN_LOCK_H

#include <stddef.h>

struct tn_db_lock {
    int fd;
    char path[4096];
};

/* 0; -EBUSY when another process has it, or another negative errno, with a line in err.
 * Whatever ends the process frees it. */
int tn_db_lock(struct tn_db_lock *l, const char *db, char *err, size_t err_size);
void tn_db_unlock(struct tn_db_lock *l);

#endif
