/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --fabric exanet: nodes that send messages and transactions to each other,
 * all of them answered. One point sees everything; the seed decides all of it.
 *
 * Each node has its own clock. The node that is furthest behind goes on, so that
 * packets come out in the order of time.
 */
#include "gen.h"

#include "exa_make.h"
#include "exanet.h"

#include <tn/part.h>
#include <tn/rng.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS = 64, BURST = 8, TRANSFER_MAX = 65536 };

enum pattern { UNIFORM, PERMUTATION, HOT_SPOT, BURSTS, TRANSFERS };

struct options {
    enum pattern pattern;
    unsigned nodes;   /* 2 to 256 */
    unsigned hot;     /* HOT_SPOT: percent of the operations that go to node 0 */
    uint64_t packets; /* operations: messages and transactions */
    uint64_t seed;
    struct exa_gen_sizes sizes;
};

/* What a node owes another: one packet, not before its cycle. */
struct answer {
    uint64_t at;
    struct exa_packet k;
};

struct source {
    uint64_t clock, left; /* operations to begin */
    struct exa_node node;
    struct exa_transaction t;
    bool busy, control; /* t goes on; its control packet is to come */
    uint8_t note[EXA_WORD];
    unsigned to, permuted, burst;
    unsigned uses;    /* transactions so far: the tid below, its generation above */
    uint16_t message; /* next message number */
    struct answer *answers;
    size_t answer_n, answer_cap;
};

struct gen {
    const struct options *o;
    struct tn_rng rng;
    struct tn_writer *w;
    struct source nodes[EXA_MAKE_NODES];
    int error;
};

unsigned exa_gen_size(const struct exa_gen_sizes *s, struct tn_rng *rng)
{
    uint64_t pick = tn_rng_below(rng, s->total);
    size_t i = 0;
    while (pick >= s->range[i].weight)
        pick -= s->range[i++].weight;
    return s->range[i].low + (unsigned)tn_rng_below(rng, s->range[i].high - s->range[i].low + 1u);
}

static unsigned other_node(struct gen *g, unsigned self)
{
    unsigned i = (unsigned)tn_rng_below(&g->rng, g->o->nodes - 1);
    return i < self ? i : i + 1;
}

static unsigned target_of(struct gen *g, unsigned self)
{
    struct source *s = &g->nodes[self];
    switch (g->o->pattern) {
    case PERMUTATION:
        return s->permuted;
    case HOT_SPOT:
        return self != 0 && tn_rng_chance(&g->rng, g->o->hot, 100) ? 0 : other_node(g, self);
    case BURSTS:
        if (s->burst == 0) { /* the next burst goes elsewhere */
            s->burst = BURST;
            s->to = other_node(g, self);
        }
        s->burst--;
        return s->to;
    default:
        return other_node(g, self);
    }
}

static void send(struct gen *g, unsigned self, struct exa_packet *k)
{
    struct source *s = &g->nodes[self];
    struct tn_event place = {
        .cycle = s->clock, .time_ns = s->clock * EXA_GEN_NS, .port = (uint8_t)self};
    int rc = exa_write(g->w, &place, k);
    if (rc < 0)
        g->error = rc;
    s->clock += 2u + k->word_n;
}

/* k is sent by node i when what it answers has come. */
static void owe(struct gen *g, unsigned i, uint64_t at, const struct exa_packet *k)
{
    struct source *s = &g->nodes[i];
    bool idle = !s->busy && !s->left && !s->answer_n;
    if (s->answer_n == s->answer_cap) {
        size_t cap = s->answer_cap ? 2 * s->answer_cap : ANSWERS;
        struct answer *p = realloc(s->answers, cap * sizeof *p);
        if (!p) {
            g->error = -ENOMEM;
            return;
        }
        s->answers = p;
        s->answer_cap = cap;
    }
    s->answers[s->answer_n++] = (struct answer){.at = at, .k = *k};
    if (idle && s->clock < at)
        s->clock = at;
}

static unsigned index_of(struct exa_node n)
{
    return n.fpga + 4u * n.x + 32u * n.y;
}

/* The oldest answer, if it is due: sent. */
static bool answer_due(struct gen *g, unsigned self)
{
    struct source *s = &g->nodes[self];
    struct exa_packet k;
    if (!s->answer_n || s->answers[0].at > s->clock)
        return false;
    k = s->answers[0].k;
    memmove(s->answers, s->answers + 1, --s->answer_n * sizeof *s->answers);
    send(g, self, &k);
    return true;
}

