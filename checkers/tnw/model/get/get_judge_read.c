/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: reads as they leave, and their slots (tnw_pi.md 3 and 5).
 */
#include "get_judge.h"

enum { BE_ALL = 15 };

void tnw_gw_free(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned slot, uint64_t from,
                 uint64_t since)
{
    e->slot[slot].state = GW_SLOT_FREE;
    e->slot[slot].from = from;
    e->slot[slot].since = since;
    e->moved_at = w->t;
}

uint32_t tnw_gw_next_read(const struct gw_engine *e)
{
    const struct tnw_get_desc *d = gw_in_work(e);
    if (!d)
        return 0;
    const uint32_t room = TN_TNW_GET_READ - (uint32_t)((d->src + e->asked) % TN_TNW_GET_READ);
    const uint32_t left = d->length - e->asked;
    return left < room ? left : room;
}

static bool has_form(const struct tn_tnw_get_judge *w, const struct tn_tlp *t)
{
    return t->err == 0 && !w->to.wrong && t->requester == w->rid && !t->tc && !t->attr && !t->td &&
           !t->ep && !t->th && !t->at && t->first_be == BE_ALL && t->last_be == BE_ALL &&
           t->hdr_dw == (t->addr >> 32 ? 4 : 3);
}

/* The one before ended with an error, and this is the first of the next descriptor. */
static bool begins_next(struct tn_tnw_get_judge *w, struct gw_engine *e, const struct tn_tlp *t)
{
    const struct tnw_get_desc *next = &e->desc[(e->out + 1) % GW_RING];
    if (e->in - e->out < 2 || next->src != t->addr || !tnw_gw_may_be_over(w, e))
        return false;
    tnw_gw_end(w, e, tnw_gw_over_from(w, e), w->t);
    return true;
}

/* It is the first of one that was refused. */
static bool is_refused(const struct gw_engine *e, uint64_t addr)
{
    for (uint32_t i = 0; i < e->refused_n && i < GW_KEPT; i++)
        if (e->refused[i].src == addr)
            return true;
    return false;
}

/* It is the first of one that may have been refused. */
static bool is_open(const struct gw_engine *e, uint64_t addr)
{
    for (uint32_t i = e->open_out; i != e->open_in; i++)
        if (e->open[i % GW_RING].src == addr)
            return true;
    return false;
}

/* Whether it is the read that comes next; blames else. */
static bool is_next(struct tn_tnw_get_judge *w, struct gw_engine *e, const struct tn_tlp *t,
                    unsigned slot)
{
    const struct tnw_get_desc *d = gw_in_work(e);
    w->judge.asked[GW_GET_2]++;
    w->judge.asked[GW_GET_3]++;
    bool next = d && t->addr == d->src + e->asked;
    if (!d && is_open(e, t->addr)) {
        w->unsure++;
        e->dead = true;
        return false;
    }
    if (!next && is_refused(e, t->addr))
        return tnw_gw_blame(w, e, GW_GET_1, "no read of a descriptor that is refused",
                            "address %llX", (unsigned long long)t->addr);
    const struct tnw_get_desc *b = tnw_gw_aborted_before(e);
    const bool of_aborted = b && t->addr - b->src < b->length;
    if (!d && !of_aborted)
        return tnw_gw_blame(w, e, GW_GET_3, "no read without a descriptor", "address %llX",
                            (unsigned long long)t->addr);
    if (d && !next && begins_next(w, e, t)) {
        d = gw_in_work(e);
        next = true;
    }
    const bool fits = next && 4u * t->length_dw == tnw_gw_next_read(e);
    if (fits ? gw_is_aborted(e) && !tnw_gw_aborted_read(w, e, slot) : of_aborted)
        return tnw_gw_blame(w, e, GW_GET_7, "no read of a descriptor behind ABORT", "address %llX",
                            (unsigned long long)t->addr);
    if (fits && (e->must & ~TNW_C_ABORT || e->one_of) && e->after > GW_SETTLE)
        return tnw_gw_blame(w, e, GW_GET_7, "no read of a descriptor after its error",
                            "address %llX", (unsigned long long)t->addr);
    if (fits && e->may && e->after > GW_SETTLE) {
        e->may = 0; /* what may have been an error was none: it goes on */
        e->error_at = 0;
    }
    if (fits)
        return true;
    if (e->in - e->out > 1 && t->addr == e->desc[(e->out + 1) % GW_RING].src)
        return tnw_gw_blame(w, e, GW_GET_2,
                            "reads of the next descriptor behind the end of this one",
                            "address %llX", (unsigned long long)t->addr);
    return tnw_gw_blame(w, e, GW_GET_3, "the next bytes of the source, up to a multiple of 512",
                        "address %llX, %u bytes, not %llX, %u", (unsigned long long)t->addr,
                        4u * t->length_dw, (unsigned long long)(d->src + e->asked),
                        tnw_gw_next_read(e));
}

