/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The functional node's network interface: packetizer, mailbox and RT mailbox as software sees
 * them.
 */
#include "dup.h"
#include "node.h"

#include <string.h>

enum { BOUND = 31, BUSY = 1, ACKED = 2, NACKED = 3, TIMED_OUT = 4, REFUSED = 5 };

static void give(uint8_t *data, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        data[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t word_at(const uint8_t *data)
{
    return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

/* Packetizer. */

static uint64_t dst_of(const struct node_channel *c)
{
    return word_at(c->dst) | (uint64_t)word_at(c->dst + 4) << 32;
}

static void send_message(struct tn_exa_node *n, unsigned i, uint64_t now)
{
    struct node_channel *c = &n->channel[i];
    const uint64_t dst = dst_of(c);
    struct exa_packet k = {.pdid = (uint16_t)c->bind,
                           .dst = exa_node_of((uint32_t)(dst >> EXA_ADDR_BITS)),
                           .src = exa_node_of(n->own),
                           .type = c->ctrl >> 8 & 0x1f,
                           .tid = (uint16_t)(EXA_TID_MSG | i),
                           .seq = (uint16_t)c->number};
    exa_set_payload(&k, dst & ((1ull << EXA_ADDR_BITS) - 1), c->msg, c->ctrl & 0x7f);
    exa_seal(&k);
    c->sent_at = now;
    c->refused = false;
    n->ops.send(n->ctx, &k);
}

static bool may_send(const struct node_channel *c)
{
    const unsigned length = c->ctrl & 0x7f, type = c->ctrl >> 8 & 0x1f;
    const uint64_t addr = dst_of(c) & ((1ull << EXA_ADDR_BITS) - 1);
    if (!(c->bind >> BOUND) || length == 0 || length > NODE_MSG || type > EXA_READ_REQ ||
        addr % EXA_MTU + length > EXA_MTU)
        return false;
    return type == EXA_WRITE || (length == 32 && addr % 16 == 0 && exa_is_peripheral(addr) &&
                                 (addr >> 32 & 0x7f) == EXA_P_RT_MAILBOX);
}

static int channel_write(struct tn_exa_node *n, uint32_t addr, unsigned bytes, const uint8_t *data,
                         uint64_t now)
{
    const unsigned i = addr / NODE_PAGE, off = addr % NODE_PAGE;
    struct node_channel *c = &n->channel[i];
    if (c->state == BUSY || off + bytes > 0x50)
        return 2;
    for (unsigned b = 0; b < bytes; b++) {
        if (off + b < NODE_MSG)
            c->msg[off + b] = data[b];
        else if (off + b < 0x48)
            c->dst[off + b - 0x40] = data[b];
    }
    if (off > 0x48 || off + bytes < 0x4c)
        return 0;
    c->ctrl = word_at(data + (0x48 - off)) & 0x1f7f;
    c->code = c->again = 0;
    if (!may_send(c)) {
        c->state = REFUSED;
        return 0;
    }
    c->state = BUSY;
    c->number = c->next_number;
    c->next_number = (c->next_number + 1) % EXA_NUMBER_MOD;
    send_message(n, i, now);
    return 0;
}

static void bind_channel(struct node_channel *c, uint32_t value)
{
    const unsigned next = c->next_number;
    memset(c, 0, sizeof *c);
    c->bind = value & 0x8000ffff;
    c->next_number = next;
}

static void take_answer(struct tn_exa_node *n, const struct exa_packet *k, uint64_t now)
{
    const unsigned i = k->tid & EXA_TID_CHAN;
    struct node_channel *c = &n->channel[i];
    if (k->type != EXA_ACK || !(k->tid & EXA_TID_MSG) || c->state != BUSY ||
        k->seq != c->number % EXA_SEQ_MOD || k->pdid != (c->bind & 0xffff))
        return;
    if (k->code == 0) {
        c->state = ACKED;
        return;
    }
    c->code = k->code;
    c->refused = true;
    if (k->code == 3 && c->again < NODE_RETRIES) {
        c->again++;
        send_message(n, i, now);
    } else if (k->code != 1 && k->code != 2 && k->code != 6) {
        c->state = NACKED;
    }
}

/* Mailbox. */

static bool is_duplicate(const struct node_dup *dup, const struct exa_packet *k, uint64_t now)
{
    for (unsigned i = 0; i < NODE_DUPS; i++)
        if (dup[i].last && dup[i].src == exa_node_bits(k->src) && dup[i].tid == k->tid)
            return dup[i].seq == k->seq && now - dup[i].last <= 65536;
    return false;
}

static void remember(struct node_dup *dup, const struct exa_packet *k, uint64_t now)
{
    struct node_dup *const set = &dup[exa_dup_first(k->src, k->tid, NODE_DUPS)];
    struct node_dup *oldest = set, *own = NULL;
    for (struct node_dup *d = set; d < set + EXA_DUP_SET; d++) {
        if (d->last && d->src == exa_node_bits(k->src) && d->tid == k->tid)
            own = d;
        if (d->last < oldest->last)
            oldest = d;
    }
    *(own ? own : oldest) = (struct node_dup){exa_node_bits(k->src), k->tid, k->seq, now};
}

/* Puts a message into its mailbox. Returns the code of the answer. */
static unsigned mailbox_store(struct tn_exa_node *n, const struct exa_packet *k)
{
    const unsigned m = (unsigned)(k->addr >> 12) & 0x3f, at = (unsigned)k->addr & 0x3f;
    struct node_mailbox *box = &n->mailbox[m];
    struct node_message *s = &box->slot[box->n];
    const bool taken = (k->type == EXA_WRITE && exa_is_message(k)) ||
                       (k->type == EXA_NOTIFY && !exa_is_message(k));
    if (!taken || (k->addr >> 18 & 0x3fff) || (k->addr >> 6 & 0x3f) || at + k->size > NODE_MSG)
        return 4;
    if (!(box->bind >> BOUND) || (box->bind & 0xffff) != k->pdid)
        return 7;
    if (box->n == NODE_SLOTS)
        return 6;
    memset(s, 0, sizeof *s);
    memcpy(s->data + at, exa_payload(k), k->size);
    s->src = exa_node_bits(k->src);
    s->tid = k->tid;
    s->seq = k->seq;
    s->at = (uint8_t)at;
    s->size = (uint8_t)k->size;
    s->notify = k->type == EXA_NOTIFY;
    box->n++;
    return 0;
}

static uint32_t mailbox_word(const struct node_mailbox *box, unsigned off)
{
    const struct node_message *s = &box->slot[0];
    switch (off) {
    case 0x4c:
        return box->n;
    case 0x54:
        return box->bind;
    default:
        break;
    }
    if (box->n == 0)
        return 0;
    switch (off) {
    case 0x40:
        return 1u << 31 | (uint32_t)s->notify << 30 | (uint32_t)s->at << 16 | s->size;
    case 0x44:
        return s->src;
    case 0x48:
        return (uint32_t)s->tid << 16 | s->seq;
    default:
        return off < NODE_MSG ? word_at(s->data + off) : 0;
    }
}

static int mailbox_write(struct node_mailbox *box, unsigned off, const uint8_t *data)
{
    if (off != 0x50 || (data[0] & 1 && box->n == 0))
        return 2;
    if (data[0] & 1)
        memmove(&box->slot[0], &box->slot[1], --box->n * sizeof box->slot[0]);
    return 0;
}

/* RT mailbox. */

static unsigned request_store(struct tn_exa_node *n, const struct exa_packet *k)
{
    uint32_t *w;
    if (k->type != EXA_READ_REQ || k->addr % 16)
        return 4;
    if (n->request_n == NODE_READS)
        return 6;
    w = n->request[n->request_n++];
    for (unsigned i = 0; i < 6; i++)
        w[i] = word_at(exa_payload(k) + 4 * i);
    w[6] = exa_node_bits(k->src);
    w[7] = k->pdid;
    return 0;
}

static uint32_t next_response(struct tn_exa_node *n)
{
    const uint32_t waits = n->request_n ? 1u << 31 : 0, r = n->response_n ? n->response[0] : 0;
    if (n->response_n)
        memmove(n->response, n->response + 1, --n->response_n * sizeof n->response[0]);
    return waits | r;
}

static uint32_t next_request_word(struct tn_exa_node *n)
{
    uint32_t w;
    if (n->request_n == 0)
        return 0;
    w = n->request[0][n->request_word++];
    if (n->request_word == 8) {
        n->request_word = 0;
        memmove(n->request, n->request + 1, --n->request_n * sizeof n->request[0]);
    }
    return w;
}

/* Beats. */

static uint32_t word_of(struct tn_exa_node *n, enum tn_exa_block b, uint32_t addr)
{
    const unsigned page = addr / NODE_PAGE, off = addr % NODE_PAGE;
    if (addr == NODE_OWN)
        return n->own;
    if (b == TN_EXA_B_RT_MAILBOX)
        return addr == NODE_ID ? 0x45520001
               : page == 0     ? next_response(n)
               : page == 1     ? next_request_word(n)
                               : 0;
    if (b == TN_EXA_B_MAILBOX)
        return addr == NODE_ID      ? 0x454d0001
               : addr < NODE_KERNEL ? mailbox_word(&n->mailbox[page], off)
                                    : n->mailbox[(addr - NODE_KERNEL) / 4 % NODE_MAILBOXES].bind;
    if (addr == NODE_ID || addr == NODE_PARAMS)
        return addr == NODE_ID ? 0x45500001 : NODE_CHANNELS;
    if (addr >= NODE_KERNEL)
        return n->channel[(addr - NODE_KERNEL) / 4 % NODE_CHANNELS].bind;
    const struct node_channel *c = &n->channel[page];
    if (off == 0x50)
        return c->state | c->code << 4 | c->again << 8 | c->number << 16;
    return off == 0x54 ? c->bind : 0;
}

int tn_exa_node_ni_read(struct tn_exa_node *n, enum tn_exa_block b, uint32_t addr, unsigned bytes,
                        uint8_t *data)
{
    if (b == TN_EXA_B_RT_MAILBOX && bytes != 4)
        return 2;
    for (unsigned i = 0; i < bytes; i += 4)
        give(data + i, word_of(n, b, addr + i));
    return 0;
}

int tn_exa_node_ni_write(struct tn_exa_node *n, enum tn_exa_block b, uint32_t addr, unsigned bytes,
                         const uint8_t *data, uint64_t now)
{
    const unsigned entry = (addr - NODE_KERNEL) / 4;
    if (b == TN_EXA_B_RT_MAILBOX || (addr >= NODE_KERNEL && (bytes != 4 || entry >= NODE_CHANNELS)))
        return 2;
    if (b == TN_EXA_B_MAILBOX && addr < NODE_KERNEL)
        return mailbox_write(&n->mailbox[addr / NODE_PAGE], addr % NODE_PAGE, data);
    if (b == TN_EXA_B_MAILBOX) {
        n->mailbox[entry].bind = word_at(data) & 0x8000ffff;
        n->mailbox[entry].n = 0;
        return 0;
    }
    if (addr < NODE_KERNEL)
        return channel_write(n, addr, bytes, data, now);
    if (n->channel[entry].state == BUSY)
        return 2;
    bind_channel(&n->channel[entry], word_at(data));
    return 0;
}

/* Packets. */

static void take_message(struct tn_exa_node *n, enum tn_exa_block b, const struct exa_packet *k,
                         uint64_t now)
{
    struct node_dup *dup = n->dup[b == TN_EXA_B_RT_MAILBOX];
    const bool message = exa_is_message(k), answered = message || k->type == EXA_WRITE;
    unsigned code = 3;
    if (k->pld_crc == exa_want_pld_crc(k)) {
        if (message && is_duplicate(dup, k, now))
            code = 0;
        else if ((code = b == TN_EXA_B_MAILBOX ? mailbox_store(n, k) : request_store(n, k)) == 0 &&
                 message)
            remember(dup, k, now);
    }
    if (answered)
        tn_exa_node_answer(n, k, code);
}

void tn_exa_node_ni_take(struct tn_exa_node *n, enum tn_exa_block b, const struct exa_packet *k,
                         uint64_t now)
{
    if (!exa_well_formed(k) || k->hdr_crc != exa_want_hdr_crc(k) ||
        (k->has_footer && k->ftr_crc != exa_want_ftr_crc(k)))
        return;
    if (b == TN_EXA_B_PACKETIZER)
        take_answer(n, k, now);
    else if (k->type != EXA_ACK)
        take_message(n, b, k, now);
    else if (b == TN_EXA_B_RT_MAILBOX && !exa_is_message(k) && n->response_n < TN_EXD_TXNS)
        n->response[n->response_n++] = 1u << 30 | (uint32_t)k->code << 26 |
                                       (uint32_t)k->seq % EXA_SEQ_MOD << 13 |
                                       (k->tid & EXA_TID_NUM) << 3;
}

void tn_exa_node_ni_go(struct tn_exa_node *n, uint64_t now)
{
    for (unsigned i = 0; i < NODE_CHANNELS; i++) {
        struct node_channel *c = &n->channel[i];
        if (c->state != BUSY || now - c->sent_at < NODE_TIMEOUT)
            continue;
        if (c->again < NODE_RETRIES) {
            c->again++;
            send_message(n, i, now);
        } else {
            c->state = c->refused ? NACKED : TIMED_OUT;
        }
    }
}
