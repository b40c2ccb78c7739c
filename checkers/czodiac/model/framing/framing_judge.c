/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a cz_framing: the cycle, and what is sent (cz_framing.md 3, 6).
 */
#include "framing_judge.h"

#include <stdlib.h>
#include <string.h>

enum { BEAT = 16 };

static const char *const rules[] = {
#define CZF_RULE(name, id) id,
#include "framing_rules.def"
#undef CZF_RULE
    NULL};

bool tn_czf_join(struct czf_passing *t, const struct tn_stream_beat *b, uint64_t now)
{
    if (!t->open) {
        t->at = 0;
        t->first = now;
    }
    for (unsigned i = 0; i < 4 && (b->keep >> i & 1); i++, t->at += 4)
        if (t->at + 4 <= sizeof t->f.bytes)
            memcpy(t->f.bytes + t->at, b->data + 4 * i, 4);
    t->open = !b->last;
    t->f.len = t->at < sizeof t->f.bytes ? t->at : sizeof t->f.bytes;
    return b->last;
}

void tn_czf_clear(struct czf_row *r)
{
    tn_due_init(&r->due, TN_DUE_FIFO);
}

/* A breach of the form in which symbols leave. */
static void on_breach(void *ctx, enum tn_cz_breach what, unsigned lane, bool inside, bool again)
{
    static const struct {
        enum czf_rule rule;
        const char *expected, *found;
    } of[TN_CZ_BREACHES] = {
        [TN_CZ_BAD_SYMBOL] = {SYM_1, "a symbol of the page's table", "another one"},
        [TN_CZ_BAD_CONTROL] = {FRM_1, "data inside a frame", "a control symbol"},
        [TN_CZ_NO_END] = {FRM_1, "END or EDB as the frame's last symbol",
                          "none, or in another place"},
        [TN_CZ_STRAY] = {FRM_1, "END and EDB at the end of frames", "one outside frames"},
        [TN_CZ_BAD_START] = {LAN_1, "STP and SDP in lanes in which frames begin",
                             "in another lane"},
        [TN_CZ_BAD_PAD] = {LAN_2, "PAD behind a frame's end alone", "PAD elsewhere"},
        [TN_CZ_NO_PAD] = {LAN_2, "PAD behind a frame that ends in lane 3", "another symbol"},
        [TN_CZ_BAD_SET] = {SKP_1, "COM and SKP on all lanes, outside frames", "elsewhere"},
        [TN_CZ_SET_LENGTH] = {SKP_1, "three SKP behind a COM", "another number"},
        [TN_CZ_BAD_IDLE] = {SCR_1, "idle symbols that descramble to 00", "another value"},
    };
    struct tn_cz_framing_judge *j = ctx;
    (void)inside, (void)again;
    if (czf_settled(j) && (j->up || what != TN_CZ_BAD_IDLE))
        tn_scope_judge(&j->tx, of[what].rule, false, of[what].expected, "%s, lane %u",
                       of[what].found, lane);
}

static size_t symbols(const struct tn_cz_frame *f)
{
    return f->dllp ? 8 : f->len;
}

/* A frame left: the first of those that were taken. */
static void on_frame(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began)
{
    struct tn_cz_framing_judge *j = ctx;
    const uint64_t n = tn_due_first(&j->sent.due), first = j->now - (j->out.columns - began);
    (void)loose;
    if (!czf_settled(j) || f->err)
        return;
    if (tn_scope_is_open(&j->tx))
        tn_judge_held(&j->judge, FRM_1);
    if (j->blind ||
        !tn_scope_judge(&j->tx, FRM_2, n != TN_DUE_NONE, "a frame that was given", "one more"))
        return;
    const struct tn_cz_frame *want = &j->sent.f[tn_due_place(n)];
    tn_scope_judge(&j->tx, FRM_2, first >= tn_due_of(&j->sent.due, n)->from,
                   "a frame leaves once it is whole", "in cycle %llu", (unsigned long long)first);
    tn_scope_judge(&j->tx, FRM_2,
                   f->dllp == want->dllp && f->edb == want->edb && f->len == want->len &&
                       memcmp(f->bytes, want->bytes, f->len) == 0,
                   "the frames that were given, in order, with their bytes and ends",
                   "%zu bytes, not %zu, or other ones", f->len, want->len);
    tn_due_done(&j->sent.due, n);
}

static const struct tn_cz_reader_ops ops = {.frame = on_frame, .breach = on_breach};

/* An ordered set is due each skp_cyc cycles; the first cycle of them is known within bounds, which
 * every column narrows. */
static void sets(struct tn_cz_framing_judge *j)
{
    const struct tn_cz_reader *r = &j->out;
    const int64_t first = (int64_t)(j->now - j->sets * j->par.skp_cyc);
    if (!j->up || j->now <= j->rose + j->lag)
        return;
    if (r->set_now && r->set_at == 1) {
        if (first < j->due_hi)
            j->due_hi = first;
        j->sets++;
        tn_scope_judge(&j->tx, SKP_2, j->due_lo <= j->due_hi, "an ordered set when it is due",
                       "early by %lld cycles", (long long)(j->due_lo - j->due_hi));
    } else if (!r->set_now && (!r->busy || r->first)) {
        if (first >= j->due_lo)
            j->due_lo = first + 1;
        tn_scope_judge(&j->tx, SKP_2, j->due_lo <= j->due_hi, "an ordered set when it is due",
                       "late by %lld cycles", (long long)(j->due_lo - j->due_hi));
    }
}

