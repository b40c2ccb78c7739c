/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of Nget: descriptors that software ends by ABORT (tnw_pi.md 5). From the write until it has
 * had its effect each of them may still go on, or be over; from then on it is an error of it. One
 * that has another error by then may have this one, too.
 */
#include "get_watch.h"

/* The one in work: from now on its end may be an ABORT's. */
void gw_abort_next(struct gw_engine *e)
{
    if (!gw_is_aborted(e))
        return;
    if (!e->must && !e->may) {
        e->failed_at = e->from > e->abort_from ? e->from : e->abort_from;
        for (uint32_t i = e->read_out; i != e->read_in; i++) { /* it may have timed out before */
            const struct gw_read *r = &e->read[i % GW_RING];
            if (r->state == GW_ASKED && r->early < e->failed_at)
                e->failed_at = r->early;
        }
        e->after = 0;
    }
    e->may |= TNW_C_ABORT;
}

void gw_abort(struct tn_tnw_get_watch *w, struct gw_engine *e)
{
    e->moved_at = w->t;
    if (e->in == e->out)
        return;
    if (!gw_is_aborted(e)) /* (else some of them may have ended by the one before) */
        e->abort_from = w->t;
    e->aborted = e->in;
    e->abort_at = w->t;
    e->stopped = false;
    e->lat_at = 0;
    gw_abort_next(e);
}

/* A read may have timed out: the descriptor may have ended by that. */
static bool some_gray(const struct tn_tnw_get_watch *w, const struct gw_engine *e)
{
    bool gray = false;
    for (uint32_t i = e->read_out; i != e->read_in; i++) {
        const struct gw_read *r = &e->read[i % GW_RING];
        gray |= r->state == GW_ASKED && w->t >= r->early;
    }
    return gray;
}

void gw_aborts(struct tn_tnw_get_watch *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        struct gw_engine *e = &w->engine[l];
        if (!gw_is_aborted(e))
            continue;
        e->stopped = w->t > e->abort_at + GW_ABORT;
        if (w->t <= e->abort_at + GW_WORK || e->must || e->may != TNW_C_ABORT || some_gray(w, e))
            continue;
        e->must = TNW_C_ABORT; /* and no other error came before */
        e->after = 0;
    }
}
