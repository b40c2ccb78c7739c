/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --fabric cluster: two ends of a lane that send packets to each other, as runs seen at
 * one of them, behind a line whose delay and errors the seed decides.
 */
#include "cluster.h"
#include "end.h"

#include <tn/part.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    NS_PER_CYCLE = 6,
    LINE = 64 /* runs on the line */,
    DELAY_MAX = 60,
    FAULTS_MAX = 300,
    NEAR_NODE = 3,
    FAR_NODE = 11
};

/* What the line does to a run. */
enum damage { NONE, BIT, INVALID, SHORT, LOST, DAMAGES };

struct under_way {
    uint64_t start;
    enum damage damage;
    unsigned at; /* bit or word of the damage */
    struct cl_gen_run run;
};

/* The runs of one direction, the oldest first. */
struct line {
    struct under_way way[LINE];
    unsigned n;
};

struct gen {
    struct tn_rng rng, attacks; /* attacks: of payloads that look like words of a lane */
    struct tn_writer *w;
    uint64_t now, delay;
    unsigned faults; /* of 1000 runs */
    struct cl_gen_end end[2];
    struct line from[2];
    int error;
};

static void record(struct gen *g, enum tn_dir dir, const struct cl_gen_run *r, unsigned flags,
                   int invalid)
{
    uint8_t bytes[CL_WORDS_MAX * CL_FRAME_WORD];
    cl_frame_put(r->word, r->n, bytes);
    if (invalid >= 0)
        bytes[invalid * CL_FRAME_WORD] = CL_INVALID;
    struct tn_event ev = {.cycle = g->now,
                          .time_ns = g->now * NS_PER_CYCLE,
                          .span = r->n - 1,
                          .dir = (uint8_t)dir,
                          .fabric = TN_FABRIC_CLUSTER,
                          .unit = TN_UNIT_FRAME,
                          .flags = (uint8_t)flags,
                          .bytes = bytes,
                          .len = r->n * CL_FRAME_WORD};
    ev.orig_len = ev.len;
    const int rc = tn_writer_event(g->w, &ev);
    if (rc < 0 && !g->error)
        g->error = rc;
}

/* A run as it comes in at end 0, with what the line did to it. */
static void arrives(struct gen *g, const struct under_way *u)
{
    struct cl_gen_run r = u->run;
    const unsigned word = u->at % r.n;
    if (u->damage == LOST)
        return;
    if (u->damage == BIT)
        r.word[word] ^= (uint16_t)(1u << u->at / CL_WORDS_MAX % 16);
    if (u->damage == SHORT)
        r.n -= r.n / 3;
    record(g, TN_DIR_DOWN, &r, u->damage ? TN_EV_FAULT : 0, u->damage == INVALID ? (int)word : -1);
}

static void send(struct gen *g, unsigned e)
{
    struct line *l = &g->from[e];
    struct under_way *u = &l->way[l->n];
    if (l->n == LINE)
        return;
    *u = (struct under_way){.start = g->now};
    if (!cl_gen_end_send(&g->end[e], g->now, &u->run))
        return;
    l->n++;
    if (tn_rng_chance(&g->rng, g->faults, 1000)) {
        u->damage = 1 + (enum damage)tn_rng_below(&g->rng, DAMAGES - 1);
        u->at = (unsigned)tn_rng_below(&g->rng, 1 << 20);
    }
    if (e == 0)
        record(g, TN_DIR_UP, &u->run, 0, -1);
}

/* What reaches end e in this cycle. */
static void receive(struct gen *g, unsigned e)
{
    struct line *l = &g->from[1 - e];
    for (unsigned i = 0; e == 0 && i < l->n; i++)
        if (l->way[i].start + g->delay == g->now)
            arrives(g, &l->way[i]);
    const struct under_way *u = &l->way[0];
    if (l->n == 0 || u->start + g->delay + u->run.n > g->now)
        return;
    if (u->damage != LOST)
        cl_gen_end_take(&g->end[e], g->now, u->damage ? NULL : &u->run);
    memmove(l->way, l->way + 1, --l->n * sizeof *l->way);
}

static void traffic(struct gen *g, uint64_t packets)
{
    g->delay = 1 + tn_rng_below(&g->rng, DELAY_MAX);
    for (unsigned e = 0; e < 2; e++)
        g->end[e] = (struct cl_gen_end){.rng = &g->rng,
                                        .attacks = &g->attacks,
                                        .left = packets,
                                        .node = e ? FAR_NODE : NEAR_NODE};
    for (g->now = 1; !g->error && (cl_gen_end_busy(&g->end[0]) || cl_gen_end_busy(&g->end[1]));
         g->now++) {
        send(g, 0);
        send(g, 1);
        receive(g, 0);
        receive(g, 1);
    }
}

static const struct tn_face_option own_options[] = {
    {.name = "faults", .value = "N", .max = FAULTS_MAX},
    {.name = NULL},
};

static int run(const struct tn_gen *gen)
{
    char err[512], meta[160];
    uint64_t v = 0;
    struct gen *g;
    int rc;
    if (gen->size)
        return tn_usage("gen", "sizes of the cluster's packets are drawn: no --size");
    if (gen->value[0])
        tn_number(gen->value[0], FAULTS_MAX, &v);
    if (!(g = calloc(1, sizeof *g)))
        return tn_usage("gen", "out of memory");
    tn_gen_begins(gen);
    g->faults = (unsigned)v;
    tn_rng_seed(&g->rng, gen->seed, 0);
    tn_rng_seed(&g->attacks, gen->seed, 1);
    snprintf(meta, sizeof meta,
             "tool=tenter gen\nversion=%s\nseed=%" PRIu64 "\nfaults=%u\npoint.0=node%u\n",
             TN_VERSION, gen->seed, g->faults, NEAR_NODE);
    g->w = tn_writer_open(gen->path, meta, NS_PER_CYCLE, err, sizeof err);
    if (!g->w) {
        free(g);
        return tn_usage("gen", "%s", err);
    }
    traffic(g, gen->packets);
    rc = tn_writer_close(g->w);
    rc = g->error ? g->error : rc;
    free(g);
    return rc < 0 ? tn_usage("gen", "%s: %s", tn_part_name(gen->path), strerror(-rc)) : TN_EXIT_OK;
}

const struct tn_face_gen tn_gen_cluster = {.makes = "cluster", .options = own_options, .run = run};
