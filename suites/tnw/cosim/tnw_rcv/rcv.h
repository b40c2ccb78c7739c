/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of TNW's reception side: six links, memory and software around the
 * DUT, and its judge.
 */
#ifndef RCV_H
#define RCV_H

#include "../../../cosim/rule.h"

#include <tn/bfm.h>
#include <tn/tnw/bfm_tnw_rcv.h>
#include <tn/rng.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_forge.h>
#include <tn/tnw/tnw_rcv_judge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    RCV_SETTLED = 30, /* cycles after which registers show earlier events */
    RCV_FREE = 16,    /* cycles after a notification until the credit's place is used again */
    RCV_NOFIT = 0xfffff8,
    RCV_REGISTERS_END = 0x1000,
};

static struct {
    struct tn_tnw_links *links;
    struct tn_tnw_rcv_judge *judge;
    struct tn_rng rng;
    unsigned places; /* credits of a (link, channel) */
    bool last_en;
    unsigned verdicts, unknown;
    bool reset_seen;
    uint64_t digest; /* a digest of all outputs since reset */
} rcv;

static inline void rcv_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&rcv.verdicts, v->rule, v);
}

static inline void rcv_digest(uint64_t word)
{
    rcv.digest = (rcv.digest ^ word) * 0x100000001b3;
}

static inline void rcv_pins(void *ctx, const struct tn_block_cycle *c)
{
    struct tn_tnw_rcv_in in;
    struct tn_tnw_rcv_out out;
    (void)ctx;
    const bool unknown = tn_tnw_rcv_pins(c, &in, &out);
    rcv.reset_seen |= in.rst;
    if (!rcv.reset_seen)
        return;
    rcv.unknown += unknown && !in.rst;
    tn_tnw_rcv_judge_cycle(rcv.judge, &in, &out, c->cycle);
    if (in.rst)
        return;
    rcv_digest(out.rcv_take | (uint64_t)out.reg_rdata << 8 | (uint64_t)out.m_wr_valid << 40);
    if (out.m_wr_valid)
        rcv_digest(out.m_wr_addr ^ out.m_wr_data[0]);
}

static inline int rcv_start(void **state)
{
    const long log2 = tn_sim_param("CREDIT_LOG2");
    const bool last_en = tn_sim_param("LAST_EN");
    const struct tn_tnw_rcv_params par = {.credit_log2 = (uint8_t)log2, .last_en = last_en};
    (void)state;
    memset(&rcv, 0, sizeof rcv);
    rcv.last_en = last_en;
    tn_monitor_clear();
    tn_rng_seed(&rcv.rng, tn_sim_seed(), 1);
    rcv.places = 1u << log2;
    rcv.judge = tn_tnw_rcv_judge_new(&par, rcv_verdict, NULL);
    rcv.links = tn_tnw_links_new(tn_sim_seed());
    assert_true(rcv.judge && rcv.links);
    assert_int_equal(tn_block_subscribe(rcv_pins, NULL), 0);
    tn_sim_reset(6);
    return 0;
}

static inline int rcv_stop(void **state)
{
    (void)state;
    tn_tnw_links_free(rcv.links);
    tn_monitor_clear();
    tn_tnw_rcv_judge_free(rcv.judge);
    return 0;
}

static inline uint32_t rcv_window(unsigned id, unsigned reg)
{
    return tn_tnw_links_read(rcv.links, tn_tnw_rcv_addr(id, reg));
}

static inline uint32_t rcv_count(unsigned reg)
{
    return tn_tnw_links_read(rcv.links, (uint16_t)reg);
}

/* Gives a credit by six register writes, one a cycle, from now on. */
static inline void rcv_give(unsigned id, uint64_t base, uint32_t length, uint64_t notify,
                            uint32_t tag)
{
    const uint32_t reg[TN_TNW_RCV_RW] = {(uint32_t)base,   (uint32_t)(base >> 32),  length, tag,
                                         (uint32_t)notify, (uint32_t)(notify >> 32)};
    for (unsigned i = 0; i < TN_TNW_RCV_RW; i++)
        assert_int_equal(tn_tnw_links_write(rcv.links, tn_tnw_rcv_addr(id, 4 * i), reg[i]), 0);
}

