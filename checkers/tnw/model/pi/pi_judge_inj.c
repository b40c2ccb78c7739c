/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi: items on inj, whose turn it is, when they begin.
 *
 * When between two items a DUT looks whose turn it is, is its affair: any window may be served
 * that was first in turn in one of these cycles, where what began to ask less than PW_SEEN cycles
 * ago may be passed over. Whether an engine of Nget asks is not seen: it may, always, but it is
 * not served before a window whose turn it is.
 */
#include "pi_judge.h"

#include <string.h>

enum { BEATS = TNW_PAYLOAD / TN_TNW_PI_BEAT };

static unsigned lowest(unsigned bits)
{
    unsigned l = 0;
    while (!(bits >> l & 1))
        l++;
    return l;
}

static bool form_is_right(struct tn_tnw_pi_judge *w, const struct pw_cycle *c,
                          const struct pw_cycle *first)
{
    const struct tn_tnw_pi_out *o = &c->out;
    const unsigned beat = w->begun ? w->beat : 0;
    return tn_judge(&w->judge, PW_PUT_11, !w->begun || o->inj_valid == first->out.inj_valid,
                    "eight beats in eight cycles, one link", "beat %u: inj_valid %02X", beat,
                    o->inj_valid) &&
           tn_judge(&w->judge, PW_PUT_11, o->inj_last == (beat == BEATS - 1),
                    "inj_last with the eighth", "%d with beat %u", o->inj_last, beat) &&
           tn_judge(&w->judge, PW_PUT_11,
                    o->inj_vc == first->out.inj_vc && o->inj_offset == first->out.inj_offset,
                    "inj_vc and inj_offset stable over the item", "%u and %X in beat %u", o->inj_vc,
                    o->inj_offset, beat);
}

static void begin(struct tn_tnw_pi_judge *w, struct pw_cycle *c)
{
    const uint8_t on = c->out.inj_valid;
    const unsigned link = lowest(on);
    const uint8_t ok = w->raw > w->from ? w->ring[(w->raw - 1) % PW_RING].in.inj_ok : 0;
    const bool one = on == 1u << link && link < TNW_LINKS && c->out.inj_vc < TNW_VCS;
    if (tn_judge(&w->judge, PW_PUT_11, one, "inj_valid one hot", "%02X, channel %u", on,
                 c->out.inj_vc))
        tn_judge(&w->judge, PW_ARB_2, ok & on, "an item where inj_ok was 1", "link %u", link);
    c->begins = one;
    c->item = (struct tn_tnw_item){
        .link = (uint8_t)link, .vc = c->out.inj_vc, .offset = c->out.inj_offset};
    w->begun = w->raw + 1;
    w->beat = 0;
}

/* The cycle that came last, not judged yet: puts items together. */
void tnw_pw_form(struct tn_tnw_pi_judge *w)
{
    struct pw_cycle *c = &w->ring[w->raw % PW_RING];
    w->judge.cycle = c->cycle;
    if (!w->begun && !c->out.inj_valid)
        return;
    if (!w->begun)
        begin(w, c);
    struct pw_cycle *first = &w->ring[(w->begun - 1) % PW_RING];
    if (!first->begins || !form_is_right(w, c, first)) {
        w->begun = 0;
        return;
    }
    memcpy(first->item.data + w->beat * TN_TNW_PI_BEAT, c->out.inj_data, TN_TNW_PI_BEAT);
    first->whole = ++w->beat == BEATS;
    if (first->whole)
        w->begun = 0;
}

static bool same_bytes(const struct tn_tnw_pi_judge *w, const struct pw_chan *ch,
                       const struct pw_state *s, uint32_t item, const uint8_t *data)
{
    for (unsigned f = 0; f < TN_TNW_PI_FRAGS; f++)
        if (memcmp(ch->data[s->win.from[item % pw_places(w)][f]], data + f * TN_TNW_PI_BEAT,
                   TN_TNW_PI_BEAT) != 0)
            return false;
    return true;
}

