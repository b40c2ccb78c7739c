/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: whose turn it is on inj (tnw_pi.md 4, TNW-ARB-2).
 *
 * When between two first beats a DUT looks whose turn it is, is open: whoever was first in turn in
 * one of these cycles may be served. Engines are known: what has asked for certain, for more than
 * GW_SEEN cycles, is not passed over. Whether a window asks is not known here: it may, always, and
 * nobody is blamed for having passed it.
 */
#include "get_judge.h"

enum { WINDOWS = TN_TNW_PI_WINDOWS, TURNS = TN_TNW_PI_WINDOWS + TNW_LINKS };

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
    const bool engines = e->dead || (tnw_gw_is_expected(e, it) && may_ask(e));
    if (engines == w->put[window])
        return -1;
    return engines ? WINDOWS + it->link : window;
}

void tnw_gw_turn(struct tn_tnw_get_judge *w, const struct tn_tnw_item *it)
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
