/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Bursts to the blocks of an FPGA, and to addresses that no block has (exa_qfdb.md section 2).
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "../../cosim/rule.h"

#include <tn/axi.h>

#include <string.h>

/* Two transactions of four beats each, to be freed; the second is issued while the first is under way. */
static inline void blocks_two_bursts(struct tn_axi_master *cpu, bool write, uint32_t addr, struct tn_axi_txn *t[2])
{
    uint8_t bytes[64] = {1, 2, 3};
    for (unsigned i = 0; i < 2; i++) {
        t[i] = tn_axi_new(4);
        assert_non_null(t[i]);
        t[i]->write = write;
        t[i]->addr = addr;
        if (write)
            tn_axi_fill(t[i], bytes, sizeof bytes);
        assert_int_equal(tn_axi_issue(cpu, t[i]), 0);
    }
    for (unsigned i = 0; i < 2; i++)
        tn_axi_wait(cpu, t[i]);
}

/* Asks that every beat of bursts to an address of no block is answered DECERR, reads with zeros. */
static inline void blocks_none(struct tn_axi_master *cpu, uint32_t addr)
{
    static const uint8_t zero[16];
    for (unsigned write = 0; write < 2; write++) {
        struct tn_axi_txn *t[2];
        blocks_two_bursts(cpu, write, addr, t);
        for (unsigned i = 0; i < 2; i++) {
            RULE("EXQ-AXI-2", t[i]->resp == TN_AXI_DECERR);
            for (unsigned b = 0; b < 4 && !write; b++)
                RULE("EXQ-AXI-2", t[i]->beat[b].resp == TN_AXI_DECERR && memcmp(t[i]->beat[b].data, zero, 16) == 0);
            tn_axi_free(t[i]);
        }
    }
}

/* Asks that the second of two bursts waits for the answer to the first. */
static inline void blocks_in_turn(struct tn_axi_master *cpu, bool write, uint32_t addr)
{
    struct tn_axi_txn *t[2];
    blocks_two_bursts(cpu, write, addr, t);
    RULE("EXQ-AXI-3", t[1]->asked < t[0]->ended && t[1]->taken > t[0]->ended);
    tn_axi_free(t[0]);
    tn_axi_free(t[1]);
}

#endif
