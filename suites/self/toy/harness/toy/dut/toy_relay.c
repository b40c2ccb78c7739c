/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * toy_relay's descriptor, and all that it names: the words of its cases, and in a simulation the
 * runner of its cases and the session that plays captures into it. A block with more to say has a
 * file for each of these in harness/<fabric>/case, case_run and session.
 */
#include "case/parse.h"

#include <tn/dut.h>
#include <tn/event.h>
#include <tn/toy/toy.h>

#include <stdio.h>
#include <string.h>

/* The words of its cases:
 *   send a hops=3 seq=0 words=2 [flip=N]       flip: these bits of the CRC are inverted
 *   expect b hops=2 seq=0 words=2 within 1..40 cycles
 * A packet's payload counts up from its number. */
static const char *const streams[] = {"s_a", "s_b", "m_a", "m_b", NULL};
static const char *const classes[] = {"ANY", "ANY", "ANY"};

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    unsigned port = strcmp(text, "b") == 0;
    if (!port && strcmp(text, "a") != 0)
        return tn_case_fail(p, "no port '%.40s' (a, b)", text);
    *out = streams[(input ? 0 : 2) + port];
    return 0;
}

static const char *across(const char *stream)
{
    return stream[2] == 'a' ? "s_b" : "s_a";
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    static const char *const fields[] = {"hops", "seq", "words", "flip", NULL};
    static const uint64_t most[] = {15, 15, TOY_WORDS_MAX, 0xffff};
    uint64_t v[4];
    int rc = tn_case_known(p, at, end, fields);
    (void)masked, (void)stream;
    for (unsigned k = 0; k < 4 && rc == 0; k++)
        rc = tn_case_field(p, at, end, fields[k], most[k], &v[k]);
    if (rc == 0)
        rc = tn_case_room(p, out, TN_BYTES_toy_hdr + 4 * (size_t)v[2]);
    if (rc < 0)
        return rc;
    for (size_t i = TN_BYTES_toy_hdr; i < out->len; i++)
        out->bytes[i] = (uint8_t)(v[1] + i);
    toy_seal(out->bytes, (unsigned)v[0], (unsigned)v[1], (unsigned)v[2]);
    TN_PUT(out->bytes, toy_hdr, crc, toy_want_crc(out->bytes) ^ (uint32_t)v[3]);
    return 0;
}

static int line(struct tn_case_parser *p)
{
    (void)p;
    return 1; /* the relay's cases have no lines of their own */
}

static const struct tn_case_words words = {
    .ports = "a|b",
    .streams = streams,
    .classes = classes,
    .reject = "drop",
    .lines = "none",
    .point = point,
    .across = across,
    .form = form,
    .line = line,
};

#ifdef TN_SIMULATION
#include "case/run/run.h"
#include "replay/session.h"

#include <tn/bfm.h>
#include <tn/capture.h>
#include <tn/rng.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/toy/toy_board.h>

#include <errno.h>
#include <stdlib.h>

enum { PROBE_CYC = 200, BEAT = 16 };

static struct tn_source *source(unsigned port)
{
    return tn_source_find(streams[port]);
}

static bool sources_busy(void)
{
    return tn_source_pending(source(0)) || tn_source_pending(source(1));
}

/* The runner of its cases: the board judges beside the lines, and the rule of the form of packets.
 */
struct judges {
    struct tn_toy_board *board; /* NULL: scoreboard = off */
    struct tn_checker *form;    /* judges what leaves */
};

static void on_difference(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    tn_run_fail(r, v->rule, v->packet, v->cycle ? v->cycle : tn_run_now(r), "expected %s; found %s",
                v->expected, v->found);
}

static void on_handshake(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    tn_run_fail(r, "TOY-FWD-1", r->packets, v->cycle - r->start, "expected %s; found %s",
                v->expected, v->found);
}