static inline void rcv_fill(uint8_t bytes[TNW_PAYLOAD], uint64_t what)
{
    tn_tnw_fill(what, bytes, TNW_PAYLOAD);
}

/* Offers a packet whose bytes are drawn from `what`. */
static inline void rcv_offer(unsigned id, uint32_t offset, uint64_t what)
{
    uint8_t bytes[TNW_PAYLOAD];
    rcv_fill(bytes, what);
    assert_int_equal(tn_tnw_links_offer(rcv.links, id, offset, bytes), 0);
}

/* Offers the last packet of a message. */
static inline void rcv_offer_last(unsigned id, uint32_t offset, uint64_t what)
{
    rcv_offer(id, offset + (rcv.last_en ? TNW_LAST : 0), what);
}

/* Checks that memory has the packet drawn from `what` at an address. */
static inline void rcv_at(uint64_t addr, uint64_t what)
{
    uint8_t bytes[TNW_PAYLOAD], found[TNW_PAYLOAD];
    rcv_fill(bytes, what);
    for (unsigned i = 0; i < TNW_PAYLOAD; i += TN_TNW_RCV_BEAT) /* addresses wrap at 2^64 */
        tn_memory_peek(tn_tnw_links_memory(rcv.links), addr + i, found + i, TN_TNW_RCV_BEAT);
    assert_memory_equal(found, bytes, sizeof bytes);
}

/* Checks the fields of the k-th notification. */
static inline void rcv_noted(unsigned k, uint64_t addr, unsigned id, uint32_t bytes, unsigned cause,
                             uint32_t tag)
{
    assert_true(tn_tnw_links_notes(rcv.links) > k);
    const struct tn_tnw_rcv_note *n = tn_tnw_links_note(rcv.links, k);
    assert_int_equal(n->addr, addr);
    assert_int_equal(n->note.kind, 0);
    assert_int_equal(n->note.link, id / TNW_VCS);
    assert_int_equal(n->note.vc, id % TNW_VCS);
    assert_true(n->note.valid);
    assert_int_equal(n->note.cause, cause);
    assert_int_equal(n->note.bytes, bytes);
    assert_int_equal(n->note.tag, tag);
}

static inline unsigned rcv_packets(void)
{
    const char *s = getenv("TN_PACKETS");
    const long n = s ? atol(s) : 0;
    return n < 60 ? 60 : n > 20000 ? 20000 : (unsigned)n;
}

/* Tells the verdict log which rules were asked and kept. */
static inline void rcv_kept(void)
{
    static const char *const rules[] = {"TNW-WR-1",  "TNW-CRD-1", "TNW-CRD-2", "TNW-CRD-3",
                                        "TNW-CRD-4", "TNW-CRD-5", "TNW-CRD-6", "TNW-CRD-7",
                                        "TNW-CRD-8", "TNW-CRD-9", "TNW-ARB-1", "TNW-LAT-4",
                                        "TNW-LAT-5", "TNW-INV-2", "TNW-CNT-2"};
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        if (tn_tnw_rcv_judge_asked(rcv.judge, rules[i]) &&
            !tn_tnw_rcv_judge_failed(rcv.judge, rules[i]))
            tn_sim_kept(rules[i]);
}

/* Checks that no rule was broken, after reading the counters and unlisted addresses: behind the
 * counters, and behind the registers of a few windows. */
static inline void rcv_clean(void)
{
    static const unsigned windows[] = {0, 13, 18, 30, 47};
    tn_sim_step(RCV_SETTLED);
    for (unsigned r = TN_TNW_RCV_COUNTERS; r < RCV_REGISTERS_END; r += 4)
        rcv_count(r);
    for (unsigned i = 0; i < sizeof windows / sizeof *windows; i++)
        for (unsigned r = TN_TNW_RCV_CREDITS; r < TN_TNW_RCV_WINDOW; r += 4)
            rcv_window(windows[i], r);
    tn_sim_step(RCV_SETTLED);
    assert_int_equal(rcv.verdicts, 0);
    assert_int_equal(rcv.unknown, 0);
    assert_int_equal(tn_tnw_links_odd(rcv.links), 0);
    assert_int_equal(tn_tnw_rcv_judge_unsure(rcv.judge), 0);
    rcv_kept();
}

#endif
