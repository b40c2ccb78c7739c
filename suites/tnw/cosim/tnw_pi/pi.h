/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of TNW's processor interface: the host around the DUT, and its
 * judges.
 */
#ifndef PI_H
#define PI_H

#include "../../../cosim/rule.h"

#include <tn/bfm.h>
#include <tn/tnw/bfm_tnw_pi.h>
#include <tn/rng.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_forge.h>
#include <tn/tnw/tnw_get_judge.h>
#include <tn/tnw/tnw_pi_judge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    PI_SETTLED = 60, /* cycles after which nothing is under way when neither host nor links are slow */
    PI_GRACE = 1500, /* cycles that a test goes on waiting behind a judge's first verdict */
    PI_RID = 0x4200,
};
static const uint64_t PI_BAR0 = 0x00000000f8000000, PI_BAR2 = 0x0000380000000000;

static struct {
    struct tn_tnw_host *host;
    struct tn_tnw_pi_judge *judge;
    struct tn_tnw_get_judge *get;
    struct tn_rng rng;
    struct tn_tnw_pi_params par;
    unsigned verdicts, unknown;
    uint64_t judged_at; /* cycle of the first verdict */
    bool reset_seen;
    bool anything_goes;           /* judges may become unsure, where the page leaves the block a choice */
    bool nget[TN_TNW_PI_WINDOWS]; /* windows to whose link and channel a descriptor was given */
} pi;

static inline void pi_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (!pi.verdicts)
        pi.judged_at = tn_sim_cycle();
    rule_broken(&pi.verdicts, v->rule, v);
}

struct pi_wait {
    bool (*came)(void *ctx);
    void *ctx;
};

static inline bool pi_wait_over(void *ctx)
{
    const struct pi_wait *w = ctx;
    return w->came(w->ctx) || (pi.verdicts && tn_sim_cycle() > pi.judged_at + PI_GRACE);
}

/* Waits until came() holds, for at most so many cycles, or PI_GRACE cycles behind a judge's
 * verdict. When came() does not hold then, the test fails; unless a judge gave a verdict, the
 * missing event breaks the rule. */
static inline void pi_wait(const char *rule, const char *what, bool (*came)(void *ctx), void *ctx,
                           uint64_t cycles)
{
    struct pi_wait w = {came, ctx};
    char text[160];
    tn_sim_step_until(pi_wait_over, &w, cycles);
    if (came(ctx))
        return;
    snprintf(text, sizeof text, "expected %s; found nothing in %llu cycles", what,
             (unsigned long long)cycles);
    if (!pi.verdicts) {
        print_message("%s cycle %llu: %s\n", rule, (unsigned long long)tn_sim_cycle(), text);
        tn_sim_failed(rule, tn_sim_cycle(), 0, text);
    }
    fail_msg("expected %s", what);
}

static inline void pi_pins(void *ctx, const struct tn_block_cycle *c)
{
    struct tn_tnw_pi_in in;
    struct tn_tnw_pi_out out;
    (void)ctx;
    const bool unknown = tn_tnw_pi_pins(c, &in, &out);
    pi.reset_seen |= in.rst;
    if (!pi.reset_seen)
        return;
    pi.unknown += unknown && !in.rst;
    tn_tnw_pi_judge_cycle(pi.judge, &in, &out, c->cycle);
    tn_tnw_get_judge_cycle(pi.get, &in, &out, c->cycle);
}

/* Says whether an item may be Nget's, which the judge of Nget compares with its descriptors. */
static inline bool pi_is_nget(void *ctx, const struct tn_tnw_item *item, uint64_t at)
{
    (void)ctx;
    (void)at;
    return pi.nget[item->link * 8 + item->vc];
}

static inline uint64_t pi_nget_asks_at(void *ctx)
{
    (void)ctx;
    return tn_tnw_get_judge_asks_at(pi.get);
}

