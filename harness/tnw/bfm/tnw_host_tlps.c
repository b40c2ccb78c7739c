/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The host around TNW's processor interface: what it does with TLPs, and its answers to reads.
 */
#include "tnw_host.h"

#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RCB = 64, PIECE_MAX = 256, BETWEEN = 12 /* cycles between pieces, at most */ };

static void take_write(struct tn_tnw_host *h, const struct tn_tlp *t)
{
    const uint8_t *bytes = h->tlp + t->payload_off;
    (void)tn_memory_poke(h->memory, t->addr, bytes, t->payload_len); /* lost: who reads it sees */
    if (t->payload_len != TNW_NOTE)
        return;
    struct tn_tnw_host_note *n = &h->note[h->notes++ % TN_TNW_HOST_LOG];
    n->cycle = h->cycle;
    n->addr = t->addr;
    tnw_note_decode(bytes, &n->note);
}

static void take_read(struct tn_tnw_host *h, const struct tn_tlp *t)
{
    const unsigned spread = h->pace.answer_max - h->pace.answer_min + 1;
    struct tnw_host_read *r = h->read;
    while (r < h->read + TNW_HOST_READS && r->open)
        r++;
    if (r == h->read + TNW_HOST_READS)
        return;
    memset(r, 0, sizeof *r);
    r->size = r->left = 4u * t->length_dw;
    r->data = malloc(r->size);
    if (r->data == NULL)
        return;
    tn_memory_peek(h->memory, t->addr, r->data, r->size);
    r->open = true;
    r->number = h->reads++;
    r->addr = t->addr;
    r->due = h->cycle + h->pace.answer_min + tn_rng_below(&h->rng, spread);
    r->cpl.requester = t->requester;
    r->cpl.tag = t->tag;
    r->cpl.tc = t->tc;
    r->cpl.attr = t->attr;
    h->reads_open++;
}

static void take_answer(struct tn_tnw_host *h, const struct tn_tlp *t)
{
    h->reply[t->tag].done = true;
    h->reply[t->tag].status = t->status;
    h->reply[t->tag].dws = t->payload_len / 4;
    if (t->payload_len <= sizeof h->reply[t->tag].data)
        memcpy(h->reply[t->tag].data, h->tlp + t->payload_off, t->payload_len);
}

void tn_tnw_host_tlp_came(struct tn_tnw_host *h)
{
    struct tn_tlp t;
    tn_tlp_decode(h->tlp, h->tlp_len, h->tlp_len, &t);
    h->came[t.kind]++;
    if (t.kind == TN_TLP_MWR)
        take_write(h, &t);
    else if (t.kind == TN_TLP_MRD)
        take_read(h, &t);
    else if ((t.kind == TN_TLP_CPL || t.kind == TN_TLP_CPLD) && t.requester == TNW_HOST_ID)
        take_answer(h, &t);
}

/* Bytes of the next piece: up to a multiple of 64, and of those one by chance. */
static uint32_t piece_of(struct tn_tnw_host *h, const struct tnw_host_read *r)
{
    uint32_t n = RCB - (uint32_t)(r->addr % RCB);
    while (n < r->left && n + RCB <= PIECE_MAX && (h->pace.whole || tn_rng_below(&h->rng, 3)))
        n += RCB;
    return n < r->left ? n : r->left;
}

static void close_read(struct tn_tnw_host *h, struct tnw_host_read *r)
{
    free(r->data);
    r->data = NULL;
    r->open = false;
    h->reads_open--;
}

static void queue_times(struct tn_tnw_host *h, const struct tn_tlp *t, const uint8_t *payload,
                        size_t len, unsigned times)
{
    uint8_t bytes[TN_TNW_HOST_TLP];
    const long n = tn_tlp_encode(t, payload, len, bytes, sizeof bytes);
    tn_require(n > 0);
    for (unsigned k = 0; k < times; k++)
        (void)tn_tnw_host_send(h, bytes, (size_t)n);
}

static void answer_piece(struct tn_tnw_host *h, struct tnw_host_read *r)
{
    const uint32_t n = piece_of(h, r);
    uint8_t payload[PIECE_MAX];
    struct tn_tlp t = r->cpl;
    size_t len = n;
    unsigned times = 1, delay = 0;
    memcpy(payload, r->data + (r->size - r->left), n);
    tn_tlp_set_kind(&t, TN_TLP_CPLD, 0);
    t.length_dw = (uint16_t)(n / 4);
    t.byte_count = (uint16_t)r->left;
    t.lower_addr = r->addr & 0x7f;
    if (h->answer && !r->held)
        times = h->answer(h->answer_ctx, r->number, r->piece, &t, payload, &len, &delay);
    if (delay && times) { /* as it stands, later: what is next is the same piece, unchanged */
        r->held = true;
        r->due = h->cycle + delay;
        return;
    }
    r->held = false;
    queue_times(h, &t, payload, len, times);
    r->piece++;
    r->addr += n;
    r->left -= n;
    r->due = h->cycle + tn_rng_below(&h->rng, BETWEEN);
    /* a completion that is an error is a read's last */
    if (r->left == 0 || t.status != TN_CPL_SC)
        close_read(h, r);
}

void tn_tnw_host_answer_reads(struct tn_tnw_host *h)
{
    unsigned due = 0;
    if (h->reads_open == 0 || h->in[TN_CLASS_CPL] - h->out[TN_CLASS_CPL] > 2)
        return;
    for (unsigned i = 0; i < TNW_HOST_READS; i++)
        due += h->read[i].open && h->read[i].due <= h->cycle;
    if (due == 0)
        return;
    due = (unsigned)tn_rng_below(&h->rng, due);
    for (unsigned i = 0; i < TNW_HOST_READS; i++)
        if (h->read[i].open && h->read[i].due <= h->cycle && due-- == 0)
            answer_piece(h, &h->read[i]);
}

void tn_tnw_host_forget_reads(struct tn_tnw_host *h)
{
    for (unsigned i = 0; i < TNW_HOST_READS; i++)
        if (h->read[i].open)
            close_read(h, &h->read[i]);
    h->out[TN_CLASS_CPL] = h->in[TN_CLASS_CPL];
}

int tn_tnw_host_send(struct tn_tnw_host *h, const uint8_t *tlp, size_t len)
{
    struct tn_tlp t;
    if (len == 0 || len > TN_TNW_HOST_TLP)
        return -EMSGSIZE;
    tn_tlp_decode(tlp, len, len, &t);
    const enum tn_tlp_class c = tn_tlp_class(t.kind);
    if (h->in[c] - h->out[c] == TN_TNW_HOST_QUEUE)
        return -ENOSPC;
    struct tnw_host_tlp *q = &h->queue[c][h->in[c]++ % TN_TNW_HOST_QUEUE];
    q->turn = h->turn++;
    q->len = len;
    memcpy(q->bytes, tlp, len);
    return 0;
}
