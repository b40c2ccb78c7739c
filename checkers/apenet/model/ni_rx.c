/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's model: reception (ape_ni.md section 7).
 */
#include "ni.h"

#include <string.h>

/* A packet under judgment. */
struct arrival {
    struct tn_apn *m;
    const struct tn_apn_packet *p;
    unsigned vc;
    unsigned stream;          /* 1: replies */
    struct tn_apn_message *e; /* the entry of {source, stream, pid}; NULL: there is none */
    struct tn_apn_tag *tag;   /* of a reply */
};

static uint64_t number(const uint8_t *bytes, unsigned n)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static void tell(struct arrival *a, const struct tn_apn_event *e, uint64_t message)
{
    const struct tn_apn_why why = {TN_APN_OF_PACKET, a->vc, message};
    a->m->ops->event(a->m->ctx, e, &why);
}

/* An error event about the packet alone. */
static void tell_packet(struct arrival *a, enum tn_apn_cause cause)
{
    const struct tn_apn_event e = {.kind = TN_APN_ERROR,
                                   .cause = (uint8_t)cause,
                                   .pid = a->p->pid,
                                   .source = a->p->src,
                                   .number = a->p->msg};
    tell(a, &e, 0);
}

/* An event about the message of an entry. */
static void tell_message(struct arrival *a, enum tn_apn_kind kind, unsigned cause)
{
    const struct tn_apn_message *e = a->e;
    const struct tn_apn_event ev = {.kind = (uint8_t)kind,
                                    .cause = (uint8_t)cause,
                                    .pid = e->pid,
                                    .source = e->source,
                                    .buffer = kind == TN_APN_RECEIVED ? (uint8_t)e->buffer : 0,
                                    .number = e->msg,
                                    .bytes = e->bytes};
    tell(a, &ev, e->number);
}

struct tn_apn_message *tn_apn_message_of(struct tn_apn *m, uint16_t source, unsigned stream,
                                         uint16_t pid)
{
    for (unsigned i = 0; i < m->params.messages; i++)
        if (m->message[i].state != TN_APN_FREE && m->message[i].source == source &&
            m->message[i].stream == stream && m->message[i].pid == pid)
            return &m->message[i];
    return NULL;
}

/* Answers a last packet that asks (ape_ni.md 7.7). number: of a message that is whole. */
static void answer(struct arrival *a, unsigned cause, uint64_t number)
{
    const struct tn_apn_packet *p = a->p;
    if (!p->last || !p->ask || a->stream)
        return;
    struct tn_apn_packet ack = {
        .type = TN_APN_ACK,
        .alone = true,
        .pid = p->pid,
        .dst = p->src,
        .addr = tn_apn_ack_addr(a->m->params.own, p->pid, p->msg, cause),
    };
    tn_apn_send(a->m, &ack, 0, number);
}

static struct tn_apn_message *free_entry(struct tn_apn *m)
{
    for (unsigned i = 0; i < m->params.messages; i++)
        if (m->message[i].state == TN_APN_FREE)
            return &m->message[i];
    return NULL;
}

void tn_apn_give_back(struct tn_apn *m, const struct tn_apn_message *e)
{
    struct tn_apn_buffer *b = &m->buffer[e->buffer];
    if (e->life && b->life == e->life && b->flags & TN_APN_FOR_SEND)
        b->taken = false;
}

static void fail(struct arrival *a, enum tn_apn_cause cause)
{
    tell_message(a, TN_APN_ERROR, cause);
    tn_apn_give_back(a->m, a->e);
    a->e->state = a->p->last || a->stream ? TN_APN_FREE : TN_APN_FAILED;
    a->e->cause = (uint8_t)cause;
    answer(a, cause, 0);
    if (a->tag)
        a->tag->state = cause == TN_APN_GET_REFUSED ? TN_APN_TAG_FREE : TN_APN_TAG_DEAD;
}

/* Says why the packet cannot go on with its message: a packet is missing, or the target refused. */
static enum tn_apn_cause gap(const struct arrival *a)
{
    const struct tn_apn_packet *p = a->p;
    return a->stream && p->err && p->len == 0 && p->last ? TN_APN_GET_REFUSED : TN_APN_GAP;
}

/* Begins a message. Returns whether the packet goes on. */
static bool begin(struct arrival *a)
{
    const struct tn_apn_packet *p = a->p;
    if (!(a->e = free_entry(a->m))) {
        if (p->pkt == 0) {
            tell_packet(a, TN_APN_BUSY);
            if (a->tag)
                a->tag->state = TN_APN_TAG_DEAD;
        }
        a->m->count[TN_APN_RX_DROPPED]++;
        answer(a, TN_APN_BUSY, 0);
        return false;
    }
    *a->e = (struct tn_apn_message){.state = TN_APN_OPEN,
                                    .source = p->src,
                                    .stream = (uint8_t)a->stream,
                                    .type = p->type,
                                    .pid = p->pid,
                                    .msg = p->msg,
                                    .number = ++a->m->messages};
    if (p->pkt == 0 && !p->err)
        return true;
    fail(a, gap(a));
    return false;
}