/* The states in which the item was the one to be sent; they are served. Returns how many. */
static unsigned serve(struct tn_tnw_pi_judge *w, struct pw_chan *ch, const struct tn_tnw_item *it)
{
    unsigned n = 0;
    for (unsigned i = 0; i < ch->n; i++) {
        struct pw_state *s = &ch->state[i];
        if (!tn_tnw_pi_window_whole(&s->win, pw_places(w)) ||
            tn_tnw_pi_window_offset(&s->win, pw_places(w)) != it->offset ||
            !same_bytes(w, ch, s, s->win.next, it->data))
            continue;
        tn_tnw_pi_window_serve(&s->win, pw_places(w));
        s->since = s->until = w->t;
        if (n++ != i)
            ch->state[n - 1] = *s;
    }
    if (n) {
        ch->n = n;
        tnw_pw_merge(ch);
    }
    return n;
}

/* In turn, and in time? */
static void judge_turn(struct tn_tnw_pi_judge *w, unsigned id)
{
    struct pw_chan *ch = &w->chan[id];
    const uint64_t gap = w->item_at ? w->t - w->item_at : 0;
    unsigned others = 0;
    for (unsigned i = 0; i < TN_TNW_PI_WINDOWS; i++)
        others += i != id && w->chan[i].run + 1 >= gap;
    tn_judge(&w->judge, PW_ARB_2, ch->may, "the next in turn that asks",
             "window %u, looking from %u on", id, w->turn);
    if (gap && others && ch->run + 1 >= gap)
        tn_judge(&w->judge, PW_ARB_2, gap <= PW_PERIOD, "items within 10 cycles when several ask",
                 "%u", (unsigned)gap);
    if (w->due == (int)id) {
        tn_judge(&w->judge, PW_LAT_7, w->t <= w->due_at, "an item 8 cycles after its last fragment",
                 "%u later, window %u", (unsigned)(w->t - w->due_at), id);
        w->due = -1;
    }
    ch->run = 0;
}

/* An engine's item, when windows ask. */
static void judge_engine(struct tn_tnw_pi_judge *w, unsigned link)
{
    const uint64_t gap = w->item_at ? w->t - w->item_at : 0;
    unsigned seen = 0, all = 0;
    for (unsigned i = 0; i < TN_TNW_PI_WINDOWS; i++) {
        seen += w->chan[i].run > PW_SEEN;
        all += w->chan[i].run >= gap;
    }
    if (seen)
        tn_judge(&w->judge, PW_ARB_2, w->engine_may[link], "the next in turn that asks",
                 "engine %u, looking from %u on", link, w->turn);
    if (gap && all > 1)
        tn_judge(&w->judge, PW_ARB_2, gap <= PW_PERIOD, "items within 10 cycles when several ask",
                 "%u", (unsigned)gap);
}

static void served(struct tn_tnw_pi_judge *w, unsigned turn)
{
    memset(w->engine_may, 0, sizeof w->engine_may);
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++)
        w->chan[id].may = false;
    w->turn = (turn + 1) % TN_TNW_PI_TURNS;
    w->item_at = w->t;
    if (w->due >= 0 && w->due != (int)turn)
        w->due = -1;
}

/* An item that no window can have sent is Nget's. */
static bool is_gets(struct tn_tnw_pi_judge *w, const struct pw_chan *ch, const struct pw_cycle *c)
{
    if (w->hook.item)
        return w->hook.item(w->judge.ctx, &c->item, c->cycle);
    for (unsigned i = 0; i < ch->n; i++)
        if (!tn_tnw_pi_window_empty(&ch->state[i].win))
            return false;
    return w->get >> c->item.link & 1;
}

