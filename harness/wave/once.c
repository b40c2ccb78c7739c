/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A packet or a burst that passes several channels is told once, at the first. Verdicts are counted
 * by rule and content, on each link and over all: a link whose count is not above that over all
 * repeats what was told before.
 */
#include "wave.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 1 << 16, FIRST_CELLS = 256 };

struct cell {
    uint64_t key; /* 0: free */
    uint32_t n;
};

struct tn_wave_once {
    struct {
        uint64_t packet, content;
    } kept[KEPT]; /* by the low bits of the packet's number */
    struct cell *cell;
    uint32_t cells, used;
};

static uint64_t mix(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return h ^ h >> 32;
}

static struct tn_wave_once *once(struct tn_wave *w)
{
    if (!w->once)
        w->once = calloc(1, sizeof *w->once);
    w->no_memory |= !w->once;
    return w->once;
}

/* The header alone, without IDs that a hard block fills in: the Requester ID of a request, both IDs
 * of a completion. */
void tn_wave_once_packet(struct tn_wave *w, const struct tn_event *ev)
{
    struct tn_wave_once *o = once(w);
    uint8_t head[16] = {0};
    uint32_t n = ev->len < sizeof head ? ev->len : (uint32_t)sizeof head;
    if (!o)
        return;
    memcpy(head, ev->bytes, n);
    if (ev->fabric == TN_FABRIC_PCIE && n >= 12) {
        bool completion = (head[0] & 0x1e) == 0x0a;
        n = head[0] & 0x20 ? n : 12;
        head[4] = head[5] = 0;
        head[8] = completion ? 0 : head[8];
        head[9] = completion ? 0 : head[9];
    }
    o->kept[ev->packet % KEPT].packet = ev->packet;
    o->kept[ev->packet % KEPT].content = mix(0xcbf29ce484222325u, head, n);
}

static bool grow(struct tn_wave_once *o)
{
    uint32_t cells = o->cells ? 2 * o->cells : FIRST_CELLS;
    struct cell *all = calloc(cells, sizeof *all);
    if (!all)
        return false;
    for (uint32_t i = 0; i < o->cells; i++) {
        uint64_t at = o->cell[i].key;
        if (!at)
            continue;
        while (all[at & (cells - 1)].key)
            at++;
        all[at & (cells - 1)] = o->cell[i];
    }
    free(o->cell);
    o->cell = all;
    o->cells = cells;
    return true;
}

/* The count of the key, which begins as 0; NULL on ENOMEM. */
static uint32_t *count(struct tn_wave_once *o, uint64_t key)
{
    key += !key;
    if (2 * (o->used + 1) > o->cells && !grow(o))
        return NULL;
    for (uint64_t at = key;; at++) {
        struct cell *c = &o->cell[at & (o->cells - 1)];
        if (c->key == key)
            return &c->n;
        if (!c->key) {
            c->key = key;
            o->used++;
            return &c->n;
        }
    }
}

/* Whether the rule is about one channel alone. */
static bool is_each(const struct tn_wave_kind *kind, const char *rule)
{
    for (unsigned i = 0; kind->told_each && kind->told_each[i]; i++)
        if (strcmp(kind->told_each[i], rule) == 0)
            return true;
    return false;
}

static bool is_zero(const uint8_t *p, size_t n)
{
    while (n && !*p)
        p++, n--;
    return n == 0;
}

/* A digest of what the verdict is about. Returns false when that is not known. A verdict about one
 * channel is another's, too, only when both carry the same at the same time, and did before: they
 * are one net that has two names. */
static bool content_of(const struct tn_wave_once *o, const struct tn_wave_link *l,
                       const struct tn_verdict *v, uint64_t *h)
{
    const bool each = is_each(l->kind, v->rule);
    if (!l->content.bytes && !l->ticks) {
        *h = o->kept[v->packet % KEPT].content;
        return !each && v->packet && o->kept[v->packet % KEPT].packet == v->packet;
    }
    *h = mix(0xcbf29ce484222325u, v->found, strlen(v->found));
    *h = mix(*h ^ l->content.before, l->content.bytes, l->content.size);
    *h = each ? mix(*h, &v->time_ns, sizeof v->time_ns) : *h;
    return !each || l->content.before || !is_zero(l->content.bytes, l->content.size);
}

bool tn_wave_once_first(struct tn_wave *w, const struct tn_wave_link *l, const struct tn_verdict *v)
{
    struct tn_wave_once *o = once(w);
    uint64_t h;
    uint32_t *all, here;
    if (!o || !content_of(o, l, v, &h))
        return true;
    h = mix(h, v->rule, strlen(v->rule));
    h = mix(h, &v->kind, sizeof v->kind);
    all = count(o, mix(h, &l, sizeof l));
    if (!all)
        return true;
    here = ++*all;
    all = count(o, h);
    if (!all || here <= *all)
        return !all;
    *all = here;
    return true;
}

void tn_wave_once_free(struct tn_wave *w)
{
    if (w->once)
        free(w->once->cell);
    free(w->once);
}
