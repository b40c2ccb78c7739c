/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sets of states that a link's sender may be in: states that differ in ranges alone are one.
 */
#include "link_judge_set.h"

#include <string.h>

void tnw_may_settle(struct tnw_may *m)
{
    if (tnw_may_unacked(m) == 0 && (m->tx == TN_TNW_RESEND || m->tx == TN_TNW_WAIT))
        m->tx = TN_TNW_SEND;
    if (m->tx == TN_TNW_RESEND && (int32_t)(m->pointer - m->oldest) < 0)
        m->pointer = m->oldest;
    if (m->tx != TN_TNW_RESEND)
        m->pointer = 0;
    if (m->tx != TN_TNW_BACKOFF)
        m->back = 0;
    if (m->tx != TN_TNW_RESTART)
        m->why = 0;
    if (tnw_may_unacked(m) == 0 || (m->tx != TN_TNW_SEND && m->tx != TN_TNW_WAIT))
        m->zero_lo = m->zero_hi = 0;
}

static bool same(const struct tnw_may *a, const struct tnw_may *b)
{
    return a->tx == b->tx && a->oldest == b->oldest && a->next == b->next &&
           a->pointer == b->pointer && a->current == b->current && a->fresh == b->fresh &&
           a->applied == b->applied && a->back == b->back;
}

void tnw_may_join(struct tnw_may *a, const struct tnw_may *b)
{
    a->why |= b->why;
    a->zero_lo = a->zero_lo < b->zero_lo ? a->zero_lo : b->zero_lo;
    a->zero_hi = a->zero_hi > b->zero_hi ? a->zero_hi : b->zero_hi;
    a->row = tnw_range_of(a->row, b->row);
    a->nack = tnw_range_of(a->nack, b->nack);
    a->full = tnw_range_of(a->full, b->full);
    a->fb_seq = tnw_range_of(a->fb_seq, b->fb_seq);
    a->resent = tnw_range_of(a->resent, b->resent);
    a->timeouts = tnw_range_of(a->timeouts, b->timeouts);
}

void tnw_set_clear(struct tnw_set *s)
{
    s->n = 0;
    s->over = false;
}

void tnw_set_put(struct tnw_set *s, struct tnw_may m)
{
    tnw_may_settle(&m);
    for (unsigned i = 0; i < s->n; i++)
        if (same(&s->m[i], &m)) {
            tnw_may_join(&s->m[i], &m);
            return;
        }
    if (s->n == TNW_STATES)
        s->over = true;
    else
        s->m[s->n++] = m;
}

void tnw_set_use(struct tn_tnw_link_judge *w, const struct tnw_set *s)
{
    if (s->over) {
        w->unsure++;
        w->tx_lost = true;
    }
    memcpy(w->may, s->m, s->n * sizeof *s->m);
    w->may_n = s->n;
}
