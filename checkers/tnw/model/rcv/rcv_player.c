/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A reception side: it takes, matches with credits, and writes.
 */
#include "rcv_player.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

/* Cycles that section 3 gives: from the write of a credit until its window asks, and from then to
 * the take. */
enum { ASKS = 4, TAKE = 3 };

struct tn_tnw_rcv *tn_tnw_rcv_new(const struct tn_tnw_rcv_params *p, enum tn_tnw_rcv_bug bug)
{
    struct tn_tnw_rcv *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->par = *p;
    r->bug = bug;
    return r;
}

void tn_tnw_rcv_free(struct tn_tnw_rcv *r)
{
    free(r);
}

void tnw_rcv_put(struct tn_tnw_rcv *r, struct rcv_beat b)
{
    tn_require(r->beat_in - r->beat_out < RCV_FIFO);
    b.from = r->cycle + (rcv_has(r, TN_TNW_RCV_BUG_BEAT_LATE) ? 6 : 1) + r->par.late;
    r->beat[r->beat_in++ % RCV_FIFO] = b;
}

struct rcv_beat tnw_rcv_note(const struct tn_tnw_rcv *r, unsigned id, const struct rcv_credit *c)
{
    const struct tnw_note note = {
        .link = (uint8_t)(id / TNW_VCS),
        .vc = id % TNW_VCS,
        .valid = true,
        .cause = c->status,
        .bytes = c->written + (rcv_has(r, TN_TNW_RCV_BUG_NOTE_OTHERWISE) ? TNW_PAYLOAD : 0),
        .tag = c->tag};
    struct rcv_beat b = {
        .first = true, .last = true, .note = true, .addr = c->notify, .id = (uint8_t)id};
    tn_require(tnw_note_encode(&note, b.data) == 0);
    return b;
}

static bool asks(const struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in, unsigned id)
{
    const struct rcv_chan *ch = &r->chan[id];
    if (!(in->rcv_valid[id / TNW_VCS] >> id % TNW_VCS & 1))
        return false;
    if (ch->behind && !rcv_has(r, TN_TNW_RCV_BUG_BEHIND_WAITS_FOR_A_CREDIT))
        return true;
    if (r->par.late && r->cycle < ch->c[ch->out % RCV_RING].at + ASKS)
        return false;
    return ch->in != ch->out || (rcv_has(r, TN_TNW_RCV_BUG_TAKEN_WITHOUT_CREDIT) && r->cycle > 300);
}

/* Returns the (link, channel) that is served next; TN_TNW_RCV_IDS: none asks. */
static unsigned next_in_turn(const struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in)
{
    const unsigned from = rcv_has(r, TN_TNW_RCV_BUG_FIXED_PRIORITY) ? 0 : r->pointer;
    for (unsigned i = 0; i < TN_TNW_RCV_IDS; i++)
        if (asks(r, in, (from + i) % TN_TNW_RCV_IDS))
            return (from + i) % TN_TNW_RCV_IDS;
    return TN_TNW_RCV_IDS;
}

/* Returns the (link, channel) that a late player chose before and takes now; TN_TNW_RCV_IDS: none.
 */
static unsigned picked(const struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in)
{
    if (!r->picked || r->cycle - r->picked_at < TAKE || !asks(r, in, r->picked - 1))
        return TN_TNW_RCV_IDS;
    return r->picked - 1;
}

static void pick(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in)
{
    if (r->out.rcv_take || (r->picked && !asks(r, in, r->picked - 1)))
        r->picked = 0;
    if (r->out.rcv_take || r->picked)
        return;
    const unsigned id = next_in_turn(r, in);
    r->picked = id < TN_TNW_RCV_IDS ? id + 1 : 0;
    r->picked_at = r->cycle;
}

/* Says whether a packet that is taken now can be put down whole. */
static bool has_room(const struct tn_tnw_rcv *r)
{
    const unsigned spacing = RCV_SPACING + (rcv_has(r, TN_TNW_RCV_BUG_SLOW) ? 4 : 0);
    unsigned waiting = r->beat_in - r->beat_out;
    for (unsigned i = 0; i < RCV_TAKES; i++)
        if (r->take[i].age)
            waiting += TN_TNW_RCV_BEATS;
    return waiting <= RCV_ROOM && (!r->take_at || r->cycle - r->take_at >= spacing);
}

