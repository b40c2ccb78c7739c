/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of two nodes of a TNW torus (checkers/spec/tnw_torus.md): software on both sends what a
 * capture of a cable has, by TNW's library, and each message must come whole (session_torus_judge.c).
 * Faults are of the cable's lines, of the hosts' TLPs and of the DUT's state.
 *
 * The programs of the nodes are coroutines below one of the session's own, so that time passes in
 * step() alone, wherever they wait.
 */
#include "session.h"
#include "session_torus.h"
#include "session.h"

#include "../dut/tnw_duts.h"

#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/tnw_wire_fault.h>

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

static struct {
    struct tn_session_tally *t;
    struct tn_torus_stimulus *stimulus;
    struct tn_torus_run r;
    ucontext_t session, driver;
    uint8_t *stack;
    unsigned phase;      /* cycles since the last turn */
    uint64_t last_due;
    bool opened;
    uint32_t before[2 * TN_TORUS_NODES]; /* TLPs by monitor, while the nodes were opened */
} run;

static int give_time(void *ctx)
{
    (void)ctx;
    if (swapcontext(&run.driver, &run.session) != 0)
        return -EIO;
    return 0;
}

static void drive(void)
{
    int result[TN_TORUS_NODES];
    tn_tnw_spmd(TN_TORUS_NODES, tn_torus_program, &run.r, give_time, NULL, result);
    run.r.ended[0] = run.r.ended[1] = true;
    for (;;)
        give_time(NULL);
}

static int start_driver(void)
{
    run.stack = malloc(STACK);
    if (!run.stack || getcontext(&run.driver) != 0)
        return -ENOMEM;
    run.driver.uc_stack.ss_sp = run.stack;
    run.driver.uc_stack.ss_size = STACK;
    run.driver.uc_link = &run.session;
    makecontext(&run.driver, drive, 0);
    return 0;
}

static void count_tlp(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    if (!run.opened && ev->point < 2 * TN_TORUS_NODES)
        run.before[ev->point]++;
}

static void step(uint64_t n)
{
    const uint64_t end = tn_sim_cycle() + n;
    while (tn_sim_cycle() < end) {
        if (run.phase >= TURN) {
            run.phase = 0;
            tn_tnw_wire_turn();
            swapcontext(&run.session, &run.driver);
            tn_tnw_bench_hosts(&run.r.b);
            if (tn_sim_cycle() >= end)
                break; /* a fault has taken some */
        }
        const uint64_t left = end - tn_sim_cycle(), part = left < TURN - run.phase ? left : TURN - run.phase;
        tn_sim_step(part);
        run.phase += (unsigned)part;
    }
    tn_torus_judge_lines();
}

static bool both(const bool *set)
{
    return set[0] && set[1];
}

static int open_capture(const struct tn_session_options *o, char *err, size_t err_size)
{
    memset(&run, 0, sizeof run);
    run.stimulus = tn_torus_stimulus_open(o->capture, &o->stim, o->map, err, err_size);
    if (!run.stimulus)
        return -EINVAL;
    run.t = tn_session_begin(o);
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        run.r.post[k] = calloc(TN_TORUS_LIST, sizeof *run.r.post[k]);
    const int rc = !run.r.post[0] || !run.r.post[1] ? -ENOMEM : tn_tnw_bench_open(&run.r.b, 3, o->stim.seed);
    if (rc || run.r.b.nodes != TN_TORUS_NODES || start_driver() < 0) {
        snprintf(err, err_size, "not a torus of two nodes (tnw_torus-pair, tnw_torus-symbols), or out of memory");
        return rc ? rc : -ENODEV;
    }
    run.r.b.reg_cyc = REG_CYC;
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        tn_tnw_wc_init(&run.r.wc[k], &tn_tnw_bench_io, &run.r.b.node[k], o->stim.seed * 8 + k + 1);
    tn_state_settle("u_dut");
    tn_tnw_wire_faults(&run.r.b);
    if (tn_monitor_subscribe(count_tlp, NULL) < 0 || tn_torus_judge_open(&run.r) < 0)
        return -ENOMEM;
    run.phase = TURN;
    for (unsigned i = 0; i < UP_CYC && !both(run.r.opened); i += TURN)
        step(TURN);
    if (!both(run.r.opened)) {
        snprintf(err, err_size, "the nodes do not open");
        return -EIO;
    }
    run.t = tn_session_begin(o);
    run.r.start = run.r.moved = tn_sim_cycle();
    run.opened = true;
    tn_torus_judge_begin(run.t);
    return 0;
}

