/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of two ExaNet links back to back (checkers/exanet/spec/exa_link.md section 5): on a
 * line without errors what one side takes the other hands on, in order and unchanged.
 * There is nothing else to know, so the queue of what was taken is the model. What
 * errors break is told by a packet's own CRCs or by the links' error counters.
 */
#include "../../replay/session.h"

#include "../dut/exa_duts.h"

#include "../stimulus/exa_stimulus.h"

#include <tn/exanet/bfm_exa.h>
#include <tn/line_fault.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Registers of the bench (harness/exanet/dut/exa_link_tb.v), and of each side. */
enum {
    SIDES = 2,
    SIDE = 0x2000,
    BENCH_TAPS = 0x1000,
    BENCH_LINES = 0x1008,
    STATUS = 0x004,
    UP = 9
};
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

struct run {
    struct tn_session *s;
    struct tn_checker *rules;
    struct tn_exa_stimulus *stimulus;
    struct tn_exa_stim_packet next; /* of the stimulus */
    uint64_t last_due;
    struct packet *head[SIDES],
        **tail[SIDES]; /* taken by that side, not yet handed on by the other */
    uint32_t before[SIDES][ERRORS];
    unsigned long in[SIDES], out[SIDES];
    bool probing;
    unsigned answers;
};

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (v->kind != TN_VERDICT_FAIL || r->probing)
        return;
    tn_session_tell(r->s, v);
}

static void differ(struct run *r, const char *rule, uint64_t cycle, unsigned side,
                   const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = cycle};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "side %u: %s", side, found);
    tn_session_differ(r->s, &v);
}

static void pop(struct run *r, unsigned side)
{
    struct packet *p = r->head[side];
    if (!p)
        return;
    r->head[side] = p->next;
    if (!r->head[side])
        r->tail[side] = &r->head[side];
    free(p);
}

/* A packet that side took never came. Its sender, or who waits for it, sends again
 * after a time-out (exanet.md sections 2 and 3); of others nobody knows. */
static void lose(struct run *r, unsigned side, uint64_t cycle)
{
    struct exa_packet k;
    exa_decode(r->head[side]->bytes, r->head[side]->len, r->head[side]->len, &k);
    bool missed = k.type != EXA_DMA_CTL && k.type != EXA_NOTIFY && k.type != EXA_RELEASE &&
                  k.type != EXA_FLOW_RATE;
    (*(missed ? &r->s->tally.corrected : &r->s->tally.lost))++;
    differ(r, "EXL-RX-5", cycle, 1 - side, exa_type_name(k.type), "nothing");
    pop(r, side);
}

static bool same(const struct packet *p, const struct tn_event *ev)
{
    return p && p->len == ev->len && memcmp(p->bytes, ev->bytes, p->len) == 0;
}

/* A packet was handed on that side has sent. */
static void handed(struct run *r, unsigned side, const struct tn_event *ev, bool flagged)
{
    struct packet *p = r->head[side];
    while (p && !same(p, ev))
        p = p->next;
    if (p) {
        while (!same(r->head[side], ev))
            lose(r, side, ev->cycle);
        r->s->tally.matched++;
    } else {
        (*(flagged ? &r->s->tally.flagged : &r->s->tally.wrong))++;
        differ(r, "EXL-RX-5", ev->cycle, 1 - side, "the packet that was sent next", "another");
    }
    pop(r, side);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct run *r = ctx;
    const char *at = tn_monitor_point(ev->point);
    unsigned long told = r->s->tally.told;
    unsigned side = ev->port;
    if (r->probing) {
        r->answers += at[0] == 'm';
        return;
    }
    if (at[0] == 'm') {
        r->out[side]++;
        r->s->tally.out++;
        tn_checker_event(r->rules, ev, 0);
        handed(r, 1 - side, ev, r->s->tally.told != told || ev->flags & TN_EV_MALFORMED);
        return;
    }
    struct packet *p = calloc(1, sizeof *p);
    if (!p || ev->len > sizeof p->bytes)
        exit(2);
    p->len = ev->len;
    memcpy(p->bytes, ev->bytes, ev->len);
    *r->tail[side] = p;
    r->tail[side] = &p->next;
    r->in[side]++;
    r->s->tally.in++;
}

static bool is_up(void)
{
    return (tn_reg_read(STATUS) & UP) == UP && (tn_reg_read(SIDE + STATUS) & UP) == UP;
}

