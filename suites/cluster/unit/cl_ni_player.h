/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A player of the pins of a CPU's network interface for the test of its judge: accesses, packets
 * and registers one after another, as a script says (cl_ni.md).
 */
#ifndef CL_NI_PLAYER_H
#define CL_NI_PLAYER_H

#include <tn/cluster/cl_ni.h>
#include <tn/cluster/cluster.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { NODE = 3, CPU = 1, FAR_NODE = 5, FAR_CPU = 2, LONG = 1400, SHORT = 200 };
#define HERE   (UINT32_C(3) << 27 | UINT32_C(1) << 25)
#define FAR    (UINT32_C(5) << 27 | UINT32_C(2) << 25 | UINT32_C(0x1000000))
#define ACK_AT (FAR + 0x800) /* where packets want to be acknowledged */

static struct {
    struct tn_cl_ni_judge *judge;
    struct tn_cl_ni_pins p;
    struct tn_rng rng;
    unsigned bug, verdicts, others; /* others: verdicts with another rule than the first */
    uint64_t now;
    void (*every)(void); /* called each cycle, when set */
    char rule[32], found[TN_VERDICT_TEXT];
} t;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (t.verdicts++) {
        t.others += strcmp(t.rule, v->rule) != 0;
        return;
    }
    snprintf(t.rule, sizeof t.rule, "%s", v->rule);
    snprintf(t.found, sizeof t.found, "%llu: %.30s: %.36s", (unsigned long long)v->cycle,
             v->expected, v->found);
}

static void idle(unsigned cycles)
{
    while (cycles--) {
        if (t.every)
            t.every();
        tn_cl_ni_judge_cycle(t.judge, &t.p, t.now++);
    }
}

static void reg_write(unsigned r, uint32_t value)
{
    t.p.reg_wr = true;
    t.p.reg_addr = (uint16_t)(4 * r);
    t.p.reg_wdata = value;
    idle(1);
    t.p.reg_wr = false;
}

static void reg_read(unsigned r, uint32_t value)
{
    t.p.reg_rd = true;
    t.p.reg_addr = (uint16_t)(4 * r);
    idle(1);
    t.p.reg_rd = false;
    t.p.reg_rdata = value;
    idle(1);
}

/* Begins an access of the CPU, which waits. */
static void begin_access(bool wr, uint32_t va, uint32_t value)
{
    t.p.c_valid = true;
    t.p.c_wr = wr;
    t.p.c_va = va;
    t.p.c_wdata = value;
    t.p.c_be = 15;
    idle(2);
}

/* Ends it. */
static void end_access(uint32_t rdata, bool fault)
{
    t.p.c_ready = true;
    t.p.c_rdata = rdata;
    t.p.c_fault = fault;
    idle(1);
    t.p.c_valid = t.p.c_ready = t.p.c_fault = false;
}

static void store(uint32_t va, uint32_t value)
{
    begin_access(true, va, value);
    end_access(0, false);
}

static void load(uint32_t va, uint32_t value)
{
    begin_access(false, va, 0);
    end_access(value, false);
}

/* Makes the words of a packet; returns their number. */
static unsigned make(bool out, unsigned type, const struct cl_body *b, const uint32_t *data,
                     uint32_t word[CL_WORDS_MAX])
{
    static const uint8_t lens[16] = {0, 4, 7, 4, 4, 5, 4, 4, 5};
    uint16_t w[CL_WORDS_MAX + 1] = {0};
    const unsigned len = lens[type] + (data ? b->size / 2u : 0);
    const struct cl_header h = {.dst = (uint8_t)cl_node(b->first),
                                .dst_cpu = (uint8_t)cl_cpu(b->first),
                                .src = out ? NODE : FAR_NODE,
                                .src_cpu = out ? CPU : FAR_CPU,
                                .prio = (uint8_t)cl_type_prio(type),
                                .type = (uint8_t)type,
                                .len = (uint8_t)len};
    for (unsigned i = 0; data && i < b->size / 4u; i++) {
        w[6 + 2 * i] = (uint16_t)data[i];
        w[7 + 2 * i] = (uint16_t)(data[i] >> 16);
    }
    assert_int_equal(cl_encode(&h, b, w), len + 3);
    w[len + 2] = 0;
    for (unsigned i = 0; i < 1 + (len + 1) / 2; i++)
        word[i] = w[2 * i] | (uint32_t)w[2 * i + 1] << 16;
    return 1 + (len + 1) / 2;
}

