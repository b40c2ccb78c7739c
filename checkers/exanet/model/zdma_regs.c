/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The registers' port of loads and stores to other nodes (exa_axi.md section 7): answers always,
 * counters at rest.
 */
#include "zdma_judge.h"

#include "../../axi/model/axi_map.h"

#include <string.h>

enum {
    KERNEL = 0x40,
    BASE = 0x40000,
    BANKS = 0x40040,
    ZBASE = 0x40060,
    BANK_LEVEL = 0x40080,
    WORDS = 32, /* registers from BASE on */
    ID = 0x40400,
    PARAMS = 0x40404,
    OWN = 0x40408,
    Z_TIMEOUT = 0x40410,
    LEVEL = 0x40414,
    COUNTERS = 0x40440,
    NUMBER = 0x455A0001,
};

static uint32_t address_of(unsigned place)
{
    return place < WORDS ? BASE + 4 * place : Z_TIMEOUT;
}

static unsigned place_of(uint32_t addr)
{
    return addr == Z_TIMEOUT ? WORDS : (addr - BASE) / 4;
}

void tn_exz_registers_reset(struct tn_exz_judge *j)
{
    uint32_t mask;
    for (unsigned i = 0; i < EXZ_REGS; i++)
        tn_lag_value_init(&j->reg[i], TN_EXZ_LATE, *tn_exz_register(&j->m, address_of(i), &mask));
}

static bool has_page(void *ctx, unsigned page)
{
    (void)ctx;
    return page == KERNEL;
}

static bool is_bank(uint32_t addr)
{
    return addr >= BANKS && addr < ZBASE;
}

static bool can_write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct tn_exz_judge *j = ctx;
    uint32_t mask;
    (void)value;
    if (is_bank(addr) && tn_exa_bank_draining(&j->m.life[(addr - BANKS) / 4], j->now) == TN_EXA_BANK_MAY)
        return false;
    return lanes == 15 && tn_exz_register(&j->m, addr, &mask) != NULL;
}

static void set_bank(struct tn_exz_judge *j, unsigned b, uint32_t value)
{
    tn_exa_bank_written(&j->m.life[b], j->m.bank[b], value & (uint32_t)TN_EXA_BANK_BITS, j->now);
    j->m.bank[b] = value & (uint32_t)TN_EXA_BANK_BITS;
}

/* A register but BANK rules what is under way: a write while there is something leaves the judge
 * without knowledge. */
static void write_register(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct tn_exz_judge *j = ctx;
    const enum exz_which which = addr >= BANKS && addr != Z_TIMEOUT ? EXZ_SERVE : EXZ_ASK;
    uint32_t mask, *const reg = tn_exz_register(&j->m, addr, &mask);
    const bool idle = which == EXZ_ASK ? tn_exz_ask_idle(j) : tn_exz_serve_idle(j);
    (void)lanes;
    if (is_bank(addr)) {
        set_bank(j, (addr - BANKS) / 4, value);
        return;
    }
    if (!idle || j->side[which].ins || j->side[which].events)
        tn_exz_lose(j);
    j->changing[which] = true;
    *reg = value & mask;
    tn_lag_value_set(&j->reg[place_of(addr)], j->now, *reg);
}

static bool can_read(void *ctx, uint32_t addr, const struct tn_axs_beat *beat, uint32_t *value)
{
    struct tn_exz_judge *j = ctx;
    uint32_t mask;
    (void)beat;
    *value = 0;
    return tn_exz_register(&j->m, addr, &mask) || addr == ID || addr == PARAMS || addr == OWN ||
           addr == LEVEL || (addr >= BANK_LEVEL && addr < BANK_LEVEL + 4 * TN_EXZ_BANKS) ||
           (addr > COUNTERS && addr < COUNTERS + 4 * TN_EXZ_COUNTERS);
}

static const struct axi_map map = {has_page, can_write, write_register, can_read};