static int next(uint64_t *at)
{
    struct tn_torus_message m;
    const int rc = tn_torus_stimulus_next(run.stimulus, &m);
    if (rc != 1)
        return rc;
    if (run.r.want[m.from] == TN_TORUS_LIST - 1)
        return 0; /* as much as there is room for; one more for the probe */
    run.r.post[m.from][run.r.want[m.from]++].m = m;
    run.last_due = m.due > run.last_due ? m.due : run.last_due;
    *at = m.due;
    run.t->in++;
    return 1;
}

static const char *error(void)
{
    return tn_torus_stimulus_error(run.stimulus);
}

static uint32_t before(const char *link)
{
    for (unsigned k = 0; k < 2 * TN_TORUS_NODES; k++)
        if (strcmp(tn_monitor_point(k), link) == 0)
            return run.before[k];
    return 0;
}

static unsigned long queued(void)
{
    const unsigned a = run.r.want[0] - run.r.begun[0], b = run.r.want[1] - run.r.begun[1];
    return a > b ? a : b;
}

/* Host memory answers reads in any order and in parts. */
static void stall(uint64_t seed)
{
    run.r.b.read_swing = 50 + (unsigned)(seed % 100);
}

/* (the next one may be under way: a credit, and a send, read registers before they do anything) */
static void flush(void)
{
    for (unsigned k = 0; k < TN_TORUS_NODES; k++) {
        const unsigned most = 1 + (run.r.given[k] > run.r.begun[k] ? run.r.given[k] : run.r.begun[k]);
        run.r.want[k] = run.r.want[k] < most ? run.r.want[k] : most;
    }
}

static bool all_ended(void)
{
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        for (unsigned i = 0; i < run.r.want[k]; i++)
            if (run.r.post[k][i].end == TN_TORUS_OPEN || run.r.post[k][i].get_open)
                return false;
    return true;
}

static void wait_for_all(void)
{
    uint64_t from = tn_sim_cycle();
    while (!all_ended()) {
        const uint64_t moved = run.r.moved > from ? run.r.moved : from;
        const bool one = run.r.gave_up[0] || run.r.gave_up[1];
        if (tn_sim_cycle() > moved + (one ? GAVE_UP_CYC : STILL_CYC))
            return;
        step(TURN);
    }
}

static void probe(void)
{
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        if (run.r.want[k] < TN_TORUS_LIST)
            run.r.post[k][run.r.want[k]++].m = (struct tn_torus_message){.from = k, .vc = PROBE_VC, .len = 128};
}

static void finish(uint64_t drain)
{
    const uint64_t now = tn_sim_cycle(), due = run.r.start + run.last_due;
    (void)drain;
    if (due > now && !all_ended())
        step(due - now);
    wait_for_all();
    if (all_ended()) {
        probe();
        wait_for_all();
    }
    run.r.look = !all_ended();
    run.r.closing = true;
    for (unsigned i = 0; i < LOOK_CYC && !both(run.r.ended); i += TURN)
        step(TURN);
    step(SETTLE_CYC);
    tn_torus_judge_end();
}

static void close_session(void)
{
    tn_tnw_wire_faults(NULL);
    tn_tnw_bench_close(&run.r.b);
    tn_torus_stimulus_close(run.stimulus);
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        free(run.r.post[k]);
    free(run.stack);
}

const struct tn_session_ops tn_tnw_torus_session = {
    .open = open_capture,
    .next = next,
    .error = error,
    .step = step,
    .before = before,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = tn_torus_judge_summary,
    .close = close_session,
};
