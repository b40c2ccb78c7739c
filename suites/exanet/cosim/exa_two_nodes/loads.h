/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Loads and stores of both nodes through exa_axi's windows (checkers/exanet/spec/exa_axi.md) while banks and windows change. A
 * domain's memory at a node is one page of lines, of which a copy is kept here; all domains have it at the same addresses, and
 * bits 31:28 of an address name the domain that asks, so that an access under another domain's bank is seen twice: at the port,
 * and in that domain's bytes.
 */
#ifndef LOADS_H
#define LOADS_H

#include "nodes.h"

enum {
    LD_SEATED = 4, LD_DOMAINS = 8, LD_NOBODY = LD_DOMAINS, LD_FIRST = 0x5310, /* domains from LD_SEATED on have a bank of exa_axi alone */
    LD_BANKS = 8, LD_MOVERS = 4, /* banks from LD_MOVERS on are those domains' */
    LD_WINDOWS = 8, LD_LINES = 16, LD_LINE = 64, LD_OPEN = 12, LD_PORT = 64, LD_PAGE = 0x3000, LD_ZBASES = 3,
    LD_ZAX = 5 << 20, LD_WIN = LD_ZAX + N_KERNEL, LD_BANK = LD_ZAX + N_KERNEL + 0x40, LD_ZBASE = LD_ZAX + N_KERNEL + 0x60,
    LD_DRAIN = 40000, /* cycles in which a bank has drained */
};

enum ld_admitted { LD_MAYBE, LD_IN, LD_OUT };

/* Who has a bank of exa_axi. */
struct ld_bank {
    unsigned is, was, asked; /* domains; asked: of a write that is not yet answered */
    bool drained, told, early; /* nothing of `was` is open any more; told: software saw that; early: `asked` was seen at memory */
    uint64_t since;
    struct {
        uint8_t domain[LD_PORT];
        unsigned out, in;
    } open[2]; /* reads, writes at memory */
};

/* An access to a window. */
struct ld_op {
    struct tn_axi_txn *txn;
    unsigned window, domain, line, off, n;
    uint8_t bytes[LD_LINE];
};

static struct {
    struct tn_rng rng;
    uint16_t seated[LD_SEATED]; /* PDIDs */
    unsigned hot;               /* the domain that is asked most */
    unsigned ok[2], refused, moves, drains, windows;
    struct {
        struct tn_axi_master *win;
        struct tn_memory *memory;
        struct ld_bank bank[LD_BANKS];
        struct ld_op op[LD_OPEN];
        unsigned window[LD_WINDOWS]; /* its domain, or LD_NOBODY */
        enum ld_admitted admitted[LD_DOMAINS];
        uint64_t since[LD_DOMAINS];
        uint8_t line[LD_DOMAINS][LD_LINES][LD_LINE];
        bool busy[LD_DOMAINS][LD_LINES];
    } at[NODES];
} ld;

static inline unsigned ld_below(unsigned n)
{
    return (unsigned)tn_rng_below(&ld.rng, n);
}

static inline unsigned ld_pdid(unsigned domain)
{
    return domain < LD_SEATED ? ld.seated[domain] : LD_FIRST + domain;
}

static inline uint64_t ld_place(unsigned domain, unsigned line)
{
    return (uint64_t)ld_pdid(domain) << 44 | LD_PAGE | line * LD_LINE;
}

static inline void ld_broken(const char *rule, const char *expected, unsigned node, unsigned bank, unsigned domain)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "node %u, bank %u: domain %u", node, bank, domain);
    rule_broken(&nd.failures, rule, &v);
}

/* The banks as the memory knows them, and what it must not see. */

static inline void ld_admit(unsigned n, unsigned domain, enum ld_admitted a)
{
    if (domain == LD_NOBODY)
        return;
    ld.at[n].admitted[domain] = a;
    ld.at[n].since[domain] = tn_sim_cycle();
}

/* Nothing of the owner before is open: the page tables follow. */
static inline void ld_drained(unsigned n, unsigned b)
{
    struct ld_bank *k = &ld.at[n].bank[b];
    ld.drains += !k->drained;
    k->drained = true;
    tn_memory_bind(ld.at[n].memory, b, k->is == LD_NOBODY ? -1 : (int32_t)ld_pdid(k->is));
}

