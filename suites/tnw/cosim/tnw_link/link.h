/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of a TNW link's end: the other end, a judge of each block, items
 * both ways.
 */
#ifndef LINK_H
#define LINK_H

#include "../../../cosim/rule.h"

#include <tn/bfm.h>
#include <tn/tnw/bfm_tnw.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_link_judge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    LINK_WIRE = 7, /* cycles of the wire each way, unless a suite says otherwise */
    LINK_WIRE_MAX = 60,
    /* cycles until UP: 48 for the lanes, 32 each for INIT and READY, four ways through wire and
     * tnw_pcs, and the lanes' skew */
    LINK_UP = 48 + 2 * 32 + 4 * (LINK_WIRE_MAX + 8) + 60,
    LINK_REGISTERS_END = 0x400,
};

static unsigned link_wire = LINK_WIRE;
static struct {
    struct tn_tnw_peer *peer;
    struct tn_tnw_link_judge *judge;
    struct tn_tnw_pcs_judge *pcs;
    struct tn_tnw_items out, in; /* out: items that the DUT injects; in: items that the far end injects */
    unsigned verdicts, unknown;
    bool reset_seen;
} link_;

static inline void link_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&link_.verdicts, v->rule, v);
}

static inline void link_pins(void *ctx, const struct tn_tnw_pins *p)
{
    (void)ctx;
    link_.reset_seen |= p->in.rst;
    if (!link_.reset_seen)
        return;
    link_.unknown += p->unknown && !p->in.rst;
    tn_tnw_link_judge_cycle(link_.judge, &p->in, &p->out, p->cycle);
    tn_tnw_pcs_judge_cycle(link_.pcs, &p->pcs, p->cycle);
}

/* Says whether the suite has to be brief: Icarus takes a thousand times Verilator's time for the
 * tables of 8b/10b. */
static inline bool link_brief(void)
{
    return strcmp(tn_sim_name(), "icarus") == 0;
}

static inline struct tn_tnw_params link_params(void)
{
    return (struct tn_tnw_params){.tx_items_log2 = (uint8_t)tn_sim_param("TX_ITEMS_LOG2"),
                                  .rx_pkts_log2 = (uint8_t)tn_sim_param("RX_PKTS_LOG2")};
}

/* Takes both ends out of reset, with n items to send each way once the link is UP. */
static inline void link_start(unsigned n, unsigned channels, const unsigned skew[4])
{
    const struct tn_tnw_params par = link_params();
    const uint64_t seed = tn_sim_seed();
    memset(&link_, 0, sizeof link_);
    tn_monitor_clear();
    tn_tnw_items_init(&link_.out, seed, n, channels);
    tn_tnw_items_init(&link_.in, seed + 1, n, channels);
    link_.judge = tn_tnw_link_judge_new(&par, link_verdict, NULL);
    link_.pcs = tn_tnw_pcs_judge_new(link_verdict, NULL);
    link_.peer = tn_tnw_peer_new(&par, link_wire, seed, &link_.out, &link_.in);
    assert_true(link_.judge && link_.pcs && link_.peer);
    tn_tnw_peer_skew(link_.peer, skew);
    assert_int_equal(tn_tnw_pins_subscribe(link_pins, NULL), 0);
    tn_sim_reset(6);
}

static inline unsigned link_state(void)
{
    return tn_reg_read(TN_TNW_R_STATUS) & 7;
}

static inline bool link_is_up(void *ctx)
{
    (void)ctx;
    return link_state() == TN_TNW_UP;
}

static inline bool link_all_came(void *ctx)
{
    (void)ctx;
    return link_.out.got == link_.out.want && link_.in.got == link_.in.want;
}

/* Ends a test; packets that are still under way are judged, too. */
static inline int link_stop(void **state)
{
    (void)state;
    tn_tnw_peer_free(link_.peer);
    tn_monitor_clear();
    tn_tnw_link_judge_free(link_.judge);
    tn_tnw_pcs_judge_free(link_.pcs);
    return 0;
}

