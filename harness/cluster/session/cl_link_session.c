/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a lane's end: the packets of a capture pass a lane whose other end is the peer, those
 * that left the captured end from the DUT on, those that came there to it. The lane has faults. The
 * promise: each packet once, in the order of its priority, or at d, or a reported error.
 */
#include "../../replay/session.h"

#include "../dut/cl_duts.h"

#include <tn/bfm.h>
#include <tn/capture.h>
#include <tn/cluster/cl_lane_fault.h>
#include <tn/cluster/cl_link_bench.h>
#include <tn/cluster/cluster.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STILL_CYC = 12000, /* nothing arrives for so long, not even after 17 timeouts: nothing will */
    REST_CYC = 300,
    DRAIN_CYC = 64, /* from the end of up on, until the port knows what the far end took */
    PARCELS = 256   /* packets of a way and priority that are under way, at most */
};
enum { TO_FAR, TO_DUT, WAYS };

/* Packets of one way and priority under way, oldest first; seq is 0. */
struct row {
    unsigned first, n;
    struct tn_cll_run packet[PARCELS];
};

struct run {
    struct tn_session *s;
    struct tn_reader *capture;
    struct tn_stim_options how;
    struct tn_rng rng;
    struct tn_cl_link_bench *b;
    struct row row[WAYS][CL_PRIOS];
    unsigned long sent[WAYS], got[WAYS], repaired;
    int seq[WAYS]; /* of the last packet of the capture, -1 before the first one */
    uint64_t at, last_due, moved, down_at;
    bool differed, probing, killed, drained;
};

static struct row *row_of(struct run *r, unsigned way, const struct tn_cll_run *p)
{
    return &r->row[way][(p->word[0] >> 4 & 3) % CL_PRIOS];
}

static void push(struct run *r, unsigned way, const struct tn_cll_run *p)
{
    struct row *w = row_of(r, way, p);
    struct tn_cll_run *to = &w->packet[(w->first + w->n) % PARCELS];
    if (w->n == PARCELS || p->n < CL_WORDS_MIN || !cl_crc_right(p->word, p->n))
        return;
    *to = *p;
    cl_renumber(to->word, to->n, 0);
    w->n++;
}

/* A packet arrived: the oldest of its priority, or it is wrong. */
static void arrived(struct run *r, unsigned way, const struct tn_cll_run *run)
{
    struct row *w = row_of(r, way, run);
    const struct tn_cll_run *want = &w->packet[w->first % PARCELS];
    struct tn_cll_run p = *run;
    r->moved = tn_sim_cycle();
    r->got[way]++;
    if (r->probing)
        return;
    r->s->tally.out++;
    if (p.n >= CL_WORDS_MIN)
        cl_renumber(p.word, p.n, 0);
    if (w->n && want->n == p.n && memcmp(want->word, p.word, p.n * sizeof *p.word) == 0) {
        w->first = (w->first + 1) % PARCELS;
        w->n--;
        r->s->tally.matched++;
        return;
    }
    r->s->tally.wrong++;
    tn_session_say(r->s, false, way == TO_FAR ? "CLL-TX-2" : "CLL-RX-2",
                   "each packet once and in order", "another packet");
}

static void on_seen(void *ctx, enum tn_cll_place at, const struct tn_cll_run *run)
{
    struct run *r = ctx;
    if (at == TN_CLL_S && !r->probing)
        push(r, TO_FAR, run);
    else if (at == TN_CLL_FAR || at == TN_CLL_D)
        arrived(r, TO_FAR, run);
    else if (at == TN_CLL_M)
        arrived(r, TO_DUT, run);
}

static struct tn_cl_word on_wire(void *ctx, unsigned way, uint64_t cycle, struct tn_cl_word word)
{
    (void)ctx;
    return tn_cl_lane_pass(way, cycle, word);
}

static void on_judge(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (r->differed || r->probing)
        return;
    r->differed = true;
    tn_session_differ(r->s, v);
}

