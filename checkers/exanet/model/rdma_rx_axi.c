/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the RDMA receiver's AXI slave port (exa_rdma_rx.md sections 9 and 10): answers always,
 * registers and contexts at rest.
 */
#include "rdma_rx_judge.h"

#include "../../axi/model/axi_map.h"

#include <string.h>

enum {
    KERNEL = 0x40,
    BANK = 0x40000,
    BANK_LEVEL = 0x40020,
    ID = 0x40400,
    PARAMS = 0x40404,
    OWN = 0x40408,
    CTX_TIMEOUT = 0x40410,
    DONE_HOLD = 0x40414,
    LEVEL = 0x40418,
    DUP_CYC = 0x4041c,
    COUNTERS = 0x40440,
    NUMBER = 0x45430001,
    CONTEXT = 64,
    PAGES = 4,
    LAG_CYC = 64,
};

/* Returns the place of a register that can be written; EXV_REGS: there is none. */
static unsigned register_at(uint32_t addr)
{
    static const uint32_t others[] = {CTX_TIMEOUT, DONE_HOLD, DUP_CYC};
    if (addr >= BANK && addr < BANK + 4 * TN_EXV_BANKS)
        return (addr - BANK) / 4;
    for (unsigned i = 0; i < 3; i++)
        if (addr == others[i])
            return TN_EXV_BANKS + i;
    return EXV_REGS;
}

static uint32_t *register_of(struct tn_exv *m, unsigned place)
{
    uint32_t *const others[] = {&m->ctx_timeout, &m->done_hold, &m->dup_cyc};
    return place < TN_EXV_BANKS ? &m->bank[place] : others[place - TN_EXV_BANKS];
}

void tn_exv_axi_reset(struct tn_exv_judge *j)
{
    for (unsigned i = 0; i < EXV_REGS; i++)
        tn_lag_value_init(&j->reg[i], LAG_CYC, *register_of(tn_exv_way(j, 0), i));
    j->writes = j->reads = 0;
    tn_exv_forget_page(j);
}

void tn_exv_forget_page(struct tn_exv_judge *j)
{
    memset(j->seen, 0, sizeof j->seen);
}

static bool has_page(void *ctx, unsigned page)
{
    (void)ctx;
    return page < PAGES || page == KERNEL;
}

static bool can_write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    const struct tn_exv_judge *j = ctx;
    const unsigned i = register_at(addr);
    (void)value;
    if (lanes != 15 || i >= EXV_REGS)
        return false;
    return i >= TN_EXV_BANKS || tn_exa_bank_draining(&tn_exv_way(j, 0)->life[i], j->now) != TN_EXA_BANK_MAY;
}

static void set_bank(struct tn_exv_judge *j, unsigned bank, uint32_t value)
{
    for (unsigned w = 0; w < j->ways.n; w++) {
        struct tn_exv *m = tn_exv_way(j, w);
        tn_exa_bank_written(&m->life[bank], m->bank[bank], value & (uint32_t)TN_EXA_BANK_BITS, j->now);
        m->bank[bank] = value & (uint32_t)TN_EXA_BANK_BITS;
    }
}

static void write_register(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct tn_exv_judge *j = ctx;
    const unsigned i = register_at(addr);
    (void)lanes;
    if (i < TN_EXV_BANKS) {
        set_bank(j, i, value);
        return;
    }
    tn_lag_value_set(&j->reg[i], j->now, value);
    for (unsigned w = 0; w < j->ways.n; w++)
        if (addr == CTX_TIMEOUT)
            tn_exv_set_timeout(tn_exv_way(j, w), value, j->now);
        else
            *register_of(tn_exv_way(j, w), i) = value;
}

static bool can_read(void *ctx, uint32_t addr, const struct tn_axs_beat *beat, uint32_t *value)
{
    (void)ctx, (void)beat;
    *value = 0;
    return addr < PAGES * TN_AXS_PAGE || register_at(addr) < EXV_REGS || addr == ID || addr == PARAMS || addr == OWN ||
           addr == LEVEL || (addr >= BANK_LEVEL && addr < BANK_LEVEL + 4 * TN_EXV_BANKS) || (addr >= COUNTERS && addr < COUNTERS + 4 * TN_EXV_COUNTERS);
}

