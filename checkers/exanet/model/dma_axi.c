/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the sender's AXI slave port (exa_dma.md sections 3 to 5, 8 and 10).
 */
#include "dma_judge.h"

#include "../../axi/model/axi_map.h"

#include <string.h>

enum {
    DESC_PAGES = 8,
    KERNEL = 0x40,
    ID = 0x40400,
    PARAMS = 0x40404,
    OWN = 0x40408,
    FAULT_LO = 0x40410,
    FAULT_HI = 0x40414,
    FAULT_LEVEL = 0x40418,
    CTL_DROP = 0x4041c,
    COUNTERS = 0x40440,
    ACTIVE = 0x4045c,
    OUTPUTS = 0x40500,
    OUTPUT = 0x20,
    BANKS = 0x40000,
    BANK_LEVEL = 0x40020,
    NUMBER = 0x45440001,
    DB = 63, ERROR = 60, DONE = 57, SENT = 42, SENT_MASK = 0x7fff,
};

static bool is_bank(uint32_t addr)
{
    return addr >= BANKS && addr < BANKS + 4 * TN_EXD_BANKS;
}

static bool is_level(uint32_t addr)
{
    return addr >= BANK_LEVEL && addr < BANK_LEVEL + 4 * TN_EXD_BANKS;
}

/* Returns the output whose region has the address, or OUT_N. */
static unsigned region_of(const struct tn_exd_judge *j, uint32_t addr)
{
    const unsigned page = addr / TN_AXS_PAGE;
    if (page < DESC_PAGES || page >= KERNEL || page % 8 > 3 || page / 8 > j->m.params.out_n)
        return j->m.params.out_n;
    return page / 8 - 1;
}

static bool has_page(void *ctx, unsigned page)
{
    const struct tn_exd_judge *j = ctx;
    return page < DESC_PAGES || page == KERNEL || region_of(j, page * TN_AXS_PAGE) < j->m.params.out_n;
}

/* Bits of word w that a descriptor keeps as they were written. */
static uint64_t kept(unsigned w)
{
    struct tn_exd_desc d = {.error = true, .done = true, .sent = SENT_MASK};
    return w != 2 ? UINT64_MAX : ~(tn_exd_shown(&d, 2) | 1ull << DB | 3ull << 61 | 1ull << 58);
}

/* Says whether a transaction that is to start t may do so now, or may just have done so. */
static bool racing(const struct tn_exd_judge *j, unsigned t)
{
    for (unsigned u = 0; u < TN_EXD_TXNS && j->active; u++) {
        const struct exa_dma_txn *x = &j->txn[u];
        const struct tn_exd_fields f = tn_exd_fields(&j->m.desc[u]);
        if (x->on && f.chained && f.dependency == t && x->issued + 1 >= x->packets &&
            (!x->followed || j->now <= x->followed + EXD_LAG))
            return true;
    }
    return false;
}

/* Says whether a chain may be making t ACTIVE now, so that a read may show t before or after that. A transaction that has
 * been ACTIVE for long is not begun anew by a chain. */
static bool is_being_chained(const struct tn_exd_judge *j, unsigned t)
{
    const struct exa_dma_txn *x = &j->txn[t];
    return racing(j, t) && !(x->on && (!x->chained || j->now > x->chained + EXD_LAG));
}

/* Kernel's page. */

static bool can_write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    const struct tn_exd_judge *j = ctx;
    (void)value;
    if (is_bank(addr) && tn_exa_bank_draining(&j->life[(addr - BANKS) / 4], j->now) == TN_EXA_BANK_MAY)
        return false;
    return lanes == 15 && (is_bank(addr) || addr == CTL_DROP);
}

static void write_register(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct tn_exd_judge *j = ctx;
    (void)lanes;
    if (is_bank(addr))
        exa_dma_bank(j, (addr - BANKS) / 4, value & (uint32_t)TN_EXA_BANK_BITS);
    for (unsigned p = 0; addr == CTL_DROP && p < j->m.params.out_n; p++)
        if (value >> p & 1)
            j->m.control[p].n = 0;
}

