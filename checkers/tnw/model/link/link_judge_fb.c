/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Link states of a link's end, and the feedback that it receives (tnw_link.md sections 4, 7): what
 * moves the state, RESTART, and what is the sender's.
 */
#include "link_judge.h"

enum {
    FROM_LANES = 6,  /* rx_up, one cycle, and 4 for the first SET */
    FROM_WRITE = 9,  /* a register's 4 */
    FROM_FIELD = 10, /* a field's 6 */
};

bool tnw_w_was_up(const struct tn_tnw_link_judge *w)
{
    for (unsigned i = 0; i <= TNW_EFFECT && i <= w->t; i++)
        if (tnw_pins(w, w->t - i)->in.rx_up)
            return true;
    return false;
}

void tnw_w_enter(struct tn_tnw_link_judge *w, enum tn_tnw_state state)
{
    w->left_at[w->state] = w->t;
    w->state = state;
    w->since = w->t;
    w->set_at = 0;
    w->set_due = state != TN_TNW_INIT                 ? FROM_FIELD
                 : w->set_regs_at + FROM_WRITE > w->t ? FROM_WRITE
                                                      : FROM_LANES;
    if (state == TN_TNW_FAILED) {
        tnw_states_end(w);
        w->judge.asked[TNW_LNK_5]++;
    }
    if (state != TN_TNW_UP)
        return;
    w->expected = 0;
    w->discarding = w->sync_seen = w->rx_lost = false;
    w->pend_sent = w->pend_n = 0;
    w->pend_sent_at = 0;
    tnw_states_start(w);
}

static void restart(struct tn_tnw_link_judge *w, unsigned seq)
{
    if (!tnw_w_seq_off(w) && ((w->expected - seq) & 31) > TNW_BEFORE) {
        tnw_count(w, TN_TNW_R_SYNC, 1, 1);
        w->sync_seen = w->discarding;
        return;
    }
    w->judge.asked[TNW_RX_10]++;
    if (w->discarding)
        tnw_pend_restart(w);
    w->discarding = false;
}

static bool moves_state(const struct tn_tnw_in *in)
{
    const struct tnw_ctl c = tnw_ctl_decode(in->rx.data);
    return in->rx_up && !in->rst && tnw_classify(in->rx) == TNW_SET && tnw_ctl_good(&c) &&
           (c.code == TNW_INIT || c.code == TNW_READY);
}

/* Words that move READY to UP. */
static bool moves_up(const struct tn_tnw_in *in)
{
    const struct tnw_ctl c = tnw_ctl_decode(in->rx.data);
    const enum tnw_class kind = tnw_classify(in->rx);
    return moves_state(in) || (in->rx_up && (kind == TNW_SET || kind == TNW_START) &&
                               c.code != TNW_NONE && tnw_ctl_good(&c));
}

/* Whether the end is in UP in this cycle for certain, by what it shows. */
static bool shows_up(const struct tn_tnw_out *o)
{
    const struct tnw_ctl c = tnw_ctl_decode(o->tx.data);
    const enum tnw_class kind = tnw_classify(o->tx);
    return o->inj_ok || kind == TNW_START || (kind == TNW_SET && c.code <= TNW_NACK_FULL);
}

static bool shows_ready(const struct tn_tnw_out *o)
{
    return tnw_classify(o->tx) == TNW_SET && tnw_ctl_decode(o->tx.data).code == TNW_READY;
}

/* The last cycle from begin on, and before `before`, whose word moves; 0: none. */
static uint64_t last_moving(const struct tn_tnw_link_judge *w, uint64_t begin, uint64_t before,
                            bool (*moves)(const struct tn_tnw_in *))
{
    for (uint64_t t = before; t-- > begin;)
        if (moves(&tnw_pins(w, t)->in))
            return t;
    return 0;
}

/* An end comes out of DOWN at some time, and from then on uses what comes: from which word on is
 * seen by its first READY, or by its being in UP without one, or before the next word that could
 * have brought it there. */