/* The port: tells that the lane is down, and drains it. */
static void work(struct run *r)
{
    const uint64_t now = tn_sim_cycle();
    if (tn_cl_lane_dies(now))
        r->b->kill = r->killed = true;
    if (r->b->up || r->drained)
        return;
    if (!r->down_at) {
        r->down_at = now;
        tn_session_say(r->s, true, "CLL-DWN-1", "a lane that is up", "the lane is down");
    } else if (now == r->down_at + DRAIN_CYC) {
        r->b->d_ack = tn_cl_link_peer_last(r->b->peer);
        r->b->d_go = r->drained = true;
    }
}

static void step_link(struct tn_session *s, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        work(s->own);
        tn_sim_step(1);
    }
}

static int open_link(struct tn_session *s, const struct tn_session_options *o, char *err,
                     size_t err_size)
{
    struct run *r = s->own;
    r->s = s;
    r->how = o->stim;
    r->seq[TO_FAR] = r->seq[TO_DUT] = -1;
    tn_rng_seed(&r->rng, o->stim.seed, 1);
    if (!(r->capture = tn_reader_open(o->capture, err, err_size)))
        return -EIO;
    tn_monitor_clear();
    tn_cl_lane_play(true);
    tn_state_settle("u_dut");
    if (!(r->b = tn_cl_link_bench_new(o->stim.seed, on_judge, r))) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    r->b->seen = on_seen;
    r->b->wire = on_wire;
    r->b->ctx = r;
    tn_session_begin(s, o);
    r->moved = tn_sim_cycle();
    return 0;
}

/* The cycle, from the session's begin on, in which the packet is due. */
static uint64_t due(struct run *r, const struct tn_event *ev, unsigned words)
{
    uint64_t at = r->at + (r->how.timing == TN_STIM_RANDOM ? tn_rng_below(&r->rng, 64) : 0);
    if (r->how.timing == TN_STIM_CAPTURED)
        at = (uint64_t)((double)ev->cycle * r->how.scale);
    r->at = at + words + 1;
    return at;
}

/* Reads a packet of the capture: a run of a lane that is no link packet and was not sent before. */
static bool is_packet(struct run *r, const struct tn_event *ev, unsigned way, struct tn_cll_run *p)
{
    struct cl_header h;
    p->n = ev->len / CL_FRAME_WORD;
    if (ev->fabric != TN_FABRIC_CLUSTER || ev->unit != TN_UNIT_FRAME || ev->len != ev->orig_len ||
        p->n < CL_WORDS_MIN || p->n > CL_WORDS_MAX || cl_frame_get(ev->bytes, p->n, p->word) ||
        !cl_crc_right(p->word, p->n))
        return false;
    cl_header_get(p->word, &h);
    if (h.type == TN_cl_hdr_type_LINK || h.prio >= CL_PRIOS || h.len + 3u != p->n ||
        (r->seq[way] >= 0 && h.seq != (r->seq[way] + 1) % CL_SEQS))
        return false;
    r->seq[way] = h.seq;
    return true;
}

static int next_link(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    struct tn_event ev;
    struct tn_cll_run p = {0};
    unsigned artefacts;
    int rc;
    while ((rc = tn_reader_next(r->capture, &ev, &artefacts)) == 1) {
        const unsigned way = ev.dir == TN_DIR_UP ? TO_FAR : TO_DUT;
        if (r->how.max && r->sent[TO_FAR] + r->sent[TO_DUT] == r->how.max)
            return 0;
        if (!is_packet(r, &ev, way, &p))
            continue;
        *at = due(r, &ev, p.n);
        r->last_due = s->start + *at;
        r->sent[way]++;
        s->tally.in++;
        if (way == TO_DUT)
            push(r, TO_DUT, &p);
        return tn_cl_link_bench_send(r->b, way == TO_DUT, p.word, p.n, r->last_due) < 0 ? -ENOSPC
                                                                                        : 1;
    }
    return rc;
}

static const char *error_link(struct tn_session *s)
{
    struct run *r = s->own;
    return tn_reader_error(r->capture);
}