static bool can_read(void *ctx, uint32_t addr, const struct tn_axs_beat *beat, uint32_t *value)
{
    const struct tn_exd_judge *j = ctx;
    (void)beat;
    *value = 0;
    if (addr < DESC_PAGES * TN_AXS_PAGE)
        return addr / TN_EXD_DESC >> j->m.params.txn_log2 == 0;
    return is_bank(addr) || is_level(addr) || (addr >= ID && addr <= OWN) || (addr >= FAULT_LO && addr <= CTL_DROP) ||
           (addr >= COUNTERS && addr <= ACTIVE) ||
           (addr >= OUTPUTS && addr < OUTPUTS + OUTPUT * j->m.params.out_n && addr % OUTPUT < 4 * TN_EXD_OUT_COUNTERS);
}

static const struct axi_map map = {has_page, can_write, write_register, can_read};

static uint32_t register_is(const struct tn_exd_judge *j, uint32_t addr)
{
    switch (addr) {
    case ID:
        return NUMBER;
    case PARAMS:
        return j->m.params.out_n | j->m.params.txn_log2 << 8;
    case OWN:
        return j->m.own;
    case FAULT_LEVEL:
        return j->entries;
    case CTL_DROP:
    case ACTIVE:
        return 0;
    default:
        return addr < OUTPUTS ? j->m.counter[(addr - COUNTERS) / 4]
                              : j->m.of_output[(addr - OUTPUTS) / OUTPUT][addr % OUTPUT / 4];
    }
}

static void judge_register(struct tn_exd_judge *j, uint32_t addr, uint32_t found, const struct exa_dma_access *a, bool rest)
{
    if (is_bank(addr))
        exa_dma_judge_bank(j, (addr - BANKS) / 4, found, a);
    else if (is_level(addr))
        exa_dma_judge_level(j, (addr - BANK_LEVEL) / 4, found, a);
    if (addr < ID)
        return;
    if (addr == FAULT_LEVEL && a->at + EXD_LAG >= j->now)
        exa_dma_judge(j, EXD_FLT_3, found >= exa_dma_entries_due(j), "the entries in time", "%u", found);
    const bool fixed = addr == ID || addr == PARAMS || addr == OWN || addr == CTL_DROP;
    for (unsigned i = 0; i < j->entries; i++)
        if (j->entry[i].open && !fixed)
            return; /* FAULT_LEVEL, BAD, STARTS, RETRIES: not known yet */
    if (addr == FAULT_LO || addr == FAULT_HI || !(fixed || rest))
        return;
    exa_dma_judge(j, EXD_CNT_1, found == register_is(j, addr), "this register's value", "%08x at %05x, not %08x", found, addr,
              register_is(j, addr));
}

/* Judges what a beat shows of the queue of faults, and removes the entry when the beat does. */
static void judge_fault(struct tn_exd_judge *j, const struct tn_axs_beat *beat, const uint8_t *lanes, bool rest)
{
    const uint32_t end = beat->addr + beat->n;
    const bool low = beat->addr <= FAULT_LO && end >= FAULT_LO + 4, high = beat->addr <= FAULT_HI && end >= FAULT_HI + 4;
    const bool pops = beat->addr <= FAULT_HI + 3 && end > FAULT_HI + 3;
    const uint32_t lo = axi_number(lanes + FAULT_LO % 16), hi = axi_number(lanes + FAULT_HI % 16);
    unsigned i = 0, settled = 0;
    if (!low && !pops)
        return;
    exa_dma_look_for_ends(j, low && lo ? lo % TN_EXD_TXNS : EXD_NONE);
    if (low && lo == 0)
        exa_dma_refused(j);
    for (unsigned e = 0; e < j->entries; e++)
        settled += j->entry[e].settled;
    while (i < j->entries && ((low && j->entry[i].lo != lo) || (high && j->entry[i].hi != hi)))
        i++;
    const bool none = low ? lo == 0 && (!high || hi == 0) : high && hi == 0 && i == j->entries;
    if (!exa_dma_judge(j, EXD_FLT_2, none ? settled == 0 && !(rest && j->entries) : i < j->entries && (!settled || j->entry[i].settled || j->entry[i].rested),
                   "the oldest entry", "%08x %08x with %u entries", lo, hi, j->entries))
        return;
    if (!low && !rest && i < j->entries && !settled) {
        exa_dma_lose_sight(j); /* the entry may not have been there yet */
        return;
    }
    if (pops && !none)
        memmove(&j->entry[i], &j->entry[i + 1], (--j->entries - i) * sizeof j->entry[0]);
    if (pops)
        j->busy = j->now;
}

