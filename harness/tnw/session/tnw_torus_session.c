/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of two nodes of a TNW torus (checkers/tnw/spec/tnw_torus.md): software on both sends what a
 * capture of a cable has, by TNW's library, and each message must come whole (tnw_torus_judge.c).
 * Faults are of the cable's lines, of the hosts' TLPs and of the DUT's state.
 *
 * The programs of the nodes are coroutines below one of the session's own, so that time passes in
 * step() alone, wherever they wait.
 */
#include "../../replay/session.h"
#include "tnw_torus_session.h"

#include "../dut/tnw_duts.h"

#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/tnw/tnw_wire_fault.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum {
    STACK = 256 * 1024,
    TURN = 4,
    UP_CYC = 4000,
    REG_CYC = 600,   /* the host's own timeout for a register read */
    GAVE_UP_CYC = 500, /* ... when a node has given up: what comes yet is under way */
    STILL_CYC = 1800, /* nothing ends for so long: it never will (timeouts are 1000 cycles and less) */
    LOOK_CYC = 3000,
    SETTLE_CYC = 64,
    PROBE_VC = 7,
};

struct run {
    struct tn_session *s;
    struct tn_torus_stimulus *stimulus;
    struct tn_torus_run nodes;
    ucontext_t session, driver;
    uint8_t *stack;
    unsigned phase;      /* cycles since the last turn */
    uint64_t last_due;
    bool opened;
    uint32_t before[2 * TN_TORUS_NODES]; /* TLPs by monitor, while the nodes were opened */
};

static int give_time(void *ctx)
{
    struct run *r = ctx;
    if (swapcontext(&r->driver, &r->session) != 0)
        return -EIO;
    return 0;
}

/* The driver's coroutine: its run, in two halves, as makecontext() gives it. */
static void drive(unsigned high, unsigned low)
{
    struct run *r = (struct run *)((uintptr_t)high << 32 | low);
    int result[TN_TORUS_NODES];
    tn_tnw_spmd(TN_TORUS_NODES, tn_torus_program, &r->nodes, give_time, r, result);
    r->nodes.ended[0] = r->nodes.ended[1] = true;
    for (;;)
        give_time(r);
}

static int start_driver(struct run *r)
{
    r->stack = malloc(STACK);
    if (!r->stack || getcontext(&r->driver) != 0)
        return -ENOMEM;
    r->driver.uc_stack.ss_sp = r->stack;
    r->driver.uc_stack.ss_size = STACK;
    r->driver.uc_link = &r->session;
    const uint64_t at = (uintptr_t)r;
    makecontext(&r->driver, (void (*)(void))drive, 2, (unsigned)(at >> 32), (unsigned)at);
    return 0;
}

static void count_tlp(void *ctx, const struct tn_event *ev)
{
    struct run *r = ctx;
    if (!r->opened && ev->point < 2 * TN_TORUS_NODES)
        r->before[ev->point]++;
}

static void step(struct tn_session *s, uint64_t n)
{
    struct run *r = s->own;
    const uint64_t end = tn_sim_cycle() + n;
    while (tn_sim_cycle() < end) {
        if (r->phase >= TURN) {
            r->phase = 0;
            tn_tnw_wire_turn();
            swapcontext(&r->session, &r->driver);
            tn_tnw_bench_hosts(&r->nodes.b);
            if (tn_sim_cycle() >= end)
                break; /* a fault has taken some */
        }
        const uint64_t left = end - tn_sim_cycle(),
                       part = left < TURN - r->phase ? left : TURN - r->phase;
        tn_sim_step(part);
        r->phase += (unsigned)part;
    }
    tn_torus_judge_lines(&r->nodes);
}

static bool both(const bool *set)
{
    return set[0] && set[1];
}

