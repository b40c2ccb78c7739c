/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the sender's memory port: the read of each packet, turns, slots, chained starts (exa_dma.md sections 6, 7
 * and 9).
 */
#include "dma_judge.h"

#include <tn/bug.h>

#include <string.h>

enum { R_WAIT = 4 };

/* Says whether that ID may be the bank of the PDID: the lowest that has it, when the packet was issued. */
static bool bank_may_be(const struct tn_exd_judge *j, unsigned pdid, unsigned id, uint64_t offered)
{
    const uint64_t from = offered > EXD_LAG ? offered - EXD_LAG : 0;
    for (unsigned b = 0; b < id; b++)
        if (tn_exa_bank_has(&j->life[b], j->bank[b], pdid, from) == TN_EXA_BANK_MAY)
            return false;
    return tn_exa_bank_has(&j->life[id], j->bank[id], pdid, from) & TN_EXA_BANK_MAY;
}

static bool is_burst(const struct tn_exd_burst *b, uint64_t addr, unsigned beats)
{
    return b->addr == addr && b->beats == beats;
}

/* A slot is taken from the issue to the last payload word at least; of a packet that is not sent, until its beats are
 * taken, or its transaction is over when the packet is the first of them. */
static unsigned slots(const struct tn_exd_judge *j, unsigned path)
{
    const struct exa_dma_output *o = &j->out[path];
    unsigned n = 0;
    for (unsigned i = 0; i < j->flights; i++) {
        const struct exa_dma_flight *f = &j->flight[i];
        const struct exa_dma_txn *x = &j->txn[f->tid];
        if (f->path == path && !(f->k > x->stop && f->complete) && !x->over)
            n++;
    }
    return n - (n > 0 && o->n > 0 && o->n + 1 >= o->want);
}

/* Another transaction of the path that was there all the time has had its turn. */
static void judge_turn(struct tn_exd_judge *j, unsigned t, unsigned path)
{
    const struct exa_dma_txn *x = &j->txn[t];
    for (unsigned u = 0; u < TN_EXD_TXNS && x->last; u++) {
        const struct exa_dma_txn *y = &j->txn[u];
        if (!y->on || u == t || y->issued == y->packets || y->stop != EXD_NONE || y->no_bank || y->sure > x->last ||
            x->last - y->sure < EXD_LAG || tn_exd_fields(&j->m.desc[u]).path != path)
            continue;
        if (!exa_dma_judge(j, EXD_RR_1, y->last_number > x->last_number, "a packet of each", "two of %u and none of %u", t, u))
            return;
    }
}

static void judge_chained(struct tn_exd_judge *j, unsigned t, unsigned path)
{
    struct exa_dma_output *o = &j->out[path];
    while (o->chains && o->chain[o->chains - 1] != t &&
           (!j->txn[o->chain[o->chains - 1]].on || j->txn[o->chain[o->chains - 1]].no_bank))
        o->chains--;
    if (!o->chains)
        return;
    o->chains--;
    exa_dma_judge(j, EXD_CHA_2, o->chain[o->chains] == t, "the chained start next", "transaction %u before %u", t,
              o->chain[o->chains]);
}

bool exa_dma_may_yet_start(const struct tn_exd_judge *j, unsigned t)
{
    return j->txn[t].refused && j->now <= j->txn[t].refused + EXD_LAG;
}

/* The last read of t is accepted. */
static void follow_chain(struct tn_exd_judge *j, unsigned t)
{
    const struct tn_exd_fields f = tn_exd_fields(&j->m.desc[t]);
    const unsigned d = f.dependency;
    struct exa_dma_output *o;
    j->txn[t].followed = j->now;
    if (f.chained && !(d >> j->m.params.txn_log2))
        for (unsigned i = 0; i < j->axi_writes; i++)
            if (j->axi_write[i].whole && j->axi_write[i].burst.addr / TN_EXD_DESC == d)
                exa_dma_lose_sight(j); /* the write may have come before or after */
    if (f.chained && !(d >> j->m.params.txn_log2) && exa_dma_awaits(j, tn_exd_fields(&j->m.desc[d]).pdid))
        exa_dma_lose_sight(j); /* its bank may drain or not */
    const enum tn_exd_link link = tn_exd_chain(&j->m, t);
    if (link == TN_EXD_CHAIN_BAD) {
        j->txn[d].refused = j->now;
        j->txn[d].homeless = tn_exd_bank(j->m.bank, tn_exd_fields(&j->m.desc[d]).pdid) < 0;
    }
    if (link != TN_EXD_CHAIN_STARTS)
        return;
    exa_dma_started(j, d);
    j->txn[d].sure = j->txn[d].chained = j->now;
    o = &j->out[tn_exd_fields(&j->m.desc[d]).path];
    o->chain[o->chains++] = d;
}

