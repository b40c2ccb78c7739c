/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Plays a mix. Everything random comes from SEED and the mix's name, so that both simulators play
 * the same.
 */
#include "mix.h"

#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETTLE_CYC = 20000, /* all that is under way has come to its end */
    REST_CYC = 40,
    FULL = 30,       /* packets that wait at a stream before others are drawn */
    FULL_CYC = 50000 /* such a stream goes on within */
};

struct play {
    const struct mix *m;
    struct tn_bench *b;
    struct tn_rng rng;
    uint64_t next[MIX_LINES];    /* when a line with every is done next; 0: not begun */
    unsigned rounds[MIX_LINES];  /* that are left of a repeat */
    const struct mix_value *gap; /* NULL: none */
    uint32_t packets;
    char *why;
};

static uint64_t hash(const char *text)
{
    uint64_t h = 14695981039346656037ull;
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * 1099511628211ull;
    return h;
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct play *p = ctx;
    if (p->why[0])
        return;
    snprintf(p->why, MIX_ERROR, "%s cycle %llu: expected %.80s; found %.80s", v->rule,
             (unsigned long long)v->cycle, v->expected, v->found);
    tn_sim_failed(v->rule, v->cycle, v->packet, p->why);
}

static void broken(struct play *p, const char *rule, const char *what)
{
    if (p->why[0])
        return;
    snprintf(p->why, MIX_ERROR, "%s cycle %llu: %s", rule, (unsigned long long)tn_sim_cycle(), what);
    tn_sim_failed(rule, 0, 0, p->why);
}

static long of(const struct mix_number *n)
{
    return n->plus + (n->parameter[0] ? tn_sim_param(n->parameter) : 0);
}

static uint32_t between(struct play *p, long low, long high)
{
    return (uint32_t)(high > low ? low + (long)tn_rng_below(&p->rng, (uint64_t)(high - low) + 1) : low);
}

static uint32_t draw(struct play *p, const struct mix_value *v)
{
    const unsigned k = v->n > 1 ? (unsigned)tn_rng_below(&p->rng, v->n) : 0;
    return between(p, of(&v->range[k].low), of(&v->range[k].high));
}

/* Calls fn for each index that is meant, of n, of a stream or knob. */
static int each(struct play *p, const struct mix_line *l, unsigned place, const struct mix_index *index, unsigned n,
                int (*fn)(struct play *p, const struct mix_line *l, unsigned place, unsigned index))
{
    const unsigned any = index->of == MIX_ANY ? (unsigned)tn_rng_below(&p->rng, n) : index->at;
    int rc = 0;
    for (unsigned i = 0; i < n && rc == 0; i++)
        if (index->of == MIX_ALL || i == any)
            rc = fn(p, l, place, i);
    return rc;
}

/* Shapes have fewer streams than the largest one, and knobs with an index belong to streams. */
static unsigned knobs_of(const struct play *p, unsigned knob)
{
    const unsigned most = p->b->text->knobs[knob].most;
    for (unsigned k = 0; tn_bench_stream_is(p->b->text, k); k++)
        if (most > 1 && tn_bench_stream_most(p->b->text, k) == most)
            return p->b->count[k];
    return most;
}

static int set_one(struct play *p, const struct mix_line *l, unsigned knob, unsigned i)
{
    return p->b->ops->set(p->b, knob, i, draw(p, &l->value));
}

static int stall_one(struct play *p, const struct mix_line *l, unsigned stream, unsigned i)
{
    p->b->ops->stall(p->b, stream, i, draw(p, &l->value));
    return 0;
}

static int send_one(struct play *p, const struct mix_line *l, unsigned stream, unsigned i)
{
    const struct mix_packet *k = &l->packet[l->packets > 1 ? tn_rng_below(&p->rng, l->packets) : 0];
    struct tn_bench_wish wish[TN_BENCH_WISHES];
    uint8_t bytes[TN_BENCH_BYTES];
    for (unsigned w = 0; w < k->n; w++) {
        wish[w].field = k->wish[w].field;
        wish[w].value = draw(p, &k->wish[w].value);
    }
    const size_t len = p->b->ops->draw(p->b, stream, i, wish, k->n, p->packets++, bytes);
    if (len == 0) {
        snprintf(p->why, MIX_ERROR, "line %u: no packet has these fields", l->number);
        return -EINVAL;
    }
    const int rc = p->b->ops->give(p->b, stream, i, bytes, len, 0);
    tn_sim_sent(rc == 0);
    return rc;
}

