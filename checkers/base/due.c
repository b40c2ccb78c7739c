/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Rows of events that are due. Numbers go up by one; an event that is done keeps its place until
 * all before it are done.
 */
#include <tn/due.h>

#include <tn/bug.h>

static bool is_open(const struct tn_due_row *r, uint64_t n)
{
    return n != TN_DUE_NONE && n - r->out < r->in - r->out && !r->done[tn_due_place(n)];
}

void tn_due_init(struct tn_due_row *r, enum tn_due_order order)
{
    *r = (struct tn_due_row){.order = order};
}

uint64_t tn_due_expect(struct tn_due_row *r, const struct tn_due *d)
{
    if (r->in - r->out == TN_DUE_MAX)
        return TN_DUE_NONE;
    const uint64_t n = r->in++;
    r->due[tn_due_place(n)] = *d;
    r->done[tn_due_place(n)] = false;
    r->waited[tn_due_place(n)] = 0;
    return n;
}

static uint64_t open_from(const struct tn_due_row *r, uint64_t n)
{
    for (; n - r->out < r->in - r->out; n++)
        if (!r->done[tn_due_place(n)])
            return n;
    return TN_DUE_NONE;
}

uint64_t tn_due_first(const struct tn_due_row *r)
{
    return open_from(r, r->out);
}

uint64_t tn_due_next(const struct tn_due_row *r, uint64_t n)
{
    return open_from(r, n + 1);
}

struct tn_due *tn_due_of(struct tn_due_row *r, uint64_t n)
{
    tn_require(is_open(r, n));
    return &r->due[tn_due_place(n)];
}

static bool in_turn(const struct tn_due_row *r, uint64_t n)
{
    return r->order == TN_DUE_FIFO ? n == tn_due_first(r)
                                   : !is_open(r, r->due[tn_due_place(n)].behind);
}

bool tn_due_can(const struct tn_due_row *r, uint64_t n, uint64_t now, bool surely)
{
    const struct tn_due *d = &r->due[tn_due_place(n)];
    return is_open(r, n) && in_turn(r, n) && now >= d->from && now >= (surely ? r->sure : r->may);
}

bool tn_due_in_time(struct tn_due_row *r, struct tn_scope *s, uint64_t n, uint64_t now)
{
    const struct tn_due *d = tn_due_of(r, n);
    if (!in_turn(r, n))
        return tn_scope_judge(s, d->wrong, false, d->what, "out of its turn");
    if (now < d->from)
        return tn_scope_judge(s, d->early, false, d->what, "%llu cycles early",
                              (unsigned long long)(d->from - now));
    if (now > d->until)
        return tn_scope_judge(s, d->late, false, d->what, "%llu cycles later",
                              (unsigned long long)(now - d->until));
    if (d->until != TN_DUE_EVER && tn_scope_is_open(s))
        tn_judge_held(s->judge, d->late);
    return tn_scope_is_open(s);
}

void tn_due_done(struct tn_due_row *r, uint64_t n)
{
    tn_require(is_open(r, n));
    r->done[tn_due_place(n)] = true;
    while (r->out != r->in && r->done[tn_due_place(r->out)])
        r->out++;
}

void tn_due_left(struct tn_due_row *r, uint64_t n, uint64_t min, uint64_t max)
{
    tn_due_done(r, n);
    r->may = min + 1;
    r->sure = max + 1;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

void tn_due_left_unseen(struct tn_due_row *r, uint64_t n)
{
    const uint64_t from = tn_due_of(r, n)->from;
    tn_due_left(r, n, later(from, r->may), later(from, r->sure));
}

void tn_due_judge_missing(struct tn_due_row *r, struct tn_scope *s, uint64_t now, bool ready)
{
    for (uint64_t n = tn_due_first(r); n != TN_DUE_NONE; n = tn_due_next(r, n)) {
        const struct tn_due *d = &r->due[tn_due_place(n)];
        uint32_t *waited = &r->waited[tn_due_place(n)];
        if (tn_due_can(r, n, now, true)) {
            *waited += ready;
            if (d->patience ? *waited > d->patience : now >= d->until)
                tn_scope_judge(s, d->missing, false, d->what, "none");
        }
        if (r->order == TN_DUE_FIFO)
            return;
    }
}
