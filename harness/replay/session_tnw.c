/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a TNW link's end against the model's (checkers/spec/tnw_link.md): what one side
 * injects the other takes, once, whole, in its channel's order. So what was injected is the model.
 * Faults are of the two lines, of who takes, and of the DUT's state; what is lost is told by
 * STATUS (FAILED, stalled) and the counters LOST and PEER_RESET.
 */
#include "session.h"

#include "../dut/tnw_duts.h"

#include "tnw_stimulus.h"

#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/tnw_fault.h>
#include <tn/tnw_link_watch.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 2, WIRE = 7, UP_CYC = 600, LIST = 1 << 14, LIMIT = 12000, PROBE_CYC = 3000, STALLED = 1u << 31 };
enum { BUSY_TURN = 64 }; /* cycles between two looks */

static struct {
    struct tn_session_tally *t;
    struct tn_tnw_stimulus *stimulus;
    struct tn_tnw_far *far;
    struct tn_tnw_watch *watch;
    struct tn_tnw_pcs_watch *pcs;
    struct tn_tnw_item *list[WAYS];
    struct tn_tnw_items items[WAYS];
    uint64_t last_due, back[WAYS]; /* back: an item came after the first RESTART behind a fault */
    bool reset_seen;
} run;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    tn_session_note(v->cycle, v->rule);
    tn_session_hand_over(v);
}

static void on_pins(void *ctx, const struct tn_tnw_pins *p)
{
    (void)ctx;
    run.reset_seen |= p->in.rst;
    if (!run.reset_seen)
        return;
    tn_tnw_watch_cycle(run.watch, &p->in, &p->out, p->cycle);
    tn_tnw_pcs_watch_cycle(run.pcs, &p->pcs, p->cycle);
}

static void differ(const char *rule, uint64_t cycle, const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = cycle};
    tn_session_note(cycle, rule);
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    tn_session_hand_over(&v);
}

static void on_item(void *ctx, const struct tn_tnw_item *k, bool right)
{
    const unsigned way = ctx == &run.items[TN_TNW_TO_DUT];
    const uint64_t restart = tn_tnw_fault_restart((enum tn_tnw_way)way), now = run.items[way].cycle;
    char found[64];
    run.t->out++;
    if (right) {
        run.t->matched++;
        if (restart && now > restart && !run.back[way])
            run.back[way] = now;
        return;
    }
    run.t->wrong++;
    snprintf(found, sizeof found, "another one, channel %u, offset %06x", k->vc, k->offset);
    differ("TNW-TX-7", now, "the item that is due on its channel", found);
}

static unsigned status(bool dut)
{
    return dut ? tn_reg_read(TN_TNW_R_STATUS) : tn_tnw_far_read(run.far, TN_TNW_R_STATUS);
}

static bool is_up(void)
{
    return (status(true) & 7) == TN_TNW_UP && (status(false) & 7) == TN_TNW_UP;
}

/* Everything of the run but the capture; -ENOMEM. */
static int parts(const struct tn_session_options *o)
{
    const struct tn_tnw_params par = {.tx_items_log2 = (uint8_t)tn_sim_param("TX_ITEMS_LOG2"),
                                      .rx_pkts_log2 = (uint8_t)tn_sim_param("RX_PKTS_LOG2")};
    for (unsigned way = 0; way < WAYS; way++) {
        run.list[way] = calloc(LIST, sizeof *run.list[way]);
        tn_tnw_items_init(&run.items[way], o->stim.seed + way, 0, 1);
        run.items[way].list = run.list[way];
        run.items[way].took = on_item;
        run.items[way].ctx = &run.items[way];
    }
    run.watch = tn_tnw_watch_new(&par, on_verdict, NULL);
    run.pcs = tn_tnw_pcs_watch_new(on_verdict, NULL);
    run.far = tn_tnw_far_new(&par, WIRE, o->stim.seed, &run.items[0], &run.items[1]);
    return run.watch && run.pcs && run.far && run.list[0] && run.list[1] ? 0 : -ENOMEM;
}

