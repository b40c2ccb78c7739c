/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What firmware and library need of their node: its clock, and accesses to its AXI slave port.
 */
#ifndef FW_OPS_H
#define FW_OPS_H

#include "nodes.h"

static const unsigned number[NODES] = {0, 1};

static inline uint64_t now(void *ctx)
{
    (void)ctx;
    return tn_sim_cycle();
}

static inline int read_node(void *ctx, uint32_t addr, unsigned bytes, uint8_t *data)
{
    const unsigned n = *(const unsigned *)ctx;
    uint32_t word = 0;
    uint64_t words = 0;
    const int rc = bytes == 16  ? tn_axi_read128(nd.cpu[n], addr, data)
                   : bytes == 8 ? tn_axi_read64(nd.cpu[n], addr, &words)
                                : tn_axi_read32(nd.cpu[n], addr, &word);
    if (bytes < 16)
        memcpy(data, bytes == 8 ? (const void *)&words : (const void *)&word, bytes);
    if (rc == -ETIMEDOUT)
        nd_answered(n, rc);
    return rc;
}

static inline int write_node(void *ctx, uint32_t addr, unsigned bytes, const uint8_t *data)
{
    const unsigned n = *(const unsigned *)ctx;
    uint32_t word;
    uint64_t words;
    memcpy(&word, data, sizeof word);
    memcpy(&words, data, bytes >= 8 ? sizeof words : 0);
    const int rc = bytes == 16  ? tn_axi_write128(nd.cpu[n], addr, data)
                   : bytes == 8 ? tn_axi_write64(nd.cpu[n], addr, words)
                                : tn_axi_write32(nd.cpu[n], addr, word);
    if (rc == -ETIMEDOUT)
        nd_answered(n, rc);
    return rc;
}

#endif
