/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of ExaNet's sender: its registers, its descriptors, memory behind it, the board beside
 * it (checkers/exanet/spec/exa_dma.md).
 */
#ifndef DMA_H
#define DMA_H

#include "../../../cosim/size.h"
#include "../../../cosim/still.h"

#include <tn/axi.h>
#include <tn/exanet/exa_dma_board.h>
#include <tn/memory.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    D_OWN = 0x1000, /* the bench's registers */
    D_PINS = 0x1004,
    D_REGION = 0x8000, /* of output 0's control messages */
    D_BANK = 0x40000,
    D_ID = 0x40400,
    D_FAULT = 0x40410,
    D_CTL_DROP = 0x4041c,
    D_COUNTERS = 0x40440,
    D_OUTPUTS = 0x40500,
    D_REST = 400,   /* cycles after which the block is at rest */
    D_AWAKE = 1200, /* cycles in which the block may clear its memory */
};

static const struct exa_node dma_own = {5, 6, 7, 1, 0x42};

static struct {
    struct tn_axi_master *cpu;
    struct tn_exa_source *in;
    struct tn_sink *out[TN_EXD_OUTS];
    struct tn_memory *memory;
    struct tn_exd_board *board;
    unsigned outs, txns;
    unsigned failures;
    const char *ours; /* a rule that the test breaks itself */
} dma;

static inline struct tn_exd_judge *dma_judge(void)
{
    return tn_exd_board_judge(dma.board);
}

static inline const struct tn_exd *dma_model(void)
{
    return tn_exd_judge_model(dma_judge());
}

static inline void dma_on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (strncmp(v->found, "s_exa", 5) != 0 && !(dma.ours && strcmp(dma.ours, v->rule) == 0))
        rule_broken(&dma.failures, v->rule, v);
}

static inline void dma_on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    (void)ctx;
    tn_exd_board_pins(dma.board, seen);
}

static inline void dma_on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    (void)ctx;
    tn_exd_board_axi(dma.board, port, seen);
}

static inline void dma_on_pulse(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx, (void)dir, (void)cause;
    tn_exd_board_pulse(dma.board, cycle, port);
}

/* Block, bench and board begin anew; memory is empty. */
static inline int dma_fresh(void **state)
{
    (void)state;
    memset(&dma, 0, sizeof dma);
    tn_monitor_clear();
    tn_reg_write(D_OWN, exa_node_bits(dma_own));
    tn_reg_write(D_PINS, 1);
    tn_sim_reset(4);
    dma.outs = (unsigned)tn_sim_param("OUT_N");
    dma.txns = 1u << tn_sim_param("TXN_LOG2");
    dma.cpu = tn_axi_find("cpu");
    dma.in = tn_exa_source_find("s_exa");
    for (unsigned p = 0; p < dma.outs; p++) {
        char name[] = "m_exa0";
        name[5] = (char)('0' + p);
        dma.out[p] = tn_sink_find(name);
        assert_non_null(dma.out[p]);
    }
    dma.memory = tn_memory_find("mem");
    dma.board = tn_exd_board_new(exa_node_bits(dma_own), dma_on_verdict, NULL);
    if (!dma.cpu || !dma.in || !dma.memory || !dma.board)
        return -1;
    tn_memory_clear(dma.memory);
    tn_memory_domain(dma.memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(dma.memory, TN_MEMORY_ERROR);
    tn_handshake_subscribe(dma_on_verdict, NULL);
    tn_exa_pins_subscribe(dma_on_pins, NULL);
    tn_axi_subscribe(dma_on_axi, NULL);
    tn_reject_subscribe(dma_on_pulse, NULL);
    tn_sim_step(D_AWAKE);
    return 0;
}

static inline void dma_kept(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)ctx;
    if (asked && !failed)
        tn_sim_kept(rule);
}

static inline int dma_clean(void **state)
{
    (void)state;
    tn_axi_judge_finish();
    tn_reg_write(D_PINS, 0);
    tn_sim_step(4);
    tn_exd_board_finish(dma.board);
    tn_exd_judge_rules(dma_judge(), dma_kept, NULL);
    tn_monitor_clear();
    tn_exd_board_free(dma.board);
    return dma.failures ? -1 : 0;
}

/* The response of an access to addr; one that has none ends the test, and has its row. */
static inline int dma_answered(int resp, uint32_t addr)
{
    char what[40];
    if (resp != -ETIMEDOUT)
        return resp;
    snprintf(what, sizeof what, "answer to an access to %05x", (unsigned)addr);
    still_failed(&dma.failures, "AXI-RSP-3", what);
    fail();
    return resp;
}

static inline void dma_bind(unsigned bank, int pdid)
{
    const uint32_t addr = D_BANK + 4 * bank;
    dma_answered(tn_axi_write32(dma.cpu, addr, pdid < 0 ? 0 : 1u << 31 | (unsigned)pdid), addr);
    tn_memory_bind(dma.memory, bank, pdid);
}

/* Returns word 2 of a descriptor. */
static inline uint64_t dma_status(unsigned t)
{
    uint64_t v = 0;
    const uint32_t addr = TN_EXD_DESC * t + 16;
    dma_answered(tn_axi_read64(dma.cpu, addr, &v), addr);
    return v;
}

static inline bool dma_is_over(uint64_t status)
{
    return status >> 57 & 1 || status >> 60 & 1;
}

/* Steps until the block is at rest. The board is late by up to 64 cycles, so that the first step is always done. */
static inline void dma_rest(void)
{
    tn_sim_step(D_REST);
    for (unsigned i = 0; i < 400 && !tn_exd_judge_at_rest(dma_judge()) && !dma.failures && !tn_exd_judge_is_unsure(dma_judge()); i++)
        tn_sim_step(D_REST);
}

/* Reads all counters and the descriptors; the board judges them. */
static inline void dma_read_all(void)
{
    uint8_t bytes[256];
    for (uint32_t at = 0; at < TN_EXD_DESC * dma.txns; at += 128)
        dma_answered(tn_axi_read(dma.cpu, at, bytes, 128), at);
    for (uint32_t at = D_ID; at < D_OUTPUTS + 0x20 * dma.outs; at += 16)
        if (at != D_FAULT)
            dma_answered(tn_axi_read128(dma.cpu, at, bytes), at);
}

/* Takes all entries out of the queue of faults. */
static inline void dma_take_faults(void)
{
    uint8_t bytes[16] = {0};
    unsigned n = 0;
    do
        dma_answered(tn_axi_read128(dma.cpu, D_FAULT, bytes), D_FAULT);
    while (bytes[3] & 0x80 && n++ < 2 * dma.txns && !dma.failures);
}

#endif
