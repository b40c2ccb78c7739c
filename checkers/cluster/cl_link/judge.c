/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a lane's end: registers, the lane's going down, and the cycle as a whole.
 */
#include "judge_state.h"

#include <stdlib.h>
#include <string.h>

static const char *const rules[] = {"CLL-SRC-1", "CLL-TX-1",  "CLL-TX-2",  "CLL-TX-3",  "CLL-OK-1",
                                    "CLL-TMO-1", "CLL-BCK-1", "CLL-DWN-1", "CLL-RX-1",  "CLL-RX-2",
                                    "CLL-RX-3",  "CLL-RX-4",  "CLL-CTL-1", "CLL-CTL-2", "CLL-CTL-3",
                                    "CLL-CTL-4", "CLL-DRN-1", "CLL-HSK-1", "CLL-REG-1", NULL};

struct tn_cl_link_judge *tn_cl_link_judge_new(const struct tn_cl_link_config *c, tn_verdict_fn *fn,
                                              void *ctx)
{
    struct tn_cl_link_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->config = *c;
    tn_judge_init(&j->judge, rules, fn, ctx);
    return j;
}

void tn_cl_link_judge_free(struct tn_cl_link_judge *j)
{
    free(j);
}

const struct tn_judge *tn_cl_link_judge_of(const struct tn_cl_link_judge *j)
{
    return &j->judge;
}

bool cl_run_same(const struct cl_run *a, const struct cl_run *b)
{
    return a->n == b->n && a->n <= CL_WORDS_MAX &&
           memcmp(a->word, b->word, a->n * sizeof *a->word) == 0;
}

bool cl_run_whole(const struct cl_run *r)
{
    struct cl_header h;
    cl_header_get(r->word, &h);
    return r->n >= CL_WORDS_MIN && r->n <= CL_WORDS_MAX && r->n == h.len + 3u && !r->err &&
           cl_crc_right(r->word, r->n);
}

void cl_cause(struct cl_causes *c, uint64_t now, bool sure)
{
    c->n = c->may ? c->n + 1 : 1;
    c->may = c->may ? c->may : now;
    c->last = now;
    if (!sure)
        return;
    c->sure = c->sure ? c->sure : now;
    c->sure_last = now;
}

void cl_caused(struct cl_causes *c, uint64_t from)
{
    c->n = c->last + KNOWN_CYC > from ? c->n - 1 : 0;
    c->may = c->n ? c->last : 0;
    c->sure = c->sure_last > from ? c->sure_last : 0;
}

bool cl_not_caused(struct cl_causes *c, uint64_t from)
{
    if (c->sure)
        return from < c->sure + KNOWN_CYC;
    if (c->last + KNOWN_CYC <= from)
        c->may = 0;
    return true;
}

bool tn_cl_link_judge_idle(const struct tn_cl_link_judge *j)
{
    const struct cl_link_tx *t = &j->out;
    const bool quiet = j->in.in == j->in.done && !j->in.m.n && !t->run.n && !t->src.n;
    if (!j->up)
        return quiet && (!j->drain.go || j->drain.done);
    return quiet && !j->in.run.n && j->in.side_in == j->in.side_out && t->acks == t->accepted &&
           !j->say.due && !j->say.x_due && !j->say.nack.sure;
}

/* Registers (section 7). */

/* Says whether n modulo modulus may be told of a number from lo to hi. */
static bool within(uint32_t told, uint32_t lo, uint32_t hi, uint32_t modulus)
{
    return (told - lo) % modulus <= hi - lo;
}

static bool status(struct tn_cl_link_judge *j, uint32_t v)
{
    struct cl_link_tx *t = &j->out;
    const uint32_t lo = tn_lag_least(&t->acked, j->now), hi = tn_lag_most(&t->acked, j->now);
    if (j->now <= j->up_at + KNOWN_CYC)
        return true;
    if ((v & 1) != j->up || v & 0xc0c0f0c0)
        return false;
    if (j->up && j->now > t->tries_at + KNOWN_CYC &&
        ((v >> 1 & 31) < t->tries_lo || (v >> 1 & 31) > t->tries_hi))
        return false;
    if (j->up && ((v >> 8 & 15) + hi + tn_lag_most(&j->count[CLL_SRC_BAD], j->now) < t->begun ||
                  (v >> 8 & 15) + lo + tn_lag_least(&j->count[CLL_SRC_BAD], j->now) > t->begun))
        return false;
    bool acked = within((v >> 16 & 63) + 1, lo, hi, CL_SEQS);
    for (uint32_t n = lo; j->drain.go && n <= hi; n++)
        acked |= (v >> 16 & 63) == (cl_first_left(j, n) - 1) % CL_SEQS;
    return acked && within((v >> 24) + 1, tn_lag_least(&j->in.took, j->now),
                           tn_lag_most(&j->in.took, j->now), CL_SEQS);
}

