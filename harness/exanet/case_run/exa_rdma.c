/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RDMA receiver under cases: its board beside what the lines expect. A domain that a case binds
 * to a bank has memory at the addresses 0 to FFFFF, none at 500000 to 50FFFF (DECERR), and faults at all
 * others (SLVERR).
 */
#include "exa_fit.h"

#include "../dut/exa_duts.h"

#include <tn/axi.h>
#include <tn/exanet/exa_ni_map.h>
#include <tn/exanet/exa_rdma_board.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BANK = 0x40000, BANKS = 8, THERE = 0x100000, NOWHERE = 0x500000, NOWHERE_END = 0x510000, REST = 80 };

static const char *const streams[] = {"s_exa", "m_exa", "s_mem_aw", "s_mem_w", "s_mem_b", "write", NULL};

struct judges {
    struct tn_exv_board *board;
    struct tn_memory *memory;
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
    const bool channel = strncmp(v->rule, "EXA-CHN", 7) == 0;
    if (strncmp(v->found, "s_exa", 5) != 0)
        tn_run_fail(r, channel ? "EXV-CHN-1" : v->rule, r->packets, v->cycle - r->start,
                    "expected %s; found %s", v->expected, v->found);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    const struct judges *j = ((struct runner *)ctx)->judges;
    tn_exv_board_pins(j->board, seen);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    struct runner *r = ctx;
    const struct judges *j = r->judges;
    tn_exv_board_axi(j->board, port, seen);
    if (strcmp(port, "mem") == 0 && seen->channel == TN_AXI_CH_AW)
        tn_run_exa_burst(r, "write", seen);
}

static void reject_seen(struct runner *r, uint64_t cycle, unsigned *dir, unsigned cause, unsigned port)
{
    const struct judges *j = r->judges;
    (void)dir, (void)port;
    tn_exv_board_reject(j->board, r->start + cycle, cause);
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
    j->board = tn_exv_board_new(0, on_verdict, r);
    j->memory = tn_memory_find("mem");
    if (!j->board || !j->memory || tn_exa_pins_subscribe(on_pins, r) < 0 || tn_axi_subscribe(on_axi, r) < 0 ||
        tn_handshake_subscribe(on_broken, r) < 0)
        return -ENOMEM;
    tn_memory_clear(j->memory);
    tn_memory_domain(j->memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(j->memory, TN_MEMORY_ERROR);
    return tn_memory_range(j->memory, 0, THERE);
}

static int forget(struct runner *r)
{
    const struct judges *j = r->judges;
    tn_exv_board_reset(j->board, j->own);
    return 0;
}

static void asked(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)failed;
    if (asked)
        tn_run_asked(ctx, rule);
}

static void unwatch(struct runner *r)
{
    struct judges *j = r->judges;
    if (!j)
        return;
    if (j->board && !r->c->no_board && !r->stopped) { /* a case that stopped is not at rest */
        tn_exv_board_finish(j->board);
        tn_exv_board_compare(j->board, j->memory);
    }
    if (j->board && !r->c->no_board)
        tn_exv_judge_rules(tn_exv_board_judge(j->board), asked, r);
    tn_exv_board_free(j->board);
    free(j);
}

static void written(struct runner *r, uint32_t addr, uint32_t value)
{
    struct judges *j = r->judges;
    if (addr == TN_NI_OWN)
        j->own = value;
}

static void bind(const struct judges *j, uint32_t addr, uint32_t value)
{
    tn_memory_bind(j->memory, (addr - BANK) / 4, value >> 31 ? (int)(value & 0xffff) : -1);
    tn_memory_map(j->memory, value & 0xffff, 0, 0, THERE, TN_MEMORY_WRITE);
    tn_memory_map(j->memory, value & 0xffff, NOWHERE, NOWHERE, NOWHERE_END - NOWHERE, TN_MEMORY_WRITE);
}

static bool pending(const struct runner *r)
{
    const struct judges *j = r->judges;
    const struct tn_exv_judge *judge = tn_exv_board_judge(j->board);
    return !r->failed && !tn_exv_judge_is_unsure(judge) && !tn_exv_judge_at_rest(judge);
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

static int line(struct runner *r, const struct tn_case_step *s)
{
    return tn_run_exa_memory_line(r, s, THERE, TN_MEMORY_WRITE);
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    const enum tn_axi_channel channel = stream[6] == 'b' ? TN_AXI_B : stream[7] == 'w' ? TN_AXI_AW : TN_AXI_W;
    if (strncmp(stream, "s_mem", 5) != 0)
        return tn_run_exa_stall(r, stream, stall);
    return tn_memory_stall(tn_memory_find("mem"), channel, stall);
}

const struct tn_run_ops tn_run_exa_rdma_rx = {
    .streams = streams,
    .reject = "on obs_rx ",
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
