/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a cz_dll: TLP frames that leave, replays, REPLAY_TIMER, s_tlp_ok (cz_dll.md 4).
 */
#include "dll_judge.h"

#include <string.h>

enum { NUMBER_AT = 2, TLP_AT = 4, FRAME_MIN = 20 };

static void no_causes(struct tn_cz_dll_judge *j)
{
    j->causes = j->starts = j->rollovers = 0;
    j->rolled_since = 0;
}

void tn_czd_tx_down(struct tn_cz_dll_judge *j)
{
    j->replay_due = j->replay_may = false;
    no_causes(j);
    j->aborted = 0;
    j->stuck = 0;
    memset(j->used, 0, sizeof j->used);
    memset(j->win_on, 0, sizeof j->win_on);
    memset(j->win_off, 0, sizeof j->win_off);
    j->timer = j->timer_was = 0;
    j->restarted = j->progressed = j->now;
    j->cursor = 0;
}

void tn_czd_tx_taken(struct tn_cz_dll_judge *j, const struct czd_parts *t, bool abort)
{
    if (abort) {
        j->aborted++;
        j->abort_is = t->f;
    } else if (tn_cz_dll_send(j->m, t->f.bytes, t->f.len) >= 0) {
        j->tx_tlps++;
    }
}

static void restart_timer(struct tn_cz_dll_judge *j)
{
    j->timer_was = j->timer;
    j->restarted = j->now;
    j->timer = 0;
}

/* A replay is due: after a Nak, or at the end of the timer. */
void tn_czd_tx_cause(struct tn_cz_dll_judge *j)
{
    if (!j->replay_due)
        j->replay_since = j->now;
    j->replay_last = j->now;
    j->replay_due = true;
    j->causes++;
}

void tn_czd_tx_acked(struct tn_cz_dll_judge *j, const struct tn_cz_dll_seen *s)
{
    if (s->progress) {
        restart_timer(j);
        no_causes(j);
        j->progressed = j->now;
        if (j->m->ackd == j->m->whole)
            j->replay_due = j->replay_may = false;
    }
    if (s->replay)
        tn_czd_tx_cause(j);
}

/* A nullified TLP: what was aborted, or its begin, with the number that the next TLP has. */
static void nullified(struct tn_cz_dll_judge *j, const struct tn_cz_frame *f)
{
    const size_t len = f->len - TLP_AT - 4;
    j->nullified++;
    tn_scope_judge(&j->all, DLL_7, tn_cz_frame_lcrc(f) == ~tn_cz_frame_lcrc_want(f),
                   "the inverted LCRC with EDB", "%08X", tn_cz_frame_lcrc(f));
    tn_scope_judge(&j->all, NUL_1,
                   j->aborted && len <= j->abort_is.len &&
                       memcmp(f->bytes + TLP_AT, j->abort_is.bytes, len) == 0,
                   "EDB ends a TLP that its source aborted, once", "%zu bytes, %u aborted", len,
                   j->aborted);
    j->aborted = 0;
}

/* The number after the last one sent, or the oldest that is not acknowledged, if that is later. */
static unsigned cursor(const struct tn_cz_dll_judge *j)
{
    return tn_cz_seq_minus(j->m->ackd, j->cursor) < TN_CZ_SEQ / 2
               ? tn_cz_seq_minus(j->m->ackd + 1u, 0)
               : j->cursor;
}

static bool replaying(const struct tn_cz_dll_judge *j)
{
    return j->replay_due || cursor(j) != tn_cz_seq_minus(j->m->whole + 1u, 0);
}

/* Judges the number of a TLP that was sent before. */
static bool again(struct tn_cz_dll_judge *j, unsigned n, const struct czd_parts *t)
{
    const unsigned oldest = tn_cz_seq_minus(j->m->ackd + 1u, 0);
    const bool late = czd_between(t->sure.ackd + 1u, n, oldest); /* it knew no later Ack */
    const bool follows = czd_between(j->cursor, n, cursor(j));
    const bool due = j->replay_due || j->replay_may, starts = late && (due || n != oldest);
    j->replay_may = false;
    if (!tn_scope_judge(&j->all, ACK_2, czd_between(t->sure.ackd + 1u, n, j->m->whole),
                        "what was acknowledged is not sent again", "TLP %u", n) ||
        !tn_scope_judge(&j->all, RPL_1, starts || follows,
                        "a replay, when due, of all, oldest first", "TLP %u, not %u", n, cursor(j)))
        return false;
    if (starts && due) { /* by the causes that came before it began */
        j->starts++;
        j->replay_due = j->replay_due && j->replay_last > t->began;
        j->replay_since = j->replay_last;
        j->replay_may = !j->replay_due && j->replay_last + CZD_LAG > t->began;
        if (j->starts / 4 > j->rollovers && !j->rolled_since)
            j->rolled_since = j->now;
    }
    return true;
}

