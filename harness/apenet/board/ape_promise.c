/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * APEnet's promise between the hosts of a torus.
 */
#include <tn/apenet/ape_promise.h>

#include <tn/apenet/ape_forge.h>
#include <tn/apenet/ape_ni.h>
#include <tn/bug.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PID = 0x1234,
    SOURCE = 0x10000000,
    SOURCE_N = 0x80000,
    MAGIC_AT = SOURCE_N - 0x4000, /* from here on bytes look like words and packets of a line */
    MAGIC_RUN = 1024,             /* all of them for one host */
    FORGED_MSG = 0x70000000,      /* their message, which nobody sends */
    FORGED_AT = 0xff000,          /* where they would write to a place, behind all messages */
    PLACE = 0x40000000,
    PLACE_STEP = 0x1000000,
    PLACE_N = 0x100000,
    TAKER = 0x7000000, /* the buffers for sends */
    TAKER_STEP = 0x10000,
    TAKERS = 4,
    GAP = 0x50, /* most bytes between two places */
    MSG_TIMEOUT = 0x1080,
    GET_TIMEOUT = 0x1084,
    EVQ_LOST = 0x3028,
    TIMER_SLACK = 4096,
    WORD = 16,
    PAGE = 4096,
    PACKET_CYC = 300, /* a long packet on a line, and a little */
    TURN = 8,
    TAGS = 0x40000000 /* tags of messages; none is the number of a put or send */
};
static uint64_t place_of(unsigned from)
{
    return PLACE + (uint64_t)PLACE_STEP * from;
}

static void blame(struct tn_ape_promise *p, const char *rule, const struct tn_ape_letter *l,
                  const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    if (l)
        snprintf(v.found, sizeof v.found, "%s: message %u of %u bytes from host %u to host %u",
                 found, l->number, l->n, l->from, l->to);
    else
        snprintf(v.found, sizeof v.found, "%s", found);
    p->fn(p->ctx, &v);
}

/* Registers of host k. Both return 0 or negative errno. */
static int get(struct tn_ape_promise *p, unsigned k, uint32_t addr, uint32_t *value)
{
    const struct tn_ape_port *port = &p->hosts.host[k]->port;
    return port->get(port->ctx, addr, value);
}

static int put(struct tn_ape_promise *p, unsigned k, uint32_t addr, uint32_t value)
{
    const struct tn_ape_port *port = &p->hosts.host[k]->port;
    return port->put(port->ctx, addr, value);
}

/* Opening. */

static void fill(struct tn_ape_promise *p, unsigned k)
{
    for (unsigned i = 0; i < SOURCE_N; i++)
        p->source[k][i] = (uint8_t)(1 + tn_rng_below(&p->rng, 255));
    for (unsigned i = MAGIC_AT; i < SOURCE_N; i += MAGIC_RUN) {
        const unsigned to = i / MAGIC_RUN % p->hosts.n;
        const struct ape_node *at = &p->hosts.at[to];
        const struct tn_ape_forged f = {
            {at->x, at->y, at->z}, PID, place_of(k) + FORGED_AT, FORGED_MSG};
        tn_ape_forge(&p->rng, &f, p->source[k] + i, MAGIC_RUN);
    }
    tn_ape_host_poke(p->hosts.host[k], PID, SOURCE, p->source[k], SOURCE_N);
}

static int open_host(struct tn_ape_promise *p, unsigned k, uint32_t timeout)
{
    struct ape_user *u = &p->hosts.host[k]->user;
    p->source[k] = malloc(SOURCE_N);
    if (!p->source[k])
        return -ENOMEM;
    fill(p, k);
    if (put(p, k, MSG_TIMEOUT, timeout) || put(p, k, GET_TIMEOUT, timeout))
        return -EIO;
    if (ape_register_buffer(u, &(struct ape_buffer){PID, SOURCE, SOURCE_N, APE_FOR_GET}) < 0)
        return -EIO;
    for (unsigned from = 0; from < p->hosts.n; from++)
        if (ape_register_buffer(
                u, &(struct ape_buffer){PID, place_of(from), PLACE_N, APE_FOR_PUT}) < 0)
            return -EIO;
    for (unsigned i = 0; i < TAKERS; i++)
        if (ape_register_buffer(u, &(struct ape_buffer){PID, TAKER + (uint64_t)TAKER_STEP * i,
                                                        TN_APE_LETTER_N, APE_FOR_SEND}) < 0)
            return -EIO;
    return 0;
}

