/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The databases of a campaign's shards become one.
 */
#include "lock.h"
#include "run.h"
#include "store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* 0 when there is a campaign in the database at path. */
static int usable(const char *path)
{
    char err[512];
    sqlite3 *in = tn_store_open(path, false, err, sizeof err);
    if (!in)
        return tn_campaign_complain(err);
    sqlite3_close(in);
    return 0;
}

/* The results of the database at path go into db, which takes its plan and faults
 * when it has none yet. */
static int merge_one(sqlite3 *db, const char *path)
{
    sqlite3_stmt *st = NULL;
    char err[512];
    int rc = -EIO;
    if (sqlite3_prepare_v2(db, "ATTACH ? AS shard", -1, &st, NULL) == SQLITE_OK) {
        sqlite3_bind_text(st, 1, path, -1, SQLITE_STATIC);
        rc = sqlite3_step(st) == SQLITE_DONE ? 0 : -EIO;
    }
    sqlite3_finalize(st);
    if (rc < 0) {
        snprintf(err, sizeof err, "%.300s: %.150s", path, sqlite3_errmsg(db));
        return tn_campaign_complain(err);
    }
    if (tn_store_number(db, "SELECT count(*) FROM meta a JOIN shard.meta b ON a.key = b.key"
                            " WHERE a.key = 'plan' AND a.value <> b.value")) {
        snprintf(err, sizeof err, "%.300s: of another plan", path);
        rc = -EINVAL;
    } else {
        rc = tn_store_do(db, "BEGIN; INSERT OR IGNORE INTO meta SELECT * FROM shard.meta;"
                             "INSERT OR IGNORE INTO fault SELECT * FROM shard.fault;"
                             "INSERT OR IGNORE INTO result SELECT * FROM shard.result; COMMIT;",
                         err, sizeof err);
        if (rc < 0)
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
    sqlite3_exec(db, "DETACH shard", NULL, NULL, NULL);
    return rc < 0 ? tn_campaign_complain(err) : 0;
}

static int merge_all(const char *out, int n, char **in)
{
    char err[512];
    int rc = 0;
    sqlite3 *db = tn_store_open(out, true, err, sizeof err);
    if (!db)
        return tn_campaign_complain(err);
    for (int i = 0; i < n && rc == 0; i++)
        rc = merge_one(db, in[i]);
    if (rc == 0)
        printf("%" PRIu64 " of %" PRIu64 " faults have an outcome\n",
               tn_store_number(db, "SELECT count(*) FROM result"),
               tn_store_number(db, "SELECT count(*) FROM fault"));
    sqlite3_close(db);
    return rc;
}

int tn_campaign_merge(const char *out, int n, char **in)
{
    struct tn_db_lock lock;
    char err[512];
    int rc;
    for (int i = 0; i < n; i++)
        if (usable(in[i]) != 0)
            return 2;
    if (tn_db_lock(&lock, out, err, sizeof err) < 0)
        return tn_campaign_complain(err);
    bool made = access(out, F_OK) != 0;
    rc = merge_all(out, n, in);
    if (rc != 0 && made)
        unlink(out);
    tn_db_unlock(&lock);
    return rc ? rc : tn_campaign_output();
}
