/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Loads and stores to other nodes under cases: the board of the block beside what the lines expect. A domain that a case
 * binds to a bank has memory at the addresses 0 to FFFF above its ZBASE, none at 500000 to 50FFFF (DECERR), and missing pages
 * (SLVERR) everywhere else.
 */
#include "exa_fit.h"

#include "../dut/exa_duts.h"

#include <tn/axi.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa.h>
#include <tn/exanet/exa_axi_board.h>
#include <tn/exanet/exa_case.h>
#include <tn/exanet/exa_ni_map.h>
#include <tn/memory.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    BANK = 0x40040, ZBASE = 0x40060, BANKS = 8, THERE = 0x10000, NOWHERE = 0x500000, NOWHERE_END = 0x510000, REST = 80,
    LINE = 256, ZBASE_BITS = 0x3ff, TIDS = 1 << 14, COUNTS = 1 << 13,
};

static const char *const streams[] = {"s_exa", "m_exa", "s_mem_aw", "s_mem_w", "s_mem_b", "s_mem_ar", "s_mem_r", "write", "read", NULL};

struct judges {
    struct tn_exz_board *board;
    struct tn_memory *memory;
    struct tn_axi_master *windows;
    uint32_t own; /* from the next reset on */
    struct {
        int pdid; /* -1: none */
        uint64_t base;
    } bank[BANKS];
    struct tn_axi_txn *access[TN_CASE_ACCESSES]; /* by number */
    struct exa_packet request[TN_CASE_ACCESSES]; /* that left, in their order */
    unsigned requests;
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
        tn_run_fail(r, channel ? "EXZ-CHN-1" : v->rule, r->packets, v->cycle - r->start,
                    "expected %s; found %s", v->expected, v->found);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    const struct judges *j = ((struct runner *)ctx)->judges;
    tn_exz_board_pins(j->board, seen);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    struct runner *r = ctx;
    const struct judges *j = r->judges;
    tn_exz_board_axi(j->board, port, seen);
    if (strcmp(port, "mem") == 0 && seen->channel == TN_AXI_CH_AW)
        tn_run_exa_burst(r, "write", seen);
    if (strcmp(port, "mem") == 0 && seen->channel == TN_AXI_CH_AR)
        tn_run_exa_burst(r, "read", seen);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct judges *j = ((struct runner *)ctx)->judges;
    struct exa_packet k;
    if (tn_monitor_point(ev->point)[0] == 's' || j->requests == TN_CASE_ACCESSES)
        return;
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (k.type == EXA_ZWRITE || k.type == EXA_ZREAD_REQ)
        j->request[j->requests++] = k;
}