static inline int pi_start(void **state)
{
    (void)state;
    memset(&pi, 0, sizeof pi);
    tn_monitor_clear();
    tn_rng_seed(&pi.rng, tn_sim_seed(), 1);
    pi.par = (struct tn_tnw_pi_params){.off_log2 = (uint8_t)tn_sim_param("OFF_LOG2"),
                                       .item_log2 = (uint8_t)tn_sim_param("ITEM_LOG2"),
                                       .tag_log2 = (uint8_t)tn_sim_param("TAG_LOG2"),
                                       .desc_log2 = (uint8_t)tn_sim_param("DESC_LOG2"),
                                       .last_en = tn_sim_param("LAST_EN")};
    pi.judge = tn_tnw_pi_judge_new(
        &pi.par,
        &(struct tn_tnw_pi_judge_hooks){.item = pi_is_nget, .get_asks_at = pi_nget_asks_at},
        pi_verdict, NULL);
    pi.get = tn_tnw_get_judge_new(&pi.par, pi_verdict, NULL);
    pi.host = tn_tnw_host_new(tn_sim_seed(), PI_RID, PI_BAR0, PI_BAR2);
    assert_true(pi.judge && pi.get && pi.host);
    assert_int_equal(tn_block_subscribe(pi_pins, NULL), 0);
    tn_sim_reset(6);
    return 0;
}

static inline int pi_stop(void **state)
{
    (void)state;
    tn_tnw_host_free(pi.host);
    tn_monitor_clear();
    tn_tnw_pi_judge_free(pi.judge);
    tn_tnw_get_judge_free(pi.get);
    return 0;
}

/* Returns the address in BAR2 of a byte of a window; id is 8 x link + channel. */
static inline uint64_t pi_window(unsigned id, uint64_t byte)
{
    return PI_BAR2 + ((uint64_t)id << tn_tnw_pi_window_log2(&pi.par)) + byte;
}

/* Returns what makes such an address one of `last`; 0 without LAST_EN. */
static inline uint64_t pi_last(void)
{
    return pi.par.last_en ? 1ull << (pi.par.off_log2 + 4) : 0;
}

static inline void pi_write(uint16_t reg, uint32_t value)
{
    assert_int_equal(tn_tnw_host_reg_write(pi.host, reg, value), 0);
}

static inline uint32_t pi_read(uint16_t reg)
{
    return tn_tnw_host_reg_read(pi.host, reg);
}

static inline uint32_t pi_window_reg(unsigned id, unsigned reg)
{
    return pi_read(tn_tnw_pi_addr(id, reg));
}

static inline void pi_fill(uint8_t *bytes, size_t n, uint64_t what)
{
    tn_tnw_fill(what, bytes, n);
}

/* Puts n bytes, drawn from `what`, into a window by one TLP. */
static inline void pi_put(unsigned id, uint64_t byte, size_t n, uint64_t what)
{
    uint8_t bytes[TN_TNW_PI_PAYLOAD];
    pi_fill(bytes, n, what);
    assert_int_equal(tn_tnw_host_write(pi.host, pi_window(id, byte), bytes, n), 0);
}

/* Puts item `index` into a window by two TLPs of 64 bytes; the item's 128 bytes are drawn from
 * `what`. */
static inline void pi_put_item(unsigned id, uint32_t index, uint64_t what)
{
    uint8_t bytes[TNW_PAYLOAD];
    pi_fill(bytes, sizeof bytes, what);
    for (unsigned half = 0; half < TNW_PAYLOAD; half += 64)
        assert_int_equal(tn_tnw_host_write(pi.host,
                                           pi_window(id, (uint64_t)index * TNW_PAYLOAD + half),
                                           bytes + half, 64),
                         0);
}

/* Checks that the k-th item that links took has this window, this offset and the bytes drawn from
 * `what`. */
static inline void pi_item(unsigned k, unsigned id, uint32_t offset, uint64_t what)
{
    uint8_t bytes[TNW_PAYLOAD];
    assert_true(tn_tnw_host_items(pi.host) > k);
    const struct tn_tnw_item *i = tn_tnw_host_item(pi.host, k);
    assert_int_equal(i->link * 8 + i->vc, id);
    assert_int_equal(i->offset, offset);
    pi_fill(bytes, sizeof bytes, what);
    assert_memory_equal(i->data, bytes, sizeof bytes);
}

static inline bool pi_tlps_are_sent(void *ctx)
{
    (void)ctx;
    return tn_tnw_host_waiting(pi.host) == 0;
}

static inline bool pi_writes_are_sent(void *ctx)
{
    (void)ctx;
    return tn_tnw_host_m_wr_waiting(pi.host) == 0;
}

static inline bool pi_few_wait(void *ctx)
{
    return tn_tnw_host_waiting(pi.host) <= *(const unsigned *)ctx;
}

