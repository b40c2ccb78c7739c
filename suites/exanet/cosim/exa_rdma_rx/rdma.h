/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the RDMA receiver's suites: its registers, its packets, memory behind it, the
 * board beside it (checkers/exanet/spec/exa_rdma_rx.md).
 */
#ifndef RDMA_H
#define RDMA_H

#include "../exa_mailbox/ni.h"

#include <tn/exanet/exa_rdma_board.h>

enum {
    V_PINS = 0x1004, /* the bench's register */
    V_BANK = 0x40000,
    V_CTX_TIMEOUT = 0x40410,
    V_DONE_HOLD = 0x40414,
    V_LEVEL = 0x40418,
    V_COUNTERS = 0x40440,
    V_B_LATE = 0x404b4,
    V_REST = 2200, /* cycles after which the block is at rest */
    V_FIRST = 1,
    V_LAST = 2,
    V_NOTIFY = 4,
};

static struct {
    struct tn_memory *memory;
    struct tn_exv_board *board;
    unsigned failures;
} rdma;

static inline void rdma_on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&rdma.failures, v->rule, v);
}

static inline void rdma_on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    (void)ctx;
    tn_exv_board_pins(rdma.board, seen);
}

static inline void rdma_on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    (void)ctx;
    tn_exv_board_axi(rdma.board, port, seen);
}

static inline void rdma_on_rx(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx, (void)dir, (void)port;
    tn_exv_board_reject(rdma.board, cycle, cause);
}

/* Binds a bank of block and memory to a domain, or to none. */
static inline void rdma_bind(unsigned bank, int pdid)
{
    ni_write(V_BANK + 4 * bank, pdid < 0 ? 0 : 1u << 31 | (unsigned)pdid);
    tn_memory_bind(rdma.memory, bank, pdid);
}

/* Block, bench and board begin anew; memory is empty. */
static inline int rdma_fresh(void **state)
{
    memset(&rdma, 0, sizeof rdma);
    ni_fresh(state);
    rdma.memory = tn_memory_find("mem");
    rdma.board = tn_exv_board_new(exa_node_bits(ni_own), rdma_on_verdict, NULL);
    if (!rdma.memory || !rdma.board)
        return -1;
    tn_memory_clear(rdma.memory);
    tn_memory_domain(rdma.memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(rdma.memory, TN_MEMORY_ERROR);
    tn_reg_write(V_PINS, 1);
    tn_sim_step(3);
    tn_exa_pins_subscribe(rdma_on_pins, NULL);
    tn_axi_subscribe(rdma_on_axi, NULL);
    tn_reject_subscribe(rdma_on_rx, NULL);
    return 0;
}

static inline void rdma_kept(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)ctx;
    if (asked && !failed)
        tn_sim_kept(rule);
}

/* Steps until what was queued has gone in and the block is at rest. */
static inline void rdma_rest(void)
{
    struct still still;
    still_begin(&still);
    while (tn_exa_source_pending(ni.in) && !still_stands(&still, tn_exa_source_pending(ni.in)))
        tn_sim_step(1);
    if (tn_exa_source_pending(ni.in)) {
        still_failed(&rdma.failures, "EXV-FLOW-1", "readiness for the words that were sent");
        fail();
    }
    for (unsigned i = 0; i < 20 && !tn_exv_judge_at_rest(tn_exv_board_judge(rdma.board)); i++)
        tn_sim_step(V_REST);
    tn_sim_step(70);
}

/* Reads the whole debug page and all counters at rest; the board judges them. */
static inline void rdma_read_all(void)
{
    uint8_t bytes[256];
    for (uint32_t at = 0; at < 0x4000; at += sizeof bytes)
        assert_int_equal(ni_answered(tn_axi_read(ni.cpu, at, bytes, sizeof bytes), at), TN_AXI_OKAY);
    for (uint32_t at = NI_ID; at < V_COUNTERS + 0x80; at += 16)
        tn_axi_read128(ni.cpu, at, bytes);
}

static inline int rdma_clean(void **state)
{
    const int rc = ni_clean(state);
    tn_reg_write(V_PINS, 0);
    tn_sim_step(4);
    tn_exv_board_finish(rdma.board);
    tn_exv_board_compare(rdma.board, rdma.memory);
    tn_exv_judge_rules(tn_exv_board_judge(rdma.board), rdma_kept, NULL);
    tn_monitor_clear();
    tn_exv_board_free(rdma.board);
    return rdma.failures ? -1 : rc;
}

/* Data of size bytes at addr, the bytes drawn from mark. */
static inline struct exa_packet rdma_data(struct exa_node src, unsigned tid, unsigned seq, uint64_t addr, unsigned size,
                                          unsigned flags, unsigned pdid, uint8_t mark)
{
    uint8_t data[EXA_MTU];
    struct exa_packet k = {.pdid = (uint16_t)pdid, .dst = ni_own, .src = src, .type = EXA_WRITE, .tid = (uint16_t)tid,
                           .seq = (uint16_t)seq, .first = (flags & V_FIRST) != 0, .last = (flags & V_LAST) != 0,
                           .notify = (flags & V_NOTIFY) != 0};
    for (unsigned i = 0; i < size; i++)
        data[i] = (uint8_t)(mark + 7 * i);
    ni_make(&k, addr, data, size);
    return k;
}

/* A control packet whose notification goes to slot `to` of a mailbox of src. */
static inline struct exa_packet rdma_control(struct exa_node src, unsigned tid, unsigned seq, unsigned to, unsigned pdid,
                                             uint8_t mark)
{
    uint8_t data[32] = {0};
    const uint64_t place = (uint64_t)exa_node_bits(src) << 42 | exa_peripheral_addr(EXA_P_MAILBOX, 16 * to);
    struct exa_packet k = {.pdid = (uint16_t)pdid, .dst = ni_own, .src = src, .type = EXA_DMA_CTL, .tid = (uint16_t)tid,
                           .seq = (uint16_t)seq};
    for (unsigned i = 0; i < 8; i++)
        data[i] = (uint8_t)(place >> 8 * i);
    for (unsigned i = 16; i < 32; i++)
        data[i] = (uint8_t)(mark + i);
    ni_make(&k, exa_peripheral_addr(EXA_P_RDMA, 0), data, sizeof data);
    return k;
}

/* A packetizer's message of size bytes to memory. */
static inline struct exa_packet rdma_message(struct exa_node src, unsigned chan, unsigned number, uint64_t addr,
                                             unsigned size, unsigned pdid)
{
    struct exa_packet k = rdma_data(src, exa_message_tid(chan), number, addr, size, 0, pdid, (uint8_t)number);
    return k;
}

#endif
