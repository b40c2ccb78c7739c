/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The side that drives the model of tnw_pi: what it does wrong on demand.
 */
#include "pi_player.h"

#include <string.h>

enum {
    EP_BYTE = 2,
    EP_BIT = 0x40,
    BE_BYTE = 7,
    CPL_TAG_BYTE = 10,
    WRITE = 0x40,
    FOUR_DWS = 0x20,
    WHOLE = 0xff
};

static unsigned places(const struct tn_tnw_pi_player *s)
{
    return 1u << s->model->par.item_log2;
}

void tnw_player_spoil_tlp(struct tn_tnw_pi_player *s, struct player_tlp *t)
{
    const bool write = (t->bytes[0] & ~FOUR_DWS) == WRITE;
    if (player_has(s, TN_TNW_PI_BUG_EP_TAKEN))
        t->bytes[EP_BYTE] &= (uint8_t)~EP_BIT;
    if (write && player_has(s, TN_TNW_PI_BUG_BYTE_ENABLES_IGNORED))
        t->bytes[BE_BYTE] = t->len == 16 ? 0x0f : 0xff;
    if (write && t->len > 32 && player_has(s, TN_TNW_PI_BUG_ITEM_LATE))
        t->from += 4;
}

static void swap_link_and_channel(const struct tn_tnw_pi_player *s, struct tn_tnw_pi_tlp *o)
{
    const unsigned link = (unsigned)o->window / TNW_VCS, vc = (unsigned)o->window % TNW_VCS;
    const uint64_t in = o->at & ((1ull << tn_tnw_pi_window_log2(&s->model->par)) - 1);
    if (vc >= TNW_LINKS)
        return;
    o->window = (int)(vc * TNW_VCS + link);
    o->at = ((uint64_t)o->window << tn_tnw_pi_window_log2(&s->model->par)) | in;
}

static void no_answer(const struct tn_tnw_pi_player *s, enum tn_tnw_pi_bug bug,
                      struct tn_tnw_pi_tlp *o, enum tn_tnw_pi_cause cause)
{
    if (player_has(s, bug) && o->cause == cause)
        o->answered = false;
}

static void no_error(const struct tn_tnw_pi_player *s, enum tn_tnw_pi_bug bug,
                     struct tn_tnw_pi_tlp *o, enum tn_tnw_pi_cause cause)
{
    if (player_has(s, bug) && o->cause == cause)
        o->window = -1;
}

void tnw_player_spoil_judged(struct tn_tnw_pi_player *s)
{
    struct tn_tnw_pi_tlp *o = &s->model->now;
    const bool read = o->t.kind == TN_TLP_MRD;
    no_answer(s, TN_TNW_PI_BUG_UNSUP_NOT_ANSWERED, o, TN_TNW_PI_UNSUP);
    no_answer(s, TN_TNW_PI_BUG_NOBAR_NOT_ANSWERED, o, TN_TNW_PI_NOBAR);
    no_error(s, TN_TNW_PI_BUG_PPUT_NO_ERROR, o, TN_TNW_PI_PPUT);
    no_error(s, TN_TNW_PI_BUG_EP_NO_ERROR, o, TN_TNW_PI_EP);
    if (read && o->cause == TN_TNW_PI_MALF && player_has(s, TN_TNW_PI_BUG_MALF_ANSWERED))
        o->answered = true;
    if (read && o->cause == TN_TNW_PI_FINE && player_strikes(s, TN_TNW_PI_BUG_FINE_READ_UR))
        o->cause = TN_TNW_PI_REGRD;
    if (o->cause == TN_TNW_PI_FINE && o->window >= 0 &&
        player_has(s, TN_TNW_PI_BUG_LINK_AND_CHANNEL_SWAPPED))
        swap_link_and_channel(s, o);
    if (o->cause == TN_TNW_PI_REGRD && !o->in_bar0 && o->t.length_dw == 1 &&
        player_has(s, TN_TNW_PI_BUG_BAR2_READ)) {
        o->cause = TN_TNW_PI_FINE;
        o->at = 0;
    }
    if (player_has(s, TN_TNW_PI_BUG_TLP_NOT_COUNTED))
        s->model->tlp[TN_TNW_PI_UNSUP] = 0;
}

/* Returns the window in work, with the fragment's place; NULL: no fragment is put down now. */
static struct tn_tnw_pi_window *at_work(struct tn_tnw_pi_player *s, uint32_t *item, unsigned *frag)
{
    struct tn_tnw_pi *m = s->model;
    const uint64_t in = (m->now.at & ((1ull << (m->par.off_log2 + 4)) - 1)) + 16 * m->step;
    if (m->now.cause != TN_TNW_PI_FINE || m->now.window < 0 || m->now.t.kind != TN_TLP_MWR)
        return NULL;
    *item = (uint32_t)(in / TNW_PAYLOAD);
    *frag = in / TN_TNW_PI_BEAT % TN_TNW_PI_FRAGS;
    return &m->window[m->now.window];
}

