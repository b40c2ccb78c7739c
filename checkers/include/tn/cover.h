/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage: what was exercised, counted in crosses of named axes.
 *
 * A plan is declared beside the model it belongs to (model/<fabric>/cover.def): axes,
 * crosses, and the bins that cannot be reached, each with the reason.
 */
#ifndef TN_COVER_H
#define TN_COVER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_COVER_AXES = 5, TN_COVER_NAME = 160 };

struct tn_cover_axis {
    const char *const *value;
    unsigned n;
};

struct tn_cover_cross {
    const char *name;
    unsigned axes;
    const struct tn_cover_axis *axis[TN_COVER_AXES];
};

/* Bins of a cross that cannot be reached: at holds an index for each axis. */
struct tn_cover_not {
    unsigned cross;
    bool (*applies)(const unsigned *at);
    const char *reason;
};

struct tn_cover_plan {
    const struct tn_cover_cross *cross;
    const struct tn_cover_not *never;
    unsigned crosses, nevers;
};

struct tn_cover;

/* NULL on ENOMEM. */
struct tn_cover *tn_cover_new(const struct tn_cover_plan *plan);
void tn_cover_free(struct tn_cover *c);

/* One more in the bin; at has an index for each axis of the cross. */
void tn_cover_hit(struct tn_cover *c, unsigned cross, const unsigned *at);

/* Calls fn for every bin, cross by cross. name is "MRd U2D 3DW"; reason is NULL for a
 * bin that must be reachable. */
typedef void tn_cover_fn(void *ctx, const char *cross, const char *name, uint64_t count,
                         const char *reason);
void tn_cover_each(const struct tn_cover *c, tn_cover_fn *fn, void *ctx);

/* Writes the bins that were hit, a line each: cross, bin, count, by tabs. 0 or -EIO. */
int tn_cover_write(const struct tn_cover *c, FILE *f);
/* Adds what tn_cover_write() wrote. 0, or -EINVAL when a line is none of the plan's. */
int tn_cover_read(struct tn_cover *c, FILE *f);

#ifdef __cplusplus
}
#endif

#endif
