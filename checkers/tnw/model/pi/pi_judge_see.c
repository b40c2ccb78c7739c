/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi: what obs_err_*, time and registers read leave of a window's states.
 */
#include "pi_judge.h"

static bool waits(const struct tn_tnw_pi_judge *w, const struct pw_state *s)
{
    return !s->win.error && !tn_tnw_pi_window_whole(&s->win, pw_places(w)) &&
           !tn_tnw_pi_window_empty(&s->win);
}

/* Takes one error shown off a state; false: it cannot have shown it. */
static bool takes_error(const struct tn_tnw_pi_judge *w, unsigned id, struct pw_state *s,
                        enum tn_tnw_pi_error error)
{
    if (s->owed_n && s->owed[0].error == error) {
        for (unsigned i = 1; i < s->owed_n; i++)
            s->owed[i - 1] = s->owed[i];
        s->owed_n--;
        s->owed_until = s->owed_n ? w->t + PW_SHOWS : 0;
        return true;
    }
    if (s->owed_n || error != TN_TNW_PI_INCOMPLETE || !waits(w, s) || w->tmo_lo == UINT32_MAX ||
        w->t < s->since + w->tmo_lo)
        return false;
    const uint64_t base = (uint64_t)id << tn_tnw_pi_window_log2(&w->par);
    tn_tnw_pi_window_fail(&s->win, error, (uint32_t)(base + (uint64_t)s->win.next * TNW_PAYLOAD));
    return true;
}

/* What the error would have been right for: the line that the last fragment met. */
static enum pw_rule of_error(const struct pw_chan *ch, enum tn_tnw_pi_error error)
{
    if (ch->state[0].owed_n)
        return (enum pw_rule)ch->state[0].owed[0].rule;
    if (error == TN_TNW_PI_INCOMPLETE)
        return PW_PUT_9;
    if (error == TN_TNW_PI_FORM)
        return PW_PI_9;
    return pw_rule_of_line(ch->last_line ? ch->last_line : 3);
}

static void see_error(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    const unsigned id = c->out.obs_err_id;
    const enum tn_tnw_pi_error error = c->out.obs_err_cause;
    if (!tn_judge(&w->judge, PW_PUT_10,
                  id < TN_TNW_PI_WINDOWS && error >= TN_TNW_PI_OVERWRITE && error <= TN_TNW_PI_FORM,
                  "obs_err_* of a window, cause 1 to 4", "%u, cause %u", id, error))
        return;
    struct pw_chan *ch = &w->chan[id];
    w->count[PW_PUT_ITEMS + error]++;
    if (w->due == (int)id)
        w->due = -1;
    if (ch->lost)
        return;
    const enum pw_rule rule = of_error(ch, error);
    unsigned n = 0;
    for (unsigned i = 0; i < ch->n; i++)
        if (takes_error(w, id, &ch->state[i], error) && n++ != i)
            ch->state[n - 1] = ch->state[i];
    ch->lost = !tn_judge(&w->judge, rule, n > 0, "no ERROR of the window, or another one",
                         "window %u, cause %u", id, error);
    w->judge.asked[PW_PUT_10]++;
    if (n)
        ch->n = n;
    tnw_pw_merge(ch);
}

/* Errors that were to be shown by now. */
static void see_none(struct tn_tnw_pi_judge *w, unsigned id)
{
    struct pw_chan *ch = &w->chan[id];
    unsigned n = 0;
    const struct pw_owed owed = ch->state[0].owed[0];
    for (unsigned i = 0; i < ch->n; i++) {
        const struct pw_state *s = &ch->state[i];
        if (s->owed_n && s->owed_until < w->t)
            continue;
        if (n++ != i)
            ch->state[n - 1] = *s;
    }
    if (n == 0)
        ch->lost = !tn_judge(&w->judge, (enum pw_rule)owed.rule, false, "the window goes to ERROR",
                             "window %u does not, cause %u", id, owed.error);
    else
        ch->n = n;
}

void tnw_pw_errors(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    if (c->out.obs_err_valid)
        see_error(w, c);
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++)
        if (!w->chan[id].lost && (w->chan[id].n > 1 || w->chan[id].state[0].owed_n))
            see_none(w, id);
}

static bool is_over(const struct tn_tnw_pi_judge *w, const struct pw_state *s)
{
    const uint64_t from = s->until > w->tmo_until ? s->until : w->tmo_until;
    if (!waits(w, s) || w->tmo_hi == UINT32_MAX)
        return false;
    return w->t > from + w->tmo_hi + PW_SWEEP + PW_SHOWS;
}

void tnw_pw_timeouts(struct tn_tnw_pi_judge *w)
{
    if (w->t > w->tmo_until)
        w->tmo_lo = w->tmo_hi = w->reorder[0] ? w->reorder[0] : UINT32_MAX;
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++) {
        struct pw_chan *ch = &w->chan[id];
        unsigned n = 0;
        for (unsigned i = 0; !ch->lost && i < ch->n; i++)
            if (!is_over(w, &ch->state[i]) && n++ != i)
                ch->state[n - 1] = ch->state[i];
        if (ch->lost || n == ch->n)
            continue;
        if (n)
            ch->n = n;
        else
            ch->lost =
                !tn_judge(&w->judge, PW_PUT_9, false, "ERROR 3 after REORDER_TMO",
                          "window %u waits %u cycles", id, (unsigned)(w->t - ch->state[0].until));
    }
}

/* The rule that a register read otherwise breaks. */
static enum pw_rule of_value(const struct pw_chan *ch, unsigned reg, uint32_t want, uint32_t found)
{
    const bool is_status = reg == TN_TNW_PI_STATUS;
    const struct pw_state *last = &ch->state[ch->n - 1];
    if (last->owed_n && reg != TN_TNW_PI_DONE)
        return (enum pw_rule)last->owed[0].rule;
    if (reg == TN_TNW_PI_ERR_ADDR || (is_status && ((want & 1) || ((want ^ found) & 15))))
        return PW_PUT_10;
    if (reg == TN_TNW_PI_NEXT && ch->last_line == 4)
        return PW_PUT_5;
    if (is_status && (ch->last_line == 3 || ch->last_line == 4))
        return pw_rule_of_line(ch->last_line);
    return PW_CNT_3;
}

void tnw_pw_value(struct tn_tnw_pi_judge *w, unsigned id, unsigned reg,
                  const struct pw_values *values, uint32_t found)
{
    static const char *const names[4] = {"NEXT", "STATUS", "ERR_ADDR", "DONE"};
    struct pw_chan *ch = &w->chan[id];
    bool right = values->any;
    if (ch->lost || !values->n)
        return;
    for (unsigned i = 0; i < values->n; i++)
        right = right || values->v[i] == found;
    w->judge.asked[PW_CNT_3]++;
    w->judge.asked[PW_PUT_10] += reg == TN_TNW_PI_STATUS || reg == TN_TNW_PI_ERR_ADDR;
    ch->lost =
        !tn_judge(&w->judge, of_value(ch, reg, values->v[0], found), right, "the window's register",
                  "%s of %u: %X and not %X", names[reg / 4], id, found, values->v[0]);
}