static int open_capture(const struct tn_session_options *o, char *err, size_t err_size)
{
    memset(&run, 0, sizeof run);
    run.stimulus = tn_tnw_stimulus_open(o->capture, &o->stim, o->map, err, err_size);
    if (!run.stimulus)
        return -EINVAL;
    tn_monitor_clear();
    run.t = tn_session_begin(o);
    if (parts(o) < 0 || tn_tnw_pins_subscribe(on_pins, NULL) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_tnw_faults(run.far);
    tn_sim_reset(6);
    for (unsigned i = 0; i < UP_CYC && !is_up(); i++)
        tn_sim_step(1);
    if (!is_up()) {
        snprintf(err, err_size, "the link does not come up");
        return -EIO;
    }
    run.t = tn_session_begin(o);
    return 0;
}

static int next(uint64_t *at)
{
    struct tn_tnw_item item;
    enum tn_tnw_way way;
    const int rc = tn_tnw_stimulus_next(run.stimulus, &item, &way, at);
    if (rc != 1)
        return rc;
    if (run.items[way].want == LIST - 1)
        return 0; /* as much as there is room for; one more for the probe */
    item.due = tn_session_start() + *at;
    run.last_due = item.due > run.last_due ? item.due : run.last_due;
    run.list[way][run.items[way].want++] = item;
    run.t->in++;
    return 1;
}

static const char *error(void)
{
    return tn_tnw_stimulus_error(run.stimulus);
}

static unsigned long queued(void)
{
    const unsigned a = run.items[0].want - run.items[0].begun, b = run.items[1].want - run.items[1].begun;
    return a > b ? a : b;
}

static void stall(uint64_t seed)
{
    for (unsigned way = 0; way < WAYS; way++)
        run.items[way].lazy = 20 + (unsigned)(seed + way) % 60;
}

static void flush(void)
{
    for (unsigned way = 0; way < WAYS; way++)
        if (run.items[way].want > run.items[way].begun)
            run.items[way].want = run.items[way].begun + (run.items[way].beat != 0);
}

static bool all_came(void)
{
    return run.items[0].got == run.items[0].want && run.items[1].got == run.items[1].want;
}

/* Either end has given up, and says so. */
static bool reported(void)
{
    return (status(true) & 7) == TN_TNW_FAILED || (status(false) & 7) == TN_TNW_FAILED ||
           ((status(true) | status(false)) & STALLED);
}

static void wait_for_all(uint64_t cycles)
{
    for (uint64_t i = 0; i < cycles && !all_came(); i += BUSY_TURN)
        tn_sim_step(BUSY_TURN);
}

/* One item more each way. */
static void probe(void)
{
    for (unsigned way = 0; way < WAYS; way++) {
        struct tn_tnw_items *i = &run.items[way];
        if (i->want < LIST)
            run.list[way][i->want++] = (struct tn_tnw_item){.vc = 7, .offset = 0xffffff};
    }
}

static void tell(const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = "TNW-LNK-5", .cycle = tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "both ends UP, nothing lost");
    snprintf(v.found, sizeof v.found, "%s", found);
    tn_session_tell(&v);
    tn_session_hand_over(&v);
}

/* Counters of what was repaired. */
static bool repaired(void)
{
    static const uint16_t all[] = {TN_TNW_R_TX_RESTARTS, TN_TNW_R_FB_CRC, TN_TNW_R_FB_SEQ, TN_TNW_R_FB_CODE,
                                   TN_TNW_R_BAD_WORDS};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (tn_reg_read(all[i]) || tn_tnw_far_read(run.far, all[i]))
            return true;
    return false;
}

static void finish(uint64_t drain)
{
    const uint64_t now = tn_sim_cycle();
    wait_for_all((run.last_due > now ? run.last_due - now : 0) + drain + LIMIT);
    probe();
    wait_for_all(PROBE_CYC);
    tn_sim_step(BUSY_TURN);
    const unsigned missing = run.items[0].want + run.items[1].want - run.items[0].got - run.items[1].got;
    if (missing && reported()) {
        run.t->lost = missing;
        tell("FAILED or stalled");
    } else if (missing) {
        run.t->hung = true;
        tn_session_note(tn_sim_cycle(), "hang");
    }
    run.t->corrected = repaired();
    for (unsigned way = 0; way < WAYS; way++)
        if (run.back[way] && run.back[way] - tn_tnw_fault_began() > run.t->recovery)
            run.t->recovery = run.back[way] - tn_tnw_fault_began();
}

static void summary(char *out, size_t size)
{
    snprintf(out, size, "%u items from the DUT, %u to it; %u and %u came", run.items[0].begun, run.items[1].begun,
             run.items[0].got, run.items[1].got);
}

static void close_session(void)
{
    tn_tnw_faults(NULL);
    tn_tnw_far_free(run.far);
    tn_monitor_clear();
    tn_tnw_watch_free(run.watch);
    tn_tnw_pcs_watch_free(run.pcs);
    tn_tnw_stimulus_close(run.stimulus);
    for (unsigned way = 0; way < WAYS; way++)
        free(run.list[way]);
}

const struct tn_session_ops tn_tnw_link_session = {
    .open = open_capture,
    .next = next,
    .error = error,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_session,
};