static inline bool ld_is_open(const struct ld_bank *k, unsigned domain)
{
    bool open = false;
    for (unsigned w = 0; w < 2; w++)
        for (unsigned i = k->open[w].out; i != k->open[w].in; i++)
            open = open || k->open[w].domain[i % LD_PORT] == domain;
    return open;
}

/* The bank took another owner: so nothing of the one before its last owner is open, and the page tables are the last owner's. */
static inline void ld_changed(unsigned n, unsigned b)
{
    struct ld_bank *k = &ld.at[n].bank[b];
    if (!k->drained)
        ld_drained(n, b);
    k->was = k->is;
    k->is = k->asked;
    k->asked = LD_NOBODY;
    k->drained = k->told = false;
}

/* An access leaves for memory under bank b. */
static inline void ld_access(unsigned n, unsigned b, unsigned domain, bool write)
{
    struct ld_bank *k = &ld.at[n].bank[b];
    k->open[write].domain[k->open[write].in++ % LD_PORT] = (uint8_t)domain;
    if (domain != k->is && domain == k->asked && !k->early && (domain != k->was || k->drained)) {
        ld_changed(n, b);
        k->early = true;
    }
    if (domain == k->is && !k->drained) {
        if (k->was != LD_NOBODY && ld_is_open(k, k->was))
            ld_broken("EXF-PRT-2", "no access of a bank's next owner while one of the owner before is open", n, b, domain);
        ld_drained(n, b);
    } else if (domain != k->is && (domain != k->was || k->drained)) {
        ld_broken("EXF-PRT-2", "no access of a domain under a bank that is not its own", n, b, domain);
    }
    tn_sim_kept("EXF-PRT-2");
}

static void ld_on_axi(void *ctx, const char *port, const struct tn_axi_seen *s)
{
    const unsigned n = (unsigned)(port[3] - '0'), address = s->channel == TN_AXI_CH_AW || s->channel == TN_AXI_CH_AR;
    (void)ctx;
    if (port[0] != 'z' || !s->valid || !s->ready || s->rst || s->channel == TN_AXI_CH_W)
        return;
    if (address) {
        ld_access(n, s->word[2] % LD_BANKS, s->word[0] >> 28, s->channel == TN_AXI_CH_AW);
        return;
    }
    struct ld_bank *k = &ld.at[n].bank[s->word[4] % LD_BANKS];
    if (s->channel == TN_AXI_CH_B)
        k->open[1].out++;
    else
        k->open[0].out += s->word[4] >> 18 & 1;
}

/* Changes. */

/* The bank's owner may be refused from now on, or stays. */
static inline void ld_leaves(unsigned n, unsigned b, bool stays)
{
    ld_admit(n, ld.at[n].bank[b].is, stays ? LD_IN : LD_MAYBE);
}

/* Nobody has the bank, which has drained: the kernel was told so. */
static inline void ld_left(unsigned n, unsigned b)
{
    struct ld_bank *k = &ld.at[n].bank[b];
    if (k->is != LD_NOBODY && ld_is_open(k, k->is))
        ld_broken("EXZ-BNK-1", "bit 30 of a bank whose owner left and of whom an access is open", n, b, k->is);
    ld_admit(n, k->is, LD_OUT);
    k->was = k->is;
    k->is = LD_NOBODY;
    ld_drained(n, b);
}

/* Gives a bank to a domain, or takes it away (LD_NOBODY), amid what is open. Returns whether the bank took that: it does unless
 * it drains. */
