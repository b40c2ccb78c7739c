/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage: counters of the situations that a run exercised. A plan lists axes of named
 * values, crosses of axes, and the bins that cannot be reached, each with the reason. A bin is one
 * combination of values of a cross. Plans lie beside the models (cover*.def).
 */
#ifndef TN_COVER_H
#define TN_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_COVER_AXES = 5, TN_COVER_NAME = 160 };

struct tn_cover_axis {
    const char *const *value; /* names of its n values */
    unsigned n;
};

struct tn_cover_cross {
    const char *name;
    unsigned axes; /* number of axes that are used */
    const struct tn_cover_axis *axis[TN_COVER_AXES];
};

/* Bins of a cross that cannot be reached. */
struct tn_cover_not {
    unsigned cross;                      /* index of the cross in the plan */
    bool (*applies)(const unsigned *at); /* says so of the bin with these indexes, one an axis */
    const char *reason;                  /* for people */
};

struct tn_cover_plan {
    const struct tn_cover_cross *cross;
    const struct tn_cover_not *never;
    unsigned crosses; /* entries of cross */
    unsigned nevers;  /* entries of never */
};

struct tn_cover;

/* Makes counters for all bins of the plan, which must outlive them. NULL on ENOMEM. */
struct tn_cover *tn_cover_new(const struct tn_cover_plan *plan);
/* Frees the counters; c may be NULL. */
void tn_cover_free(struct tn_cover *c);

/* Counts one hit of a bin; at has an index for each axis of the cross. */
void tn_cover_hit(struct tn_cover *c, unsigned cross, const unsigned *at);

/* Receives one bin. name joins the values, such as "MRd U2D 3DW"; reason is NULL for a bin that
 * must be reachable. */
typedef void tn_cover_fn(void *ctx, const char *cross, const char *name, uint64_t count,
                         const char *reason);
/* Calls fn for every bin, cross by cross. */
void tn_cover_each(const struct tn_cover *c, tn_cover_fn *fn, void *ctx);

/* Writes one line for each bin that was hit: cross, bin and count, separated by tabs. Returns 0 or
 * -EIO. */
int tn_cover_write(const struct tn_cover *c, FILE *f);
/* Adds the counts of a file that tn_cover_write() wrote. Returns 0, or -EINVAL when a line names no
 * bin of the plan. */
int tn_cover_read(struct tn_cover *c, FILE *f);

/* A block's coverage is a state of its own: a struct whose first member is `struct tn_cover *counts`, and behind it
 * what the block's plan must remember to tell the bins. The next functions do what is alike in all of them. */

/* Makes a state of size bytes, zero but for the counters of plan, which must outlive it. NULL on ENOMEM. */
void *tn_cover_state_new(const struct tn_cover_plan *plan, size_t size);
/* Returns the counters of a state. */
const struct tn_cover *tn_cover_state_counts(const void *state);
/* Frees a state and its counters; state may be NULL. */
void tn_cover_state_free(void *state);

#ifdef __cplusplus
}
#endif

#endif
