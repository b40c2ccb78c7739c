/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of TNW's reception side alone (checkers/spec/tnw_nwp.md 1 to 4): the messages of a captured
 * cable are offered by six links, each into a credit that software gave, and must lie in host memory
 * when their notification does. Faults are of the two ports for data, and of the DUT's state; what
 * tells is a notification's cause, and where a message is missing the counters.
 */
#include "session_block.h"
#include "session.h"

#include "../dut/tnw_duts.h"

#include <tn/bfm.h>
#include <tn/bfm_tnw_rcv.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/tnw_port_fault.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN = 4,        /* cycles between two looks of software */
    LEAD = 200,      /* cycles that a credit is given before its message */
    ACCESSES = 24,   /* that wait at most */
    FULL = 16,       /* packets that wait in a channel at most */
    STILL_CYC = 2500, /* nothing ends for so long: it never will */
    SETTLE_CYC = 64,
    PROBE_IDS = 2,
};
static const unsigned probe_id[PROBE_IDS] = {0, TN_TNW_RCV_IDS - 1};

static struct {
    struct tn_session_tally *t;
    struct tn_block_source source;
    struct tn_tnw_six *six;
    struct tn_block_post *post;
    unsigned want, given, places;
    unsigned open[TN_TNW_RCV_IDS]; /* credits */
    bool reset; /* of link 0 is due */
    unsigned phase;
    uint64_t last_due, moved;
    unsigned strays;
} run;

/* A write that is no message's and no notification's. */
static void on_pins(void *ctx, const struct tn_block_cycle *c)
{
    struct tn_tnw_rcv_in in;
    struct tn_tnw_rcv_out out;
    char found[48];
    (void)ctx;
    tn_tnw_rcv_pins(c, &in, &out);
    if (in.rst || !run.t || !out.m_wr_valid || !in.m_wr_ready || !out.m_wr_first)
        return;
    if (tn_block_is_place(run.post, run.given, out.m_wr_addr, out.m_wr_last ? TNW_NOTE : TNW_PAYLOAD) ||
        run.strays++)
        return;
    run.t->wrong++;
    snprintf(found, sizeof found, "%016llx", (unsigned long long)out.m_wr_addr);
    tn_block_differ("TNW-CRD-4", "writes to messages and notifications", found);
}

static void give(void)
{
    while (run.given < run.want && tn_tnw_six_accesses(run.six) < ACCESSES) {
        struct tn_block_post *p = &run.post[run.given];
        if (tn_sim_cycle() + LEAD < tn_session_start() + p->m.due || run.open[p->id] == run.places ||
            tn_tnw_six_is_down(run.six, p->id / TNW_VCS) || run.reset)
            return;
        const uint64_t base = tn_block_place(run.given), note = tn_block_note(run.given);
        const uint32_t reg[TN_TNW_RCV_RW] = {(uint32_t)base, (uint32_t)(base >> 32),  p->m.len, run.given,
                                             (uint32_t)note, (uint32_t)(note >> 32)};
        for (unsigned i = 0; i < TN_TNW_RCV_RW; i++)
            tn_tnw_six_write(run.six, tn_tnw_rcv_addr(p->id, 4 * i), reg[i]);
        run.open[p->id]++;
        run.given++;
    }
}

/* The next packet of each channel's oldest message that is due. */
static void offer(void)
{
    bool behind[TN_TNW_RCV_IDS] = {false};
    for (unsigned k = 0; k < run.given; k++) {
        struct tn_block_post *p = &run.post[k];
        if (p->done * TNW_PAYLOAD == p->m.len || behind[p->id])
            continue;
        behind[p->id] = true;
        if (tn_sim_cycle() < tn_session_start() + p->m.due || tn_tnw_six_waiting(run.six, p->id) >= FULL ||
            tn_tnw_six_is_down(run.six, p->id / TNW_VCS))
            continue;
        tn_tnw_six_offer(run.six, p->id, p->done * TNW_PAYLOAD / TN_TNW_RCV_BEAT, p->m.data + p->done * TNW_PAYLOAD);
        p->done++;
    }
}

/* Link 0 is reset when no credit is half given. Who does it knows that its messages are lost. */
static void reset_link(void)
{
    run.reset |= tn_tnw_port_reset(TN_TNW_SIX_RCV, tn_sim_cycle());
    if (!run.reset || tn_tnw_six_accesses(run.six))
        return;
    run.reset = false;
    tn_tnw_six_flush(run.six, 0);
    for (unsigned k = 0; k < run.given; k++) {
        struct tn_block_post *p = &run.post[k];
        if (p->id / TNW_VCS != 0 || p->end != TN_BLOCK_OPEN)
            continue;
        p->end = TN_BLOCK_TOLD;
        p->done = p->m.len / TNW_PAYLOAD;
        run.open[p->id]--;
    }
}

static void look(void)
{
    for (unsigned k = 0; k < run.given; k++) {
        if (run.post[k].end != TN_BLOCK_OPEN)
            continue;
        tn_block_look(tn_tnw_six_memory(run.six), run.post, k, 0, true);
        if (run.post[k].end == TN_BLOCK_OPEN)
            continue;
        run.moved = tn_sim_cycle();
        run.open[run.post[k].id]--;
    }
}

