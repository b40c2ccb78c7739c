/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of two nodes of an APEnet torus: their hosts send each other the messages of a capture,
 * by put, send and get as their packets were, and each must be whole and reported, or have an error
 * event, or be missing where a counter tells (ape_promise.h). Faults are of the lines between the
 * nodes, of the hosts and of the DUT's state.
 */
#include "../../replay/session.h"
#include "../dut/ape_duts.h"
#include "../stimulus/ape_stimulus.h"

#include <tn/apenet/ape_promise.h>
#include <tn/apenet/ape_torus_bench.h>
#include <tn/line_fault.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES = 2,
    LIST = 256, /* most messages of a run; the probe's come to them */
    TURN = 8,
    TIMEOUT = 2000, /* MSG_TIMEOUT and GET_TIMEOUT */
    MISS_TIMEOUT = 0x1088,
    MISS_CYC = 3000,
    EVQ_WAIT = 0x108c,
    EVQ_CYC = 1000,
    QUEUE_LOG2 = 4, /* a queue of events that is soon full */
    REST_CYC = 30000,
    PROBE_N = 100,
    FORGED_EACH = 2, /* behind each so many messages one that looks like words of a line */
    FORGED_N = 2000,
    MOVED_N = 4096,
    LINK_AT = 1024, /* address of link 0's registers: word 256 */
    LINK_STEP = 128,
    PCS_AT = 2048, /* address of the registers of link 0's coding: word 512 */
    PCS_STEP = 32,
    TX_CYCLES = 280,
    ALIGN_CYC = 1000,
    SYMBOL_CYC = 128 /* TX_CYCLES with symbols: the delay of line and coding, and 16 words, twice */
};
/* Words of a link and of its coding that count what is dropped or wrong, and their names. */
static const struct {
    bool symbols; /* of the coding */
    unsigned word;
    const char *name;
} signs[] = {{false, 5, "HDR_FATAL"},  {false, 6, "CRC_WRONG"}, {false, 7, "CUT"},
             {false, 8, "DROPPED"},    {false, 18, "OVERFLOW"}, {false, 19, "HDR_FORM"},
             {false, 9, "CREDIT_BAD"}, {true, 4, "UP_LOST"},    {true, 3, "SYNC_LOST"},
             {true, 5, "TORN"},        {true, 2, "BAD"}};
enum { SIGNS = sizeof signs / sizeof *signs };

struct run {
    struct tn_session *s;
    struct tn_ape_stimulus *stimulus;
    struct tn_ape_torus_bench b;
    struct tn_ape_promise p;
    struct tn_ape_stim_message *list;
    unsigned n, next; /* messages read, and begun */
    uint64_t last_due;
    bool flushed, probing, deaf;
    unsigned broken; /* promises */
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    const bool of_axi = strncmp(v->rule, "AXI-", 4) == 0;
    r->broken += !of_axi;
    if (of_axi)
        tn_session_tell(r->s, v);
    else
        tn_session_differ(r->s, v);
}

/* Times that a run can wait for, and a short queue of events; with symbols a longer way. */
static int prepare(struct run *r)
{
    for (unsigned k = 0; k < r->b.nodes; k++) {
        struct tn_ape_torus_node *n = &r->b.node[k];
        struct ape_user_config c = n->host.user.config;
        c.queue_log2 = QUEUE_LOG2;
        if (ape_open(&n->host.user, &c) || tn_axi_write32(n->cpu, MISS_TIMEOUT, MISS_CYC) ||
            tn_axi_write32(n->cpu, EVQ_WAIT, EVQ_CYC) ||
            (tn_sim_param("PCS") == 1 && tn_axi_write32(n->cpu, TX_CYCLES, SYMBOL_CYC)))
            return -EIO;
    }
    return 0;
}

static int open_capture(struct tn_session *s, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    struct run *r = s->own;
    r->s = s;
    r->stimulus = tn_ape_stimulus_open(o->capture, &o->stim, err, err_size);
    r->list = calloc(LIST, sizeof *r->list);
    if (!r->stimulus)
        return -EINVAL;
    tn_session_begin(s, o);
    tn_state_settle("u_dut");
    if (!r->list || tn_ape_torus_bench_open(&r->b, o->stim.seed, on_verdict, r) ||
        r->b.nodes != NODES || prepare(r) ||
        tn_ape_promise_open(&r->p, tn_ape_torus_bench_hosts(&r->b), o->stim.seed, TIMEOUT,
                            on_verdict, r)) {
        snprintf(err, err_size, "not a torus of two nodes (ape_torus-pair), or it does not open");
        return -ENODEV;
    }
    tn_session_begin(s, o);
    return 0;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    const int rc = r->n < LIST ? tn_ape_stimulus_next(r->stimulus, &r->list[r->n]) : 0;
    if (rc != 1)
        return rc;
    *at = r->last_due = r->list[r->n++].due;
    s->tally.in++;
    return 1;
}

static const char *error(struct tn_session *s)
{
    return tn_ape_stimulus_error(((struct run *)s->own)->stimulus);
}

static enum tn_ape_letter_kind kind_of(const struct tn_ape_stim_message *m)
{
    return m->type == 3 ? TN_APE_BY_SEND : m->type == 5 ? TN_APE_BY_GET : TN_APE_BY_PUT;
}