static inline bool ld_give(unsigned n, unsigned b, unsigned domain)
{
    struct ld_bank *k = &ld.at[n].bank[b];
    const bool drained = k->drained, open = k->was != LD_NOBODY && !drained && ld_is_open(k, k->was);
    const unsigned outs = k->open[0].out + k->open[1].out, was = k->is;
    nd_write(n, LD_ZBASE + 4 * b, 1 + ld_below(LD_ZBASES));
    ld_leaves(n, b, false);
    ld_admit(n, domain, LD_MAYBE);
    k->asked = domain;
    k->early = false;
    const int resp = tn_axi_write32(nd.cpu[n], LD_BANK + 4 * b, domain == LD_NOBODY ? 0 : 1u << 31 | ld_pdid(domain));
    const bool taken = resp == TN_AXI_OKAY, same = outs == k->open[0].out + k->open[1].out;
    if (!taken)
        RULE("EXZ-BNK-1", resp == TN_AXI_SLVERR && !drained && !k->early);
    else
        RULE("EXZ-BNK-1", !(open && same));
    if (taken && !k->early)
        ld_changed(n, b);
    k->asked = LD_NOBODY;
    k->since = tn_sim_cycle();
    ld_admit(n, was, taken ? LD_OUT : LD_MAYBE);
    if (!taken)
        ld_admit(n, domain, LD_OUT);
    if (taken && k->was == LD_NOBODY)
        ld_drained(n, b);
    if (k->drained)
        ld_admit(n, k->is, LD_IN);
    ld.moves += taken;
    return taken;
}

/* Looks whether a bank drains still. */
static inline void ld_look(unsigned n, unsigned b)
{
    struct ld_bank *k = &ld.at[n].bank[b];
    const bool drained = k->drained, open = k->was != LD_NOBODY && !drained && ld_is_open(k, k->was);
    const unsigned outs = k->open[0].out + k->open[1].out;
    const uint32_t v = nd_read(n, LD_BANK + 4 * b);
    RULE("EXZ-BNK-1", v >> 31 == (k->is != LD_NOBODY) && (k->is == LD_NOBODY || (v & 0xffff) == ld_pdid(k->is)));
    if (v >> 30 & 1) {
        RULE("EXZ-BNK-1", !drained); /* the next owner was admitted, as an access of his was seen */
        RULE_WAITED("EXZ-BNK-1", tn_sim_cycle() < k->since + LD_DRAIN, "a bank to drain");
        return;
    }
    RULE("EXZ-BNK-1", !(open && outs == k->open[0].out + k->open[1].out));
    k->told = true;
    ld_drained(n, b);
    if (k->is != LD_NOBODY && ld.at[n].admitted[k->is] == LD_MAYBE)
        ld_admit(n, k->is, LD_IN);
}

/* A domain without a bank, of those that have theirs in exa_axi alone; LD_NOBODY at times, or when all have one. */
static inline unsigned ld_homeless(unsigned n)
{
    const unsigned first = ld_below(LD_DOMAINS - LD_SEATED);
    for (unsigned i = 0; i < LD_DOMAINS - LD_SEATED && ld_below(6); i++) {
        const unsigned d = LD_SEATED + (first + i) % (LD_DOMAINS - LD_SEATED);
        bool has = false;
        for (unsigned b = 0; b < LD_BANKS; b++)
            has = has || ld.at[n].bank[b].is == d;
        if (!has)
            return d;
    }
    return LD_NOBODY;
}

/* The window leads to another domain, or nowhere, when each access to it has its place. */
static inline void ld_move_window(unsigned n, unsigned w)
{
    for (unsigned i = 0; i < LD_OPEN; i++)
        if (ld.at[n].op[i].txn && ld.at[n].op[i].window == w && !ld.at[n].op[i].txn->taken)
            return;
    const unsigned d = ld_below(8) ? ld_below(LD_DOMAINS) : LD_NOBODY;
    ld.at[n].window[w] = d;
    nd_write(n, LD_WIN + 8 * w, d == LD_NOBODY ? 0 : 1u << 31 | nd_own(!n));
    if (d != LD_NOBODY)
        nd_write(n, LD_WIN + 8 * w + 4, ld_pdid(d));
    ld.windows++;
}

/* Banks move most where an access is open, and a bank that drains is asked for again at times; then its next owner is asked. */
static inline void ld_change(unsigned n)
{
    unsigned b = LD_MOVERS + ld_below(LD_BANKS - LD_MOVERS);
    for (unsigned i = 0; i < LD_MOVERS && !ld_is_open(&ld.at[n].bank[b], ld.at[n].bank[b].is) && ld_below(4); i++)
        b = LD_MOVERS + (b + 1) % LD_MOVERS;
    const struct ld_bank *k = &ld.at[n].bank[b];
    if (ld_below(16) == 0)
        ld.hot = ld_below(2) ? ld_below(LD_DOMAINS) : LD_SEATED + ld_below(LD_DOMAINS - LD_SEATED);
    if (!k->told && ld_below(3)) {
        ld_look(n, b);
    } else if (k->is == LD_NOBODY || ld_below(ld_is_open(k, k->is) || !k->told ? 2 : 10) == 0) {
        ld_give(n, b, ld_homeless(n));
        if (k->is != LD_NOBODY)
            ld.hot = k->is;
    }
    if (ld_below(30) == 0)
        ld_move_window(n, ld_below(LD_WINDOWS));
}

