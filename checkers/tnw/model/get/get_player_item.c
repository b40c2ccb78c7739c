/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block with Nget and the way out alone: items, the end of a descriptor.
 */
#include "get_player.h"

#include <tn/bug.h>

#include <string.h>

enum { ITEM_BEATS = 8, KEPT = 256, PLACE = 46 };

/* Copies the bytes of the descriptor in work that came from position pos on, at most n; returns
 * their number. A slot that was LOST and that a late completion freed counts, too: the slot is not
 * used again before the next descriptor. */
static uint32_t bytes_at(const struct tn_tnw_get_player *s, const struct gs_engine *e, uint32_t pos,
                         uint8_t *to, uint32_t n)
{
    for (unsigned i = 0; i < gs_slots(s); i++) {
        const struct gs_slot *l = &e->slot[i];
        if (l->desc != e->out || pos < l->pos || pos >= l->pos + l->len)
            continue;
        const uint32_t end = l->pos + (gs_has(s, TN_TNW_GET_BUG_ITEM_EARLY) ? l->len : l->good);
        const uint32_t here = pos >= end ? 0 : end - pos < n ? end - pos : n;
        memcpy(to, l->data + (pos - l->pos), here);
        return here;
    }
    return 0;
}

static bool next_item(const struct tn_tnw_get_player *s, const struct gs_engine *e, uint8_t *item)
{
    if (!gs_in_work(e) || e->injected == gs_in_work(e)->length || gs_is_aborted(e))
        return false;
    const uint32_t first = bytes_at(s, e, e->injected, item, TNW_PAYLOAD);
    if (first == 0 || first == TNW_PAYLOAD)
        return first != 0;
    return bytes_at(s, e, e->injected + first, item + first, TNW_PAYLOAD - first) ==
           TNW_PAYLOAD - first;
}

static void begin(struct tn_tnw_get_player *s, unsigned link)
{
    const struct gs_engine *e = &s->engine[link];
    const struct tnw_get_desc *d = gs_in_work(e);
    s->item.link = (uint8_t)link;
    s->item.vc = (uint8_t)(d->vc ^ gs_has(s, TN_TNW_GET_BUG_VC_WRONG));
    s->item.offset =
        tnw_get_offset(d, e->injected, s->par.last_en && !gs_has(s, TN_TNW_GET_BUG_LAST_NOT_SENT));
    s->item.offset |= s->par.last_en && gs_strikes(s, TN_TNW_GET_BUG_LAST_AT_ONCE);
    s->item.offset += gs_has(s, TN_TNW_GET_BUG_OFFSET_WRONG) ? 8 : 0;
    s->item.data[77] ^= gs_strikes(s, TN_TNW_GET_BUG_ITEM_WRONG_BYTES);
    s->item_on = true;
    s->item_beat = 0;
    s->turn = (link + 1) % TNW_LINKS;
}

/* Frees the slots whose bytes up to pos were injected. */
static void empty(const struct tn_tnw_get_player *s, struct gs_engine *e, uint32_t pos)
{
    for (unsigned i = 0; i < gs_slots(s); i++) {
        struct gs_slot *l = &e->slot[i];
        if (l->state == GS_OVER && l->desc == e->out && l->pos + l->len <= pos)
            l->state = GS_FREE;
    }
}

/* Ends an item whose last beat was shown. */
static void injected(struct tn_tnw_get_player *s)
{
    struct gs_engine *e = &s->engine[s->item.link];
    s->item_on = false;
    e->injected += TNW_PAYLOAD;
    s->count[TN_TNW_GET_ITEMS] += !gs_strikes(s, TN_TNW_GET_BUG_ITEM_NOT_COUNTED);
    empty(s, e, e->injected);
}

static void show(struct tn_tnw_get_player *s)
{
    s->next.inj_valid = (uint8_t)(1u << s->item.link);
    s->next.inj_vc = s->item.vc;
    s->next.inj_offset = s->item.offset;
    s->next.inj_last = s->item_beat == ITEM_BEATS - 1;
    memcpy(s->next.inj_data, s->item.data + TN_TNW_PI_BEAT * s->item_beat, TN_TNW_PI_BEAT);
    s->item_beat++;
    struct gs_engine *e = &s->engine[s->item.link];
    if (s->late)
        empty(s, e, e->injected + TN_TNW_PI_BEAT * s->item_beat);
}

