/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: items on inj, as they come (tnw_pi.md 5), and the turns of those that send them
 * (tnw_pi.md 4, TNW-ARB-2).
 *
 * When between two first beats a DUT looks at its circle is open: whatever was first in turn in
 * one of these cycles may be served. Engines are known: an engine that has asked for certain, for
 * more than GW_SEEN cycles, is not passed over. Whether a window asks is not known here: it may,
 * always, and nobody is blamed for having passed it.
 */
#include "get_judge.h"

#include <string.h>

enum { ITEM_BEATS = 8, WINDOWS = TN_TNW_PI_WINDOWS, TURNS = TN_TNW_PI_WINDOWS + TNW_LINKS };

/* The item is the next one of the descriptor in work; `last` is not looked at. */
static bool is_expected(const struct tn_tnw_get_judge *w, const struct gw_engine *e,
                        const struct tn_tnw_item *i)
{
    const struct tnw_get_desc *d = gw_in_work(e);
    const uint32_t other = w->par.last_en ? TNW_LAST : 0;
    return d && i->vc == d->vc && (i->offset & ~other) == d->offset + e->injected / TNW_OFFSET_UNIT;
}

/* Bytes of the next item are there, and have been for as long as completions take to be. */
static bool is_ripe(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    uint8_t item[TNW_PAYLOAD];
    if (e->dead || !tnw_gw_next_item(e, true, item))
        return false;
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        if (r->pos < e->injected + TNW_PAYLOAD && w->t < r->sure_at + GW_WORK)
            return false;
    }
    return true;
}

static bool may_ask(const struct gw_engine *e)
{
    uint8_t item[TNW_PAYLOAD];
    return e->dead || tnw_gw_next_item(e, false, item);
}

/* Engines that have been asking, but that of link; for n cycles at least. */
static unsigned asking(const struct tn_tnw_get_judge *w, int link, uint64_t n)
{
    unsigned k = 0;
    for (int l = 0; l < TNW_LINKS; l++)
        k += l != link && w->engine[l].run >= n;
    return k;
}

/* The number in the circle of who sends an item that begins; -1: not known. */
static int who(const struct tn_tnw_get_judge *w, const struct tn_tnw_item *it)
{
    const int window = it->link * TNW_VCS + it->vc;
    const struct gw_engine *e = &w->engine[it->link];
    const bool engines = e->dead || (is_expected(w, e, it) && may_ask(e));
    if (engines == w->put[window])
        return -1;
    return engines ? WINDOWS + it->link : window;
}

static void turn_of(struct tn_tnw_get_judge *w, const struct tn_tnw_item *it)
{
    const int by = who(w, it), link = by >= WINDOWS ? by - WINDOWS : -1;
    const uint64_t gap = w->turn_at ? w->t - w->turn_at : 0;
    if (by >= 0 && w->turn >= 0 && asking(w, link, GW_SEEN + 1))
        tn_judge(&w->judge, GW_ARB_2, w->may >> by & 1, "the next in turn that asks",
                 "%s %d, looking from %d on", link < 0 ? "window" : "engine", link < 0 ? by : link,
                 w->turn);
    if (gap && asking(w, -1, gap) > 1)
        tn_judge(&w->judge, GW_ARB_2, gap <= GW_PERIOD, "items within 10 cycles when several ask",
                 "%u", (unsigned)gap);
    w->turn = by < 0 ? -1 : (by + 1) % TURNS;
    w->turn_at = w->t;
    w->may = 0;
}

void tnw_gw_turns(struct tn_tnw_get_judge *w)
{
    bool stop = false;
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        struct gw_engine *e = &w->engine[l];
        e->run = is_ripe(w, e) && w->in->inj_ok >> l & 1 ? e->run + 1 : 0;
        if (may_ask(e))
            w->asks_at = w->judge.cycle;
    }
    for (int i = 0; i < TURNS && w->turn >= 0 && !stop; i++) {
        const int id = (w->turn + i) % TURNS;
        const int link = id < WINDOWS ? id / TNW_VCS : id - WINDOWS;
        const struct gw_engine *e = &w->engine[link];
        if (w->in->inj_ok >> link & 1 && (id < WINDOWS || may_ask(e)))
            w->may |= 1ull << id;
        stop = id >= WINDOWS && e->run > GW_SEEN;
    }
}

uint64_t tn_tnw_get_judge_asks_at(const struct tn_tnw_get_judge *w)
{
    return w->asks_at;
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
            tnw_gw_free(w, e, r->slot, w->t, w->t + GW_FREED);
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
    const bool expected = is_expected(w, e, i),
               there = expected && tnw_gw_next_item(e, false, item);
    const struct tnw_get_desc *b = tnw_gw_aborted_before(e);
    if (e->dead)
        return;
    const bool same = there && !g->wrong && memcmp(item, i->data, sizeof item) == 0;
    if (same && i->offset == tnw_get_offset(gw_in_work(e), e->injected, w->par.last_en)) {
        w->judge.asked[GW_GET_8]++;
        w->judge.asked[GW_GET_10] += w->par.last_en;
        advance(w, e);
    } else if (w->put[8 * g->link + i->vc]) {
        return; /* a window's */
    } else if (same) {
        tnw_gw_blame(w, e, GW_GET_10, "last with the item that ends the descriptor, no other",
                     "link %u, offset %X", g->link, i->offset);
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
    if (e->dead || e->read_out == e->read_in || r->emptied || !is_expected(w, e, &g->item) ||
        r->state != GW_OVER || r->pos + r->len > e->injected + g->beats * TN_TNW_PI_BEAT)
        return;
    tnw_gw_free(w, e, r->slot, w->t, w->t + ITEM_BEATS + GW_FREED);
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
        turn_of(w, &g->item);
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