int tn_ape_promise_open(struct tn_ape_promise *p, struct tn_ape_hosts hosts, uint64_t seed,
                        uint32_t timeout, tn_verdict_fn *fn, void *ctx)
{
    memset(p, 0, sizeof *p);
    p->hosts = hosts;
    p->fn = fn;
    p->ctx = ctx;
    tn_rng_seed(&p->rng, seed, 20);
    for (unsigned k = 0; k < hosts.n; k++) {
        const int rc = open_host(p, k, timeout);
        if (rc)
            return rc;
    }
    return 0;
}

void tn_ape_promise_close(struct tn_ape_promise *p)
{
    for (unsigned k = 0; k < TN_APE_HOSTS; k++)
        free(p->source[k]);
}

/* Sending. */

/* Draws the bytes of a message in its source; forged: such as look like words of a line. */
static uint32_t draw(struct tn_ape_promise *p, uint32_t n, bool forged)
{
    if (forged)
        return MAGIC_AT + WORD * (uint32_t)tn_rng_below(&p->rng, 8);
    return (uint32_t)tn_rng_below(&p->rng, MAGIC_AT - n);
}

/* The bytes of a packet with forged footers, whose place is known. */
static void forge_moved(struct tn_ape_promise *p, const struct tn_ape_letter *l)
{
    const struct ape_node *at = &p->hosts.at[l->to];
    const struct tn_ape_forged f = {{at->x, at->y, at->z}, PID, l->place, FORGED_MSG};
    uint8_t *bytes = p->source[l->from] + l->at;
    tn_ape_forge_moved(&p->rng, &f, bytes, l->n);
    tn_ape_host_poke(p->hosts.host[l->from], PID, SOURCE + l->at, bytes, l->n);
}

/* Starts message l, whose bytes are known or follow from its place. One that must be one packet
 * begins a page. */
static int start(struct tn_ape_promise *p, struct tn_ape_letter *l)
{
    const bool get = l->kind == TN_APE_BY_GET;
    struct ape_user *u = &p->hosts.host[get ? l->to : l->from]->user;
    uint32_t *used = &p->used[l->to][l->from];
    const uint32_t offset =
        l->moved ? (*used + PAGE - 1) / PAGE * PAGE : *used + (uint32_t)tn_rng_below(&p->rng, GAP);
    tn_require(l->n >= 1 && l->n <= TN_APE_LETTER_N);
    if (offset + l->n > FORGED_AT)
        return -ENOSPC;
    l->number = get ? TAGS + p->letters : u->msg;
    l->place = place_of(l->from) + offset;
    l->begun = tn_sim_cycle();
    if (l->moved)
        forge_moved(p, l);
    struct ape_message m = {.node = p->hosts.at[get ? l->from : l->to],
                            .pid = PID,
                            .here = get ? l->place : SOURCE + l->at,
                            .there = get ? SOURCE + l->at : l->place,
                            .length = l->n,
                            .tag = TAGS + p->letters,
                            .event = true};
    const int rc = l->kind == TN_APE_BY_PUT    ? ape_rdma_put(u, &m)
                   : l->kind == TN_APE_BY_SEND ? ape_rdma_send(u, &m)
                                               : ape_rdma_get(u, &m);
    if (rc)
        return rc;
    *used = offset + l->n;
    return (int)p->letters++;
}

