/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_rcv.def the pins of a reception side fall into.
 */
#include <tn/tnw/tnw_node_cover.h>

#include <string.h>

enum { IDS = TN_TNW_RCV_IDS, PLACES = TN_TNW_RCV_CREDITS_MAX, NOTES = IDS * PLACES };
enum { FIRST, MIDDLE, LAST, NOTIFICATION };
enum { BELOW, ABOVE, ACROSS };
enum { QUEUED, LENGTH_0, LENGTH_LONG, LENGTH_ODD, BASE_ODD, NOTIFY_ODD, NO_PLACE };
enum { NONE_HELD, WAITING, USED, NOTE_TO_COME, REST_TO_COME };
enum { AGAIN, LATER_VC, EARLIER_VC, LATER_LINK, EARLIER_LINK };
enum { WITH_LAST, BY_SHORT, BY_LONG };
enum { UNLISTED = 17 };
enum { TAKES = 4 }; /* of a link, whose match is to come */

#define COVER_DEF "../tnw/model/rcv/cover_rcv.def"
#include "../../../base/cover_plan.h"
const struct tn_cover_plan tn_tnw_rcv_cover_plan = COVER_PLAN;

struct channel {
    uint32_t reg[TN_TNW_RCV_RW];
    unsigned credits;         /* that can still be used */
    uint32_t length[PLACES];  /* theirs, the oldest first */
    uint32_t used, written;   /* of the oldest */
    unsigned notes;           /* ended, and not yet notified */
    bool behind;
};

struct tn_tnw_rcv_cover {
    struct tn_cover *counts;
    unsigned places;
    bool last_en;
    struct { /* packets by their first beats */
        bool last[TAKES];
        unsigned in, out, beats;
    } link[TNW_LINKS];
    struct channel channel[IDS];
    struct {
        unsigned id;
        uint32_t length, written;
    } note[NOTES]; /* to come, the oldest first */
    unsigned notes;
    unsigned last;   /* number served last */
    bool any;        /* ... since reset */
    unsigned waited; /* cycles, of the beat on m_wr */
};

struct tn_tnw_rcv_cover *tn_tnw_rcv_cover_new(const struct tn_tnw_rcv_params *p)
{
    struct tn_tnw_rcv_cover *c = tn_cover_state_new(&tn_tnw_rcv_cover_plan, sizeof *c);
    if (c)
        c->places = 1u << p->credit_log2, c->last_en = p->last_en;
    return c;
}

/* A write of NOTIFY_HI. */
static void credit(struct tn_tnw_rcv_cover *c, struct channel *ch)
{
    const uint32_t length = ch->reg[TN_TNW_RCV_LENGTH / 4];
    const unsigned outstanding = ch->credits + ch->notes;
    const unsigned given = length == 0                                 ? LENGTH_0
                           : length > TN_TNW_RCV_LENGTH_MAX            ? LENGTH_LONG
                           : length % TNW_PAYLOAD                      ? LENGTH_ODD
                           : ch->reg[TN_TNW_RCV_BASE_LO / 4] % 16      ? BASE_ODD
                           : ch->reg[TN_TNW_RCV_NOTIFY_LO / 4] % 16    ? NOTIFY_ODD
                           : outstanding >= c->places                  ? NO_PLACE
                                                                       : QUEUED;
    HIT(c, CREDIT, given);
    if (given != QUEUED)
        return;
    HIT(c, QUEUED, outstanding);
    ch->length[ch->credits++] = length;
}

static void access_reg(struct tn_tnw_rcv_cover *c, const struct tn_tnw_rcv_in *in)
{
    const unsigned at = in->reg_addr % TN_TNW_RCV_WINDOW, id = in->reg_addr / TN_TNW_RCV_WINDOW;
    unsigned reg = UNLISTED;
    if (in->reg_addr % 4 == 0 && id < IDS && at <= TN_TNW_RCV_PROGRESS)
        reg = at / 4;
    else if (in->reg_addr % 4 == 0 && in->reg_addr >= TN_TNW_RCV_COUNTERS && in->reg_addr < TN_TNW_RCV_COUNTERS_END)
        reg = 8 + (in->reg_addr - (unsigned)TN_TNW_RCV_COUNTERS) / 4;
    HIT(c, REGISTER, reg, in->reg_rd);
    if (!in->reg_wr || reg >= TN_TNW_RCV_RW)
        return;
    c->channel[id].reg[reg] = in->reg_wdata;
    if (reg == TN_TNW_RCV_NOTIFY_HI / 4)
        credit(c, &c->channel[id]);
}

static void turn(struct tn_tnw_rcv_cover *c, const struct tn_tnw_rcv_in *in, unsigned id)
{
    const unsigned link = id / TNW_VCS, last = c->last / TNW_VCS;
    unsigned asking = 0;
    for (unsigned k = 0; k < IDS; k++)
        asking += in->rcv_valid[k / TNW_VCS] >> k % TNW_VCS & 1 &&
                  (c->channel[k].credits || c->channel[k].behind);
    if (c->any)
        HIT(c, SERVED, id == c->last      ? AGAIN
                       : link > last      ? LATER_LINK
                       : link < last      ? EARLIER_LINK
                       : id > c->last     ? LATER_VC
                                          : EARLIER_VC, asking > 1);
    c->any = true;
    c->last = id;
}