static void step(uint64_t n)
{
    const uint64_t end = tn_sim_cycle() + n;
    while (tn_sim_cycle() < end) {
        if (run.phase == TURN) {
            run.phase = 0;
            look();
            reset_link();
            give();
            offer();
        }
        const uint64_t left = end - tn_sim_cycle(), part = left < TURN - run.phase ? left : TURN - run.phase;
        tn_sim_step(part);
        run.phase += (unsigned)part;
    }
}

static int open_capture(const struct tn_session_options *o, char *err, size_t err_size)
{
    static const char *const ports[TN_TNW_SIX_PORTS] = {"rcv", "m_wr"};
    memset(&run, 0, sizeof run);
    run.source.stimulus = tn_torus_stimulus_open(o->capture, &o->stim, o->map, err, err_size);
    if (!run.source.stimulus)
        return -EINVAL;
    tn_monitor_clear();
    run.places = 1u << tn_sim_param("CREDIT_LOG2");
    run.post = calloc(TN_BLOCK_LIST, sizeof *run.post);
    run.six = tn_tnw_six_new(o->stim.seed);
    if (!run.post || !run.six || tn_block_subscribe(on_pins, NULL) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_tnw_six_ports(run.six, tn_tnw_port_faults(ports, TN_TNW_SIX_PORTS));
    tn_tnw_port_reset(TN_TNW_SIX_RCV, 0);
    tn_sim_reset(6);
    run.t = tn_session_begin(o);
    run.moved = tn_sim_cycle();
    run.phase = TURN;
    return 0;
}

/* Each way of the cable is three links here. */
static void post(const struct tn_torus_message *m, unsigned id)
{
    run.post[run.want].m = *m;
    run.post[run.want++].id = id;
    run.t->in++;
}

static int next(uint64_t *at)
{
    struct tn_torus_message m;
    const int rc = tn_block_next(&run.source, &m);
    if (rc != 1)
        return rc;
    if (run.want == TN_BLOCK_LIST - PROBE_IDS)
        return 0;
    post(&m, (3 * m.from + run.want % 3) * TNW_VCS + m.vc);
    run.last_due = m.due > run.last_due ? m.due : run.last_due;
    *at = m.due;
    return 1;
}

static const char *error(void)
{
    return tn_torus_stimulus_error(run.source.stimulus);
}

static unsigned long queued(void)
{
    return run.want - run.given;
}

static void stall(uint64_t seed)
{
    tn_tnw_six_ready(run.six, 2 + (unsigned)(seed % 14));
}

static void flush(void)
{
    run.want = run.given;
}

static void wait_for_all(void)
{
    const uint64_t from = tn_sim_cycle();
    for (;;) {
        const uint64_t moved = run.moved > from ? run.moved : from;
        bool open = run.given < run.want;
        for (unsigned k = 0; k < run.given; k++)
            open |= run.post[k].end == TN_BLOCK_OPEN;
        if (!open || tn_sim_cycle() > moved + STILL_CYC)
            return;
        step(TURN);
    }
}

/* What says that something went wrong. */
static void read_signs(void)
{
    static const uint16_t counts[] = {TN_TNW_RCV_NOFIT, TN_TNW_RCV_BAD, TN_TNW_RCV_NO_ROOM, TN_TNW_RCV_FLUSHED};
    char found[40];
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint32_t n = tn_tnw_six_read(run.six, counts[i]);
        if (n == 0)
            continue;
        snprintf(found, sizeof found, "%u in register %03x", n, counts[i]);
        tn_block_tell("TNW-CRD-5", "no error in a counter", found);
    }
}

static void finish(uint64_t drain)
{
    const uint64_t now = tn_sim_cycle(), due = tn_session_start() + run.last_due;
    (void)drain;
    if (run.given < run.want && due > now)
        step(due - now);
    wait_for_all();
    for (unsigned i = 0; i < PROBE_IDS; i++)
        post(&(struct tn_torus_message){.len = TNW_PAYLOAD, .data = {1}}, probe_id[i]);
    wait_for_all();
    step(SETTLE_CYC);
    for (unsigned k = 0; k < run.given; k++)
        if (tn_block_spoilt(tn_tnw_six_memory(run.six), run.post, k))
            run.post[k].end = TN_BLOCK_OTHER;
    const unsigned missing = tn_block_count(run.t, run.post, run.want, "TNW-CRD-6");
    if (missing)
        read_signs();
    tn_block_missing(run.t, missing);
}

static void summary(char *out, size_t size)
{
    snprintf(out, size, "%u messages, %u packets written", run.want, tn_tnw_six_packets(run.six));
}

static void close_session(void)
{
    tn_tnw_port_faults(NULL, 0);
    tn_tnw_six_free(run.six);
    tn_monitor_clear();
    tn_torus_stimulus_close(run.source.stimulus);
    free(run.post);
}

const struct tn_session_ops tn_tnw_rcv_session = {
    .open = open_capture,
    .next = next,
    .error = error,
    .step = step,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_session,
};
