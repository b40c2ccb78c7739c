/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's model: commands, and transmission (ape_ni.md sections 4 and 6).
 */
#include "ni.h"

#include <string.h>

#define VADDR_END (1ull << 48)

void tn_apn_init(struct tn_apn *m, const struct tn_apn_params *p, const struct tn_apn_ops *ops,
                 void *ctx)
{
    memset(m, 0, sizeof *m);
    m->params = *p;
    m->ops = ops;
    m->ctx = ctx;
}

/* Returns the lowest valid buffer with that pid and address, -1: none. */
static int buffer_at(const struct tn_apn *m, uint16_t pid, uint64_t vaddr)
{
    for (unsigned i = 0; i < m->params.buffers; i++)
        if (m->buffer[i].valid && m->buffer[i].pid == pid && m->buffer[i].vaddr == vaddr)
            return (int)i;
    return -1;
}

static enum tn_apn_code add_buffer(struct tn_apn *m, const struct tn_apn_buffer *b, unsigned *index)
{
    const bool send = b->flags & TN_APN_FOR_SEND;
    if (b->length == 0 || b->vaddr + b->length > VADDR_END ||
        (send && (b->flags & (TN_APN_FOR_GET | TN_APN_FOR_PUT) || b->vaddr % TN_APN_DATA)))
        return TN_APN_BAD;
    for (unsigned i = 0; i < m->params.buffers; i++) {
        if (m->buffer[i].valid)
            continue;
        m->buffer[i] = *b;
        m->buffer[i].life = ++m->lives;
        *index = i;
        return TN_APN_OK;
    }
    return TN_APN_FULL;
}

enum tn_apn_code tn_apn_command(struct tn_apn *m, enum tn_apn_op op, uint16_t pid, uint64_t vaddr,
                                uint32_t length, unsigned flags, unsigned *index)
{
    const struct tn_apn_buffer b = {
        .valid = true, .flags = (uint8_t)flags, .pid = pid, .length = length, .vaddr = vaddr};
    int i;
    switch (op) {
    case TN_APN_REGISTER:
        return add_buffer(m, &b, index);
    case TN_APN_UNREGISTER:
        if ((i = buffer_at(m, pid, vaddr)) < 0)
            return TN_APN_NOTFOUND;
        m->buffer[i].valid = false;
        *index = (unsigned)i;
        return TN_APN_OK;
    case TN_APN_RELEASE:
        for (i = 0; i < (int)m->params.buffers; i++) {
            struct tn_apn_buffer *x = &m->buffer[i];
            if (!x->valid || !(x->flags & TN_APN_FOR_SEND) || x->pid != pid || x->vaddr != vaddr)
                continue;
            x->taken = false;
            *index = (unsigned)i;
            return TN_APN_OK;
        }
        return TN_APN_NOTFOUND;
    case TN_APN_MAP:
    case TN_APN_UNMAP: /* the TLB is not modelled: an UNMAP may find its entry or not */
        return TN_APN_OK;
    default:
        return TN_APN_BAD;
    }
}

struct tn_apn_tag *tn_apn_tag_of(struct tn_apn *m, uint32_t tag)
{
    for (unsigned i = 0; i < TN_APN_TAGS; i++)
        if (m->tag[i].state != TN_APN_TAG_FREE && m->tag[i].tag == tag)
            return &m->tag[i];
    return NULL;
}

static void open_tag(struct tn_apn *m, const struct tn_apn_descriptor *d)
{
    for (unsigned i = 0; i < TN_APN_TAGS; i++)
        if (m->tag[i].state == TN_APN_TAG_FREE) {
            m->tag[i] =
                (struct tn_apn_tag){TN_APN_TAG_OPEN, d->pid, d->node, d->tag, d->bytes, d->reply};
            return;
        }
}

struct tn_apn_awaited *tn_apn_awaited_of(struct tn_apn *m, uint16_t pid, uint32_t msg)
{
    for (unsigned i = 0; i < TN_APN_TAGS; i++)
        if (m->awaited[i].state != TN_APN_ACK_FREE && m->awaited[i].pid == pid &&
            m->awaited[i].msg == msg)
            return &m->awaited[i];
    return NULL;
}

static void await_answer(struct tn_apn *m, const struct tn_apn_descriptor *d)
{
    for (unsigned i = 0; i < TN_APN_TAGS; i++)
        if (m->awaited[i].state == TN_APN_ACK_FREE) {
            m->awaited[i] =
                (struct tn_apn_awaited){TN_APN_ACK_OPEN, d->pid, d->node, d->msg, d->tag};
            return;
        }
}

void tn_apn_send(struct tn_apn *m, struct tn_apn_packet *p, uint64_t request, uint64_t from)
{
    p->src = m->params.own;
    p->words = (uint16_t)(p->alone ? 1 : 2 + (p->len + 15) / 16);
    if (p->type != TN_APN_GET && p->len)
        m->ops->read(m->ctx, from, p->data, p->len);
    m->count[TN_APN_TX_PACKETS] += !p->alone;
    m->count[TN_APN_TX_BYTES] += p->len;
    m->ops->send(m->ctx, p, request, from);
}

