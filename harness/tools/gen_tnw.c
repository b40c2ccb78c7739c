/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --fabric tnw: two ends of a link that send packets to each other, as frames seen at
 * one of them: m_link leaves it, s_link comes in, behind a line whose delay and errors the seed
 * decides (tnw_link.md sections 4 to 7, a feedback having its effect at once).
 */
#include "gen.h"

#include "tools.h"

#include <tn/rng.h>

#include <inttypes.h>
#include <string.h>

enum {
    NS_PER_CYCLE = 4,
    LINE = 256, /* items on the line */
    DELAY_MIN = 3,
    DELAY_MAX = 120,
    UP_AGAIN = 32,    /* cycles from INIT to INIT, READY to READY */
    RESEND_TMO = 512, /* and four times the line */
    FULL_BACKOFF = 256,
    FULL_OF_1000 = 5, /* packets that find no room */
    CALM_MAX = 40,    /* cycles between packets, now and then */
};

enum link_state { LINK_INIT, LINK_READY, LINK_UP };
enum sender { SEND, RESTART, RESEND, WAIT, BACKOFF };
/* What the line does to an item. */
enum damage { NONE, BIT, START_LOST, BROKEN, LOST, DAMAGES };

struct item {
    uint64_t start;
    bool packet, up; /* up: the receiver was, when it began */
    enum damage damage;
    unsigned at; /* bit or word of the damage */
    struct tnw_word word[TNW_WORDS];
};

struct end {
    enum link_state link;
    enum sender state;
    uint64_t left;                /* packets to send first */
    uint64_t next, oldest, again; /* numbers, not modulo */
    struct tnw_packet buffer[TNW_WINDOW];
    uint64_t timer, due, free; /* due: BACKOFF's end, the next INIT or READY, the next packet */
    /* receiver */
    uint64_t expects;
    bool discards;
    enum tnw_code pending;
    uint8_t pending_seq;
    /* the line from here */
    struct item line[LINE];
    unsigned first, n;
};

struct gen {
    const struct tn_gen_tnw *o;
    struct tn_rng rng;
    struct tn_writer *w;
    uint64_t now, delay, packet;
    struct end end[2];
    int error;
};

static uint8_t number(uint64_t n)
{
    return (uint8_t)(n & (TNW_SEQ_MOD - 1));
}

