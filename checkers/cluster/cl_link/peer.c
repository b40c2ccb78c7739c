/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The far end of a lane: a receiver, a sender with go-back-N, and what harms runs (cluster.md 4 and
 * 5).
 */
#include <tn/cluster/cl_link_peer.h>
#include <tn/cluster/cluster.h>
#include <tn/rng.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUEUE = 64,     /* packets given, runs ordered, packets in the receive buffer */
    TMO = 512,      /* cycles without progress */
    AFTER_RUNS = 2, /* packets behind which a link packet that is due is sent at the latest */
    LIMIT_MID = 12, /* limits: packets of prio 1 and 2, of prio 2 */
    LIMIT_LOW = 8,
    LINE = 2 * TN_CL_PEER_WORDS
};

struct run {
    unsigned n;
    uint16_t word[TN_CL_PEER_WORDS];
};

struct tn_cl_link_peer {
    tn_cl_peer_taken_fn *taken;
    tn_cl_peer_side_fn *side;
    void *ctx;
    uint8_t plane;
    struct tn_rng rng;
    struct tn_cl_peer_ways ways;
    uint64_t now;
    enum tn_cl_harm harm[2]; /* of the next run in, out */

    /* what comes */
    struct run in;
    bool in_err, synced;      /* a word had err; a comma word came since reset */
    bool broke, rest;         /* the run one comma word before was not good; so for that in */
    uint32_t count;           /* packets taken */
    bool ack_due, nack_due;   /* a link packet is due */
    bool nacked;              /* one was caused since the last packet was taken */
    uint8_t freed[CL_PRIOS];  /* modulo 256 */
    uint8_t held_prio[QUEUE]; /* packets in the receive buffer, and when they leave it */
    uint64_t held_until[QUEUE];
    uint32_t held_in, held_out;

    /* what is sent */
    struct run packet[QUEUE];           /* by number */
    uint32_t given, fresh, next, acked; /* packets given, sent as new, sent next, acknowledged */
    uint32_t out[CL_PRIOS];             /* sent as new and not freed */
    uint8_t freed_seen[CL_PRIOS];
    bool again;              /* it has gone back, and sent nothing since */
    uint64_t timer;          /* cycle in which the time began */
    unsigned backs;          /* goings back without progress */
    struct run order[QUEUE]; /* runs that the caller ordered */
    uint32_t order_in, order_out;
    struct tn_cl_word line[LINE];           /* the run under way, harmed, with its comma word */
    unsigned at, n, commas, since_ctl, gap; /* packets since the last link packet */
};

struct tn_cl_link_peer *tn_cl_link_peer_new(uint8_t plane, uint64_t seed,
                                            tn_cl_peer_taken_fn *taken, tn_cl_peer_side_fn *side,
                                            void *ctx)
{
    struct tn_cl_link_peer *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->taken = taken;
    p->side = side;
    p->ctx = ctx;
    p->plane = plane;
    tn_rng_seed(&p->rng, seed, 0x636c); /* a stream of its own */
    return p;
}

void tn_cl_link_peer_free(struct tn_cl_link_peer *p)
{
    free(p);
}

void tn_cl_link_peer_reset(struct tn_cl_link_peer *p)
{
    const struct tn_cl_link_peer was = *p;
    memset(p, 0, sizeof *p);
    p->taken = was.taken;
    p->side = was.side;
    p->ctx = was.ctx;
    p->plane = was.plane;
    p->rng = was.rng;
    p->ways = was.ways;
}

struct tn_cl_peer_ways *tn_cl_link_peer_ways(struct tn_cl_link_peer *p)
{
    return &p->ways;
}

/* The harm of the next run: the one that was ordered, or one drawn at the rate. */
static enum tn_cl_harm harm(struct tn_cl_link_peer *p, bool out)
{
    const enum tn_cl_harm ordered = p->harm[out];
    p->harm[out] = TN_CL_WHOLE;
    if (ordered != TN_CL_WHOLE)
        return ordered;
    if (!tn_rng_chance(&p->rng, out ? p->ways.harm_out : p->ways.harm_in, 1000))
        return TN_CL_WHOLE;
    return (enum tn_cl_harm)(1 + tn_rng_below(&p->rng, TN_CL_HARMS - 1));
}

/* What comes. */

static void go_back(struct tn_cl_link_peer *p)
{
    p->next = p->acked;
    p->again = true;
    p->backs++;
}

/* A good link packet of the own lane. One that says what cannot be is not looked at. */
static void control(struct tn_cl_link_peer *p, const struct cl_ctl *c)
{
    const uint32_t ahead = (c->ack + 1 - p->acked) % CL_SEQS;
    if (ahead > p->fresh - p->acked)
        return;
    for (unsigned i = 0; i < CL_PRIOS; i++)
        if ((uint8_t)(c->freed[i] - p->freed_seen[i]) > p->out[i])
            return;
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        p->out[i] -= (uint8_t)(c->freed[i] - p->freed_seen[i]);
        p->freed_seen[i] = c->freed[i];
    }
    if (ahead) {
        p->acked += ahead;
        p->next = p->next > p->acked ? p->next : p->acked;
        p->timer = p->now;
        p->backs = 0;
    }
    if (c->nack && p->fresh != p->acked)
        go_back(p);
}