/* Descriptors. */

static uint64_t word_of(const uint8_t *lanes)
{
    return axi_number(lanes) | (uint64_t)axi_number(lanes + 4) << 32;
}

/* Judges word 2 of a transaction that is ACTIVE, or was a short time ago. */
static void judge_status(struct tn_exd_judge *j, unsigned t, uint64_t found, const struct exa_dma_access *a)
{
    struct exa_dma_txn *x = &j->txn[t];
    const bool done = found >> DONE & 1, error = found >> ERROR & 1;
    const unsigned sent = found >> SENT & SENT_MASK;
    if (error)
        exa_dma_look_for_ends(j, t);
    if (!exa_dma_judge(j, EXD_DSC_2, !done || (!error && x->left == x->packets), "done behind the last footer", "done %d, error %d, %u of %u left", done,
                   error, x->left, x->packets) ||
        !exa_dma_judge(j, EXD_FLT_2, !error || (x->over && x->left < x->packets), "an error behind a fault", "error of %u", t))
        return;
    if (done || error) {
        exa_dma_over(j, t);
        exa_dma_judge(j, EXD_DSC_3, sent == j->m.desc[t].sent, "the bytes that have left", "%u, not %u", sent, j->m.desc[t].sent);
        return;
    }
    const unsigned least = a->burst.beats == 1 && a->left > x->shown ? a->left : x->shown;
    exa_dma_judge(j, EXD_DSC_3, sent >= least && sent <= exa_dma_bytes(j, t, true) + EXA_MTU, "bytes between those that left and those read",
              "%u, not %u to %u", sent, least, exa_dma_bytes(j, t, true));
    x->shown = sent;
}

static void judge_descriptor(struct tn_exd_judge *j, const struct tn_axs_beat *beat, const uint8_t *lanes,
                             const struct exa_dma_access *a)
{
    const unsigned t = beat->addr / TN_EXD_DESC, first = beat->addr % TN_EXD_DESC / 16 * 2;
    const unsigned covered = ((1u << beat->n) - 1) << beat->addr % 16;
    if (first == 2 && (covered & 0xff) == 0xff && word_of(lanes) >> ERROR & 1)
        j->txn[t].refused = 0; /* shown: what is written now comes later */
    if (!a->clean || a->writes != j->written || is_being_chained(j, t) || (j->txn[t].on && j->txn[t].sure != UINT64_MAX && a->at <= j->txn[t].sure))
        return;
    if (first == 2 && (covered & 0xff) == 0xff && j->txn[t].on)
        judge_status(j, t, word_of(lanes), a);
    tn_judge_held(&j->judge, EXD_DSC_1);
    for (unsigned w = 0; w < 2; w++) {
        const uint64_t mask = j->txn[t].on ? kept(first + w) | 1ull << DB : UINT64_MAX;
        uint64_t looked = 0;
        for (unsigned i = 0; i < 8; i++)
            looked |= covered >> (8 * w + i) & 1 ? 0xffull << 8 * i : 0;
        looked &= mask;
        const uint64_t found = word_of(lanes + 8 * w), want = tn_exd_shown(&j->m.desc[t], first + w);
        const bool same = ((found ^ want) & looked & kept(first + w)) == 0;
        const bool status = ((found ^ want) & looked) == 0;
        const unsigned rule = !same ? EXD_DSC_1 : (want >> ERROR & 1) && first + w == 2 ? EXD_STA_3 : EXD_STA_1;
        if (!exa_dma_judge(j, rule, status, "the descriptor's word", "%016llx in word %u of %u, not %016llx", (unsigned long long)found,
                       first + w, t, (unsigned long long)want))
            return;
    }
}