/* Gives a packet at each stream of the line. */
static int send_round(struct play *p, const struct mix_line *l)
{
    int rc = 0;
    for (unsigned k = 0; k < l->streams && rc == 0; k++)
        rc = each(p, l, l->stream[k].place, &l->stream[k].index, p->b->count[l->stream[k].place], send_one);
    return rc;
}

static bool is_full(const struct play *p, const struct mix_line *l)
{
    for (unsigned k = 0; k < l->streams; k++) {
        const unsigned place = l->stream[k].place;
        for (unsigned i = 0; i < p->b->count[place]; i++)
            if ((l->stream[k].index.of != MIX_ONE || i == l->stream[k].index.at) && p->b->ops->queued(p->b, place, i) > FULL)
                return true;
    }
    return false;
}

/* Gives a line's packets while others run; those for which a stream has no room are left out. */
static int send_beside(struct play *p, const struct mix_line *l)
{
    int rc = 0;
    for (uint32_t n = draw(p, &l->value); n && rc == 0 && !is_full(p, l); n--) {
        tn_sim_asked(1);
        rc = send_round(p, l);
    }
    return rc;
}

/* A line that can be done while packets are given. */
static int quick(struct play *p, const struct mix_line *l)
{
    switch (l->op) {
    case MIX_SET:
        return each(p, l, l->place, &l->index, knobs_of(p, l->place), set_one);
    case MIX_STALL:
        return each(p, l, l->place, &l->index, p->b->count[l->place], stall_one);
    case MIX_SEND:
        return send_beside(p, l);
    case MIX_WRITE:
        p->b->ops->write(p->b, l->addr, draw(p, &l->value));
        return 0;
    default:
        tn_sim_reset(draw(p, &l->value));
        return 0;
    }
}

/* Lets cycles pass, in which the lines with every are done. */
static int step(struct play *p, uint64_t n)
{
    const uint64_t end = tn_sim_cycle() + n;
    int rc = 0;
    while (rc == 0 && !p->why[0] && tn_sim_cycle() < end) {
        uint64_t to = end;
        for (unsigned k = 0; k < p->m->lines && rc == 0; k++) {
            if (!p->next[k])
                continue;
            if (p->next[k] <= tn_sim_cycle()) {
                rc = quick(p, &p->m->line[k]);
                p->next[k] = tn_sim_cycle() + 1 + draw(p, &p->m->line[k].period);
            }
            to = p->next[k] < to ? p->next[k] : to;
        }
        if (to > tn_sim_cycle())
            tn_sim_step(to - tn_sim_cycle());
    }
    return rc;
}

/* How many streams give a packet in a round of the line. */
static unsigned streams_of(const struct play *p, const struct mix_line *l, bool all)
{
    unsigned n = 0;
    for (unsigned k = 0; k < l->streams; k++)
        n += l->stream[k].index.of == MIX_ALL || (all && l->stream[k].index.of == MIX_ANY) ? p->b->count[l->stream[k].place] : 1;
    return n;
}

/* The number of packets that each stream of the line gives. */
static uint32_t rounds_of(struct play *p, const struct mix_line *l)
{
    const char *env = getenv("TN_PACKETS");
    const uint64_t all = env && *env ? strtoull(env, NULL, 10) : 800;
    const unsigned streams = streams_of(p, l, true);
    const uint32_t n = draw(p, &l->value);
    return l->percent ? (uint32_t)((all * n / 100 + streams - 1) / streams) : n;
}

static int send(struct play *p, const struct mix_line *l)
{
    const uint32_t rounds = rounds_of(p, l);
    int rc = 0;
    tn_sim_asked((uint64_t)rounds * streams_of(p, l, false));
    for (uint32_t i = 0; i < rounds && rc == 0 && !p->why[0]; i++) {
        const uint64_t from = tn_sim_cycle();
        rc = send_round(p, l);
        if (rc == 0 && p->gap)
            rc = step(p, draw(p, p->gap));
        while (rc == 0 && !p->why[0] && is_full(p, l)) {
            rc = step(p, 1);
            if (tn_sim_cycle() > from + FULL_CYC)
                broken(p, tn_bench_lost(p->b), "the packets that wait go on; nothing moves any more");
        }
    }
    return rc;
}