static const struct axi_map map = {has_page, can_write, write_register, can_read};

/* Registers and contexts. */

struct word {
    struct tn_exv_judge *j;
    uint32_t addr, found;
    unsigned index; /* of a context */
    uint64_t at;    /* cycle of the read's address */
};

static bool in_range(uint32_t least, uint32_t most, uint32_t found)
{
    return found - least <= most - least;
}

/* Says whether LEVEL may show that of a way: contexts whose time may be over count or do not. */
static bool level_may_be(const struct tn_exv *m, uint64_t now, uint32_t found)
{
    uint32_t sure[3] = {0}, may[3] = {0};
    for (unsigned i = 0; i < TN_EXV_SETS * TN_EXV_WAYS; i++) {
        const unsigned aged = tn_exv_aged(m, &m->ctx[i], now);
        sure[m->ctx[i].state] += aged == 0;
        may[m->ctx[i].state] += aged == 1;
    }
    return (found & ~0x01ff01ffu) == 0 && in_range(sure[1], sure[1] + may[1], found & 511) &&
           in_range(sure[2], sure[2] + may[2], found >> 16);
}

/* Says whether a register may show that at rest. */
static bool may_show(void *ctx, const void *state)
{
    const struct word *w = ctx;
    const struct tn_exv *m = state;
    const unsigned c = (w->addr - COUNTERS) / 4;
    uint32_t aged[2] = {0};
    if (w->addr == LEVEL)
        return level_may_be(m, w->j->now, w->found);
    for (unsigned i = 0; i < TN_EXV_SETS * TN_EXV_WAYS; i++)
        if (tn_exv_aged(m, &m->ctx[i], w->j->now) == 1)
            aged[m->ctx[i].state == TN_EXV_FINISHED]++;
    const uint32_t more = c == TN_EXV_C_EXPIRED_ACTIVE ? aged[0] : c == TN_EXV_C_EXPIRED_DONE ? aged[1] : 0;
    return in_range(m->lo[c], m->hi[c] + more, w->found);
}

/* Says whether BANK or BANK_LEVEL of a way may show that. */
static bool bank_may_show(void *ctx, const void *state)
{
    const struct word *w = ctx;
    const struct tn_exv *m = state;
    const unsigned b = (w->addr - BANK) / 4 % TN_EXV_BANKS;
    if (w->addr >= BANK_LEVEL)
        return tn_exa_bank_may_count(&m->life[b], w->j->now, w->j->packets, w->found);
    return tn_exa_bank_may_show(&m->life[b], m->bank[b], w->at, w->found);
}

static void judge_bank(struct tn_exv_judge *j, const struct exv_access *a, uint32_t addr, uint32_t found)
{
    struct word w = {.j = j, .addr = addr, .found = found, .at = a->at};
    const unsigned b = (addr - BANK) / 4 % TN_EXV_BANKS;
    if (addr >= BANK_LEVEL && a->at + LAG_CYC < j->now)
        return;
    if (!tn_exv_ask(j, addr < BANK_LEVEL ? EXV_BNK_1 : EXV_CNT_1, tn_fork_keep(&j->ways, bank_may_show, &w), "this register's value",
                   "%08x at %05x", found, addr))
        return;
    for (unsigned i = 0; addr < BANK_LEVEL && !(found >> TN_EXA_BANK_DRAINS & 1) && i < j->ways.n; i++)
        tn_exa_bank_settle(&tn_exv_way(j, i)->life[b], j->now);
}

static void judge_kernel(struct tn_exv_judge *j, uint32_t addr, uint32_t found, bool rest)
{
    const uint32_t params = j->params.hold | j->params.way_log2 << 8 | j->params.dup_n << 16;
    struct word w = {.j = j, .addr = addr, .found = found};
    const unsigned i = register_at(addr);
    bool ok = true;
    if (i < EXV_REGS)
        ok = tn_lag_value_may_be(&j->reg[i], j->now, found);
    else if (addr == ID)
        ok = found == NUMBER;
    else if (addr == PARAMS)
        ok = found == params;
    else if (addr == OWN)
        ok = found == j->own;
    else if (rest)
        ok = tn_fork_keep(&j->ways, may_show, &w);
    const bool of_age = addr == LEVEL || addr == COUNTERS + 4 * TN_EXV_C_EXPIRED_ACTIVE || addr == COUNTERS + 4 * TN_EXV_C_EXPIRED_DONE;
    tn_exv_ask(j, of_age ? EXV_CTX_2 : EXV_CNT_1, ok, "this register's value", "%08x at %05x (counter %u to %u)", found, addr,
              addr >= COUNTERS ? tn_exv_way(j, 0)->lo[(addr - COUNTERS) / 4] : 0,
              addr >= COUNTERS ? tn_exv_way(j, 0)->hi[(addr - COUNTERS) / 4] : 0);
}