/* Judges the packet by the message table (step 5). Returns whether it goes on. */
static bool goes_on(struct arrival *a)
{
    const struct tn_apn_packet *p = a->p;
    a->e = tn_apn_message_of(a->m, p->src, a->stream, p->pid);
    if (!a->e)
        return begin(a);
    if (a->e->msg != p->msg || (p->pkt == 0 && a->e->state == TN_APN_OPEN && a->e->next != 0)) {
        if (a->e->state == TN_APN_OPEN) {
            struct tn_apn_tag *t = a->stream ? tn_apn_tag_of(a->m, a->e->msg) : NULL;
            tell_message(a, TN_APN_ERROR, TN_APN_GAP);
            tn_apn_give_back(a->m, a->e);
            if (t)
                t->state = TN_APN_TAG_DEAD;
        }
        a->e->state = TN_APN_FREE;
        return begin(a);
    }
    if (a->e->state == TN_APN_FAILED) {
        a->m->count[TN_APN_RX_DROPPED]++;
        if (p->pkt == 0)
            tell_packet(a, TN_APN_REPEAT);
        answer(a, p->pkt == 0 ? TN_APN_REPEAT : a->e->cause, 0);
        if (p->last)
            a->e->state = TN_APN_FREE;
        return false;
    }
    if (p->pkt != a->e->next || p->err) {
        fail(a, gap(a));
        return false;
    }
    const struct tn_apn_buffer *b = &a->m->buffer[a->e->buffer];
    if (a->e->life && (!b->valid || b->life != a->e->life)) {
        fail(a, TN_APN_UNREG);
        return false;
    }
    return true;
}

static bool holds(const struct tn_apn_buffer *b, uint64_t addr, uint64_t n)
{
    return addr >= b->vaddr && addr - b->vaddr < b->length && n <= b->length - (addr - b->vaddr);
}

/* Finds the buffer of a message that begins. Returns 0, or why there is none. */
static enum tn_apn_cause find_buffer(struct arrival *a)
{
    const struct tn_apn_packet *p = a->p;
    enum tn_apn_cause why = TN_APN_NOBUF;
    for (unsigned i = 0; i < a->m->params.buffers; i++) {
        struct tn_apn_buffer *b = &a->m->buffer[i];
        const bool send = b->flags & TN_APN_FOR_SEND;
        if (!b->valid || b->pid != p->pid || send != (p->type == TN_APN_SEND) ||
            (p->type == TN_APN_PUT && !(b->flags & TN_APN_FOR_PUT)) || (send && b->taken) ||
            (!send && !holds(b, p->addr, 1)))
            continue;
        why = TN_APN_OVERRUN;
        if (!send && !holds(b, p->addr, p->len))
            continue;
        b->taken = send;
        a->e->buffer = i;
        a->e->life = b->life;
        return 0;
    }
    return why;
}

/* Finds where in host memory the packet's data go (steps 6 to 8). Returns 0, or why they go
 * nowhere. */
static enum tn_apn_cause find_place(struct arrival *a, uint64_t *pa)
{
    const struct tn_apn_packet *p = a->p;
    enum tn_apn_cause why;
    if (a->e->life && (a->e->type == TN_APN_SEND) != (p->type == TN_APN_SEND))
        return TN_APN_OVERRUN;
    if (!a->e->life && (why = find_buffer(a)))
        return why;
    const struct tn_apn_buffer *b = &a->m->buffer[a->e->buffer];
    const uint64_t addr = p->type == TN_APN_SEND ? b->vaddr + p->addr : p->addr;
    if (!holds(b, addr, p->len))
        return TN_APN_OVERRUN;
    if (addr % TN_APN_DATA + p->len > TN_APN_DATA)
        return TN_APN_CROSS;
    if (p->len == 0)
        return 0;
    switch (a->m->ops->page(a->m->ctx, p->pid, addr, pa)) {
    case TN_APN_FOUND:
        *pa += addr % TN_APN_DATA;
        return 0;
    case TN_APN_NO_PAGE:
        return TN_APN_PAGE;
    default:
        return TN_APN_MISS;
    }
}

/* Takes a packet of a message. */
static void take_data(struct arrival *a)
{
    const struct tn_apn_packet *p = a->p;
    enum tn_apn_cause why;
    uint64_t pa = 0;
    if (!goes_on(a))
        return;
    if ((why = find_place(a, &pa))) {
        fail(a, why);
        return;
    }
    if (p->len)
        a->m->ops->write(a->m->ctx, a->e->number, pa, p->data, p->len);
    a->e->next++;
    a->e->bytes += p->len;
    if (!p->last)
        return;
    answer(a, 0, a->e->number);
    tell_message(a, TN_APN_RECEIVED, p->type);
    a->e->state = TN_APN_FREE;
    if (a->tag)
        a->tag->state = TN_APN_TAG_FREE;
}

