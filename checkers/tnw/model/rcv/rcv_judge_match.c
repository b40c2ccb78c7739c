/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv: whom it serves and when; the packets that come.
 *
 * When in the time between two takes a DUT looks whose turn it is, is its affair: any (link,
 * channel) may be taken that was first in turn in one of these cycles, where what began to ask
 * less than RW_SEEN cycles ago may be passed over.
 */
#include "rcv_judge.h"

#include <string.h>

/* Channels with a packet. */
static uint64_t offering(const struct tn_tnw_rcv_in *in)
{
    uint64_t is = 0;
    for (unsigned link = 0; link < TNW_LINKS; link++)
        is |= (uint64_t)in->rcv_valid[link] << link * TNW_VCS;
    return is;
}

/* Of these, channels with a credit that the DUT may know of, or must. */
static uint64_t asking(struct tn_tnw_rcv_judge *w, uint64_t offer, bool surely)
{
    uint64_t is = 0;
    for (unsigned id = 0; offer >> id; id++) {
        struct rw_chan *ch = &w->chan[id];
        const bool may = ch->behind || rw_live(ch) || ch->maybe;
        if (offer >> id & 1 && may &&
            (!surely || ch->behind || (!ch->maybe && w->t >= rw_oldest(ch)->at + RW_ASKS)))
            is |= 1ull << id;
    }
    return is;
}

/* Those that may be looked at next in this cycle: up to the first that the DUT must have seen. */
static void look(struct tn_tnw_rcv_judge *w, uint64_t may, uint64_t seen)
{
    for (unsigned i = 0; i < TN_TNW_RCV_IDS && may; i++) {
        const uint8_t id = (uint8_t)((w->pointer + i) % TN_TNW_RCV_IDS);
        if (may >> id & 1)
            tn_fork_add(&w->turn, &id);
        if (seen >> id & 1)
            return;
    }
}

static void set_behind(struct tn_tnw_rcv_judge *w, struct rw_chan *ch, bool behind)
{
    ch->was_behind = ch->behind && !behind;
    ch->behind = behind;
    tn_lag_value_set(&ch->shows_behind, w->t, behind);
}

/* The packet is not to be written, neither into the credit that it met nor into the next one. */
static void leave_out(struct tn_tnw_rcv_judge *w, struct rw_item *it, const struct rw_credit *c,
                      enum rw_rule rule)
{
    if (c) {
        w->unfit[w->unfit_n % RW_UNFIT].addr = c->base + it->offset;
        w->unfit[w->unfit_n++ % RW_UNFIT].rule = rule;
    }
    tn_due_done(&w->items, it->n);
}

/* A packet behind: dropped; a last one is the end of that. */
static void meet_behind(struct tn_tnw_rcv_judge *w, struct rw_item *it, bool last)
{
    struct rw_chan *ch = &w->chan[it->id];
    it->match = RW_CRD_9;
    tn_judge_held(&w->judge, RW_CRD_9);
    tnw_rw_count(w, TN_TNW_RCV_BEHIND, 1);
    leave_out(w, it, rw_live(ch) ? rw_oldest(ch) : NULL, RW_CRD_9);
    if (last)
        set_behind(w, ch, false);
}

void tnw_rw_end_credit(struct tn_tnw_rcv_judge *w, struct rw_chan *ch)
{
    ch->out++;
    tn_lag_loosen(&ch->outstanding, w->t, 1);
    tnw_rw_set_progress(w, ch);
}

/* The status of the credit, and whether its notification, which stands ready, is due. */
static void end_message(struct tn_tnw_rcv_judge *w, struct rw_item *it, bool last)
{
    struct rw_chan *ch = &w->chan[it->id];
    struct rw_credit *c = it->credit;
    const bool whole = c->used >= c->length;
    if (!last && !whole) {
        tn_due_done(&w->items, it->its_note->n);
    } else if (last != whole) {
        c->status |= last ? TNW_C_SHORT : TNW_C_LONG;
        tn_due_of(&w->items, it->its_note->n)->missing = last ? RW_CRD_8 : RW_CRD_9;
        tnw_rw_count(w, last ? TN_TNW_RCV_SHORT : TN_TNW_RCV_LONG, 1);
        if (last)
            tnw_rw_end_credit(w, ch);
        else
            set_behind(w, ch, true);
    }
}

/* A packet's offset comes with its first beat: whether it fits, and is to be written. */
static void meet(struct tn_tnw_rcv_judge *w, struct rw_item *it, uint32_t offset)
{
    struct rw_credit *c = it->credit;
    const bool last = w->par.last_en && offset & TNW_LAST;
    it->offset = (uint64_t)(offset - last) * TNW_OFFSET_UNIT;
    if (!c) {
        meet_behind(w, it, last);
        return;
    }
    it->match = w->chan[it->id].was_behind ? RW_CRD_9 : RW_CRD_5;
    w->chan[it->id].was_behind = false;
    it->fits = it->offset + TNW_PAYLOAD <= c->length;
    if (it->fits) {
        c->written += TNW_PAYLOAD;
        tn_due_of(&w->items, it->n)->from = w->t;
    } else {
        c->status |= TNW_C_FIT;
        leave_out(w, it, c, RW_CRD_5);
        tnw_rw_count(w, TN_TNW_RCV_NOFIT, 1);
    }
    if (w->par.last_en)
        end_message(w, it, last);
}