const struct tn_tnw_rcv_out *tn_tnw_rcv_eval(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in)
{
    const struct rcv_beat *b = &r->beat[r->beat_out % RCV_FIFO];
    const unsigned id = r->par.late ? picked(r, in) : next_in_turn(r, in);
    r->out = r->next;
    if (r->beat_in != r->beat_out && b->from <= r->cycle) {
        r->out.m_wr_valid = true;
        r->out.m_wr_first = b->first;
        r->out.m_wr_last = b->last;
        r->out.m_wr_addr = b->addr;
        memcpy(r->out.m_wr_data, b->data, sizeof b->data);
    }
    if (in->rst || id == TN_TNW_RCV_IDS || !has_room(r))
        return &r->out;
    if (rcv_has(r, TN_TNW_RCV_BUG_TAKE_LATE) && r->waited < 5)
        return &r->out;
    r->out.rcv_take = (uint8_t)(1u << id / TNW_VCS);
    r->out.rcv_vc = id % TNW_VCS;
    return &r->out;
}

/* Goes on behind the last beat of m_wr_* when that was accepted; a bug may show it again. */
static void accept(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in)
{
    struct rcv_beat *b = &r->beat[r->beat_out % RCV_FIFO];
    if (!r->out.m_wr_valid)
        return;
    if (!in->m_wr_ready) {
        if (rcv_strikes(r, TN_TNW_RCV_BUG_NO_HOLD))
            b->data[5] ^= 1;
        return;
    }
    r->chan[b->id].outstanding -= b->note || b->frees;
    *rcv_counter(r, TN_TNW_RCV_NOTIFIED) += b->note;
    *rcv_counter(r, TN_TNW_RCV_FLUSHED) += b->frees;
    r->beat_out++;
}

/* A packet behind is dropped; the last one ends that. */
static void drop_behind(struct tn_tnw_rcv *r, const struct rcv_take *t, bool last)
{
    if (!rcv_has(r, TN_TNW_RCV_BUG_BEHIND_NOT_COUNTED))
        ++*rcv_counter(r, TN_TNW_RCV_BEHIND);
    if (last && !rcv_has(r, TN_TNW_RCV_BUG_BEHIND_FOR_EVER))
        r->chan[t->id].behind = false;
    r->next.obs_match_valid = true;
    r->next.obs_match_id = t->id;
}

/* The credit ends by its last byte, or by the last packet of a message. */
static bool ends_credit(struct tn_tnw_rcv *r, const struct rcv_take *t, bool last)
{
    struct rcv_credit *c = t->credit;
    const bool whole = c->used >= c->length;
    if (r->chan[t->id].in == r->chan[t->id].out)
        return false;
    if (!r->par.last_en || (last == whole) || (last && rcv_has(r, TN_TNW_RCV_BUG_LAST_IGNORED)))
        return whole;
    if (!last || !rcv_has(r, TN_TNW_RCV_BUG_SHORT_NOT_COUNTED))
        ++*rcv_counter(r, last ? TN_TNW_RCV_SHORT : TN_TNW_RCV_LONG);
    if (!rcv_has(r, last ? TN_TNW_RCV_BUG_SHORT_NOT_TOLD : TN_TNW_RCV_BUG_LONG_NOT_TOLD))
        c->status |= last ? TNW_C_SHORT : TNW_C_LONG;
    r->chan[t->id].behind = !last && !rcv_has(r, TN_TNW_RCV_BUG_LONG_IN_THE_NEXT_CREDIT);
    return true;
}

/* Decides by the offset where a packet goes and how much of its credit is left. */
static void match(struct tn_tnw_rcv *r, struct rcv_take *t, uint32_t offset)
{
    struct rcv_credit *c = t->credit;
    const bool last = r->par.last_en && offset & TNW_LAST;
    if (!c) {
        drop_behind(r, t, last);
        return;
    }
    const uint64_t at = (uint64_t)(offset - (last && !rcv_has(r, TN_TNW_RCV_BUG_LAST_IS_A_PLACE))) *
                        TNW_OFFSET_UNIT;
    const bool fits = at + TNW_PAYLOAD <= c->length;
    t->writes = fits || rcv_has(r, TN_TNW_RCV_BUG_MISFIT_WRITTEN);
    t->addr = c->base + at * (rcv_has(r, TN_TNW_RCV_BUG_OFFSET_DOUBLED) ? 2 : 1);
    if (fits)
        c->written += TNW_PAYLOAD;
    else
        c->status |= TNW_C_FIT;
    if (!fits && !rcv_has(r, TN_TNW_RCV_BUG_MISFIT_NOT_COUNTED))
        ++*rcv_counter(r, TN_TNW_RCV_NOFIT);
    if (fits || !rcv_has(r, TN_TNW_RCV_BUG_MISFIT_NOT_USED_UP))
        c->used += TNW_PAYLOAD;
    t->ends = ends_credit(r, t, last);
    if (t->ends)
        r->chan[t->id].out++;
    r->next.obs_match_valid = !rcv_strikes(r, TN_TNW_RCV_BUG_MATCH_NOT_SHOWN);
    r->next.obs_match_id = t->id;
    r->next.obs_match_fit = fits || rcv_has(r, TN_TNW_RCV_BUG_MISFIT_SHOWN_AS_FIT);
}

