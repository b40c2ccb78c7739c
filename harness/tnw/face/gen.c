/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --fabric tnw: two ends of a link that send packets to each other, as frames seen at
 * one of them: m_link leaves it, s_link comes in, behind a line whose delay and errors the seed
 * decides.
 */
#include "tnw.h"
#include "tnw_end.h"

#include <tn/part.h>
#include <tn/rng.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    NS_PER_CYCLE = 4,
    LINE = 256, /* items on the line */
    DELAY_MIN = 3,
    DELAY_MAX = 120,
    RESEND_TMO = 512, /* and four times the line */
};

/* What the line does to an item. */
enum damage { NONE, BIT, START_LOST, BROKEN, LOST, DAMAGES };

struct options {
    uint64_t packets; /* each way */
    uint64_t seed;
    unsigned faults; /* of 1000 packets and SETs, how many the line damages; up to 300 */
};

struct under_way {
    uint64_t start;
    enum damage damage;
    unsigned at; /* bit or word of the damage */
    bool up;     /* the receiver was, when it began */
    struct tnw_item item;
};

struct line {
    struct under_way way[LINE];
    unsigned first, n;
};

struct gen {
    const struct options *o;
    struct tn_rng rng, attacks; /* attacks: of payloads that look like words of a link */
    struct tn_writer *w;
    uint64_t now, delay;
    struct tnw_end end[2];
    struct line from[2];
    int error;
};

/* A record of n words in this cycle. */
static void record(struct gen *g, unsigned point, const struct tnw_word *word, unsigned n,
                   unsigned flags)
{
    uint8_t bytes[TNW_FRAME];
    struct tn_event ev = {.cycle = g->now,
                          .time_ns = g->now * NS_PER_CYCLE,
                          .span = n - 1,
                          .point = (uint16_t)point,
                          .fabric = TN_FABRIC_TNW,
                          .unit = TN_UNIT_FRAME,
                          .flags = (uint8_t)flags,
                          .bytes = bytes,
                          .len = n * TNW_WORD_OCTETS};
    int rc;
    ev.orig_len = ev.len;
    for (unsigned i = 0; i < n; i++)
        tnw_word_put(word[i], bytes + (size_t)i * TNW_WORD_OCTETS);
    rc = tn_writer_event(g->w, &ev);
    if (rc < 0 && !g->error)
        g->error = rc;
}

/* An item as it comes in at end 0, with what the line did to it. */
static void arrives(struct gen *g, const struct under_way *u)
{
    static const struct tnw_word bad = {.data = 0x070707fe, .flags = 15};
    struct tnw_word word[TNW_WORDS];
    unsigned first = u->item.packet, n = first ? TNW_WORDS : 1, at = u->at % (n - first) + first;
    memcpy(word, u->item.word, sizeof word);
    switch (u->damage) {
    case BIT:
        word[at].data ^= 1u << (8 + u->at % 24);
        record(g, 1, word, n, TN_EV_FAULT);
        break;
    case START_LOST:
        word[0] = bad;
        record(g, 1, word, n, TN_EV_FAULT);
        break;
    case BROKEN:
        word[at] = bad;
        record(g, 1, word, at, TN_EV_FAULT | TN_EV_MALFORMED);
        g->now += at;
        record(g, 1, word + at, n - at, TN_EV_FAULT);
        g->now -= at;
        break;
    case LOST:
        break;
    default:
        record(g, 1, word, n, 0);
        break;
    }
}

static void send(struct gen *g, unsigned e)
{
    struct line *l = &g->from[e];
    struct under_way u = {.start = g->now};
    if (!tnw_end_send(&g->end[e], g->now, &u.item))
        return;
    if (tn_rng_chance(&g->rng, g->o->faults, 1000)) {
        /* a SET is damaged, not lost: a RESTART that left no trace would look like none */
        u.damage = u.item.packet ? 1 + (enum damage)tn_rng_below(&g->rng, DAMAGES - 1) : BIT;
        u.at = (unsigned)tn_rng_below(&g->rng, 1 << 20);
    }
    l->way[(l->first + l->n++) % LINE] = u;
    if (e == 0)
        record(g, 0, u.item.word, u.item.packet ? TNW_WORDS : 1, 0);
}