static uint32_t shown(const struct tn_exv_judge *j, unsigned index, unsigned off)
{
    return axi_number(&j->page[index][off]);
}

static uint64_t shown64(const struct tn_exv_judge *j, unsigned index, unsigned off)
{
    return shown(j, index, off) | (uint64_t)shown(j, index, off + 4) << 32;
}

/* Says whether the context read at that index is one of the way's. */
static bool may_be_context(void *ctx, const void *state)
{
    const struct word *w = ctx;
    const struct tn_exv_judge *j = w->j;
    const uint32_t head = shown(j, w->index, 0), key = shown(j, w->index, 4), ends = shown(j, w->index, 0x18);
    struct tn_exv_context *c = tn_exv_find((struct tn_exv *)(uintptr_t)state, key >> 10, key & 1023);
    if (head >> 30 == TN_EXV_FREE)
        return true;
    if (!c || tn_exv_set(c->src, c->tid) != w->index >> j->params.way_log2)
        return false;
    const uint32_t want = (uint32_t)c->state << 30 | (uint32_t)c->control << 29 | (uint32_t)c->notify << 28 |
                          (uint32_t)c->nacked << 27 | (uint32_t)c->blk_known << 26 | c->seq;
    const uint32_t looked = c->state == TN_EXV_FINISHED ? 0xffffffff : 0xfc3fffff;
    const uint32_t want_ends = (uint32_t)c->last_known << 14 | (uint32_t)c->first_known << 6 |
                               (c->last_known ? (uint32_t)c->last << 8 : 0) | (c->first_known ? c->first : 0u);
    const uint32_t ends_looked = 0xffffc0c0u | (c->last_known ? 0x3f00u : 0) | (c->first_known ? 0x3fu : 0);
    if ((head & looked) != ((want | (uint32_t)c->rsp_att << 22) & looked) || shown(j, w->index, 0x0c) != c->pdid ||
        shown64(j, w->index, 0x10) != c->bitmap || (ends & ends_looked) != (want_ends & ends_looked))
        return false;
    if (c->blk_known && shown(j, w->index, 8) != c->blk)
        return false;
    return !c->control || (shown64(j, w->index, 0x20) == c->place && shown64(j, w->index, 0x28) == 0 &&
                           memcmp(&j->page[w->index][0x30], c->note, sizeof c->note) == 0);
}

/* Keeps a quarter of a context; judges the context when all four were read at one rest. */
static void judge_debug(struct tn_exv_judge *j, uint32_t addr, const uint8_t *lanes)
{
    struct word w = {.j = j, .index = addr / CONTEXT};
    const unsigned quarter = addr % CONTEXT / TN_AXS_LANES;
    memcpy(&j->page[w.index][quarter * TN_AXS_LANES], lanes, TN_AXS_LANES);
    j->seen[w.index] |= (uint8_t)(1u << quarter);
    if (j->seen[w.index] != 15)
        return;
    j->seen[w.index] = 0;
    const bool there = w.index >> j->params.way_log2 < TN_EXV_SETS;
    const bool ok = there ? tn_fork_keep(&j->ways, may_be_context, &w) : shown(j, w.index, 0) >> 30 == TN_EXV_FREE;
    const struct tn_exv_context *c = tn_exv_find(tn_exv_way(j, 0), shown(j, w.index, 4) >> 10, shown(j, w.index, 4) & 1023);
    const uint64_t found = shown64(j, w.index, 0x10);
    const bool bits = c && c->bitmap != found;
    const bool old = c && c->seq % EXA_ATTEMPTS && ((bits && (found & ~(c->bitmap | c->stale)) == 0 && (c->bitmap & ~found) == 0) ||
                                                    (c->control && !(shown(j, w.index, 0) >> 29 & 1)));
    tn_exv_ask(j, old ? EXV_SEQ_2 : bits ? EXV_BIT_1 : EXV_DBG_1, ok, "a context that there is", "index %u: %08x, key %08x, bitmap %016llx", w.index,
              shown(j, w.index, 0), shown(j, w.index, 4), (unsigned long long)shown64(j, w.index, 0x10));
}

