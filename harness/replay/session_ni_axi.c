/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Software on the AXI port of a block of ExaNet's network interface: an access at a time.
 */
#include "session_ni_parts.h"

#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 1000, BYTES = 80 };

static struct {
    const struct tn_ni_block *block;
    struct tn_axi_master *cpu;
    struct tn_axi_txn *open; /* under way */
    bool alone;    /* tn_ni_set() or tn_ni_get() waits for it */
    bool deaf;     /* one had no answer */
    bool resting;  /* begins none of its own any more */
} run;

void tn_ni_axi_begin(const struct tn_ni_block *b)
{
    memset(&run, 0, sizeof run);
    run.block = b;
    run.cpu = tn_axi_find("cpu");
}

bool tn_ni_axi_deaf(void)
{
    return run.deaf;
}

bool tn_ni_axi_busy(void)
{
    return run.open != NULL;
}

void tn_ni_axi_rest(void)
{
    run.resting = true;
}

void tn_ni_axi_stall(uint64_t seed)
{
    tn_axi_stall(run.cpu, TN_AXI_R, &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_axi_stall(run.cpu, TN_AXI_B, &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
}

static void issue(bool write, uint32_t addr, const uint8_t *bytes, size_t n, unsigned size)
{
    struct tn_axi_txn *t = tn_axi_new((unsigned)((n + (1u << size) - 1) >> size));
    if (!t)
        exit(2);
    t->write = write;
    t->addr = addr;
    t->size = size;
    if (write)
        tn_axi_fill(t, bytes, n);
    tn_axi_issue(run.cpu, t);
    run.open = t;
}

void tn_ni_read(uint32_t addr, size_t n, unsigned size)
{
    issue(false, addr, NULL, n, size);
}

void tn_ni_write(uint32_t addr, const uint8_t *bytes, size_t n, unsigned size)
{
    issue(true, addr, bytes, n, size);
}

/* A cycle of software's. */
static void work(void)
{
    struct tn_axi_txn *t = run.open;
    uint8_t bytes[BYTES] = {0};
    if (t && !t->done) {
        run.deaf = run.deaf || tn_sim_cycle() > t->asked + PATIENCE;
        return;
    }
    if (t && !run.alone) {
        run.open = NULL;
        tn_axi_take(t, bytes, sizeof bytes);
        run.block->got(t->write, t->resp, bytes);
        tn_axi_free(t);
    }
    if (!run.open && !run.alone && !run.resting)
        run.block->ask();
}

void tn_ni_step(uint64_t n)
{
    for (; n > 0; n--) {
        tn_sim_step(1);
        work();
    }
}

static int access_register(bool write, uint32_t addr, uint32_t *value)
{
    uint8_t b[4];
    int rc = -ETIMEDOUT;
    memcpy(b, value, sizeof b);
    while (run.open && !run.deaf)
        tn_ni_step(1);
    if (run.deaf)
        return rc;
    run.alone = true;
    issue(write, addr, b, sizeof b, 2);
    while (!run.open->done && !run.deaf)
        tn_ni_step(1);
    if (!run.deaf) {
        rc = (int)run.open->resp;
        tn_axi_take(run.open, b, sizeof b);
        memcpy(value, b, sizeof b);
        tn_axi_free(run.open);
        run.open = NULL;
    }
    run.alone = false;
    return rc;
}

int tn_ni_set(uint32_t addr, uint32_t value)
{
    return access_register(true, addr, &value);
}

int tn_ni_get(uint32_t addr, uint32_t *value)
{
    *value = 0;
    return access_register(false, addr, value);
}