static bool is_bad(const struct tn_apn *m, const struct tn_apn_packet *p)
{
    const bool known = p->type == TN_APN_PUT || p->type == TN_APN_SEND || p->type == TN_APN_GET ||
                       p->type == TN_APN_REPLY;
    if (p->alone || p->type == TN_APN_ACK)
        return !p->alone || p->type != TN_APN_ACK || p->len || p->words != 1 ||
               (p->dst != m->params.own && !p->ool);
    return p->len > TN_APN_DATA || p->words != 2 + (p->len + 15) / 16 || !known ||
           (p->dst != m->params.own && !p->ool) || (p->type == TN_APN_GET && p->len != 16);
}

/* Drops a reply that nobody awaits, and forgets its message. */
static void drop_late(struct arrival *a)
{
    a->e = tn_apn_message_of(a->m, a->p->src, 1, a->p->pid);
    if (a->e && a->e->msg == a->p->msg)
        a->e->state = TN_APN_FREE;
    a->m->count[TN_APN_RX_LATE]++;
}

/* Says whether a reply of an open tag is not the one asked for (step 4). */
static bool is_another(const struct arrival *a)
{
    const struct tn_apn_packet *p = a->p;
    const struct tn_apn_tag *t = a->tag;
    const struct tn_apn_message *e = tn_apn_message_of(a->m, p->src, 1, p->pid);
    const bool mine = e && e->state == TN_APN_OPEN && e->msg == p->msg;
    const uint32_t got = mine ? e->bytes : 0, left = t->bytes - got;
    if (p->pid != t->pid)
        return true;
    if (p->pkt != (mine ? e->next : 0))
        return false;
    if (p->addr != (t->reply + got) % (1ull << 48))
        return true;
    return !p->err && (p->len == 0 || p->len > left || p->last != (p->len == left));
}

/* Takes a packet of a GET reply. */
static void take_reply(struct arrival *a)
{
    a->tag = tn_apn_tag_of(a->m, a->p->msg);
    if (!a->tag || a->tag->state != TN_APN_TAG_OPEN || a->tag->node != a->p->src) {
        drop_late(a);
    } else if (is_another(a)) {
        a->m->count[TN_APN_RX_DROPPED]++;
        tell_packet(a, TN_APN_NOT_ASKED);
    } else {
        take_data(a);
    }
}

void tn_apn_packet(struct tn_apn *m, unsigned vc, const struct tn_apn_packet *p)
{
    struct arrival a = {.m = m, .p = p, .vc = vc, .stream = p->type == TN_APN_REPLY};
    if (is_bad(m, p)) {
        m->count[TN_APN_RX_BAD]++;
        return;
    }
    m->count[p->crc_wrong && !p->alone ? TN_APN_RX_CRC : TN_APN_RX_PACKETS]++;
    if (p->alone) {
        tn_apn_answered(m, vc, p);
    } else if (p->crc_wrong) {
        tell_packet(&a, TN_APN_CRC);
    } else if (p->ool) {
        tell_packet(&a, TN_APN_OOL);
    } else if (p->type == TN_APN_GET && p->err) {
        m->count[TN_APN_RX_DROPPED]++;
    } else if (p->type == TN_APN_GET) {
        tn_apn_answer(m, p);
    } else if (a.stream) {
        take_reply(&a);
    } else {
        take_data(&a);
    }
}

/* Finds the buffer that a GET request reads. Returns its index, -1: none. */
static int source_of(const struct tn_apn *m, const struct tn_apn_packet *p, uint64_t bytes)
{
    for (unsigned i = 0; i < m->params.buffers; i++) {
        const struct tn_apn_buffer *b = &m->buffer[i];
        if (b->valid && b->pid == p->pid &&
            (b->flags & (TN_APN_FOR_GET | TN_APN_FOR_SEND)) == TN_APN_FOR_GET &&
            holds(b, p->addr, bytes))
            return (int)i;
    }
    return -1;
}

static unsigned least(uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t ab = a < b ? a : b;
    return (unsigned)(ab < c ? ab : c);
}

void tn_apn_answer(struct tn_apn *m, const struct tn_apn_packet *p)
{
    const uint64_t to = number(p->data, 8) % (1ull << 48), bytes = number(p->data + 8, 4),
                   request = ++m->requests;
    const bool there = source_of(m, p, bytes) >= 0;
    uint16_t pkt = 0;
    for (uint64_t at = 0; at < bytes; pkt++) {
        const unsigned n = least(bytes - at, TN_APN_DATA - (to + at) % TN_APN_DATA,
                                 TN_APN_DATA - (p->addr + at) % TN_APN_DATA);
        struct tn_apn_packet r = {.type = TN_APN_REPLY,
                                  .pid = p->pid,
                                  .dst = p->src,
                                  .len = (uint16_t)n,
                                  .addr = (to + at) % (1ull << 48),
                                  .msg = (uint32_t)number(p->data + 12, 4),
                                  .pkt = pkt,
                                  .last = at + n == bytes};
        uint64_t pa = 0;
        if (!there || m->ops->page(m->ctx, p->pid, p->addr + at, &pa) != TN_APN_FOUND) {
            r.len = 0;
            r.err = r.last = true;
            tn_apn_send(m, &r, request, 0);
            return;
        }
        tn_apn_send(m, &r, request, pa + (p->addr + at) % TN_APN_DATA);
        at += n;
    }
}
