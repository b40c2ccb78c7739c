/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Hands what the bus-functional modules see to the coverage of the DUT that runs.
 */
#include "core.h"
#include "cover.h"

#include <tn/cover.h>
#include <tn/dut.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool asked; /* the environment has been searched */
    const struct tn_cover_ops *ops; /* NULL: nothing is counted */
    void *counts;
} cover;

/* Searches the environment, once: every packet and word comes by here. */
static void start(void)
{
    const char *path = getenv("TN_COVER");
    const struct tn_dut *dut = path && *path ? tn_dut_find(tn_sim_dut()) : NULL;
    cover.asked = true;
    if (!dut || !dut->cover)
        return;
    cover.counts = dut->cover->begin();
    cover.ops = cover.counts ? dut->cover : NULL;
}

static inline const struct tn_cover_ops *counting(void)
{
    if (!cover.asked)
        start();
    return cover.ops;
}

/* Calls the function of that name, when the DUT that runs has one. */
#define COUNT(name, ...)                                                                           \
    do {                                                                                           \
        const struct tn_cover_ops *ops = counting();                                               \
        if (ops && ops->name)                                                                      \
            ops->name(__VA_ARGS__);                                                                \
    } while (0)

void tn_sim_cover_reset(void)
{
    COUNT(reset, cover.counts);
}

void tn_sim_cover_write(uint32_t addr, uint32_t value)
{
    COUNT(write, cover.counts, addr, value);
}

TN_CORE_HOT void tn_sim_cover_packet(const char *stream, const struct tn_event *ev)
{
    COUNT(packet, cover.counts, stream, ev);
}

void tn_sim_cover_ok(const char *sink, unsigned mask)
{
    COUNT(ok, cover.counts, sink, mask);
}

void tn_sim_cover_word(const char *stream, const struct tn_exa_seen *seen)
{
    COUNT(word, cover.counts, stream, seen);
}

void tn_sim_cover_tap(const struct tn_exa_tap_seen *seen)
{
    COUNT(tap, cover.counts, seen);
}

void tn_sim_cover_reject(unsigned cause)
{
    COUNT(reject, cover.counts, cause);
}

void tn_sim_cover_axi(const struct tn_axi_seen *seen)
{
    COUNT(axi, cover.counts, seen);
}

void tn_sim_cover_tnw(const struct tn_tnw_pins *pins)
{
    COUNT(link, cover.counts, pins);
}

void tn_sim_cover_block(const struct tn_block_cycle *cycle)
{
    COUNT(block, cover.counts, cycle);
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
