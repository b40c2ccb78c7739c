/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: registers written and read, descriptors queued and refused (tnw_pi.md 5 and 6).
 */
#include "get_judge.h"

static uint32_t places(const struct tn_tnw_get_judge *w)
{
    return 1u << w->par.desc_log2;
}

/* Descriptors that hold a place, perhaps: those whose notification left just now, too. */
static uint32_t there(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    uint32_t left = 0;
    while (left < e->note_out && left < GW_RING - (e->note_in - e->note_out) &&
           w->t - e->note[(e->note_out - 1 - left) % GW_RING].left_at < GW_SETTLE)
        left++;
    return e->in - e->out + e->note_in - e->note_out + left;
}

static void queue(struct tn_tnw_get_judge *w, struct gw_engine *e, const struct tnw_get_desc *d)
{
    if (e->in == e->out) {
        if (e->from < d->at)
            e->from = d->at;
        if (e->since < d->at + GW_WORK)
            e->since = d->at + GW_WORK;
        if (!there(w, e) && w->t - e->moved_at > GW_SETTLE)
            e->lat_at = d->at + GW_WORK;
    }
    e->desc[e->in++ % GW_RING] = *d;
}

/* Kept, to know its reads. */
static void refuse(struct tn_tnw_get_judge *w, struct gw_engine *e, const struct tnw_get_desc *d)
{
    w->judge.asked[GW_GET_1]++;
    e->refused[e->refused_n++ % GW_KEPT] = *d;
}

/* What came with all places taken is refused, unless one became free while it was worked off. */
void tnw_gw_open_descs(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    while (e->open_out != e->open_in && w->t > e->open[e->open_out % GW_RING].at + GW_WORK) {
        e->open_out++;
        if (e->dead)
            continue;
        if (e->in - e->out - tnw_gw_may_be_over(w, e) < places(w)) {
            w->unsure++;
            e->dead = true;
        } else {
            tnw_gw_count(w, TN_TNW_GET_NO_ROOM, 1, 0);
            refuse(w, e, &e->open[(e->open_out - 1) % GW_RING]);
        }
    }
}

static void give(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    struct tnw_get_desc d = tnw_get_regs_desc(&e->regs);
    d.at = w->t;
    if (tnw_get_is_bad(&e->regs, &d, w->par.last_en)) {
        tnw_gw_count(w, TN_TNW_GET_BAD, 1, 1);
        refuse(w, e, &d);
    } else if (there(w, e) + (e->open_in - e->open_out) < places(w)) {
        queue(w, e, &d);
    } else {
        w->hi[TN_TNW_GET_NO_ROOM]++;
        e->open[e->open_in++ % GW_RING] = d;
    }
    e->moved_at = w->t;
}

static void free_tags(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    e->freed_at = w->t;
    for (unsigned i = 0; i < gw_slots(w); i++)
        if (e->slot[i].state == GW_SLOT_LOST || e->slot[i].state == GW_SLOT_OPEN)
            tnw_gw_free(w, e, i, w->t, w->t + GW_WORK);
}

void tnw_gw_reg_write(struct tn_tnw_get_judge *w, uint32_t addr, uint32_t data)
{
    const unsigned link = (addr - TN_TNW_PI_R_NGET) / TN_TNW_GET_ENGINE;
    const unsigned reg = addr % TN_TNW_GET_ENGINE;
    if (addr == TN_TNW_PI_R_CPL_TMO)
        w->cpl_tmo = data;
    if (addr < TN_TNW_PI_R_NGET || link >= TNW_LINKS)
        return;
    struct gw_engine *e = &w->engine[link];
    if (reg == TN_TNW_GET_FREE_TAGS)
        free_tags(w, e);
    if (reg == TN_TNW_GET_ABORT)
        tnw_gw_abort(w, e);
    if (tnw_get_regs_write(&e->regs, reg, data))
        give(w, e);
}

/* STATUS, when nothing of the engine moved lately; *judged false else. */
static uint32_t status(const struct tn_tnw_get_judge *w, const struct gw_engine *e, bool *judged)
{
    uint32_t lost = 0;
    for (unsigned i = 0; i < gw_slots(w); i++) {
        lost += e->slot[i].state == GW_SLOT_LOST;
        *judged &= e->slot[i].state != GW_SLOT_OPEN;
    }
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        *judged &= r->state != GW_ASKED || w->t < r->early; /* LOST or not */
    }
    *judged &= w->t - e->moved_at > GW_SETTLE && there(w, e) == e->in - e->out &&
               e->open_in == e->open_out && !tnw_gw_may_be_over(w, e);
    return there(w, e) | (places(w) - there(w, e)) << 8 | lost << 16;
}

/* What a read made from now on finds. */
static void expect(const struct tn_tnw_get_judge *w, struct gw_answer *a, unsigned i)
{
    const uint32_t addr = a->addr + 4u * i;
    const unsigned link = (addr - TN_TNW_PI_R_NGET) / TN_TNW_GET_ENGINE;
    const unsigned reg = addr % TN_TNW_GET_ENGINE;
    a->judged[i] = tn_tnw_pi_is_get(addr);
    a->exact[i] = a->judged[i] && addr >= TN_TNW_PI_R_NGET;
    if (!a->judged[i])
        return;
    if (!a->exact[i]) {
        a->lo[i] = w->lo[(addr - TN_TNW_PI_R_GET) / 4];
        return;
    }
    const struct gw_engine *e = &w->engine[link];
    if (reg / 4 < TN_TNW_GET_RW)
        a->lo[i] = e->regs.reg[reg / 4];
    else if (reg == TN_TNW_GET_STATUS) {
        a->judged[i] = !e->dead;
        a->lo[i] = status(w, e, &a->judged[i]);
        a->given[i] = e->in;
    } else {
        a->lo[i] = 0;
    }
}

