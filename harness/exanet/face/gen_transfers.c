/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --fabric exanet --pattern transfers: what engines and their firmware send
 * (exa_transfer.md 1 to 3). A transfer is cut at 16 KiB boundaries into transactions, of which
 * several are under way; the last one, marked notify, waits for the others. Attempts are refused,
 * stop at a page that is not there, lose a packet or their response, and come again with the same
 * bytes. A read is a message to the other node, which then writes.
 *
 * Each node has its own clock. The node that is furthest behind goes on, so that packets come out
 * in the order of time; the point that sees all stands behind the losses.
 */
#include "gen.h"

#include "exa_make.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 2,     /* transfers of a node under way, each of its own protection domain */
    UNDER_WAY = 4, /* transactions of a transfer */
    FAULTS = 3,    /* of a transaction, at most */
    TIMEOUT = 1 << 15,
    BACKOFF = 1 << 12,
    ANSWERS = 256, /* that a node may owe */
    SERVED = 64,   /* read requests that a node may hold */
};
#define NEVER UINT64_MAX

/* The fate of an attempt, drawn when it begins. */
enum fate { ANSWERED, REFUSED, SOURCE_FAULT, PACKET_LOST, ANSWER_LOST, FATES };

/* A transaction, from its first attempt to the positive response. */
struct job {
    enum { FREE, SENDING, WAITING } state;
    struct exa_transaction t; /* the attempt: what is still to be sent */
    uint64_t addr;            /* of the first byte */
    uint32_t size;
    uint64_t at; /* cycle of the next attempt while WAITING */
    enum fate fate;
    unsigned faults;     /* that may still come */
    unsigned sent, stop; /* packets of the attempt so far; the packet at which its fate strikes */
    bool control;        /* the attempt's control packet is to come */
    bool refused;        /* the attempt's answer left its node */
    bool there;          /* the receiver has all of it and is done */
};

/* A transfer under way. */
struct slot {
    bool busy, notify;
    unsigned to;
    uint64_t addr, at; /* of the next transaction; cycle of the next transfer while not busy */
    uint32_t left;     /* bytes without a transaction */
    uint16_t pdid;
    uint8_t note[EXA_WORD];
    struct job jobs[UNDER_WAY];
};

/* A packet that a node owes, and the transaction that it answers (NULL: none). */
struct owed {
    uint64_t at;
    struct exa_packet k;
    struct job *job;
};

/* A read that another node asked for. */
struct request {
    unsigned from;
    uint64_t addr;
    uint32_t size;
};

struct engine {
    uint64_t clock, left; /* transfers to begin */
    unsigned turn;
    uint16_t message;
    struct slot slots[SLOTS];
    uint16_t tids[EXA_TIDS], gens[EXA_TIDS]; /* the free tids, first freed first; by tid */
    unsigned tid_at, tid_end;
    struct owed owed[ANSWERS];
    unsigned owed_n;
    struct request served[SERVED];
    unsigned served_n;
};

struct work {
    struct tn_writer *w;
    struct tn_rng *rng;
    const struct exa_gen_sizes *sizes;
    struct engine *nodes;
    unsigned node_n;
    int error;
};

static void send(struct work *g, unsigned self, struct exa_packet *k)
{
    struct engine *e = &g->nodes[self];
    const struct tn_event place = {
        .cycle = e->clock, .time_ns = e->clock * EXA_GEN_NS, .port = (uint8_t)self};
    const int rc = exa_write(g->w, &place, k);
    if (rc < 0)
        g->error = rc;
    e->clock += 2u + k->word_n;
}

static unsigned index_of(struct exa_node n)
{
    return n.fpga + 4u * n.x + 32u * n.y;
}

/* Node i sends k when the packets sent so far have come to it. */
static void owe(struct work *g, unsigned i, uint64_t now, const struct exa_packet *k,
                struct job *job)
{
    struct engine *e = &g->nodes[i];
    if (e->owed_n == ANSWERS)
        g->error = -EOVERFLOW;
    else
        e->owed[e->owed_n++] = (struct owed){.at = now + EXA_GEN_LATENCY, .k = *k, .job = job};
}

