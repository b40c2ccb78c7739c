/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The blocks of ExaNet's network interface under cases: model and scoreboard beside what the
 * lines expect.
 */
#include "exa_fit.h"

#include "../dut/exa_duts.h"

#include <tn/axi.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_ni_board.h>
#include <tn/exanet/exa_ni_map.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const streams[] = {"s_exa", "m_exa", NULL};

struct judges {
    struct tn_exn *model;
    struct tn_exn_board *board;
    uint32_t own; /* from the next reset on */
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    if (!r->c->no_board)
        tn_run_fail(r, v->rule, r->packets, v->cycle > r->start ? v->cycle - r->start : 0,
                    "scoreboard: expected %s; found %s", v->expected, v->found);
}

/* What is sent may break the rules of a channel. */
static void on_broken(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    bool channel = strncmp(v->rule, "EXA-CHN", 7) == 0;
    if (strncmp(v->found, "s_exa", 5) != 0)
        tn_run_fail(r, channel ? "EXN-CHN-1" : v->rule, r->packets, v->cycle - r->start,
                    "expected %s; found %s", v->expected, v->found);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    const struct judges *j = ((struct runner *)ctx)->judges;
    tn_exn_board_pins(j->board, seen->cycle, &seen->in[0], &seen->out[0]);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    const struct judges *j = ((struct runner *)ctx)->judges;
    (void)port;
    tn_exn_board_axi(j->board, seen);
}

static struct tn_exn *model(struct runner *r, uint32_t own)
{
    unsigned dup_n = (unsigned)tn_sim_param("DUP_N");
    if (r->ops == &tn_run_exa_packetizer)
        return tn_exp_new((unsigned)tn_sim_param("CHAN_N"), own, on_verdict, r);
    if (r->ops == &tn_run_exa_mailbox) {
        struct tn_exm_params p = {(unsigned)tn_sim_param("MBOX_N"), (unsigned)tn_sim_param("SLOT_LOG2"), dup_n};
        return tn_exm_new(&p, own, on_verdict, r);
    }
    struct tn_exr_params p = {(unsigned)tn_sim_param("RSP_LOG2"), (unsigned)tn_sim_param("READ_LOG2"), dup_n};
    return tn_exr_new(&p, own, on_verdict, r);
}

static void prepare(void)
{
    tn_reg_write(TN_NI_OWN, 0);
    tn_reg_write(TN_NI_PINS, 1);
}

static int watch(struct runner *r)
{
    struct judges *j = r->judges = calloc(1, sizeof *j);
    if (!j)
        return -ENOMEM;
    j->model = model(r, 0);
    j->board = j->model ? tn_exn_board_new(j->model, on_verdict, r) : NULL;
    if (!j->board || tn_exa_pins_subscribe(on_pins, r) < 0 || tn_axi_subscribe(on_axi, r) < 0 ||
        tn_handshake_subscribe(on_broken, r) < 0)
        return -ENOMEM;
    return 0;
}

static int forget(struct runner *r)
{
    struct judges *j = r->judges;
    tn_exn_board_free(j->board);
    tn_exn_reset(j->model, j->own);
    j->board = tn_exn_board_new(j->model, on_verdict, r);
    return j->board ? 0 : -ENOMEM;
}

static void unwatch(struct runner *r)
{
    struct judges *j = r->judges;
    if (!j)
        return;
    if (j->board && !r->c->no_board)
        tn_exn_board_finish(j->board);
    tn_exn_board_free(j->board);
    tn_exn_free(j->model);
    free(j);
}

static void reject_seen(struct runner *r, uint64_t cycle, unsigned *dir, unsigned cause, unsigned port)
{
    const struct judges *j = r->judges;
    (void)port;
    *dir = 0;
    tn_exn_board_obs(j->board, r->start + cycle, cause);
}

static void written(struct runner *r, uint32_t addr, uint32_t value)
{
    struct judges *j = r->judges;
    if (addr == TN_NI_OWN)
        j->own = value;
}

static bool pending(const struct runner *r)
{
    const struct judges *j = r->judges;
    return tn_exn_left(j->model) != 0;
}

static int write_register(const struct runner *r, uint32_t addr, uint32_t value)
{
    (void)r;
    return tn_axi_write32(tn_axi_find("cpu"), addr, value);
}

static int read_register(const struct runner *r, uint32_t addr, uint32_t *value)
{
    (void)r;
    return tn_axi_read32(tn_axi_find("cpu"), addr, value);
}

#define DUT(dut, fits)                                                                                   \
    const struct tn_run_ops tn_run_##dut = {                                                       \
        .fit = (fits),                                                                             \
        .streams = streams,                                                                        \
        .reject = "on obs_rx ",                                                                    \
        .prepare = prepare,                                                                        \
        .watch = watch,                                                                            \
        .forget = forget,                                                                          \
        .unwatch = unwatch,                                                                        \
        .reject_seen = reject_seen,                                                                \
        .written = written,                                                                        \
        .pending = pending,                                                                        \
        .write = write_register,                                                                   \
        .read = read_register,                                                                     \
        .send = tn_run_exa_send,                                                                   \
        .under_way = tn_run_exa_under_way,                                                         \
        .stall_source = tn_run_exa_stall,                                                          \
    }
DUT(exa_mailbox, tn_run_exa_mailbox_fit);
DUT(exa_rt_mailbox, NULL);
DUT(exa_packetizer, NULL);
