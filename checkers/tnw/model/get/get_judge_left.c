/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: reads and notifications of the engines, as they leave (tnw_pi.md 3 and 5, tnw.md
 * 6).
 */
#include "get_judge.h"

enum { BE_ALL = 15 };

static bool read_has_form(const struct tn_tnw_get_judge *w, const struct tn_tlp *t)
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
static bool read_is_next(struct tn_tnw_get_judge *w, struct gw_engine *e, const struct tn_tlp *t,
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
    if (!read_has_form(w, t) || !(w->to.ok >> TN_CLASS_NP & 1)) {
        tnw_gw_blame(w, e, GW_PI_14, "a read of the form given, begun when m_tlp_ok allows it",
                     "address %llX, enables %X %X, requester %04X", (unsigned long long)t->addr,
                     t->first_be, t->last_be, t->requester);
        return;
    }
    if (!read_is_next(w, e, t, slot))
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

/* What the notification of a descriptor may be. */
static struct gw_note of_work(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    struct gw_note n = {.desc = *gw_in_work(e),
                        .bytes = e->injected,
                        .must = e->must,
                        .may = e->may,
                        .one_of = e->one_of,
                        .from = tnw_gw_over_from(w, e)};
    for (uint32_t i = e->read_out; i != e->read_in; i++)
        if (e->read[i % GW_RING].state == GW_ASKED)
            n.must |= TNW_C_TIMEOUT;
    return n;
}

static bool cause_fits(const struct gw_note *n, uint8_t cause)
{
    const bool whole = n->bytes == n->desc.length;
    return (cause & n->must) == n->must && !(cause & ~(n->must | n->may)) &&
           (!n->one_of || cause & n->one_of) && (cause == 0) == whole;
}

static bool rest_fits(const struct gw_note *n, unsigned link, const struct tnw_note *f)
{
    return f->kind == 1 && f->link == link && f->vc == n->desc.vc && f->valid &&
           f->bytes == n->bytes && f->tag == n->desc.tag && !f->r105 && !f->r72;
}

static void took(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    struct gw_note *n = &e->note[e->note_out++ % GW_RING];
    w->judge.asked[GW_GET_6]++;
    w->judge.asked[GW_GET_7] += n->must || n->may;
    w->judge.asked[GW_GET_2]++;
    tnw_gw_count(w, TN_TNW_GET_NOTIFIED, 1, 0);
    tnw_gw_count(w, TN_TNW_GET_FAILED, n->bytes != n->desc.length, 0);
    tn_judge(&w->judge, GW_PI_15, !tnw_gw_passes(w, n->from, true),
             "no notification before what was made before it", "that of tag %X", n->desc.tag);
    n->left_at = e->left_at = e->moved_at = w->t;
    e->first_at = w->to.first_at;
}

/* The notification that e waits for, at this address: it is taken, or blamed. */
static bool look(struct tn_tnw_get_judge *w, unsigned link, uint64_t addr, const struct tnw_note *f,
                 bool blame)
{
    struct gw_engine *e = &w->engine[link];
    const bool pending = e->note_in != e->note_out;
    if (e->dead || (!pending && !gw_in_work(e)))
        return false;
    const struct gw_note n = pending ? e->note[e->note_out % GW_RING] : of_work(w, e);
    if (n.desc.notify != addr)
        return false;
    const bool over = pending || tnw_gw_may_be_over(w, e);
    if (over && rest_fits(&n, link, f) && cause_fits(&n, f->cause)) {
        if (f->cause & TNW_C_ABORT)
            e->alone_from = 0; /* it did not end before */
        if (!pending)
            tnw_gw_end(w, e, tnw_gw_over_from(w, e), w->t);
        took(w, e);
        return true;
    }
    if (!blame)
        return false;
    if (over && rest_fits(&n, link, f))
        tnw_gw_blame(w, e, GW_GET_7, "a cause for each error, and no other",
                     "cause %02X of tag %X, not %02X", f->cause, f->tag, n.must);
    else if (over)
        tnw_gw_blame(w, e, GW_GET_6, "the notification of the descriptor that ended",
                     "link %u, vc %u, %u bytes, tag %X; not %u, %u, %u, %X", f->link, f->vc,
                     f->bytes, f->tag, link, n.desc.vc, n.bytes, n.desc.tag);
    else if (f->cause == TNW_C_WRONG && f->tag == n.desc.tag)
        tnw_gw_blame(w, e, GW_GET_4, "completions that are right are taken", "cause %02X of tag %X",
                     f->cause, f->tag);
    else if (f->cause && f->tag == n.desc.tag)
        tnw_gw_blame(w, e, GW_GET_7, "a cause for each error, and no other", "cause %02X of tag %X",
                     f->cause, f->tag);
    else
        tnw_gw_blame(w, e, GW_GET_6, "no notification before the descriptor's end",
                     "%u bytes injected, tag %X", n.bytes, n.desc.tag);
    return true;
}

/* It is that of the one before. */
static bool is_again(const struct gw_engine *e, uint64_t addr, const struct tnw_note *f)
{
    const struct tnw_get_desc *d = &e->note[(e->note_out - 1) % GW_RING].desc;
    return e->note_out && !e->dead && d->notify == addr && d->tag == f->tag;
}

bool tnw_gw_note_left(struct tn_tnw_get_judge *w, uint64_t addr, const uint8_t data[TNW_NOTE])
{
    struct tnw_note f;
    tnw_note_decode(data, &f);
    if (f.kind == 1 && f.link < TNW_LINKS && w->engine[f.link].dead)
        return true;
    for (unsigned blame = 0; blame < 2; blame++)
        for (unsigned l = 0; l < TNW_LINKS; l++)
            if (look(w, l, addr, &f, blame))
                return true;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (is_again(&w->engine[l], addr, &f)) {
            tnw_gw_blame(w, &w->engine[l], GW_GET_6, "one notification for a descriptor",
                         "a second one, tag %X", f.tag);
            return true;
        }
    return false;
}