static int watch(struct runner *r)
{
    struct judges *j = r->judges = calloc(1, sizeof *j);
    struct tn_check_params par;
    if (!j)
        return -ENOMEM;
    tn_check_defaults(&par);
    j->form = tn_checker_new(&par, "TOY-CRC-1", NULL, on_difference, r);
    j->board = r->c->no_board ? NULL : tn_toy_board_new(on_difference, r);
    tn_handshake_subscribe(on_handshake, r);
    return j->form && (j->board || r->c->no_board) ? 0 : -ENOMEM;
}

static void unwatch(struct runner *r)
{
    struct judges *j = r->judges;
    if (j && j->board)
        tn_toy_board_finish(j->board);
    if (j)
        tn_toy_board_free(j->board);
    if (j)
        tn_checker_free(j->form);
    free(j);
}

static int forget(struct runner *r)
{
    struct judges *j = r->judges;
    if (!j->board)
        return 0;
    tn_toy_board_free(j->board);
    j->board = tn_toy_board_new(on_difference, r);
    return j->board ? 0 : -ENOMEM;
}

static void packet_seen(struct runner *r, const char *stream, const struct tn_event *ev)
{
    struct judges *j = r->judges;
    if (j->board)
        tn_toy_board_event(j->board, stream, ev);
    if (stream[0] != 'm')
        return;
    tn_run_asked(r, "TOY-CRC-1");
    tn_run_asked(r, "TOY-FWD-1");
    tn_checker_event(j->form, ev, 0);
}

static bool pending(const struct runner *r)
{
    const struct judges *j = r->judges;
    return j->board && tn_toy_board_pending(j->board);
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    int rc = 0;
    (void)r;
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = tn_source_send(tn_source_find(s->point), s->tlp[0].bytes, s->tlp[0].len, 0, 0, 0, 0);
    return rc;
}

static bool under_way(const struct runner *r)
{
    (void)r;
    return sources_busy();
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    (void)r;
    return tn_source_stall(tn_source_find(stream), stall);
}

static const struct tn_run_ops runner = {
    .streams = streams,
    .reject = "a drop of ",
    .watch = watch,
    .forget = forget,
    .unwatch = unwatch,
    .packet_seen = packet_seen,
    .pending = pending,
    .send = send,
    .under_way = under_way,
    .stall_source = stall_source,
};

/* The session: packets of a capture that were seen at s_a and s_b enter there again. */
struct run {
    struct tn_session *s;
    struct tn_reader *capture;
    struct tn_stim_options how;
    struct tn_rng rng;
    struct tn_toy_board *board;
    struct tn_checker *rules[4]; /* by point of the bench */
    uint64_t at, sent;           /* when the next packet is due; packets sent */
    unsigned long answers;       /* packets that left while probing */
    bool probing, flagged;       /* flagged: a rule says that the packet under judgement is bad */
};

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (v->kind != TN_VERDICT_FAIL || r->probing)
        return;
    r->flagged = true;
    tn_session_tell(r->s, v);
}

/* Only the model knows of these differences, unless a rule has flagged the packet. */
static void on_board(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    struct tn_session_tally *t = &r->s->tally;
    if (r->probing)
        return;
    tn_session_differ(r->s, v);
    (*(v->related ? &t->lost : r->flagged ? &t->flagged : &t->wrong))++;
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct run *r = ctx;
    const char *at = tn_monitor_point(ev->point);
    if (r->probing) {
        r->answers += at[0] == 'm';
        return;
    }
    (*(at[0] == 's' ? &r->s->tally.in : &r->s->tally.out))++;
    r->flagged = false;
    tn_checker_event(r->rules[ev->point % 4], ev, 0);
    tn_toy_board_event(r->board, at, ev);
}

static int open_session(struct tn_session *s, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    struct run *r = s->own;
    struct tn_check_params par;
    tn_check_defaults(&par);
    r->s = s;
    r->how = o->stim;
    tn_rng_seed(&r->rng, o->stim.seed, 1);
    r->capture = tn_reader_open(o->capture, err, err_size);
    if (!r->capture)
        return -EIO;
    r->board = tn_toy_board_new(on_board, r);
    for (unsigned k = 0; k < 4; k++)
        r->rules[k] = tn_checker_new(&par, NULL, NULL, on_rule, r);
    tn_state_settle("u_dut");
    tn_sim_reset(4);
    tn_monitor_subscribe(on_packet, r);
    tn_handshake_subscribe(on_rule, r);
    tn_session_begin(s, o);
    return 0;
}