/* Writes. */

static void lanes_of(const struct tn_axi_seen *s, uint8_t lanes[16])
{
    for (unsigned i = 0; i < 16; i++)
        lanes[i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
}

static enum tn_axs_resp wrote(struct tn_exd_judge *j, unsigned t, unsigned off, const uint8_t *lanes, unsigned strobes)
{
    const enum tn_exd_wrote w = tn_exd_write(&j->m, t, off, lanes, strobes);
    if ((w == TN_EXD_STARTS || w == TN_EXD_BAD) && exa_dma_awaits(j, tn_exd_fields(&j->m.desc[t]).pdid))
        exa_dma_lose_sight(j); /* its bank may drain or not */
    if (w == TN_EXD_STARTS)
        exa_dma_started(j, t);
    if (w == TN_EXD_PARKS && racing(j, t))
        exa_dma_lose_sight(j);
    return w == TN_EXD_REFUSED ? TN_AXS_SLVERR : TN_AXS_OKAY;
}

static enum tn_axs_resp write_descriptor(struct tn_exd_judge *j, struct exa_dma_access *a, const struct tn_axs_beat *beat,
                                         const uint8_t *lanes, unsigned strobes)
{
    const unsigned t = beat->addr / TN_EXD_DESC, off = beat->addr % TN_EXD_DESC / 16 * 16;
    if (t >> j->m.params.txn_log2)
        return strobes ? TN_AXS_SLVERR : TN_AXS_OKAY;
    if (strobes == 0)
        return TN_AXS_OKAY;
    if (j->txn[t].no_bank)
        exa_dma_look_for_ends(j, t);
    if (exa_dma_may_yet_start(j, t))
        exa_dma_lose_sight(j);
    const enum tn_exd_state state = j->m.desc[t].state;
    if ((state == TN_EXD_ACTIVE && (j->txn[t].over || racing(j, t))) || (state == TN_EXD_PARKED && racing(j, t))) {
        if (a->burst.beats > 1)
            exa_dma_lose_sight(j);
        a->open = true;
        a->strobes = strobes;
        memcpy(a->data, lanes, sizeof a->data);
        return TN_AXS_OKAY;
    }
    a->rule = EXD_STA_2;
    a->ruled |= state == TN_EXD_ACTIVE;
    return wrote(j, t, off, lanes, strobes);
}

/* The answer of a write tells what it met. */
static void settle(struct tn_exd_judge *j, struct exa_dma_access *a, bool okay)
{
    const unsigned t = a->burst.addr / TN_EXD_DESC, off = a->burst.addr % TN_EXD_DESC / 16 * 16;
    const bool active = j->m.desc[t].state == TN_EXD_ACTIVE;
    a->open = false;
    if (okay && active && j->txn[t].over)
        exa_dma_over(j, t);
    else if (okay == active)
        exa_dma_lose_sight(j);
    a->worst = wrote(j, t, off, a->data, a->strobes);
}

bool exa_dma_settle_writes(struct tn_exd_judge *j)
{
    bool any = false;
    for (unsigned i = 0; i < j->axi_writes; i++)
        if (j->axi_write[i].open) {
            settle(j, &j->axi_write[i], true);
            any = true;
        }
    return any;
}

static enum tn_axs_resp write_control(struct tn_exd_judge *j, struct exa_dma_access *a, unsigned p, const struct tn_axs_beat *beat,
                                      const uint8_t *lanes, unsigned strobes)
{
    const unsigned t = beat->addr % (4 * TN_AXS_PAGE) / 16;
    struct exa_dma_output *o = &j->out[p];
    struct exa_packet k;
    if (t >> j->m.params.txn_log2) /* no word of the map */
        return strobes ? TN_AXS_SLVERR : TN_AXS_OKAY;
    a->rule = EXD_CTL_3;
    a->ruled = true;
    if (strobes == 0x00ff || strobes == 0xff00)
        exa_dma_judge(j, EXD_CTL_4, !o->message, "the fourth write behind the message", "a write at %05x", beat->addr);
    switch (tn_exd_control(&j->m, p, t, lanes, strobes, &k)) {
    case TN_EXD_CTL_HELD:
        return TN_AXS_OKAY;
    case TN_EXD_CTL_MADE:
        o->message = true;
        o->made = 0;
        o->control = k;
        return TN_AXS_OKAY;
    default:
        return TN_AXS_SLVERR;
    }
}

static enum tn_axs_resp write_access(struct tn_exd_judge *j, struct exa_dma_access *a, const struct tn_axs_beat *beat,
                                     const uint8_t *lanes, unsigned strobes)
{
    const unsigned p = region_of(j, beat->addr);
    struct axi_found found;
    if (beat->addr < DESC_PAGES * TN_AXS_PAGE)
        return write_descriptor(j, a, beat, lanes, strobes);
    if (p < j->m.params.out_n)
        return write_control(j, a, p, beat, lanes, strobes);
    if (beat->addr / TN_AXS_PAGE == KERNEL &&
        exa_bank_meets(&a->banks, j->life, BANKS, beat, lanes, strobes, a->burst.beats == 1, j->active > 0, j->now)) {
        tn_exa_bank_asked(&j->life[a->banks.open - 1], a->banks.value, j->now);
        return TN_AXS_OKAY;
    }
    tn_axi_map_find(&map, j, beat, lanes, (uint16_t)strobes, &found);
    if (found.resp == TN_AXS_OKAY)
        tn_axi_map_write(&map, j, beat, &found);
    return found.resp;
}

/* Bursts. */

static void take_burst(struct tn_exd_judge *j, struct exa_dma_access *list, unsigned *n, const struct tn_axi_seen *s)
{
    struct exa_dma_access *a = &list[*n];
    if (*n == EXD_BURSTS) {
        exa_dma_lose_sight(j);
        return;
    }
    memset(a, 0, sizeof *a);
    a->burst = (struct tn_axs_burst){s->word[0], (s->word[3] & 255) + 1, s->word[3] >> 8 & 7,
                                     (enum tn_axs_burst_type)(s->word[3] >> 11 & 3)};
    a->id = s->word[2] & 0xffff;
    a->rest = tn_exd_judge_at_rest(j);
    a->clean = j->axi_writes == 0;
    a->at = j->now;
    a->writes = j->written;
    const unsigned t = a->burst.addr / TN_EXD_DESC;
    if (t >> j->m.params.txn_log2 == 0 && j->txn[t].on)
        a->left = exa_dma_bytes(j, t, false);
    ++*n;
}

static void drop_first(struct exa_dma_access *list, unsigned *n)
{
    memmove(list, list + 1, --*n * sizeof *list);
}

static void write_beat(struct tn_exd_judge *j, const struct tn_axi_seen *s)
{
    struct exa_dma_access *a = j->axi_write;
    struct tn_axs_beat beat;
    uint8_t lanes[16];
    enum tn_axs_resp resp = TN_AXS_SLVERR;
    while (a < j->axi_write + j->axi_writes && a->whole)
        a++;
    if (!exa_dma_judge(j, AXS_ORD_1, a < j->axi_write + j->axi_writes, "no data before their address", "data"))
        return;
    lanes_of(s, lanes);
    j->written++;
    if (tn_axs_beat(&a->burst, a->beat, &beat))
        resp = write_access(j, a, &beat, lanes, s->word[4] & (((1u << beat.n) - 1) << beat.addr % 16) & 0xffff);
    a->worst = tn_axs_worse(a->worst, resp);
    a->whole = ++a->beat == a->burst.beats;
}

/* What a write has begun is certain from its answer on. */
static void begun(struct tn_exd_judge *j, const struct exa_dma_access *a)
{
    const unsigned p = region_of(j, a->burst.addr);
    if (p < j->m.params.out_n && j->out[p].message && !j->out[p].made)
        j->out[p].made = j->now;
    for (unsigned t = 0; t < TN_EXD_TXNS && a->burst.addr < DESC_PAGES * TN_AXS_PAGE && j->active; t++)
        if (j->txn[t].on && j->txn[t].sure == UINT64_MAX)
            j->txn[t].sure = j->now;
}

static void write_answer(struct tn_exd_judge *j, const struct tn_axi_seen *s)
{
    struct exa_dma_access *a = j->axi_write;
    const unsigned resp = s->word[4] >> 16 & 3;
    if (!exa_dma_judge(j, AXS_ORD_1, j->axi_writes && a->whole && a->id == (s->word[4] & 0xffff), "the oldest write's ID",
                   "ID %x", s->word[4] & 0xffff))
        return;
    if (a->open)
        settle(j, a, resp == TN_AXS_OKAY);
    exa_dma_heed_banks(j, a, resp == TN_AXS_OKAY);
    exa_dma_judge(j, a->ruled ? a->rule : AXS_ACC_4, resp == a->worst, "the response of the map", "%u for a write at %05x", resp,
              a->burst.addr);
    begun(j, a);
    j->busy = j->now;
    drop_first(j->axi_write, &j->axi_writes);
}

static void judge_data(struct tn_exd_judge *j, const struct exa_dma_access *a, const struct tn_axs_beat *beat, const uint8_t *lanes)
{
    const uint32_t word = beat->addr & ~15u;
    const bool rest = a->rest && tn_exd_judge_at_rest(j) && a->writes == j->written;
    if (word < DESC_PAGES * TN_AXS_PAGE) {
        judge_descriptor(j, beat, lanes, a);
        return;
    }
    for (unsigned i = 0; i < TN_AXS_LANES; i += 4) {
        uint32_t none;
        if (beat->addr <= word + i && beat->addr + beat->n >= word + i + 4 && can_read(j, word + i, beat, &none))
            judge_register(j, word + i, axi_number(lanes + i), a, rest);
    }
    if (word == FAULT_LO)
        judge_fault(j, beat, lanes, rest);
}

static void read_beat(struct tn_exd_judge *j, const struct tn_axi_seen *s)
{
    struct exa_dma_access *a = j->axi_read;
    enum tn_axs_resp resp = TN_AXS_SLVERR;
    uint8_t lanes[TN_AXS_LANES], zero[TN_AXS_LANES];
    struct tn_axs_beat beat;
    if (!exa_dma_judge(j, AXS_ORD_1, j->axi_reads && a->id == (s->word[4] & 0xffff), "the oldest read's ID", "ID %x",
                   s->word[4] & 0xffff))
        return;
    lanes_of(s, lanes);
    if (tn_axs_beat(&a->burst, a->beat, &beat))
        resp = tn_axi_map_read(&map, j, &beat, zero);
    if (!exa_dma_judge(j, AXS_ACC_4, (s->word[4] >> 16 & 3) == resp, "the response of the map", "%u for a read at %05x",
                   s->word[4] >> 16 & 3, a->burst.addr))
        return;
    if (resp == TN_AXS_OKAY)
        judge_data(j, a, &beat, lanes);
    if (++a->beat == a->burst.beats)
        drop_first(j->axi_read, &j->axi_reads);
}

void tn_exd_judge_axi(struct tn_exd_judge *j, const struct tn_axi_seen *s)
{
    if (s->rst || !s->valid || !s->ready || !tn_scope_is_open(&j->all))
        return;
    j->now = j->judge.cycle = s->cycle;
    if (s->channel == TN_AXI_CH_AW)
        take_burst(j, j->axi_write, &j->axi_writes, s);
    else if (s->channel == TN_AXI_CH_AR)
        take_burst(j, j->axi_read, &j->axi_reads, s);
    else if (s->channel == TN_AXI_CH_W)
        write_beat(j, s);
    else if (s->channel == TN_AXI_CH_B)
        write_answer(j, s);
    else
        read_beat(j, s);
}