/* The bytes of a transaction: the same in each attempt. */
static void bytes_of(const struct job *j, uint8_t *data, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        data[i] =
            (uint8_t)(((j->t.addr + i) * 2654435761u + j->t.tid * 97u + j->t.seq / EXA_ATTEMPTS) >>
                      7);
}

static unsigned packets_of(const struct job *j)
{
    return (unsigned)((j->addr % EXA_MTU + j->size + EXA_MTU - 1) / EXA_MTU);
}

static void begin_attempt(struct work *g, struct job *j)
{
    const unsigned n = packets_of(j);
    j->t.addr = j->addr;
    j->t.left = j->size;
    j->t.begun = false;
    j->sent = 0;
    j->stop = (unsigned)tn_rng_below(g->rng, n);
    j->control = j->t.notify;
    j->refused = false;
    j->state = SENDING;
    j->fate = j->faults && tn_rng_chance(g->rng, 1, 4)
                  ? (enum fate)(1 + tn_rng_below(g->rng, FATES - 1))
                  : ANSWERED;
    if (j->there &&
        j->fate != ANSWER_LOST) /* a done context refuses nothing and waits for nothing */
        j->fate = ANSWERED;
    if ((j->fate == SOURCE_FAULT || j->fate == PACKET_LOST) && n == 1)
        j->fate = ANSWER_LOST; /* of the attempt something is seen */
    if (j->fate == SOURCE_FAULT && j->stop == 0)
        j->stop = 1;
    j->faults -= j->fate != ANSWERED;
}

static bool jobs_busy(const struct slot *s)
{
    for (unsigned i = 0; i < UNDER_WAY; i++)
        if (s->jobs[i].state != FREE)
            return true;
    return false;
}

/* Begins transactions of the transfer while it may have more under way. */
static void begin_jobs(struct work *g, unsigned self, struct slot *s)
{
    struct engine *e = &g->nodes[self];
    for (unsigned i = 0; i < UNDER_WAY && s->left; i++) {
        struct job *j = &s->jobs[i];
        const uint64_t room = EXA_BLOCK - s->addr % EXA_BLOCK;
        const uint32_t size = s->left < room ? s->left : (uint32_t)room;
        const bool last = size == s->left;
        unsigned tid;
        if (j->state != FREE)
            continue;
        if (last && s->notify && jobs_busy(s))
            return;
        tid = e->tids[e->tid_at++ % EXA_TIDS];
        *j = (struct job){.addr = s->addr, .size = size, .faults = FAULTS};
        j->t = (struct exa_transaction){.src = exa_make_node(self),
                                        .dst = exa_make_node(s->to),
                                        .pdid = s->pdid,
                                        .tid = (uint16_t)tid,
                                        .seq = exa_seq_of(e->gens[tid]++, 0),
                                        .notify = last && s->notify};
        begin_attempt(g, j);
        s->addr += size;
        s->left -= size;
    }
}

/* The transaction was answered 0: its tid is free, and the transfer goes on or ends. */
static void end_job(struct work *g, unsigned self, struct slot *s, struct job *j)
{
    struct engine *e = &g->nodes[self];
    e->tids[e->tid_end++ % EXA_TIDS] = j->t.tid;
    j->state = FREE;
    begin_jobs(g, self, s);
    if (s->left || jobs_busy(s))
        return;
    s->busy = false;
    s->at = e->clock + tn_rng_below(g->rng, EXA_GEN_GAP);
}

/* The attempt's packets have left, as far as they do: what becomes of it. */
static void end_attempt(struct work *g, unsigned self, struct slot *s, struct job *j)
{
    struct engine *e = &g->nodes[self];
    const unsigned to = index_of(j->t.dst);
    struct exa_packet k;
    j->state = WAITING;
    j->at = j->fate == REFUSED && j->refused            ? e->clock + BACKOFF
            : j->fate == REFUSED || j->fate == ANSWERED ? NEVER
                                                        : e->clock + TIMEOUT;
    if (j->fate != ANSWERED && j->fate != ANSWER_LOST)
        return;
    if (j->t.notify && !j->there) {
        exa_transaction_notification(&j->t, s->note, &k);
        owe(g, to, e->clock, &k, NULL);
    }
    j->there = true;
    exa_transaction_answer(&j->t, 0, &k);
    if (j->fate == ANSWERED)
        owe(g, to, e->clock, &k, j);
}