int tn_ape_promise_send(struct tn_ape_promise *p, enum tn_ape_letter_kind kind, unsigned from,
                        unsigned to, uint32_t n, bool forged)
{
    struct tn_ape_letter *l = &p->letter[p->letters];
    if (p->letters == TN_APE_LETTERS)
        return -ENOSPC;
    *l = (struct tn_ape_letter){
        .kind = kind, .from = from, .to = to, .at = draw(p, n, forged), .n = n};
    return start(p, l);
}

int tn_ape_promise_give(struct tn_ape_promise *p, enum tn_ape_letter_kind kind, unsigned from,
                        unsigned to, const uint8_t *bytes, uint32_t n)
{
    struct tn_ape_letter *l = &p->letter[p->letters];
    const uint32_t at = p->given[from];
    if (p->letters == TN_APE_LETTERS || at + n > MAGIC_AT)
        return -ENOSPC;
    *l = (struct tn_ape_letter){.kind = kind, .from = from, .to = to, .at = at, .n = n};
    memcpy(p->source[from] + at, bytes, n);
    tn_ape_host_poke(p->hosts.host[from], PID, SOURCE + at, bytes, n);
    const int rc = start(p, l);
    if (rc >= 0)
        p->given[from] = at + n;
    return rc;
}

int tn_ape_promise_moved(struct tn_ape_promise *p, unsigned from, unsigned to, uint32_t n)
{
    struct tn_ape_letter *l = &p->letter[p->letters];
    const uint32_t at = p->given[from];
    if (p->letters == TN_APE_LETTERS || at + n > MAGIC_AT)
        return -ENOSPC;
    *l = (struct tn_ape_letter){.moved = true, .from = from, .to = to, .at = at, .n = n};
    p->given[from] = at + n;
    return start(p, l);
}

/* Events. */

