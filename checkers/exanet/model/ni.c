/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's models: time, the channel out, AXI, the registers of every block
 * (exa_ni.md sections 1 and 5).
 */
#include "dup.h"
#include "ni.h"

#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { R_ID = 0x400, R_PARAMS = 0x404, R_OWN = 0x408, R_DUP_CYC = 0x41c, R_COUNT = 0x440 };
enum { DUP_CYC_RESET = 65536 };
static const char *const rule_ids[] = {
    "EXN-CHN-1", "EXN-ACK-1", "EXN-ACK-2", "EXN-LAT-1", "EXP-PKT-1", "EXP-PKT-2", "EXP-PKT-3",
    "EXP-PKT-4", "EXP-NUM-1", "EXP-ACK-1", "EXP-ARB-1", "EXP-LAT-1", "EXP-TMO-1", NULL};

struct tn_exn *exa_ni_new(const struct exn_ops *ops, size_t block, uint32_t own, unsigned dup_n,
                       tn_verdict_fn *fn, void *ctx)
{
    struct tn_exn *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    tn_require(dup_n <= EXN_DUP_MAX);
    m->block = calloc(1, block);
    m->dup_n = dup_n ? exa_dup_entries(dup_n) : 0;
    m->dup = calloc(dup_n ? m->dup_n : 1, sizeof *m->dup);
    if (!m->block || !m->dup) {
        tn_exn_free(m);
        return NULL;
    }
    m->ops = ops;
    m->block_size = block;
    tn_judge_init(&m->judge, rule_ids, fn, ctx);
    m->own = own;
    m->dup_cyc = DUP_CYC_RESET;
    return m;
}

void tn_exn_reset(struct tn_exn *m, uint32_t own)
{
    free(m->cause);
    memset(m->dup, 0, m->dup_n * sizeof *m->dup);
    *m = (struct tn_exn){.ops = m->ops,
                         .block = m->block,
                         .block_size = m->block_size,
                         .own = own,
                         .judge = m->judge,
                         .now = m->now,
                         .dup_n = m->dup_n,
                         .dup = m->dup,
                         .dup_cyc = DUP_CYC_RESET};
    m->ops->reset(m);
}

void tn_exn_free(struct tn_exn *m)
{
    if (!m)
        return;
    free(m->cause);
    free(m->dup);
    free(m->block);
    free(m);
}

int tn_exn_assign(struct tn_exn *to, const struct tn_exn *from)
{
    struct tn_exn was = *to;
    uint8_t *cause = from->cause_cap ? realloc(was.cause, from->cause_cap) : was.cause;
    tn_require(to->ops == from->ops && to->block_size == from->block_size && to->dup_n == from->dup_n);
    if (from->cause_cap && !cause)
        return -ENOMEM;
    *to = *from;
    to->cause = cause;
    if (!from->cause_cap) { /* keeps what it has: it cannot be smaller */
        to->cause_cap = was.cause_cap;
        to->causes = to->cause_at = 0;
    } else {
        memcpy(cause, from->cause, from->causes);
    }
    to->judge.fn = was.judge.fn;
    to->judge.ctx = was.judge.ctx;
    to->dup = was.dup;
    memcpy(to->dup, from->dup, from->dup_n * sizeof *to->dup);
    to->block = was.block;
    memcpy(to->block, from->block, from->block_size);
    return 0;
}

struct tn_exn *tn_exn_copy(const struct tn_exn *m)
{
    struct tn_exn *c = exa_ni_new(m->ops, m->block_size, m->own, m->dup_n, NULL, NULL);
    if (c && tn_exn_assign(c, m) < 0) {
        tn_exn_free(c);
        return NULL;
    }
    return c;
}

bool tn_exn_same(const struct tn_exn *a, const struct tn_exn *b)
{
    struct tn_exn x = *a, y = *b;
    if (a->ops != b->ops || memcmp(a->block, b->block, a->block_size) != 0 || a->dup_n != b->dup_n ||
        memcmp(a->dup, b->dup, a->dup_n * sizeof *a->dup) != 0 || a->causes != b->causes ||
        (a->causes && memcmp(a->cause, b->cause, a->causes) != 0))
        return false;
    x.block = y.block = NULL;
    x.dup = y.dup = NULL;
    x.cause = y.cause = NULL;
    x.cause_cap = y.cause_cap = 0;
    memset(&x.judge, 0, sizeof x.judge);
    memset(&y.judge, 0, sizeof y.judge);
    memset(&x.choice, 0, sizeof x.choice);
    memset(&y.choice, 0, sizeof y.choice);
    return memcmp(&x, &y, sizeof x) == 0;
}