/* The cycle, from the session's begin on, in which the packet is due. */
static uint64_t due(struct run *r, const struct tn_event *ev)
{
    uint64_t at = r->at + (r->how.timing == TN_STIM_RANDOM ? tn_rng_below(&r->rng, 64) : 0);
    if (r->how.timing == TN_STIM_CAPTURED)
        at = (uint64_t)((double)ev->cycle * r->how.scale);
    r->at = at + ev->len / BEAT + 1;
    return at;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    struct tn_event ev;
    unsigned artefacts;
    int rc;
    while ((rc = tn_reader_next(r->capture, &ev, &artefacts)) == 1) {
        const char *name = tn_reader_point(r->capture, ev.point);
        struct tn_source *from = name ? tn_source_find(name) : NULL;
        if (ev.fabric != TN_FABRIC_TOY || ev.unit != TN_UNIT_PACKET || !from)
            continue;
        if (r->how.max && r->sent == r->how.max)
            return 0;
        r->sent++;
        *at = due(r, &ev);
        tn_source_send(from, ev.bytes, ev.len, 0, 0, s->start + *at, TN_EV_REPLAY);
        return 1;
    }
    return rc;
}

static const char *error(struct tn_session *s)
{
    struct run *r = s->own;
    return tn_reader_error(r->capture);
}

static unsigned long queued(struct tn_session *s)
{
    unsigned long a = tn_source_pending(source(0)), b = tn_source_pending(source(1));
    (void)s;
    return a > b ? a : b;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    (void)s;
    tn_sink_stall(tn_sink_find("m_a"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_sink_stall(tn_sink_find("m_b"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 1});
}

static void flush(struct tn_session *s)
{
    (void)s;
    tn_source_flush(source(0));
    tn_source_flush(source(1));
}

/* A packet each way that the relay must forward: silence is a hang. */
static bool answers_probes(struct run *r)
{
    uint8_t bytes[TN_BYTES_toy_hdr];
    toy_seal(bytes, 1, 0, 0);
    for (unsigned port = 0; port < 2; port++) {
        unsigned long before = r->answers;
        tn_source_send(source(port), bytes, sizeof bytes, 0, 0, 0, TN_EV_REPLAY);
        for (int i = 0; i < PROBE_CYC && r->answers == before; i++)
            tn_sim_step(1);
        if (r->answers == before)
            return false;
    }
    return true;
}

static bool idle(void *ctx)
{
    struct run *r = ctx;
    return !sources_busy() && !tn_toy_board_pending(r->board);
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    uint64_t now = tn_sim_cycle(), end = s->start + r->at;
    tn_sim_step_until(idle, r, (end > now ? end - now : 0) + drain);
    tn_sim_step(20);
    tn_toy_board_finish(r->board);
    s->tally.matched = tn_toy_board_matched(r->board);
    r->probing = true;
    s->tally.hung = sources_busy() || !answers_probes(r);
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    snprintf(out, size, "%lu packets in, %lu out", s->tally.in, s->tally.out);
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_monitor_clear();
    tn_toy_board_free(r->board);
    for (unsigned k = 0; k < 4; k++)
        tn_checker_free(r->rules[k]);
    tn_reader_close(r->capture);
}

static const struct tn_session_ops session = {
    .size = sizeof(struct run),
    .open = open_session,
    .next = next,
    .error = error,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_session,
};
#endif

const struct tn_dut tn_dut_toy_relay = {
    .name = "toy_relay",
    .fabric = "toy",
    .packet = "packet",
    .carries = TN_FABRIC_TOY,
    .words = &words,
    .scope = "u_dut",
    TN_DUT_SESSION(session),
    TN_DUT_RUNNER(runner),
};