/* Cycles before the next operation: in a burst none, but a pause after it. */
static uint64_t pause_of(struct gen *g, const struct source *s)
{
    if (g->o->pattern != BURSTS)
        return tn_rng_below(&g->rng, EXA_GEN_GAP);
    return s->burst ? 0 : tn_rng_below(&g->rng, (uint64_t)EXA_GEN_GAP * BURST * 2);
}

/* Begins the next operation: a message up to 64 bytes, else a transaction. */
static void start(struct gen *g, unsigned self)
{
    struct source *s = &g->nodes[self];
    unsigned to = target_of(g, self), size = exa_gen_size(&g->o->sizes, &g->rng);
    uint8_t data[EXA_MESSAGE_MAX];
    struct exa_packet k, ack;
    s->left--;
    if (size <= EXA_MESSAGE_MAX) {
        for (unsigned i = 0; i < size; i++)
            data[i] = (uint8_t)tn_rng_next(&g->rng);
        exa_message(s->node, g->nodes[to].node, (uint16_t)(1 + self), self, s->message++, data,
                    size, &k);
        send(g, self, &k);
        exa_message_answer(&k, 0, &ack);
        owe(g, to, s->clock + EXA_GEN_LATENCY, &ack);
    } else {
        uint64_t room = EXA_BLOCK - size;
        s->t =
            (struct exa_transaction){.src = s->node,
                                     .dst = g->nodes[to].node,
                                     .addr = (uint64_t)EXA_BLOCK * tn_rng_below(&g->rng, 1u << 20) +
                                             tn_rng_below(&g->rng, room + 1),
                                     .left = size,
                                     .pdid = (uint16_t)(1 + self),
                                     .tid = (uint16_t)(s->uses % EXA_TIDS),
                                     .seq = exa_seq_of(s->uses / EXA_TIDS, 0),
                                     .notify = tn_rng_chance(&g->rng, 1, 4)};
        s->uses++;
        s->busy = true;
        s->control = s->t.notify;
        for (unsigned i = 0; i < EXA_WORD; i++)
            s->note[i] = (uint8_t)tn_rng_next(&g->rng);
    }
    s->clock += pause_of(g, s);
}

/* The next packet of the transaction; with the last one its answers are owed. */
static void go_on(struct gen *g, unsigned self)
{
    struct source *s = &g->nodes[self];
    uint8_t data[EXA_MTU];
    struct exa_packet k;
    unsigned to = index_of(s->t.dst);
    if (s->t.left) {
        for (unsigned i = 0; i < exa_transaction_step(&s->t); i++)
            data[i] = (uint8_t)tn_rng_next(&g->rng);
        exa_transaction_packet(&s->t, data, &k);
        send(g, self, &k);
    } else {
        s->control = false;
        exa_transaction_control(&s->t, s->note, &k);
        send(g, self, &k);
    }
    if (s->t.left || s->control)
        return;
    s->busy = false;
    if (s->t.notify) {
        exa_transaction_notification(&s->t, s->note, &k);
        owe(g, to, s->clock + EXA_GEN_LATENCY, &k);
    }
    exa_transaction_answer(&s->t, 0, &k);
    owe(g, to, s->clock + EXA_GEN_LATENCY, &k);
}

/* The node furthest behind that has something to do, or -1. */
static int next_node(const struct gen *g)
{
    int best = -1;
    for (unsigned i = 0; i < g->o->nodes; i++) {
        const struct source *s = &g->nodes[i];
        if ((s->busy || s->left || s->answer_n) && (best < 0 || s->clock < g->nodes[best].clock))
            best = (int)i;
    }
    return best;
}

static void traffic(struct gen *g)
{
    int i;
    while (!g->error && (i = next_node(g)) >= 0) {
        struct source *s = &g->nodes[i];
        if (answer_due(g, (unsigned)i))
            continue;
        if (s->busy)
            go_on(g, (unsigned)i);
        else if (s->left)
            start(g, (unsigned)i);
        else
            s->clock = s->answers[0].at;
    }
}

/* A permutation that is one cycle (Sattolo): no node sends to itself. */
static void permute(struct gen *g)
{
    for (unsigned i = 0; i < g->o->nodes; i++)
        g->nodes[i].permuted = i;
    for (unsigned i = g->o->nodes - 1; i > 0; i--) {
        unsigned k = (unsigned)tn_rng_below(&g->rng, i), was = g->nodes[i].permuted;
        g->nodes[i].permuted = g->nodes[k].permuted;
        g->nodes[k].permuted = was;
    }
}