static uint64_t first_used(const struct tn_tnw_link_judge *w)
{
    const uint64_t begin = w->t < 6 ? 1 : w->t - 5, latest = w->t + TNW_SETTLE + 1;
    uint64_t ready = 0, up = 0, first, next;
    for (uint64_t t = w->t + 1; t < w->t + TNW_LAG && !up; t++) {
        up = shows_up(&tnw_pins(w, t)->out) ? t : 0;
        if (!ready && shows_ready(&tnw_pins(w, t)->out))
            ready = t;
    }
    if (!ready && !up)
        return latest;
    first = last_moving(w, begin, ready ? ready : last_moving(w, begin, up, moves_up), moves_state);
    for (next = first + 1; next < w->t + TNW_LAG && !moves_up(&tnw_pins(w, next)->in);)
        next++;
    if (ready && up && up <= next && last_moving(w, begin, first, moves_state))
        first = last_moving(w, begin, first, moves_state);
    return first && first < latest ? first : latest;
}

static void in_up(struct tn_tnw_link_judge *w, const struct tnw_ctl *c)
{
    if (c->code == TNW_INIT) {
        tnw_count(w, TN_TNW_R_PEER_RESET, 1, 1);
        tnw_w_enter(w, TN_TNW_FAILED);
    } else if (c->code == TNW_READY) {
        tnw_pend_ready(w);
    } else if (c->code == TNW_RESTART) {
        restart(w, c->seq);
    } else {
        w->field[w->field_n++ % TNW_FIELDS] = (struct tnw_field){w->t, c->code, c->seq};
    }
}

/* A reset waits for the end of a take: what comes may still take packets out of txBuffer. */
static void before_reset(struct tn_tnw_link_judge *w, const struct tnw_ctl *c)
{
    if (c->code != TNW_ACK && c->code != TNW_NACK && c->code != TNW_NACK_FULL)
        return;
    in_up(w, c);
}

void tnw_w_feedback(struct tn_tnw_link_judge *w, const struct tnw_ctl *c, bool sure)
{
    const bool set = c->octet == TNW_Q;
    if (w->state == TN_TNW_DOWN || tnw_loose(w) || !w->synced) {
        tnw_count(w, TN_TNW_R_FB_CRC, 0, !tnw_ctl_good(c));
        tnw_count(w, TN_TNW_R_FB_CODE, 0, 1);
        if (w->state == TN_TNW_UP && tnw_ctl_good(c))
            before_reset(w, c);
        if (w->state == TN_TNW_DOWN || tnw_loose(w))
            return;
    }
    if (!tnw_ctl_good(c)) {
        tnw_count(w, TN_TNW_R_FB_CRC, sure, w->synced);
        return;
    }
    if (c->code == 7 ||
        (set ? c->code == TNW_NONE : c->code == TNW_RESTART || c->code >= TNW_INIT)) {
        tnw_count(w, TN_TNW_R_FB_CODE, sure, w->synced);
        return;
    }
    if (c->code == TNW_NONE)
        return;
    if (w->state == TN_TNW_INIT) {
        if (c->code >= TNW_INIT && w->t >= w->use_from)
            tnw_w_enter(w, TN_TNW_READY);
    } else if (w->state == TN_TNW_READY) {
        if (c->code == TNW_INIT)
            return;
        tnw_w_enter(w, TN_TNW_UP);
        if (c->code != TNW_READY)
            in_up(w, c);
    } else {
        in_up(w, c);
    }
}

void tnw_w_leave_down(struct tn_tnw_link_judge *w)
{
    tnw_w_enter(w, TN_TNW_INIT);
    w->use_from = first_used(w);
    for (uint64_t t = w->use_from; t < w->t; t++)
        if (moves_state(&tnw_pins(w, t)->in)) {
            const struct tnw_ctl c = tnw_ctl_decode(tnw_pins(w, t)->in.rx.data);
            tnw_w_feedback(w, &c, false);
        }
}
