/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Hands what the bench's monitors see to model, scoreboard and watch.
 */
#include "exa_xbar_judges.h"

#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *tn_xbar_stream(char side, unsigned port)
{
    static const char *const names[][TN_EXA_XBAR_PORTS] = {
        {"s_exa0", "s_exa1", "s_exa2", "s_exa3", "s_exa4", "s_exa5", "s_exa6", "s_exa7", "s_exa8",
         "s_exa9", "s_exa10", "s_exa11", "s_exa12", "s_exa13", "s_exa14", "s_exa15"},
        {"m_exa0", "m_exa1", "m_exa2", "m_exa3", "m_exa4", "m_exa5", "m_exa6", "m_exa7", "m_exa8",
         "m_exa9", "m_exa10", "m_exa11", "m_exa12", "m_exa13", "m_exa14", "m_exa15"}};
    return names[side == 'm'][port];
}

void tn_xbar_parameters(struct tn_exa_xbar_params *p)
{
    unsigned step = (unsigned)tn_sim_param("RANGE_STEP"),
             span = (unsigned)tn_sim_param("RANGE_SPAN");
    p->port_n = (unsigned)tn_sim_param("PORT_N");
    p->link_base = (unsigned)tn_sim_param("LINK_BASE");
    p->gw_base = (unsigned)tn_sim_param("GW_BASE");
    p->dram_port = (unsigned)tn_sim_param("DRAM_PORT");
    p->range_en = (uint16_t)tn_sim_param("RANGE_EN");
    for (unsigned i = 0; i < TN_EXA_XBAR_PORTS; i++) {
        p->range_lo[i] = (uint8_t)(step * i);
        p->range_hi[i] = (uint8_t)(step * i + span);
    }
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct tn_xbar_judges *j = ctx;
    j->fn(j->ctx, v);
}

static void on_broken(void *ctx, const struct tn_verdict *v)
{
    struct tn_xbar_judges *j = ctx;
    struct tn_verdict here = *v;
    j->at = TN_XBAR_AT_PINS;
    here.rule = tn_exa_xbar_channel_rule(v->rule);
    here.cycle -= j->start;
    j->fn(j->ctx, &here);
}

static void on_word(void *ctx, const struct tn_exa_seen *seen)
{
    struct tn_xbar_judges *j = ctx;
    bool in = tn_monitor_point(seen->point)[0] == 's';
    j->at = TN_XBAR_AT_WORD;
    j->port = in ? TN_EXA_XBAR_PORTS : seen->port;
    (in ? tn_exa_xbar_board_in : tn_exa_xbar_board_out)(j->board, seen->port,
                                                        seen->cycle - j->start, &seen->word);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    struct tn_xbar_judges *j = ctx;
    struct tn_exa_xbar_pins y = {.cycle = seen->cycle - j->start};
    j->at = TN_XBAR_AT_PINS;
    memcpy(y.in, seen->in, sizeof y.in);
    memcpy(y.out, seen->out, sizeof y.out);
    tn_exa_xbar_judge_cycle(j->judge, &y);
}

void tn_xbar_judges_prepare(uint32_t own, bool pins)
{
    tn_reg_write(TN_XBAR_OWN, own);
    tn_reg_write(TN_XBAR_PINS, pins);
}

/* What a bad packet does to the order of words at an input is no fault of the switch. */
static void judge_outputs_alone(const struct tn_xbar_judges *j)
{
    for (unsigned p = 0; p < j->par.port_n; p++)
        tn_exa_monitor_judge(tn_xbar_stream('s', p), false);
}

int tn_xbar_judges_open(struct tn_xbar_judges *j, uint32_t own, bool pins, tn_verdict_fn *fn,
                        void *ctx)
{
    memset(j, 0, sizeof *j);
    tn_xbar_parameters(&j->par);
    j->own = own;
    j->start = tn_sim_cycle();
    j->fn = fn;
    j->ctx = ctx;
    j->model = tn_exa_xbar_new(&j->par, own);
    j->board = j->model ? tn_exa_xbar_board_new(j->model, &j->par, on_verdict, j) : NULL;
    j->judge = pins ? tn_exa_xbar_judge_new(&j->par, own, on_verdict, j) : NULL;
    if (!j->board || (pins && !j->judge) || tn_exa_word_subscribe(on_word, j) < 0 ||
        (pins && tn_exa_pins_subscribe(on_pins, j) < 0) || tn_handshake_subscribe(on_broken, j) < 0)
        return -ENOMEM;
    judge_outputs_alone(j);
    return 0;
}

int tn_xbar_judges_reset(struct tn_xbar_judges *j, uint32_t own)
{
    j->own = own;
    tn_exa_xbar_board_free(j->board);
    tn_exa_xbar_reset(j->model, own);
    j->board = tn_exa_xbar_board_new(j->model, &j->par, on_verdict, j);
    if (j->judge)
        tn_exa_xbar_judge_reset(j->judge, own);
    judge_outputs_alone(j);
    return j->board ? 0 : -ENOMEM;
}

void tn_xbar_judges_drop(struct tn_xbar_judges *j, uint64_t cycle, unsigned cause, unsigned port)
{
    j->at = TN_XBAR_AT_DROP;
    tn_exa_xbar_board_drop(j->board, cycle, port, cause);
}

void tn_xbar_judges_registers(struct tn_xbar_judges *j, uint32_t first, uint32_t end)
{
    j->at = TN_XBAR_AT_REGISTER;
    for (uint32_t a = first; a < end; a += 4) {
        uint32_t want = tn_exa_xbar_read(j->model, a), got = tn_reg_read(a);
        struct tn_verdict v = {
            .kind = TN_VERDICT_FAIL, .rule = "EXX-CNT-1", .cycle = tn_sim_cycle() - j->start};
        if (want == got)
            continue;
        snprintf(v.expected, sizeof v.expected, "register %03x is %08x", a, want);
        snprintf(v.found, sizeof v.found, "%08x", got);
        j->fn(j->ctx, &v);
    }
}

void tn_xbar_judges_finish(struct tn_xbar_judges *j)
{
    tn_exa_xbar_board_finish(j->board, tn_sim_cycle() - j->start);
}

void tn_xbar_judges_close(struct tn_xbar_judges *j)
{
    tn_exa_xbar_board_free(j->board);
    tn_exa_xbar_judge_free(j->judge);
    tn_exa_xbar_free(j->model);
}