static bool outside(struct tn_cl_link_judge *j, uint32_t v)
{
    const struct cl_link_tx *t = &j->out;
    bool right = !(v & 0xfff0f0f0);
    if (j->now <= t->gone_at + KNOWN_CYC)
        return true;
    for (unsigned i = 0; i < CL_PRIOS; i++)
        right &= (v >> 8 * i & 15) == t->prio_begun[i] - t->gone[i].sure;
    return right;
}

/* Says whether a register may read that value. Behind a fault the events are not known. */
static bool may_read(struct tn_cl_link_judge *j, unsigned r, uint32_t v)
{
    if (r > CLL_OUT)
        return v == 0;
    if (r == CLL_LINK_TMO || r == CLL_LIMITS)
        return v == (r == CLL_LIMITS ? j->limits : j->tmo);
    if (!tn_scope_is_open(&j->tx) || !tn_scope_is_open(&j->ctl))
        return true;
    if (r == CLL_STATUS)
        return status(j, v);
    if (j->in.vague)
        return true;
    if (r == CLL_OUT)
        return outside(j, v);
    return tn_lag_may_show(&j->count[r], j->now, v) ||
           (r <= CLL_TX_NACK && j->out.run.n && tn_lag_may_show(&j->count[r], j->now, v - 1));
}

static void registers(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    const unsigned r = j->read_addr / 4, w = p->reg_addr / 4;
    if (j->reading && j->now > j->wrote_at + 2)
        tn_scope_judge(&j->reg, cl_blame(j, R_REG_1), may_read(j, r, p->reg_rdata),
                       "the value of section 7", "word %u reads %08x", r, p->reg_rdata);
    j->reading = p->reg_rd;
    j->read_addr = p->reg_addr;
    if (!p->reg_wr || (w != CLL_LINK_TMO && w != CLL_LIMITS))
        return;
    j->wrote_at = j->now;
    if (w == CLL_LINK_TMO)
        j->tmo = p->reg_wdata & 0xffff;
    else
        j->limits = p->reg_wdata & 0xf0f0f;
}

/* Going down (section 3). */

/* The lane went down: what the last runs did is not known. */
static void fell(struct tn_cl_link_judge *j)
{
    struct tn_lag_count *c[] = {&j->out.acked, &j->in.took};
    j->in.vague |= j->now <= j->in.came_at + KNOWN_CYC;
    for (unsigned i = 0; i < 2; i++)
        tn_lag_loosen(c[i], j->now, tn_lag_most(c[i], j->now) - tn_lag_least(c[i], j->now));
}

static void up(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    const bool killed = j->kill_at && j->now >= j->kill_at;
    if (p->kill && !j->kill_at)
        j->kill_at = j->now;
    if (p->up != j->up) {
        tn_scope_judge(&j->tx, R_DWN_1,
                       p->up ? j->now <= j->reset_at + ROOM_CYC : killed || j->out.tries_hi > TRIES,
                       "down at kill and for the 17th going back, until rst", "up %d", p->up);
        j->up = p->up;
        j->up_at = j->now;
        if (!p->up)
            fell(j);
    }
    tn_scope_judge(&j->tx, R_DWN_1,
                   j->up ? !(killed && j->now > j->kill_at + ROOM_CYC) &&
                               !(j->down_due && j->now > j->down_due)
                         : j->up_at > j->reset_at || j->now <= j->reset_at + ROOM_CYC,
                   j->up ? "the lane down" : "the lane up behind reset", "up %d", p->up);
}

static void reset(struct tn_cl_link_judge *j)
{
    const struct tn_cl_link_judge was = *j;
    memset(j, 0, sizeof *j);
    j->judge = was.judge;
    j->config = was.config;
    j->reset_seen = true;
    j->now = j->reset_at = j->up_at = j->wrote_at = was.now;
    j->tmo = 512;
    j->limits = 0x80c0e;
    tn_scope_open(&j->all, &j->judge, NULL);
    tn_scope_open(&j->tx, &j->judge, &j->all);
    tn_scope_open(&j->ok, &j->judge, &j->tx);
    tn_scope_open(&j->rx, &j->judge, &j->all);
    tn_scope_open(&j->ctl, &j->judge, &j->rx);
    tn_scope_open(&j->reg, &j->judge, &j->all);
    for (unsigned r = 0; r <= CLL_OUT; r++)
        tn_lag_init(&j->count[r], KNOWN_CYC);
    tn_lag_init(&j->out.acked, KNOWN_CYC);
    tn_lag_init(&j->out.left, ROOM_CYC);
    tn_lag_init(&j->in.took, KNOWN_CYC);
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        tn_lag_init(&j->out.gone[i], ROOM_CYC);
        tn_lag_init(&j->say.freed[i], FREED_CYC);
    }
}

void tn_cl_link_judge_cycle(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p,
                            uint64_t cycle)
{
    j->now = j->judge.cycle = cycle;
    if (p->rst)
        reset(j);
    if (p->rst || !j->reset_seen)
        return;
    cl_link_timer(j);
    up(j, p);
    cl_link_source(j, p);
    cl_link_line(j, p);
    cl_link_receive(j, p);
    cl_link_say(j, p);
    cl_link_drain(j, p);
    registers(j, p);
    j->was = *p;
}
