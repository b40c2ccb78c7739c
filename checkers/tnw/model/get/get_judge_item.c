/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: items as they are injected (tnw_pi.md 5).
 */
#include "get_judge.h"

#include <string.h>

enum { ITEM_BEATS = 8, FREED = 16 /* cycles after which a slot is taken for free */ };

/* Bytes from pos on, n at most, of the one read that they are in: how many are there. */
static uint32_t bytes_at(const struct gw_engine *e, bool sure, uint32_t pos, uint8_t *to,
                         uint32_t n)
{
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        const uint32_t end = r->pos + (sure ? r->sure : r->right);
        if (pos < r->pos || pos >= r->pos + r->len)
            continue;
        if (pos >= end)
            return 0;
        const uint32_t here = end - pos < n ? end - pos : n;
        memcpy(to, r->data + (pos - r->pos), here);
        return here;
    }
    return 0;
}

/* All bytes before them must have been right, too: what is injected has been. */
bool tnw_gw_item_there(const struct gw_engine *e, bool sure, uint8_t item[TNW_PAYLOAD])
{
    const uint32_t first = bytes_at(e, sure, e->injected, item, TNW_PAYLOAD);
    if (first == 0 || first == TNW_PAYLOAD)
        return first != 0;
    return bytes_at(e, sure, e->injected + first, item + first, TNW_PAYLOAD - first) ==
           TNW_PAYLOAD - first;
}

/* ABORT stops it. */
bool tnw_gw_next_item(const struct gw_engine *e, bool sure, uint8_t item[TNW_PAYLOAD])
{
    return !(gw_is_aborted(e) && (sure || e->stopped)) && tnw_gw_item_there(e, sure, item);
}

bool tnw_gw_is_expected(const struct gw_engine *e, const struct tn_tnw_item *i)
{
    const struct tnw_get_desc *d = gw_in_work(e);
    return d && i->vc == d->vc && i->offset == d->offset + e->injected / TNW_OFFSET_UNIT;
}

static void advance(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    tnw_gw_count(w, TN_TNW_GET_ITEMS, 1, 1);
    w->judge.asked[GW_GET_5]++;
    e->injected += TNW_PAYLOAD;
    e->inject_wait = e->gray_wait = e->run = 0;
    e->moved_at = w->t;
    while (e->read_out != e->read_in) {
        const struct gw_read *r = &e->read[e->read_out % GW_RING];
        if (r->state != GW_OVER || r->pos + r->len > e->injected)
            break;
        if (!r->emptied)
            tnw_gw_free(w, e, r->slot, w->t, w->t + FREED);
        e->read_out++;
    }
    if (e->injected == gw_in_work(e)->length)
        tnw_gw_end(w, e, w->t, w->t);
}

static void injected(struct tn_tnw_get_judge *w, const struct gw_item *g)
{
    struct gw_engine *e = &w->engine[g->link];
    const struct tn_tnw_item *i = &g->item;
    uint8_t item[TNW_PAYLOAD];
    const bool expected = tnw_gw_is_expected(e, i),
               there = expected && tnw_gw_next_item(e, false, item);
    const struct tnw_get_desc *b = tnw_gw_aborted_before(e);
    if (e->dead)
        return;
    if (there && !g->wrong && memcmp(item, i->data, sizeof item) == 0) {
        w->judge.asked[GW_GET_8]++;
        advance(w, e);
    } else if (w->put[8 * g->link + i->vc]) {
        return; /* a window's */
    } else if ((expected && e->stopped) ||
               (b && i->vc == b->vc && i->offset - b->offset < b->length / TNW_OFFSET_UNIT)) {
        tnw_gw_blame(w, e, GW_GET_7, "no item of a descriptor behind ABORT", "link %u, offset %X",
                     g->link, i->offset);
    } else if ((expected && !there) || e->must || e->may) {
        tnw_gw_blame(w, e, GW_GET_8, "no item before all its bytes came right",
                     "link %u, offset %X", g->link, i->offset);
    } else {
        tnw_gw_blame(w, e, GW_GET_5, "the next item of the descriptor in work",
                     "link %u, vc %u, offset %X%s", g->link, i->vc, i->offset,
                     expected ? ", other bytes" : "");
    }
}

/* The oldest read's last bytes are among the beats of the item so far: its slot may be used. */
static void empty_slot(struct tn_tnw_get_judge *w, const struct gw_item *g)
{
    struct gw_engine *e = &w->engine[g->link];
    struct gw_read *r = &e->read[e->read_out % GW_RING];
    if (e->dead || e->read_out == e->read_in || r->emptied || !tnw_gw_is_expected(e, &g->item) ||
        r->state != GW_OVER || r->pos + r->len > e->injected + g->beats * TN_TNW_PI_BEAT)
        return;
    tnw_gw_free(w, e, r->slot, w->t, w->t + ITEM_BEATS + FREED);
    r->emptied = true;
}

void tnw_gw_item_cycle(struct tn_tnw_get_judge *w)
{
    const struct tn_tnw_pi_out *o = w->out;
    struct gw_item *g = &w->item;
    if (!o->inj_valid)
        return;
    unsigned link = 0;
    while (!(o->inj_valid >> link & 1))
        link++;
    if (link >= TNW_LINKS)
        return;
    if (!g->beats) {
        *g = (struct gw_item){.link = link,
                              .item = {(uint8_t)link, o->inj_vc & 7, o->inj_offset, {0}}};
        tnw_gw_turn(w, &g->item);
    }
    g->wrong |= g->link != link || g->item.vc != o->inj_vc || g->item.offset != o->inj_offset;
    memcpy(g->item.data + TN_TNW_PI_BEAT * g->beats++, o->inj_data, TN_TNW_PI_BEAT);
    g->wrong |= o->inj_last != (g->beats == ITEM_BEATS);
    if (!o->inj_last && g->beats < ITEM_BEATS) {
        empty_slot(w, g);
        return;
    }
    g->beats = 0;
    injected(w, g);
}
