/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of two ExaNet links back to back (checkers/spec/exa_link.md section 5): on a
 * line without errors what one side takes the other hands on, in order and unchanged.
 * There is nothing else to know, so the queue of what was taken is the model. What
 * errors break is told by a packet's own CRCs or by the links' error counters.
 */
#include "session.h"

#include "../dut/exa_duts.h"

#include "exa_stimulus.h"

#include <tn/bfm_exa.h>
#include <tn/line_fault.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Registers of the bench (harness/dut/exa_link_tb.v), and of each side. */
enum { SIDES = 2, SIDE = 0x2000, BENCH_TAPS = 0x1000, BENCH_LINES = 0x1008, STATUS = 0x004, UP = 9 };
enum { CYCLES = 8, UP_TRIES = 400, UP_CYC = 200, PROBE_CYC = 8000, REST_CYC = 3000, KEPT = 4096 };
static const uint32_t errors[] = {0x404, 0x40c, 0x410, 0x414, 0x418, 0x41c, 0x420};
enum { ERRORS = sizeof errors / sizeof *errors };

/* Rules that one packet keeps or breaks alone. */
static const char alone[] = "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-LANE-*,EXA-BND-1";

struct packet {
    struct packet *next;
    uint32_t len;
    uint8_t bytes[EXA_KEEP_MAX];
};

static struct {
    struct tn_session_tally *t;
    struct tn_checker *rules;
    struct tn_exa_stimulus *stimulus;
    uint64_t last_due;
    struct packet *head[SIDES], **tail[SIDES]; /* taken by that side, not yet handed on by the other */
    uint32_t before[SIDES][ERRORS];
    unsigned long in[SIDES], out[SIDES];
    bool probing;
    unsigned answers;
} run;

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (v->kind != TN_VERDICT_FAIL || run.probing)
        return;
    tn_session_tell(v);
    tn_session_hand_over(v);
}

static void differ(const char *rule, uint64_t cycle, unsigned side, const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = cycle};
    tn_session_note(cycle, rule);
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "side %u: %s", side, found);
    tn_session_hand_over(&v);
}

static void pop(unsigned side)
{
    struct packet *p = run.head[side];
    if (!p)
        return;
    run.head[side] = p->next;
    if (!run.head[side])
        run.tail[side] = &run.head[side];
    free(p);
}

/* A packet that side took never came. Its sender, or who waits for it, sends again
 * after a time-out (exanet.md sections 2 and 3); of others nobody knows. */
static void lose(unsigned side, uint64_t cycle)
{
    struct exa_packet k;
    exa_decode(run.head[side]->bytes, run.head[side]->len, run.head[side]->len, &k);
    bool missed = k.type != EXA_DMA_CTL && k.type != EXA_NOTIFY && k.type != EXA_RELEASE &&
                  k.type != EXA_FLOW_RATE;
    (*(missed ? &run.t->corrected : &run.t->lost))++;
    differ("EXL-RX-5", cycle, 1 - side, exa_type_name(k.type), "nothing");
    pop(side);
}

static bool same(const struct packet *p, const struct tn_event *ev)
{
    return p && p->len == ev->len && memcmp(p->bytes, ev->bytes, p->len) == 0;
}

/* A packet was handed on that side has sent. */
static void handed(unsigned side, const struct tn_event *ev, bool flagged)
{
    struct packet *p = run.head[side];
    while (p && !same(p, ev))
        p = p->next;
    if (p) {
        while (!same(run.head[side], ev))
            lose(side, ev->cycle);
        run.t->matched++;
    } else {
        (*(flagged ? &run.t->flagged : &run.t->wrong))++;
        differ("EXL-RX-5", ev->cycle, 1 - side, "the packet that was sent next", "another");
    }
    pop(side);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    unsigned long told = run.t->told;
    unsigned side = ev->port;
    (void)ctx;
    if (run.probing) {
        run.answers += at[0] == 'm';
        return;
    }
    if (at[0] == 'm') {
        run.out[side]++;
        run.t->out++;
        tn_checker_event(run.rules, ev, 0);
        handed(1 - side, ev, run.t->told != told || ev->flags & TN_EV_MALFORMED);
        return;
    }
    struct packet *p = calloc(1, sizeof *p);
    if (!p || ev->len > sizeof p->bytes)
        exit(2);
    p->len = ev->len;
    memcpy(p->bytes, ev->bytes, ev->len);
    *run.tail[side] = p;
    run.tail[side] = &p->next;
    run.in[side]++;
    run.t->in++;
}

static bool is_up(void)
{
    return (tn_reg_read(STATUS) & UP) == UP && (tn_reg_read(SIDE + STATUS) & UP) == UP;
}