/* The next packet of the attempt: the control packet, which passes data by at some point, or data.
 */
static void send_next(struct work *g, unsigned self, struct slot *s, struct job *j)
{
    struct engine *e = &g->nodes[self];
    uint8_t data[EXA_MTU];
    struct exa_packet k;
    if (j->control && (j->t.left == 0 || tn_rng_chance(g->rng, 1, 4))) {
        exa_transaction_control(&j->t, s->note, &k);
        j->control = false;
        send(g, self, &k);
    } else {
        bytes_of(j, data, exa_transaction_step(&j->t));
        exa_transaction_packet(&j->t, data, &k);
        if (j->fate == PACKET_LOST && j->sent == j->stop)
            e->clock += 2u + k.word_n;
        else
            send(g, self, &k);
        if (j->fate == REFUSED && j->sent == j->stop) {
            exa_transaction_answer(&j->t, 1 + (unsigned)tn_rng_below(g->rng, 3), &k);
            owe(g, index_of(j->t.dst), e->clock, &k, j);
        }
        j->sent++;
        if (j->fate == SOURCE_FAULT && j->sent == j->stop)
            j->t.left = 0;
    }
    if (j->t.left == 0 && !j->control)
        end_attempt(g, self, s, j);
}

/* The answer k to the transaction leaves: its sender has it after the way. */
static void settle(struct job *j, const struct exa_packet *k, uint64_t now)
{
    if (k->code) {
        j->refused = true;
        if (j->state == WAITING)
            j->at = now + EXA_GEN_LATENCY + BACKOFF;
        return;
    }
    j->at = now + EXA_GEN_LATENCY;
    j->fate = FATES; /* answered: at that cycle it ends */
}

/* Sends the oldest packet owed, when it is due. */
static bool pay(struct work *g, unsigned self)
{
    struct engine *e = &g->nodes[self];
    struct owed o;
    if (!e->owed_n || e->owed[0].at > e->clock)
        return false;
    o = e->owed[0];
    memmove(e->owed, e->owed + 1, --e->owed_n * sizeof *e->owed);
    send(g, self, &o.k);
    if (o.job)
        settle(o.job, &o.k, e->clock);
    return true;
}

/* Asks another node for bytes; its mailbox takes the request at once. */
static void ask(struct work *g, unsigned self, unsigned from, uint32_t size)
{
    struct engine *e = &g->nodes[self], *other = &g->nodes[from];
    const uint64_t addr = tn_rng_below(g->rng, 1u << 30);
    const uint32_t words[8] = {(uint32_t)addr, 0, (uint32_t)addr, 1u << 31, size, e->message, 0, 0};
    uint8_t data[sizeof words];
    struct exa_packet k, ack;
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    exa_message(exa_make_node(self), exa_make_node(from), (uint16_t)(1 + SLOTS * self), 0,
                e->message++, data, sizeof data, &k);
    k.type = EXA_READ_REQ;
    k.addr = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0);
    send(g, self, &k);
    exa_message_answer(&k, other->served_n == SERVED ? 6 : 0, &ack);
    owe(g, from, e->clock, &ack, NULL);
    if (other->served_n < SERVED)
        other->served[other->served_n++] = (struct request){self, addr, size};
}

/* Begins the next transfer in the slot: one that was asked for, a write, or a request. */
static void begin_transfer(struct work *g, unsigned self, struct slot *s)
{
    struct engine *e = &g->nodes[self];
    unsigned to = (unsigned)tn_rng_below(g->rng, g->node_n - 1);
    uint32_t size;
    s->at = e->clock + tn_rng_below(g->rng, EXA_GEN_GAP);
    for (unsigned i = 0; i < EXA_WORD; i++)
        s->note[i] = (uint8_t)tn_rng_next(g->rng);
    if (e->served_n) {
        const struct request r = e->served[0];
        memmove(e->served, e->served + 1, --e->served_n * sizeof *e->served);
        s->to = r.from, s->addr = r.addr, s->left = r.size, s->notify = true;
    } else {
        to += to >= self;
        e->left--;
        size = exa_gen_size(g->sizes, g->rng);
        if (tn_rng_chance(g->rng, 1, 4)) {
            ask(g, self, to, size);
            return;
        }
        s->to = to, s->addr = tn_rng_below(g->rng, 1u << 30), s->left = size;
        s->notify = tn_rng_chance(g->rng, 1, 2);
    }
    s->busy = true;
    begin_jobs(g, self, s);
}

