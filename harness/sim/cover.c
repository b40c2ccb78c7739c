/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Hands what the bus-functional modules see to the coverage of the DUT that runs.
 */
#include "cover.h"

#include "../bfm/show.h"

#include <tn/cover.h>
#include <tn/dut.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const struct tn_cover_ops *ops; /* the DUT's; NULL: nothing is counted */
    void *counts;
} cover;

/* Defines the function that follows one list of show.h and calls the DUT's function of that
 * name. */
#define FOLLOWER(name, ...)                                                                        \
    static void on_##name(void *ctx, const char *where, const void *what)                          \
    {                                                                                              \
        (void)ctx;                                                                                 \
        (void)where;                                                                               \
        (void)what;                                                                                \
        if (cover.ops)                                                                             \
            cover.ops->name(__VA_ARGS__);                                                          \
    }
FOLLOWER(reset, cover.counts)
FOLLOWER(write, cover.counts, ((const struct tn_show_write *)what)->addr,
         ((const struct tn_show_write *)what)->value)
FOLLOWER(packet, cover.counts, where, what)
FOLLOWER(ok, cover.counts, where, *(const unsigned *)what)
FOLLOWER(tap, cover.counts, what)
FOLLOWER(reject, cover.counts, *(const unsigned *)what)
FOLLOWER(axi, cover.counts, what)
FOLLOWER(block, cover.counts, what)

static void on_own(void *ctx, const char *where, const void *what)
{
    const struct tn_cover_follow *f = ctx;
    if (cover.ops)
        f->count(cover.counts, where, what);
}

void tn_sim_cover_start(void)
{
    const char *path = getenv("TN_COVER");
    const struct tn_dut *dut = path && *path ? tn_dut_find(tn_sim_dut()) : NULL;
    const struct tn_cover_ops *ops = dut ? dut->cover : NULL;
    cover.counts = ops ? ops->begin() : NULL;
    if (!cover.counts)
        return;
    cover.ops = ops;
    const struct {
        struct tn_show_list *kind;
        tn_show_fn *fn;
        bool counted;
    } kinds[] = {
        {&tn_show_reset, on_reset, ops->reset != NULL}, {&tn_show_write, on_write, ops->write != NULL},
        {&tn_show_packet, on_packet, ops->packet != NULL}, {&tn_show_ok, on_ok, ops->ok != NULL},
        {&tn_show_tap, on_tap, ops->tap != NULL}, {&tn_show_reject, on_reject, ops->reject != NULL},
        {&tn_show_beat, on_axi, ops->axi != NULL}, {&tn_show_block, on_block, ops->block != NULL},
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].counted)
            tn_show_follow(kinds[i].kind, kinds[i].fn, NULL);
    for (const struct tn_cover_follow *f = ops->follow; f && f->list; f++)
        tn_show_follow(f->list, on_own, (void *)f);
}

int tn_sim_cover_finish(void)
{
    const char *path = getenv("TN_COVER");
    FILE *f;
    int rc;
    if (!cover.ops)
        return 0;
    f = fopen(path, "w");
    rc = f ? tn_cover_write(cover.ops->bins(cover.counts), f) : -errno;
    if (f && fclose(f) != 0 && rc == 0)
        rc = -errno;
    if (rc < 0)
        fprintf(stderr, "cover: %s: %s\n", path, strerror(-rc));
    cover.ops->end(cover.counts);
    cover.ops = NULL;
    return rc;
}