/* Tells the verdict log which rules of tnw_link and tnw_pcs were asked, none being broken. */
static inline void link_kept(void)
{
    static const char *const rules[] = {
        "TNW-WRD-1", "TNW-PKT-1", "TNW-PKT-2", "TNW-PKT-3", "TNW-PKT-4", "TNW-FB-1",  "TNW-FB-2",
        "TNW-FB-3",  "TNW-FB-4",  "TNW-FB-5",  "TNW-INJ-1", "TNW-RCV-1", "TNW-RCV-2", "TNW-LNK-1",
        "TNW-LNK-2", "TNW-LNK-3", "TNW-LNK-4", "TNW-LNK-5", "TNW-RX-1",  "TNW-RX-2",  "TNW-RX-3",
        "TNW-RX-4",  "TNW-RX-5",  "TNW-RX-6",  "TNW-RX-7",  "TNW-RX-8",  "TNW-RX-9",  "TNW-RX-10",
        "TNW-RX-11", "TNW-TX-1",  "TNW-TX-2",  "TNW-TX-3",  "TNW-TX-4",  "TNW-TX-5",  "TNW-TX-7",
        "TNW-TMO-1", "TNW-TMO-2", "TNW-LAT-1", "TNW-LAT-2", "TNW-LAT-3", "TNW-CNT-1", "TNW-RST-1",
        "TNW-OLD-1",
    };
    static const char *const pcs[] = {"TNW-SYM-1", "TNW-SYM-2", "TNW-PCS-1", "TNW-PCS-2",
                                      "TNW-PCS-3", "TNW-PCS-4", "TNW-PCS-5"};
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        if (tn_tnw_link_judge_asked(link_.judge, rules[i]) &&
            !tn_tnw_link_judge_failed(link_.judge, rules[i]))
            tn_sim_kept(rules[i]);
    for (unsigned i = 0; i < sizeof pcs / sizeof *pcs; i++)
        if (tn_tnw_pcs_judge_asked(link_.pcs, pcs[i]) &&
            !tn_tnw_pcs_judge_broken(link_.pcs, pcs[i]))
            tn_sim_kept(pcs[i]);
}

/* Checks that all items come within n cycles, now that errors have ended (TNW-TX-6). */
static inline void link_settles(uint64_t n)
{
    const bool all = tn_sim_step_until(link_all_came, NULL, n);
    if (all)
        tn_sim_kept("TNW-TX-6");
    else
        link_verdict(NULL, &(struct tn_verdict){.rule = "TNW-TX-6",
                                                .cycle = tn_sim_cycle(),
                                                .expected = "all items, errors having ended",
                                                .found = "some that are still to come"});
    assert_true(all);
}

/* Checks that no item came wrong or twice and that no rule was broken. */
static inline void link_clean(void)
{
    tn_sim_step(200);
    if (link_.out.wrong || link_.in.wrong)
        link_verdict(NULL,
                     &(struct tn_verdict){.rule = "TNW-TX-7",
                                          .cycle = tn_sim_cycle(),
                                          .expected = "each item once, in its channel's order",
                                          .found = "another one"});
    else if (link_all_came(NULL) && link_.out.got && link_.in.got)
        tn_sim_kept("TNW-TX-7");
    for (uint32_t r = 0; r < LINK_REGISTERS_END;
         r += 4) /* unlisted addresses, too: the judge knows the value of every address */
        tn_reg_read(r);
    tn_sim_step(100);
    assert_int_equal(link_.out.wrong, 0);
    assert_int_equal(link_.in.wrong, 0);
    assert_int_equal(link_.unknown, 0);
    assert_int_equal(link_.verdicts, 0);
    assert_int_equal(tn_tnw_link_judge_unsure(link_.judge), 0);
    link_kept();
}

#endif
