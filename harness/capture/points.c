/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The point table: grows with what the file names, and no flow is looked up
 * by walking all of them.
 */
#include "points.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The slot of that flow, or the free one where it belongs. */
static unsigned slot_of(const struct tn_points *p, struct tn_flow flow)
{
    uint64_t mix = (flow.addr ^ (uint64_t)flow.vlan << 20) * 0x9e3779b97f4a7c15u;
    unsigned i = (unsigned)(mix >> 40) & (p->slot_n - 1);
    while (p->slots[i] && !tn_flow_same(p->at[p->slots[i] - 1].flow, flow))
        i = (i + 1) & (p->slot_n - 1);
    return i;
}

bool tn_points_look_up(struct tn_points *p, struct tn_flow flow, unsigned *point)
{
    const unsigned there = p->slot_n ? p->slots[slot_of(p, flow)] : 0;
    if (!there)
        return false;
    p->last = there;
    *point = there - 1;
    return true;
}

/* Room for n points, new ones without name. */
static int reserve(struct tn_points *p, unsigned n)
{
    unsigned cap = p->cap ? p->cap : 16;
    struct tn_point *at;
    if (n <= p->cap)
        return 0;
    while (cap < n)
        cap *= 2;
    at = realloc(p->at, cap * sizeof *at);
    if (!at)
        return -ENOMEM;
    memset(at + p->cap, 0, (cap - p->cap) * sizeof *at);
    p->at = at;
    p->cap = cap;
    return 0;
}

/* Twice the slots, so that at most half are taken. */
static int grow_slots(struct tn_points *p)
{
    unsigned n = p->slot_n ? p->slot_n * 2 : 32;
    uint32_t *old = p->slots, *slots = calloc(n, sizeof *slots);
    unsigned old_n = p->slot_n;
    if (!slots)
        return -ENOMEM;
    p->slots = slots;
    p->slot_n = n;
    for (unsigned i = 0; i < old_n; i++)
        if (old[i])
            slots[slot_of(p, p->at[old[i] - 1].flow)] = old[i];
    free(old);
    return 0;
}

int tn_points_name(struct tn_points *p, unsigned index, const char *name, size_t len)
{
    char *copy = strndup(name, len);
    if (!copy || reserve(p, index + 1) < 0) {
        free(copy);
        return -ENOMEM;
    }
    free(p->at[index].name);
    p->at[index].name = copy;
    if (index >= p->n)
        p->n = index + 1;
    return 0;
}

int tn_points_add(struct tn_points *p, struct tn_flow flow, const char *name)
{
    unsigned index = p->n;
    if (index == TN_POINTS_MAX)
        return TN_POINTS_MAX - 1;
    if ((p->n + 1) * 2 > p->slot_n && grow_slots(p) < 0)
        return -ENOMEM;
    if (tn_points_name(p, index, name, strlen(name)) < 0)
        return -ENOMEM;
    p->at[index].flow = flow;
    p->slots[slot_of(p, flow)] = index + 1;
    return (int)index;
}

void tn_points_free(struct tn_points *p)
{
    for (unsigned i = 0; i < p->n; i++)
        free(p->at[i].name);
    free(p->at);
    free(p->slots);
}