static int open_capture(struct tn_session *s, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    struct run *r = s->own;
    r->s = r->nodes.s = s;
    r->stimulus = tn_torus_stimulus_open(o->capture, &o->stim, o->map, err, err_size);
    if (!r->stimulus)
        return -EINVAL;
    tn_session_begin(s, o);
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        r->nodes.post[k] = calloc(TN_TORUS_LIST, sizeof *r->nodes.post[k]);
    const int rc = !r->nodes.post[0] || !r->nodes.post[1]
                       ? -ENOMEM
                       : tn_tnw_bench_open(&r->nodes.b, 3, o->stim.seed);
    if (rc || r->nodes.b.nodes != TN_TORUS_NODES || start_driver(r) < 0) {
        snprintf(err, err_size, "not a torus of two nodes (tnw_torus-pair, tnw_torus-symbols), or out of memory");
        return rc ? rc : -ENODEV;
    }
    r->nodes.b.reg_cyc = REG_CYC;
    for (unsigned k = 0; k < TN_TORUS_NODES; k++) {
        r->nodes.buffers[k].run = &r->nodes;
        tn_tnw_wc_init(&r->nodes.buffers[k].wc, &tn_tnw_bench_io, &r->nodes.b.node[k],
                       o->stim.seed * 8 + k + 1);
    }
    tn_state_settle("u_dut");
    tn_tnw_wire_faults(&r->nodes.b);
    if (tn_monitor_subscribe(count_tlp, r) < 0 || tn_torus_judge_open(&r->nodes) < 0)
        return -ENOMEM;
    r->phase = TURN;
    for (unsigned i = 0; i < UP_CYC && !both(r->nodes.opened); i += TURN)
        step(s, TURN);
    if (!both(r->nodes.opened)) {
        snprintf(err, err_size, "the nodes do not open");
        return -EIO;
    }
    tn_session_begin(s, o);
    r->nodes.start = r->nodes.moved = tn_sim_cycle();
    r->opened = true;
    tn_torus_judge_begin(&r->nodes);
    return 0;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    struct tn_torus_message m;
    const int rc = tn_torus_stimulus_next(r->stimulus, &m);
    if (rc != 1)
        return rc;
    if (r->nodes.want[m.from] == TN_TORUS_LIST - 1)
        return 0; /* as much as there is room for; one more for the probe */
    r->nodes.post[m.from][r->nodes.want[m.from]++].m = m;
    r->last_due = m.due > r->last_due ? m.due : r->last_due;
    *at = m.due;
    s->tally.in++;
    return 1;
}

static const char *error(struct tn_session *s)
{
    struct run *r = s->own;
    return tn_torus_stimulus_error(r->stimulus);
}

static uint32_t before(struct tn_session *s, const char *link)
{
    struct run *r = s->own;
    for (unsigned k = 0; k < 2 * TN_TORUS_NODES; k++)
        if (strcmp(tn_monitor_point(k), link) == 0)
            return r->before[k];
    return 0;
}

static unsigned long queued(struct tn_session *s)
{
    struct run *r = s->own;
    const unsigned a = r->nodes.want[0] - r->nodes.begun[0],
                   b = r->nodes.want[1] - r->nodes.begun[1];
    return a > b ? a : b;
}

/* Host memory answers reads in any order and in parts. */
static void stall(struct tn_session *s, uint64_t seed)
{
    struct run *r = s->own;
    r->nodes.b.read_swing = 50 + (unsigned)(seed % 100);
}

/* (the next one may be under way: a credit, and a send, read registers before they do anything) */
static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    for (unsigned k = 0; k < TN_TORUS_NODES; k++) {
        const unsigned most =
            1 + (r->nodes.given[k] > r->nodes.begun[k] ? r->nodes.given[k] : r->nodes.begun[k]);
        r->nodes.want[k] = r->nodes.want[k] < most ? r->nodes.want[k] : most;
    }
}

static bool all_ended(struct run *r)
{
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        for (unsigned i = 0; i < r->nodes.want[k]; i++)
            if (r->nodes.post[k][i].end == TN_TORUS_OPEN || r->nodes.post[k][i].get_open)
                return false;
    return true;
}

static void wait_for_all(struct run *r)
{
    uint64_t from = tn_sim_cycle();
    while (!all_ended(r)) {
        const uint64_t moved = r->nodes.moved > from ? r->nodes.moved : from;
        const bool one = r->nodes.gave_up[0] || r->nodes.gave_up[1];
        if (tn_sim_cycle() > moved + (one ? GAVE_UP_CYC : STILL_CYC))
            return;
        step(r->s, TURN);
    }
}

static void probe(struct run *r)
{
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        if (r->nodes.want[k] < TN_TORUS_LIST)
            r->nodes.post[k][r->nodes.want[k]++].m =
                (struct tn_torus_message){.from = k, .vc = PROBE_VC, .len = 128};
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    const uint64_t now = tn_sim_cycle(), due = r->nodes.start + r->last_due;
    (void)drain;
    if (due > now && !all_ended(r))
        step(s, due - now);
    wait_for_all(r);
    if (all_ended(r)) {
        probe(r);
        wait_for_all(r);
    }
    r->nodes.look = !all_ended(r);
    r->nodes.closing = true;
    for (unsigned i = 0; i < LOOK_CYC && !both(r->nodes.ended); i += TURN)
        step(s, TURN);
    step(s, SETTLE_CYC);
    tn_torus_judge_end(&r->nodes);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    struct run *r = s->own;
    tn_torus_judge_summary(&r->nodes, out, size);
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_tnw_wire_faults(NULL);
    tn_tnw_bench_close(&r->nodes.b);
    tn_torus_stimulus_close(r->stimulus);
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        free(r->nodes.post[k]);
    free(r->stack);
}

const struct tn_session_ops tn_tnw_torus_session = {
    .size = sizeof(struct run),
    .open = open_capture,
    .next = next,
    .error = error,
    .step = step,
    .before = before,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_session,
};