static void judge_bank(struct tn_exz_judge *j, const struct exz_burst *a, uint32_t addr, uint32_t found)
{
    const unsigned b = (addr - BANKS) / 4 % TN_EXZ_BANKS;
    struct tn_exa_bank *life = &j->m.life[b];
    if (addr >= BANK_LEVEL) {
        if (a->at + TN_EXZ_LATE >= j->now)
            tn_exz_ask(j, EXZ_CNT_1, tn_exa_bank_may_count(life, j->now, j->side[EXZ_SERVE].ins, found),
                       "the requests open in the bank", "%u at %05x", found, addr);
    } else if (tn_exz_ask(j, EXZ_BNK_1, tn_exa_bank_may_show(life, j->m.bank[b], a->at, found),
                          "this register's value", "%08x at %05x", found, addr) &&
               !(found >> TN_EXA_BANK_DRAINS & 1)) {
        tn_exa_bank_settle(life, j->now);
    }
}

static void judge_word(struct tn_exz_judge *j, const struct exz_burst *a, uint32_t addr, uint32_t found)
{
    const bool rest = a->rest && tn_exz_judge_at_rest(j);
    const unsigned c = (addr - COUNTERS) / 4;
    uint32_t mask, want = 0;
    if (is_bank(addr) || (addr >= BANK_LEVEL && addr < BANK_LEVEL + 4 * TN_EXZ_BANKS)) {
        judge_bank(j, a, addr, found);
        return;
    }
    if (tn_exz_register(&j->m, addr, &mask)) {
        tn_exz_ask(j, EXZ_CNT_1, tn_lag_value_may_be(&j->reg[place_of(addr)], j->now, found),
                   "this register's value", "%08x at %05x", found, addr);
        return;
    }
    if (addr == ID)
        want = NUMBER;
    else if (addr == PARAMS)
        want = j->m.req_log2;
    else if (addr == OWN)
        want = j->m.own;
    else if (!rest)
        return;
    else if (addr != LEVEL)
        want = j->m.counter[c];
    tn_exz_ask(j, addr > COUNTERS && c == TN_EXZ_NOROOM ? EXZ_CSE + TN_EXZ_NOROOM - 1 : EXZ_CNT_1,
               found == want, "this register's value", "%08x at %05x, not %08x", found, addr, want);
}

/* Bursts. */

static void take_burst(struct tn_exz_judge *j, struct exz_burst *list, unsigned *n,
                       const struct tn_axi_seen *s)
{
    if (*n == EXZ_BURSTS) {
        tn_exz_lose(j);
        return;
    }
    list[(*n)++] =
        (struct exz_burst){.burst = {s->word[0], (s->word[3] & 255) + 1, s->word[3] >> 8 & 7,
                                     (enum tn_axs_burst_type)(s->word[3] >> 11 & 3)},
                           .id = s->word[2] & 0xffff,
                           .rest = tn_exz_judge_at_rest(j),
                           .at = j->now};
}

static void drop_first(struct exz_burst *list, unsigned *n)
{
    memmove(list, list + 1, --*n * sizeof *list);
}

