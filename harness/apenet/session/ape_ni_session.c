/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of APEnet's network interface alone: its host and that of a far node, which is made of
 * the model, send each other the messages of a capture, by put, send and get as their packets were.
 * The judge of all pins stands beside the network interface, and each message must be whole and
 * reported, or have an error event (ape_promise.h). Faults are of packets at the local port, of
 * software that sleeps, and of the DUT's state.
 */
#include "../../replay/session.h"
#include "../dut/ape_duts.h"
#include "../stimulus/ape_stimulus.h"

#include <tn/apenet/ape_far.h>
#include <tn/apenet/ape_ni_bench.h>
#include <tn/apenet/ape_promise.h>
#include <tn/line_fault.h>
#include <tn/port_fault.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEAR,
    FAR,
    HOSTS,
    LIST = TN_APE_LETTERS - HOSTS, /* most messages of a run; the probe's come to them */
    TURN = 8,
    TIMEOUT = 6000, /* MSG_TIMEOUT and GET_TIMEOUT */
    MISS_TIMEOUT = 0x1088,
    MISS_CYC = 100000, /* no miss runs out: the judge of pins is not told that firmware sleeps */
    RING_LOG2 = 6,
    QUEUE_LOG2 = 4, /* a queue of events that begins anew soon */
    FAR_QUEUE_LOG2 = 8,
    REST_CYC = 30000,
    PROBE_N = 100,
    BUF_LOG2 = 3, /* the promise registers a source, two places and four buffers for sends */
    SENDS = 1,    /* to a host at a time */
    FETCHES = 2,  /* from a host at a time */
    WAYS = 4,     /* packets that wait before the network interface */
    COUNTERS = 0x3000,
    X_AT = 10,
    Y_AT = 5,
    Y_MAX = 31,
    X_MAX = 63
};
/* Counters of what was dropped or refused, by address / 4 from COUNTERS on, and their names. */
static const struct {
    unsigned at;
    const char *name;
} signs[] = {{4, "RX_BAD"},      {5, "RX_CRC"},      {6, "RX_DROPPED"}, {7, "RX_LATE"},
             {8, "GET_REFUSED"}, {9, "GET_DROPPED"}, {10, "EVQ_LOST"},  {13, "DMA_ERRORS"}};

struct run {
    struct tn_session *s;
    struct tn_ape_stimulus *stimulus;
    struct tn_ape_ni_bench b;
    struct tn_ape_far far;
    struct tn_ape_promise p;
    struct tn_ape_stim_message *list;
    unsigned n, next;  /* messages read, and begun */
    unsigned left_out; /* messages beyond LIST, and those whose bytes found no room */
    uint64_t last_due;
    bool mapped;     /* the messages of node own alone are played */
    uint16_t own;    /* the network interface's node */
    bool deaf;       /* software could not give a message to its network interface */
    unsigned broken; /* promises */
};

/* Of the promise: harm is done. */
static void on_promise(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    r->broken++;
    tn_session_differ(r->s, v);
}

/* Of the pins' judges: those of AXI ports and of handshakes are signs, since any host has them. */
static void on_pins(void *ctx, const struct tn_verdict *v)
{
    struct run *r = ctx;
    if (strncmp(v->rule, "AXI-", 4) == 0)
        tn_session_tell(r->s, v);
    else
        tn_session_differ(r->s, v);
}

/* A packet left the network interface: the far node takes it, or the network interface itself. */
static void left(void *ctx, const struct tn_apn_packet *p)
{
    struct run *r = ctx;
    if (p->dst == r->own)
        tn_ape_ni_bench_give(&r->b, 0, p);
    else
        tn_ape_far_packet(&r->far, p);
}

/* A packet left the far node: replies come on VC 1, all else on VC 0. */
static void far_left(void *ctx, const struct tn_apn_packet *p)
{
    struct run *r = ctx;
    tn_ape_ni_bench_give(&r->b, p->type == TN_APN_REPLY, p);
}

/* The hosts, as the promise sees them. */

static void step_hosts(void *ctx, uint64_t n)
{
    struct run *r = ctx;
    tn_ape_ni_bench_step(&r->b, n);
}

static bool event(void *ctx, unsigned k)
{
    const struct run *r = ctx;
    return k == FAR || (r->b.event && !r->b.ports->shut(TN_APE_NI_USER, tn_sim_cycle()));
}

static struct ape_node node_of(uint16_t own)
{
    return (struct ape_node){(uint8_t)(own >> X_AT), (uint8_t)(own >> Y_AT & Y_MAX),
                             (uint8_t)(own & Y_MAX)};
}

static bool parse_map(struct run *r, const char *map, char *err, size_t err_size)
{
    unsigned x, y, z;
    int n = 0;
    if (!*map)
        return true;
    if (sscanf(map, "own=%2u.%2u.%2u%n", &x, &y, &z, &n) != 3 || map[n] || x > X_MAX || y > Y_MAX ||
        z > Y_MAX) {
        snprintf(err, err_size, "map: not own=X.Y.Z, a node of the lattice");
        return false;
    }
    r->mapped = true;
    r->own = (uint16_t)(x << X_AT | y << Y_AT | z);
    return true;
}

