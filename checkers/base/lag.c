/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Values that may lag: what a change makes possible holds at once, what it makes certain later.
 */
#include <tn/lag.h>

#include <tn/bug.h>

enum { RING = TN_LAG_MAX + 1 };

void tn_lag_init(struct tn_lag_count *c, unsigned late)
{
    tn_require(late >= 1 && late <= TN_LAG_MAX);
    *c = (struct tn_lag_count){.late = late};
}

/* Does what became certain up to cycle now. */
static void move(struct tn_lag_count *c, uint64_t now)
{
    if (now > c->now + RING)
        c->now = now - RING; /* each place of the ring once is enough */
    while (c->now < now) {
        uint32_t *rise = &c->rises[++c->now % RING], *fall = &c->falls[c->now % RING];
        c->lo += *rise;
        c->hi -= *fall;
        *rise = *fall = 0;
    }
}

void tn_lag_up(struct tn_lag_count *c, uint64_t now, uint32_t n)
{
    move(c, now);
    c->sure += n;
    c->hi += n;
    c->rises[(now + c->late) % RING] += n;
}

void tn_lag_maybe(struct tn_lag_count *c, uint64_t now, uint32_t n)
{
    move(c, now);
    c->hi += n;
}

/* The oldest go first: those that are shown for certain, then those that may be shown. */
void tn_lag_loosen(struct tn_lag_count *c, uint64_t now, uint32_t n)
{
    move(c, now);
    const uint32_t shown = n < c->lo ? n : c->lo;
    c->sure -= n;
    c->lo -= shown;
    n -= shown;
    for (uint64_t t = now + 1; n && t <= now + c->late; t++) {
        uint32_t *rise = &c->rises[t % RING];
        const uint32_t k = n < *rise ? n : *rise;
        *rise -= k;
        n -= k;
    }
    tn_require(n == 0);
}

void tn_lag_fasten(struct tn_lag_count *c, uint64_t now, uint32_t n)
{
    move(c, now);
    c->sure += n;
    c->lo += n;
}

void tn_lag_gone(struct tn_lag_count *c, uint64_t now, uint32_t n)
{
    move(c, now);
    c->falls[(now + c->late) % RING] += n;
}

void tn_lag_down(struct tn_lag_count *c, uint64_t now, uint32_t n)
{
    tn_lag_loosen(c, now, n);
    tn_lag_gone(c, now, n);
}

uint32_t tn_lag_least(struct tn_lag_count *c, uint64_t now)
{
    move(c, now);
    return c->lo;
}

uint32_t tn_lag_most(struct tn_lag_count *c, uint64_t now)
{
    move(c, now);
    return c->hi;
}

bool tn_lag_may_show(struct tn_lag_count *c, uint64_t now, uint32_t v)
{
    move(c, now);
    return v - c->lo <= c->hi - c->lo;
}

void tn_lag_value_init(struct tn_lag_value *v, unsigned late, uint32_t is)
{
    *v = (struct tn_lag_value){.late = late, .is = is};
}

void tn_lag_value_set(struct tn_lag_value *v, uint64_t now, uint32_t is)
{
    if (is == v->is)
        return;
    const unsigned i = v->changes++ % TN_LAG_WAS;
    v->was[i] = v->is;
    v->until[i] = now + v->late - 1;
    v->is = is;
}

bool tn_lag_value_may_be(const struct tn_lag_value *v, uint64_t now, uint32_t shown)
{
    for (unsigned i = 0; i < TN_LAG_WAS && i < v->changes; i++)
        if (shown == v->was[i] && now <= v->until[i])
            return true;
    return shown == v->is;
}
