/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender of RDMA transactions under cases: its board beside what the lines expect. A domain
 * that a case binds to a bank has memory at the addresses 0 to 3FFFF, where byte A holds the lowest
 * eight bits of A; none at 500000 to 50FFFF (DECERR); and missing pages (SLVERR) everywhere else.
 */
#include "exa_fit.h"

#include "../dut/exa_duts.h"

#include <tn/exanet/exa_bank.h>
#include <tn/axi.h>
#include <tn/exanet/exa_case.h>
#include <tn/exanet/exa_dma_board.h>
#include <tn/exanet/exa_ni_map.h>
#include <tn/memory.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    BANK = 0x40000,
    BANKS = 8,
    THERE = 0x40000,
    NOWHERE = 0x500000,
    NOWHERE_END = 0x510000,
    REST = 80,
    LATER = 16,
};

static const char *const streams[] = {"s_exa",  "m_exa0", "m_exa1",   "m_exa2",  "m_exa3", "m_exa4",
                                      "m_exa5", "m_exa6", "s_mem_ar", "s_mem_r", "read",   NULL};

struct judges {
    struct tn_exd_board *board;
    struct tn_memory *memory;
    uint32_t own; /* from the next reset on */
    struct {
        struct tn_axi_txn *txn;
        const struct tn_case_step *step;
    } later[LATER]; /* writes that no line awaits */
    unsigned laters;
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    if (!r->c->no_board)
        tn_run_fail(r, v->rule, r->packets, v->cycle > r->start ? v->cycle - r->start : 0,
                    "scoreboard: expected %s; found %s", v->expected, v->found);
}

/* The words that a case sends may break the rules of a channel. */
static void on_broken(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    const bool channel = strncmp(v->rule, "EXA-CHN", 7) == 0;
    if (strncmp(v->found, "s_exa", 5) != 0)
        tn_run_fail(r, channel ? "EXD-CHN-1" : v->rule, r->packets, v->cycle - r->start,
                    "expected %s; found %s", v->expected, v->found);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    const struct judges *j = ((struct runner *)ctx)->judges;
    tn_exd_board_pins(j->board, seen);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    struct runner *r = ctx;
    const struct judges *j = r->judges;
    tn_exd_board_axi(j->board, port, seen);
    if (strcmp(port, "mem") == 0 && seen->channel == TN_AXI_CH_AR)
        tn_run_exa_burst(r, "read", seen);
}

static void reject_seen(struct runner *r, uint64_t cycle, unsigned *dir, unsigned cause,
                        unsigned port)
{
    const struct judges *j = r->judges;
    (void)dir, (void)cause;
    tn_exd_board_pulse(j->board, r->start + cycle, port);
}

static void prepare(void)
{
    tn_reg_write(TN_NI_OWN, 0);
    tn_reg_write(TN_NI_PINS, 1);
}

static int fill(struct tn_memory *m)
{
    uint8_t page[TN_PAGE];
    int rc = 0;
    for (unsigned i = 0; i < sizeof page; i++)
        page[i] = (uint8_t)i;
    for (uint64_t at = 0; at < THERE && rc == 0; at += sizeof page)
        rc = tn_memory_poke(m, at, page, sizeof page);
    return rc;
}

static int watch(struct runner *r)
{
    struct judges *j = r->judges = calloc(1, sizeof *j);
    if (!j)
        return -ENOMEM;
    j->board = tn_exd_board_new(0, on_verdict, r);
    j->memory = tn_memory_find("mem");
    if (!j->board || !j->memory || tn_exa_pins_subscribe(on_pins, r) < 0 ||
        tn_axi_subscribe(on_axi, r) < 0 || tn_handshake_subscribe(on_broken, r) < 0)
        return -ENOMEM;
    tn_memory_clear(j->memory);
    tn_memory_domain(j->memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(j->memory, TN_MEMORY_ERROR);
    const int rc = tn_memory_range(j->memory, 0, THERE);
    return rc ? rc : fill(j->memory);
}

static int forget(struct runner *r)
{
    const struct judges *j = r->judges;
    tn_exd_board_reset(j->board, j->own);
    return 0;
}

static void asked(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)failed;
    if (asked)
        tn_run_asked(ctx, rule);
}

/* Judges the answer of a write that a line made. Returns 1 when the answer never came: the case
 * ends there. */
static int answered(struct runner *r, const struct tn_case_step *s, const struct tn_axi_txn *x,
                    int resp)
{
    const char *rule = s->rule ? s->rule : r->c->rules[0];
    if (resp == (int)s->response)
        return 0;
    if (resp < 0)
        tn_run_fail(r, rule, r->packets, tn_run_now(r),
                    "line %u: expected an answer to the write at %05x; it still waits", s->line,
                    (unsigned)x->addr);
    else
        tn_run_fail(r, rule, r->packets, tn_run_now(r),
                    "line %u: expected response %u to the write at %05x; found %d", s->line,
                    s->response, (unsigned)x->addr, resp);
    r->stopped = rule;
    return 1;
}

