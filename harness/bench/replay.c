/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Replays and campaigns on the bench of a block of the kit: the packets of a capture enter where
 * the block places them, and the block's judge says what is wrong. A packet that differs and that
 * its receiver would not take counts as flagged, any other difference as wrong.
 */
#include "../replay/session.h"

#include <tn/bench.h>
#include <tn/bfm.h>
#include <tn/block_table.h>
#include <tn/capture.h>
#include <tn/dut.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { STILL_CYC = 12000 /* nothing leaves for so long: nothing will */, REST_CYC = 100, JITTER_CYC = 64 };

struct run {
    struct tn_session *s;
    struct tn_bench *b;
    struct tn_reader *capture;
    struct tn_stim_options how;
    struct tn_rng rng;
    unsigned long given, left, unsound, repaired;
    uint64_t at, last_due, moved;
    bool differed;
};

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct run *r = ctx;
    unsigned stream, index;
    if (ev->dir != TN_DIR_UP)
        return;
    tn_bench_stream_of(r->b->text, tn_monitor_point(ev->point), &stream, &index);
    if (r->b->ops->leaves && !(r->b->ops->leaves >> stream & 1))
        return;
    r->moved = tn_sim_cycle();
    r->left++;
    r->unsound += !r->b->ops->sound(ev->bytes, ev->len);
}

/* The judge's first verdict: what the block did wrong. Later ones are its consequences. */
static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (!r->differed)
        tn_session_differ(r->s, v);
    r->differed = true;
}

static int open_run(struct tn_session *s, const struct tn_session_options *o, char *err,
                    size_t err_size)
{
    struct run *r = s->own;
    r->s = s;
    r->how = o->stim;
    tn_rng_seed(&r->rng, o->stim.seed, 1);
    if (!(r->capture = tn_reader_open(o->capture, err, err_size)))
        return -EIO;
    tn_monitor_clear();
    tn_state_settle(s->dut->scope);
    if (!(r->b = tn_bench_new(o->stim.seed, on_verdict, r))) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    if (r->b->ops->record)
        r->b->ops->record(r->b);
    tn_monitor_subscribe(on_packet, r);
    tn_session_begin(s, o);
    r->moved = tn_sim_cycle();
    return 0;
}

/* The cycle, from the session's begin on, in which the packet is due. */
static uint64_t due(struct run *r, const struct tn_event *ev)
{
    uint64_t at = r->at + (r->how.timing == TN_STIM_RANDOM ? tn_rng_below(&r->rng, JITTER_CYC) : 0);
    if (r->how.timing == TN_STIM_CAPTURED)
        at = (uint64_t)((double)ev->cycle * r->how.scale);
    r->at = at + 1;
    return at;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    struct tn_event ev;
    uint8_t bytes[TN_BENCH_BYTES];
    unsigned artefacts, stream, index;
    int rc;
    while ((rc = tn_reader_next(r->capture, &ev, &artefacts)) == 1) {
        const size_t len = ev.len == ev.orig_len
                               ? r->b->ops->place(r->b, &ev, &stream, &index, bytes)
                               : 0;
        if (r->how.max && r->given == r->how.max)
            return 0;
        if (len == 0)
            continue;
        *at = due(r, &ev);
        r->last_due = s->start + *at;
        r->given++;
        s->tally.in++;
        return r->b->ops->give(r->b, stream, index, bytes, len, r->last_due) < 0 ? -ENOSPC : 1;
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
    const struct run *r = s->own;
    unsigned long most = 0;
    for (unsigned k = 0; k < tn_bench_streams(r->b->text); k++)
        for (unsigned i = 0; tn_bench_given(r->b->text, k) && i < r->b->count[k]; i++)
            if (r->b->ops->queued(r->b, k, i) > most)
                most = r->b->ops->queued(r->b, k, i);
    return most;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    struct run *r = s->own;
    for (unsigned k = 0; k < tn_bench_streams(r->b->text); k++)
        for (unsigned i = 0; tn_bench_stream_is(r->b->text, k) && i < r->b->count[k]; i++)
            r->b->ops->stall(r->b, k, i, 8 + (unsigned)(seed + k + i) % 8);
}

static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    r->b->ops->flush(r->b);
}

/* What the verdict means: a packet lost, one that its receiver knows to be wrong, or a wrong one. */
static void classify(struct run *r, bool stuck)
{
    struct tn_session_tally *t = &r->s->tally;
    t->out = r->left;
    t->matched = r->differed || r->left < r->unsound ? 0 : r->left - r->unsound;
    if (r->unsound)
        t->flagged = r->unsound;
    else if (stuck)
        t->lost = 1;
    else if (r->differed)
        t->wrong = 1;
    if (stuck && !r->differed)
        tn_session_say(r->s, false, tn_bench_lost(r->b), "each packet leaves", "one that is still there");
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    const uint64_t from = tn_sim_cycle() > r->last_due ? tn_sim_cycle() : r->last_due;
    r->b->ops->release(r->b);
    while (r->b->ops->busy(r->b) && tn_sim_cycle() < from + drain + STILL_CYC &&
           (r->moved < from ? from : r->moved) + STILL_CYC > tn_sim_cycle())
        tn_sim_step(1);
    /* (at rest, a block may still send on its own from time to time) */
    const bool moves = r->b->ops->busy(r->b);
    tn_sim_step(REST_CYC);
    const bool stuck = moves && r->b->ops->busy(r->b) && !(r->b->ops->blind && r->b->ops->blind(r->b) && !r->differed);
    struct tn_bench_errors errors = {0};
    if (r->b->ops->errors)
        r->b->ops->errors(r->b, &errors);
    tn_bench_read_all(r->b);
    classify(r, stuck);
    if (errors.rule)
        tn_session_say(s, true, errors.rule, "no error", errors.what);
    if (!s->tally.lost && !s->tally.wrong)
        s->tally.corrected = errors.repaired;
    r->repaired = errors.repaired;
    if (!stuck)
        return;
    /* packets that are lost hold nothing up: one more must pass from each stream */
    const unsigned long left = r->left;
    tn_bench_probe(r->b);
    for (unsigned i = 0; i < STILL_CYC && r->left == left; i++)
        tn_sim_step(1);
    s->tally.hung = r->left == left;
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct run *r = s->own;
    const int n = snprintf(out, size, "%lu packets in, %lu out", r->given, r->left);
    if (r->repaired && (size_t)n < size)
        snprintf(out + n, size - (size_t)n, ", %lu errors repaired", r->repaired);
}

static void close_run(struct tn_session *s)
{
    struct run *r = s->own;
    tn_bench_free(r->b);
    tn_monitor_clear();
    tn_reader_close(r->capture);
}

const struct tn_session_ops tn_bench_session = {
    .size = sizeof(struct run),
    .open = open_run,
    .next = next,
    .error = error,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_run,
};