/* Bursts. */

static void take_burst(struct tn_exv_judge *j, struct exv_access *list, unsigned *n, const struct tn_axi_seen *s)
{
    if (*n == EXV_BURSTS)
        return;
    list[*n] = (struct exv_access){
        .burst = {s->word[0], (s->word[3] & 255) + 1, s->word[3] >> 8 & 7, (enum tn_axs_burst_type)(s->word[3] >> 11 & 3)},
        .id = s->word[2] & 0xffff,
        .rest = tn_exv_judge_at_rest(j), .at = j->now};
    ++*n;
}

static void drop_first(struct exv_access *list, unsigned *n)
{
    memmove(list, list + 1, --*n * sizeof *list);
}

/* Says whether the ways know the banks differently. */
static bool ways_differ(const struct tn_exv_judge *j)
{
    const struct tn_exv *m = tn_exv_way(j, 0);
    for (unsigned i = 1; i < j->ways.n; i++)
        for (unsigned b = 0; b < TN_EXV_BANKS; b++)
            if (tn_exv_way(j, i)->life[b].drains != m->life[b].drains || tn_exv_way(j, i)->life[b].sure != m->life[b].sure)
                return true;
    return false;
}

static void write_beat(struct tn_exv_judge *j, const struct tn_axi_seen *s)
{
    struct exv_access *a = j->write;
    struct tn_axs_beat beat;
    struct axi_found found;
    uint8_t data[TN_AXS_LANES];
    while (a < j->write + j->writes && a->whole)
        a++;
    if (!tn_exv_ask(j, AXS_ORD_1, a < j->write + j->writes, "no data before their address", "data"))
        return;
    for (unsigned i = 0; i < TN_AXS_LANES; i++)
        data[i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
    found.resp = TN_AXS_SLVERR;
    if (tn_axs_beat(&a->burst, a->beat, &beat)) {
        const unsigned covered = ((1u << beat.n) - 1) << beat.addr % TN_AXS_LANES;
        if (exa_bank_meets(&a->banks, tn_exv_way(j, 0)->life, BANK, &beat, data, s->word[4] & covered, a->burst.beats == 1,
                           j->packets > 0 || ways_differ(j), j->now)) {
            for (unsigned w = 0; w < j->ways.n; w++)
                tn_exa_bank_asked(&tn_exv_way(j, w)->life[a->banks.open - 1], a->banks.value, j->now);
            a->whole = true;
            return;
        }
        tn_axi_map_find(&map, j, &beat, data, (uint16_t)(s->word[4] & covered), &found);
        if (found.resp == TN_AXS_OKAY)
            tn_axi_map_write(&map, j, &beat, &found);
    }
    a->worst = tn_axs_worse(a->worst, found.resp);
    a->whole = ++a->beat == a->burst.beats;
}

struct bank_answer {
    const struct exa_bank_write *w;
    bool okay, unseen;
};

static bool may_answer(void *ctx, const void *way)
{
    const struct bank_answer *a = ctx;
    return exa_bank_may_answer(a->w, &((const struct tn_exv *)way)->life[a->w->open - 1], a->okay, a->unseen);
}

/* The answer of a write tells what it found of the banks. */
static void heed_banks(struct tn_exv_judge *j, struct exv_access *a, bool okay)
{
    const unsigned bank = a->banks.open - 1;
    for (unsigned w = 0; w < j->ways.n && a->banks.open; w++)
        tn_exv_way(j, w)->life[bank].pending = 0;
    if (a->banks.open) {
        a->worst = okay ? TN_AXS_OKAY : TN_AXS_SLVERR;
        struct bank_answer b = {&a->banks, okay, j->packets > 0};
        if (tn_exv_ask(j, EXV_BNK_1, tn_fork_keep(&j->ways, may_answer, &b), "a write refused while its bank drains", "%s",
                       okay ? "OKAY" : "SLVERR") && okay)
            set_bank(j, bank, a->banks.value);
    }
    if (!exa_bank_known(&a->banks, tn_exv_way(j, 0)->life))
        tn_exv_lose(j);
    for (unsigned b = 0; b < TN_EXV_BANKS; b++)
        for (unsigned w = 0; w < j->ways.n; w++)
            tn_exa_bank_heeded(&tn_exv_way(j, w)->life[b], j->now);
}

static void write_answer(struct tn_exv_judge *j, const struct tn_axi_seen *s)
{
    struct exv_access *a = j->write;
    if (!tn_exv_ask(j, AXS_ORD_1, j->writes && a->whole && a->id == (s->word[4] & 0xffff), "the oldest write's ID",
                   "ID %x", s->word[4] & 0xffff))
        return;
    heed_banks(j, a, (s->word[4] >> 16 & 3) == TN_AXS_OKAY);
    tn_exv_ask(j, AXS_ACC_4, (s->word[4] >> 16 & 3) == a->worst, "the response of the map", "%u for a write at %05x",
              s->word[4] >> 16 & 3, a->burst.addr);
    drop_first(j->write, &j->writes);
}

static void judge_data(struct tn_exv_judge *j, const struct exv_access *a, const struct tn_axs_beat *beat,
                       const uint8_t *lanes)
{
    const uint32_t word = beat->addr & ~15u;
    const bool rest = a->rest && tn_exv_judge_at_rest(j);
    if (word < PAGES * TN_AXS_PAGE) {
        if (rest && beat->n == TN_AXS_LANES)
            judge_debug(j, word, lanes);
        return;
    }
    for (unsigned i = 0; i < TN_AXS_LANES; i += 4) {
        uint32_t none;
        if (!(beat->addr <= word + i && beat->addr + beat->n >= word + i + 4 && can_read(j, word + i, beat, &none)))
            continue;
        if (word + i < BANK_LEVEL + 4 * TN_EXV_BANKS)
            judge_bank(j, a, word + i, axi_number(lanes + i));
        else
            judge_kernel(j, word + i, axi_number(lanes + i), rest);
    }
}

static void read_beat(struct tn_exv_judge *j, const struct tn_axi_seen *s)
{
    struct exv_access *a = j->read;
    enum tn_axs_resp resp = TN_AXS_SLVERR;
    uint8_t lanes[TN_AXS_LANES], zero[TN_AXS_LANES];
    struct tn_axs_beat beat;
    if (!tn_exv_ask(j, AXS_ORD_1, j->reads && a->id == (s->word[4] & 0xffff), "the oldest read's ID", "ID %x",
                   s->word[4] & 0xffff))
        return;
    for (unsigned i = 0; i < TN_AXS_LANES; i++)
        lanes[i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
    if (tn_axs_beat(&a->burst, a->beat, &beat)) {
        resp = tn_axi_map_read(&map, j, &beat, zero);
        if (resp == TN_AXS_OKAY)
            judge_data(j, a, &beat, lanes);
    }
    tn_exv_ask(j, AXS_ACC_4, (s->word[4] >> 16 & 3) == resp, "the response of the map", "%u for a read at %05x",
              s->word[4] >> 16 & 3, a->burst.addr);
    if (++a->beat == a->burst.beats)
        drop_first(j->read, &j->reads);
}

void tn_exv_judge_axi(struct tn_exv_judge *j, const struct tn_axi_seen *s)
{
    if (s->rst || !s->valid || !s->ready || !tn_scope_is_open(&j->all))
        return;
    j->now = j->judge.cycle = s->cycle;
    if (s->channel == TN_AXI_CH_AW)
        take_burst(j, j->write, &j->writes, s);
    else if (s->channel == TN_AXI_CH_AR)
        take_burst(j, j->read, &j->reads, s);
    else if (s->channel == TN_AXI_CH_W)
        write_beat(j, s);
    else if (s->channel == TN_AXI_CH_B)
        write_answer(j, s);
    else
        read_beat(j, s);
}