/* Ends the writes that no line awaited. */
static void end_laters(struct runner *r)
{
    struct judges *j = r->judges;
    for (unsigned i = 0; i < j->laters; i++) {
        struct tn_axi_txn *x = j->later[i].txn;
        if (!r->stopped)
            answered(r, j->later[i].step, x,
                     x->lost ? (int)j->later[i].step->response
                             : tn_axi_wait(tn_axi_find("cpu"), x));
        if (x->done)
            tn_axi_free(x); /* the master keeps the others */
    }
}

static void unwatch(struct runner *r)
{
    struct judges *j = r->judges;
    if (!j)
        return;
    end_laters(r);
    if (j->board && !r->c->no_board && !r->stopped)  /* a case that stopped is not at rest */
        tn_exd_board_finish(j->board);
    if (j->board && !r->c->no_board)
        tn_exd_judge_rules(tn_exd_board_judge(j->board), asked, r);
    tn_exd_board_free(j->board);
    free(j);
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
    const struct tn_exd_judge *judge = tn_exd_board_judge(j->board);
    for (unsigned i = 0; i < j->laters; i++)
        if (!j->later[i].txn->done)
            return true;
    return !r->failed && !tn_exd_judge_is_unsure(judge) && !tn_exd_judge_at_rest(judge);
}

static void bind(const struct judges *j, uint32_t addr, uint32_t value)
{
    const uint32_t pdid = value & 0xffff;
    tn_memory_bind(j->memory, (addr - BANK) / 4, value >> 31 ? (int)pdid : -1);
    if (value >> 31 == 0)
        return;
    tn_memory_map(j->memory, pdid, 0, 0, THERE, TN_MEMORY_READ);
    tn_memory_map(j->memory, pdid, NOWHERE, NOWHERE, NOWHERE_END - NOWHERE, TN_MEMORY_READ);
}

/* Memory follows the banks of the block, those that drain when they have. */
static void follow_bank(const struct runner *r, uint32_t addr, uint32_t value)
{
    if (addr >= BANK && addr < BANK + 4 * BANKS && !(value >> TN_EXA_BANK_DRAINS & 1))
        bind(r->judges, addr, value);
}

static int write_register(const struct runner *r, uint32_t addr, uint32_t value)
{
    const int resp = tn_axi_write32(tn_axi_find("cpu"), addr, value);
    if (resp == TN_AXI_OKAY && addr >= BANK && addr < BANK + 4 * BANKS && tn_axi_read32(tn_axi_find("cpu"), addr, &value) == TN_AXI_OKAY)
        follow_bank(r, addr, value);
    return resp;
}

static int read_register(const struct runner *r, uint32_t addr, uint32_t *value)
{
    const int resp = tn_axi_read32(tn_axi_find("cpu"), addr, value);
    if (resp == TN_AXI_OKAY)
        follow_bank(r, addr, *value);
    return resp;
}

static unsigned log2_of(size_t n)
{
    unsigned k = 0;
    while (n > 1u << k)
        k++;
    return k;
}

static int beats(struct runner *r, const struct tn_case_step *s)
{
    struct judges *j = r->judges;
    const size_t len = s->tlp[0].len, one = len < TN_AXI_BUS ? len : TN_AXI_BUS;
    struct tn_axi_txn *x = tn_axi_new((unsigned)(len / one));
    struct tn_axi_master *cpu = tn_axi_find("cpu");
    int rc;
    if (!x)
        return -ENOMEM;
    x->write = true;
    x->addr = s->addr;
    x->size = log2_of(one);
    tn_axi_fill(x, s->tlp[0].bytes, len);
    for (size_t i = 0; i < len; i++)
        if (!s->tlp[0].mask[i])
            x->beat[i / one].strb &= (uint16_t) ~(1u << (s->addr + i) % TN_AXI_BUS);
    if ((rc = tn_axi_issue(cpu, x)) < 0)
        return rc;
    if (!s->write && j->laters < LATER) {
        j->later[j->laters].step = s;
        j->later[j->laters++].txn = x;
        return 0;
    }
    rc = answered(r, s, x, tn_axi_wait(cpu, x));
    if (x->done)
        tn_axi_free(x);
    return rc;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    return s->cause == TN_CASE_BEATS ? beats(r, s) : tn_run_exa_memory_line(r, s, THERE, TN_MEMORY_READ);
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    if (strncmp(stream, "s_mem", 5) != 0)
        return tn_run_exa_stall(r, stream, stall);
    return tn_memory_stall(tn_memory_find("mem"),
                           strcmp(stream, "s_mem_ar") == 0 ? TN_AXI_AR : TN_AXI_R, stall);
}

const struct tn_run_ops tn_run_exa_dma = {
    .streams = streams,
    .reject = "on obs_drop or irq_fault ",
    .quiet_cycles = REST,
    .prepare = prepare,
    .watch = watch,
    .forget = forget,
    .unwatch = unwatch,
    .reject_seen = reject_seen,
    .written = written,
    .pending = pending,
    .write = write_register,
    .read = read_register,
    .send = tn_run_exa_send,
    .line = line,
    .under_way = tn_run_exa_under_way,
    .stall_source = stall_source,
};
