/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's library on a node of the model: its time is the model's steps.
 */
#include <tn/tnw/tnw_torus.h>

#include <errno.h>

static int read32(void *ctx, uint64_t addr, uint32_t *value)
{
    const struct tn_tnw_model_io *n = ctx;
    *value = tn_tnw_torus_model_read(n->torus, n->node, (uint32_t)addr);
    return 0;
}

static int write_bar(void *ctx, int bar, uint64_t addr, const void *data, size_t len)
{
    const struct tn_tnw_model_io *n = ctx;
    return tn_tnw_torus_model_write(n->torus, n->node, (unsigned)bar, addr, data, len);
}

static int flush(void *ctx)
{
    (void)ctx; /* nothing waits here */
    return 0;
}

static int load(void *ctx, uint64_t host, void *data, size_t len)
{
    const struct tn_tnw_model_io *n = ctx;
    tn_memory_peek(n->memory, host, data, len);
    return 0;
}

static int store(void *ctx, uint64_t host, const void *data, size_t len)
{
    const struct tn_tnw_model_io *n = ctx;
    return tn_memory_poke(n->memory, host, data, len);
}

static int pause_here(void *ctx)
{
    (void)ctx;
    return tn_tnw_spmd_yield();
}

const struct tnw_io tn_tnw_model_node_io = {.read32 = read32,
                                            .write = write_bar,
                                            .flush = flush,
                                            .load = load,
                                            .store = store,
                                            .pause = pause_here};

int tn_tnw_model_advance(void *ctx)
{
    struct tn_tnw_model_time *t = ctx;
    const uint64_t done = tn_tnw_torus_model_run(t->torus, t->steps);
    t->idle = done ? 0 : t->idle + 1;
    return t->idle > t->idle_max ? -ETIMEDOUT : 0;
}