static bool slot_is_free(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned slot,
                         uint64_t made)
{
    const struct gw_slot *s = &e->slot[slot];
    w->judge.asked[GW_GET_9]++;
    w->judge.asked[GW_PI_14]++;
    if (s->state == GW_SLOT_LOST)
        return tnw_gw_blame(w, e, GW_GET_9, "no LOST slot before its last completion, or FREE_TAGS",
                            "slot %u", slot);
    if (s->state == GW_SLOT_BUSY || s->from > w->to.from)
        return tnw_gw_blame(w, e, GW_PI_14, "a slot that is free", "slot %u", slot);
    for (unsigned i = 0; i < slot; i++)
        if (e->slot[i].state == GW_SLOT_FREE && e->slot[i].since < made)
            return tnw_gw_blame(w, e, GW_PI_14, "the lowest slot that is free",
                                "slot %u, %u is free", slot, i);
    return true;
}

static void keep(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned slot)
{
    const uint32_t len = tnw_gw_next_read(e);
    e->slot[slot].state = GW_SLOT_BUSY;
    e->read[e->read_in++ % GW_RING] = (struct gw_read){.slot = (uint8_t)slot,
                                                       .pos = e->asked,
                                                       .len = len,
                                                       .at = w->t,
                                                       .early = GW_NEVER - GW_WORK};
    e->asked += len;
    e->read_wait = e->gray_wait = e->passed = 0;
    e->due_from = w->t;
    e->lat_at = 0;
    e->moved_at = w->t;
}

void tnw_gw_read_left(struct tn_tnw_get_judge *w, const struct tn_tlp *t)
{
    const unsigned link = t->tag / TN_TNW_GET_SLOTS_MAX, slot = t->tag % TN_TNW_GET_SLOTS_MAX;
    tnw_gw_count(w, TN_TNW_GET_READS, 1, 1);
    if (!tn_judge(&w->judge, GW_PI_14, link < TNW_LINKS && slot < gw_slots(w),
                  "a tag of a link's slots", "tag %u", t->tag))
        return;
    struct gw_engine *e = &w->engine[link];
    if (e->dead)
        return;
    if (!has_form(w, t) || !(w->to.ok >> TN_CLASS_NP & 1)) {
        tnw_gw_blame(w, e, GW_PI_14, "a read of the form given, begun when m_tlp_ok allows it",
                     "address %llX, enables %X %X, requester %04X", (unsigned long long)t->addr,
                     t->first_be, t->last_be, t->requester);
        return;
    }
    if (!is_next(w, e, t, slot))
        return;
    const uint64_t made = e->from > e->slot[slot].from ? e->from : e->slot[slot].from;
    if (!slot_is_free(w, e, slot, made))
        return;
    if (e->lat_at)
        w->judge.asked[GW_LAT_8]++;
    tn_judge(&w->judge, GW_PI_15, !tnw_gw_passes(w, made, false),
             "no read before a write made before it", "a read with tag %u", t->tag);
    keep(w, e, slot);
    if (e->slot[slot].stray_at && e->slot[slot].stray_at + GW_WORK >= made) {
        w->unsure++; /* the read may have been made when that came */
        e->dead = true;
    }
}