static void begin_messages(struct run *r)
{
    while (r->next < r->n) {
        const struct tn_ape_stim_message *m = &r->list[r->next];
        if (tn_sim_cycle() < r->s->start + m->due)
            return;
        const int rc = tn_ape_promise_give(&r->p, kind_of(m), m->from, !m->from, m->data, m->n);
        if (rc == -EAGAIN)
            return;
        r->deaf = r->deaf || (rc < 0 && rc != -ENOSPC);
        r->next++;
        if (r->next % FORGED_EACH == 0)
            (void)tn_ape_promise_send(&r->p, TN_APE_BY_PUT, m->from, !m->from, FORGED_N, true);
    }
}

static void step(struct tn_session *s, uint64_t n)
{
    struct run *r = s->own;
    for (uint64_t end = tn_sim_cycle() + n; tn_sim_cycle() < end;) {
        const uint64_t left = end - tn_sim_cycle();
        begin_messages(r);
        if (tn_sim_cycle() < end)
            tn_ape_promise_step(&r->p, left < TURN ? left : TURN);
    }
}

static unsigned long queued(struct tn_session *s)
{
    const struct run *r = s->own;
    return r->n - r->next;
}

static void stall(struct tn_session *s, uint64_t seed)
{
    const struct tn_memory_timing t = {1, 60, 1, 60, true, true, seed};
    struct run *r = s->own;
    for (unsigned k = 0; k < NODES; k++)
        (void)tn_memory_timing(r->b.node[k].host.memory, &t);
}

static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    r->n = r->next;
}

/* Each host puts to the other behind all else. A fault of a line that has met no packet meets none
 * of these. Lanes whose skew ends have two marks to start again. */
static void probe(struct run *r)
{
    const unsigned first = r->p.letters;
    int rc[NODES];
    tn_line_calm();
    if (tn_sim_param("PCS") == 1)
        tn_ape_promise_step(&r->p, ALIGN_CYC);
    for (unsigned k = 0; k < NODES; k++)
        rc[k] = tn_ape_promise_send(&r->p, TN_APE_BY_PUT, k, !k, PROBE_N, false);
    tn_ape_promise_rest(&r->p, REST_CYC);
    r->s->tally.hung = r->deaf || rc[0] < 0 || rc[1] < 0;
    for (unsigned i = first; i < r->p.letters; i++)
        r->s->tally.hung |= r->p.letter[i].fate == TN_APE_UNDER_WAY;
}

/* Each host puts a packet with forged footers, then words and packets of a line to the other, which
 * no message of a capture need have. */
static void put_forged(struct run *r)
{
    for (unsigned k = 0; k < NODES; k++)
        r->deaf |= tn_ape_promise_moved(&r->p, k, !k, MOVED_N) < 0 ||
                   tn_ape_promise_send(&r->p, TN_APE_BY_PUT, k, !k, FORGED_N, true) < 0;
}

/* Reads a counter of a link. Returns whether it has counted. */
static bool sign(struct run *r, unsigned node, unsigned link, unsigned i, struct tn_verdict *v)
{
    const uint32_t at = signs[i].symbols ? PCS_AT + PCS_STEP * link : LINK_AT + LINK_STEP * link;
    uint32_t n = 0;
    if (signs[i].symbols && tn_sim_param("PCS") != 1)
        return false;
    if (tn_axi_read32(r->b.node[node].cpu, at + 4 * signs[i].word, &n) != TN_AXI_OKAY || n == 0)
        return false;
    snprintf(v->found, sizeof v->found, "%s %u of link %u of node %u", signs[i].name, n, link,
             node);
    return true;
}

/* A counter of a link that says that words were dropped or wrong. */
static bool counted(struct run *r, struct tn_verdict *v)
{
    const unsigned links = (unsigned)tn_sim_param("LINK_N");
    for (unsigned k = 0; k < NODES; k++)
        for (unsigned l = 0; l < links; l++)
            for (unsigned i = 0; i < SIGNS; i++)
                if (sign(r, k, l, i, v))
                    return true;
    return false;
}

static void tell(struct run *r, const char *rule, const char *expected, struct tn_verdict *v)
{
    v->kind = TN_VERDICT_FAIL;
    v->rule = rule;
    v->cycle = tn_sim_cycle();
    snprintf(v->expected, sizeof v->expected, "%s", expected);
    tn_session_tell(r->s, v);
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    struct tn_session_tally *t = &s->tally;
    struct tn_verdict v = {0};
    const uint64_t due = s->start + r->last_due;
    (void)drain;
    while (r->next < r->n && tn_sim_cycle() < due + REST_CYC)
        step(s, TURN);
    put_forged(r);
    tn_ape_promise_rest(&r->p, REST_CYC);
    probe(r);
    tn_ape_promise_end(&r->p);
    t->out = r->p.whole + r->p.told;
    t->matched = r->p.whole;
    t->wrong = r->broken;
    t->lost = r->p.told + r->p.gone;
    for (unsigned c = 0; c < TN_APE_CAUSES; c++)
        if (r->p.causes[c]) {
            snprintf(v.found, sizeof v.found, "%u error events of cause %u", r->p.causes[c], c);
            tell(r, "APN-EVT-1", "no error event", &v);
        }
    if (!t->told && counted(r, &v))
        tell(r, "APR-NET-1", "counters of sound lines", &v);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct run *r = s->own;
    snprintf(out, size, "%u messages: %u whole, %u told, %u gone", r->p.letters, r->p.whole,
             r->p.told, r->p.gone);
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_ape_promise_close(&r->p);
    tn_ape_stimulus_close(r->stimulus);
    free(r->list);
}

const struct tn_session_ops tn_ape_torus_session = {
    .size = sizeof(struct run),
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
