/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A lock that lets one process at a time write a campaign's database: the file DB-lock beside it.
 */
#ifndef TN_CAMPAIGN_LOCK_H
#define TN_CAMPAIGN_LOCK_H

#include <stddef.h>

struct tn_db_lock {
    int fd;
    char path[4096];
};

/* Takes the lock of the database db. Returns 0, -EBUSY when another process has it, or another
 * negative errno, with a line in err. The end of the process frees the lock. */
int tn_db_lock(struct tn_db_lock *l, const char *db, char *err, size_t err_size);
/* Frees the lock. */
void tn_db_unlock(struct tn_db_lock *l);

#endif