void tnw_rw_beats(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in)
{
    for (unsigned link = 0; link < TNW_LINKS && tn_scope_is_open(&w->flow); link++) {
        struct rw_item **f = w->filling[link];
        if (!(in->rcv_dvalid >> link & 1) || !f[0] || f[0]->beats == TN_TNW_RCV_BEATS)
            continue;
        memcpy(f[0]->data[f[0]->beats], in->rcv_data[link], TN_TNW_RCV_BEAT);
        if (f[0]->beats++ == 0)
            meet(w, f[0], in->rcv_offset[link]);
        if (f[0]->beats == TN_TNW_RCV_BEATS) {
            f[0] = f[1];
            f[1] = NULL;
        }
    }
}

/* Owes an item from now on; NULL when too much is owed. */
static struct rw_item *put(struct tn_tnw_rcv_judge *w, const struct rw_item *it, uint64_t until)
{
    const struct tn_due d = {.from = it->note ? w->t : TN_DUE_EVER,
                             .until = until,
                             .patience = RW_STUCK,
                             .behind = TN_DUE_NONE,
                             .late = RW_LAT_4,
                             .missing = it->note ? RW_CRD_6 : RW_CRD_4,
                             .what = it->note ? "a notification"
                                              : "a packet written, 7 cycles after the asking"};
    const uint64_t n = tn_due_expect(&w->items, &d);
    if (!tn_scope_judge(&w->flow, RW_CRD_4, n != TN_DUE_NONE, "packets taken are written",
                        "%u are not", TN_DUE_MAX))
        return NULL;
    *rw_item(w, n) = *it;
    rw_item(w, n)->n = n;
    return rw_item(w, n);
}

/* obs_match_* of the packet. */
static void show(struct tn_tnw_rcv_judge *w, struct rw_item *it)
{
    const struct tn_due d = {.from = w->t + RW_FIRST,
                             .until = w->t + RW_OBS,
                             .behind = TN_DUE_NONE,
                             .early = RW_CRD_5,
                             .late = RW_ARB_1,
                             .missing = RW_ARB_1,
                             .what = "obs_match_valid 2 to 12 cycles after a take"};
    w->item_shown[tn_due_place(tn_due_expect(&w->shown, &d))] = it;
}

/* The packet is behind, or has a credit: what follows from it. With last_en its notification stands
 * behind it until its offset is known. */
static void use_credit(struct tn_tnw_rcv_judge *w, unsigned id)
{
    struct rw_chan *ch = &w->chan[id];
    struct rw_credit *c = ch->behind ? NULL : rw_oldest(ch);
    const unsigned link = id / TNW_VCS;
    const struct rw_item packet = {.id = (uint8_t)id,
                                   .credit = c,
                                   .take = ++w->takes,
                                   .previous_at = w->take_at,
                                   .steady = w->take_at && w->busy >= w->t - w->take_at};
    struct rw_item *it =
        put(w, &packet, w->waiting ? w->t - w->waiting + 1 + RW_WRITE : TN_DUE_EVER);
    if (!it)
        return;
    show(w, it);
    w->filling[link][w->filling[link][0] ? 1 : 0] = it;
    tnw_rw_count(w, TN_TNW_RCV_PACKETS, 1);
    w->take_at = w->link_take_at[link] = w->t;
    if (!c)
        return;
    c->used += TNW_PAYLOAD;
    ch->other_flush = false;
    if (w->par.last_en || c->used >= c->length) {
        const struct rw_item note = {.note = true, .frees = true, .id = (uint8_t)id, .credit = c};
        it->its_note = put(w, &note, TN_DUE_EVER);
    }
    if (c->used >= c->length)
        tnw_rw_end_credit(w, ch);
    tnw_rw_set_progress(w, ch);
}

/* Taken without a credit: what was refused or dropped was not. */
static void without_credit(struct tn_tnw_rcv_judge *w, unsigned id)
{
    const struct rw_chan *ch = &w->chan[id];
    const enum rw_rule rule = ch->own_flush                ? RW_CRD_7
                              : ch->was_behind             ? RW_CRD_9
                              : ch->refused_by != RW_RULES ? ch->refused_by
                                                           : RW_ARB_1;
    if (ch->maybe) {
        w->unsure++;
        tn_scope_close(&w->flow);
    }
    tn_scope_judge(&w->flow, rule, false, "no take: there is no credit", "(link, channel) %u taken",
                   id);
}