/* The cycle at which the node can go on; NEVER when it only waits for others. */
static uint64_t next_cycle(const struct engine *e)
{
    uint64_t at = e->owed_n ? e->owed[0].at : NEVER;
    for (unsigned i = 0; i < SLOTS; i++) {
        const struct slot *s = &e->slots[i];
        if (!s->busy && (e->left || e->served_n) && s->at < at)
            at = s->at;
        for (unsigned k = 0; s->busy && k < UNDER_WAY; k++) {
            const struct job *j = &s->jobs[k];
            if (j->state == SENDING)
                at = 0;
            else if (j->state == WAITING && j->at < at)
                at = j->at;
        }
    }
    return at == NEVER || at > e->clock ? at : e->clock;
}

/* One step of a job that has something to do now. */
static bool job_goes_on(struct work *g, unsigned self, struct slot *s, struct job *j)
{
    if (j->state == SENDING) {
        send_next(g, self, s, j);
    } else if (j->state == WAITING && j->at <= g->nodes[self].clock) {
        if (j->fate == FATES) {
            end_job(g, self, s, j);
        } else {
            j->t.seq++;
            begin_attempt(g, j);
        }
    } else {
        return false;
    }
    return true;
}

/* What the node does next: answers first, then its transactions in turn, then new transfers. */
static void go_on(struct work *g, unsigned self)
{
    struct engine *e = &g->nodes[self];
    const uint64_t at = next_cycle(e);
    if (at > e->clock) {
        e->clock = at;
        return;
    }
    if (pay(g, self))
        return;
    for (unsigned i = 0; i < SLOTS * UNDER_WAY; i++) {
        const unsigned n = (e->turn + 1 + i) % (SLOTS * UNDER_WAY);
        struct slot *s = &e->slots[n / UNDER_WAY];
        if (s->busy && job_goes_on(g, self, s, &s->jobs[n % UNDER_WAY])) {
            e->turn = n;
            return;
        }
    }
    for (unsigned i = 0; i < SLOTS; i++)
        if (!e->slots[i].busy && e->slots[i].at <= e->clock && (e->left || e->served_n)) {
            begin_transfer(g, self, &e->slots[i]);
            return;
        }
}

/* The node that can go on first, or -1. */
static int next_node(const struct work *g)
{
    int best = -1;
    uint64_t first = NEVER;
    for (unsigned i = 0; i < g->node_n; i++) {
        const uint64_t at = next_cycle(&g->nodes[i]);
        if (at < first) {
            first = at;
            best = (int)i;
        }
    }
    return best;
}

int exa_gen_transfers(struct tn_writer *w, struct tn_rng *rng, unsigned nodes, uint64_t transfers,
                      const struct exa_gen_sizes *sizes)
{
    struct work g = {.w = w, .rng = rng, .sizes = sizes, .node_n = nodes};
    int i;
    g.nodes = calloc(nodes, sizeof *g.nodes);
    if (!g.nodes)
        return -ENOMEM;
    for (unsigned k = 0; k < nodes; k++) {
        struct engine *e = &g.nodes[k];
        e->clock = 1000 + tn_rng_below(rng, EXA_GEN_GAP);
        e->left = transfers / nodes + (k < transfers % nodes);
        e->tid_end = EXA_TIDS;
        for (unsigned t = 0; t < EXA_TIDS; t++)
            e->tids[t] = (uint16_t)t;
        for (unsigned s = 0; s < SLOTS; s++)
            e->slots[s].pdid = (uint16_t)(1 + SLOTS * k + s);
    }
    while (!g.error && (i = next_node(&g)) >= 0)
        go_on(&g, (unsigned)i);
    free(g.nodes);
    return g.error;
}