/* Takes the packet with the expected number. */
static void take(struct tn_cl_link_peer *p, unsigned prio)
{
    const uint32_t i = p->held_in++ % QUEUE;
    p->held_prio[i] = (uint8_t)prio;
    p->held_until[i] = p->now + tn_rng_below(&p->rng, p->ways.free_late + 1u);
    p->count++;
    p->nacked = false;
    p->ack_due = true;
    if (p->taken)
        p->taken(p->ctx, p->in.word, p->in.n);
}

static bool is_good(const struct run *r)
{
    struct cl_header h;
    if (r->n < CL_WORDS_MIN || r->n > CL_WORDS_MAX || !cl_crc_right(r->word, r->n))
        return false;
    cl_header_get(r->word, &h);
    return h.len + 3u == r->n &&
           (h.type == TN_cl_hdr_type_LINK ? cl_is_link(r->word) : h.prio < CL_PRIOS);
}

/* A run has ended. */
static void came(struct tn_cl_link_peer *p)
{
    const struct run *r = &p->in;
    const enum tn_cl_harm h = harm(p, false);
    struct cl_header head;
    struct cl_ctl c;
    if (h == TN_CL_LOST)
        return;
    p->broke = h != TN_CL_WHOLE || p->in_err || !is_good(r);
    const bool bad = p->broke || p->rest;
    cl_header_get(r->word, &head);
    if (!bad && head.type == TN_cl_hdr_type_LINK) {
        cl_ctl_get(r->word + 2, &c);
        if (c.plane == p->plane)
            control(p, &c);
        else if (p->side)
            p->side(p->ctx, c.nack, c.plane, c.ack);
        return;
    }
    const unsigned ahead = (head.seq - p->count) % CL_SEQS;
    if (!bad && ahead == 0)
        take(p, head.prio);
    else if (!bad && ahead >= CL_SEQS / 2)
        p->ack_due = true;
    else if (!p->nacked)
        p->nack_due = p->nacked = true;
}

static void receive(struct tn_cl_link_peer *p, struct tn_cl_word w)
{
    struct run *r = &p->in;
    if (w.k) {
        p->broke = false;
        if (r->n && p->synced)
            came(p);
        p->synced = true;
        p->in_err = false;
        r->n = 0;
        return;
    }
    if (!r->n)
        p->rest = p->broke;
    p->in_err |= w.err;
    if (r->n < TN_CL_PEER_WORDS)
        r->word[r->n++] = w.data;
}

/* Packets leave the receive buffer, one a cycle. */
static void leave(struct tn_cl_link_peer *p)
{
    const uint32_t i = p->held_out % QUEUE;
    if (p->ways.hold_freed || p->held_in == p->held_out || p->now < p->held_until[i])
        return;
    p->freed[p->held_prio[i]]++;
    p->held_out++;
    p->ack_due = true;
}

/* What is sent. */

/* Puts a run on the line, with what happens to it on its way. */
static void begin(struct tn_cl_link_peer *p, const struct run *r)
{
    const enum tn_cl_harm h = harm(p, true);
    const unsigned hit = (unsigned)tn_rng_below(&p->rng, r->n);
    struct tn_cl_word *w = p->line;
    p->at = 0;
    for (unsigned i = 0; i < r->n; i++) {
        if (h == TN_CL_SHORT && i == hit && i)
            break;
        if (h == TN_CL_SPLIT && i == hit && i)
            *w++ = (struct tn_cl_word){.k = true, .data = CL_COMMA};
        *w++ = h == TN_CL_LOST ? (struct tn_cl_word){.k = true, .data = CL_COMMA}
                               : (struct tn_cl_word){.data = r->word[i]};
        if (i == hit && h == TN_CL_FLIPPED)
            w[-1].data ^= (uint16_t)(1u << tn_rng_below(&p->rng, 16));
        if (i == hit && h == TN_CL_INVALID)
            w[-1].err = true;
    }
    for (unsigned i = 0; h == TN_CL_LONG && i <= hit % 4; i++)
        *w++ = (struct tn_cl_word){.data = (uint16_t)tn_rng_next(&p->rng)};
    if (h != TN_CL_JOINED)
        *w++ = (struct tn_cl_word){.k = true, .data = CL_COMMA};
    p->n = (unsigned)(w - p->line);
    p->gap = p->ways.gap ? (unsigned)tn_rng_below(&p->rng, p->ways.gap + 1u) : 0;
}

