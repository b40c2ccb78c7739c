/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The two directions of a torus link held against each other: no packet begins for which the credit
 * words of the other direction have left no room.
 *
 * A credit word says how much of the receiver's buffers is used, so it lets the sender go on to the
 * words that have come and those for which there is room. Words that come while the credit word is
 * on its way make that number larger, never smaller: the rule is never too strict, and too lenient
 * by as many words as the line holds.
 */
#include "apenet.h"

#include <stdlib.h>

enum { ITEMS = 8192, FEW = 1024 };

/* One word of a direction. */
struct ape_item {
    uint64_t cycle;
    uint16_t data[APE_VCS]; /* of a credit word; data[0] of a header: its payload words */
    uint8_t hdr[APE_VCS];   /* of a credit word; hdr[0] of a header: headers and footers */
    uint8_t kind;           /* enum ape_kind; a MAGIC stands for words that may be missing */
    uint8_t vc;
};

enum { DATA, HDR }; /* the two buffers of a virtual channel */

struct ape_side *tn_ape_side_at(const struct ape_sides *all, unsigned point, unsigned port,
                                unsigned dir)
{
    for (unsigned i = 0; i < APE_SIDES && all->at[i]; i++)
        if (all->at[i]->point == point && all->at[i]->dir == dir && all->at[i]->port == port)
            return all->at[i];
    return NULL;
}

struct ape_side *tn_ape_side(struct tn_checker *c, struct ape_sides *all)
{
    const struct tn_event *ev = c->ev;
    struct ape_side *d = tn_ape_side_at(all, ev->point, ev->port, ev->dir);
    unsigned i = 0;
    if (d)
        return d;
    while (i < APE_SIDES && all->at[i])
        i++;
    if (i == APE_SIDES || !(d = calloc(1, sizeof *d)))
        return NULL;
    d->point = ev->point;
    d->port = ev->port;
    d->dir = ev->dir;
    return all->at[i] = d;
}

void tn_ape_sides_free(struct ape_sides *all)
{
    for (unsigned i = 0; i < APE_SIDES && all->at[i]; i++) {
        free(all->at[i]->flow.item);
        free(all->at[i]);
    }
}

static void forget(struct ape_flow *f)
{
    *f = (struct ape_flow){.other = f->other, .item = f->item, .cap = f->cap};
}

void tn_rules_ape_flow_lost(struct ape_side *d)
{
    forget(&d->flow);
    if (d->flow.other)
        forget(&d->flow.other->flow);
}

/* Makes room for an item. Without the reverse direction nothing is ever judged, so the oldest need
 * not be kept. */
static struct ape_item *item(struct ape_side *d)
{
    struct ape_flow *f = &d->flow;
    if (f->n == ITEMS)
        tn_rules_ape_flow_lost(d);
    if (f->n == f->cap) {
        const size_t cap = f->cap ? 2 * f->cap : FEW;
        struct ape_item *more = realloc(f->item, cap * sizeof *more);
        if (!more) {
            tn_rules_ape_flow_lost(d);
            return NULL;
        }
        f->item = more;
        f->cap = cap;
    }
    return &f->item[f->n++];
}

void tn_rules_ape_flow_gap(struct ape_side *d, uint64_t cycle)
{
    struct ape_item *i = d->line.cells ? NULL : item(d);
    if (i)
        *i = (struct ape_item){.cycle = cycle, .kind = APE_K_MAGIC};
}

