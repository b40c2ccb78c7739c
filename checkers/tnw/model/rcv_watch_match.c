/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv: whom it serves and when; the packets that come.
 *
 * When in the time between two takes a DUT looks whose turn it is, is its affair: any (link,
 * channel) may be taken that was first in turn in one of these cycles, where what began to ask
 * less than RW_SEEN cycles ago may be passed over.
 */
#include "rcv_watch.h"

#include <string.h>

static bool offers(const struct tn_tnw_rcv_in *in, unsigned id)
{
    return in->rcv_valid[id / TNW_VCS] >> id % TNW_VCS & 1;
}

/* A packet, and a credit that the DUT must know of. */
static bool asks(const struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in, unsigned id)
{
    const struct rw_chan *ch = &w->chan[id];
    return offers(in, id) && rw_live(ch) && !ch->maybe &&
           w->t >= ch->c[ch->out % RW_KEPT].at + RW_ASKS;
}

/* Who may be looked at next in this cycle. */
static void look(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in)
{
    for (unsigned i = 0; i < TN_TNW_RCV_IDS; i++) {
        const unsigned id = (w->pointer + i) % TN_TNW_RCV_IDS;
        struct rw_chan *ch = &w->chan[id];
        ch->may = ch->may || (offers(in, id) && (rw_live(ch) || ch->maybe));
        if (ch->run > RW_SEEN && asks(w, in, id))
            return;
    }
}

/* The item of link whose beats come. */
static struct rw_item *filling(struct tn_tnw_rcv_watch *w, unsigned link)
{
    for (uint32_t i = w->item_out; i != w->item_in; i++) {
        struct rw_item *it = &w->item[i % RW_ITEMS];
        if (!it->note && it->id / TNW_VCS == link && it->beats < TN_TNW_RCV_BEATS)
            return it;
    }
    return NULL;
}

static void meet(struct tn_tnw_rcv_watch *w, struct rw_item *it, uint32_t offset)
{
    struct rw_credit *c = it->credit;
    struct rw_match *m = &w->match[it->match % RW_ITEMS];
    it->offset = (uint64_t)offset * TNW_OFFSET_UNIT;
    it->fits = it->offset + TNW_PAYLOAD <= c->length;
    m->known = true;
    m->fits = it->fits;
    if (it->fits) {
        c->written += TNW_PAYLOAD;
        return;
    }
    c->nofit = true;
    w->unfit[w->unfit_n++ % RW_UNFIT] = c->base + it->offset;
    tnw_rw_count(w, TN_TNW_RCV_NOFIT, 1);
}

void tnw_rw_beats(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in)
{
    for (unsigned link = 0; link < TNW_LINKS && !w->lost; link++) {
        struct rw_item *it = in->rcv_dvalid >> link & 1 ? filling(w, link) : NULL;
        if (!it)
            continue;
        memcpy(it->data[it->beats], in->rcv_data[link], TN_TNW_RCV_BEAT);
        if (it->beats++ == 0)
            meet(w, it, in->rcv_offset[link]);
    }
}

static struct rw_item *put(struct tn_tnw_rcv_watch *w, unsigned id, struct rw_credit *c)
{
    if (w->item_in - w->item_out == RW_ITEMS) {
        w->lost = !tn_judge(&w->judge, RW_CRD_4, false, "packets taken are written", "%u are not",
                            RW_ITEMS);
        return NULL;
    }
    struct rw_item *it = &w->item[w->item_in++ % RW_ITEMS];
    *it = (struct rw_item){.id = (uint8_t)id, .credit = c, .taken_at = w->t};
    return it;
}

/* The packet has a credit: what follows from it. */
static void use_credit(struct tn_tnw_rcv_watch *w, unsigned id)
{
    struct rw_chan *ch = &w->chan[id];
    struct rw_credit *c = rw_oldest(ch);
    struct rw_item *it = put(w, id, c);
    if (!it)
        return;
    it->previous_at = w->take_at;
    it->steady = w->take_at && w->busy >= w->t - w->take_at;
    it->due = w->waiting ? w->t - w->waiting + 1 + RW_WRITE : 0;
    it->match = w->match_in;
    w->match[w->match_in++ % RW_ITEMS] = (struct rw_match){.id = (uint8_t)id, .at = w->t};
    tnw_rw_count(w, TN_TNW_RCV_PACKETS, 1);
    c->used += TNW_PAYLOAD;
    ch->other_flush = false;
    if (c->used >= c->length) {
        it = put(w, id, c);
        if (!it)
            return;
        it->note = it->frees = true;
        ch->out++;
        ch->ending++;
    }
    tnw_rw_set_progress(w, ch);
    w->take_at = w->link_take_at[id / TNW_VCS] = w->t;
}

/* Taken without a credit: what was refused or dropped was not. */
static void without_credit(struct tn_tnw_rcv_watch *w, unsigned id)
{
    struct rw_chan *ch = &w->chan[id];
    w->lost = true;
    if (ch->maybe) {
        w->unsure++;
        return;
    }
    const enum rw_rule rule = ch->own_flush                ? RW_CRD_7
                              : ch->refused_by != RW_RULES ? ch->refused_by
                                                           : RW_ARB_1;
    tn_judge(&w->judge, rule, false, "no take: there is no credit", "(link, channel) %u taken", id);
}

