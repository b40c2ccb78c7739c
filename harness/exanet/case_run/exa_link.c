/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two ExaNet links under cases: the scoreboard judges each side by what it was given, errors of
 * the lines included. A case begins when both are up, and again after a reset. Cycles are the
 * bench's: a channel's or a line's takes about five.
 */
#include "exa_fit.h"

#include "../../case/run/run.h"

#include "../dut/exa_duts.h"

#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_link_board.h>
#include <tn/inject.h>
#include <tn/line_fault.h>
#include <tn/sim.h>

#include <errno.h>
#include <string.h>

/* Registers of the bench (harness/exanet/dut/exa_link_tb.v). */
enum { SIDES = TN_EXA_LINK_SIDES, SIDE = 0x2000, TAPS = 0x1000, LINES = 0x1008, STATUS = 0x004, UP = 9 };
enum { UP_TRIES = 400, UP_CYC = 200 };

static const char *const streams[] = {"s_exa0", "s_exa1", "m_exa0", "m_exa1", NULL};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    if (!r->c->no_board)
        tn_run_fail(r, v->rule, r->packets, v->cycle - r->start,
                    "scoreboard: expected %s; found %s", v->expected, v->found);
}

/* How a side hands on, whatever came: its rule for its channel. */
static void on_broken(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    if (strncmp(v->found, "s_exa", 5) != 0)
        tn_run_fail(r, "EXL-RX-3", r->packets, v->cycle - r->start, "expected %s; found %s",
                    v->expected, v->found);
}

static void on_word(void *ctx, const struct tn_exa_seen *seen)
{
    bool in = tn_monitor_point(seen->point)[0] == 's';
    (in ? tn_exa_link_board_taken : tn_exa_link_board_handed)(((struct runner *)ctx)->judges, seen->port,
                                                              seen->cycle, &seen->word);
}

static void on_tap(void *ctx, const struct tn_tap_seen *seen)
{
    tn_exa_link_board_tap(((struct runner *)ctx)->judges, seen->id, seen->cycle, seen->head, seen->data);
}

static void prepare(void)
{
    tn_line_clear();
    tn_inject_clear();
    tn_reg_write(LINES, 3);
    tn_reg_write(TAPS, 1);
}

static int judges(struct runner *r)
{
    struct tn_exl_params p = {
        .xoff_free = (unsigned)tn_sim_param("XOFF_FREE"),
        .xon_free = (unsigned)tn_sim_param("XON_FREE"),
        .refresh = (unsigned)tn_sim_param("REFRESH_CYC"),
        .slip = (unsigned)tn_sim_param("SLIP_CYC"),
    };
    r->judges = tn_exa_link_board_new(&p, on_verdict, r);
    return r->judges ? 0 : -ENOMEM;
}

/* Time until both lines are aligned; a link that does not come up shows in the case's lines. */
static void come_up(void)
{
    for (int i = 0; i < UP_TRIES; i++) {
        if ((tn_reg_read(STATUS) & tn_reg_read(SIDE + STATUS) & UP) == UP)
            return;
        tn_sim_step(UP_CYC);
    }
}

static int watch(struct runner *r)
{
    if (judges(r) < 0 || tn_exa_word_subscribe(on_word, r) < 0 || tn_tap_subscribe(on_tap, r) < 0 ||
        tn_handshake_subscribe(on_broken, r) < 0)
        return -ENOMEM;
    tn_exa_monitor_judge("s_exa0", false);
    tn_exa_monitor_judge("s_exa1", false);
    come_up();
    return 0;
}

static int forget(struct runner *r)
{
    tn_exa_link_board_free(r->judges);
    if (judges(r) < 0)
        return -ENOMEM;
    come_up();
    return 0;
}

static void compare_counters(struct runner *r)
{
    for (unsigned side = 0; side < SIDES; side++)
        for (uint32_t a = 0x400; a < 0x42c; a += 4) {
            uint32_t least, most, found = tn_reg_read(side * SIDE + a);
            if (tn_exa_link_board_count(r->judges, side, a, &least, &most) && (found < least || found > most))
                tn_run_fail(r, "EXL-CNT-1", r->packets, tn_run_now(r),
                            "scoreboard: expected register %03x of side %u "
                            "from %u to %u; found %u",
                            a, side, least, most, found);
        }
}

static void unwatch(struct runner *r)
{
    if (!r->judges)
        return;
    if (!r->c->no_board) {
        tn_exa_link_board_finish(r->judges, tn_sim_cycle());
        compare_counters(r);
    }
    tn_exa_link_board_free(r->judges);
}

static bool pending(const struct runner *r)
{
    return tn_exa_link_board_pending(r->judges) != 0;
}

const struct tn_run_ops tn_run_exa_link = {
    .streams = streams,
    .reject = "",
    .reset_cycles = 96,
    .quiet_cycles = 2000,
    .prepare = prepare,
    .watch = watch,
    .forget = forget,
    .unwatch = unwatch,
    .pending = pending,
    .send = tn_run_exa_send,
    .under_way = tn_run_exa_under_way,
    .stall_source = tn_run_exa_stall,
};