/* Waits until at most so many TLPs of the host wait to be sent. */
static inline void pi_room(unsigned most)
{
    pi_wait("TNW-PI-1", "TLPs of the host taken", pi_few_wait, &most, 20000);
}

/* Waits until the host has sent all TLPs and the block has worked them off. */
static inline void pi_settle(void)
{
    pi_wait("TNW-PI-1", "all TLPs of the host taken", pi_tlps_are_sent, NULL, 100000);
    pi_wait("TNW-LAT-6", "all writes of tnw_rcv taken", pi_writes_are_sent, NULL, 20000);
    tn_sim_step(PI_SETTLED);
}

static inline unsigned pi_packets(void)
{
    const char *s = getenv("TN_PACKETS");
    const long n = s ? atol(s) : 0;
    const long most = strcmp(tn_sim_name(), "icarus") == 0 ? 200 : 4000;
    return n < 60 ? 60 : n > most ? (unsigned)most : (unsigned)n;
}

/* Tells the verdict log which rules were asked and kept. */
static inline void pi_kept(void)
{
    static const char *const rules[] = {
        "TNW-PI-1",  "TNW-PI-2",  "TNW-PI-3",  "TNW-PI-4",   "TNW-PI-5",   "TNW-PI-6",
        "TNW-PI-7",  "TNW-PI-8",  "TNW-PI-9",  "TNW-PI-10",  "TNW-PI-11",  "TNW-PI-12",
        "TNW-PUT-1", "TNW-PUT-2", "TNW-PUT-3", "TNW-PUT-4",  "TNW-PUT-5",  "TNW-PUT-6",
        "TNW-PUT-7", "TNW-PUT-8", "TNW-PUT-9", "TNW-PUT-10", "TNW-PUT-11", "TNW-PUT-12",
        "TNW-ARB-2", "TNW-LAT-7", "TNW-CNT-3",
    };
    static const char *const of_get[] = {
        "TNW-PI-13", "TNW-PI-14", "TNW-PI-15", "TNW-PI-16",  "TNW-LAT-6", "TNW-LAT-8",
        "TNW-GET-1", "TNW-GET-2", "TNW-GET-3", "TNW-GET-4",  "TNW-GET-5", "TNW-GET-6",
        "TNW-GET-7", "TNW-GET-8", "TNW-GET-9", "TNW-GET-10", "TNW-ARB-2",
    };
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        if (tn_tnw_pi_judge_asked(pi.judge, rules[i]) &&
            !tn_tnw_pi_judge_failed(pi.judge, rules[i]))
            tn_sim_kept(rules[i]);
    for (unsigned i = 0; i < sizeof of_get / sizeof *of_get; i++)
        if (tn_tnw_get_judge_asked(pi.get, of_get[i]) &&
            !tn_tnw_get_judge_failed(pi.get, of_get[i]))
            tn_sim_kept(of_get[i]);
}

/* Checks that no rule was broken, after reading the counters and unlisted addresses: beside the
 * counters, behind the last window and the last engine, behind the registers of a window and of an
 * engine. */
static inline void pi_clean(void)
{
    static const struct {
        uint16_t from, to;
    } look[] = {{TN_TNW_PI_R_FEATURES, TN_TNW_PI_R_REORDER_TMO},
                {TN_TNW_PI_R_CAUSE + 4, 0x100},
                {0x6000, 0x6040},
                {0x6200, 0x6240},
                {0x6bc0, 0x6c40},
                {0x8028, 0x8100},
                {0x8600, 0x8628},
                {0x8800, 0x8828}};
    pi_settle();
    for (unsigned i = 0; i < sizeof look / sizeof *look; i++)
        for (uint16_t r = look[i].from; r < look[i].to; r += 4)
            pi_read(r);
    tn_sim_step(PI_SETTLED);
    assert_int_equal(pi.verdicts, 0);
    assert_int_equal(pi.unknown, 0);
    if (!pi.anything_goes) {
        assert_int_equal(tn_tnw_pi_judge_unsure(pi.judge), 0);
        assert_int_equal(tn_tnw_get_judge_unsure(pi.get), 0);
    }
    pi_kept();
}

#define PI_TEST(f) cmocka_unit_test_setup_teardown(f, pi_start, pi_stop)

#endif
