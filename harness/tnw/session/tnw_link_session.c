/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a TNW link's end against the model's (checkers/tnw/spec/tnw_link.md): what one side
 * injects the other takes, once, whole, in its channel's order. So what was injected is the model.
 * Faults are of the two lines, of who takes, and of the DUT's state; what is lost is told by
 * STATUS (FAILED, stalled) and the counters LOST and PEER_RESET.
 */
#include "../../replay/session.h"

#include "../dut/tnw_duts.h"

#include "../stimulus/tnw_stimulus.h"

#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/tnw/tnw_fault.h>
#include <tn/tnw/tnw_link_judge.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAYS = 2,
    WIRE = 7,
    UP_CYC = 600,
    LIST = 1 << 14,
    LIMIT = 12000,
    PROBE_CYC = 3000,
    STALLED = 1u << 31
};
enum { BUSY_TURN = 64 }; /* cycles between two looks */

struct run {
    struct tn_session *s;
    struct tn_tnw_stimulus *stimulus;
    struct tn_tnw_peer *peer;
    struct tn_tnw_link_judge *judge;
    struct tn_tnw_pcs_judge *pcs;
    struct tn_tnw_injected *list[WAYS];
    struct tn_tnw_items items[WAYS];
    struct way {
        struct run *r;
        unsigned way;
    } way[WAYS];                   /* contexts of on_item() */
    uint64_t last_due, back[WAYS]; /* back: an item came after the first RESTART behind a fault */
    bool reset_seen;
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    tn_session_differ(r->s, v);
}

static void on_pins(void *ctx, const struct tn_tnw_pins *p)
{
    struct run *r = ctx;
    r->reset_seen |= p->in.rst;
    if (!r->reset_seen)
        return;
    tn_tnw_link_judge_cycle(r->judge, &p->in, &p->out, p->cycle);
    tn_tnw_pcs_judge_cycle(r->pcs, &p->pcs, p->cycle);
}

static void differ(struct run *r, const char *rule, uint64_t cycle, const char *expected,
                   const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = cycle};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    tn_session_differ(r->s, &v);
}

static void on_item(void *ctx, const struct tn_tnw_injected *k, bool right)
{
    struct run *r = ((struct way *)ctx)->r;
    const unsigned way = ((struct way *)ctx)->way;
    const uint64_t restart = tn_tnw_fault_restart((enum tn_tnw_way)way), now = r->items[way].cycle;
    char found[64];
    r->s->tally.out++;
    if (right) {
        r->s->tally.matched++;
        if (restart && now > restart && !r->back[way])
            r->back[way] = now;
        return;
    }
    r->s->tally.wrong++;
    snprintf(found, sizeof found, "another one, channel %u, offset %06x", k->vc, k->offset);
    differ(r, "TNW-TX-7", now, "the item that is due on its channel", found);
}

static unsigned status(struct run *r, bool dut)
{
    return dut ? tn_reg_read(TN_TNW_R_STATUS) : tn_tnw_peer_read(r->peer, TN_TNW_R_STATUS);
}

static bool is_up(struct run *r)
{
    return (status(r, true) & 7) == TN_TNW_UP && (status(r, false) & 7) == TN_TNW_UP;
}

/* Everything of the run but the capture; -ENOMEM. */
static int make_run(struct run *r, const struct tn_session_options *o)
{
    const struct tn_tnw_params par = {.tx_items_log2 = (uint8_t)tn_sim_param("TX_ITEMS_LOG2"),
                                      .rx_pkts_log2 = (uint8_t)tn_sim_param("RX_PKTS_LOG2")};
    for (unsigned way = 0; way < WAYS; way++) {
        r->list[way] = calloc(LIST, sizeof *r->list[way]);
        tn_tnw_items_init(&r->items[way], o->stim.seed + way, 0, 1);
        r->items[way].list = r->list[way];
        r->items[way].took = on_item;
        r->way[way] = (struct way){r, way};
        r->items[way].ctx = &r->way[way];
    }
    r->judge = tn_tnw_link_judge_new(&par, on_verdict, r);
    r->pcs = tn_tnw_pcs_judge_new(on_verdict, r);
    r->peer = tn_tnw_peer_new(&par, WIRE, o->stim.seed, &r->items[0], &r->items[1]);
    return r->judge && r->pcs && r->peer && r->list[0] && r->list[1] ? 0 : -ENOMEM;
}