void tn_rules_ape_flow(struct ape_side *d, enum ape_kind kind, uint64_t cycle,
                       const uint8_t word[APE_WORD])
{
    const struct ape_header *h = &d->line.header;
    struct ape_credit k = {0};
    struct ape_item *i;
    if (d->line.cells) /* their headers are others; the board of what lies between boards judges them */
        return;
    if (kind == APE_K_MAGIC || (kind == APE_K_CREDIT && !ape_credit_get(word, &k)))
        return;
    if (kind == APE_K_START && !d->line.cut)
        return;
    if (kind == APE_K_STRAY || kind == APE_K_START ||
        (kind == APE_K_HEADER &&
         (d->line.secded == APE_TWO_WRONG || h->len > APE_LEN_MAX || h->vc >= APE_VCS))) {
        tn_rules_ape_flow_lost(d); /* the receiver may not have stored what came */
        return;
    }
    if ((i = item(d)) == NULL)
        return;
    *i = (struct ape_item){.cycle = cycle, .kind = (uint8_t)kind, .vc = h->vc & 1};
    if (kind == APE_K_HEADER) {
        i->data[0] = (uint16_t)ape_payload_words(h);
        i->hdr[0] = h->alone ? 1 : 2;
    } else if (kind == APE_K_CREDIT) {
        for (unsigned v = 0; v < APE_VCS; v++) {
            i->data[v] = k.data[v];
            i->hdr[v] = k.hdr[v];
        }
    }
}

/* A credit word of the reverse direction. The limit never falls: a packet may have been granted
 * under an older credit. */
static void credit(struct ape_flow *f, const struct ape_item *i)
{
    static const unsigned room[] = {[DATA] = APE_DATA_ROOM, [HDR] = APE_HDR_ROOM};
    for (unsigned v = 0; v < APE_VCS; v++)
        for (unsigned b = DATA; b <= HDR; b++) {
            const unsigned used = b == DATA ? i->data[v] : i->hdr[v];
            const uint64_t limit = f->came[v][b] + (used < room[b] ? room[b] - used : 0);
            if (limit > f->limit[v][b])
                f->limit[v][b] = limit;
        }
    f->limited = true;
}

static void header(struct tn_checker *c, struct ape_flow *f, const struct ape_item *i)
{
    uint64_t *given = f->given[i->vc];
    const uint64_t *limit = f->limit[i->vc];
    given[DATA] += i->data[0];
    given[HDR] += i->hdr[0];
    if (f->limited)
        RULE(c, APE_CRD_1, given[DATA] <= limit[DATA] && given[HDR] <= limit[HDR],
             "a packet for which credit was left",
             "VC %u: %u payload words, %lld of credit; %u headers and footers, %lld of credit",
             i->vc, i->data[0], (long long)(limit[DATA] - given[DATA] + i->data[0]), i->hdr[0],
             (long long)(limit[HDR] - given[HDR] + i->hdr[0]));
}

static void take(struct tn_checker *c, struct ape_side *d)
{
    struct ape_flow *f = &d->flow;
    const struct ape_item *i = &f->item[f->first++];
    switch (i->kind) {
    case APE_K_HEADER:
        header(c, f, i);
        f->came[i->vc][HDR]++;
        break;
    case APE_K_FOOTER:
        f->came[i->vc][HDR]++;
        break;
    case APE_K_DATA:
        f->came[i->vc][DATA]++;
        break;
    case APE_K_CREDIT:
        credit(&f->other->flow, i);
        break;
    default:
        f->other->flow.limited = false;
        break;
    }
}

/* The items that were taken make room. */
static void settle(struct ape_flow *f)
{
    for (size_t i = f->first; i < f->n; i++)
        f->item[i - f->first] = f->item[i];
    f->n -= f->first;
    f->first = 0;
}

/* The cycle of the first item that was not taken; without one, that behind the last record. */
static uint64_t due(const struct ape_side *d)
{
    return d->flow.first < d->flow.n ? d->flow.item[d->flow.first].cycle : d->next;
}

void tn_rules_ape_credit(struct tn_checker *c, struct ape_side *d, struct ape_side *other)
{
    if (!d->flow.other && other && other != d) {
        d->flow.other = other;
        other->flow.other = d;
    }
    other = d->flow.other;
    if (!other)
        return;
    for (;;) {
        struct ape_side *next = due(d) < due(other) ? d : other;
        if (next->flow.first == next->flow.n)
            break; /* the reverse has not been seen so far */
        take(c, next);
    }
    settle(&d->flow);
    settle(&other->flow);
}
