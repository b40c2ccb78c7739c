/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: notifications as they leave (tnw_pi.md 5, tnw.md 6).
 */
#include "get_judge.h"

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