void tnw_gw_asked(struct tn_tnw_get_judge *w, const struct tn_tnw_pi_tlp *tlp)
{
    struct gw_answer *a = &w->answer[w->answer_in % GW_RING];
    if (w->answer_in - w->answer_out == GW_RING) /* a host that asks on and on */
        w->answers_dead = true;
    if (w->answers_dead)
        return;
    w->answer_in++;
    *a = (struct gw_answer){.at = w->t, .requester = tlp->t.requester, .tag = tlp->t.tag};
    if (tlp->cause != TN_TNW_PI_FINE || tlp->t.first_be == 0)
        return;
    a->dws = (uint8_t)tlp->t.length_dw;
    a->addr = (uint16_t)tlp->at;
    for (unsigned i = 0; i < a->dws; i++)
        expect(w, a, i);
}

/* What a counter may show beyond what is known of: it may go before what the pins show. */
static uint32_t ahead(const struct tn_tnw_get_judge *w, unsigned c)
{
    uint32_t n = 0;
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        const struct gw_engine *e = &w->engine[l];
        if (c == TN_TNW_GET_READS)
            n += gw_in_work(e) ? gw_slots(w) : 0;
        if (c == TN_TNW_GET_NOTIFIED || c == TN_TNW_GET_FAILED)
            n += tnw_gw_may_be_over(w, e);
        if (c == TN_TNW_GET_LOST_TAGS || c == TN_TNW_GET_UNEXPECTED)
            for (uint32_t i = e->read_out; i != e->read_in; i++)
                n += w->t >= e->read[i % GW_RING].early;
    }
    return n + (c == TN_TNW_GET_ITEMS && w->item.beats);
}

/* STATUS counts each descriptor whose notification has not left before it (section 3). */
static void counts(struct tn_tnw_get_judge *w, unsigned link, uint32_t given, uint32_t v)
{
    struct gw_engine *e = &w->engine[link];
    const uint32_t due = given - e->note_out, shows = v & 0xff;
    if (!e->dead && (int32_t)due > 0 && shows < due)
        tnw_gw_blame(w, e, GW_PI_15, "no answer of STATUS before a notification that it tells of",
                     "link %u: %u descriptors there, %u not notified", link, shows, due);
}

static bool found(struct tn_tnw_get_judge *w, const struct gw_answer *a, unsigned i, uint32_t v)
{
    const uint32_t addr = a->addr + 4u * i;
    const unsigned link = (addr - TN_TNW_PI_R_NGET) / TN_TNW_GET_ENGINE;
    const bool is_status = a->exact[i] && addr % TN_TNW_GET_ENGINE == TN_TNW_GET_STATUS;
    if (is_status)
        counts(w, link, a->given[i], v);
    if (!a->judged[i])
        return true;
    if (is_status) {
        const struct gw_engine *e = &w->engine[link];
        bool still = !e->dead;
        status(w, e, &still);
        if (!still)
            return true;
    }
    if (a->exact[i])
        return tn_judge(&w->judge, GW_CNT_3, v == a->lo[i],
                        "a register as written, or of its engine", "%04X reads %08X, not %08X",
                        addr, v, a->lo[i]);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (w->engine[l].dead)
            return true; /* what it counted is not known */
    const unsigned c = (addr - TN_TNW_PI_R_GET) / 4;
    const uint32_t range = w->hi[c] - a->lo[i] + ahead(w, c);
    return tn_judge(&w->judge, GW_CNT_3, v - a->lo[i] <= range, "a counter of what happened",
                    "%04X reads %u, not %u to %u", addr, v, a->lo[i], a->lo[i] + range);
}

void tnw_gw_answered(struct tn_tnw_get_judge *w, const struct tn_tlp *t, const uint8_t *payload)
{
    tn_judge(&w->judge, GW_PI_12, w->to.ok >> TN_CLASS_CPL & 1 && !w->to.wrong,
             "an answer that begins when m_tlp_ok allows it, in whole beats", "tag %u", t->tag);
    if (w->answers_dead)
        return;
    const struct gw_answer *a = &w->answer[w->answer_out % GW_RING];
    if (w->answer_out == w->answer_in || a->tag != t->tag || a->requester != t->requester ||
        (a->dws && t->payload_len != 4u * a->dws)) {
        w->answers_dead = true; /* <tn/tnw/tnw_pi_judge.h> says so */
        return;
    }
    w->answer_out++;
    tn_judge(&w->judge, GW_PI_15, !tnw_gw_passes(w, a->at, false),
             "no answer before a write made before it", "an answer with tag %u", t->tag);
    for (unsigned i = 0; i < a->dws; i++) {
        const uint8_t *p = payload + 4 * i;
        if (!found(w, a, i,
                   p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24))
            w->answers_dead = true;
    }
}
