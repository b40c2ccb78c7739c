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

/* The result of one fault. */
struct tn_result {
    uint64_t id; /* of the fault */
    enum tn_outcome outcome;
    uint64_t struck;      /* cycle of the strike */
    uint64_t told_cycle;  /* cycle of the first sign */
    uint64_t first_cycle; /* cycle of the first difference or sign */
    char told_rule[16], first_rule[16];
    uint64_t told, wrong, lost, cycles;
    double seconds;
    char what[256];
};

/* Opens the database at path. create: opens it for writing and makes it when it does not exist;
 * otherwise it must hold a campaign. Returns NULL, with one line in err, on failure. */
sqlite3 *tn_store_open(const char *path, bool create, char *err, size_t err_size);

/* Executes one or more statements. Returns 0, or -EIO with one line in err. */
int tn_store_do(sqlite3 *db, const char *sql, char *err, size_t err_size);

/* Copies a value of meta to out. Returns false when meta has no such key. */
bool tn_store_get(sqlite3 *db, const char *key, char *out, size_t size);
/* Sets a value of meta. Returns 0, or -EIO with one line in err. */
int tn_store_set(sqlite3 *db, const char *key, const char *value, char *err, size_t err_size);

/* Stores the n drawn faults, all or none. Returns 0, or -EIO with one line in err. */
int tn_store_faults(sqlite3 *db, const struct tn_drawn *f, uint32_t n, char *err, size_t err_size);

/* Stores one result; a second result of the same fault is ignored. Returns 0, or -EIO with one line
 * in err. */
int tn_store_result(sqlite3 *db, const struct tn_result *r, char *err, size_t err_size);

/* Returns the number that a query gives; 0 when it gives none. */
uint64_t tn_store_number(sqlite3 *db, const char *sql);

#endif