/* Returns the (link, channel) that was taken, if rightly. */
static uint64_t take(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_out *out, uint64_t offer)
{
    const unsigned link = (unsigned)__builtin_ctz(out->rcv_take);
    const uint8_t id = (uint8_t)(link * TNW_VCS + out->rcv_vc);
    const uint64_t before = link < TNW_LINKS ? w->link_take_at[link] : 0;
    tn_scope_judge(&w->flow, RW_ARB_1,
                   link < TNW_LINKS && out->rcv_take == 1u << link && out->rcv_vc < TNW_VCS &&
                       offer >> id & 1,
                   "rcv_take one hot, of a channel with rcv_valid", "%02X, channel %u",
                   out->rcv_take, out->rcv_vc);
    tn_scope_judge(&w->flow, RW_ARB_1, !before || w->t - before >= RW_SPACING,
                   "8 cycles between takes of a link", "%u", (unsigned)(w->t - before));
    if (!tn_scope_is_open(&w->flow))
        return 0;
    if (!w->chan[id].behind && (!rw_live(&w->chan[id]) || w->chan[id].maybe))
        without_credit(w, id);
    if (!tn_scope_judge(&w->flow, RW_ARB_1, tn_fork_has(&w->turn, &id),
                        "the next in turn that asks", "(link, channel) %u, looking from %u on", id,
                        w->pointer))
        return 0;
    use_credit(w, id);
    w->pointer = (id + 1u) % TN_TNW_RCV_IDS;
    tn_fork_clear(&w->turn);
    return 1ull << id;
}

/* Somebody asks, nothing else is going on, and no take comes. */
static void too_late(struct tn_tnw_rcv_judge *w, uint64_t asks)
{
    unsigned id = w->pointer;
    while (!(asks >> id & 1))
        id = (id + 1) % TN_TNW_RCV_IDS;
    tn_scope_judge(&w->flow,
                   w->chan[id].behind        ? RW_CRD_9
                   : w->chan[id].other_flush ? RW_CRD_7
                                             : RW_LAT_4,
                   false, "a take 3 cycles after packet and credit met",
                   "none, (link, channel) %u asks", id);
}

/* Nothing else is going on in this cycle. */
static bool is_quiet(const struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in,
                     const struct tn_tnw_rcv_out *out)
{
    for (unsigned link = 0; link < TNW_LINKS; link++)
        if (rw_flushing(w, link))
            return false;
    return tn_due_first(&w->items) == TN_DUE_NONE && !out->m_wr_valid && !in->reg_wr &&
           !in->reg_rd && in->m_wr_ready && (!w->take_at || w->t >= w->take_at + RW_PERIOD + 1);
}

void tnw_rw_take(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in,
                 const struct tn_tnw_rcv_out *out)
{
    const uint64_t offer = offering(in), asks = asking(w, offer, true);
    uint64_t seen = asks;
    if (!tn_scope_is_open(&w->flow))
        return;
    for (unsigned i = 0; i <= RW_SEEN; i++)
        seen &= w->asked[i];
    if (w->asked[0] & ~asks) /* a link went down: the choice perhaps begins anew */
        w->busy = w->waiting = 0;
    w->busy = in->m_wr_ready && asks ? w->busy + 1 : 0;
    w->quiet = is_quiet(w, in, out) ? w->quiet + 1 : 0;
    w->waiting = asks && w->quiet > RW_SEEN ? w->waiting + 1 : 0;
    look(w, asking(w, offer, false), seen);
    memmove(w->asked + 1, w->asked, sizeof w->asked - sizeof w->asked[0]);
    w->asked[0] = asks;
    if (out->rcv_take) {
        w->judge.asked[RW_LAT_4] += w->waiting > 0;
        const uint64_t taken = take(w, out, offer);
        w->waiting = 0;
        w->asked[0] = asking(w, offer, true) & ~taken;
        if (taken)
            look(w, asking(w, offer, false), seen & ~taken);
    } else if (w->waiting > RW_TAKE) {
        too_late(w, asks);
    }
}

void tnw_rw_obs(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_out *out)
{
    const uint64_t n = tn_due_first(&w->shown);
    const struct rw_item *it = n == TN_DUE_NONE ? NULL : w->item_shown[tn_due_place(n)];
    if (!out->obs_match_valid) {
        tn_due_judge_missing(&w->shown, &w->flow, w->t, true);
        return;
    }
    if (!tn_scope_judge(&w->flow, RW_ARB_1, it && it->id == out->obs_match_id,
                        "obs_match_id of the packet taken", "%u", out->obs_match_id) ||
        !tn_due_in_time(&w->shown, &w->flow, n, w->t))
        return;
    tn_scope_judge(&w->flow, it->match, it->fits == out->obs_match_fit,
                   "obs_match_fit as offset and length say", "%d, (link, channel) %u",
                   out->obs_match_fit, out->obs_match_id);
    tn_due_done(&w->shown, n);
}