/* Accesses. */

static inline void ld_begin(unsigned n, struct ld_op *o)
{
    const bool write = ld_below(2);
    *o = (struct ld_op){.window = ld_below(LD_WINDOWS), .line = ld_below(LD_LINES), .n = LD_LINE};
    for (unsigned i = 0; i < LD_WINDOWS && ld.at[n].window[o->window] != ld.hot && ld_below(4); i++)
        o->window = (o->window + 1) % LD_WINDOWS;
    o->domain = ld.at[n].window[o->window];
    if (o->domain != LD_NOBODY && ld.at[!n].busy[o->domain][o->line])
        return;
    if (write) {
        o->off = ld_below(LD_LINE);
        o->n = 1 + ld_below(LD_LINE - o->off);
    }
    struct tn_axi_txn *t = tn_axi_new(write ? (o->off % TN_AXI_BUS + o->n + TN_AXI_BUS - 1) / TN_AXI_BUS : LD_LINE / TN_AXI_BUS);
    assert_non_null(t);
    t->write = write;
    t->id = ld_below(1u << (tn_sim_param("AXI_ID_W") < 4 ? tn_sim_param("AXI_ID_W") : 4));
    t->addr = (uint64_t)o->window << 32 | (uint64_t)(o->domain % LD_DOMAINS) << 28 | LD_PAGE | (o->line * LD_LINE + o->off);
    for (unsigned i = 0; i < o->n; i++)
        o->bytes[i] = (uint8_t)tn_rng_next(&ld.rng);
    if (write)
        tn_axi_fill(t, o->bytes, o->n);
    o->txn = t;
    if (o->domain != LD_NOBODY)
        ld.at[!n].busy[o->domain][o->line] = true;
    assert_int_equal(tn_axi_issue(ld.at[n].win, t), 0);
}

static inline void ld_end(unsigned n, struct ld_op *o)
{
    const unsigned there = !n, d = o->domain;
    const bool write = o->txn->write, ok = o->txn->resp == TN_AXI_OKAY;
    uint8_t found[LD_LINE];
    if (d == LD_NOBODY) {
        RULE(write ? "EXZ-WIN-1" : "EXZ-WIN-2", o->txn->resp == TN_AXI_SLVERR);
    } else {
        const enum ld_admitted a = ld.at[there].since[d] <= o->txn->asked ? ld.at[there].admitted[d] : LD_MAYBE;
        uint8_t *line = ld.at[there].line[d][o->line];
        RULE("EXZ-BNK-1", ok ? a != LD_OUT : a != LD_IN);
        if (write && ok)
            memcpy(line + o->off, o->bytes, o->n);
        tn_memory_peek(ld.at[there].memory, ld_place(d, o->line), found, LD_LINE);
        RULE("EXZ-SRV-1", memcmp(found, line, LD_LINE) == 0);
        if (!write && ok) {
            tn_axi_take(o->txn, found, LD_LINE);
            RULE("EXZ-SRV-2", memcmp(found, line, LD_LINE) == 0);
        }
        ld.at[there].busy[d][o->line] = false;
    }
    ld.ok[write] += ok;
    ld.refused += !ok;
    tn_axi_free(o->txn);
    o->txn = NULL;
}

/* Every byte of every domain's memory is its last store's. */
static inline void ld_compare(void)
{
    uint8_t found[LD_LINE];
    for (unsigned n = 0; n < NODES; n++)
        for (unsigned d = 0; d < LD_DOMAINS; d++)
            for (unsigned i = 0; i < LD_LINES; i++) {
                tn_memory_peek(ld.at[n].memory, ld_place(d, i), found, LD_LINE);
                RULE("EXF-PRT-2", ld.at[n].busy[d][i] || memcmp(found, ld.at[n].line[d][i], LD_LINE) == 0);
            }
}

