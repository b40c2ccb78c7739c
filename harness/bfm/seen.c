/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What boundaries saw since the last falling edge, in order of cycle and rank; and taps.
 */
#include "bfm.h"
#include "show.h"

#include <tn/bug.h>
#include <tn/tap.h>

#include <errno.h>
#include <stdlib.h>

enum { SUBSCRIBERS = 8 };

static struct seen {
    uint64_t cycle;
    unsigned rank;
    tn_seen_fn *fn;
    _Alignas(max_align_t) uint8_t what[TN_SEEN_BYTES];
} * seen; /* events that were not yet delivered */
static size_t seen_n, seen_max;
static struct {
    tn_tap_fn *fn;
    void *ctx;
} subs[SUBSCRIBERS];
static unsigned sub_n;

void *tn_seen_put(uint64_t cycle, unsigned rank, tn_seen_fn *fn)
{
    size_t at;
    if (seen_n == seen_max) {
        seen_max = seen_max ? 2 * seen_max : 1024;
        seen = realloc(seen, seen_max * sizeof *seen);
        tn_require(seen != NULL);
    }
    for (at = seen_n++; at > 0; at--) {
        const struct seen *s = &seen[at - 1];
        if (s->cycle < cycle || (s->cycle == cycle && s->rank <= rank))
            break;
        seen[at] = *s;
    }
    seen[at].cycle = cycle;
    seen[at].rank = rank;
    seen[at].fn = fn;
    tn_bfm_more = true;
    return seen[at].what;
}

void tn_seen_deliver(void)
{
    for (size_t i = 0; i < seen_n; i++)
        seen[i].fn(seen[i].rank, seen[i].what);
    seen_n = 0;
}

void tn_seen_forget(void)
{
    seen_n = 0;
}

int tn_tap_subscribe(tn_tap_fn *fn, void *ctx)
{
    if (sub_n == SUBSCRIBERS)
        return -ENOMEM;
    subs[sub_n].fn = fn;
    subs[sub_n++].ctx = ctx;
    return 0;
}

void tn_tap_clear(void)
{
    sub_n = 0;
}

static void deliver(unsigned rank, const void *what)
{
    const struct tn_tap_seen *tap = what;
    (void)rank;
    tn_show(&tn_show_tap, NULL, tap);
    for (unsigned k = 0; k < sub_n; k++)
        subs[k].fn(subs[k].ctx, tap);
}

void tn_core_tap(unsigned id, uint64_t cycle, uint32_t head, uint64_t data)
{
    struct tn_tap_seen *tap = tn_seen_put(cycle, TN_SEEN_TAPS + id, deliver);
    _Static_assert(sizeof *tap <= TN_SEEN_BYTES, "what a tap saw");
    *tap = (struct tn_tap_seen){.cycle = cycle, .id = id, .head = head, .data = data};
}