/* Says whether a message is played, and between which hosts. */
static bool hosts_of(const struct run *r, const struct tn_ape_stim_message *m, unsigned *from,
                     unsigned *to)
{
    *from = r->mapped ? m->src != r->own : m->from;
    *to = r->mapped ? m->dst != r->own : !m->from;
    return *from != FAR || *to != FAR;
}

static int open_hosts(struct run *r, uint64_t seed)
{
    const uint16_t far_own = (uint16_t)(r->own ^ 1u << X_AT);
    struct tn_ape_hosts h = {.n = HOSTS,
                             .host = {&r->b.host, &r->far.host},
                             .at = {node_of(r->own), node_of(far_own)},
                             .step = step_hosts,
                             .event = event,
                             .ctx = r};
    struct ape_user_config c;
    struct tn_memory *m = tn_memory_new();
    if (!m || tn_ape_ni_bench_open(&r->b, r->own, seed, on_pins, r))
        return -EIO;
    r->b.left = left;
    r->b.ctx = r;
    r->b.ports = tn_port_faults(true);
    c = r->b.host.user.config;
    c.queue_log2 = QUEUE_LOG2;
    if (ape_open(&r->b.host.user, &c) || tn_axi_write32(r->b.cpu, MISS_TIMEOUT, MISS_CYC) ||
        tn_ape_far_open(&r->far, far_own, m, RING_LOG2, FAR_QUEUE_LOG2, seed + 1, far_left, r))
        return -EIO;
    return tn_ape_promise_open(&r->p, h, seed, TIMEOUT, on_promise, r);
}

/* Reads the next message that is played into m. Returns as tn_ape_stimulus_next(). */
static int read_message(struct run *r, struct tn_ape_stim_message *m)
{
    unsigned from, to;
    int rc;
    do
        rc = tn_ape_stimulus_next(r->stimulus, m);
    while (rc == 1 && !hosts_of(r, m, &from, &to));
    return rc;
}

/* Opens the capture; one without a message of the network interface's node is refused. */
static bool open_stimulus(struct run *r, const struct tn_session_options *o, char *err,
                          size_t err_size)
{
    r->stimulus = tn_ape_stimulus_open(o->capture, &o->stim, err, err_size);
    if (!r->stimulus)
        return false;
    const bool any = read_message(r, &r->list[0]) == 1;
    tn_ape_stimulus_close(r->stimulus);
    r->stimulus = any ? tn_ape_stimulus_open(o->capture, &o->stim, err, err_size) : NULL;
    if (!any)
        snprintf(err, err_size, "%.120s: no message from or to the node of --map %.20s", o->capture,
                 o->map);
    return r->stimulus != NULL;
}

static int open_capture(struct tn_session *s, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    struct run *r = s->own;
    r->s = s;
    if (!parse_map(r, o->map, err, err_size))
        return -EINVAL;
    if (tn_sim_param("BUF_LOG2") < BUF_LOG2) {
        snprintf(err, err_size, "the messages of a capture need BUF_LOG2 %d", BUF_LOG2);
        return -EINVAL;
    }
    r->list = calloc(LIST + 1, sizeof *r->list);
    if (!r->list) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    if (!open_stimulus(r, o, err, err_size))
        return -EINVAL;
    tn_session_begin(s, o);
    tn_state_settle("u_dut");
    if (open_hosts(r, o->stim.seed)) {
        snprintf(err, err_size, "the network interface does not answer its host");
        return -ENODEV;
    }
    tn_session_begin(s, o);
    return 0;
}

static int next(struct tn_session *s, uint64_t *at)
{
    struct run *r = s->own;
    int rc = read_message(r, &r->list[r->n]);
    if (rc == 1 && r->n == LIST) {
        for (; rc == 1; rc = read_message(r, &r->list[LIST]))
            r->left_out++;
    }
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
    return m->type == TN_APN_SEND    ? TN_APE_BY_SEND
           : m->type == TN_APN_REPLY ? TN_APE_BY_GET
                                     : TN_APE_BY_PUT;
}

/* Says whether a message must wait for others. One send at a time: which buffer takes a send that
 * comes beside the RELEASE of another is not said. Two fetches, and few packets before the network
 * interface: no timer runs out over a reply that waits its turn. */
static bool must_wait(const struct run *r, enum tn_ape_letter_kind kind, unsigned from, unsigned to)
{
    const unsigned most = kind == TN_APE_BY_SEND  ? SENDS
                          : kind == TN_APE_BY_GET ? FETCHES
                                                  : TN_APE_LETTERS;
    unsigned n = 0;
    for (unsigned i = 0; i < r->p.letters; i++) {
        const struct tn_ape_letter *l = &r->p.letter[i];
        n += l->fate == TN_APE_UNDER_WAY && l->kind == kind && l->to == to && l->from == from;
    }
    return n >= most || ((from == FAR || kind == TN_APE_BY_GET) && r->b.ways > WAYS);
}