static void write_twice(struct tn_tnw_rcv *r)
{
    const uint32_t from = r->beat_in - TN_TNW_RCV_BEATS;
    for (unsigned i = 0; i < TN_TNW_RCV_BEATS; i++)
        tnw_rcv_put(r, r->beat[(from + i) % RCV_FIFO]);
}

/* Ends a take whose beats are all there. */
static void finish(struct tn_tnw_rcv *r, struct rcv_take *t)
{
    if (t->writes && rcv_strikes(r, TN_TNW_RCV_BUG_WRITTEN_TWICE))
        write_twice(r);
    if (r->has_held) {
        tnw_rcv_put(r, r->held);
        r->has_held = false;
    }
    if (!t->ends)
        return;
    const struct rcv_beat note = tnw_rcv_note(r, t->id, t->credit);
    if (rcv_strikes(r, TN_TNW_RCV_BUG_NOT_NOTIFIED)) {
        r->chan[t->id].outstanding--;
    } else if (rcv_strikes(r, TN_TNW_RCV_BUG_NOTIFIED_LATER)) {
        r->held = note;
        r->has_held = true;
    } else {
        tnw_rcv_put(r, note);
    }
}

static void beats(struct tn_tnw_rcv *r, struct rcv_take *t, const struct tn_tnw_rcv_in *in)
{
    const unsigned link = t->id / TNW_VCS, n = t->age - 2;
    const unsigned last = TN_TNW_RCV_BEATS - 1 - rcv_has(r, TN_TNW_RCV_BUG_SEVEN_BEATS);
    if (!t->age)
        return;
    if (t->age++ < 2)
        return;
    if (n == 0)
        match(r, t, in->rcv_offset[link]);
    if (t->writes && n <= last) {
        struct rcv_beat b = {.first = n == 0, .last = n == last, .addr = t->addr, .id = t->id};
        if (rcv_has(r, TN_TNW_RCV_BUG_ADDRESS_MOVES))
            b.addr += n * TN_TNW_RCV_BEAT;
        memcpy(b.data, in->rcv_data[link], sizeof b.data);
        b.data[n] ^= n == 3 && rcv_strikes(r, TN_TNW_RCV_BUG_WRONG_BYTES);
        tnw_rcv_put(r, b);
    }
    if (n < TN_TNW_RCV_BEATS - 1)
        return;
    finish(r, t);
    t->age = 0;
}

static void take(struct tn_tnw_rcv *r)
{
    unsigned link = 0;
    if (!r->out.rcv_take)
        return;
    while (!(r->out.rcv_take >> link & 1))
        link++;
    const unsigned id = link * TNW_VCS + r->out.rcv_vc;
    struct rcv_chan *c = &r->chan[id];
    struct rcv_credit *oldest = &c->c[c->out % RCV_RING], *newest = &c->c[(c->in - 1) % RCV_RING];
    if (c->in - c->out > 1 && !oldest->used && rcv_has(r, TN_TNW_RCV_BUG_NEWEST_FIRST)) {
        const struct rcv_credit was = *oldest;
        *oldest = *newest;
        *newest = was;
    }
    r->take[1] = r->take[0];
    r->take[0] =
        (struct rcv_take){.age = 1, .id = (uint8_t)id, .credit = c->behind ? NULL : oldest};
    r->take_at = r->cycle;
    r->pointer = (id + 1) % TN_TNW_RCV_IDS;
    if (!rcv_strikes(r, TN_TNW_RCV_BUG_PACKET_NOT_COUNTED))
        ++*rcv_counter(r, TN_TNW_RCV_PACKETS);
}

void tn_tnw_rcv_clock(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in)
{
    if (in->rst) {
        *r = (struct tn_tnw_rcv){.par = r->par, .bug = r->bug, .used = r->used};
        return;
    }
    r->waited = next_in_turn(r, in) == TN_TNW_RCV_IDS || r->out.rcv_take ? 0 : r->waited + 1;
    r->next = (struct tn_tnw_rcv_out){0};
    accept(r, in);
    pick(r, in);
    beats(r, &r->take[1], in);
    beats(r, &r->take[0], in);
    take(r);
    tnw_rcv_registers(r, in);
    tnw_rcv_flush(r, in);
    r->cycle++;
}