/* Judges the number; returns whether it may stand there. */
static bool number(struct tn_cz_dll_judge *j, unsigned n, const struct czd_parts *t)
{
    const unsigned fresh = tn_cz_seq_minus(j->m->whole + 1u, 0);
    const bool due = j->replay_due && t->began > j->replay_since + CZD_LAG;
    if (n == fresh)
        return tn_scope_judge(&j->all, DLL_4, n != j->m->next, "the number of a TLP that was taken",
                              "%u", n) &&
               tn_scope_judge(&j->all, RPL_2, !due && cursor(j) == fresh,
                              "the replay before new TLPs", "new TLP %u", n);
    if (tn_cz_seq_minus(n, fresh) < TN_CZ_SEQ / 2)
        return tn_scope_judge(&j->all, DLL_4, false, "the number after the last one", "%u, not %u",
                              n, fresh);
    return again(j, n, t);
}

/* A new TLP left: credit. */
static void consumed(struct tn_cz_dll_judge *j, const uint8_t *tlp, size_t len)
{
    unsigned data;
    const unsigned cls = tn_cz_dll_class(tlp, len, &data), needed[2] = {1, data};
    for (unsigned k = 0; k < 2; k++) {
        struct tn_cz_credit c = j->m->credit[cls][k];
        c.consumed = j->used[cls][k];
        tn_scope_judge(&j->all, FC_7, tn_cz_credit_sent(&c, needed[k]), "credit for the TLP",
                       "%u of %u used, %u needed", c.consumed, c.limit, needed[k]);
        j->used[cls][k] = (c.consumed + needed[k]) & c.mask;
    }
}

void tn_czd_tx_frame(struct tn_cz_dll_judge *j, const struct czd_parts *t)
{
    const struct tn_cz_frame *f = &t->f;
    const unsigned n = (f->bytes[NUMBER_AT] & 15u) << 8 | f->bytes[NUMBER_AT + 1];
    if (!tn_scope_judge(&j->all, FC_8, j->m->state == TN_CZ_ACTIVE, "no TLP before DL_Active",
                        "TLP %u", n) ||
        !tn_scope_judge(&j->all, STR_1, f->len >= FRAME_MIN && !f->bytes[0] && !f->bytes[1],
                        "2 bytes of 0, number, TLP, LCRC", "%zu bytes", f->len))
        return;
    tn_scope_remark(&j->all, DLL_2, !(f->bytes[NUMBER_AT] & 0xf0), "0 above the number", "%02X",
                    f->bytes[NUMBER_AT]);
    if (f->edb) {
        nullified(j, f);
        return;
    }
    if (!tn_scope_judge(&j->all, DLL_1, tn_cz_frame_lcrc(f) == tn_cz_frame_lcrc_want(f),
                        "the LCRC is right", "%08X", tn_cz_frame_lcrc(f)))
        return;
    const bool fresh = n == tn_cz_seq_minus(j->m->whole + 1u, 0);
    const bool first = j->m->whole == j->m->ackd;
    if (!number(j, n, t))
        return;
    const size_t len = j->m->kept[n].len;
    tn_scope_judge(&j->all, fresh ? TX_1 : RPL_1,
                   f->len == len + NUMBER_AT &&
                       memcmp(f->bytes + NUMBER_AT, j->m->kept[n].bytes, len) == 0,
                   fresh ? "the bytes that the source gave" : "the same bytes again",
                   "TLP %u with other bytes", n);
    if (fresh) {
        consumed(j, f->bytes + TLP_AT, f->len - TLP_AT - 4);
        j->m->whole = (uint16_t)n;
    } else {
        j->replayed++;
    }
    j->cursor = (uint16_t)tn_cz_seq_minus(n + 1u, 0);
    if (fresh ? first : n == j->m->whole)
        restart_timer(j);
}

