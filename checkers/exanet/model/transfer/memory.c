/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The beats of a node's two ports; reads and writes of its memory, each by the transaction that it is of.
 */
#include "transfer.h"

#include <string.h>

/* The channels of a beat's word (<tn/axi/axi_port.h>). */
enum { ID_BITS = 0xffff, RESP_AT = 16, LEN_BITS = 255, SIZE_AT = 8, BURST_AT = 11, LAST_W_AT = 16, LAST_R_AT = 18, FAILED = 2 };

static uint64_t address(const struct tn_axi_seen *s)
{
    return s->word[0] | (uint64_t)s->word[1] << 32;
}

static void put_address(struct exf_port *p, const struct tn_axi_seen *s)
{
    p->addr[p->addr_in++ % EXF_ADDRS] = (struct exf_addr){
        .addr = address(s), .cycle = s->cycle, .id = s->word[2] & ID_BITS, .beats = (s->word[3] & LEN_BITS) + 1,
        .size = s->word[3] >> SIZE_AT & 7, .burst = s->word[3] >> BURST_AT & 3};
}

static void put_data(struct exf_port *p, const struct tn_axi_seen *s)
{
    struct exf_data *d = &p->data[p->data_in++ % EXF_BEATS];
    for (unsigned i = 0; i < EXA_WORD; i++)
        d->byte[i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
    d->strobes = (uint16_t)s->word[4];
    d->last = s->word[4] >> LAST_W_AT & 1;
}

typedef void burst_fn(struct tn_exf_judge *j, unsigned node, const struct exf_addr *a, const struct exf_data *d, unsigned beats);

/* Hands over each burst whose address and data are there. */
static void join(struct tn_exf_judge *j, unsigned node, struct exf_port *p, burst_fn *fn)
{
    static struct exf_data burst[256];
    while (p->addr_out != p->addr_in) {
        const struct exf_addr *a = &p->addr[p->addr_out % EXF_ADDRS];
        if (p->data_in - p->data_out < a->beats)
            return;
        for (unsigned i = 0; i < a->beats; i++)
            burst[i] = p->data[p->data_out++ % EXF_BEATS];
        p->addr_out++;
        fn(j, node, a, burst, a->beats);
    }
}

void tn_exf_judge_axi(struct tn_exf_judge *j, unsigned node, const struct tn_axi_seen *s)
{
    struct exf_port *p = &j->node[node].slave;
    if (!s->valid || !s->ready || s->rst)
        return;
    j->judge.cycle = s->cycle;
    if (s->channel == TN_AXI_CH_AW)
        put_address(p, s);
    else if (s->channel == TN_AXI_CH_W)
        put_data(p, s);
    else if (s->channel == TN_AXI_CH_B)
        tn_exf_software_answered(j, node, (s->word[4] >> RESP_AT & 3) < FAILED);
    else
        tn_exf_bank_seen(&j->node[node], s);
    join(j, node, p, tn_exf_software);
}

/* Reads. */

/* A read, and the transactions that it may be of. */
struct sought {
    unsigned node, id, beats, found, k, which;
    uint64_t addr;
    bool covered, banked, past; /* a transaction reads there, under any bank, under this one, under one that was its own */
    unsigned pdid;              /* of that transaction */
    struct exf_txn *txn;
};

static void seek_read(struct tn_exf_judge *j, struct exf_txn *t, void *ctx)
{
    struct sought *s = ctx;
    const uint64_t from = t->f.src / EXA_WORD * EXA_WORD, end = (t->f.src + t->f.length + EXA_WORD - 1) / EXA_WORD * EXA_WORD;
    struct tn_exd_burst burst[2];
    if (t->from != s->node || t != j->node[s->node].now[t->tid] || s->addr < from || s->addr + EXA_WORD * s->beats > end)
        return;
    s->covered = true;
    const enum exf_under under = tn_exf_under(&j->node[s->node], EXF_DMA, s->id, t->f.pdid);
    s->past = s->past || under == EXF_PAST;
    if (under != EXF_UNDER)
        return;
    s->banked = true;
    s->pdid = t->f.pdid;
    for (unsigned k = 0; k < tn_exd_packets(&t->f); k++) {
        const struct tn_exd_cut c = tn_exd_cut(&t->f, k);
        const unsigned n = tn_exd_reads(&c, burst);
        for (unsigned i = 0; i < n; i++) {
            if (burst[i].addr != s->addr || burst[i].beats != s->beats || t->issued[i] >> k & 1)
                continue;
            if (s->txn)
                s->txn->blurred = t->blurred = true;
            s->txn = t;
            s->k = k;
            s->which = i;
            s->found++;
            return;
        }
    }
}

/* Says whether a transaction has issued its last read. */
static bool issued_all(const struct exf_txn *t)
{
    const unsigned last = tn_exd_packets(&t->f) - 1;
    const struct tn_exd_cut c = tn_exd_cut(&t->f, last);
    struct tn_exd_burst burst[2];
    return t->issued[tn_exd_reads(&c, burst) - 1] >> last & 1;
}

/* The first read of a parked transaction: one that names it must have issued its last. */
static void judge_chain(struct tn_exf_judge *j, unsigned node, struct exf_txn *t)
{
    bool due = false, unsure = false;
    for (unsigned i = 0; i < TN_EXD_TXNS; i++) {
        const struct exf_txn *u = j->node[node].now[i];
        if (!u || !u->f.chained || u->f.dependency != t->tid)
            continue;
        due = due || issued_all(u);
        unsure = unsure || u->blurred;
    }
    if (!unsure)
        tn_judge(&j->judge, EXF_CHA_1, due, "a chained transaction's first read behind its predecessor's last",
                 "tid %u: a read of %llx", t->tid, (unsigned long long)t->f.src);
    t->parked = false;
}

static void read_issued(struct tn_exf_judge *j, unsigned node, const struct tn_axi_seen *seen)
{
    struct exf_node *n = &j->node[node];
    struct sought s = {.node = node, .id = seen->word[2] & ID_BITS, .beats = (seen->word[3] & LEN_BITS) + 1, .addr = address(seen)};
    tn_exf_each(j, seek_read, &s);
    tn_judge(&j->judge, s.past ? EXF_PRT_2 : EXF_PRT_1, s.banked, "a read of a transaction's page under its bank",
             "node %u: a read of %llx under ID %u%s", node, (unsigned long long)s.addr, s.id,
             s.past ? ", which its PDID had before" : s.covered ? "" : ", where no transaction reads");
    if (s.banked)
        tn_exf_access(j, node, EXF_DMA, s.id, s.pdid);
    if (s.id < EXF_IDS)
        n->of_id[s.id].read[n->of_id[s.id].read_in++ % EXF_READS] =
            (struct exf_read){s.found == 1 ? s.txn : NULL, s.k, s.txn ? s.txn->starts : 0, s.banked ? s.pdid : EXF_NOBODY};
    if (!s.txn)
        return;
    if (s.txn->parked && s.found == 1)
        judge_chain(j, node, s.txn);
    s.txn->issued[s.which] |= 1ull << s.k;
}

static void read_answered(struct tn_exf_judge *j, unsigned node, const struct tn_axi_seen *s)
{
    const unsigned id = s->word[4] & ID_BITS;
    struct exf_node *n = &j->node[node];
    struct exf_read *r;
    if (id >= EXF_IDS || n->of_id[id].read_out == n->of_id[id].read_in)
        return;
    r = &n->of_id[id].read[n->of_id[id].read_out % EXF_READS];
    if ((s->word[4] >> RESP_AT & 3) >= FAILED && r->txn && r->start == r->txn->starts)
        r->txn->failed |= 1ull << r->k;
    n->of_id[id].read_out += s->word[4] >> LAST_R_AT & 1;
}

/* Writes. */

/* The bytes of a burst, contiguous, and the best that any transaction explains of them. */
struct burst {
    unsigned node, id, n;
    uint64_t addr, cycle;
    uint8_t bytes[TN_EXD_BEATS * EXA_WORD];
    enum fit { NOBODY, OTHER_BYTES, OTHER_BANK, PAST_BANK, RIGHT } best;
    struct exf_txn *txn;
};

/* Returns the attempts that packet k came of and was not yet written. */
static unsigned pending(const struct exf_txn *t, unsigned k)
{
    unsigned attempts = 0;
    for (unsigned a = 0; a < EXA_ATTEMPTS; a++)
        attempts |= (unsigned)(t->pending[a][k] > 0) << a;
    return attempts;
}

/* Holds a write against the oldest of these attempts. Packets come before their writes, in their order, so that no later
 * write lacks its packet. */
static void settle(struct exf_txn *t, unsigned k, unsigned attempts)
{
    unsigned a = 0;
    while (!(attempts >> a & 1))
        a++;
    t->pending[a][k]--;
}

static void seek_write(struct tn_exf_judge *j, struct exf_txn *t, void *ctx)
{
    struct burst *b = ctx;
    const uint64_t at = b->addr - t->f.addr;
    bool same;
    enum fit fit;
    if (t->to != b->node || at >= t->f.length || at + b->n > t->f.length || !pending(t, tn_exf_packet_at(t, b->addr)))
        return;
    same = memcmp(t->bytes + at, b->bytes, b->n) == 0;
    const enum exf_under under = tn_exf_under(&j->node[b->node], EXF_RDMA, b->id, t->f.pdid);
    if (under == EXF_UNDER)
        fit = same ? RIGHT : OTHER_BYTES;
    else
        fit = !same ? NOBODY : under == EXF_PAST ? PAST_BANK : OTHER_BANK;
    if (fit == NOBODY || fit < b->best)
        return;
    b->best = fit;
    b->txn = t;
}

/* The place of a message or notification that the burst writes, or -1. */
static int seek_loose(const struct tn_exf_judge *j, const struct burst *b)
{
    for (int i = 0; i < EXF_LOOSE; i++) {
        const struct exf_loose *l = &j->loose[i];
        if (l->used && l->node == b->node && l->addr == b->addr && l->size == b->n && memcmp(l->bytes, b->bytes, b->n) == 0 &&
            tn_exf_under(&j->node[b->node], EXF_RDMA, b->id, l->pdid) == EXF_UNDER)
            return i;
    }
    return -1;
}

/* Collects the bytes whose strobes are set. Returns false when they are not contiguous. */
static bool collect(struct burst *b, const struct exf_addr *a, const struct exf_data *d, unsigned beats)
{
    bool ended = false;
    for (unsigned i = 0; i < beats * EXA_WORD; i++) {
        if (!(d[i / EXA_WORD].strobes >> i % EXA_WORD & 1)) {
            ended = ended || b->n > 0;
            continue;
        }
        if (ended || b->n == sizeof b->bytes)
            return false;
        if (b->n == 0)
            b->addr = a->addr / EXA_WORD * EXA_WORD + i;
        b->bytes[b->n++] = d[i / EXA_WORD].byte[i % EXA_WORD];
    }
    return true;
}

/* A write of a transaction: it must not come behind the answer to a newer attempt. */
static void judge_age(struct tn_exf_judge *j, const struct burst *b, unsigned attempts)
{
    const struct exf_txn *t = b->txn, *newer = j->node[t->from].now[t->tid];
    bool late = t != newer && newer->answered && newer->answered_cycle < b->cycle;
    if (t->answered && t->answered_cycle < b->cycle)
        late = late || attempts >> t->answered_attempt == 0;
    tn_judge(&j->judge, EXF_MEM_5, !late, "no write of an older attempt behind the answer to a newer one",
             "tid %u, generation %u: bytes at %llx", t->tid, t->gen, (unsigned long long)b->addr);
}

void tn_exf_written(struct tn_exf_judge *j, unsigned node, const struct exf_addr *a, const struct exf_data *d, unsigned beats)
{
    struct exf_node *n = &j->node[node];
    struct burst b = {.node = node, .id = a->id, .addr = a->addr, .cycle = a->cycle};
    struct exf_write w = {.loose = -1, .pdid = EXF_NOBODY};
    const bool whole = collect(&b, a, d, beats);
    if (whole && b.n > 0 && (w.loose = seek_loose(j, &b)) < 0)
        tn_exf_each(j, seek_write, &b);
    if (b.txn) {
        w.txn = b.best == RIGHT ? b.txn : NULL;
        w.k = tn_exf_packet_at(b.txn, b.addr);
        w.attempts = pending(b.txn, w.k);
        settle(b.txn, w.k, w.attempts);
    }
    if (w.loose >= 0)
        w.pdid = j->loose[w.loose].pdid;
    else if (w.txn)
        w.pdid = w.txn->f.pdid;
    if (w.pdid != EXF_NOBODY)
        tn_exf_access(j, node, EXF_RDMA, b.id, w.pdid);
    if (b.id < EXF_IDS)
        n->of_id[b.id].write[n->of_id[b.id].write_in++ % EXF_READS] = w;
    if (w.loose >= 0 || (whole && b.n == 0)) {
        tn_judge_held(&j->judge, EXF_MEM_2);
        return;
    }
    if (!tn_judge(&j->judge, EXF_MEM_2, b.best != NOBODY, "a write of a packet that came", "node %u: %u bytes at %llx under ID %u",
                  node, b.n, (unsigned long long)b.addr, b.id) ||
        !tn_judge(&j->judge, EXF_PRT_2, b.best != PAST_BANK, "no write under a bank that has another owner by now",
                  "node %u: %llx under ID %u", node, (unsigned long long)b.addr, b.id) ||
        !tn_judge(&j->judge, EXF_PRT_1, b.best != OTHER_BANK, "a write under the bank of its transaction's PDID",
                  "node %u: %llx under ID %u", node, (unsigned long long)b.addr, b.id) ||
        !tn_judge(&j->judge, EXF_MEM_1, b.best != OTHER_BYTES, "the source's bytes at their place",
                  "tid %u: others at %llx of node %u", b.txn->tid, (unsigned long long)b.addr, node))
        return;
    judge_age(j, &b, w.attempts);
}

static void write_answered(struct tn_exf_judge *j, unsigned node, const struct tn_axi_seen *s)
{
    const unsigned id = s->word[4] & ID_BITS;
    struct exf_node *n = &j->node[node];
    struct exf_write *w;
    if (id >= EXF_IDS || n->of_id[id].write_out == n->of_id[id].write_in)
        return;
    w = &n->of_id[id].write[n->of_id[id].write_out++ % EXF_READS];
    if ((s->word[4] >> RESP_AT & 3) >= FAILED)
        return;
    if (w->loose >= 0) {
        const struct exf_loose *l = &j->loose[w->loose];
        tn_exf_image_write(j, node, l->pdid, l->addr, l->bytes, l->size);
    }
    for (unsigned a = 0; w->txn && a < EXA_ATTEMPTS; a++) {
        if (!(w->attempts >> a & 1) || w->txn->written[a] >> w->k & 1)
            continue;
        w->txn->written[a] |= 1ull << w->k;
        w->txn->last_write[a] = s->cycle;
    }
}

void tn_exf_judge_memory(struct tn_exf_judge *j, unsigned node, const struct tn_axi_seen *s)
{
    struct exf_port *p = &j->node[node].memory;
    if (!s->valid || !s->ready || s->rst)
        return;
    j->judge.cycle = s->cycle;
    switch (s->channel) {
    case TN_AXI_CH_AW:
        put_address(p, s);
        break;
    case TN_AXI_CH_W:
        put_data(p, s);
        break;
    case TN_AXI_CH_B:
        write_answered(j, node, s);
        break;
    case TN_AXI_CH_AR:
        read_issued(j, node, s);
        break;
    default:
        read_answered(j, node, s);
        break;
    }
    join(j, node, p, tn_exf_written);
}