void tnw_pw_item(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    const unsigned id = c->item.link * (unsigned)TNW_VCS + c->item.vc;
    struct pw_chan *ch = &w->chan[c->begins ? id : 0];
    if (!c->begins)
        return;
    if (!c->whole)
        ch->lost = true;
    const bool was_lost = ch->lost;
    if (was_lost || serve(w, ch, &c->item)) {
        ch->done++;
        ch->done_at = w->t;
        ch->last_offset = c->item.offset;
        w->count[PW_PUT_ITEMS]++;
        w->judge.asked[PW_PUT_1]++;
        w->judge.asked[PW_PUT_7]++;
        w->judge.asked[PW_PUT_8]++;
        w->judge.asked[PW_PUT_11]++;
        w->judge.asked[PW_PUT_12] += w->par.last_en;
        if (!was_lost)
            judge_turn(w, id);
        served(w, id);
        return;
    }
    const bool get = is_gets(w, ch, c);
    w->get |= (uint8_t)(get << c->item.link);
    if (!get) {
        tn_judge(&w->judge, tnw_pw_item_owner(w, &c->item), false,
                 "an item that is next in its window", "(link, channel) %u, offset %X", id,
                 c->item.offset);
        ch->lost = true;
    } else {
        judge_engine(w, c->item.link);
    }
    served(w, get ? TN_TNW_PI_WINDOWS + (unsigned)c->item.link : id);
}

/* All states, or any, hold item next whole. */
static void asks(const struct tn_tnw_pi_judge *w, const struct pw_chan *ch, bool *sure,
                 bool *perhaps)
{
    unsigned n = 0;
    for (unsigned i = 0; i < ch->n; i++)
        n += tn_tnw_pi_window_whole(&ch->state[i].win, pw_places(w));
    *perhaps = n || ch->lost;
    *sure = n == ch->n && !ch->lost;
}

/* Who may be looked at next, at the end of the cycle. */
void tnw_pw_turns(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    bool stop = false;
    for (unsigned i = 0; i < TN_TNW_PI_TURNS; i++) {
        const unsigned id = (w->turn + i) % TN_TNW_PI_TURNS;
        struct pw_chan *ch = &w->chan[id % TN_TNW_PI_WINDOWS];
        bool sure, perhaps;
        if (id >= TN_TNW_PI_WINDOWS) {
            const unsigned link = id - TN_TNW_PI_WINDOWS;
            w->engine_may[link] |= !stop && c->in.inj_ok >> link & 1;
            continue;
        }
        asks(w, ch, &sure, &perhaps);
        const bool ok = c->in.inj_ok >> id / TNW_VCS & 1;
        ch->run = sure && ok ? ch->run + 1 : 0;
        ch->may = ch->may || (!stop && perhaps && ok);
        stop = stop || ch->run > PW_SEEN;
        if (perhaps && w->due >= 0 && w->due != (int)id)
            w->due = -1;
        if (ch->run > PW_STUCK)
            ch->lost = !tn_judge(&w->judge, PW_PUT_7, false, "an item that is whole is sent",
                                 "window %u's is not", id);
    }
    if (w->due >= 0 && w->chan[w->due].lost)
        w->due = -1;
    if (w->due >= 0 && !(c->in.inj_ok >> w->due / TNW_VCS & 1) && w->t < w->due_at)
        w->due = -1;
    if (w->due >= 0 && w->t > w->due_at + PW_SETTLES) {
        w->chan[w->due].lost =
            !tn_judge(&w->judge, PW_LAT_7, false, "an item 8 cycles after its last fragment",
                      "window %d's not begun", w->due);
        w->due = -1;
    }
}

/* Nget may ask in one of the cycles until an item would be due. They have all come in by now. */
static bool get_asks(const struct tn_tnw_pi_judge *w)
{
    if (!w->get)
        return false;
    return !w->hook.get_asks_at || w->hook.get_asks_at(w->judge.ctx) >= w->judge.cycle;
}

void tnw_pw_due(struct tn_tnw_pi_judge *w, unsigned id, bool quick)
{
    struct pw_chan *ch = &w->chan[id];
    const bool held = w->due >= 0;
    bool whole = !ch->lost, before = false;
    for (unsigned i = 0; i < ch->n && whole; i++) {
        struct pw_state s = ch->state[i];
        before = before || tn_tnw_pi_window_whole(&s.win, pw_places(w));
        tnw_pw_finish(w, ch, &s);
        whole = !s.win.error && tn_tnw_pi_window_whole(&s.win, pw_places(w));
    }
    if (held) {
        if (w->due == (int)id && !whole)
            w->due = -1;
        return;
    }
    if (!quick || !whole || before || get_asks(w) || (w->item_at && w->t < w->item_at + BEATS))
        return;
    w->due = (int)id;
    w->due_at = w->t + PW_LATENCY;
}