/* A timeout: not early by the old limit or the new, not late by more than 100 %. */
void tn_czd_tx_timer(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    const bool leaving =
        (p->m_frm.valid && !p->m_frm_dllp) || (!p->m_frm.valid && j->frm.open && !j->frm.dllp);
    const uint32_t lag = (uint32_t)(j->now - j->restarted);
    uint32_t limit = j->replay_limit, most = j->timer;
    if (!czd_settled(j) && j->m->state != TN_CZ_ACTIVE)
        return;
    if (p->obs_err & TN_CZ_TIMEOUT) {
        if (j->now <= j->limit_set + CZD_LAG && j->limit_was < limit)
            limit = j->limit_was;
        if (lag <= CZD_LAG && j->timer_was + lag > most)
            most = j->timer_was + lag;
        tn_scope_judge(&j->all, TMR_1, most >= limit,
                       "a timeout at REPLAY_LIMIT, not before", "after %u of %u symbol times", most,
                       limit);
        restart_timer(j);
        if (j->m->ackd != j->m->whole)
            tn_czd_tx_cause(j);
        return;
    }
    if (j->m->ackd == j->m->whole || replaying(j) || leaving)
        return;
    j->timer++;
    if (j->timer > 2 * limit + CZD_LAG) {
        tn_scope_judge(&j->all, TMR_1, false, "a timeout by twice REPLAY_LIMIT",
                       "none after %u symbol times", j->timer);
        restart_timer(j);
    }
}

static void rollover(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    const bool error = p->obs_err & TN_CZ_ROLLOVER;
    if (error || p->retrain) {
        tn_scope_judge(&j->all, RPL_3, error == p->retrain, "retrain with error 3", "%d, %d",
                       p->retrain, error);
        tn_scope_judge(&j->all, RPL_3,
                       j->causes / 4 > j->rollovers || j->now <= j->progressed + CZD_LAG,
                       "retrain at the fourth replay without progress", "after %u", j->causes);
        j->rollovers++;
        j->rolled_since = 0;
    } else if (j->rolled_since && j->now > j->rolled_since + CZD_LAG) {
        tn_scope_judge(&j->all, RPL_3, false, "retrain at the fourth replay", "none");
        j->rolled_since = 0;
    }
}

/* A TLP that waits leaves; a DLLP before it, or a wire that is not ready, may delay it. */
static void waits(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    const bool again_due = replaying(j);
    if (p->m_frm.valid || (!again_due && cursor(j) == j->m->next)) {
        j->stuck = 0;
    } else if (++j->stuck > CZD_LAG) {
        tn_scope_judge(&j->all, again_due ? RPL_1 : TX_1, false,
                       again_due ? "the replay goes on" : "a TLP that was taken leaves",
                       "nothing leaves");
        j->stuck = 0;
    }
}

static void offer(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    const unsigned ok = tn_cz_dll_ok(j->m);
    for (unsigned c = 0; c < 3; c++) {
        const bool is = p->s_tlp_ok >> c & 1, may = ok >> c & 1, busy = j->src.open;
        j->win_on[c] = may && !is && !busy ? j->win_on[c] + 1 : 0;
        j->win_off[c] = !may && is ? j->win_off[c] + 1 : 0;
        if (j->win_on[c] > CZD_LAG || j->win_off[c] > CZD_LAG) {
            tn_scope_judge(&j->all, WIN_1, false,
                           may ? "s_tlp_ok: room, numbers and credit are there"
                               : "no s_tlp_ok without room, numbers or credit",
                           "s_tlp_ok %X, %u outstanding", p->s_tlp_ok, tn_cz_dll_outstanding(j->m));
            j->win_on[c] = j->win_off[c] = 0;
        }
    }
    tn_judge_held(&j->judge, WIN_1);
}

void tn_czd_tx_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    if (!czd_settled(j) && j->m->state != TN_CZ_ACTIVE)
        return;
    rollover(j, p);
    if (j->m->state != TN_CZ_ACTIVE)
        return;
    waits(j, p);
    offer(j, p);
}
