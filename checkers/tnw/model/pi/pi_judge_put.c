/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi: the states that a window may be in.
 *
 * In each cycle the next event of a state may be done, and must be once its time is over. What
 * comes between two events (an item served, a timeout) meets all states at once; so a window has
 * about as many states as events that may be done or not.
 */
#include "pi_judge.h"

#include <string.h>

struct tnw_pw_event *tnw_pw_event(struct tn_tnw_pi_judge *w, unsigned id, enum pw_kind kind,
                                  uint64_t until)
{
    struct pw_chan *ch = &w->chan[id];
    if (ch->lost)
        return NULL;
    struct tnw_pw_event *e = &ch->event[ch->in++ % PW_EVENTS];
    *e = (struct tnw_pw_event){.kind = kind, .at = w->t, .until = until};
    return e;
}

static void owe(struct tn_tnw_pi_judge *w, struct pw_state *s, enum pw_rule rule)
{
    if (s->owed_n == PW_OWED)
        return;
    if (s->owed_n == 0)
        s->owed_until = w->t + PW_SHOWS + PW_SETTLES;
    s->owed[s->owed_n++] = (struct pw_owed){.error = (uint8_t)s->win.error, .rule = (uint8_t)rule};
}

static void do_fragment(struct tn_tnw_pi_judge *w, struct pw_chan *ch, struct pw_state *s,
                        const struct tnw_pw_event *e)
{
    const bool empty = tn_tnw_pi_window_empty(&s->win);
    const unsigned line =
        tn_tnw_pi_window_put(&s->win, pw_places(w), e->item, e->frag, e->last, e->addr, e->from);
    ch->last_line = line;
    if (line == 2 || line == 5)
        owe(w, s, pw_rule_of_line(line));
    else if (empty && line != 1)
        s->since = s->until = w->t;
}

static uint32_t value_of(const struct pw_chan *ch, const struct pw_state *s, unsigned reg)
{
    switch (reg) {
    case TN_TNW_PI_NEXT:
        return s->win.next;
    case TN_TNW_PI_STATUS:
        return tn_tnw_pi_window_status(&s->win);
    case TN_TNW_PI_ERR_ADDR:
        return s->win.err_addr;
    default:
        return ch->done;
    }
}

static void may_read(struct pw_values *v, uint32_t value)
{
    unsigned i = 0;
    while (i < v->n && v->v[i] != value)
        i++;
    if (i < v->n || v->any)
        return;
    v->any = v->n == PW_VALUES;
    if (!v->any)
        v->v[v->n++] = value;
}

static void do_read(struct tn_tnw_pi_judge *w, const struct pw_chan *ch, const struct pw_state *s,
                    const struct tnw_pw_event *e)
{
    struct pw_values *v = &w->read[e->item % PW_READS].of[e->frag];
    may_read(v, value_of(ch, s, e->addr));
    /* an item just counted may not show yet */
    if (e->addr == TN_TNW_PI_DONE && ch->done && e->at <= ch->done_at + PW_SETTLES)
        may_read(v, ch->done - 1);
}

static void do_event(struct tn_tnw_pi_judge *w, struct pw_chan *ch, struct pw_state *s)
{
    const struct tnw_pw_event *e = &ch->event[s->pos % PW_EVENTS];
    const bool sound = !s->win.error;
    s->pos++;
    s->win.dropped = 0;
    switch (e->kind) {
    case PW_FRAG:
        do_fragment(w, ch, s, e);
        break;
    case PW_FORM:
        tn_tnw_pi_window_fail(&s->win, TN_TNW_PI_FORM, e->addr);
        if (sound)
            owe(w, s, pw_rule_of(e->cause));
        break;
    case PW_NEXT:
        tn_tnw_pi_window_next(&s->win, e->addr);
        ch->last_line = 0;
        break;
    case PW_READ:
    default:
        do_read(w, ch, s, e);
    }
    s->dropped_lo += s->win.dropped;
    s->dropped_hi += s->win.dropped;
    s->win.dropped = 0;
}

