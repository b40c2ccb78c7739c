/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of the level-2 switch: registers, and the cycle as a whole (cl_switch.md 6).
 */
#include "judge_state.h"

#include <stdlib.h>
#include <string.h>

static const char *const rules[] = {
    "CLS-IN-1",  "CLS-IN-2",  "CLS-FREE-1", "CLS-WAY-1", "CLS-ORD-1", "CLS-MAT-1",
    "CLS-MAT-2", "CLS-BRS-1", "CLS-OUT-1",  "CLS-WRK-1", "CLS-WRK-2", "CLS-PRI-1",
    "CLS-FWD-1", "CLS-DRN-1", "CLS-HSK-1",  "CLS-REG-1", NULL};

struct tn_cl_switch_judge *tn_cl_switch_judge_new(const struct tn_cl_switch_config *c,
                                                  tn_verdict_fn *fn, void *ctx)
{
    struct tn_cl_switch_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->config = *c;
    j->lanes = (unsigned)c->ports * c->planes;
    tn_judge_init(&j->judge, rules, fn, ctx);
    return j;
}

void tn_cl_switch_judge_free(struct tn_cl_switch_judge *j)
{
    free(j);
}

const struct tn_judge *tn_cl_switch_judge_of(const struct tn_cl_switch_judge *j)
{
    return &j->judge;
}

bool cl_sw_same(const struct cl_sw_packet *a, const struct cl_sw_packet *b)
{
    return a->n == b->n && a->n <= CL_WORDS_MAX &&
           memcmp(a->word, b->word, a->n * sizeof *a->word) == 0;
}

void cl_sw_put(struct cl_sw_list *l, const struct cl_sw_packet *p)
{
    if (l->n < KEPT)
        l->p[l->n++] = *p;
}

void cl_sw_take(struct cl_sw_list *l, unsigned i)
{
    memmove(l->p + i, l->p + i + 1, (l->n - i - 1) * sizeof *l->p);
    l->n--;
}

bool tn_cl_switch_judge_blind(const struct tn_cl_switch_judge *j)
{
    return !tn_scope_is_open(&j->all);
}

bool tn_cl_switch_judge_idle(const struct tn_cl_switch_judge *j)
{
    for (unsigned i = 0; i < j->lanes; i++) {
        const struct cl_sw_lane *l = &j->lane[i];
        unsigned low;
        const bool to_leave = cl_sw_alive(j, cl_sw_port(j, i), &low);
        if (l->buffered || l->s.n || l->m.n || l->d.n ||
            (to_leave && (cl_sw_queued(l, 0) || l->back.n || !(l->up || l->d_done))))
            return false;
    }
    return true;
}

/* Says whether a counter of packets of dead lanes may read that value: those that left are moved,
 * those that wait perhaps; they may move twice when two lanes of a port are dead. */
static bool moved(const struct tn_cl_switch_judge *j, uint32_t v)
{
    uint32_t most = j->count[CLS_MOVED].sure;
    for (unsigned i = 0; i < j->lanes; i++) {
        const struct cl_sw_lane *l = &j->lane[i];
        unsigned dead = 0;
        for (unsigned x = i - i % j->config.planes; x <= i; x++)
            dead += !j->lane[x].up;
        if (dead > 1)
            return v >= j->count[CLS_MOVED].sure;
        most += l->up ? 0 : l->back.n + cl_sw_queued(l, 0);
    }
    return v >= j->count[CLS_MOVED].sure && v <= most;
}

/* Says whether a lane's LEVEL may read that value. */
static bool level(const struct tn_cl_switch_judge *j, unsigned lane, uint32_t v)
{
    const struct cl_sw_lane *l = &j->lane[lane];
    const unsigned first = lane - lane % j->config.planes, n = cl_sw_queued(l, 0);
    bool right = !(v & 0xffffe0e0) && v >> 8 == l->buffered &&
                 ((v & 31) == n || (l->begun && (v & 31) == n - 1));
    for (unsigned x = first; x < first + j->config.planes; x++)
        right |= !j->lane[x].up && !(v & 0xffffe0e0); /* (who moves when is not seen) */
    return right || j->now <= l->changed + LATE_CYC + 1;
}

/* Says whether a register may read that value. */
static bool may_read(struct tn_cl_switch_judge *j, unsigned r, uint32_t v)
{
    if (r <= CLS_SEED)
        return v == (r == CLS_SEED ? j->seed : j->burst);
    if (r == CLS_VOID || r == CLS_MATCHES)
        return true;
    if (r == CLS_PREEMPTED)
        return j->config.preempt || v == 0;
    if (r == CLS_MOVED)
        return moved(j, v);
    if (r > CLS_MOVED && (r < CLS_IN || r >= CLS_REGS || r % 32 >= j->lanes))
        return v == 0;
    return r >= CLS_LEVEL ? level(j, r - CLS_LEVEL, v) : tn_lag_may_show(&j->count[r], j->now, v);
}

static void registers(struct tn_cl_switch_judge *j, const struct tn_cl_switch_pins *p)
{
    const unsigned r = j->read_addr / 4, w = p->reg_addr / 4;
    if (j->reading && j->now > j->wrote_at + 2) {
        tn_scope_remark(&j->all, S_REG_1, may_read(j, r, p->reg_rdata), "the value of section 6",
                        "word %u reads %08x", r, p->reg_rdata);
        tn_scope_remark(
            &j->all, S_MAT_2, r != CLS_MATCHES || p->reg_rdata >= j->count[CLS_MATCHES].sure,
            "a match for each burst", "%u, not %u", p->reg_rdata, j->count[CLS_MATCHES].sure);
    }
    j->reading = p->reg_rd;
    j->read_addr = p->reg_addr;
    if (!p->reg_wr || w > CLS_SEED)
        return;
    j->wrote_at = j->now;
    if (w == CLS_SEED) {
        j->seed = p->reg_wdata & 0xffff;
        return;
    }
    j->burst = p->reg_wdata & 0xff;
    memset(j->passed, 0, sizeof j->passed);
    for (unsigned i = 0; i < j->lanes; i++)
        j->lane[i].run = j->lane[i].run > 0;
}

static void reset(struct tn_cl_switch_judge *j)
{
    const struct tn_judge judge = j->judge;
    const struct tn_cl_switch_config config = j->config;
    const uint64_t now = j->now;
    memset(j, 0, sizeof *j);
    j->judge = judge;
    j->config = config;
    j->lanes = (unsigned)config.ports * config.planes;
    j->reset_seen = true;
    j->now = j->wrote_at = now;
    j->burst = 8;
    j->seed = 1;
    memset(j->best, CL_PRIOS, sizeof j->best);
    for (unsigned i = 0; i < j->lanes; i++)
        j->lane[i].kept = now;
    tn_scope_open(&j->all, &j->judge, NULL);
    for (unsigned r = 0; r < CLS_LEVEL; r++)
        tn_lag_init(&j->count[r], LATE_CYC + 1);
}

void tn_cl_switch_judge_cycle(struct tn_cl_switch_judge *j, const struct tn_cl_switch_pins *p,
                              uint64_t cycle)
{
    j->now = j->judge.cycle = cycle;
    if (p->rst)
        reset(j);
    if (p->rst || !j->reset_seen || !tn_scope_is_open(&j->all))
        return;
    cl_sw_output(j, p);
    cl_sw_input(j, p);
    cl_sw_match(j);
    registers(j, p);
    j->was = *p;
}
