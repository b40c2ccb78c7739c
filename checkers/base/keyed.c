/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Records found by a 64-bit key.
 */
#include <tn/bug.h>
#include <tn/keyed.h>

#include <stdlib.h>
#include <string.h>

enum { START = 256 }; /* slots */

static void *slot(const struct tn_keyed *t, size_t i)
{
    return (unsigned char *)t->slots + i * t->size;
}

static uint64_t *key_in(const struct tn_keyed *t, size_t i)
{
    return slot(t, i);
}

/* Where a key belongs: multiplied by 2^64 over the golden ratio, which spreads neighbours. */
static size_t home_of(const struct tn_keyed *t, uint64_t key)
{
    return (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (t->cap - 1);
}

/* The key's slot, or the free one that it would get. */
static size_t place_of(const struct tn_keyed *t, uint64_t key)
{
    size_t i = home_of(t, key);
    while (*key_in(t, i) && *key_in(t, i) != key)
        i = (i + 1) & (t->cap - 1);
    return i;
}

static void grow(struct tn_keyed *t)
{
    const struct tn_keyed old = *t;
    t->cap = old.cap ? old.cap * 2 : START;
    t->slots = calloc(t->cap, t->size);
    tn_require(t->slots != NULL);
    for (size_t i = 0; i < old.cap; i++)
        if (*key_in(&old, i))
            memcpy(slot(t, place_of(t, *key_in(&old, i))), slot(&old, i), t->size);
    free(old.slots);
}

void tn_keyed_init(struct tn_keyed *t, size_t size, size_t most)
{
    tn_require(size >= sizeof(uint64_t) && most > 0);
    *t = (struct tn_keyed){.size = size, .most = most};
}

void *tn_keyed_find(const struct tn_keyed *t, uint64_t key)
{
    if (!t->cap)
        return NULL;
    const size_t i = place_of(t, key);
    return *key_in(t, i) ? slot(t, i) : NULL;
}

void *tn_keyed_add(struct tn_keyed *t, uint64_t key, bool *made)
{
    size_t i = t->cap ? place_of(t, key) : 0;
    const bool there = t->cap && *key_in(t, i);
    tn_require(key != 0);
    *made = !there && t->n < t->most;
    if (!*made)
        return there ? slot(t, i) : NULL;
    if (t->n * 2 >= t->cap) {
        grow(t);
        i = place_of(t, key);
    }
    memset(slot(t, i), 0, t->size);
    *key_in(t, i) = key;
    t->n++;
    return slot(t, i);
}

/* What follows in the run moves up, or it would not be found any more. */
void tn_keyed_remove(struct tn_keyed *t, void *record)
{
    const size_t mask = t->cap - 1;
    size_t i = place_of(t, *(const uint64_t *)record), j = i; /* which costs less than to divide */
    t->n--;
    for (;;) {
        *key_in(t, i) = 0;
        do {
            j = (j + 1) & mask;
            if (!*key_in(t, j))
                return;
        } while (((j - home_of(t, *key_in(t, j))) & mask) < ((j - i) & mask));
        memcpy(slot(t, i), slot(t, j), t->size);
        i = j;
    }
}

void *tn_keyed_next(const struct tn_keyed *t, const void *record)
{
    size_t i =
        record ? (size_t)((const unsigned char *)record - (unsigned char *)t->slots) / t->size + 1
               : 0;
    while (i < t->cap && !*key_in(t, i))
        i++;
    return i < t->cap ? slot(t, i) : NULL;
}

void tn_keyed_free(struct tn_keyed *t)
{
    free(t->slots);
    tn_keyed_init(t, t->size, t->most);
}
