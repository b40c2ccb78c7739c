/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of two nodes of a TNW torus (checkers/spec/tnw_torus.md): software on both sends what a
 * capture of a cable has, by TNW's library, and each message must come whole. Faults are of the
 * cable's lines, of the hosts' TLPs and of the DUT's state. A sign is an error that the library gives,
 * a rule that the lines break, a write elsewhere; where a message is missing, a register, too.
 *
 * The programs of the nodes are coroutines below one of the session's own, so that time passes in
 * step() alone, wherever they wait.
 */
#include "session.h"
#include "session_torus.h"
#include "session_tnw.h"

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
    unsigned verdicts;   /* of the lines' rules that were counted */
    unsigned strays;
    uint64_t restart;    /* cycle of the first RESTART behind a fault */
    uint64_t last_due;
    bool watching;
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

static void differ(const char *rule, const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    tn_session_note(v.cycle, rule);
    tn_session_hand_over(&v);
}

static void tell(const char *rule, const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    tn_session_tell(&v);
    tn_session_hand_over(&v);
}

/* A write of a node to its host's memory lies in a message's place, or in the notifications'. */
static void on_tlp(void *ctx, const struct tn_event *ev)
{
    struct tn_tlp t;
    char found[64];
    (void)ctx;
    if (!run.watching && ev->point < 2 * TN_TORUS_NODES)
        run.before[ev->point]++;
    if (!run.watching || ev->point % 2 == 0 || ev->point / 2 >= TN_TORUS_NODES ||
        tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t) || t.kind != TN_TLP_MWR)
        return;
    const unsigned node = ev->point / 2;
    const uint64_t first = tn_torus_target(!node, 0), notes = first - 0x100000 + TN_TNW_AT_NOTES;
    const uint64_t end = t.addr + t.payload_len;
    if ((t.addr >= first && end <= tn_torus_target(!node, run.r.given[!node])) ||
        (t.addr >= notes && end <= notes + TNW_LIB_NOTES))
        return;
    snprintf(found, sizeof found, "%u bytes at %llx of node %u", (unsigned)t.payload_len, (unsigned long long)t.addr,
             node);
    run.t->wrong += run.strays++ == 0;
    differ("TNW-TOR-7", "writes to the memory of credits and notifications", found);
}

static void on_tap(void *ctx, const struct tn_exa_tap_seen *seen)
{
    const unsigned node = seen->id / TN_TNW_BENCH_TAPS, tap = seen->id % TN_TNW_BENCH_TAPS;
    const struct tnw_word w = {(uint32_t)seen->data, (uint8_t)(seen->data >> 32 & 15)};
    (void)ctx;
    if (seen->id >= TN_TNW_BENCH_WIRES || node >= TN_TORUS_NODES || tap >= TN_TNW_BENCH_TAP_TAKE)
        return;
    tn_tnw_wire_seen(node, tap, seen->cycle, seen->head & 1);
    if (!run.restart && tn_tnw_wire_began() && tap < 2 && !(seen->head & 1) && tnw_classify(w) == TNW_SET &&
        tnw_ctl_decode(w.data).code == TNW_RESTART)
        run.restart = seen->cycle;
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
    /* (what an error has left of a packet breaks rules, too, and is no sign: nobody but us judges lines) */
    for (; run.watching && run.verdicts < run.r.b.verdicts; run.verdicts++)
        if (run.verdicts == 0 && !tn_tnw_wire_began())
            tell("TNW-TOR-6", "lines that keep TNW's rules", run.r.b.said);
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
    if (rc || run.r.b.nodes != TN_TORUS_NODES || run.r.b.pcs || start_driver() < 0) {
        snprintf(err, err_size, "not a torus of two nodes without symbols (tnw_torus-pair), or out of memory");
        return rc ? rc : -ENODEV;
    }
    run.r.b.reg_cyc = REG_CYC;
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        tn_tnw_wc_init(&run.r.wc[k], &tn_tnw_bench_io, &run.r.b.node[k], o->stim.seed * 8 + k + 1);
    tn_state_settle("u_dut");
    tn_tnw_wire_faults(true);
    if (tn_monitor_subscribe(on_tlp, NULL) < 0 || tn_exa_tap_subscribe(on_tap, NULL) < 0)
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
    run.watching = true;
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

static unsigned count(void)
{
    unsigned missing = 0;
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        for (unsigned i = 0; i < run.r.want[k]; i++) {
            const struct tn_torus_post *p = &run.r.post[k][i];
            const uint64_t began = tn_tnw_wire_began();
            char found[64];
            snprintf(found, sizeof found, "message %u of node %u", i + 1, k);
            run.t->out += p->end == TN_TORUS_RIGHT || p->end == TN_TORUS_OTHER;
            run.t->matched += p->end == TN_TORUS_RIGHT;
            missing += p->end == TN_TORUS_OPEN || p->end == TN_TORUS_TOLD;
            if (p->end == TN_TORUS_OTHER) {
                run.t->wrong++;
                differ("TNW-TOR-6", "each message whole", found);
            } else if (p->end == TN_TORUS_TOLD) {
                tell("TNW-TOR-7", "messages without a cause", found);
            } else if (p->end == TN_TORUS_RIGHT && run.restart && p->cycle > run.restart && began &&
                       (!run.t->recovery || p->cycle - began < run.t->recovery)) {
                run.t->recovery = p->cycle - began;
            }
        }
    return missing;
}

static void say_signs(void)
{
    for (unsigned k = 0; k < TN_TORUS_NODES; k++) {
        char found[96];
        if (run.r.gave_up[k]) {
            snprintf(found, sizeof found, "%s at node %u", strerror(-run.r.gave_up[k]), k);
            tell("TNW-TOR-7", "no error of the library", found);
        }
        if (run.r.told[k]) {
            snprintf(found, sizeof found, "register %04x of node %u", run.r.told[k], k);
            tell("TNW-TOR-7", "no error in a register", found);
        }
    }
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
    const unsigned missing = count();
    say_signs();
    if (missing && run.t->told)
        run.t->lost = missing;
    else if (missing) {
        run.t->hung = true;
        tn_session_note(tn_sim_cycle(), "hang");
    }
    run.t->corrected = run.restart != 0;
}

static void summary(char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size, "%u messages from node 0, %u from node 1", run.r.want[0], run.r.want[1]);
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        for (unsigned i = 0; i < run.r.want[k] && at < size; i++) {
            const struct tn_torus_post *p = &run.r.post[k][i];
            if (p->end == TN_TORUS_OPEN || p->get_open)
                at += (size_t)snprintf(out + at, size - at, "; number %u of node %u by %s: credit %s, %s", i + 1, k,
                                       p->m.get ? "Nget" : "Pput", p->credited ? "given" : "not given",
                                       !p->sent                     ? "not sent"
                                       : p->end != TN_TORUS_OPEN    ? "came, but Nget has no end"
                                                                    : "sent");
        }
}

static void close_session(void)
{
    tn_tnw_wire_faults(false);
    tn_tnw_bench_close(&run.r.b);
    tn_torus_stimulus_close(run.stimulus);
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        free(run.r.post[k]);
    free(run.stack);
}

const struct tn_session tn_tnw_torus_session = {
    .dut = "tnw_torus",
    .packets = "messages",
    .scope = "u_dut",
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