static void lanes_of(const struct tn_axi_seen *s, uint8_t lanes[TN_AXS_LANES])
{
    for (unsigned i = 0; i < TN_AXS_LANES; i++)
        lanes[i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
}

static void write_beat(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    struct exz_burst *a = j->reg_write;
    struct tn_axs_beat beat;
    struct axi_found found = {.resp = TN_AXS_SLVERR};
    uint8_t lanes[TN_AXS_LANES];
    while (a < j->reg_write + j->reg_writes && a->whole)
        a++;
    if (!tn_exz_ask(j, AXS_ORD_1, a < j->reg_write + j->reg_writes, "no data before their address",
                    "data"))
        return;
    lanes_of(s, lanes);
    if (tn_axs_beat(&a->burst, a->beat, &beat)) {
        const unsigned strobes = s->word[4] & ((1u << beat.n) - 1) << beat.addr % TN_AXS_LANES;
        if (exa_bank_meets(&a->banks, j->m.life, BANKS, &beat, lanes, strobes, a->burst.beats == 1,
                           j->side[EXZ_SERVE].ins > 0, j->now)) {
            tn_exa_bank_asked(&j->m.life[a->banks.open - 1], a->banks.value, j->now);
            a->whole = true;
            return;
        }
        tn_axi_map_find(&map, j, &beat, lanes, (uint16_t)strobes, &found);
        if (found.resp == TN_AXS_OKAY)
            tn_axi_map_write(&map, j, &beat, &found);
    }
    a->worst = tn_axs_worse(a->worst, found.resp);
    a->whole = ++a->beat == a->burst.beats;
}

/* The answer of a write tells what it found of the banks. */
static void heed_banks(struct tn_exz_judge *j, struct exz_burst *a, bool okay)
{
    const unsigned bank = a->banks.open - 1;
    if (a->banks.open) {
        j->m.life[bank].pending = 0;
        a->worst = okay ? TN_AXS_OKAY : TN_AXS_SLVERR;
        if (tn_exz_ask(j, EXZ_BNK_1,
                       exa_bank_may_answer(&a->banks, &j->m.life[bank], okay, j->side[EXZ_SERVE].ins > 0),
                       "a write refused while its bank drains", "%s", okay ? "OKAY" : "SLVERR") && okay)
            set_bank(j, bank, a->banks.value);
    }
    if (!exa_bank_known(&a->banks, j->m.life))
        tn_exz_lose(j);
    for (unsigned b = 0; b < TN_EXZ_BANKS; b++)
        tn_exa_bank_heeded(&j->m.life[b], j->now);
}

static void write_answer(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    struct exz_burst *a = j->reg_write;
    if (!tn_exz_ask(j, AXS_ORD_1, j->reg_writes && a->whole && a->id == (s->word[4] & 0xffff),
                    "the oldest write's ID", "ID %x", s->word[4] & 0xffff))
        return;
    heed_banks(j, a, (s->word[4] >> 16 & 3) == TN_AXS_OKAY);
    tn_exz_ask(j, AXS_ACC_4, (s->word[4] >> 16 & 3) == a->worst, "the response of the map",
               "%u for a write at %05x", s->word[4] >> 16 & 3, a->burst.addr);
    drop_first(j->reg_write, &j->reg_writes);
    if (j->reg_writes == 0)
        j->changing[EXZ_ASK] = j->changing[EXZ_SERVE] = false;
}

static void read_beat(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    struct exz_burst *a = j->reg_read;
    enum tn_axs_resp resp = TN_AXS_SLVERR;
    uint8_t lanes[TN_AXS_LANES], zero[TN_AXS_LANES];
    struct tn_axs_beat beat;
    if (!tn_exz_ask(j, AXS_ORD_1, j->reg_reads && a->id == (s->word[4] & 0xffff),
                    "the oldest read's ID", "ID %x", s->word[4] & 0xffff))
        return;
    lanes_of(s, lanes);
    if (tn_axs_beat(&a->burst, a->beat, &beat) &&
        (resp = tn_axi_map_read(&map, j, &beat, zero)) == TN_AXS_OKAY)
        for (unsigned i = 0; i < TN_AXS_LANES; i += 4) {
            const uint32_t at = (beat.addr & ~15u) + i;
            uint32_t none;
            if (beat.addr <= at && beat.addr + beat.n >= at + 4 && can_read(j, at, &beat, &none))
                judge_word(j, a, at, axi_number(lanes + i));
        }
    tn_exz_ask(j, AXS_ACC_4, (s->word[4] >> 16 & 3) == resp, "the response of the map",
               "%u for a read at %05x", s->word[4] >> 16 & 3, a->burst.addr);
    if (++a->beat == a->burst.beats)
        drop_first(j->reg_read, &j->reg_reads);
}

void tn_exz_registers(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    if (s->channel == TN_AXI_CH_AW)
        take_burst(j, j->reg_write, &j->reg_writes, s);
    else if (s->channel == TN_AXI_CH_AR)
        take_burst(j, j->reg_read, &j->reg_reads, s);
    else if (s->channel == TN_AXI_CH_W)
        write_beat(j, s);
    else if (s->channel == TN_AXI_CH_B)
        write_answer(j, s);
    else
        read_beat(j, s);
}