/* A packet that was taken is matched: in the order of the takes. */
static void matched(struct tn_tnw_rcv_cover *c, unsigned id, bool fit)
{
    struct channel *ch = &c->channel[id];
    const bool last = c->link[id / TNW_VCS].last[c->link[id / TNW_VCS].out++ % TAKES];
    HIT(c, TAKEN, id / TNW_VCS, id % TNW_VCS);
    if (ch->behind) {
        HIT(c, BEHIND, last);
        ch->behind = !last;
        return;
    }
    if (!ch->credits)
        return; /* a flush was quicker */
    const uint32_t length = ch->length[0];
    const bool whole = ch->used + TNW_PAYLOAD >= length, ends = whole || last;
    if (c->last_en && ends)
        HIT(c, ENDS, !whole ? BY_SHORT : last ? WITH_LAST : BY_LONG, !fit);
    ch->behind = c->last_en && whole && !last;
    HIT(c, PART, ch->used == 0 ? (ends ? 0u : 1u) : ends ? 3u : 2u, !fit);
    ch->used += TNW_PAYLOAD;
    ch->written += fit ? TNW_PAYLOAD : 0;
    if (!ends)
        return;
    if (c->notes < NOTES) {
        c->note[c->notes].id = id;
        c->note[c->notes].length = length;
        c->note[c->notes++].written = ch->written;
        ch->notes++;
    }
    memmove(ch->length, ch->length + 1, --ch->credits * sizeof *ch->length);
    ch->used = ch->written = 0;
}

static void notified(struct tn_tnw_rcv_cover *c, const uint8_t *data)
{
    struct tnw_note n;
    unsigned k = 0;
    tnw_note_decode(data, &n);
    while (k < c->notes && c->note[k].id != n.link * (unsigned)TNW_VCS + n.vc)
        k++;
    if (k == c->notes)
        return; /* of a credit that a flush took away here before its last packet was matched */
    const bool all = n.bytes == c->note[k].length;
    const unsigned one = n.cause & TNW_C_FIT, tells = n.cause & TNW_C_SHORT  ? 1
                                                      : n.cause & TNW_C_LONG ? 2
                                                                             : 0;
    if (all == !(n.cause & (TNW_C_FIT | TNW_C_SHORT)) && (one || n.bytes))
        HIT(c, NOTE, tells ? 1 + tells + 2 * one : one, all ? 0u : n.bytes ? 1u : 2u);
    c->channel[c->note[k].id].notes--;
    memmove(c->note + k, c->note + k + 1, (--c->notes - k) * sizeof *c->note);
}

static void written(struct tn_tnw_rcv_cover *c, const struct tn_tnw_rcv_in *in, const struct tn_tnw_rcv_out *out)
{
    const unsigned beat = !out->m_wr_first ? (out->m_wr_last ? LAST : MIDDLE)
                          : out->m_wr_last ? NOTIFICATION
                                           : FIRST;
    const uint64_t end = out->m_wr_addr + (beat == FIRST ? TNW_PAYLOAD : TN_TNW_RCV_BEAT) - 1;
    if (!in->m_wr_ready) {
        c->waited++;
        return;
    }
    HIT(c, WRITE, beat, c->waited == 0 ? 0u : c->waited < 4 ? 1u : 2u);
    c->waited = 0;
    if (out->m_wr_first)
        HIT(c, ADDRESS, beat, end < out->m_wr_addr ? ACROSS : out->m_wr_addr >> 32 ? ABOVE : BELOW);
    if (beat == NOTIFICATION)
        notified(c, out->m_wr_data);
}

static void flushed(struct tn_tnw_rcv_cover *c, unsigned link)
{
    for (unsigned id = link * TNW_VCS; id < (link + 1) * TNW_VCS; id++) {
        struct channel *ch = &c->channel[id];
        HIT(c, FLUSH,
            ch->behind    ? REST_TO_COME
            : ch->notes   ? NOTE_TO_COME
            : ch->used    ? USED
            : ch->credits ? WAITING
                          : NONE_HELD);
        ch->credits = 0;
        ch->used = ch->written = 0;
        ch->behind = false;
    }
}

void tn_tnw_rcv_cover_cycle(struct tn_tnw_rcv_cover *c, const struct tn_tnw_rcv_in *in,
                            const struct tn_tnw_rcv_out *out)
{
    if (in->rst) {
        struct tn_cover *counts = c->counts;
        *c =
            (struct tn_tnw_rcv_cover){.counts = counts, .places = c->places, .last_en = c->last_en};
        return;
    }
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (out->rcv_take == 1u << l)
            turn(c, in, l * TNW_VCS + out->rcv_vc);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (in->rcv_dvalid >> l & 1 && c->link[l].beats++ % TN_TNW_RCV_BEATS == 0)
            c->link[l].last[c->link[l].in++ % TAKES] = c->last_en && in->rcv_offset[l] & TNW_LAST;
    if (out->obs_match_valid && out->obs_match_id < IDS)
        matched(c, out->obs_match_id, out->obs_match_fit);
    if (out->m_wr_valid)
        written(c, in, out);
    if (in->reg_wr || in->reg_rd)
        access_reg(c, in);
    for (unsigned l = 0; in->flush && l < TNW_LINKS; l++)
        if (in->flush >> l & 1)
            flushed(c, l);
}