/* A packet comes. */
static void comes(unsigned type, const struct cl_body *b, const uint32_t *data)
{
    uint32_t word[CL_WORDS_MAX];
    const unsigned n = make(false, type, b, data, word), q = (unsigned)cl_type_prio(type);
    for (unsigned i = 0; i < n; i++) {
        t.p.n_rx_valid = t.p.n_rx_ready = (uint8_t)(1 << q);
        t.p.n_rx_last = (uint8_t)((i + 1 == n) << q);
        t.p.n_rx_data[q] = word[i];
        idle(1);
    }
    t.p.n_rx_valid = 0;
}

/* Words of priority q leave; each waits for a cycle. */
static void words_leave(const uint32_t *word, unsigned n, unsigned q)
{
    for (unsigned i = 0; i < n; i++) {
        t.p.n_tx_valid = (uint8_t)(1 << q);
        t.p.n_tx_last = (uint8_t)((i + 1 == n) << q);
        t.p.n_tx_data[q] = word[i];
        t.p.n_tx_ready = 0;
        idle(1);
        t.p.n_tx_ready = (uint8_t)(1 << q);
        idle(1);
    }
    t.p.n_tx_valid = 0;
}

/* A packet leaves. */
static void leaves(unsigned type, const struct cl_body *b, const uint32_t *data)
{
    uint32_t word[CL_WORDS_MAX];
    words_leave(word, make(true, type, b, data, word), (unsigned)cl_type_prio(type));
}

#define COMES(type, data, ...)  comes(TN_cl_hdr_type_##type, &(struct cl_body){__VA_ARGS__}, data)
#define LEAVES(type, data, ...) leaves(TN_cl_hdr_type_##type, &(struct cl_body){__VA_ARGS__}, data)

/* Addresses of words of a line of the scratchpad: virtual, and global. */
static uint32_t va(unsigned line, unsigned word)
{
    return 0x10000000 + line * CL_LINE + word * 4;
}

static uint32_t at(unsigned line, unsigned word)
{
    return HERE + CL_NI_SCRATCH + line * CL_LINE + word * 4;
}

static void region(unsigned i, uint32_t from, unsigned size, uint32_t to, uint32_t rights)
{
    reg_write(4 * i, from | size);
    reg_write(4 * i + 1, to);
    reg_write(4 * i + 2, rights | CLN_VALID | CLN_RD);
}

static void line(unsigned n, unsigned state)
{
    reg_write(CLN_LINE, state << 16 | n);
    reg_read(CLN_LINE, state << 16 | (uint32_t)CLN_AT_WORK);
    reg_read(CLN_LINE, state << 16);
}

/* Memory at 0, scratchpad at 10000000, the far CPU's at 20000000; the scratchpad to be read alone
 * at 30000000. Lines 0, 1 and 5, 6 are plain, 2 is a command buffer, 3 and 7 counters, 4 a queue
 * with a body of two lines. */
static void begin(void)
{
    static const uint8_t states[8] = {CL_NI_PLAIN, CL_NI_PLAIN, CL_NI_COMMAND, CL_NI_COUNTER,
                                      CL_NI_MRQ,   CL_NI_PLAIN, CL_NI_PLAIN,   CL_NI_COUNTER};
    memset(&t.p, 0, sizeof t.p);
    t.now = 0;
    t.p.cfg_node = NODE;
    t.p.cfg_cpu = CPU;
    t.judge = tn_cl_ni_judge_new(on_verdict, NULL);
    assert_non_null(t.judge);
    t.p.rst = true;
    idle(2);
    t.p.rst = false;
    region(0, 0, 24, HERE, CLN_WR);
    region(1, 0x10000000, 16, HERE + CL_NI_SCRATCH, CLN_WR | CLN_SCRATCHPAD);
    region(2, 0x20000000, 16, FAR, CLN_WR | CLN_SCRATCHPAD | CLN_REMOTE);
    region(3, 0x30000000, 12, HERE + CL_NI_SCRATCH, CLN_SCRATCHPAD);
    for (unsigned i = 0; i < 8; i++)
        line(i, states[i]);
    idle(8);
}

static void end(void)
{
    idle(LONG);
    if (!t.verdicts)
        assert_true(tn_cl_ni_judge_idle(t.judge));
    tn_cl_ni_judge_free(t.judge);
}

#endif
