/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget and of tnw_pi's way out: what should have come by now (tnw_pi.md 3 and 5).
 */
#include "get_judge.h"

static bool some_slot_free(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    for (unsigned i = 0; i < gw_slots(w); i++)
        if (e->slot[i].state == GW_SLOT_FREE && e->slot[i].since <= w->t)
            return true;
    return false;
}

/* A read should be made. */
static bool read_due(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    return !e->dead && !e->must && !e->may && tnw_gw_next_read(e) && e->since <= w->t &&
           some_slot_free(w, e);
}

/* A TLP that was made in made left, another than a read of e. */
void tnw_gw_passed(struct tn_tnw_get_judge *w, const struct gw_engine *own, uint64_t made)
{
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        struct gw_engine *e = &w->engine[l];
        if (e == own || !read_due(w, e) || !(w->to.ok >> TN_CLASS_NP & 1) ||
            made < e->due_from + GW_SETTLE)
            continue;
        if (++e->passed > GW_PASS)
            tnw_gw_blame(w, e, GW_PI_15, "a read that may begin is one of the next 64 TLPs",
                         "link %u has none among %u", l, e->passed);
    }
}

static bool reads_blocked(const struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (read_due(w, &w->engine[l]))
            return !(w->ok >> TN_CLASS_NP & 1);
    return false;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The last cycle in which something of the row could not begin, whatever it was. */
static uint64_t row_busy(const struct tn_tnw_get_judge *w)
{
    const bool answers = w->answers_dead || w->answer_out != w->answer_in;
    return answers ? later(w->busy_p, w->busy_cpl) : w->busy_p;
}

static void write_due(struct tn_tnw_get_judge *w)
{
    const struct gw_write *r = &w->write[w->write_out % GW_WRITES];
    if (w->writes_dead || w->write_out == w->write_in || r->there != r->len || w->busy_p == w->t)
        return;
    const unsigned filling = r->len / TN_TNW_PI_BEAT - 1;
    const uint64_t ready = later(r->at, r->whole_at - filling);
    w->judge.asked[GW_PI_16]++;
    w->judge.asked[GW_LAT_6]++;
    if (w->t < later(ready, row_busy(w)) + GW_LAT_WRITE)
        return;
    w->writes_dead = true;
    tn_judge(&w->judge, reads_blocked(w) ? GW_PI_16 : GW_LAT_6, false,
             reads_blocked(w) ? "writes that do not wait for reads"
                              : "a write's first beat 12 cycles after it came",
             "address %llX, %llu cycles", (unsigned long long)r->addr,
             (unsigned long long)(w->t - r->at));
}

static void answer_due(struct tn_tnw_get_judge *w)
{
    const struct gw_answer *a = &w->answer[w->answer_out % GW_RING];
    if (w->answers_dead || w->answer_out == w->answer_in || !reads_blocked(w) ||
        w->t < later(a->at, later(w->busy_p, w->busy_cpl)) + GW_MADE)
        return;
    w->answers_dead = true;
    tn_judge(&w->judge, GW_PI_16, false, "completions that do not wait for reads", "tag %u",
             a->tag);
}

/* Some notification may be in the row, unseen, that cannot leave: reads wait for it. */
static bool row_blocked(const struct tn_tnw_get_judge *w)
{
    if (row_busy(w) != w->t)
        return false;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (w->engine[l].dead || tnw_gw_may_be_over(w, &w->engine[l]))
            return true;
    return false;
}

/* Nothing is in the way of a read. */
static bool reads_free(const struct tn_tnw_get_judge *w)
{
    return w->busy_np != w->t && !tnw_gw_write_due(w) && !row_blocked(w);
}

static bool all_read(const struct gw_engine *e)
{
    for (uint32_t i = e->read_out; i != e->read_in; i++)
        if (e->read[i % GW_RING].state == GW_ASKED)
            return false;
    return true;
}

/* What came with a timeout's end was in time or not: it goes on, or is over. */
static void goes_on_or_ends(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned link)
{
    uint8_t item[TNW_PAYLOAD];
    const bool gray = gw_in_work(e) && e->may && !e->must && all_read(e);
    const bool may_go_on =
        tnw_gw_next_item(e, false, item) || !tnw_gw_next_read(e) || some_slot_free(w, e);
    const bool free = w->np_free_now && row_busy(w) != w->t && w->in->inj_ok >> link & 1;
    e->gray_wait = gray ? e->gray_wait + (may_go_on && free) : 0;
    if (e->gray_wait > GW_IDLE)
        tnw_gw_blame(w, e, GW_GET_7, "an error ends its descriptor, or was none and it goes on",
                     "neither of tag %X", gw_in_work(e)->tag);
}

static void note_due(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    const struct gw_note *n = &e->note[e->note_out % GW_RING];
    uint8_t item[TNW_PAYLOAD];
    if (e->note_in != e->note_out &&
        w->t >= later(later(n->known, e->left_at), row_busy(w)) + GW_MADE) {
        tnw_gw_blame(w, e, reads_blocked(w) ? GW_PI_16 : GW_GET_6,
                     "one notification for a descriptor", "none for tag %X", n->desc.tag);
        return;
    }
    bool over = gw_in_work(e) && e->must && !tnw_gw_next_item(e, false, item) && all_read(e);
    over &= e->after > GW_SETTLE || !tnw_gw_next_read(e); /* no read waits to leave */
    e->note_wait = over ? e->note_wait + (row_busy(w) != w->t) : 0;
    if (e->note_wait > GW_IDLE)
        tnw_gw_blame(w, e, GW_GET_7, "an error ends its descriptor", "no notification for tag %X",
                     gw_in_work(e)->tag);
}

static void first_read_due(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned link)
{
    const struct tn_tnw_pi_out *o = w->out;
    if (!e->lat_at)
        return;
    if (o->reg_wr && o->reg_addr == tn_tnw_get_addr(link, TN_TNW_GET_NOTIFY_HI) && w->t < e->lat_at)
        e->lat_at = w->t;
    if (!w->np_free_now || w->answer_in != w->answer_out || !some_slot_free(w, e))
        e->lat_at = 0;
    else if (w->t >= e->lat_at + GW_LAT_READ)
        tnw_gw_blame(w, e, GW_LAT_8, "a descriptor's first read in 12 cycles", "none of link %u",
                     link);
}

static void engine_due(struct tn_tnw_get_judge *w, unsigned link)
{
    struct gw_engine *e = &w->engine[link];
    const bool free = w->np_free_now;
    uint8_t item[TNW_PAYLOAD];
    if (!read_due(w, e)) {
        e->read_wait = e->passed = 0;
        e->due_from = w->t;
    } else if ((e->read_wait += free) > GW_IDLE) {
        tnw_gw_blame(w, e, e->asked ? GW_GET_3 : GW_GET_1,
                     e->asked ? "a read when a slot is free"
                              : "a descriptor that is right is queued",
                     "no read of link %u", link);
        return;
    }
    e->after += free && (e->must || e->may);
    if (!tnw_gw_next_item(e, true, item))
        e->inject_wait = 0;
    else if ((e->inject_wait += w->in->inj_ok >> link & 1) > GW_INJECT) {
        tnw_gw_blame(w, e, GW_GET_5, "an item when its bytes are there", "none of link %u", link);
        return;
    }
    note_due(w, e);
    if (!e->dead)
        goes_on_or_ends(w, e, link);
    if (!e->dead)
        first_read_due(w, e, link);
}

void tnw_gw_due(struct tn_tnw_get_judge *w)
{
    w->np_free_now = reads_free(w);
    w->np_free += w->np_free_now;
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        tnw_gw_open_descs(w, &w->engine[l]);
        if (!w->engine[l].dead)
            engine_due(w, l);
    }
    write_due(w);
    answer_due(w);
}