static int open_capture(const struct tn_session_options *o, char *err, size_t err_size)
{
    struct tn_check_params p;
    memset(&run, 0, sizeof run);
    if (o->stim.digest) {
        snprintf(err, err_size, "ExaNet packets have no digest");
        return -EINVAL;
    }
    run.stimulus = tn_exa_stimulus_open(o->capture, &o->stim, o->map, NULL, err, err_size);
    if (!run.stimulus)
        return -EINVAL;
    tn_check_defaults(&p);
    run.rules = tn_checker_new(&p, alone, NULL, on_rule, NULL);
    for (int side = 0; side < SIDES; side++)
        run.tail[side] = &run.head[side];
    tn_state_settle("g_side[0].u_dut");
    tn_state_settle("g_side[1].u_dut");
    tn_line_clear();
    if (getenv("TN_TRACE_LINES"))
        tn_reg_write(BENCH_TAPS, 1); /* the capture has the lines' frames, too */
    tn_reg_write(BENCH_LINES, 3); /* the lines' saboteurs are there from the reset on */
    tn_sim_reset(12 * CYCLES);
    for (int i = 0; i < UP_TRIES && !is_up(); i++)
        tn_sim_step(UP_CYC);
    if (!run.rules || !is_up()) {
        snprintf(err, err_size, run.rules ? "the link does not come up" : "out of memory");
        return -EIO;
    }
    for (unsigned side = 0; side < SIDES; side++)
        for (unsigned i = 0; i < ERRORS; i++)
            run.before[side][i] = tn_reg_read(side * SIDE + errors[i]);
    tn_monitor_subscribe(on_packet, NULL);
    tn_handshake_subscribe(on_rule, NULL);
    run.t = tn_session_begin(o);
    return 0;
}

static const char *source_of(unsigned side)
{
    return side ? "s_exa1" : "s_exa0";
}

static int next(uint64_t *at)
{
    static struct tn_exa_stim_packet p;
    int rc = tn_exa_stimulus_next(run.stimulus, &p);
    if (rc != 1)
        return rc;
    *at = CYCLES * p.at;
    run.last_due = tn_session_start() + *at + CYCLES * p.len / EXA_WORD;
    tn_exa_source_send(tn_exa_source_find(source_of(p.port)), p.bytes, p.len, tn_session_start() + *at);
    return 1;
}

static const char *error(void)
{
    return tn_exa_stimulus_error(run.stimulus);
}

static unsigned long queued(void)
{
    size_t a = tn_exa_source_pending(tn_exa_source_find(source_of(0)));
    size_t b = tn_exa_source_pending(tn_exa_source_find(source_of(1)));
    return ((a > b ? a : b) + 3) / 4;
}

static void stall(uint64_t seed)
{
    tn_sink_stall(tn_sink_find("m_exa0"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_sink_stall(tn_sink_find("m_exa1"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
}

static void flush(void)
{
    for (unsigned side = 0; side < SIDES; side++)
        tn_exa_source_flush(tn_exa_source_find(source_of(side)));
}

static bool idle(void *ctx)
{
    (void)ctx;
    return queued() == 0 && !run.head[0] && !run.head[1];
}

/* A counter of errors that moved is a sign. */
static void compare_counters(unsigned side)
{
    for (unsigned i = 0; i < ERRORS; i++) {
        uint32_t was = run.before[side][i], is = tn_reg_read(side * SIDE + errors[i]);
        struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = "EXL-CNT-1", .cycle = tn_sim_cycle()};
        if (was == is)
            continue;
        snprintf(v.expected, sizeof v.expected, "side %u: register %03x is %u", side, errors[i], was);
        snprintf(v.found, sizeof v.found, "%u", is);
        tn_session_tell(&v);
        tn_session_hand_over(&v);
    }
}

/* A packet each way that must come: silence is a hang. Of the one type that may be a header
 * alone: a trace of it breaks no rule. */
static bool answers_probes(void)
{
    struct exa_packet k = {.type = EXA_FLOW_RATE, .form = EXA_H};
    uint8_t bytes[EXA_WORD];
    exa_seal(&k);
    exa_encode(&k, bytes, sizeof bytes);
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned before = run.answers;
        tn_exa_source_send(tn_exa_source_find(source_of(side)), bytes, sizeof bytes, 0);
        for (int i = 0; i < PROBE_CYC && run.answers == before; i++)
            tn_sim_step(1);
        if (run.answers == before)
            return false;
    }
    return true;
}

static void finish(uint64_t drain)
{
    uint64_t now = tn_sim_cycle(), due = run.last_due > now ? run.last_due - now : 0;
    tn_sim_step_until(idle, NULL, due + CYCLES * drain);
    tn_sim_step(REST_CYC);
    for (unsigned side = 0; side < SIDES; side++)
        compare_counters(side);
    for (unsigned side = 0; side < SIDES; side++)
        while (run.head[side])
            lose(side, tn_sim_cycle());
    run.probing = true;
    run.t->hung = queued() > 0 || !answers_probes();
    if (run.t->hung)
        tn_session_note(tn_sim_cycle(), "hang");
}

static void summary(char *out, size_t size)
{
    snprintf(out, size, "%lu packets from side 0, %lu from side 1; %lu to side 1, %lu to side 0", run.in[0],
             run.in[1], run.out[1], run.out[0]);
}

static void close_session(void)
{
    tn_monitor_clear();
    for (unsigned side = 0; side < SIDES; side++)
        while (run.head[side])
            pop(side);
    tn_checker_free(run.rules);
    tn_exa_stimulus_close(run.stimulus);
}

const struct tn_session_ops tn_exa_link_session = {
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