/* Cuts a descriptor at the pages of its destination. */
static void send_data(struct tn_apn *m, const struct tn_apn_descriptor *d)
{
    for (unsigned at = 0, n; at < d->length; at += n) {
        const uint64_t addr = d->remote + at;
        const unsigned page = TN_APN_DATA - (unsigned)(addr % TN_APN_DATA);
        n = d->length - at < page ? d->length - at : page;
        const bool last = d->last && at + n == d->length;
        struct tn_apn_packet p = {.type = d->type,
                                  .port = d->port,
                                  .pid = d->pid,
                                  .dst = d->node,
                                  .len = (uint16_t)n,
                                  .addr = addr % VADDR_END,
                                  .msg = d->msg,
                                  .pkt = m->pkt,
                                  .last = last,
                                  .ask = last && d->answer};
        m->pkt++;
        tn_apn_send(m, &p, 0, d->source + at);
    }
}

static void put_number(uint8_t *bytes, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static void send_request(struct tn_apn *m, const struct tn_apn_descriptor *d)
{
    struct tn_apn_packet p = {.type = TN_APN_GET,
                              .port = d->port,
                              .pid = d->pid,
                              .dst = d->node,
                              .len = 16,
                              .addr = d->remote,
                              .msg = d->msg,
                              .last = true};
    put_number(p.data, d->reply, 8);
    put_number(p.data + 8, d->bytes, 4);
    put_number(p.data + 12, d->tag, 4);
    open_tag(m, d);
    tn_apn_send(m, &p, 0, 0);
}

static struct tn_apn_descriptor descriptor_of(const uint64_t word[TN_APN_DESC_WORDS])
{
    return (struct tn_apn_descriptor){
        .source = word[0] % VADDR_END,
        .node = (uint16_t)(word[1] >> 48),
        .port = word[1] >> 44 & 15,
        .event = word[1] >> 40 & 1,
        .last = word[1] >> 39 & 1,
        .answer = word[1] >> 41 & 1 && word[1] >> 39 & 1,
        .type = word[1] >> 32 & 31,
        .pid = (uint16_t)(word[1] >> 16),
        .length = word[1] & 0x1fff,
        .remote = word[2] % VADDR_END,
        .msg = (uint32_t)(word[3] >> 32),
        .tag = (uint32_t)word[3],
        .reply = word[4] % VADDR_END,
        .bytes = (uint32_t)word[5],
    };
}

static bool is_bad(const struct tn_apn_descriptor *d)
{
    if (d->type == TN_APN_GET)
        return d->bytes == 0;
    return (d->type != TN_APN_PUT && d->type != TN_APN_SEND) || d->length == 0 ||
           d->length > TN_APN_DATA || d->source % TN_APN_DATA + d->length > TN_APN_DATA;
}

/* Follows the message under way up to a descriptor of PUT, SEND or no type. */
static void follow(struct tn_apn *m, const struct tn_apn_descriptor *d)
{
    if (m->under_way.is && m->under_way.msg == d->msg && m->under_way.pid == d->pid &&
        m->under_way.node == d->node)
        return;
    m->under_way.is = true;
    m->under_way.ended = false;
    m->under_way.msg = d->msg;
    m->under_way.pid = d->pid;
    m->under_way.node = d->node;
    m->pkt = 0;
}

/* Says why nothing of a descriptor is sent; 0: it is. */
static unsigned refusal(struct tn_apn *m, const struct tn_apn_descriptor *d)
{
    const bool get = d->type == TN_APN_GET;
    if (is_bad(d) || (!get && m->under_way.ended))
        return TN_APN_DESC;
    return get ? (tn_apn_tag_of(m, d->tag) ? TN_APN_TAG : 0)
               : (d->answer && tn_apn_awaited_of(m, d->pid, d->msg) ? TN_APN_TAG : 0);
}

/* Sends the packets of a descriptor that is good. */
static void obey(struct tn_apn *m, const struct tn_apn_descriptor *d)
{
    if (d->type == TN_APN_GET) {
        send_request(m, d);
        return;
    }
    if (d->answer)
        await_answer(m, d);
    send_data(m, d);
}

void tn_apn_descriptor(struct tn_apn *m, const uint64_t word[TN_APN_DESC_WORDS])
{
    static const struct tn_apn_why why = {.of = TN_APN_OF_DESCRIPTOR};
    const struct tn_apn_descriptor d = descriptor_of(word);
    struct tn_apn_event e = {
        .kind = TN_APN_ERROR, .pid = d.pid, .source = m->params.own, .number = d.tag};
    m->count[TN_APN_TX_DESC]++;
    if (d.type != TN_APN_GET)
        follow(m, &d);
    e.cause = (uint8_t)refusal(m, &d);
    if (!e.cause)
        obey(m, &d);
    if (d.type != TN_APN_GET) {
        m->under_way.ended |= e.cause != 0;
        m->under_way.is = !d.last;
    }
    if (!e.cause) {
        if (!d.event)
            return;
        e.kind = TN_APN_SENT;
        e.cause = d.type;
        e.bytes = d.type == TN_APN_GET ? d.bytes : d.length;
    }
    m->ops->event(m->ctx, &e, &why);
}

void tn_apn_ring(struct tn_apn *m)
{
    m->under_way.is = false;
}

void tn_apn_event_words(const struct tn_apn_event *e, bool phase, uint64_t word[2])
{
    word[0] = (uint64_t)e->kind << 56 | (uint64_t)e->cause << 48 | (uint64_t)e->pid << 32 |
              (uint64_t)e->source << 16 | (uint64_t)(e->kind == TN_APN_RECEIVED) << 14 |
              (uint64_t)e->buffer << 8 | phase;
    word[1] = (uint64_t)e->number << 32 | e->bytes;
}