static void send_control(struct tn_cl_link_peer *p)
{
    const bool nack = p->nack_due && !p->ways.hold_nack;
    const struct cl_ctl c = {.nack = nack,
                             .plane = p->plane,
                             .ack = (uint8_t)((p->count - 1) % CL_SEQS),
                             .freed = {p->freed[0], p->freed[1], p->freed[2]}};
    struct run r = {.n = CL_CTL_WORDS};
    p->nack_due = p->ack_due = false;
    p->since_ctl = 0;
    cl_ctl_put(&c, r.word);
    begin(p, &r);
}

static unsigned prio_of(const struct run *r)
{
    struct cl_header h;
    cl_header_get(r->word, &h);
    return h.prio;
}

/* Says whether the next packet may be sent: once more, or as a new one. */
static bool may_send(const struct tn_cl_link_peer *p)
{
    if (p->ways.stop || p->next == p->given)
        return false;
    if (p->next != p->fresh)
        return true;
    const unsigned prio = prio_of(&p->packet[p->next % QUEUE]);
    const uint32_t low = p->out[2], mid = low + p->out[1];
    return p->fresh - p->acked < CL_WINDOW && mid + p->out[0] < CL_WINDOW &&
           (prio < 1 || mid < LIMIT_MID) && (prio < 2 || low < LIMIT_LOW);
}

static void send_packet(struct tn_cl_link_peer *p)
{
    const struct run *r = &p->packet[p->next % QUEUE];
    if (p->again || p->fresh == p->acked)
        p->timer = p->now;
    p->again = false;
    if (p->next == p->fresh) {
        p->out[prio_of(r)]++;
        p->fresh++;
    }
    p->next++;
    p->since_ctl++;
    begin(p, r);
}

/* Begins the next run, if there is one. */
static void choose(struct tn_cl_link_peer *p)
{
    const bool due = p->ack_due || p->commas >= CL_IDLE_MAX,
               now = p->nack_due && !p->ways.hold_nack;
    if (p->order_in != p->order_out)
        begin(p, &p->order[p->order_out++ % QUEUE]);
    else if (!p->ways.hold_ctl && (now || (due && (!may_send(p) || p->since_ctl >= AFTER_RUNS))))
        send_control(p);
    else if (may_send(p))
        send_packet(p);
}

struct tn_cl_word tn_cl_link_peer_cycle(struct tn_cl_link_peer *p, struct tn_cl_word in)
{
    struct tn_cl_word w = {.k = true, .data = CL_COMMA};
    receive(p, in);
    leave(p);
    if (p->fresh != p->acked && !p->again && p->now - p->timer >= TMO)
        go_back(p);
    if (p->at == p->n && p->gap)
        p->gap--;
    else if (p->at == p->n)
        choose(p);
    if (p->at < p->n)
        w = p->line[p->at++];
    p->commas = w.k ? p->commas + 1 : 0;
    p->now++;
    return w;
}

/* Orders. */

int tn_cl_link_peer_send(struct tn_cl_link_peer *p, const uint16_t *words, unsigned n)
{
    struct run *r = &p->packet[p->given % QUEUE];
    if (n < CL_WORDS_MIN || n > CL_WORDS_MAX)
        return -EINVAL;
    if (p->given - p->acked == QUEUE)
        return -EAGAIN;
    memcpy(r->word, words, n * sizeof *words);
    r->n = n;
    cl_renumber(r->word, n, p->given++ % CL_SEQS);
    return 0;
}

void tn_cl_link_peer_run(struct tn_cl_link_peer *p, const uint16_t *words, unsigned n)
{
    struct run *r = &p->order[p->order_in++ % QUEUE];
    r->n = n;
    memcpy(r->word, words, n * sizeof *words);
}

void tn_cl_link_peer_control(struct tn_cl_link_peer *p, const uint16_t payload[3])
{
    uint16_t w[CL_CTL_WORDS] = {CL_LINK_W0, CL_LINK_W1, payload[0], payload[1], payload[2]};
    cl_seal(w, CL_CTL_WORDS);
    tn_cl_link_peer_run(p, w, CL_CTL_WORDS);
}

void tn_cl_link_peer_harm(struct tn_cl_link_peer *p, bool out, enum tn_cl_harm harm)
{
    p->harm[out] = harm;
}

bool tn_cl_link_peer_idle(const struct tn_cl_link_peer *p)
{
    return p->given == p->acked && p->order_in == p->order_out && p->at == p->n &&
           p->held_in == p->held_out && !p->nack_due && !p->ack_due;
}

uint8_t tn_cl_link_peer_last(const struct tn_cl_link_peer *p)
{
    return (uint8_t)((p->count - 1) % CL_SEQS);
}

unsigned tn_cl_link_peer_backs(const struct tn_cl_link_peer *p)
{
    return p->backs;
}

unsigned tn_cl_link_peer_waits(const struct tn_cl_link_peer *p)
{
    return p->given - p->acked;
}

uint8_t tn_cl_link_peer_freed(const struct tn_cl_link_peer *p, bool own, unsigned prio)
{
    return own ? p->freed[prio] : p->freed_seen[prio];
}