static inline void ld_work(unsigned n, bool closing)
{
    for (unsigned i = 0; i < LD_OPEN; i++) {
        struct ld_op *o = &ld.at[n].op[i];
        if (o->txn && o->txn->done)
            ld_end(n, o);
        if (!o->txn && !closing && ld_below(3) == 0)
            ld_begin(n, o);
    }
    if (!closing)
        ld_change(n);
}

/* Memory is mostly quick: exa_axi may serve one access after the other. */
static inline void ld_timing(unsigned n)
{
    struct tn_memory_timing t = {1 + ld_below(8), 0, 1 + ld_below(8), 0, ld_below(3), ld_below(3), tn_rng_next(&ld.rng)};
    t.read_max = t.read_min + ld_below(ld_below(5) ? 12 : 300);
    t.write_max = t.write_min + ld_below(ld_below(5) ? 12 : 300);
    assert_int_equal(tn_memory_timing(ld.at[n].memory, &t), 0);
}

static inline bool ld_is_busy(void)
{
    bool busy = false;
    for (unsigned n = 0; n < NODES; n++)
        for (unsigned i = 0; i < LD_OPEN; i++)
            busy = busy || ld.at[n].op[i].txn;
    return busy;
}

/* All banks have drained. */
static inline void ld_close(void)
{
    for (unsigned n = 0; n < NODES; n++)
        for (unsigned b = LD_MOVERS; b < LD_BANKS; b++)
            while (!ld.at[n].bank[b].told && nd.failures == 0)
                ld_look(n, b);
    ld_compare();
    for (unsigned n = 0; n < NODES; n++)
        for (unsigned b = LD_MOVERS; b < LD_BANKS; b++)
            RULE("EXZ-BNK-1", nd_read(n, LD_BANK + 0x40 + 4 * b) == 0); /* BANK_LEVEL */
}

static inline void ld_begin_node(unsigned n)
{
    char name[] = "win0", memory[] = "zax0";
    uint8_t bytes[LD_LINE];
    name[3] = memory[3] = (char)('0' + n);
    ld.at[n].win = tn_axi_find(name);
    ld.at[n].memory = tn_memory_find(memory);
    assert_non_null(ld.at[n].win);
    tn_memory_clear(ld.at[n].memory);
    tn_memory_domain(ld.at[n].memory, TN_MEMORY_BY_BANK);
    tn_memory_policy(ld.at[n].memory, TN_MEMORY_ERROR);
    tn_axi_patience(ld.at[n].win, 100000);
    for (unsigned b = 0; b < LD_BANKS; b++) {
        ld.at[n].bank[b] = (struct ld_bank){.is = LD_NOBODY, .was = LD_NOBODY, .asked = LD_NOBODY, .drained = true, .told = true};
        tn_memory_bind(ld.at[n].memory, b, -1);
    }
    for (unsigned d = 0; d < LD_DOMAINS; d++) {
        ld_admit(n, d, LD_OUT);
        for (uint64_t z = 1; z <= LD_ZBASES; z++)
            for (uint64_t as = 0; as < LD_DOMAINS; as++)
                assert_int_equal(tn_memory_map(ld.at[n].memory, ld_pdid(d), z << 32 | as << 28 | LD_PAGE, ld_place(d, 0), TN_PAGE,
                                               TN_MEMORY_READ | TN_MEMORY_WRITE), 0);
        for (unsigned i = 0; i < LD_LINES; i++) {
            for (unsigned j = 0; j < LD_LINE; j++)
                bytes[j] = (uint8_t)tn_rng_next(&ld.rng);
            memcpy(ld.at[n].line[d][i], bytes, LD_LINE);
            assert_int_equal(tn_memory_poke(ld.at[n].memory, ld_place(d, i), bytes, LD_LINE), 0);
        }
    }
    for (unsigned w = 0; w < LD_WINDOWS; w++) {
        ld.at[n].window[w] = w;
        nd_write(n, LD_WIN + 8 * w, 1u << 31 | nd_own(!n));
        nd_write(n, LD_WIN + 8 * w + 4, ld_pdid(w));
    }
}

#endif