static void add_read(struct tn_exd_judge *j, const struct exa_dma_flight *f, unsigned beats, bool second)
{
    tn_require(j->reads < EXD_FLIGHTS);
    j->read[j->reads].id = f->bank;
    j->read[j->reads].beats = beats;
    j->read[j->reads].got = 0;
    j->read[j->reads].second = second;
    j->read[j->reads++].number = f->number;
}

static void issue(struct tn_exd_judge *j, unsigned t, unsigned bank)
{
    struct exa_dma_txn *x = &j->txn[t];
    const struct tn_exd_fields fields = tn_exd_fields(&j->m.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&fields, x->issued);
    struct tn_exd_burst b[2] = {{0}};
    struct exa_dma_flight *f = &j->flight[j->flights];
    tn_require(j->flights < EXD_FLIGHTS);
    j->flights++;
    memset(f, 0, sizeof *f);
    f->tid = t;
    f->k = x->issued++;
    f->path = fields.path;
    f->bank = bank;
    tn_exa_bank_opened(&j->life[bank], j->bank[bank], fields.pdid, j->now);
    j->m.bank[bank] = j->life[bank].drains ? 0 : j->m.bank[bank];
    f->number = ++j->number;
    f->second_due = tn_exd_reads(&c, b) == 2;
    f->first = b[0].beats;
    f->beats = b[0].beats + b[1].beats;
    f->addr[0] = b[0].addr;
    f->addr[1] = b[1].addr;
    x->over = 0;
    x->open = false;
    add_read(j, f, b[0].beats, false);
    if (!exa_dma_judge(j, EXD_SLT_1, slots(j, f->path) <= TN_EXD_SLOTS, "8 packets of an output", "a ninth is read"))
        return;
    judge_turn(j, t, f->path);
    judge_chained(j, t, f->path);
    x->last = j->now;
    x->last_number = f->number;
    if (x->issued == x->packets && !f->second_due)
        follow_chain(j, t);
}

/* Finds the transactions that the read can be of: *t, and *second for the rest of a packet. Returns their number;
 * *others: the address fits, the ID does not. */
static unsigned candidates(struct tn_exd_judge *j, uint64_t addr, unsigned beats, unsigned id, uint64_t offered, unsigned *t,
                           bool *second, bool *others)
{
    unsigned n = 0;
    for (unsigned u = 0; u < 1u << j->m.params.txn_log2 && j->active; u++) {
        const struct exa_dma_txn *x = &j->txn[u];
        struct tn_exd_burst b[2];
        const struct exa_dma_flight *f = x->on && x->issued ? exa_dma_flight_of(j, u, x->issued - 1) : NULL;
        const struct tn_exd_fields d = tn_exd_fields(&j->m.desc[u]);
        if (f && f->second_due) {
            const struct tn_exd_cut c = tn_exd_cut(&d, x->issued - 1);
            tn_exd_reads(&c, b);
            if (is_burst(&b[1], addr, beats)) {
                *others |= f->bank != id;
                if (f->bank == id)
                    n++, *t = u, *second = true;
            }
        } else if (x->on && x->issued < x->packets) {
            const struct tn_exd_cut c = tn_exd_cut(&d, x->issued);
            tn_exd_reads(&c, b);
            if (is_burst(&b[0], addr, beats)) {
                const bool may = bank_may_be(j, d.pdid, id, offered);
                *others |= !may;
                if (may)
                    n++, *t = u, *second = false;
            }
        }
    }
    return n;
}