/* A frame may be asked for while those before it have this many symbol times to leave; a beat and
 * the lag are on their way to the lanes. */
static void asks(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p)
{
    const unsigned lanes = j->par.lanes;
    size_t owed = 0;
    if (!p->s_frm_ready || j->in_s.open)
        return;
    for (uint64_t n = tn_due_first(&j->sent.due); n != TN_DUE_NONE;
         n = tn_due_next(&j->sent.due, n))
        owed += symbols(&j->sent.f[tn_due_place(n)]);
    owed -= j->out.open && j->out.at < owed ? j->out.at : 0;
    tn_scope_judge(&j->tx, FRM_3,
                   owed / lanes <= (j->par.mps + 43) / 16 + 6 + 2 * BEAT / lanes + j->lag,
                   "no frame is asked for while another one waits",
                   "with %zu symbol times to leave", owed / lanes);
}

static void takes(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p)
{
    struct czf_passing *t = &j->in_s;
    const struct tn_due d = {.from = j->now,
                             .until = TN_DUE_EVER,
                             .patience = j->lag,
                             .behind = TN_DUE_NONE,
                             .early = FRM_2,
                             .late = FRM_2,
                             .wrong = FRM_2,
                             .missing = FRM_2,
                             .what = "a whole frame leaves"};
    if (!p->s_frm.valid || !p->s_frm_ready || !tn_czf_join(t, &p->s_frm, j->now))
        return;
    t->f.dllp = p->s_frm_dllp;
    t->f.edb = p->s_frm_edb;
    const uint64_t n = tn_due_expect(&j->sent.due, &d);
    if (n != TN_DUE_NONE)
        j->sent.f[tn_due_place(n)] = t->f;
    else
        tn_scope_close(&j->tx);
}

/* What is sent while the link is down. */
static void down(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p)
{
    if (!czf_settled(j))
        return;
    tn_scope_judge(&j->tx, DWN_1, j->out.set_now, "ordered sets alone while up is 0",
                   "another symbol");
    if (!j->blind)
        tn_scope_judge(&j->tx, DWN_1, !p->s_frm.valid || p->s_frm_ready,
                       "beats are taken while up is 0", "a beat that waits");
}

static void tx_cycle(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p)
{
    tn_cz_reader_column(&j->out, &p->tx);
    sets(j);
    if (!j->up) {
        down(j, p);
        return;
    }
    if (tn_scope_is_open(&j->tx)) {
        tn_judge_held(&j->judge, j->out.set_now ? SKP_1 : j->out.busy ? LAN_1 : SCR_1);
        tn_judge_held(&j->judge, SYM_1);
        if (j->out.closed)
            tn_judge_held(&j->judge, LAN_2);
    }
    if (j->blind || !czf_settled(j))
        return;
    tn_due_judge_missing(&j->sent.due, &j->tx, j->now, !j->out.busy && !j->out.set_now);
    asks(j, p);
    takes(j, p);
}

static void changes(struct tn_cz_framing_judge *j, bool up)
{
    j->up = up;
    tn_scope_open(&j->tx, &j->judge, NULL);
    if (!up) {
        j->fell = j->now;
        tn_czf_clear(&j->sent);
        j->in_s.open = false;
        tn_czf_rx_down(j);
        return;
    }
    j->rose = j->now;
    j->sets = 0;
    j->due_lo = (int64_t)(j->now + j->par.skp_cyc);
    j->due_hi = j->due_lo + j->lag;
}

static void reset(struct tn_cz_framing_judge *j)
{
    j->up = false;
    j->fell = j->now;
    j->in_s.open = false;
    tn_scope_open(&j->tx, &j->judge, NULL);
    tn_cz_reader_init(&j->out, &j->par, &ops, j);
    tn_czf_clear(&j->sent);
    tn_czf_rx_init(j);
}

void tn_cz_framing_judge_cycle(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p,
                               uint64_t cycle)
{
    j->now = j->judge.cycle = cycle;
    if (p->rst) {
        reset(j);
        return;
    }
    if (p->up != j->up)
        changes(j, p->up);
    tx_cycle(j, p);
    tn_czf_rx_cycle(j, p);
}

struct tn_cz_framing_judge *tn_cz_framing_judge_new(const struct tn_cz_framing_params *par,
                                                    bool blind, tn_verdict_fn *fn, void *ctx)
{
    struct tn_cz_framing_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    tn_judge_init(&j->judge, rules, fn, ctx);
    j->par = *par;
    j->blind = blind;
    j->lag = blind ? CZF_LAG_LINK : CZF_LAG;
    reset(j);
    return j;
}

void tn_cz_framing_judge_free(struct tn_cz_framing_judge *j)
{
    free(j);
}

const char *tn_cz_framing_judge_rule(unsigned i)
{
    return i < CZF_RULES ? rules[i] : NULL;
}

uint64_t tn_cz_framing_judge_asked(const struct tn_cz_framing_judge *j, const char *rule)
{
    return tn_judge_knows(rules, rule) ? tn_judge_asked(&j->judge, rule) : 0;
}

uint64_t tn_cz_framing_judge_broken(const struct tn_cz_framing_judge *j, const char *rule)
{
    return tn_judge_knows(rules, rule) ? tn_judge_failed(&j->judge, rule) : 0;
}
