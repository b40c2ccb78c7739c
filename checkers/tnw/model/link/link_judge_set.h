/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sets of states that a link's sender may be in: link_judge_set.c, for link_judge_states.c and
 * link_judge_sent.c.
 */
#ifndef TN_TNW_LINK_JUDGE_SET_H
#define TN_TNW_LINK_JUDGE_SET_H

#include "link_judge.h"

struct tnw_set {
    struct tnw_may m[TNW_STATES];
    unsigned n;
    bool over; /* there were more */
};

static inline unsigned tnw_may_unacked(const struct tnw_may *m)
{
    return m->next - m->oldest;
}

static inline struct tnw_range tnw_range_of(struct tnw_range a, struct tnw_range b)
{
    return (struct tnw_range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static inline void tnw_range_add(struct tnw_range *r, uint32_t lo, uint32_t hi)
{
    r->lo += lo;
    r->hi += hi;
}

/* What no longer matters is made the same, so that states can meet. */
void tnw_may_settle(struct tnw_may *m);
/* Takes b into a, which differs in ranges alone. */
void tnw_may_join(struct tnw_may *a, const struct tnw_may *b);

void tnw_set_clear(struct tnw_set *s);
void tnw_set_put(struct tnw_set *s, struct tnw_may m);
/* These are the sender's states from now on. */
void tnw_set_use(struct tn_tnw_link_judge *w, const struct tnw_set *s);

#endif
