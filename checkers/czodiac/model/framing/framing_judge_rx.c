/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a cz_framing: what is received (cz_framing.md 4, 5, 6).
 */
#include "framing_judge.h"

#include <string.h>

enum { BEAT = 16, SKP_MOST = 5, THICK = 4 };

/* An error: inside a frame it is the frame's, outside it is reported, unless it may be a
 * consequence. An ordered set of 1 to 5 SKP is none. */
static void on_breach(void *ctx, enum tn_cz_breach what, unsigned lane, bool inside, bool again)
{
    struct tn_cz_framing_judge *j = ctx;
    const bool high = j->par.lanes == 8 && lane >= 4;
    if (what == TN_CZ_SET_LENGTH && j->in.set_at > 1 && j->in.set_at <= 1 + SKP_MOST)
        return;
    j->hurt = true;
    if (what == TN_CZ_BAD_IDLE && !again)
        return;
    if (inside || again || what == TN_CZ_NO_PAD || what == TN_CZ_SET_LENGTH ||
        (what == TN_CZ_BAD_PAD && high) || (what == TN_CZ_BAD_START && high && lane == 4))
        j->may = true;
    else
        j->must = true;
}

/* A frame came: it is due at m_frm, unless the page leaves that open. */
static void on_frame(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began)
{
    struct tn_cz_framing_judge *j = ctx;
    const uint64_t first = j->now - (j->in.columns - began);
    const enum czf_rule rule = j->in.doubt ? ERR_3 : f->err ? ERR_1 : j->hurt ? ERR_3 : RX_1;
    const struct tn_due d = {.from = j->now,
                             .until = j->now + j->lag + f->len / BEAT + 1,
                             .behind = TN_DUE_NONE,
                             .early = RX_2,
                             .late = (uint8_t)rule,
                             .wrong = (uint8_t)rule,
                             .missing = (uint8_t)rule,
                             .what = f->err ? "a frame with m_frm_err" : "the frame that came"};
    const bool thick = j->par.lanes == 8 && f->err && j->now <= j->last_hurt + THICK;
    if (f->err)
        j->last_hurt = j->now;
    j->may |= thick;
    if (!j->up || first < j->rose || j->blind)
        return;
    const uint64_t n = tn_due_expect(&j->got.due, &d);
    if (n == TN_DUE_NONE) {
        tn_scope_close(&j->rx);
        return;
    }
    j->got.f[tn_due_place(n)] = *f;
    j->got.loose[tn_due_place(n)] = loose || thick || first <= j->rose + j->lag || !j->in_step;
    j->hurt &= f->err;
}

static const struct tn_cz_reader_ops ops = {.frame = on_frame, .breach = on_breach};

void tn_czf_rx_init(struct tn_cz_framing_judge *j)
{
    tn_scope_open(&j->rx, &j->judge, NULL);
    tn_scope_open(&j->errors, &j->judge, NULL);
    tn_cz_reader_init(&j->in, &j->par, &ops, j);
    tn_lag_init(&j->told, j->lag);
    j->seen = 0;
    j->in_step = 0;
    j->hurt = false;
    tn_czf_rx_down(j);
}

void tn_czf_rx_down(struct tn_cz_framing_judge *j)
{
    const uint32_t open = tn_lag_most(&j->told, j->now) - j->seen;
    tn_lag_init(&j->told, j->lag);
    tn_lag_maybe(&j->told, j->now, open); /* the fall may have come before the report */
    j->seen = 0;
    tn_scope_open(&j->rx, &j->judge, NULL);
    tn_czf_clear(&j->got);
    j->spare[0] = j->spare[1] = 0;
    j->out_m.open = false;
}

static bool same(const struct tn_cz_frame *a, const struct tn_cz_frame *b)
{
    return a->dllp == b->dllp && a->err == b->err &&
           (a->err ||
            (a->edb == b->edb && a->len == b->len && memcmp(a->bytes, b->bytes, a->len) == 0));
}

/* Says whether frame n, which is due, may have left already: frames with an error have no bytes by
 * which to tell them, and one that was due before it and may be missing took its place. */
static bool left_before(struct tn_cz_framing_judge *j, uint64_t n)
{
    const struct tn_cz_frame *f = &j->got.f[tn_due_place(n)];
    if (!f->err || !j->spare[f->dllp])
        return false;
    j->spare[f->dllp]--;
    return true;
}

