/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A register that may lag shows an event at once, or up to some cycles later. A counter
 * (tn_lag_count) may show any number from the events that are certainly visible to all events that
 * may be visible. A value (tn_lag_value) may be shown as it is now or as it recently was. Every
 * call passes the present cycle, which never goes back.
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
    unsigned late;   /* an event of cycle t may show from t on and must show from t + late on;
                        1 to TN_LAG_MAX */
    uint64_t now;    /* cycle of the last call */
    uint32_t sure;   /* events counted for certain, whether shown yet or not */
    uint32_t lo, hi; /* least and greatest number that the register may show, modulo 2^32 */
    uint32_t rises[TN_LAG_MAX + 1]; /* added to lo in cycle t, at t modulo the size */
    uint32_t falls[TN_LAG_MAX + 1]; /* taken from hi in cycle t, at t modulo the size */
};

/* Makes c a counter at 0. */
void tn_lag_init(struct tn_lag_count *c, unsigned late);
/* The count rises by n in cycle now. */
void tn_lag_up(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* The count falls by n in cycle now; at least n are counted for certain. */
void tn_lag_down(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* The count may rise by n in cycle now; no later call will tell whether it did. */
void tn_lag_maybe(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* From cycle now on the register may or may not show n of the counted events. */
void tn_lag_loosen(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* The register certainly shows n of the loosened events again. */
void tn_lag_fasten(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* The count has lost n of the loosened events: after late cycles they show no more. */
void tn_lag_gone(struct tn_lag_count *c, uint64_t now, uint32_t n);
/* Returns the least number that the register may show in cycle now. */
uint32_t tn_lag_least(struct tn_lag_count *c, uint64_t now);
/* Returns the greatest number that the register may show in cycle now. */
uint32_t tn_lag_most(struct tn_lag_count *c, uint64_t now);
/* Says whether the register may show v in cycle now. */
bool tn_lag_may_show(struct tn_lag_count *c, uint64_t now, uint32_t v);

struct tn_lag_value {
    unsigned late;              /* cycles that an old value may still be shown */
    uint32_t is;                /* the present value */
    uint32_t was[TN_LAG_WAS];   /* the values before the last changes */
    uint64_t until[TN_LAG_WAS]; /* last cycle in which was[] may be shown */
    unsigned changes;           /* number of changes so far */
};

/* Makes v a register with that value. */
void tn_lag_value_init(struct tn_lag_value *v, unsigned late, uint32_t is);
/* The value is `is` from cycle now on. An equal value is no change. */
void tn_lag_value_set(struct tn_lag_value *v, uint64_t now, uint32_t is);
/* Says whether the register may show that value in cycle now. */
bool tn_lag_value_may_be(const struct tn_lag_value *v, uint64_t now, uint32_t shown);

#ifdef __cplusplus
}
#endif

#endif