static int open_capture(struct tn_session *s, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    struct run *r = s->own;
    r->s = s;
    r->stimulus = tn_tnw_stimulus_open(o->capture, &o->stim, o->map, err, err_size);
    if (!r->stimulus)
        return -EINVAL;
    tn_monitor_clear();
    tn_session_begin(s, o);
    if (make_run(r, o) < 0 || tn_tnw_pins_subscribe(on_pins, r) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_tnw_faults(r->peer);
    tn_sim_reset(6);
    for (unsigned i = 0; i < UP_CYC && !is_up(r); i++)
        tn_sim_step(1);
    if (!is_up(r)) {
        snprintf(err, err_size, "the link does not come up");
        return -EIO;
    }
    tn_session_begin(s, o);
    return 0;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    struct tn_tnw_injected item;
    enum tn_tnw_way way;
    const int rc = tn_tnw_stimulus_next(r->stimulus, &item, &way, at);
    if (rc != 1)
        return rc;
    if (r->items[way].want == LIST - 1)
        return 0; /* as much as there is room for; one more for the probe */
    item.due = s->start + *at;
    r->last_due = item.due > r->last_due ? item.due : r->last_due;
    r->list[way][r->items[way].want++] = item;
    s->tally.in++;
    return 1;
}

static const char *error(struct tn_session *s)
{
    struct run *r = s->own;
    return tn_tnw_stimulus_error(r->stimulus);
}

static unsigned long queued(struct tn_session *s)
{
    struct run *r = s->own;
    const unsigned a = r->items[0].want - r->items[0].begun,
                   b = r->items[1].want - r->items[1].begun;
    return a > b ? a : b;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    struct run *r = s->own;
    for (unsigned way = 0; way < WAYS; way++)
        r->items[way].lazy = 20 + (unsigned)(seed + way) % 60;
}

static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    for (unsigned way = 0; way < WAYS; way++)
        if (r->items[way].want > r->items[way].begun)
            r->items[way].want = r->items[way].begun + (r->items[way].beat != 0);
}

static bool all_came(struct run *r)
{
    return r->items[0].got == r->items[0].want && r->items[1].got == r->items[1].want;
}

/* Either end has given up, and says so. */
static bool reported(struct run *r)
{
    return (status(r, true) & 7) == TN_TNW_FAILED || (status(r, false) & 7) == TN_TNW_FAILED ||
           ((status(r, true) | status(r, false)) & STALLED);
}

static void wait_for_all(struct run *r, uint64_t cycles)
{
    for (uint64_t i = 0; i < cycles && !all_came(r); i += BUSY_TURN)
        tn_sim_step(BUSY_TURN);
}

/* One item more each way. */
static void probe(struct run *r)
{
    for (unsigned way = 0; way < WAYS; way++) {
        struct tn_tnw_items *i = &r->items[way];
        if (i->want < LIST)
            r->list[way][i->want++] = (struct tn_tnw_injected){.vc = 7, .offset = 0xffffff};
    }
}

static void tell(struct run *r, const char *found)
{
    tn_session_say(r->s, true, "TNW-LNK-5", "both ends UP, nothing lost", found);
}

/* Counters of what was repaired. */
static bool repaired(struct run *r)
{
    static const uint16_t all[] = {TN_TNW_R_TX_RESTARTS, TN_TNW_R_FB_CRC, TN_TNW_R_FB_SEQ,
                                   TN_TNW_R_FB_CODE, TN_TNW_R_BAD_WORDS};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (tn_reg_read(all[i]) || tn_tnw_peer_read(r->peer, all[i]))
            return true;
    return false;
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    const uint64_t now = tn_sim_cycle();
    wait_for_all(r, (r->last_due > now ? r->last_due - now : 0) + drain + LIMIT);
    probe(r);
    wait_for_all(r, PROBE_CYC);
    tn_sim_step(BUSY_TURN);
    const unsigned missing =
        r->items[0].want + r->items[1].want - r->items[0].got - r->items[1].got;
    if (missing && reported(r)) {
        s->tally.lost = missing;
        tell(r, "FAILED or stalled");
    } else if (missing) {
        s->tally.hung = true;
        tn_session_note(s, tn_sim_cycle(), "hang");
    }
    s->tally.corrected = repaired(r);
    for (unsigned way = 0; way < WAYS; way++)
        if (r->back[way] && r->back[way] - tn_tnw_fault_began() > s->tally.recovery)
            s->tally.recovery = r->back[way] - tn_tnw_fault_began();
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    struct run *r = s->own;
    snprintf(out, size, "%u items from the DUT, %u to it; %u and %u came", r->items[0].begun,
             r->items[1].begun, r->items[0].got, r->items[1].got);
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_tnw_faults(NULL);
    tn_tnw_peer_free(r->peer);
    tn_monitor_clear();
    tn_tnw_link_judge_free(r->judge);
    tn_tnw_pcs_judge_free(r->pcs);
    tn_tnw_stimulus_close(r->stimulus);
    for (unsigned way = 0; way < WAYS; way++)
        free(r->list[way]);
}

const struct tn_session_ops tn_tnw_link_session = {
    .size = sizeof(struct run),
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