static int open_capture(struct tn_session *s, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    struct run *r = s->own;
    struct tn_check_params p;
    r->s = s;
    if (o->stim.digest) {
        snprintf(err, err_size, "ExaNet packets have no digest");
        return -EINVAL;
    }
    r->stimulus = tn_exa_stimulus_open(o->capture, &o->stim, o->map, NULL, err, err_size);
    if (!r->stimulus)
        return -EINVAL;
    tn_check_defaults(&p);
    r->rules = tn_checker_new(&p, alone, NULL, on_rule, r);
    for (int side = 0; side < SIDES; side++)
        r->tail[side] = &r->head[side];
    tn_state_settle("g_side[0].u_dut");
    tn_state_settle("g_side[1].u_dut");
    tn_line_clear();
    if (getenv("TN_TRACE_LINES"))
        tn_reg_write(BENCH_TAPS, 1); /* the capture has the lines' frames, too */
    tn_reg_write(BENCH_LINES, 3);    /* the lines' saboteurs are there from the reset on */
    tn_sim_reset(12 * CYCLES);
    for (int i = 0; i < UP_TRIES && !is_up(); i++)
        tn_sim_step(UP_CYC);
    if (!r->rules || !is_up()) {
        snprintf(err, err_size, r->rules ? "the link does not come up" : "out of memory");
        return -EIO;
    }
    for (unsigned side = 0; side < SIDES; side++)
        for (unsigned i = 0; i < ERRORS; i++)
            r->before[side][i] = tn_reg_read(side * SIDE + errors[i]);
    tn_monitor_subscribe(on_packet, r);
    tn_handshake_subscribe(on_rule, r);
    tn_session_begin(s, o);
    return 0;
}

static const char *source_of(unsigned side)
{
    return side ? "s_exa1" : "s_exa0";
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    struct tn_exa_stim_packet *p = &r->next;
    int rc = tn_exa_stimulus_next(r->stimulus, p);
    if (rc != 1)
        return rc;
    *at = CYCLES * p->at;
    r->last_due = s->start + *at + CYCLES * p->len / EXA_WORD;
    tn_exa_source_send(tn_exa_source_find(source_of(p->port)), p->bytes, p->len, s->start + *at);
    return 1;
}

static const char *error(struct tn_session *s)
{
    struct run *r = s->own;
    return tn_exa_stimulus_error(r->stimulus);
}

static unsigned long queued(struct tn_session *s)
{
    (void)s;
    size_t a = tn_exa_source_pending(tn_exa_source_find(source_of(0)));
    size_t b = tn_exa_source_pending(tn_exa_source_find(source_of(1)));
    return ((a > b ? a : b) + 3) / 4;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    (void)s;
    tn_sink_stall(tn_sink_find("m_exa0"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_sink_stall(tn_sink_find("m_exa1"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
}

static void flush(struct tn_session *s)
{
    (void)s;
    for (unsigned side = 0; side < SIDES; side++)
        tn_exa_source_flush(tn_exa_source_find(source_of(side)));
}

static bool idle(void *ctx)
{
    struct run *r = ctx;
    return queued(r->s) == 0 && !r->head[0] && !r->head[1];
}

/* A counter of errors that moved is a sign. */
static void compare_counters(struct run *r, unsigned side)
{
    for (unsigned i = 0; i < ERRORS; i++) {
        uint32_t was = r->before[side][i], is = tn_reg_read(side * SIDE + errors[i]);
        struct tn_verdict v = {
            .kind = TN_VERDICT_FAIL, .rule = "EXL-CNT-1", .cycle = tn_sim_cycle()};
        if (was == is)
            continue;
        snprintf(v.expected, sizeof v.expected, "side %u: register %03x is %u", side, errors[i],
                 was);
        snprintf(v.found, sizeof v.found, "%u", is);
        tn_session_tell(r->s, &v);
    }
}

/* A packet each way that must come: silence is a hang. Of the one type that may be a header
 * alone: a trace of it breaks no rule. */
static bool answers_probes(struct run *r)
{
    struct exa_packet k = {.type = EXA_FLOW_RATE};
    uint8_t bytes[EXA_WORD];
    exa_seal(&k);
    exa_encode(&k, bytes, sizeof bytes);
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned before = r->answers;
        tn_exa_source_send(tn_exa_source_find(source_of(side)), bytes, sizeof bytes, 0);
        for (int i = 0; i < PROBE_CYC && r->answers == before; i++)
            tn_sim_step(1);
        if (r->answers == before)
            return false;
    }
    return true;
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    uint64_t now = tn_sim_cycle(), due = r->last_due > now ? r->last_due - now : 0;
    tn_sim_step_until(idle, r, due + CYCLES * drain);
    tn_sim_step(REST_CYC);
    for (unsigned side = 0; side < SIDES; side++)
        compare_counters(r, side);
    for (unsigned side = 0; side < SIDES; side++)
        while (r->head[side])
            lose(r, side, tn_sim_cycle());
    r->probing = true;
    s->tally.hung = queued(s) > 0 || !answers_probes(r);
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    struct run *r = s->own;
    snprintf(out, size, "%lu packets from side 0, %lu from side 1; %lu to side 1, %lu to side 0",
             r->in[0], r->in[1], r->out[1], r->out[0]);
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_monitor_clear();
    for (unsigned side = 0; side < SIDES; side++)
        while (r->head[side])
            pop(r, side);
    tn_checker_free(r->rules);
    tn_exa_stimulus_close(r->stimulus);
}

const struct tn_session_ops tn_exa_link_session = {
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