static unsigned long queued(struct tn_session *s)
{
    const struct run *r = s->own;
    return r->b->to_s.n > r->b->to_far.n ? r->b->to_s.n : r->b->to_far.n;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    struct run *r = s->own;
    r->b->s_16 = 10 + (unsigned)seed % 6;
    r->b->free_late = 20;
    r->b->ways->gap = 10;
}

static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    tn_cl_link_bench_flush(r->b);
}

/* A packet each way that must pass, unless the lane is down, which up tells. */
static bool probe(struct run *r)
{
    uint16_t word[CL_WORDS_MAX] = {0};
    const unsigned long was[WAYS] = {r->got[0], r->got[1]};
    const struct cl_header h = {.type = TN_cl_hdr_type_ACK, .len = 4};
    const unsigned n = cl_encode(&h, &(struct cl_body){0}, word);
    r->probing = true;
    tn_cl_link_bench_send(r->b, false, word, n, 0);
    tn_cl_link_bench_send(r->b, true, word, n, 0);
    for (unsigned k = 0; r->b->up && k < STILL_CYC && (r->got[0] == was[0] || r->got[1] == was[1]);
         k++)
        step_link(r->s, 1);
    return !r->b->up || (r->got[0] > was[0] && r->got[1] > was[1]);
}

/* Packets that never came. Those to a DUT whose lane is down are still the far end's. */
static void missing(struct run *r)
{
    for (unsigned i = 0; i < WAYS * CL_PRIOS; i++) {
        struct row *w = &r->row[i / CL_PRIOS][i % CL_PRIOS];
        const bool far = i / CL_PRIOS == TO_FAR;
        if (w->n == 0 || (!far && r->down_at))
            continue;
        r->s->tally.lost += w->n;
        tn_session_say(r->s, false, far ? "CLL-TX-2" : "CLL-RX-2", "each packet", "none");
    }
}

static uint32_t reg(const struct run *r, enum tn_cl_link_reg n)
{
    return tn_cl_link_bench_read(r->b, (uint8_t)(4 * n));
}

static void registers(struct run *r)
{
    static const char *const what[] = {"a packet of s was dropped",
                                       "a link packet was not looked at"};
    for (unsigned k = 0; k < 2; k++)
        if (reg(r, k ? CLL_CTL_BAD : CLL_SRC_BAD))
            tn_session_say(r->s, true, k ? "CLL-CTL-1" : "CLL-SRC-1", "no error in a counter",
                           what[k]);
    r->repaired = reg(r, CLL_BACK) + reg(r, CLL_RX_BAD) + reg(r, CLL_RX_AHEAD);
    if (!r->s->tally.lost && !r->s->tally.wrong)
        r->s->tally.corrected = r->repaired;
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    const uint64_t from = tn_sim_cycle() > r->last_due ? tn_sim_cycle() : r->last_due;
    while (tn_sim_cycle() < from + drain + STILL_CYC && tn_cl_link_bench_busy(r->b) &&
           (r->moved < from ? from : r->moved) + STILL_CYC > tn_sim_cycle())
        step_link(s, 1);
    s->tally.hung = tn_cl_link_bench_busy(r->b);
    step_link(s, REST_CYC);
    s->tally.hung |= !r->b->up && !r->b->done;
    missing(r);
    registers(r);
    s->tally.hung |= !probe(r);
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct run *r = s->own;
    snprintf(out, size, "%lu packets from the DUT, %lu to it, %lu errors of the lane",
             r->sent[TO_FAR], r->sent[TO_DUT], r->repaired);
}

static void close_link(struct tn_session *s)
{
    struct run *r = s->own;
    tn_cl_lane_play(false);
    tn_cl_link_bench_free(r->b);
    tn_monitor_clear();
    tn_reader_close(r->capture);
}

const struct tn_session_ops tn_cl_link_session = {
    .size = sizeof(struct run),
    .open = open_link,
    .next = next_link,
    .error = error_link,
    .step = step_link,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_link,
};
