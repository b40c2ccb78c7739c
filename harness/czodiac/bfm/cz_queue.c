/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Queues of packets, and packets beat by beat.
 */
#include <tn/czodiac/cz_queue.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BEAT = 16 };

void tn_cz_queue_init(struct tn_cz_queue *q)
{
    *q = (struct tn_cz_queue){.last = &q->first};
}

struct tn_cz_item *tn_cz_queue_add(struct tn_cz_queue *q, const uint8_t *bytes, size_t len,
                                   uint64_t cycle)
{
    struct tn_cz_item *i = calloc(1, sizeof *i + len);
    if (!i)
        return NULL;
    i->cycle = cycle;
    i->len = len;
    if (len)
        memcpy(i->bytes, bytes, len);
    *q->last = i;
    q->last = &i->next;
    q->n++;
    return i;
}

int tn_cz_queue_frame(struct tn_cz_queue *q, const struct tn_cz_frame *f, uint64_t cycle)
{
    struct tn_cz_item *i = tn_cz_queue_add(q, f->bytes, f->len, cycle);
    if (!i)
        return -ENOMEM;
    i->dllp = f->dllp;
    i->edb = f->edb;
    i->err = f->err;
    return 0;
}

void tn_cz_queue_take(struct tn_cz_queue *q)
{
    struct tn_cz_item *i = q->first;
    q->first = i->next;
    if (!q->first)
        q->last = &q->first;
    q->n--;
    free(i);
}

void tn_cz_queue_empty(struct tn_cz_queue *q)
{
    while (q->first)
        tn_cz_queue_take(q);
}

struct tn_cz_item *tn_cz_queue_due(const struct tn_cz_queue *q, uint64_t now)
{
    return q->first && q->first->cycle <= now ? q->first : NULL;
}

void tn_cz_passing_begin(struct tn_cz_passing *t, const struct tn_cz_item *i)
{
    *t = (struct tn_cz_passing){.open = true};
    t->f.dllp = i->dllp;
    t->f.edb = i->edb;
    t->f.err = i->err;
    t->f.len = i->len;
    memcpy(t->f.bytes, i->bytes, i->len);
}

struct tn_stream_beat tn_cz_passing_beat(const struct tn_cz_passing *t)
{
    struct tn_stream_beat b = {.valid = true, .last = t->f.len - t->at <= BEAT};
    const size_t n = b.last ? t->f.len - t->at : BEAT;
    memcpy(b.data, t->f.bytes + t->at, n);
    b.keep = (uint8_t)((1u << n / 4) - 1);
    return b;
}

bool tn_cz_passing_join(struct tn_cz_passing *t, const struct tn_stream_beat *b, uint64_t now)
{
    if (!t->open) {
        t->at = 0;
        t->first = now;
    }
    for (unsigned i = 0; i < 4 && (b->keep >> i & 1); i++, t->at += 4)
        if (t->at + 4 <= sizeof t->f.bytes)
            memcpy(t->f.bytes + t->at, b->data + 4 * i, 4);
    t->open = !b->last;
    t->f.len = t->at < sizeof t->f.bytes ? t->at : sizeof t->f.bytes;
    return b->last;
}