void tnw_pw_finish(struct tn_tnw_pi_judge *w, struct pw_chan *ch, struct pw_state *s)
{
    const unsigned line = ch->last_line;
    while (s->pos != ch->in)
        do_event(w, ch, s);
    ch->last_line = line;
}

static bool is_alike(const struct pw_state *a, const struct pw_state *b)
{
    if (a->pos != b->pos || a->owed_n != b->owed_n)
        return false;
    return memcmp(&a->win, &b->win, sizeof a->win) == 0 &&
           memcmp(a->owed, b->owed, a->owed_n * sizeof *a->owed) == 0;
}

/* Makes a state take what another one, alike, has otherwise. */
static void widen(struct pw_state *s, const struct pw_state *by)
{
    s->dropped_lo = by->dropped_lo < s->dropped_lo ? by->dropped_lo : s->dropped_lo;
    s->dropped_hi = by->dropped_hi > s->dropped_hi ? by->dropped_hi : s->dropped_hi;
    s->since = by->since < s->since ? by->since : s->since;
    s->until = by->until > s->until ? by->until : s->until;
    s->owed_until = by->owed_until > s->owed_until ? by->owed_until : s->owed_until;
}

void tnw_pw_merge(struct pw_chan *ch)
{
    unsigned n = 0;
    for (unsigned i = 0; i < ch->n; i++) {
        unsigned k = 0;
        while (k < n && !is_alike(&ch->state[k], &ch->state[i]))
            k++;
        if (k < n)
            widen(&ch->state[k], &ch->state[i]);
        else if (n++ != i)
            ch->state[n - 1] = ch->state[i];
    }
    ch->n = n;
}

/* The states that one more event makes, of all that there are and come. */
static void branch(struct tn_tnw_pi_judge *w, struct pw_chan *ch)
{
    for (unsigned i = 0; i < ch->n; i++) {
        if (ch->state[i].pos == ch->in)
            continue;
        if (ch->n == PW_STATES) {
            ch->lost = true;
            w->unsure++;
            return;
        }
        struct pw_state *s = &ch->state[ch->n];
        *s = ch->state[i];
        do_event(w, ch, s);
        unsigned k = 0;
        while (k < ch->n && !is_alike(&ch->state[k], s))
            k++;
        if (k < ch->n)
            widen(&ch->state[k], s);
        else
            ch->n++;
    }
}

/* Those whose next event's time is over are no more. */
static void drop_late(struct tn_tnw_pi_judge *w, struct pw_chan *ch)
{
    unsigned n = 0;
    for (unsigned i = 0; i < ch->n; i++) {
        const struct pw_state *s = &ch->state[i];
        if (s->pos != ch->in && ch->event[s->pos % PW_EVENTS].until <= w->t)
            continue;
        if (n++ != i)
            ch->state[n - 1] = *s;
    }
    ch->n = n;
}

static void note_dropped(struct pw_chan *ch)
{
    ch->dropped_lo = ch->state[0].dropped_lo;
    ch->dropped_hi = ch->state[0].dropped_hi;
    for (unsigned i = 1; i < ch->n; i++) {
        const struct pw_state *s = &ch->state[i];
        ch->dropped_lo = s->dropped_lo < ch->dropped_lo ? s->dropped_lo : ch->dropped_lo;
        ch->dropped_hi = s->dropped_hi > ch->dropped_hi ? s->dropped_hi : ch->dropped_hi;
    }
}

void tnw_pw_advance(struct tn_tnw_pi_judge *w)
{
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++) {
        struct pw_chan *ch = &w->chan[id];
        if (ch->lost || (ch->n == 1 && ch->state[0].pos == ch->in))
            continue;
        branch(w, ch);
        if (ch->lost)
            continue;
        drop_late(w, ch);
        note_dropped(ch);
    }
}
