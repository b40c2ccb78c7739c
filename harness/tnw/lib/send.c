/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's library: sends by Pput (tnw_pi.md section 4, tnw_torus.md section 4).
 */
#include "regs.h"

#include <errno.h>

enum { BURST = 64 }; /* bytes of a write: a write-combining buffer */

struct put {
    struct tnw *t;
    struct tnw_window *w;
    unsigned link, vc;
};

static uint64_t reg(const struct put *p, unsigned which)
{
    return tnw_lib_pair(PUT, p->link, p->vc) + which;
}

/* Items that may be under way. */
static uint32_t span(const struct put *p)
{
    return 1u << p->t->item_log2;
}

static struct put put_of(struct tnw *t, int link, int vc)
{
    const unsigned l = (unsigned)link, v = (unsigned)vc;
    return (struct put){.t = t, .w = &t->window[l][v], .link = l, .vc = v};
}

static int read_done(const struct put *p)
{
    return tnw_lib_read(p->t, reg(p, PUT_DONE), &p->w->done);
}

/* -EIO when the window is in ERROR. */
static int look(const struct put *p)
{
    uint32_t status = 0;
    const int r = tnw_lib_read(p->t, reg(p, PUT_STATUS), &status);
    if (r || !(status & 1))
        return r;
    p->w->broken = true;
    return -EIO;
}

/* Waits until at most left of the items written are not injected. */
static int wait_left(const struct put *p, uint32_t left)
{
    for (;;) {
        if (p->w->written - p->w->done <= left)
            return 0;
        int r = read_done(p);
        if (r || p->w->written - p->w->done <= left)
            return r;
        r = look(p);
        if (!r)
            r = tnw_lib_up(p->t, p->link);
        if (!r)
            r = p->t->io->pause(p->t->ctx);
        if (r)
            return r;
    }
}

/* The first use of a window, and that behind an error: what it counted before is not ours. */
static int count_anew(const struct put *p)
{
    int r = p->w->broken ? look(p) : 0;
    if (!r)
        r = read_done(p);
    if (r)
        return r;
    p->w->written = p->w->done;
    p->w->lost = p->w->broken || (p->w->done && !p->w->again);
    p->w->counted = true;
    p->w->broken = p->w->used = false;
    return 0;
}

/* Does the window take these items for others, unless NEXT is written? It does when the message
 * does not begin at a multiple of N, or when one of its first N, which may come in any order, lies
 * where the window still waits for what follows the message before. */
static bool needs_next(const struct put *p, uint32_t first, uint32_t items)
{
    const uint32_t n = span(p), next = p->w->next;
    if (p->w->lost || first % n)
        return true;
    return p->w->used && first < next + n && next < first + (items < n ? items : n);
}

static int begin(const struct put *p, uint32_t first, uint32_t items)
{
    int r = 0;
    if (!p->w->counted || p->w->broken)
        r = count_anew(p);
    if (!r)
        r = wait_left(p, 0);
    if (!r && needs_next(p, first, items))
        r = tnw_lib_write(p->t, reg(p, PUT_NEXT), first);
    if (r)
        return r;
    p->w->lost = false;
    p->w->used = true;
    p->w->next = first;
    return 0;
}

/* Writes an item; with `last` when the hardware knows messages and the item ends one. */
static int put_item(const struct put *p, uint32_t item, bool last, const uint8_t *bytes)
{
    const unsigned off = p->t->off_log2 + 4, window = off + p->t->last_en;
    const uint64_t at = (uint64_t)p->link << (window + 3) | (uint64_t)p->vc << window |
                        (uint64_t)(last && p->t->last_en) << off;
    int r = 0;
    for (unsigned b = 0; !r && b < ITEM; b += BURST)
        r = p->t->io->write(p->t->ctx, 2, at + (uint64_t)ITEM * item + b, bytes + b, BURST);
    return r;
}

static int put_items(const struct put *p, uint32_t first, uint32_t items, const uint8_t *bytes)
{
    for (uint32_t i = 0; i < items; i++) {
        int r = 0;
        if (p->w->written - p->w->done >= span(p)) {
            /* what stays in a write-combining buffer would never be injected */
            r = p->t->io->flush(p->t->ctx);
            if (!r)
                r = wait_left(p, span(p) - 1);
        }
        if (r)
            return r;
        r = put_item(p, first + i, i + 1 == items, bytes + (size_t)ITEM * i);
        if (r) {
            p->w->lost = true; /* a part of an item may be there */
            return r;
        }
        p->w->written++;
        p->w->next++;
    }
    return 0;
}

int tnwSend(struct tnw *t, int link, int vc, const void *buf, size_t len, uint32_t offset)
{
    if (!tnw_lib_is_pair(link, vc) || !buf || !len || len % ITEM || offset % ITEM ||
        offset + (uint64_t)len > (uint64_t)UNIT << t->off_log2)
        return -EINVAL;
    const struct put p = put_of(t, link, vc);
    const uint32_t first = offset / ITEM, items = (uint32_t)(len / ITEM);
    int r = tnw_lib_up(t, p.link);
    if (!r)
        r = begin(&p, first, items);
    if (r)
        return r;
    r = put_items(&p, first, items, buf);
    const int flushed = t->io->flush(t->ctx); /* a send that failed leaves nothing behind, either */
    return r ? r : flushed;
}

int tnwSent(struct tnw *t, int link, int vc)
{
    if (!tnw_lib_is_pair(link, vc))
        return -EINVAL;
    const struct put p = put_of(t, link, vc);
    int r;
    if (p.w->broken)
        return look(&p);
    if (p.w->written == p.w->done)
        return 0;
    r = read_done(&p);
    if (r || p.w->written == p.w->done)
        return r;
    r = look(&p);
    if (!r)
        r = tnw_lib_up(t, p.link);
    return r ? r : -EAGAIN;
}
