/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Software on the AXI port of a block of ExaNet's network interface: an access at a time.
 */
#include "exa_ni_own.h"

#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 1000, BYTES = 80 };

void tn_ni_axi_begin(struct tn_ni *ni)
{
    ni->axi.cpu = tn_axi_find("cpu");
}

bool tn_ni_axi_deaf(struct tn_ni *ni)
{
    return ni->axi.deaf;
}

bool tn_ni_axi_busy(struct tn_ni *ni)
{
    return ni->axi.open != NULL;
}

void tn_ni_axi_rest(struct tn_ni *ni)
{
    ni->axi.resting = true;
}

void tn_ni_axi_stall(struct tn_ni *ni, uint64_t seed)
{
    tn_axi_stall(ni->axi.cpu, TN_AXI_R, &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_axi_stall(ni->axi.cpu, TN_AXI_B, &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
}

static void issue(struct tn_ni *ni, bool write, uint32_t addr, const uint8_t *bytes, size_t n,
                  unsigned size)
{
    struct tn_axi_txn *t = tn_axi_new((unsigned)((n + (1u << size) - 1) >> size));
    if (!t)
        exit(2);
    t->write = write;
    t->addr = addr;
    t->size = size;
    if (write)
        tn_axi_fill(t, bytes, n);
    tn_axi_issue(ni->axi.cpu, t);
    ni->axi.open = t;
}

void tn_ni_read(struct tn_ni *ni, uint32_t addr, size_t n, unsigned size)
{
    issue(ni, false, addr, NULL, n, size);
}

void tn_ni_write(struct tn_ni *ni, uint32_t addr, const uint8_t *bytes, size_t n, unsigned size)
{
    issue(ni, true, addr, bytes, n, size);
}

/* A cycle of software's. */
static void work(struct tn_ni *ni)
{
    struct tn_axi_txn *t = ni->axi.open;
    uint8_t bytes[BYTES] = {0};
    if (t && !t->done) {
        ni->axi.deaf = ni->axi.deaf || tn_sim_cycle() > t->asked + PATIENCE;
        return;
    }
    if (t && !ni->axi.alone) {
        ni->axi.open = NULL;
        tn_axi_take(t, bytes, sizeof bytes);
        ni->block->got(ni, t->write, t->resp, bytes);
        tn_axi_free(t);
    }
    if (!ni->axi.open && !ni->axi.alone && !ni->axi.resting)
        ni->block->ask(ni);
}

void tn_ni_step(struct tn_session *s, uint64_t n)
{
    struct tn_ni *ni = s->own;
    for (; n > 0; n--) {
        tn_sim_step(1);
        work(ni);
    }
}

static int access_register(struct tn_ni *ni, bool write, uint32_t addr, uint32_t *value)
{
    uint8_t b[4];
    int rc = -ETIMEDOUT;
    memcpy(b, value, sizeof b);
    while (ni->axi.open && !ni->axi.deaf)
        tn_ni_step(ni->s, 1);
    if (ni->axi.deaf)
        return rc;
    ni->axi.alone = true;
    issue(ni, write, addr, b, sizeof b, 2);
    while (!ni->axi.open->done && !ni->axi.deaf)
        tn_ni_step(ni->s, 1);
    if (!ni->axi.deaf) {
        rc = (int)ni->axi.open->resp;
        tn_axi_take(ni->axi.open, b, sizeof b);
        memcpy(value, b, sizeof b);
        tn_axi_free(ni->axi.open);
        ni->axi.open = NULL;
    }
    ni->axi.alone = false;
    return rc;
}

int tn_ni_set(struct tn_ni *ni, uint32_t addr, uint32_t value)
{
    return access_register(ni, true, addr, &value);
}

int tn_ni_get(struct tn_ni *ni, uint32_t addr, uint32_t *value)
{
    *value = 0;
    return access_register(ni, false, addr, value);
}
