/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: the end of a descriptor (tnw_pi.md 3 and 5).
 */
#include "get_judge.h"

enum { FREED = 16 /* cycles after which a slot is taken for free */ };

/* It has failed, and nothing more of it is to come; alone: whatever ABORT does. */
static bool is_over(const struct tn_tnw_get_judge *w, const struct gw_engine *e, bool alone)
{
    uint8_t item[TNW_PAYLOAD];
    bool failed = e->must || e->may || gw_is_aborted(e);
    if (e->dead || !gw_in_work(e))
        return false;
    if (alone)
        failed = e->error_at != 0;
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        if (r->state == GW_ASKED && w->t < gw_lost_from(r))
            return false;
        failed |= r->state == GW_ASKED;
    }
    return failed && !(alone ? tnw_gw_item_there(e, true, item) : tnw_gw_next_item(e, true, item));
}

/* It may have ended by an error of its own before ABORT had its effect. */
static bool ended_alone(const struct gw_engine *e)
{
    return e->alone_from && e->alone_from <= gw_abort_of(e)->at + GW_WORK;
}

/* By ABORT a link has one notification in the row. */
bool tnw_gw_may_be_over(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    if (!is_over(w, e, false))
        return false;
    return !gw_is_aborted(e) || e->note_in == e->note_out || ended_alone(e);
}

uint64_t tnw_gw_over_from(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    uint64_t from = e->over_from ? e->over_from : w->t;
    if (gw_is_aborted(e) && from < e->first_at)
        from = e->first_at;
    return gw_is_aborted(e) && ended_alone(e) && e->alone_from < from ? e->alone_from : from;
}

static void free_slots(struct tn_tnw_get_judge *w, struct gw_engine *e, uint64_t from,
                       uint64_t since)
{
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        if (r->state == GW_OVER && !r->emptied)
            tnw_gw_free(w, e, r->slot, from, since + FREED);
        if (r->state == GW_ASKED) {
            e->slot[r->slot].state = gw_lost(e, r);
            tnw_gw_count(w, TN_TNW_GET_LOST_TAGS, 1, 1);
        }
    }
    e->read_out = e->read_in;
}

void tnw_gw_end(struct tn_tnw_get_judge *w, struct gw_engine *e, uint64_t from, uint64_t since)
{
    const bool whole = e->injected == gw_in_work(e)->length;
    const bool by_abort = gw_is_aborted(e) && !whole && !ended_alone(e);
    const uint64_t abort_at = gw_abort_of(e)->at;
    bool lost = false;
    for (uint32_t i = e->read_out; i != e->read_in; i++)
        lost |= e->read[i % GW_RING].state == GW_ASKED;
    e->note[e->note_in++ % GW_RING] =
        (struct gw_note){.desc = *gw_in_work(e),
                         .bytes = e->injected,
                         .must = whole ? 0 : (uint8_t)(e->must | (lost ? TNW_C_TIMEOUT : 0)),
                         .may = whole ? 0 : e->may,
                         .one_of = whole ? 0 : e->one_of,
                         .from = from,
                         .since = since,
                         .known = since};
    w->hi[TN_TNW_GET_NOTIFIED]++;
    w->hi[TN_TNW_GET_FAILED] += !whole;
    free_slots(w, e, from, since);
    e->out++;
    e->asked = e->injected = 0;
    e->must = e->may = e->one_of = 0;
    e->behind = by_abort && gw_is_aborted(e) && gw_abort_of(e)->at == abort_at;
    e->from = gw_in_work(e) && gw_in_work(e)->at > from ? gw_in_work(e)->at : from;
    e->since = since + GW_WORK;
    e->error_at = e->alone_from = e->over_at = e->unseen_at = 0;
    e->over_from = gw_is_aborted(e) ? gw_abort_of(e)->at : 0;
    e->after = 0;
    e->note_wait = e->gray_wait = e->read_wait = e->inject_wait = 0;
    e->moved_at = w->t;
    tnw_gw_abort_known(w, e);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A read that was begun in time, and has not left: the descriptor is not over. */
static bool some_unseen(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    for (unsigned i = 0; i < gw_slots(w); i++)
        if (e->slot[i].state != GW_SLOT_BUSY && e->slot[i].state != GW_SLOT_LOST &&
            tnw_gw_aborted_read(w, e, i))
            return tnw_gw_next_read(e) != 0;
    return false;
}

/* Nothing more of an aborted one comes: when its notification has its place is known, too. */
static void aborted_ends(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    if (!gw_is_aborted(e) || !e->stopped || e->note_in != e->note_out)
        return;
    for (uint32_t i = e->read_out; i != e->read_in; i++)
        if (e->read[i % GW_RING].state == GW_ASKED)
            return;
    if (some_unseen(w, e)) {
        e->unseen_at = w->t;
        return;
    }
    const uint64_t effect = later(gw_abort_of(e)->at, later(e->over_at, e->unseen_at)) + GW_WORK;
    tnw_gw_end(w, e, tnw_gw_over_from(w, e), later(effect, e->first_at) + GW_BEHIND);
    e->note[(e->note_in - 1) % GW_RING].known = effect;
}

static uint64_t since_when(const struct tn_tnw_get_judge *w, bool is, uint64_t was)
{
    return !is ? 0 : was ? was : w->t;
}

void tnw_gw_ends(struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        struct gw_engine *e = &w->engine[l];
        if (e->dead)
            continue;
        e->over_from = since_when(w, is_over(w, e, false), e->over_from);
        e->alone_from = since_when(w, is_over(w, e, true), e->alone_from);
        aborted_ends(w, e);
    }
}
