/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's intra-node switch under cases: scoreboard and watch (exa_xbar_judges.h) beside
 * what the lines expect.
 */
#include "exa_fit.h"

#include "../dut/exa_duts.h"

#include "../session/exa_xbar_judges.h"

#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>

static const char *const streams[] = {
    "s_exa0",  "s_exa1",  "s_exa2",  "s_exa3",  "s_exa4",  "s_exa5",  "s_exa6",  "s_exa7",
    "s_exa8",  "s_exa9",  "s_exa10", "s_exa11", "s_exa12", "s_exa13", "s_exa14", "s_exa15",
    "m_exa0",  "m_exa1",  "m_exa2",  "m_exa3",  "m_exa4",  "m_exa5",  "m_exa6",  "m_exa7",
    "m_exa8",  "m_exa9",  "m_exa10", "m_exa11", "m_exa12", "m_exa13", "m_exa14", "m_exa15",
    NULL};

struct judges {
    struct tn_xbar_judges x;
    uint32_t own; /* from the next reset on */
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    if (!r->c->no_board)
        tn_run_fail(r, v->rule, r->packets, v->cycle, "scoreboard: expected %s; found %s",
                    v->expected, v->found);
}

static void prepare(void)
{
    tn_xbar_judges_prepare(0, true);
}

static int watch(struct runner *r)
{
    struct judges *j = r->judges = calloc(1, sizeof *j);
    if (!j)
        return -ENOMEM;
    return tn_xbar_judges_open(&j->x, 0, true, on_verdict, r);
}

static int forget(struct runner *r)
{
    struct judges *j = r->judges;
    return tn_xbar_judges_reset(&j->x, j->own);
}

static void unwatch(struct runner *r)
{
    struct judges *j = r->judges;
    if (!j)
        return;
    if (j->x.board)
        tn_xbar_judges_finish(&j->x);
    tn_xbar_judges_close(&j->x);
    free(j);
}

static void reject_seen(struct runner *r, uint64_t cycle, unsigned *dir, unsigned cause, unsigned port)
{
    struct judges *j = r->judges;
    *dir = port; /* a line waits for drops of its port */
    tn_xbar_judges_drop(&j->x, cycle, cause, port);
}

static void written(struct runner *r, uint32_t addr, uint32_t value)
{
    struct judges *j = r->judges;
    if (addr == TN_XBAR_OWN)
        j->own = value;
}

static bool pending(const struct runner *r)
{
    const struct judges *j = r->judges;
    return tn_exa_xbar_board_pending(j->x.board) != 0;
}

static void fit(struct tn_case *c, char *why, size_t size)
{
    tn_run_exa_xbar_move(c, streams, why, size);
}

const struct tn_run_ops tn_run_exa_xbar = {
    .fit = fit,
    .streams = streams,
    .reject = "on obs_drop ",
    .prepare = prepare,
    .watch = watch,
    .forget = forget,
    .unwatch = unwatch,
    .reject_seen = reject_seen,
    .written = written,
    .pending = pending,
    .send = tn_run_exa_send,
    .under_way = tn_run_exa_under_way,
    .stall_source = tn_run_exa_stall,
};