void tn_exn_tell(struct tn_exn *m, tn_verdict_fn *fn, void *ctx)
{
    m->judge.fn = fn;
    m->judge.ctx = ctx;
}

uint32_t tn_exn_id(const struct tn_exn *m)
{
    return m->ops->id;
}

void tn_exn_choose(struct tn_exn *m, uint32_t which)
{
    m->choice = (struct exn_choice){.which = which};
}

unsigned tn_exn_chosen(const struct tn_exn *m)
{
    return m->choice.met;
}

bool tn_exn_may_choose(const struct tn_exn *m, uint64_t cycle)
{
    return m->ops->may_choose && m->ops->may_choose(m, cycle);
}

bool exa_ni_choose(struct tn_exn *m)
{
    const unsigned bit = m->choice.met++;
    return bit < 32 && m->choice.which >> bit & 1;
}

const char *const *tn_exn_rules(void)
{
    return rule_ids;
}

uint64_t tn_exn_asked(const struct tn_exn *m, const char *rule)
{
    return tn_judge_asked(&m->judge, rule);
}

uint64_t tn_exn_failed(const struct tn_exn *m, const char *rule)
{
    return tn_judge_failed(&m->judge, rule);
}

unsigned tn_exn_left(const struct tn_exn *m)
{
    return m->ops->left(m);
}

static void go_to(struct tn_exn *m, uint64_t cycle)
{
    if (cycle > m->now)
        m->now = cycle;
    m->judge.cycle = m->now;
    if (m->ops->tick)
        m->ops->tick(m, m->now);
}

/* Everything that is due up to cycle n is done, reads' moves too. */
static void run(struct tn_exn *m, uint64_t n)
{
    for (;;) {
        const bool word = m->dues > 0 && m->due[0].taken + EXN_JUDGED <= n;
        if (m->move && m->move_at <= n && !(word && m->due[0].taken + EXN_JUDGED <= m->move_at)) {
            struct tn_axs_beat none = {.addr = m->move_addr, .n = 0};
            m->move = false;
            m->ops->map.read(m, m->move_addr, &none, NULL);
        } else if (word) {
            const struct tn_exa_word w = m->due[0].word;
            const uint64_t taken = m->due[0].taken;
            memmove(m->due, m->due + 1, --m->dues * sizeof *m->due);
            go_to(m, taken + EXN_JUDGED);
            exa_ni_judge_word(m, &w, taken);
        } else {
            break;
        }
    }
    go_to(m, n);
}

void tn_exn_settle(struct tn_exn *m, uint64_t cycle)
{
    run(m, cycle);
}

int tn_exn_word(struct tn_exn *m, const struct tn_exa_word *w, uint64_t cycle)
{
    run(m, cycle);
    tn_require(m->dues < sizeof m->due / sizeof *m->due);
    m->due[m->dues].word = *w;
    m->due[m->dues++].taken = cycle;
    return m->no_memory ? -ENOMEM : 0;
}

enum tn_exn_cause tn_exn_cause(struct tn_exn *m)
{
    if (m->cause_at == m->causes)
        return TN_EXN_NONE;
    const enum tn_exn_cause cause = (enum tn_exn_cause)m->cause[m->cause_at++];
    if (m->cause_at == m->causes)
        m->cause_at = m->causes = 0;
    return cause;
}

void exa_ni_lose(struct tn_exn *m, enum exn_rule rule, const char *expected,
              const struct tn_exa_word *found)
{
    tn_judge(&m->judge, rule, false, expected, "kind %u, lanes %02x %02x %02x %02x", found->kind,
             found->data[0], found->data[1], found->data[2], found->data[3]);
    m->lost = true;
}

/* The channel's own rules. False: they are broken. */
static bool is_in_form(struct tn_exn *m, const struct tn_exa_word *w, bool idle)
{
    struct tn_judge *j = &m->judge;
    bool good = true;

    if (!idle)
        good = tn_judge(j, EXN_CHN_1, (w->kind & (w->kind - 1)) == 0, "one valid", "%x", w->kind);
    if (good && m->out_waits)
        good = tn_judge(j, EXN_CHN_1, tn_exa_word_same(w, &m->out), "valid and data as before",
                        "kind %u changed before ready", w->kind);
    else if (good && !idle)
        good = tn_judge(j, EXN_CHN_1, m->out_inside == (w->kind != TN_EXA_HDR),
                        m->out_inside ? "the rest of the packet" : "a header", "kind %u", w->kind);
    m->lost |= !good;
    return good;
}

