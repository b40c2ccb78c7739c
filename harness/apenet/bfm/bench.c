/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What APEnet brings to benches: the words on the lines of a lattice, the pins of a router.
 */
#include "ape_line_show.h"
#include "ape_router.h"

#include "../../bfm/bfm.h"
#include "../../sim/boundary.h"

#include <tn/apenet/bfm_ape_line.h>
#include <tn/bug.h>
#include <tn/sim.h>

#include <string.h>

struct tn_show_list tn_show_ape_line;
static tn_ape_line_fn *subscriber;
static void *subscriber_ctx;

static void deliver(unsigned rank, const void *what)
{
    const struct tn_ape_line_word *w = what;
    (void)rank;
    tn_show(&tn_show_ape_line, NULL, w);
    if (subscriber)
        subscriber(subscriber_ctx, w);
}

static void on_seen(unsigned id, uint64_t cycle, uint32_t what, uint32_t more,
                    const uint32_t beat[TN_BEAT_WORDS])
{
    struct tn_ape_line_word *w = tn_seen_put(cycle, TN_SEEN_TAPS + id, deliver);
    (void)more;
    w->cycle = cycle;
    w->line = id;
    w->known = what & 1;
    w->k = beat[APE_WORD / 4] & 1;
    w->in_band = tn_sim_param("BAND") == 0;
    for (unsigned i = 0; i < APE_WORD; i++)
        w->word[i] = (uint8_t)(beat[3 - i / 4] >> (24 - 8 * (i % 4)));
}

static void declare(unsigned id, const char *name)
{
    (void)id;
    (void)name; /* lines go by their numbers */
}

static void clear(void)
{
    subscriber = NULL;
}

void tn_ape_line_subscribe(tn_ape_line_fn *fn, void *ctx)
{
    subscriber = fn;
    subscriber_ctx = ctx;
}

bool tn_ape_line_watched(void)
{
    return subscriber || tn_show_ape_line.n > 0;
}

_Static_assert(sizeof(struct tn_ape_line_word) <= TN_SEEN_BYTES, "room of tn_seen_put()");
static const struct tn_boundary line_boundary = {
    .name = "ape_line", .declare = declare, .seen = on_seen, .clear = clear};
static const struct tn_boundary *const boundaries[] = {&line_boundary, &tn_ape_router_boundary,
                                                       NULL};
extern const struct tn_bench_parts tn_bench_apenet;
const struct tn_bench_parts tn_bench_apenet = {.boundaries = boundaries};
