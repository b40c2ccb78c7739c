/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The AXI master's simple calls: one transaction after the other.
 */
#include "axi.h"

#include <errno.h>
#include <string.h>

/* Waits for a transaction's end and frees the transaction, unless the master still has it behind a
 * time-out, which ends the run. */
static int run(struct tn_axi_master *m, struct tn_axi_txn *t, uint8_t *bytes, size_t n)
{
    int rc = tn_axi_issue(m, t);
    if (rc == 0)
        rc = tn_axi_wait(m, t);
    if (rc >= 0 && bytes)
        tn_axi_take(t, bytes, n);
    if (rc != -ETIMEDOUT)
        tn_axi_free(t);
    return rc;
}

static struct tn_axi_txn *ask(const struct tn_axi_master *m, bool write, uint64_t addr,
                              unsigned beats, unsigned size)
{
    struct tn_axi_txn *t = tn_axi_new(beats);
    if (!t)
        return NULL;
    t->write = write;
    t->addr = addr;
    t->size = size;
    tn_axi_identity(m, &t->id, &t->user);
    return t;
}

/* Transfers n bytes in one beat of the bus, aligned to their number or as a part of 16 bytes. */
static int single(struct tn_axi_master *m, bool write, uint64_t addr, const uint8_t *in,
                  uint8_t *out, unsigned size)
{
    size_t n = (size_t)1 << size;
    struct tn_axi_txn *t;
    if (addr % TN_AXI_BUS + n > TN_AXI_BUS)
        return -EINVAL;
    t = ask(m, write, addr, 1, addr % n ? 4 : size);
    if (!t)
        return -ENOMEM;
    if (write)
        tn_axi_fill(t, in, n);
    return run(m, t, out, n);
}

int tn_axi_write32(struct tn_axi_master *m, uint64_t addr, uint32_t value)
{
    uint8_t b[4];
    memcpy(b, &value, sizeof b); /* the host is little-endian */
    return single(m, true, addr, b, NULL, 2);
}

int tn_axi_write64(struct tn_axi_master *m, uint64_t addr, uint64_t value)
{
    uint8_t b[8];
    memcpy(b, &value, sizeof b);
    return single(m, true, addr, b, NULL, 3);
}

int tn_axi_write128(struct tn_axi_master *m, uint64_t addr, const uint8_t bytes[TN_AXI_BUS])
{
    return single(m, true, addr, bytes, NULL, 4);
}

int tn_axi_read32(struct tn_axi_master *m, uint64_t addr, uint32_t *value)
{
    uint8_t b[4] = {0};
    int rc = single(m, false, addr, NULL, b, 2);
    memcpy(value, b, sizeof b);
    return rc;
}

int tn_axi_read64(struct tn_axi_master *m, uint64_t addr, uint64_t *value)
{
    uint8_t b[8] = {0};
    int rc = single(m, false, addr, NULL, b, 3);
    memcpy(value, b, sizeof b);
    return rc;
}

int tn_axi_read128(struct tn_axi_master *m, uint64_t addr, uint8_t bytes[TN_AXI_BUS])
{
    return single(m, false, addr, NULL, bytes, 4);
}

/* Transfers n bytes in bursts of full beats, cut at 4 KiB. */
static int stretch(struct tn_axi_master *m, bool write, uint64_t addr, const uint8_t *in,
                   uint8_t *out, size_t n)
{
    int worst = TN_AXI_OKAY;
    while (n > 0) {
        size_t part = 4096 - addr % 4096;
        struct tn_axi_txn *t;
        int rc;
        if (part > n)
            part = n;
        t = ask(m, write, addr, (unsigned)((addr % TN_AXI_BUS + part + 15) / TN_AXI_BUS), 4);
        if (!t)
            return -ENOMEM;
        if (write)
            tn_axi_fill(t, in, part);
        rc = run(m, t, out, part);
        if (rc < 0)
            return rc;
        worst = rc > worst ? rc : worst;
        in += write ? part : 0;
        out += write ? 0 : part;
        addr += part;
        n -= part;
    }
    return worst;
}

int tn_axi_write(struct tn_axi_master *m, uint64_t addr, const uint8_t *bytes, size_t n)
{
    return stretch(m, true, addr, bytes, NULL, n);
}

int tn_axi_read(struct tn_axi_master *m, uint64_t addr, uint8_t *bytes, size_t n)
{
    return stretch(m, false, addr, NULL, bytes, n);
}
