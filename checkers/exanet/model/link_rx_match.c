/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words that the DUT handed on, held against the frames that came (exa_link.md
 * section 5).
 *
 * A frame given up may be missing or cut, as the DUT pleases; so several frames may be the one
 * that a word belongs to. All places that fit are kept; none left is a verdict.
 */
#include "link_rx.h"

#include <string.h>

enum rule { RX_2, RX_3, RX_5, RX_6 };

static bool can_break(const struct exl_frame *f)
{
    return f->state == EXL_BROKEN || f->maybe;
}

/* Whether no packet is under way at p: none was begun, or one of a header alone has ended. */
static bool is_between(const struct tn_exl_rx *m, const struct exl_place *p)
{
    const struct exl_frame *f = exl_frame_at(m, p->frame);
    return p->at == 0 || (p->at == 1 && f && f->state == EXL_WHOLE && f->n == 1);
}

static void add(struct exl_place *to, unsigned *n, uint64_t frame, unsigned at)
{
    for (unsigned i = 0; i < *n; i++)
        if (to[i].frame == frame && to[i].at == at)
            return;
    if (*n < EXL_PLACES)
        to[(*n)++] = (struct exl_place){.frame = frame, .at = at};
}

/* A header from place p on: it is that of the next frame, or of one behind frames that may
 * be missing. */
static void header(const struct tn_exl_rx *m, struct exl_place p, const struct tn_exa_word *w,
                   struct exl_place *to, unsigned *n)
{
    const struct exl_frame *f;
    if (!is_between(m, &p))
        return;
    if (p.at > 0)
        p.frame++;
    for (; (f = exl_frame_at(m, p.frame)) != NULL; p.frame++) {
        if (f->n > 0 && memcmp(f->data[0], w->data, EXA_WORD) == 0)
            add(to, n, p.frame, 1);
        if (!can_break(f))
            return;
    }
}

/* A payload or footer word from place p on, in the midst of a packet. */
static void next(const struct tn_exl_rx *m, struct exl_place p, const struct tn_exa_word *w,
                 struct exl_place *to, unsigned *n)
{
    static const uint8_t zeros[EXA_WORD];
    const struct exl_frame *f = exl_frame_at(m, p.frame);
    if (!f || p.at == 0)
        return;
    if (w->kind == TN_EXA_FTR) {
        if (can_break(f) && memcmp(w->data, zeros, EXA_WORD) == 0)
            add(to, n, p.frame + 1, 0);
        if (f->state == EXL_WHOLE && p.at == f->n - 1 &&
            memcmp(w->data, f->data[p.at], EXA_WORD) == 0)
            add(to, n, p.frame + 1, 0);
        return;
    }
    /* the last word is the footer, and the last that a header allows would be it, too */
    if (p.at >= f->n || p.at + 2 > f->most || (f->state == EXL_WHOLE && p.at == f->n - 1))
        return;
    if (memcmp(w->data, f->data[p.at], EXA_WORD) == 0)
        add(to, n, p.frame, p.at + 1);
}

static enum rule blame(const struct tn_exl_rx *m, const struct tn_exa_word *w)
{
    bool between = false, broken = false;
    for (unsigned i = 0; i < m->places; i++) {
        const struct exl_frame *f = exl_frame_at(m, m->place[i].frame);
        between |= is_between(m, &m->place[i]);
        broken |= f && can_break(f);
    }
    if (between != (w->kind == TN_EXA_HDR) || m->packet_words >= TN_EXA_PACKET_WORDS)
        return RX_3;
    if (between)
        return RX_6;
    return broken ? RX_2 : RX_5;
}

/* Frames that no place can belong to any more are forgotten. */
static void forget(struct tn_exl_rx *m)
{
    uint64_t first = m->place[0].frame;
    for (unsigned i = 1; i < m->places; i++)
        if (m->place[i].frame < first)
            first = m->place[i].frame;
    const size_t gone = first - m->base;
    if (gone == 0)
        return;
    m->n -= gone;
    m->base = first;
    memmove(m->frame, m->frame + gone, m->n * sizeof *m->frame);
}

bool tn_exl_rx_handed(struct tn_exl_rx *m, const struct tn_exa_word *w, uint64_t cycle)
{
    static const char *const expected[] = {
        [RX_2] = "the rest of the frame given up, or zeros as footer",
        [RX_3] = "header, at most 16 payload words, footer",
        [RX_5] = "the next word of the frame",
        [RX_6] = "the header of the next frame",
    };
    struct exl_place to[EXL_PLACES];
    unsigned n = 0;

    if (m->lost)
        return true;
    m->judge.cycle = cycle;
    for (unsigned i = 0; i < m->places; i++) {
        if (w->kind == TN_EXA_HDR)
            header(m, m->place[i], w, to, &n);
        else
            next(m, m->place[i], w, to, &n);
    }
    const enum rule rule = n ? RX_6 : blame(m, w);
    if (!tn_judge(&m->judge, rule, n > 0, expected[rule], "kind %u, lanes %02x %02x %02x %02x",
                  w->kind, w->data[0], w->data[1], w->data[2], w->data[3])) {
        m->lost = true;
        return false;
    }
    memcpy(m->place, to, n * sizeof *to);
    m->places = n;
    m->packet_words = w->kind == TN_EXA_HDR ? 1 : m->packet_words + 1;
    forget(m);
    return true;
}

unsigned tn_exl_rx_left(const struct tn_exl_rx *m)
{
    unsigned best = ~0u;
    for (unsigned i = 0; i < m->places; i++) {
        const struct exl_place *p = &m->place[i];
        unsigned left = !is_between(m, p);
        for (uint64_t k = p->frame + (p->at > 0); k - m->base < m->n; k++) {
            const struct exl_frame *f = exl_frame_at(m, k);
            left += f->state == EXL_WHOLE && !f->maybe;
        }
        if (left < best)
            best = left;
    }
    return best;
}

/* Words of the frames from place p on that must, or may, be in the FIFO. */
static unsigned held(const struct tn_exl_rx *m, const struct exl_place *p, bool all)
{
    unsigned words = 0;
    for (uint64_t k = p->frame; k - m->base < m->n; k++) {
        const struct exl_frame *f = exl_frame_at(m, k);
        const bool sure = f->state != EXL_BROKEN && !f->maybe;
        if (sure || all)
            words += f->n + (f->state == EXL_BROKEN) - (k == p->frame ? p->at : 0);
    }
    return words;
}

void tn_exl_rx_room(const struct tn_exl_rx *m, unsigned *least, unsigned *most)
{
    unsigned low = ~0u, high = 0;
    for (unsigned i = 0; i < m->places; i++) {
        unsigned sure = held(m, &m->place[i], false), all = held(m, &m->place[i], true);
        if (sure < low)
            low = sure;
        if (all > high)
            high = all;
    }
    *least = high + m->slack < TN_EXL_FIFO ? TN_EXL_FIFO - high - m->slack : 0;
    *most = low < TN_EXL_FIFO + m->slack ? TN_EXL_FIFO + m->slack - low : 0;
}
