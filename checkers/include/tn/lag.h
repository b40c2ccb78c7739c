/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A value that may lag: a register that shows what happened at once, or up to some cycles later.
 * A count (tn_lag_count) shows anything between a certain and a possible part; a value
 * (tn_lag_value) shows what it is now or one of the things that it was of late. Every call tells
 * the cycle, none before the one of the call before it.
 */
#ifndef TN_LAG_H
#define TN_LAG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_LAG_MAX = 31, TN_LAG_WAS = 4 };

struct tn_lag_count {
    unsigned
        late; /* what happens in cycle t may show from t on, and does from t+late on; 1 to MAX */
    uint64_t now;    /* cycle of the last call */
    uint32_t sure;   /* counted for certain, shown or not yet */
    uint32_t lo, hi; /* shown at least, at most; modulo 2^32 */
    uint32_t rises[TN_LAG_MAX + 1], falls[TN_LAG_MAX + 1]; /* of lo, of hi, in the cycle modulo */
};

void tn_lag_init(struct tn_lag_count *c, unsigned late);
void tn_lag_up(struct tn_lag_count *c, uint64_t now, uint32_t n);
void tn_lag_down(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* n came perhaps, and will never be known to have come. */
void tn_lag_maybe(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* From now on n of those counted may or may not be shown; of these: are shown for certain again;
 * are gone. */
void tn_lag_loosen(struct tn_lag_count *c, uint64_t now, uint32_t n);
void tn_lag_fasten(struct tn_lag_count *c, uint64_t now, uint32_t n);
void tn_lag_gone(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* What the register shows in cycle now at least, at most; may it show v? */
uint32_t tn_lag_least(struct tn_lag_count *c, uint64_t now);
uint32_t tn_lag_most(struct tn_lag_count *c, uint64_t now);
bool tn_lag_may_show(struct tn_lag_count *c, uint64_t now, uint32_t v);

struct tn_lag_value {
    unsigned late;
    uint32_t is, was[TN_LAG_WAS]; /* now, and before the last changes */
    uint64_t until[TN_LAG_WAS];   /* last cycle in which was[] may be shown */
    unsigned changes;
};

void tn_lag_value_init(struct tn_lag_value *v, unsigned late, uint32_t is);
/* The value changed in cycle now, or is the same. */
void tn_lag_value_set(struct tn_lag_value *v, uint64_t now, uint32_t is);
bool tn_lag_value_may_be(const struct tn_lag_value *v, uint64_t now, uint32_t shown);

#ifdef __cplusplus
}
#endif

#endif