/* Returns who was taken; TN_TNW_RCV_IDS: nobody rightly. */
static unsigned take(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in,
                     const struct tn_tnw_rcv_out *out)
{
    unsigned link = 0;
    while (!(out->rcv_take >> link & 1))
        link++;
    const unsigned id = link * TNW_VCS + out->rcv_vc;
    const uint64_t before = link < TNW_LINKS ? w->link_take_at[link] : 0;
    w->lost =
        !tn_judge(&w->judge, RW_ARB_1,
                  link < TNW_LINKS && out->rcv_take == 1u << link && out->rcv_vc < TNW_VCS &&
                      offers(in, id),
                  "rcv_take one hot, of a channel with rcv_valid", "%02X, channel %u",
                  out->rcv_take, out->rcv_vc) ||
        !tn_judge(&w->judge, RW_ARB_1, !before || w->t - before >= RW_SPACING,
                  "8 cycles between takes of a link", "%u", before ? (unsigned)(w->t - before) : 0);
    if (w->lost)
        return TN_TNW_RCV_IDS;
    if (!rw_live(&w->chan[id]) || w->chan[id].maybe) {
        without_credit(w, id);
        return TN_TNW_RCV_IDS;
    }
    w->lost = !tn_judge(&w->judge, RW_ARB_1, w->chan[id].may, "the next in turn that asks",
                        "(link, channel) %u, looking from %u on", id, w->pointer);
    if (w->lost)
        return TN_TNW_RCV_IDS;
    use_credit(w, id);
    w->pointer = (id + 1) % TN_TNW_RCV_IDS;
    for (unsigned i = 0; i < TN_TNW_RCV_IDS; i++)
        w->chan[i].may = false;
    w->chan[id].run = 0;
    look(w, in);
    return id;
}

/* Nothing is taken though it could be: how long. */
static void wait(struct tn_tnw_rcv_watch *w, unsigned asker)
{
    if (asker == TN_TNW_RCV_IDS || w->quiet <= RW_SEEN) {
        w->waiting = 0;
        return;
    }
    w->waiting++;
}

static void too_late(struct tn_tnw_rcv_watch *w, unsigned asker)
{
    if (w->waiting <= RW_TAKE)
        return;
    const enum rw_rule rule = w->chan[asker].other_flush ? RW_CRD_7 : RW_LAT_4;
    w->lost = !tn_judge(&w->judge, rule, false, "a take 3 cycles after packet and credit met",
                        "none, (link, channel) %u asks", asker);
}

/* Nothing else is going on in this cycle. */
static bool is_quiet(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in,
                     const struct tn_tnw_rcv_out *out)
{
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id += TNW_VCS)
        if (w->chan[id].flushed_at && w->t <= w->chan[id].flushed_at + RW_SHOWS)
            return false;
    return !tnw_rw_head(w) && !out->m_wr_valid && !in->reg_wr && !in->reg_rd && in->m_wr_ready &&
           (!w->take_at || w->t >= w->take_at + RW_PERIOD + 1);
}

/* One that asked does no longer, and was not taken: its link went down. The choice perhaps begins
 * anew. */
static bool some_left(const struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in)
{
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++)
        if (w->chan[id].run && !asks(w, in, id))
            return true;
    return false;
}

void tnw_rw_take(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in,
                 const struct tn_tnw_rcv_out *out)
{
    unsigned asker = TN_TNW_RCV_IDS, taken = TN_TNW_RCV_IDS;
    if (w->lost)
        return;
    for (unsigned i = TN_TNW_RCV_IDS; i > 0; i--)
        if (asks(w, in, (w->pointer + i - 1) % TN_TNW_RCV_IDS))
            asker = (w->pointer + i - 1) % TN_TNW_RCV_IDS;
    if (some_left(w, in))
        w->busy = w->waiting = 0;
    w->busy = in->m_wr_ready && asker != TN_TNW_RCV_IDS ? w->busy + 1 : 0;
    w->quiet = is_quiet(w, in, out) ? w->quiet + 1 : 0;
    look(w, in);
    wait(w, asker);
    if (out->rcv_take) {
        w->judge.asked[RW_LAT_4] += w->waiting > 0;
        taken = take(w, in, out);
        w->waiting = 0;
    } else {
        too_late(w, asker);
    }
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++)
        w->chan[id].run = asks(w, in, id) && id != taken ? w->chan[id].run + 1 : 0;
}

void tnw_rw_obs(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_out *out)
{
    const struct rw_match *m = &w->match[w->match_out % RW_ITEMS];
    const bool any = w->match_in != w->match_out;
    if (w->lost)
        return;
    if (!out->obs_match_valid) {
        w->lost = any && !tn_judge(&w->judge, RW_ARB_1, w->t < m->at + RW_OBS,
                                   "obs_match_valid 12 cycles after a take",
                                   "none, (link, channel) %u", m->id);
        return;
    }
    w->lost = !tn_judge(&w->judge, RW_ARB_1, any && m->id == out->obs_match_id,
                        "obs_match_id of the packet taken", "%u", out->obs_match_id) ||
              !tn_judge(&w->judge, RW_CRD_5, m->known && m->fits == out->obs_match_fit,
                        "obs_match_fit as offset and length say", "%d, (link, channel) %u",
                        out->obs_match_fit, out->obs_match_id);
    w->match_out++;
}