void tn_exn_out(struct tn_exn *m, const struct tn_exa_pins *out, uint64_t cycle)
{
    struct tn_exa_word w = {.kind = out->valid};

    run(m, cycle - 1);
    go_to(m, cycle);
    memcpy(w.data, out->data, EXA_WORD);
    if (m->lost || !is_in_form(m, &w, out->valid == 0))
        return;
    if (out->valid == 0) {
        m->ops->idle(m);
        return;
    }
    if (!m->out_waits)
        m->ops->shown(m, &w);
    m->out = w;
    m->out_waits = !(out->valid & out->ready);
    if (m->out_waits || m->lost)
        return;
    struct exa_packet k;
    const bool alone = w.kind == TN_EXA_HDR && tn_exa_word_header(w.data, &k) && exa_form(&k) == EXA_H;
    m->out_inside = w.kind != TN_EXA_FTR && !alone;
    m->ops->sent(m, &w);
}

/* Page 40h: registers of every block, else those of this one. */
static bool read_word(void *ctx, uint32_t addr, const struct tn_axs_beat *beat, uint32_t *value)
{
    struct tn_exn *m = ctx;
    const uint32_t off = addr % TN_AXS_PAGE;

    if (addr / TN_AXS_PAGE != EXN_KERNEL)
        return m->ops->map.read(m, addr, beat, value);
    if (off == R_ID)
        *value = m->ops->id;
    else if (off == R_PARAMS)
        *value = m->ops->params(m);
    else if (off == R_OWN)
        *value = m->own;
    else if (off == R_DUP_CYC && m->dup_n)
        *value = m->dup_cyc;
    else if (off == R_COUNT)
        *value = m->answers_sent;
    else if (off > R_COUNT && off < R_COUNT + 4 * TN_EXN_CAUSES)
        *value = m->count[(off - R_COUNT) / 4];
    else
        return m->ops->map.read(m, addr, beat, value);
    return true;
}

static bool is_dup_cyc(const struct tn_exn *m, uint32_t addr)
{
    return m->dup_n && addr == EXN_KERNEL * TN_AXS_PAGE + R_DUP_CYC;
}

static bool can_write_word(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct tn_exn *m = ctx;
    return is_dup_cyc(m, addr) ? lanes == 15 : m->ops->map.can_write(m, addr, lanes, value);
}

static void write_word(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct tn_exn *m = ctx;
    if (is_dup_cyc(m, addr))
        m->dup_cyc = value;
    else
        m->ops->map.write(m, addr, lanes, value);
}

static bool is_page(void *ctx, unsigned page)
{
    struct tn_exn *m = ctx;
    return page == EXN_KERNEL || m->ops->map.page(m, page);
}

static const struct axi_map map = {
    .page = is_page, .can_write = can_write_word, .write = write_word, .read = read_word};

/* Bits of a word that the pages do not promise now. ANSWERS shows a footer of m_exa, like any
 * event, from three cycles after it on; nobody says what it shows before. */
static uint32_t unsure_of(struct tn_exn *m, uint32_t addr)
{
    if (addr == EXN_KERNEL * TN_AXS_PAGE + R_COUNT && m->quiet_since &&
        m->now <= m->quiet_since + 1)
        return ~0u;
    return m->ops->unsure ? m->ops->unsure(m, addr) : 0;
}

enum tn_axs_resp tn_exn_read(struct tn_exn *m, const struct tn_axs_beat *beat, uint64_t cycle,
                             uint8_t data[TN_AXS_LANES], uint8_t sure[TN_AXS_LANES])
{
    run(m, cycle - 1);
    go_to(m, cycle);
    for (unsigned i = 0; i < TN_AXS_LANES && sure; i++) {
        const uint32_t addr = (beat->addr & ~(uint32_t)(TN_AXS_LANES - 1)) + (i & ~3u);
        const uint32_t unsure = unsure_of(m, addr);
        sure[i] = (uint8_t) ~(unsure >> 8 * (i & 3));
    }
    return tn_axi_map_read(&map, m, beat, data);
}

enum tn_axs_resp tn_exn_write(struct tn_exn *m, const struct tn_axs_beat *beat,
                              const uint8_t data[TN_AXS_LANES], uint16_t strobes, uint64_t cycle)
{
    struct axi_found found;
    /* it finds what a read of this cycle would; its effect comes after what is judged now */
    run(m, cycle - 1);
    go_to(m, cycle);
    tn_axi_map_find(&map, m, beat, data, strobes, &found);
    run(m, cycle);
    tn_axi_map_write(&map, m, beat, &found);
    return found.resp;
}