/* What reaches end e in this cycle, in the order in which it was sent. */
static void receive(struct gen *g, unsigned e)
{
    struct line *l = &g->from[1 - e];
    struct tnw_end *s = &g->end[e];
    for (unsigned n = 0; n < l->n; n++) {
        struct under_way *u = &l->way[(l->first + n) % LINE];
        struct tnw_ctl ctl = tnw_ctl_decode(u->item.word[0].data);
        bool readable = !u->damage || (u->item.packet && (u->damage == BIT || u->damage == BROKEN));
        if (u->start + g->delay == g->now) {
            if (e == 0)
                arrives(g, u);
            u->up = s->link == TNW_END_UP;
            if (readable)
                tnw_end_feedback(s, g->now, &ctl);
        }
        if (u->item.packet && u->up && u->damage != LOST &&
            u->start + g->delay + TNW_SPAN == g->now)
            tnw_end_packet(s, (uint8_t)(u->item.word[1].data >> 24 & (TNW_SEQ_MOD - 1)),
                           !u->damage);
    }
    while (l->n && l->way[l->first].start + g->delay + TNW_SPAN <= g->now) {
        l->first = (l->first + 1) % LINE;
        l->n--;
    }
}

static bool busy(const struct gen *g)
{
    return tnw_end_busy(&g->end[0]) || tnw_end_busy(&g->end[1]) || g->from[0].n || g->from[1].n;
}

static void traffic(struct gen *g)
{
    g->delay = DELAY_MIN + tn_rng_below(&g->rng, DELAY_MAX - DELAY_MIN + 1);
    for (unsigned e = 0; e < 2; e++) {
        g->end[e].rng = &g->rng;
        g->end[e].attacks = &g->attacks;
        g->end[e].left = g->o->packets;
        g->end[e].resend_timeout = RESEND_TMO + 4 * g->delay;
    }
    g->end[1].due = tn_rng_below(&g->rng, DELAY_MAX);
    for (g->now = 1; !g->error && busy(g); g->now++) {
        send(g, 0); /* what comes in has its effect on the next cycle */
        send(g, 1);
        receive(g, 0);
        receive(g, 1);
    }
}

static int make(const struct options *o, const char *path)
{
    char err[512], meta[160];
    int rc;
    struct gen *g = calloc(1, sizeof *g);
    if (!g)
        return tn_usage("gen", "out of memory");
    g->o = o;
    tn_rng_seed(&g->rng, o->seed, 0);
    tn_rng_seed(&g->attacks, o->seed, 1);
    snprintf(meta, sizeof meta,
             "tool=tenter gen\nversion=%s\nseed=%" PRIu64
             "\nfaults=%u\npoint.0=m_link\npoint.1=s_link\n",
             TN_VERSION, o->seed, o->faults);
    g->w = tn_writer_open(path, meta, NS_PER_CYCLE, err, sizeof err);
    if (!g->w) {
        free(g);
        return tn_usage("gen", "%s", err);
    }
    traffic(g);
    rc = tn_writer_close(g->w);
    rc = g->error ? g->error : rc;
    free(g);
    return rc < 0 ? tn_usage("gen", "%s: %s", tn_part_name(path), strerror(-rc)) : TN_EXIT_OK;
}

enum { FAULTS_MAX = 300 };
static const struct tn_face_option own_options[] = {
    {.name = "faults", .value = "N", .max = FAULTS_MAX},
    {.name = NULL},
};

static int run(const struct tn_gen *gen)
{
    struct options o = {.packets = gen->packets, .seed = gen->seed};
    uint64_t v;
    if (gen->size)
        return tn_usage("gen", "a TNW packet has 128 bytes: no --size");
    if (gen->value[0] && tn_number(gen->value[0], FAULTS_MAX, &v))
        o.faults = (unsigned)v;
    tn_gen_begins(gen);
    return make(&o, gen->path);
}

const struct tn_face_gen tn_gen_tnw = {.makes = "TNW", .options = own_options, .run = run};
