/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: descriptors that software ends by ABORT (tnw_pi.md 5). From the write until it has
 * had its effect each of them may still go on, or be over; from then on it is an error of it. One
 * that has another error by then may have this one, too.
 */
#include "get_judge.h"

/* The one in work may have another error by the cycle at. */
static bool has_other(const struct gw_engine *e, uint64_t at)
{
    bool other = e->error_at && e->error_at <= at;
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        other |= r->state == GW_ASKED && gw_lost_from(r) <= at;
    }
    return other;
}

void tnw_gw_abort_known(const struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    e->stopped = gw_is_aborted(e) && w->t > gw_abort_of(e)->at + GW_ABORT;
    if (!gw_is_aborted(e))
        return;
    const uint64_t effect = gw_abort_of(e)->at + GW_WORK;
    e->may |= TNW_C_ABORT;
    if (w->t > effect && !has_other(e, effect))
        e->must |= TNW_C_ABORT;
}

/* Those that one before ended it does not touch. */
void tnw_gw_abort(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    e->moved_at = w->t;
    for (uint32_t i = gw_is_aborted(e) ? e->aborted : e->out; i != e->in; i++)
        e->abort[i % GW_RING] = (struct tnw_gw_abort){w->t, w->np_free};
    if (e->in != e->out)
        e->aborted = e->in;
    e->lat_at = 0;
    tnw_gw_abort_known(w, e);
}

void tnw_gw_aborts(struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++)
        tnw_gw_abort_known(w, &w->engine[l]);
}

/* The one that ended by ABORT, and whose notification has not left. */
const struct tnw_get_desc *tnw_gw_aborted_before(const struct gw_engine *e)
{
    const struct gw_note *n = &e->note[(e->note_in - 1) % GW_RING];
    return e->note_in != e->note_out && n->must & TNW_C_ABORT ? &n->desc : NULL;
}

/* It has its slot 4 cycles behind the effect at the latest; one that was not in work by then has
 * none. It leaves when nothing was in its way for a while. */
bool tnw_gw_aborted_read(const struct tn_tnw_get_judge *w, const struct gw_engine *e, unsigned slot)
{
    const struct tnw_gw_abort *a = gw_abort_of(e);
    const uint64_t effect = a->at + GW_WORK;
    return !e->behind && e->from <= effect && e->slot[slot].from <= effect + GW_FREE &&
           w->np_free - a->free <= GW_WORK + GW_FREE + GW_SETTLE;
}
