/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The point table of a capture: observation points by index, and by the flow
 * (addresses and VLAN) that a record belongs to.
 */
#ifndef TN_CAPTURE_POINTS_H
#define TN_CAPTURE_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An index fills 16 bits of a record head. */
enum { TN_POINTS_MAX = 65536 };

struct tn_flow {
    uint64_t addr; /* source and destination, or a direction */
    uint32_t vlan; /* VLAN IDs, 12 bits each behind a leading 1; 0 without a tag */
};

struct tn_points {
    struct tn_point {
        struct tn_flow flow;
        char *name; /* NULL: none */
    } * at;
    unsigned n, cap;
    uint32_t *slots; /* open addressing; 0 free, else index + 1 */
    unsigned slot_n; /* a power of two */
    unsigned last;   /* index of the point found last, plus 1; 0: none */
};

/* Says whether two flows are the same. */
static inline bool tn_flow_same(struct tn_flow a, struct tn_flow b)
{
    return a.addr == b.addr && a.vlan == b.vlan;
}

/* Looks up the point of that flow. Returns false when the flow is new. */
bool tn_points_look_up(struct tn_points *p, struct tn_flow flow, unsigned *point);
/* Does the same, but tries the point found last first. */
static inline bool tn_points_find(struct tn_points *p, struct tn_flow flow, unsigned *point)
{
    if (!p->last || !tn_flow_same(p->at[p->last - 1].flow, flow))
        return tn_points_look_up(p, flow, point);
    *point = p->last - 1;
    return true;
}

/* Adds the point of a new flow. Returns its index or -ENOMEM. Flows beyond TN_POINTS_MAX share the
 * last point. */
int tn_points_add(struct tn_points *p, struct tn_flow flow, const char *name);

/* Names the point at index (below TN_POINTS_MAX). Returns 0 or -ENOMEM. */
int tn_points_name(struct tn_points *p, unsigned index, const char *name, size_t len);

/* Frees the table. */
void tn_points_free(struct tn_points *p);

#endif