static void reject_seen(struct runner *r, uint64_t cycle, unsigned *dir, unsigned cause, unsigned port)
{
    const struct judges *j = r->judges;
    (void)dir, (void)port;
    tn_exz_board_reject(j->board, r->start + cycle, cause);
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
    for (unsigned b = 0; b < BANKS; b++)
        j->bank[b].pdid = -1;
    j->board = tn_exz_board_new(0, on_verdict, r);
    j->memory = tn_memory_find("mem");
    j->windows = tn_axi_find("win");
    if (!j->board || !j->memory || !j->windows || tn_exa_pins_subscribe(on_pins, r) < 0 ||
        tn_axi_subscribe(on_axi, r) < 0 || tn_monitor_subscribe(on_packet, r) < 0 || tn_handshake_subscribe(on_broken, r) < 0)
        return -ENOMEM;
    tn_memory_clear(j->memory);
    tn_memory_domain(j->memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(j->memory, TN_MEMORY_ERROR);
    return tn_memory_range(j->memory, 0, THERE);
}

static int forget(struct runner *r)
{
    struct judges *j = r->judges;
    tn_exz_board_reset(j->board, j->own);
    j->requests = 0;
    for (unsigned b = 0; b < BANKS; b++) {
        j->bank[b].pdid = -1;
        j->bank[b].base = 0;
    }
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
    for (unsigned i = 0; i < TN_CASE_ACCESSES; i++)
        if (j->access[i] && (j->access[i]->done || j->access[i]->lost)) /* the master keeps the others */
            tn_axi_free(j->access[i]);
    if (j->board && !r->c->no_board && !r->stopped) /* a case that stopped is not at rest */
        tn_exz_board_finish(j->board);
    if (j->board && !r->c->no_board)
        tn_exz_judge_rules(tn_exz_board_judge(j->board), asked, r);
    tn_exz_board_free(j->board);
    free(j);
}

/* Memory follows the banks of the block. */
static void follow(struct judges *j, unsigned b)
{
    const int pdid = j->bank[b].pdid;
    tn_memory_bind(j->memory, b, pdid);
    if (pdid < 0)
        return;
    tn_memory_map(j->memory, (unsigned)pdid, j->bank[b].base, j->bank[b].base % THERE, THERE, TN_MEMORY_READ | TN_MEMORY_WRITE);
    tn_memory_map(j->memory, (unsigned)pdid, j->bank[b].base + NOWHERE, NOWHERE, NOWHERE_END - NOWHERE, TN_MEMORY_READ | TN_MEMORY_WRITE);
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
    const struct tn_exz_judge *judge = tn_exz_board_judge(j->board);
    return !r->failed && !tn_exz_judge_is_unsure(judge) && !tn_exz_judge_at_rest(judge);
}

/* Of banks that drain when they have. */
static void follow_bank(const struct runner *r, uint32_t addr, uint32_t value)
{
    struct judges *j = r->judges;
    if (addr < BANK || addr >= BANK + 4 * BANKS || value >> TN_EXA_BANK_DRAINS & 1)
        return;
    j->bank[(addr - BANK) / 4].pdid = value >> 31 ? (int)(value & 0xffff) : -1;
    follow(j, (addr - BANK) / 4);
}

static int write_register(const struct runner *r, uint32_t addr, uint32_t value)
{
    struct judges *j = r->judges;
    const int resp = tn_axi_write32(tn_axi_find("cpu"), addr, value);
    if (resp == TN_AXI_OKAY && addr >= ZBASE && addr < ZBASE + 4 * BANKS) {
        j->bank[(addr - ZBASE) / 4].base = (uint64_t)(value & ZBASE_BITS) << 32;
        follow(j, (addr - ZBASE) / 4);
    }
    if (resp == TN_AXI_OKAY && addr >= BANK && addr < BANK + 4 * BANKS &&
        tn_axi_read32(tn_axi_find("cpu"), addr, &value) == TN_AXI_OKAY)
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

/* Begins an access to a window. */
static int begin(struct runner *r, const struct tn_case_step *s)
{
    struct judges *j = r->judges;
    const size_t one = (size_t)1 << s->classes, len = s->tlp[0].len;
    const unsigned beats = s->write ? (unsigned)((s->addr % one + len + one - 1) / one) : s->port;
    struct tn_axi_txn *x = tn_axi_new(beats);
    if (!x)
        return -ENOMEM;
    x->write = s->write;
    x->burst = (enum tn_axi_burst)s->dir;
    x->addr = (uint64_t)s->mask << 32 | s->addr;
    x->size = s->classes;
    x->id = (unsigned)s->first;
    if (s->write)
        tn_axi_fill(x, s->tlp[0].bytes, len);
    for (size_t i = 0; s->write && i < len; i++)
        if (!s->tlp[0].mask[i])
            x->beat[(s->addr % one + i) / one].strb &= (uint16_t) ~(1u << (s->addr + i) % TN_AXI_BUS);
    j->access[s->value] = x;
    return tn_axi_issue(j->windows, x);
}

/* Notes what is wrong with the end of an access. Returns 1: the case ends there. */
static int wrong(struct runner *r, const struct tn_case_step *s, const char *expected, const char *found)
{
    const char *rule = s->rule ? s->rule : r->c->rules[0];
    tn_run_fail(r, rule, r->packets, tn_run_now(r), "line %u: access %u: expected %s; found %s", s->line, (unsigned)s->value, expected, found);
    r->stopped = rule;
    return 1;
}

/* The right answer to a request, but for what the step says. */
static void make_answer(const struct tn_case_step *s, const struct exa_packet *q, struct exa_packet *a)
{
    const bool line = s->mask & TN_CASE_AS_LINE || (q->type == EXA_ZREAD_REQ && s->port == 0 && !(s->mask & TN_CASE_AS_ACK));
    const uint64_t at = (q->addr & ~63ull) + s->addr;
    uint8_t bytes[64];
    memset(a, 0, sizeof *a);
    a->dst = q->src;
    a->pdid = q->pdid;
    a->tid = (uint16_t)((q->tid + s->first) % TIDS);
    a->seq = (uint16_t)((q->seq + s->last) % COUNTS);
    if (line) {
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(at + i);
        a->type = EXA_ZREAD_RSP;
        a->src = q->dst;
        a->src.x ^= s->mask & TN_CASE_OTHER_SRC;
        exa_set_payload(a, at, bytes, sizeof bytes);
    } else {
        a->type = EXA_ACK;
        a->addr = exa_peripheral_addr(EXA_P_AXI, 0);
        a->code = (uint8_t)s->port;
    }
    exa_seal(a);
    if (!(s->mask & TN_CASE_BAD_CRC))
        return;
    a->pld_crc ^= 1;
    a->ftr_crc = (uint8_t)exa_want_ftr_crc(a);
}

static int answer(struct runner *r, const struct tn_case_step *s)
{
    const struct judges *j = r->judges;
    struct exa_packet a;
    uint8_t bytes[EXA_KEEP_MAX];
    if (s->value > j->requests) {
        tn_run_fail(r, "EXZ-PKT-1", r->packets, tn_run_now(r), "line %u: expected request %u; found %u of them", s->line, (unsigned)s->value,
                    j->requests);
        r->stopped = "EXZ-PKT-1";
        return 1;
    }
    make_answer(s, &j->request[s->value - 1], &a);
    const long n = exa_encode(&a, bytes, sizeof bytes);
    return n < 0 ? -EINVAL : tn_exa_source_send(tn_exa_source_find("s_exa"), bytes, (size_t)n, 0);
}

static int ends(struct runner *r, const struct tn_case_step *s)
{
    static const char *const names[] = {"OKAY", "EXOKAY", "SLVERR", "DECERR"};
    const struct judges *j = r->judges;
    const struct tn_axi_txn *x = j->access[s->value];
    const uint64_t start = tn_sim_cycle();
    uint8_t bytes[LINE] = {0};
    if (!x)
        return wrong(r, s, "an access of that number", "none");
    while (!x->done && tn_sim_cycle() < start + s->last)
        tn_sim_step(1);
    if (!x->done)
        return wrong(r, s, "its end", "none in that time");
    if (tn_sim_cycle() < start + s->first)
        return wrong(r, s, "its end later", "that it has ended");
    if (x->resp != s->response)
        return wrong(r, s, names[s->response & 3], names[x->resp & 3]);
    tn_axi_take(x, bytes, s->tlp[0].len < LINE ? s->tlp[0].len : LINE);
    for (size_t i = 0; i < s->tlp[0].len && i < LINE; i++)
        if ((bytes[i] ^ s->tlp[0].bytes[i]) & s->tlp[0].mask[i])
            return wrong(r, s, "the line's bytes", "others");
    return 0;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    if (s->cause == TN_CASE_ACCESS)
        return begin(r, s);
    if (s->cause == TN_CASE_ANSWER)
        return answer(r, s);
    return s->cause == TN_CASE_ENDS ? ends(r, s) : tn_run_exa_memory_line(r, s, THERE, TN_MEMORY_READ | TN_MEMORY_WRITE);
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    static const char *const names[TN_AXI_CHANNELS] = {"s_mem_aw", "s_mem_w", "s_mem_b", "s_mem_ar", "s_mem_r"};
    for (unsigned i = 0; i < TN_AXI_CHANNELS; i++)
        if (strcmp(stream, names[i]) == 0)
            return tn_memory_stall(tn_memory_find("mem"), (enum tn_axi_channel)i, stall);
    return tn_run_exa_stall(r, stream, stall);
}

const struct tn_run_ops tn_run_exa_axi = {
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