static void begin_messages(struct run *r)
{
    unsigned from, to;
    while (r->next < r->n) {
        const struct tn_ape_stim_message *m = &r->list[r->next];
        if (tn_sim_cycle() < r->s->start + m->due)
            return;
        (void)hosts_of(r, m, &from, &to);
        if (must_wait(r, kind_of(m), from, to))
            return;
        const int rc = tn_ape_promise_give(&r->p, kind_of(m), from, to, m->data, m->n);
        if (rc == -EAGAIN)
            return;
        r->deaf = r->deaf || (rc < 0 && rc != -ENOSPC);
        r->left_out += rc == -ENOSPC;
        r->next++;
    }
}

static void step(struct tn_session *s, uint64_t n)
{
    struct run *r = s->own;
    for (uint64_t end = tn_sim_cycle() + n; tn_sim_cycle() < end;) {
        const uint64_t left_n = end - tn_sim_cycle();
        begin_messages(r);
        if (tn_sim_cycle() < end)
            tn_ape_promise_step(&r->p, left_n < TURN ? left_n : TURN);
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
    (void)tn_memory_timing(r->b.host.memory, &t);
    r->b.busy = 4 + (unsigned)(seed % 4);
    r->b.bubble = 2 + (unsigned)(seed / 4 % 4);
}

static void flush(struct tn_session *s)
{
    struct run *r = s->own;
    r->n = r->next;
}

/* Each host puts to the other behind all else. */
static void probe(struct run *r)
{
    const unsigned first = r->p.letters;
    int rc[HOSTS];
    for (unsigned k = 0; k < HOSTS; k++)
        rc[k] = tn_ape_promise_send(&r->p, TN_APE_BY_PUT, k, !k, PROBE_N, false);
    tn_ape_promise_rest(&r->p, REST_CYC);
    r->s->tally.hung = r->deaf || rc[NEAR] < 0 || rc[FAR] < 0;
    for (unsigned i = first; i < r->p.letters; i++)
        r->s->tally.hung |= r->p.letter[i].fate == TN_APE_UNDER_WAY;
}

static void tell(struct run *r, const char *rule, const char *expected, const char *found)
{
    tn_session_say(r->s, true, rule, expected, found);
}

/* Error events of both hosts and, where there are none, counters of what was dropped. */
static void read_signs(struct run *r)
{
    char found[64];
    for (unsigned c = 0; c < TN_APE_CAUSES; c++)
        if (r->p.causes[c]) {
            snprintf(found, sizeof found, "%u error events of cause %u", r->p.causes[c], c);
            tell(r, "APN-EVT-1", "no error event", found);
        }
    for (unsigned i = 0; i < sizeof signs / sizeof *signs && !r->s->tally.told; i++) {
        uint32_t n = 0;
        if (tn_axi_read32(r->b.cpu, COUNTERS + 4 * signs[i].at, &n) != TN_AXI_OKAY || n == 0)
            continue;
        snprintf(found, sizeof found, "%s %u", signs[i].name, n);
        tell(r, "APN-CNT-1", "counters of sound packets", found);
    }
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct run *r = s->own;
    struct tn_session_tally *t = &s->tally;
    const uint64_t due = s->start + r->last_due;
    (void)drain;
    while (r->next < r->n && tn_sim_cycle() < due + REST_CYC)
        step(s, TURN);
    tn_ape_promise_rest(&r->p, REST_CYC);
    tn_line_calm();
    tn_ape_far_timeout(&r->far);
    tn_ape_promise_rest(&r->p, REST_CYC);
    probe(r);
    tn_ape_ni_bench_rest(&r->b);
    tn_ape_promise_end(&r->p);
    t->out = r->p.whole + r->p.told;
    t->matched = r->p.whole;
    t->wrong = r->broken;
    t->lost = r->p.told + r->p.gone;
    read_signs(r);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct run *r = s->own;
    const int n = snprintf(out, size, "%u messages: %u whole, %u told, %u gone", r->p.letters,
                           r->p.whole, r->p.told, r->p.gone);
    if (r->left_out && n > 0 && (size_t)n < size)
        snprintf(out + n, size - (size_t)n, "; %u left out for want of room", r->left_out);
}

static void close_session(struct tn_session *s)
{
    struct run *r = s->own;
    tn_port_faults(false);
    tn_ape_promise_close(&r->p);
    tn_ape_ni_bench_close(&r->b);
    tn_memory_free(r->far.host.memory);
    tn_ape_stimulus_close(r->stimulus);
    free(r->list);
}

const struct tn_session_ops tn_ape_ni_session = {
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