/* A frame left at m_frm: the first of those that came. */
static void delivered(struct tn_cz_framing_judge *j, const struct tn_cz_frame *f)
{
    uint64_t n = tn_due_first(&j->got.due);
    while (n != TN_DUE_NONE && !same(f, &j->got.f[tn_due_place(n)]) &&
           (j->got.loose[tn_due_place(n)] || left_before(j, n))) {
        tn_due_done(&j->got.due, n);
        n = tn_due_first(&j->got.due);
    }
    if (!tn_scope_judge(&j->rx, RX_2, n != TN_DUE_NONE, "frames that came, and no other",
                        "%s of %zu bytes%s", f->dllp ? "a DLLP" : "a TLP", f->len,
                        f->err ? ", with m_frm_err" : ""))
        return;
    const struct tn_cz_frame *want = &j->got.f[tn_due_place(n)];
    const struct tn_due *d = tn_due_of(&j->got.due, n);
    if (!f->err)
        j->spare[0] = j->spare[1] = 0;
    else if (j->got.loose[tn_due_place(n)])
        j->spare[f->dllp]++;
    if (want->err)
        tn_scope_judge(&j->rx, d->missing, f->err && f->dllp == want->dllp,
                       "m_frm_err with a frame that has an error",
                       "a %s without, or of the other kind", f->dllp ? "DLLP" : "TLP");
    else
        tn_scope_judge(&j->rx, d->missing, same(f, want) && j->out_m.first <= d->from + j->lag,
                       "the frame as it came, with its first beat in 16 cycles",
                       "%zu bytes, not %zu%s, first beat %lld cycles behind", f->len, want->len,
                       f->err ? ", with m_frm_err" : "", (long long)(j->out_m.first - d->from));
    tn_due_done(&j->got.due, n);
}

static void stream(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p)
{
    struct czf_passing *t = &j->out_m;
    const struct tn_stream_beat *b = &p->m_frm;
    if (!b->valid)
        return;
    tn_scope_judge(&j->rx, STR_1,
                   (b->last ? b->keep && (b->keep & (b->keep + 1)) == 0 : b->keep == 15) &&
                       (!t->open || p->m_frm_dllp == t->f.dllp) &&
                       (!p->m_frm_dllp || p->m_frm_err || (b->last && b->keep == 3)),
                   "beats as the page has them", "keep %X, last %d, dllp %d", b->keep, b->last,
                   p->m_frm_dllp);
    t->f.dllp = p->m_frm_dllp;
    if (!tn_czf_join(t, b, j->now))
        return;
    t->f.edb = p->m_frm_edb;
    t->f.err = p->m_frm_err;
    delivered(j, &t->f);
}

static void reports(struct tn_cz_framing_judge *j, bool pulse)
{
    if (!j->up || !j->in_step || !czf_settled(j) || j->now <= j->rose + j->lag)
        j->may |= j->must, j->must = false;
    if (j->must)
        tn_lag_up(&j->told, j->now, 1);
    else if (j->may)
        tn_lag_maybe(&j->told, j->now, 1);
    if (j->must || j->may)
        j->last_error = j->now;
    j->must = j->may = false;
    j->seen += pulse;
    tn_scope_judge(&j->errors, ERR_2, tn_lag_may_show(&j->told, j->now, j->seen),
                   "obs_rx_err for an error outside frames, and for no other cause",
                   "%u of the last errors, not %u to %u", j->seen, tn_lag_least(&j->told, j->now),
                   tn_lag_most(&j->told, j->now));
    if (j->now > j->last_error + j->lag) { /* what may have been reported no longer is */
        tn_lag_init(&j->told, j->lag);
        j->seen = 0;
    }
}

/* All lanes have had a COM, or not. */
static void in_step(struct tn_cz_framing_judge *j, bool rx_up)
{
    const unsigned all = (1u << j->par.lanes) - 1;
    if (!j->in_step && (j->in.stepped & all) == all)
        j->in_step = j->now;
    if (rx_up)
        tn_scope_judge(&j->errors, UP_1, j->in_step, "rx_up behind a COM on all lanes", "before");
    else if (j->in_step && j->now > j->in_step + j->lag)
        tn_scope_judge(&j->errors, UP_1, false, "rx_up behind a COM on all lanes", "none");
}

void tn_czf_rx_cycle(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p)
{
    tn_cz_reader_column(&j->in, &p->rx);
    in_step(j, p->rx_up);
    reports(j, p->obs_rx_err);
    if (j->blind || !czf_settled(j))
        return;
    if (!j->up) {
        tn_scope_judge(&j->rx, DWN_1, !p->m_frm.valid, "no frame while up is 0", "a beat");
        return;
    }
    stream(j, p);
    for (uint64_t n; (n = tn_due_first(&j->got.due)) != TN_DUE_NONE &&
                     j->now >= tn_due_of(&j->got.due, n)->until &&
                     (j->got.loose[tn_due_place(n)] || left_before(j, n));)
        tn_due_done(&j->got.due, n);
    tn_due_judge_missing(&j->got.due, &j->rx, j->now, true);
}