static void read_out(struct tn_exd_judge *j, const struct tn_axi_seen *s)
{
    const uint64_t addr = s->word[0] | (uint64_t)s->word[1] << 32, offered = j->ar_offered ? j->ar_offered : s->cycle;
    const unsigned beats = (s->word[3] & 255) + 1, id = s->word[2] & 7;
    unsigned t = 0;
    bool second = false, others = false;
    j->ar_offered = 0;
    if (!exa_dma_judge(j, EXD_RD_1, (s->word[3] >> 8 & 7) == 4 && (s->word[3] >> 11 & 3) == TN_AXS_INCR, "INCR, 16 bytes a beat",
                   "size %u, burst %u", s->word[3] >> 8 & 7, s->word[3] >> 11 & 3))
        return;
    unsigned n = candidates(j, addr, beats, id, offered, &t, &second, &others);
    if (n == 0 && exa_dma_settle_writes(j))
        n = candidates(j, addr, beats, id, offered, &t, &second, &others);
    if (n > 1) {
        exa_dma_lose_sight(j);
        return;
    }
    if (!exa_dma_judge(j, j->life[id].drains ? EXD_BNK_2 : others ? EXD_RD_2 : EXD_RD_1, n == 1, others ? "the bank of the PDID" : "a read of a packet that is next",
                   "%u beats at %llx, ID %u", beats, (unsigned long long)addr, id))
        return;
    tn_judge_held(&j->judge, EXD_RD_2);
    if (second) {
        struct exa_dma_flight *f = exa_dma_flight_of(j, t, j->txn[t].issued - 1);
        f->second_due = false;
        add_read(j, f, beats, true);
        if (j->txn[t].issued == j->txn[t].packets)
            follow_chain(j, t);
    } else {
        issue(j, t, id);
    }
}

static void answer_in(struct tn_exd_judge *j, const struct tn_axi_seen *s)
{
    const unsigned id = s->word[4] & 7, resp = s->word[4] >> 16 & 3;
    struct exa_dma_flight *f = NULL;
    unsigned r = 0;
    while (r < j->reads && j->read[r].id != id)
        r++;
    if (r == j->reads)
        return; /* the memory's fault, told by the rules of AXI */
    for (unsigned i = 0; i < j->flights; i++)
        if (j->flight[i].number == j->read[r].number)
            f = &j->flight[i];
    if (f) {
        const unsigned at = j->read[r].got + (j->read[r].second ? f->first : 0);
        for (unsigned i = 0; i < EXA_WORD; i++)
            f->lanes[EXA_WORD * at + i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
        if (resp >= 2 && !f->resp) {
            f->resp = resp;
            f->failed = f->addr[j->read[r].second] + EXA_WORD * (uint64_t)j->read[r].got;
        }
        f->complete = ++f->got == f->beats ? s->cycle : 0;
        if (f->complete)
            tn_exa_bank_closed(&j->life[f->bank], s->cycle);
        if (f->resp && f->k < j->txn[f->tid].stop) {
            j->txn[f->tid].stop = f->k;
            j->txn[f->tid].code = f->resp;
            j->txn[f->tid].where = f->failed;
        }
        exa_dma_may_be_over(j, f->tid, false);
    }
    if (++j->read[r].got < j->read[r].beats)
        return;
    j->reads--;
    memmove(&j->read[r], &j->read[r + 1], (j->reads - r) * sizeof j->read[0]);
}

void tn_exd_judge_memory(struct tn_exd_judge *j, const struct tn_axi_seen *s)
{
    if (s->rst || !s->valid || !tn_scope_is_open(&j->all))
        return;
    j->now = j->busy = j->judge.cycle = s->cycle;
    if (s->channel == TN_AXI_CH_AR) {
        if (s->ready)
            read_out(j, s);
        else if (!j->ar_offered)
            j->ar_offered = s->cycle;
        j->ar_id = s->word[2] & 7;
    }
    if (s->channel != TN_AXI_CH_R)
        return;
    if (!s->ready) {
        j->r_offered = j->r_offered ? j->r_offered : s->cycle;
        return;
    }
    exa_dma_judge(j, EXD_RD_3, !j->r_offered || s->cycle - j->r_offered <= R_WAIT, "R refused for 4 cycles at most", "%llu",
              (unsigned long long)(s->cycle - j->r_offered));
    j->r_offered = 0;
    answer_in(j, s);
}