static void fail(struct tn_tnw_pi_player *s, unsigned id, enum tn_tnw_pi_error error)
{
    struct tn_tnw_pi *m = s->model;
    tn_tnw_pi_window_fail(&m->window[id], error, (uint32_t)m->now.at);
    m->errors[error]++;
    m->hook.error(s, id, error);
}

void tnw_player_before_step(struct tn_tnw_pi_player *s)
{
    uint32_t item;
    unsigned frag;
    struct tn_tnw_pi_window *w = at_work(s, &item, &frag);
    s->error_was = s->error_in;
    if (!w) {
        if (s->model->now.at >= TN_TNW_PI_R_PUT && s->model->now.at < TN_TNW_PI_R_PUT_END)
            s->was = s->model->window[(s->model->now.at - TN_TNW_PI_R_PUT) / TN_TNW_PI_WINDOW];
        if (player_has(s, TN_TNW_PI_BUG_READ_OTHERWISE))
            s->rdata ^= 1;
        return;
    }
    s->was = *w;
    const unsigned id = (unsigned)s->model->now.window;
    const bool inside = item >= w->next && item < w->next + places(s);
    const bool begins = !inside && !w->error && tn_tnw_pi_window_empty(w);
    if (inside && player_has(s, TN_TNW_PI_BUG_OVERWRITE_TAKEN))
        w->there[item % places(s)] &= (uint8_t) ~(1u << frag);
    if (begins && player_has(s, TN_TNW_PI_BUG_MESSAGE_NOT_ROUNDED))
        w->next = item;
    if (begins && player_has(s, TN_TNW_PI_BUG_MESSAGE_REFUSED))
        fail(s, id, TN_TNW_PI_ORDER);
    if (!w->error && item == w->next + places(s) - 1 &&
        player_has(s, TN_TNW_PI_BUG_LAST_PLACE_REFUSED))
        fail(s, id, TN_TNW_PI_ORDER);
    if (player_has(s, TN_TNW_PI_BUG_PUT_IN_ERROR))
        w->error = 0;
}

static void after_fragment(struct tn_tnw_pi_player *s, struct tn_tnw_pi_window *w)
{
    const bool fails = !s->was.error && w->error;
    const uint32_t at = (uint32_t)(s->model->now.at + 16 * (s->model->step - 1));
    if (s->was.error && player_has(s, TN_TNW_PI_BUG_PUT_IN_ERROR))
        w->error = s->was.error;
    if (s->was.error && player_has(s, TN_TNW_PI_BUG_AFTER_NOT_COUNTED))
        w->dropped = s->was.dropped;
    if (s->was.error && player_has(s, TN_TNW_PI_BUG_LAST_ERROR_KEPT))
        w->err_addr = at;
    if (fails && player_has(s, TN_TNW_PI_BUG_ERR_ADDR_OF_ITEM))
        w->err_addr &= ~127u;
    if (fails && player_has(s, TN_TNW_PI_BUG_ERROR_KEEPS_ITEMS))
        memcpy(w->there, s->was.there, sizeof w->there);
    if (fails && w->error == TN_TNW_PI_ORDER && player_has(s, TN_TNW_PI_BUG_ORDER_NO_ERROR)) {
        *w = s->was;
        s->error_in = s->error_was;
    }
    if (at % TNW_PAYLOAD >= TNW_PAYLOAD / 2 && player_has(s, TN_TNW_PI_BUG_LAST_BY_THE_FIRST_HALF))
        w->last = s->was.last;
    if (!w->error && player_strikes(s, TN_TNW_PI_BUG_FRAGMENT_LOST))
        *w = s->was;
}

void tnw_player_after_step(struct tn_tnw_pi_player *s)
{
    struct tn_tnw_pi *m = s->model;
    const struct tn_tnw_pi_tlp *o = &m->now;
    if (o->cause != TN_TNW_PI_FINE || o->t.kind != TN_TLP_MWR)
        return;
    if (!o->in_bar0) {
        after_fragment(s, &m->window[o->window]);
        return;
    }
    if (o->at >= TN_TNW_PI_R_PUT && o->at < TN_TNW_PI_R_PUT_END) {
        const unsigned id = (unsigned)(o->at - TN_TNW_PI_R_PUT) / TN_TNW_PI_WINDOW;
        if (player_has(s, TN_TNW_PI_BUG_NEXT_KEEPS_ERROR))
            m->window[id].error = s->was.error;
        if (player_has(s, TN_TNW_PI_BUG_NEXT_KEEPS_ITEMS))
            memcpy(m->window[id].there, s->was.there, sizeof s->was.there);
        if (player_has(s, TN_TNW_PI_BUG_DONE_CLEARED))
            m->done[id] = 0;
    }
    if (player_has(s, TN_TNW_PI_BUG_TIMEOUT_NOT_KEPT) ||
        (o->at == TN_TNW_PI_R_REORDER_TMO && player_strikes(s, TN_TNW_PI_BUG_READ_PASSES_WRITE)))
        m->reorder_tmo =
            player_has(s, TN_TNW_PI_BUG_TIMEOUT_NOT_KEPT) ? 0 : TN_TNW_PI_REORDER_RESET;
    if (o->at == TN_TNW_PI_R_REORDER_TMO && !m->reorder_tmo &&
        player_has(s, TN_TNW_PI_BUG_TIMEOUT_OF_ZERO))
        m->reorder_tmo = 1;
}

