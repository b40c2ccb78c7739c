/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The database. Every failure names the file and what SQLite said.
 */
#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 10000 };

static const char schema[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
    "CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS fault(id INTEGER PRIMARY KEY, text TEXT NOT NULL,"
    " kind TEXT NOT NULL, module TEXT NOT NULL, target TEXT NOT NULL, arm INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS result(id INTEGER PRIMARY KEY REFERENCES fault(id),"
    " outcome TEXT NOT NULL, struck INTEGER, told_cycle INTEGER, told_rule TEXT,"
    " first_cycle INTEGER, first_rule TEXT, told INTEGER, wrong INTEGER, lost INTEGER,"
    " cycles INTEGER, seconds REAL, what TEXT);";

static int complain(sqlite3 *db, char *err, size_t err_size)
{
    const char *file = sqlite3_db_filename(db, "main");
    snprintf(err, err_size, "%.300s: %.150s", file ? file : "database", sqlite3_errmsg(db));
    return -EIO;
}

int tn_store_do(sqlite3 *db, const char *sql, char *err, size_t err_size)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : complain(db, err, err_size);
}

/* Whether faults are in it; it is not touched: it may be anybody's file. */
static bool holds_campaign(sqlite3 *db, char *err, size_t err_size)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(db, "SELECT 1 FROM fault, meta LIMIT 1", -1, &st, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    if (rc == SQLITE_DONE || rc == SQLITE_ERROR) /* no row; no such table */
        snprintf(err, err_size, "%.300s: no campaign in it", sqlite3_db_filename(db, "main"));
    else if (rc != SQLITE_ROW)
        complain(db, err, err_size);
    sqlite3_finalize(st);
    return rc == SQLITE_ROW;
}

sqlite3 *tn_store_open(const char *path, bool create, char *err, size_t err_size)
{
    enum { SQLITE_HEAD = 100 };
    sqlite3 *db = NULL;
    struct stat st;
    int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (!create && access(path, R_OK) != 0) {
        snprintf(err, err_size, "%.300s: %s", path, strerror(errno));
        return NULL;
    }
    /* SQLite takes what is shorter than its head for nothing, and writes over it */
    if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && st.st_size < SQLITE_HEAD) {
        snprintf(err, err_size, "%.300s: file is not a database", path);
        return NULL;
    }
    if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK) {
        snprintf(err, err_size, "%.300s: %.150s", path, db ? sqlite3_errmsg(db) : "out of memory");
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, BUSY_MS); /* first of all: somebody may be looking already */
    if (create ? tn_store_do(db, schema, err, err_size) < 0 : !holds_campaign(db, err, err_size)) {
        sqlite3_close(db);
        return NULL;
    }
    return db;
}

bool tn_store_get(sqlite3 *db, const char *key, char *out, size_t size)
{
    sqlite3_stmt *st = NULL;
    bool found = false;
    if (sqlite3_prepare_v2(db, "SELECT value FROM meta WHERE key = ?", -1, &st, NULL) == SQLITE_OK) {
        sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
        found = sqlite3_step(st) == SQLITE_ROW;
        if (found)
            snprintf(out, size, "%s", (const char *)sqlite3_column_text(st, 0));
    }
    sqlite3_finalize(st);
    return found;
}

/* Runs st, whose parameters are bound, and resets it. */
static int finish(sqlite3 *db, sqlite3_stmt *st, char *err, size_t err_size)
{
    int rc = sqlite3_step(st) == SQLITE_DONE ? 0 : complain(db, err, err_size);
    sqlite3_reset(st);
    return rc;
}

int tn_store_set(sqlite3 *db, const char *key, const char *value, char *err, size_t err_size)
{
    sqlite3_stmt *st = NULL;
    int rc;
    if (sqlite3_prepare_v2(db, "INSERT OR REPLACE INTO meta VALUES(?, ?)", -1, &st, NULL) != SQLITE_OK)
        return complain(db, err, err_size);
    sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(st, 2, value, -1, SQLITE_STATIC);
    rc = finish(db, st, err, err_size);
    sqlite3_finalize(st);
    return rc;
}

/* Module of a target ("u_dut.u_a.q" is in "u_dut.u_a"; a link is its own). */
static void module_of(const char *target, char out[TN_FAULT_WHERE])
{
    char *dot;
    snprintf(out, TN_FAULT_WHERE, "%s", target);
    dot = strrchr(out, '.');
    if (dot)
        *dot = 0;
}

int tn_store_faults(sqlite3 *db, const struct tn_drawn *f, uint32_t n, char *err, size_t err_size)
{
    sqlite3_stmt *st = NULL;
    int rc = tn_store_do(db, "BEGIN IMMEDIATE", err, err_size);
    if (rc < 0)
        return rc;
    if (sqlite3_prepare_v2(db, "INSERT INTO fault VALUES(?, ?, ?, ?, ?, ?)", -1, &st, NULL) != SQLITE_OK)
        rc = complain(db, err, err_size);
    for (uint32_t i = 0; rc == 0 && i < n; i++) {
        char text[TN_FAULT_TEXT], module[TN_FAULT_WHERE], target[TN_FAULT_WHERE];
        tn_fault_format(&f[i].f, text);
        snprintf(target, sizeof target, "%s", f[i].f.where);
        target[strcspn(target, "[")] = 0; /* a memory is one target, whichever word */
        module_of(target, module);
        sqlite3_bind_int64(st, 1, i + 1);
        sqlite3_bind_text(st, 2, text, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(st, 3, tn_fault_name(f[i].f.kind), -1, SQLITE_STATIC);
        sqlite3_bind_text(st, 4, module, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(st, 5, target, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int64(st, 6, (sqlite3_int64)f[i].arm);
        rc = finish(db, st, err, err_size);
    }
    sqlite3_finalize(st);
    if (rc < 0) {
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        return rc;
    }
    return tn_store_do(db, "COMMIT", err, err_size);
}

int tn_store_result(sqlite3 *db, const struct tn_result *r, char *err, size_t err_size)
{
    sqlite3_stmt *st = NULL;
    int rc;
    if (sqlite3_prepare_v2(db, "INSERT OR IGNORE INTO result VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", -1,
                           &st, NULL) != SQLITE_OK)
        return complain(db, err, err_size);
    sqlite3_bind_int64(st, 1, (sqlite3_int64)r->id);
    sqlite3_bind_text(st, 2, tn_outcome_name(r->outcome), -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 3, (sqlite3_int64)r->struck);
    sqlite3_bind_int64(st, 4, (sqlite3_int64)r->told_cycle);
    sqlite3_bind_text(st, 5, r->told_rule, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 6, (sqlite3_int64)r->first_cycle);
    sqlite3_bind_text(st, 7, r->first_rule, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 8, (sqlite3_int64)r->told);
    sqlite3_bind_int64(st, 9, (sqlite3_int64)r->wrong);
    sqlite3_bind_int64(st, 10, (sqlite3_int64)r->lost);
    sqlite3_bind_int64(st, 11, (sqlite3_int64)r->cycles);
    sqlite3_bind_double(st, 12, r->seconds);
    sqlite3_bind_text(st, 13, r->what, -1, SQLITE_STATIC);
    rc = finish(db, st, err, err_size);
    sqlite3_finalize(st);
    return rc;
}

uint64_t tn_store_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st = NULL;
    uint64_t n = 0;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        n = (uint64_t)sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return n;
}