/* A record of words from to to, both ends watched at end 0: its own leave by m_link. */
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
static void arrives(struct gen *g, const struct item *i)
{
    static const struct tnw_word bad = {.data = 0x070707fe, .flags = 15};
    struct tnw_word word[TNW_WORDS];
    unsigned n = i->packet ? TNW_WORDS : 1, at = i->at % (n - i->packet) + i->packet;
    memcpy(word, i->word, sizeof word);
    switch (i->damage) {
    case BIT:
        word[at].data ^= 1u << (8 + i->at % 24);
        record(g, 1, word, n, TN_EV_FAULT);
        break;
    case START_LOST:
        word[0] = bad;
        record(g, 1, word, n, TN_EV_FAULT);
        break;
    case BROKEN:
        word[at] = bad;
        if (at > 0)
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

static void put(struct gen *g, unsigned e, const struct item *i)
{
    struct end *s = &g->end[e];
    struct item *on = &s->line[(s->first + s->n++) % LINE];
    *on = *i;
    on->start = g->now;
    s->free = g->now + (i->packet ? TNW_WORDS : 1);
    if (tn_rng_chance(&g->rng, g->o->faults, 1000)) {
        /* a SET is damaged, not lost: a RESTART that left no trace would look like none */
        on->damage = i->packet ? 1 + (enum damage)tn_rng_below(&g->rng, DAMAGES - 1) : BIT;
        on->at = (unsigned)tn_rng_below(&g->rng, 1 << 20);
    }
    if (e == 0)
        record(g, 0, i->word, i->packet ? TNW_WORDS : 1, 0);
}

static void put_set(struct gen *g, unsigned e, enum tnw_code code, uint8_t seq)
{
    struct item i = {.word = {tnw_ctl_word(TNW_Q, code, seq)}};
    put(g, e, &i);
}

static void put_packet(struct gen *g, unsigned e, uint64_t n)
{
    struct end *s = &g->end[e];
    struct item i = {.packet = true, .word = {tnw_ctl_word(TNW_S, s->pending, s->pending_seq)}};
    tnw_packet_words(&s->buffer[n % TNW_WINDOW], i.word + 1);
    s->pending = TNW_NONE;
    s->pending_seq = 0;
    put(g, e, &i);
}

static void new_packet(struct gen *g, unsigned e)
{
    struct end *s = &g->end[e];
    struct tnw_packet *k = &s->buffer[s->next % TNW_WINDOW];
    memset(k, 0, sizeof *k);
    k->vc = (uint8_t)tn_rng_below(&g->rng, TNW_VCS);
    k->seq = number(s->next);
    k->offset = (uint32_t)tn_rng_below(&g->rng, 1 << 24);
    for (unsigned i = 0; i < TNW_PAYLOAD; i++)
        k->payload[i] = (uint8_t)tn_rng_next(&g->rng);
    tnw_seal(k);
    put_packet(g, e, s->next++);
    s->left--;
    if (tn_rng_chance(&g->rng, 1, 8))
        s->due = s->free + tn_rng_below(&g->rng, CALM_MAX);
}

static void owe(struct end *s, enum tnw_code code, uint64_t n)
{
    s->pending = code;
    s->pending_seq = number(n);
    s->discards = s->discards || code != TNW_ACK;
}

/* ACK and NACK: seq is the first number that is not acknowledged. */
static void acknowledged(struct gen *g, struct end *s, enum tnw_code code, uint8_t seq)
{
    uint64_t ahead = number(seq - s->oldest), u = s->next - s->oldest;
    if (ahead > u)
        return; /* old news, or of what was never sent */
    if (ahead)
        s->timer = 0;
    s->oldest += ahead;
    if (code == TNW_NACK_FULL && s->state != BACKOFF) {
        s->state = BACKOFF;
        s->due = g->now + FULL_BACKOFF;
    } else if (code == TNW_NACK && s->state != BACKOFF) {
        s->state = RESTART;
    } else if (s->oldest == s->next && (s->state == RESEND || s->state == WAIT)) {
        s->state = SEND;
    }
}

static void feedback(struct gen *g, unsigned e, const struct tnw_ctl *ctl)
{
    struct end *s = &g->end[e];
    bool says = ctl->code >= TNW_ACK && ctl->code <= TNW_NACK_FULL;
    if (s->link == LINK_INIT && (ctl->code == TNW_INIT || ctl->code == TNW_READY)) {
        s->link = LINK_READY;
        s->due = g->now;
        return;
    }
    if (s->link == LINK_READY && (ctl->code == TNW_READY || says)) {
        s->link = LINK_UP;
        s->due = g->now;
    } else if (s->link == LINK_UP && ctl->code == TNW_READY && s->pending == TNW_NONE) {
        owe(s, TNW_ACK, s->expects + TNW_SEQ_MOD - 1);
    }
    if (s->link != LINK_UP || !says)
        return;
    if (ctl->code == TNW_ACK)
        acknowledged(g, s, TNW_ACK, tnw_seq_next(ctl->seq));
    else if (ctl->code != TNW_RESTART)
        acknowledged(g, s, (enum tnw_code)ctl->code, ctl->seq);
    else if (number(s->expects - ctl->seq) <= TNW_WINDOW) {
        s->discards = false;
        if (s->pending > TNW_ACK)
            owe(s, TNW_ACK, s->expects + TNW_SEQ_MOD - 1);
    }
}

static void judge(struct gen *g, struct end *s, const struct item *i)
{
    uint8_t seq = (uint8_t)(i->word[1].data >> 24 & (TNW_SEQ_MOD - 1)),
            behind = number(s->expects - seq);
    if (s->link != LINK_UP || !i->up || s->discards || i->damage == LOST)
        return;
    if (i->damage)
        owe(s, TNW_NACK, s->expects);
    else if (behind == 0 && tn_rng_chance(&g->rng, FULL_OF_1000, 1000))
        owe(s, TNW_NACK_FULL, s->expects);
    else if (behind == 0)
        owe(s, TNW_ACK, s->expects++);
    else if (behind <= TNW_WINDOW)
        owe(s, TNW_ACK, s->expects + TNW_SEQ_MOD - 1);
    else
        owe(s, TNW_NACK, s->expects);
}

/* What reaches end e in this cycle. */
static void receive(struct gen *g, unsigned e)
{
    struct end *from = &g->end[1 - e], *s = &g->end[e];
    for (unsigned n = 0; n < from->n; n++) {
        struct item *i = &from->line[(from->first + n) % LINE];
        struct tnw_ctl ctl = tnw_ctl_decode(i->word[0].data);
        bool readable = !i->damage || (i->packet && (i->damage == BIT || i->damage == BROKEN));
        if (i->start + g->delay == g->now) {
            if (e == 0)
                arrives(g, i);
            i->up = s->link == LINK_UP;
            if (readable)
                feedback(g, e, &ctl);
        }
        if (i->packet && i->start + g->delay + TNW_SPAN == g->now)
            judge(g, s, i);
    }
    while (from->n && from->line[from->first].start + g->delay + TNW_SPAN <= g->now) {
        from->first = (from->first + 1) % LINE;
        from->n--;
    }
}

/* What end e, being UP, does with a word that is free. */
static void send_up(struct gen *g, unsigned e)
{
    struct end *s = &g->end[e];
    uint64_t u = s->next - s->oldest;
    if (s->state == BACKOFF && g->now >= s->due)
        s->state = RESTART;
    if (s->state == RESTART) {
        put_set(g, e, TNW_RESTART, number(s->oldest));
        s->state = u ? RESEND : SEND;
        s->again = s->oldest;
        s->timer = 0;
        return;
    }
    if (s->state == RESEND) {
        if (s->again < s->oldest)
            s->again = s->oldest;
        put_packet(g, e, s->again++);
        if (s->again == s->next)
            s->state = WAIT;
    } else if (s->state == SEND && u < TNW_WINDOW && s->left && g->now >= s->due) {
        new_packet(g, e);
    } else if (s->pending != TNW_NONE) {
        enum tnw_code code = s->pending;
        s->pending = TNW_NONE;
        put_set(g, e, code, s->pending_seq);
        s->pending_seq = 0;
    }
}

static void send(struct gen *g, unsigned e)
{
    struct end *s = &g->end[e];
    if (s->link == LINK_UP && s->next != s->oldest && (s->state == SEND || s->state == WAIT) &&
        ++s->timer >= RESEND_TMO + 4 * g->delay) {
        s->state = RESTART;
        s->timer = 0;
    }
    if (g->now < s->free)
        return;
    if (s->link == LINK_UP) {
        send_up(g, e);
    } else if (g->now >= s->due) {
        put_set(g, e, s->link == LINK_INIT ? TNW_INIT : TNW_READY, 0);
        s->due = g->now + UP_AGAIN;
    }
}

static bool busy(const struct end *s)
{
    return s->link != LINK_UP || s->left || s->next != s->oldest || s->pending != TNW_NONE ||
           s->n || s->state != SEND;
}

int tn_gen_tnw(const struct tn_gen_tnw *o, const char *path)
{
    static struct gen made;
    struct gen *g = &made;
    char err[512], meta[160];
    int rc;
    memset(g, 0, sizeof *g);
    g->o = o;
    tn_rng_seed(&g->rng, o->seed, 0);
    g->delay = DELAY_MIN + tn_rng_below(&g->rng, DELAY_MAX - DELAY_MIN + 1);
    snprintf(meta, sizeof meta,
             "tool=tenter gen\nversion=%s\nseed=%" PRIu64
             "\nfaults=%u\npoint.0=m_link\npoint.1=s_link\n",
             TN_VERSION, o->seed, o->faults);
    g->w = tn_writer_open(strcmp(path, "-") == 0 ? "/dev/stdout" : path, meta, NS_PER_CYCLE, err,
                          sizeof err);
    if (!g->w)
        return tn_usage("gen", "%s", err);
    g->end[0].left = g->end[1].left = o->packets;
    g->end[1].due = tn_rng_below(&g->rng, DELAY_MAX);
    for (g->now = 1; !g->error && (busy(&g->end[0]) || busy(&g->end[1])); g->now++) {
        send(g, 0); /* what comes in has its effect on the next cycle */
        send(g, 1);
        receive(g, 0);
        receive(g, 1);
    }
    rc = tn_writer_close(g->w);
    if (g->error)
        rc = g->error;
    return rc < 0 ? tn_usage("gen", "%s: %s", path, strerror(-rc)) : TN_EXIT_OK;
}
