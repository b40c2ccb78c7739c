/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A campaign's database: SQLite in WAL mode. Tables:
 *   meta(key, value)   the plan's text, its stimulus, versions, the span surveyed
 *   fault(id, text, kind, module, target, arm)    drawn once, in one transaction
 *   result(id, outcome, ...)                      one row a fault that was run
 */
#ifndef TN_STORE_H
#define TN_STORE_H

#include <tn/campaign.h>

#include <sqlite3.h>

struct tn_result {
    uint64_t id;
    enum tn_outcome outcome;
    uint64_t struck, told_cycle, first_cycle;
    char told_rule[16], first_rule[16];
    uint64_t told, wrong, lost, cycles;
    double seconds;
    char what[256];
};

/* Opens path: with create to write to it, made when it does not exist; else a campaign must be
 * in it. NULL with one line in err. */
sqlite3 *tn_store_open(const char *path, bool create, char *err, size_t err_size);

/* One statement or several; 0 or -EIO with one line in err. */
int tn_store_do(sqlite3 *db, const char *sql, char *err, size_t err_size);

/* A value of meta into out; false when it is not there. */
bool tn_store_get(sqlite3 *db, const char *key, char *out, size_t size);
int tn_store_set(sqlite3 *db, const char *key, const char *value, char *err, size_t err_size);

/* The drawn faults, all or none. */
int tn_store_faults(sqlite3 *db, const struct tn_drawn *f, uint32_t n, char *err, size_t err_size);

/* One result; a second one of the same fault is ignored. */
int tn_store_result(sqlite3 *db, const struct tn_result *r, char *err, size_t err_size);

/* One number that a query gives; 0 when it gives none. */
uint64_t tn_store_number(sqlite3 *db, const char *sql);

#endif