static bool is_node(const struct ape_node *a, const struct ape_node *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* The message that an event at a host speaks of; NULL: none is. */
static struct tn_ape_letter *letter_of(struct tn_ape_promise *p, unsigned host,
                                       const struct ape_event *e)
{
    if (e->kind == APE_SENT)
        return e->number - TAGS < p->letters ? &p->letter[e->number - TAGS] : NULL;
    for (unsigned i = 0; i < p->letters; i++) {
        struct tn_ape_letter *l = &p->letter[i];
        if (l->to == host && l->number == e->number && is_node(&p->hosts.at[l->from], &e->source))
            return l;
    }
    return NULL;
}

/* Says whether nothing was said of a message yet. The footer of a packet that was cut is zeros,
 * which name message 0 of host 0. */
static bool untold(const struct tn_ape_letter *l)
{
    return l->fate == TN_APE_UNDER_WAY ||
           (l->fate == TN_APE_TOLD && l->cause == TN_APN_CRC && l->from == 0 && l->number == 0);
}

static void received(struct tn_ape_promise *p, struct tn_ape_letter *l, const struct ape_event *e)
{
    static const uint8_t type[] = {TN_APN_PUT, TN_APN_SEND, TN_APN_REPLY};
    static uint8_t got[TN_APE_LETTER_N];
    struct tn_ape_host *h = p->hosts.host[l->to];
    l->ended = tn_sim_cycle();
    if (l->kind == TN_APE_BY_SEND)
        l->place = h->user.buffer[e->slot].vaddr;
    tn_ape_host_peek(h, PID, l->place, got, l->n);
    if (!untold(l) || e->cause != type[l->kind] || e->bytes != l->n) {
        l->fate = TN_APE_BROKEN;
        blame(p, "APN-EVT-1", l, "one received event, with type and bytes of its message",
              "another event");
    } else if (memcmp(got, p->source[l->from] + l->at, l->n) != 0) {
        l->fate = TN_APE_BROKEN;
        blame(p, "APN-MEM-2", l, "the bytes that were sent", "others in a message received");
    } else {
        l->fate = TN_APE_WHOLE;
    }
    if (l->kind == TN_APE_BY_SEND) {
        static const uint8_t none[TN_APE_LETTER_N];
        tn_ape_host_poke(h, PID, l->place, none, sizeof none);
        if (ape_release_buffer(&h->user, e->slot))
            blame(p, "APN-CMD-1", l, "the buffer for sends free again", "an error of RELEASE");
    }
}

/* An error event. That of a wrong CRC says what stands in the packet, which may be wrong, too. */
static void told(struct tn_ape_promise *p, struct tn_ape_letter *l, const struct ape_event *e)
{
    p->causes[e->cause < TN_APE_CAUSES ? e->cause : 0]++;
    if (e->cause == TN_APN_CRC && (!l || l->fate != TN_APE_UNDER_WAY))
        return;
    if (!l || l->fate == TN_APE_WHOLE || l->fate == TN_APE_BROKEN) {
        blame(p, "APN-EVT-1", l, "an error event of a message that is not received", "an error");
        return;
    }
    if (l->fate == TN_APE_UNDER_WAY) {
        l->fate = TN_APE_TOLD;
        l->cause = e->cause;
        l->ended = tn_sim_cycle();
    }
}

static void take(struct tn_ape_promise *p, unsigned host, const struct ape_event *e)
{
    struct tn_ape_letter *l = letter_of(p, host, e);
    p->moved = tn_sim_cycle();
    if (e->kind == APE_ERROR) {
        told(p, l, e);
    } else if (!l && e->kind == APE_RECEIVED) {
        blame(p, "APR-NET-3", NULL, "a message that a host sent", "one that nobody sent");
    } else if (!l || (e->kind != APE_SENT && e->kind != APE_RECEIVED)) {
        blame(p, "APN-EVT-1", NULL, "an event of a message", "an event of none");
    } else if (e->kind == APE_RECEIVED) {
        received(p, l, e);
    } else if (l->sent) {
        blame(p, "APN-EVT-1", l, "one sent event", "a second one");
    } else {
        l->sent = true;
    }
}

void tn_ape_promise_step(struct tn_ape_promise *p, uint64_t n)
{
    struct ape_event e;
    for (uint64_t end = tn_sim_cycle() + n; tn_sim_cycle() < end;) {
        const uint64_t left = end - tn_sim_cycle();
        p->hosts.step(p->hosts.ctx, left < TURN ? left : TURN);
        for (unsigned k = 0; k < p->hosts.n; k++)
            while (p->hosts.event(p->hosts.ctx, k) &&
                   ape_wait_event(&p->hosts.host[k]->user, &e, 0) == 0)
                take(p, k, &e);
    }
}

unsigned tn_ape_promise_left(const struct tn_ape_promise *p)
{
    unsigned n = 0;
    for (unsigned i = 0; i < p->letters; i++)
        n += p->letter[i].fate == TN_APE_UNDER_WAY || !p->letter[i].sent;
    return n;
}

void tn_ape_promise_rest(struct tn_ape_promise *p, uint64_t cycles)
{
    uint32_t timeout = 0;
    (void)get(p, 0, MSG_TIMEOUT, &timeout);
    const uint64_t still = timeout + TIMER_SLACK + 4 * PACKET_CYC;
    for (uint64_t begin = tn_sim_cycle(); tn_ape_promise_left(p) > 0;) {
        const uint64_t now = tn_sim_cycle(), from = p->moved > begin ? p->moved : begin;
        if (now > from + still || now > begin + cycles)
            break;
        tn_ape_promise_step(p, TURN);
    }
    tn_ape_promise_step(p, 4 * PACKET_CYC);
}

/* The end. */

/* A message without a received event: in its place are its own bytes, or nothing. Returns how many
 * of its own bytes. */
static uint32_t left_in_memory(struct tn_ape_promise *p, struct tn_ape_letter *l)
{
    static uint8_t got[TN_APE_LETTER_N];
    const uint8_t *own = p->source[l->from] + l->at;
    uint32_t n = 0;
    if (l->kind == TN_APE_BY_SEND)
        return 0; /* its buffer is free again, for another message */
    tn_ape_host_peek(p->hosts.host[l->to], PID, l->place, got, l->n);
    for (uint32_t i = 0; i < l->n; i++) {
        if (got[i] && got[i] != own[i]) {
            blame(p, "APN-MEM-2", l, "bytes of the message, or none", "others in its place");
            l->fate = TN_APE_BROKEN;
            return n;
        }
        n += got[i] != 0;
    }
    return n;
}

/* Between the places of messages nothing has changed. */
static void judge_gaps(struct tn_ape_promise *p, unsigned to, unsigned from)
{
    static uint8_t got[PLACE_N], own[PLACE_N];
    memset(own, 0, sizeof own);
    for (unsigned i = 0; i < p->letters; i++) {
        const struct tn_ape_letter *l = &p->letter[i];
        if (l->to == to && l->from == from && l->kind != TN_APE_BY_SEND)
            memset(own + (l->place - place_of(from)), 1, l->n);
    }
    tn_ape_host_peek(p->hosts.host[to], PID, place_of(from), got, PLACE_N);
    for (uint32_t i = 0; i < PLACE_N; i++)
        if (got[i] && !own[i]) {
            blame(p, "APN-MEM-2", NULL, "no byte outside the places of messages", "a byte");
            return;
        }
}

/* A message without an event at a host whose queue lost one (ape_ni.md section 5): STATUS tells. */
static bool event_lost(struct tn_ape_promise *p, unsigned host, uint32_t *left)
{
    if (*left == UINT32_MAX && get(p, host, EVQ_LOST, left))
        *left = 0;
    if (*left == 0)
        return false;
    --*left;
    p->causes[0]++;
    return true;
}

void tn_ape_promise_end(struct tn_ape_promise *p)
{
    uint32_t lost[TN_APE_HOSTS];
    memset(lost, 0xff, sizeof lost);
    p->whole = p->told = p->gone = 0;
    for (unsigned i = 0; i < p->letters; i++) {
        struct tn_ape_letter *l = &p->letter[i];
        const uint32_t n = l->fate == TN_APE_WHOLE ? 0 : left_in_memory(p, l);
        if (l->fate == TN_APE_UNDER_WAY && event_lost(p, l->to, &lost[l->to])) {
            l->fate = TN_APE_TOLD;
        } else if (l->fate == TN_APE_UNDER_WAY && n) {
            blame(p, "APN-TIM-1", l, "an event of a message whose bytes are in memory", "none");
            l->fate = TN_APE_BROKEN;
        } else if (l->fate == TN_APE_UNDER_WAY) {
            l->fate = TN_APE_GONE;
        }
        p->whole += l->fate == TN_APE_WHOLE;
        p->told += l->fate == TN_APE_TOLD;
        p->gone += l->fate == TN_APE_GONE;
    }
    for (unsigned to = 0; to < p->hosts.n; to++)
        for (unsigned from = 0; from < p->hosts.n; from++)
            judge_gaps(p, to, from);
}

/* Compares a host's memory with what must stand there. */
static void same(struct tn_ape_promise *p, unsigned host, uint64_t vaddr, const uint8_t *want,
                 uint32_t n, const struct tn_ape_letter *l)
{
    static uint8_t got[SOURCE_N];
    tn_ape_host_peek(p->hosts.host[host], PID, vaddr, got, n);
    if (memcmp(got, want, n) != 0)
        blame(p, "APN-MEM-2", l, "memory as it was", "another byte at the end");
}

void tn_ape_promise_memory(struct tn_ape_promise *p)
{
    static const uint8_t none[TN_APE_LETTER_N];
    for (unsigned i = 0; i < p->letters; i++) {
        const struct tn_ape_letter *l = &p->letter[i];
        if (l->fate == TN_APE_WHOLE && l->kind != TN_APE_BY_SEND)
            same(p, l->to, l->place, p->source[l->from] + l->at, l->n, l);
    }
    for (unsigned k = 0; k < p->hosts.n; k++) {
        same(p, k, SOURCE, p->source[k], SOURCE_N, NULL);
        for (unsigned i = 0; i < TAKERS; i++)
            same(p, k, TAKER + (uint64_t)TAKER_STEP * i, none, sizeof none, NULL);
    }
}
