/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The write-combining buffers of a processor between TNW's library and BAR2: what the hardware sees
 * comes later, in another order, and in parts (TNW paper, section 2.1).
 */
#include <tn/tnw/tnw_torus.h>

#include <errno.h>
#include <string.h>

enum { PART = 16 };

/* A line leaves whole, or cut once at a multiple of 16, the second part first or last. */
static int leave(struct tn_tnw_wc *w, unsigned at)
{
    const uint64_t addr = w->line[at].addr;
    uint8_t data[TN_TNW_WC_LINE];
    memcpy(data, w->line[at].data, sizeof data);
    w->line[at] = w->line[--w->n];
    if (tn_rng_below(&w->rng, 16) >= w->split_of_16)
        return w->below->write(w->ctx, 2, addr, data, sizeof data);
    const size_t cut = PART * (1 + (size_t)tn_rng_below(&w->rng, TN_TNW_WC_LINE / PART - 1));
    const bool first = tn_rng_below(&w->rng, 2);
    int r = first ? w->below->write(w->ctx, 2, addr, data, cut) : 0;
    if (!r)
        r = w->below->write(w->ctx, 2, addr + cut, data + cut, sizeof data - cut);
    if (!r && !first)
        r = w->below->write(w->ctx, 2, addr, data, cut);
    return r;
}

static int flush(void *ctx)
{
    struct tn_tnw_wc *w = ctx;
    int r = 0;
    while (!r && w->n)
        r = leave(w, w->any_order ? (unsigned)tn_rng_below(&w->rng, w->n) : 0);
    return r ? r : w->below->flush(w->ctx);
}

static int write_bar(void *ctx, int bar, uint64_t addr, const void *data, size_t len)
{
    struct tn_tnw_wc *w = ctx;
    int r = 0;
    if (bar != 2 || !w->any_order)
        return w->below->write(w->ctx, bar, addr, data, len);
    if (len != TN_TNW_WC_LINE || addr % TN_TNW_WC_LINE)
        return -EINVAL;
    if (w->n == TN_TNW_WC_LINES)
        r = leave(w, (unsigned)tn_rng_below(&w->rng, w->n));
    w->line[w->n].addr = addr;
    memcpy(w->line[w->n++].data, data, len);
    return r;
}

static int read32(void *ctx, uint64_t addr, uint32_t *value)
{
    struct tn_tnw_wc *w = ctx;
    return w->below->read32(w->ctx, addr, value);
}

static int load(void *ctx, uint64_t host, void *data, size_t len)
{
    struct tn_tnw_wc *w = ctx;
    return w->below->load(w->ctx, host, data, len);
}

static int store(void *ctx, uint64_t host, const void *data, size_t len)
{
    struct tn_tnw_wc *w = ctx;
    return w->below->store(w->ctx, host, data, len);
}

static int pass(void *ctx)
{
    struct tn_tnw_wc *w = ctx;
    return w->below->pause(w->ctx);
}

const struct tnw_io tn_tnw_wc_io = {.read32 = read32,
                                    .write = write_bar,
                                    .flush = flush,
                                    .load = load,
                                    .store = store,
                                    .pause = pass};

void tn_tnw_wc_init(struct tn_tnw_wc *w, const struct tnw_io *below, void *ctx, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->below = below;
    w->ctx = ctx;
    w->any_order = seed != 0;
    w->split_of_16 = seed ? 5 : 0;
    tn_rng_seed(&w->rng, seed, 11);
}
