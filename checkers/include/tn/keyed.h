/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Records found by a 64-bit key: what is outstanding, or was seen, by who sent it to whom under
 * which number. Open addressing, at most half full; a record is any struct whose first member is
 * its key (uint64_t, never 0). Records move when one is added or removed: keep keys, not pointers.
 */
#ifndef TN_KEYED_H
#define TN_KEYED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_keyed {
    size_t size; /* bytes of a record */
    size_t most; /* records at the most */
    size_t n;    /* records now */
    size_t cap;  /* slots, a power of two; 0 before the first record */
    void *slots;
};

/* An empty table of records of size bytes, most of them at the most; takes no memory yet. */
void tn_keyed_init(struct tn_keyed *t, size_t size, size_t most);

/* The record of that key; NULL when there is none. */
void *tn_keyed_find(const struct tn_keyed *t, uint64_t key);

/* The record of that key, made (*made) with all else 0 when there is none; NULL when there is none
 * and no more room. Memory that runs out is a tn_bug(). */
void *tn_keyed_add(struct tn_keyed *t, uint64_t key, bool *made);

/* Takes out a record that find or add gave. */
void tn_keyed_remove(struct tn_keyed *t, void *record);

/* Every record once, in no order that means anything: the first after NULL, NULL after the last.
 * Nothing is added or removed meanwhile. */
void *tn_keyed_next(const struct tn_keyed *t, const void *record);

/* Lets the memory go; the table is empty again. */
void tn_keyed_free(struct tn_keyed *t);

#ifdef __cplusplus
}
#endif

#endif
