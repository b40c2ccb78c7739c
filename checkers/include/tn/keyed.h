/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A table of records that are found by a 64-bit key, such as outstanding requests by sender,
 * receiver and tag. It uses open addressing and is at most half full. A record is any struct whose
 * first member is its key (uint64_t, never 0). Adding or removing a record moves others: callers
 * keep keys, not pointers.
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
    size_t most; /* largest number of records allowed */
    size_t n;    /* present number of records */
    size_t cap;  /* slots, a power of two; 0 before the first record */
    void *slots;
};

/* Makes t an empty table for at most `most` records of size bytes each. Allocates no memory yet. */
void tn_keyed_init(struct tn_keyed *t, size_t size, size_t most);

/* Returns the record with that key; NULL when there is none. */
void *tn_keyed_find(const struct tn_keyed *t, uint64_t key);

/* Returns the record with that key. When there is none, the function makes one whose other members
 * are 0 and sets *made; when the table is full, it returns NULL. Running out of memory is a
 * tn_bug(). */
void *tn_keyed_add(struct tn_keyed *t, uint64_t key, bool *made);

/* Removes a record that tn_keyed_find() or tn_keyed_add() returned. */
void tn_keyed_remove(struct tn_keyed *t, void *record);

/* Returns the record that follows the given one, the first record for NULL, and NULL behind the
 * last. The order means nothing. The caller adds and removes no record during such a walk. */
void *tn_keyed_next(const struct tn_keyed *t, const void *record);

/* Frees the memory and leaves the table empty. */
void tn_keyed_free(struct tn_keyed *t);

#ifdef __cplusplus
}
#endif

#endif