/* "64", "1-256", "64:7,4096-16384:3": sizes 1 to most; false when text is none. */
static bool parse_sizes(const char *text, unsigned most, struct exa_gen_sizes *s)
{
    memset(s, 0, sizeof *s);
    for (;;) {
        unsigned low, high, weight = 1;
        int end = 0, more = 0;
        if (s->n == EXA_GEN_SIZES || sscanf(text, "%5u%n", &low, &end) != 1)
            return false;
        text += end;
        high = low;
        if (sscanf(text, "-%5u%n", &high, &more) == 1)
            text += more;
        if (sscanf(text, ":%5u%n", &weight, &more) == 1)
            text += more;
        if (low < 1 || high < low || high > most || weight < 1)
            return false;
        s->range[s->n].low = low;
        s->range[s->n].high = high;
        s->range[s->n++].weight = weight;
        s->total += weight;
        if (*text == 0)
            return true;
        if (*text++ != ',')
            return false;
    }
}

static int make(const struct options *o, const char *path)
{
    char err[512], meta[128];
    int rc;
    struct gen *g = calloc(1, sizeof *g);
    if (!g)
        return tn_usage("gen", "out of memory");
    g->o = o;
    tn_rng_seed(&g->rng, o->seed, 0);
    permute(g);
    for (unsigned i = 0; i < o->nodes; i++) {
        g->nodes[i].node = exa_make_node(i);
        g->nodes[i].clock = 1000 + tn_rng_below(&g->rng, EXA_GEN_GAP);
        g->nodes[i].left = o->packets / o->nodes + (i < o->packets % o->nodes);
    }
    snprintf(meta, sizeof meta, "tool=tenter gen\nversion=%s\nseed=%" PRIu64 "\npoint.0=exanet\n",
             TN_VERSION, o->seed);
    g->w = tn_writer_open(path, meta, EXA_GEN_NS, err, sizeof err);
    if (!g->w) {
        free(g);
        return tn_usage("gen", "%s", err);
    }
    if (o->pattern == TRANSFERS)
        g->error = exa_gen_transfers(g->w, &g->rng, o->nodes, o->packets, &o->sizes);
    else
        traffic(g);
    rc = tn_writer_close(g->w);
    rc = g->error ? g->error : rc;
    for (unsigned i = 0; i < o->nodes; i++)
        free(g->nodes[i].answers);
    free(g);
    return rc < 0 ? tn_usage("gen", "%s: %s", tn_part_name(path), strerror(-rc)) : TN_EXIT_OK;
}

static const char *const patterns[] = {"uniform", "permutation", "hotspot",
                                       "bursts",  "transfers",   NULL};
enum { PATTERN_OF, NODES, HOT };
static const struct tn_face_option own_options[] = {
    [PATTERN_OF] = {.name = "pattern", .value = "NAME", .words = patterns},
    [NODES] = {.name = "nodes", .value = "N", .max = EXA_MAKE_NODES},
    [HOT] = {.name = "hot", .value = "PERCENT", .max = 100},
    {.name = NULL},
};

static int run(const struct tn_gen *gen)
{
    struct options o = {.nodes = 16, .hot = 50, .packets = gen->packets, .seed = gen->seed};
    static const char *const usual[] = {"1-64:1,65-4096:1", "1-256:1,257-16384:2,16385-65536:1"};
    unsigned most;
    uint64_t v;
    for (unsigned i = 0; gen->value[PATTERN_OF] && patterns[i]; i++)
        if (strcmp(gen->value[PATTERN_OF], patterns[i]) == 0)
            o.pattern = (enum pattern)i;
    if (gen->value[NODES] && tn_number(gen->value[NODES], EXA_MAKE_NODES, &v))
        o.nodes = (unsigned)v;
    if (gen->value[HOT] && tn_number(gen->value[HOT], 100, &v))
        o.hot = (unsigned)v;
    if (o.nodes < 2)
        return tn_usage("gen", "--nodes is 2 to 256");
    most = o.pattern == TRANSFERS ? TRANSFER_MAX : EXA_BLOCK;
    if (!parse_sizes(gen->size ? gen->size : usual[o.pattern == TRANSFERS], most, &o.sizes))
        return tn_usage("gen", "--size is SIZE or LOW-HIGH, 1 to %u, with :WEIGHT, by commas",
                        most);
    tn_gen_begins(gen);
    return make(&o, gen->path);
}

const struct tn_face_gen tn_gen_exanet = {.makes = "ExaNet", .options = own_options, .run = run};
