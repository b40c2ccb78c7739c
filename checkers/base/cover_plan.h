/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: a coverage plan as C, from the lists of a .def. Define COVER_DEF as its name from
 * this folder on, in quotes, and include this once a file; it gives AXIS_..., CROSS_... and
 *   static const struct tn_cover_axis axes[];
 *   static const struct tn_cover_cross crosses[];
 *   static const struct tn_cover_not nevers[];
 *   COVER_PLAN   an initializer of struct tn_cover_plan
 *   HIT(c, cross, at...)   counts a hit in the bin of CROSS_<cross>; c is a state (tn_cover_state_new())
 * The .def has
 *   TN_AXIS(id, values...)
 *   TN_CROSS(id, "name", axes...)
 *   TN_NEVER(id, cross, condition, "reason"): bins that cannot be reached; at[] has the
 *   indices in the order of the axes
 * and what stands in its conditions is declared before.
 */
#include <tn/cover.h>

enum {
#define TN_AXIS(id, ...) AXIS_##id,
#define TN_CROSS(...)
#define TN_NEVER(...)
#include COVER_DEF
#undef TN_AXIS
#undef TN_CROSS
};
enum {
#define TN_AXIS(...)
#define TN_CROSS(id, ...) CROSS_##id,
#include COVER_DEF
#undef TN_AXIS
    CROSSES
};
#undef TN_CROSS
#define TN_AXIS(id, ...) static const char *const values_##id[] = {__VA_ARGS__};
#define TN_CROSS(...)
#include COVER_DEF
#undef TN_AXIS
static const struct tn_cover_axis axes[] = {
#define TN_AXIS(id, ...) {values_##id, sizeof values_##id / sizeof *values_##id},
#include COVER_DEF
#undef TN_AXIS
};
#undef TN_CROSS
#define TN_AXIS(...)
static const struct tn_cover_cross crosses[] = {
#define AXES_5(a, b, c, d, e, ...) {&axes[a], &axes[b], &axes[c], &axes[d], &axes[e]}
#define TN_CROSS(id, name, ...)                                                                    \
    {name, sizeof((char[]){__VA_ARGS__}), AXES_5(__VA_ARGS__, 0, 0, 0, 0, 0)},
#include COVER_DEF
#undef TN_CROSS
#undef TN_NEVER
};
#define TN_CROSS(...)
#define TN_NEVER(id, cross, condition, reason)                                                     \
    static bool never_##id(const unsigned *at)                                                     \
    {                                                                                              \
        return condition;                                                                          \
    }
#include COVER_DEF
#undef TN_NEVER
static const struct tn_cover_not nevers[] = {
#define TN_NEVER(id, cross, condition, reason) {CROSS_##cross, never_##id, reason},
#include COVER_DEF
#undef TN_NEVER
    {0}, /* (there may be none) */
};
#undef TN_AXIS
#undef TN_CROSS
#define COVER_PLAN {crosses, nevers, CROSSES, sizeof nevers / sizeof *nevers - 1}
#define HIT(c, cross, ...) tn_cover_hit((c)->counts, CROSS_##cross, (unsigned[]){__VA_ARGS__})