static void items(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    if (s->item_on && s->item_beat == ITEM_BEATS)
        injected(s);
    if (!s->item_on && gs_has(s, TN_TNW_GET_BUG_ITEMS_APART) && s->apart++ % 4 != 3)
        return;
    for (unsigned i = 0; i < TNW_LINKS && !s->item_on; i++) {
        const unsigned first = gs_has(s, TN_TNW_GET_BUG_ENGINES_FIXED) ? 0 : s->turn;
        const unsigned l = (first + i) % TNW_LINKS;
        if (s->engine[l].injected >= KEPT && gs_has(s, TN_TNW_GET_BUG_ITEM_KEPT))
            continue;
        if (in->inj_ok >> l & 1 && next_item(s, &s->engine[l], s->item.data))
            begin(s, l);
    }
    if (s->item_on)
        show(s);
}

static void notify(struct tn_tnw_get_player *s, unsigned link, const struct tnw_get_desc *d)
{
    const struct gs_engine *e = &s->engine[link];
    uint8_t bytes[TNW_NOTE], tlp[GS_TLP];
    const struct tnw_note n = {
        .kind = 1,
        .link = (uint8_t)link,
        .vc = d->vc,
        .valid = true,
        .cause = e->cause,
        .bytes = e->injected + (gs_has(s, TN_TNW_GET_BUG_NOTE_OTHERWISE) ? TNW_PAYLOAD : 0),
        .tag = d->tag};
    s->count[TN_TNW_GET_NOTIFIED]++;
    s->count[TN_TNW_GET_FAILED] += e->cause != 0;
    if (gs_strikes(s, TN_TNW_GET_BUG_NOT_NOTIFIED))
        return;
    tn_require(tnw_note_encode(&n, bytes) == 0);
    const size_t len = tnw_gs_write_tlp(s, d->notify, bytes, sizeof bytes, tlp);
    tnw_gs_note(s, tlp, len, link);
    if (gs_strikes(s, TN_TNW_GET_BUG_NOTIFIED_TWICE))
        tnw_gs_note(s, tlp, len, link);
}

static void end(struct tn_tnw_get_player *s, unsigned link)
{
    struct gs_engine *e = &s->engine[link];
    if (!e->notified)
        notify(s, link, gs_in_work(e));
    for (unsigned i = 0; i < gs_slots(s); i++)
        if (e->slot[i].state == GS_OVER)
            e->slot[i].state = GS_FREE;
    e->asked = e->injected = e->cause = 0;
    e->notified = false;
    e->waited = 0;
    e->out++;
}

/* Says whether a notification waits for a place in the row, where each link may have one; a late
 * player lets the next notification wait as long as the page allows. */
static bool waits_for_place(const struct tn_tnw_get_player *s, struct gs_engine *e)
{
    if (gs_has(s, TN_TNW_GET_BUG_ABORT_NOTES_AT_ONCE))
        return false;
    if (e->noted)
        e->waited = 0;
    return e->noted || (s->late && e->waited++ < PLACE);
}

static void ends(struct tn_tnw_get_player *s, unsigned link)
{
    struct gs_engine *e = &s->engine[link];
    const struct tnw_get_desc *d = gs_in_work(e);
    uint8_t item[TNW_PAYLOAD];
    if (!d)
        return;
    for (unsigned i = 0; i < gs_slots(s); i++)
        if (e->slot[i].state == GS_ASKED)
            return;
    if (e->asked == d->length && !e->cause && gs_strikes(s, TN_TNW_GET_BUG_NOTIFIED_EARLY)) {
        notify(s, link, d);
        e->notified = true;
    }
    if (s->item_on && s->item.link == link)
        return;
    if (gs_is_aborted(e) && e->injected != d->length && waits_for_place(s, e))
        return;
    if (gs_is_aborted(e) && e->injected != d->length)
        e->cause |= gs_has(s, TN_TNW_GET_BUG_ABORT_CAUSE_WRONG) ? TNW_C_STATUS : TNW_C_ABORT;
    if (e->injected == d->length || (e->cause && !next_item(s, e, item)))
        end(s, link);
}

void tnw_gs_items(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    items(s, in);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        ends(s, l);
}