/* A mix after which the judge knows nothing is no test. */
static bool blind(struct play *p)
{
    if (p->why[0] || !p->b->ops->blind || !p->b->ops->blind(p->b))
        return false;
    snprintf(p->why, MIX_ERROR, "cycle %llu: the judge has lost sight of the packets",
             (unsigned long long)tn_sim_cycle());
    return true;
}

static void settle(struct play *p)
{
    if (!tn_bench_settle(p->b, SETTLE_CYC) && !blind(p))
        broken(p, tn_bench_lost(p->b), "all packets leave; one is still there");
    tn_sim_step(REST_CYC);
    if (!p->why[0])
        tn_bench_read_all(p->b);
    if (p->b->unknown)
        broken(p, tn_bench_lost(p->b), "an output that counts has unknown bits");
}

static int one_line(struct play *p, unsigned *at)
{
    const struct mix_line *l = &p->m->line[*at];
    if (l->every) {
        p->next[*at] = tn_sim_cycle() + 1 + draw(p, &l->period);
        return 0;
    }
    switch (l->op) {
    case MIX_GAP:
        p->gap = &l->value;
        return 0;
    case MIX_SEND:
        return send(p, l);
    case MIX_WAIT:
        return step(p, draw(p, &l->value));
    case MIX_SETTLE:
        settle(p);
        return 0;
    case MIX_REPEAT:
        p->rounds[*at] = draw(p, &l->value);
        if (p->rounds[*at] == 0)
            *at = l->to;
        return 0;
    case MIX_END:
        if (--p->rounds[l->to])
            *at = l->to;
        return 0;
    default:
        return quick(p, l);
    }
}

/* Why the mix cannot be played on this shape, or "". */
static void unmet(const struct mix *m, char why[MIX_ERROR])
{
    why[0] = 0;
    if (strcmp(m->dut, tn_sim_dut()) != 0)
        snprintf(why, MIX_ERROR, "for the block %s", m->dut);
    for (unsigned k = 0; k < m->needs && !why[0]; k++) {
        const long v = tn_sim_param(m->need[k].name), want = m->need[k].value;
        const bool met = m->need[k].op == '=' ? v == want : m->need[k].op == '<' ? v <= want : v >= want;
        if (v < 0 || !met)
            snprintf(why, MIX_ERROR, "requires %s %c%s %ld; here it is %ld", m->need[k].name,
                     m->need[k].op, "=", want, v);
    }
}

/* The rules that the judge asked and that were kept go to the verdict log. */
static void kept(const struct play *p)
{
    const struct tn_judge *j = p->b->ops->judge(p->b);
    for (const char *const *rule = j->rule; *rule; rule++)
        if (tn_judge_asked(j, *rule))
            tn_sim_kept(*rule);
}

int tn_mix_play(const struct mix *m, char why[MIX_ERROR])
{
    struct play p = {.m = m, .why = why};
    int rc = 0;
    unmet(m, why);
    if (why[0])
        return MIX_SKIPPED;
    tn_monitor_clear();
    tn_rng_seed(&p.rng, tn_sim_seed() ^ hash(m->name), 4);
    p.b = tn_bench_new(tn_sim_seed() ^ hash(m->name), on_verdict, &p);
    if (!p.b)
        return -ENOMEM;
    rc = tn_sim_trace_start(NULL);
    tn_sim_trace_note(m->name);
    for (unsigned k = 0; k < m->lines && rc == 0 && !why[0]; k++)
        rc = one_line(&p, &k);
    if (rc == 0 && !why[0]) {
        p.b->ops->release(p.b);
        settle(&p);
    }
    if (rc == 0 && !why[0] && !blind(&p))
        kept(&p);
    tn_bench_free(p.b);
    tn_monitor_clear();
    return rc == -EINVAL && why[0] ? MIX_FAILED : rc < 0 ? rc : why[0] ? MIX_FAILED : MIX_PASSED;
}