void tnw_player_before_turn(struct tn_tnw_pi_player *s)
{
    struct tn_tnw_pi *m = s->model;
    if (s->ahead)
        m->window[s->ahead - 1].next--;
    s->ahead = 0;
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++) {
        struct tn_tnw_pi_window *w = &m->window[id];
        uint8_t *there = &w->there[w->next % places(s)];
        if (tn_tnw_pi_asks(m, id))
            s->waited = m->waited[id];
        if (player_has(s, TN_TNW_PI_BUG_SENT_IN_PART) && *there == 0xfe)
            *there = WHOLE;
        if (!player_has(s, TN_TNW_PI_BUG_SENT_OUT_OF_ORDER) || s->ahead || *there == WHOLE ||
            w->there[(w->next + 1) % places(s)] != WHOLE)
            continue;
        w->next++;
        s->ahead = (int)id + 1;
    }
}

/* Replaces 16 bytes of the item by bytes that another window holds. */
static void mix(struct tn_tnw_pi_player *s, unsigned id)
{
    const struct tn_tnw_pi *m = s->model;
    for (unsigned k = 0; k < TN_TNW_PI_WINDOWS; k++)
        for (unsigned p = 0; k != id && p < places(s); p++)
            if (m->window[k].there[p] & 1)
                memcpy(s->item.data, m->data[k][p][0], TN_TNW_PI_BEAT);
}

void tnw_player_spoil_item(struct tn_tnw_pi_player *s)
{
    const unsigned id = s->item.link * (unsigned)TNW_VCS + s->item.vc;
    struct tn_tnw_pi_window *w = &s->model->window[id];
    if (player_has(s, TN_TNW_PI_BUG_OFFSET_DOUBLED))
        s->item.offset *= 2;
    const bool last = s->item.offset & TNW_LAST, was_last = s->was_last >> id & 1;
    s->was_last ^= (uint64_t)(last != was_last) << id;
    if (player_has(s, TN_TNW_PI_BUG_LAST_LOST))
        s->item.offset -= last;
    if (player_has(s, TN_TNW_PI_BUG_LAST_OF_WHAT_FOLLOWS))
        s->item.offset |= was_last;
    if (player_strikes(s, TN_TNW_PI_BUG_SENT_TWICE)) {
        w->next--;
        w->there[w->next % places(s)] = WHOLE;
    }
    if (s->ahead == (int)id + 1) {
        w->next -= 2;
        s->ahead = 0;
    }
    if (player_has(s, TN_TNW_PI_BUG_WINDOWS_MIXED))
        mix(s, id);
    if (player_strikes(s, TN_TNW_PI_BUG_OTHER_BYTES))
        s->item.data[5] ^= 1;
    if (player_has(s, TN_TNW_PI_BUG_SLOW))
        s->pause = 4;
    if (player_has(s, TN_TNW_PI_BUG_TIMEOUT_NOT_RESTARTED))
        s->model->waited[id] = s->waited;
    if (player_strikes(s, TN_TNW_PI_BUG_ITEM_NOT_COUNTED))
        s->model->items--;
}

bool tnw_player_spoil_answer(struct tn_tnw_pi_player *s, struct player_tlp *t)
{
    if (player_strikes(s, TN_TNW_PI_BUG_TAG_OTHERWISE))
        t->bytes[CPL_TAG_BYTE] ^= 1;
    return !player_strikes(s, TN_TNW_PI_BUG_NOT_ANSWERED);
}

void tnw_player_spoil_time(struct tn_tnw_pi_player *s)
{
    struct tn_tnw_pi *m = s->model;
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++) {
        if (player_has(s, TN_TNW_PI_BUG_TIMEOUT_EARLY))
            m->waited[id]++;
        if (player_has(s, TN_TNW_PI_BUG_TIMEOUT_NEVER))
            m->waited[id] = 0;
        if (player_has(s, TN_TNW_PI_BUG_WHOLE_TIMES_OUT) && tn_tnw_pi_asks(m, id) &&
            ++m->waited[id] >= m->reorder_tmo)
            fail(s, id, TN_TNW_PI_INCOMPLETE);
    }
}
