/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of transfers: transactions from their descriptor to their positive response (checkers/exanet/spec/
 * exa_transfer.md sections 1, 2 and 4).
 */
#include "transfer.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { PAGES = 1 << 20, PAGE_RECORD = 16, UNIT_LOG2 = 8 };

static const char *const rules[] = {"EXF-MEM-1", "EXF-MEM-2", "EXF-MEM-3", "EXF-MEM-4", "EXF-MEM-5",
                                    "EXF-PRT-1", "EXF-PRT-2", "EXF-FLT-1", "EXF-CHA-1", NULL};

struct tn_exf_judge *tn_exf_judge_new(const struct tn_exf_params *p, tn_verdict_fn *fn, tn_exf_peek_fn *peek, void *ctx)
{
    struct tn_exf_judge *j = calloc(1, sizeof *j);
    tn_require(p->nodes >= 1 && p->nodes <= TN_EXF_NODES);
    if (!j)
        return NULL;
    tn_judge_init(&j->judge, rules, fn, ctx);
    j->params = *p;
    for (unsigned n = 0; n < p->nodes; n++)
        j->node[n].sender.params = (struct tn_exd_params){.out_n = p->out_n, .txn_log2 = 10};
    for (unsigned n = 0; n < TN_EXF_NODES; n++)
        for (unsigned b = 0; b < TN_EXD_BANKS; b++)
            for (unsigned e = 0; e < EXF_ENGINES; e++)
                j->node[n].owner[e][b] = (struct exf_owner){.is = EXF_NOBODY, .was = EXF_NOBODY, .drained = true};
    j->peek = peek;
    j->ctx = ctx;
    tn_keyed_init(&j->pages, PAGE_RECORD, PAGES);
    return j;
}

static void forget(struct exf_txn *t)
{
    if (t)
        free(t->bytes);
    free(t);
}

static void free_one(struct tn_exf_judge *j, struct exf_txn *t, void *ctx)
{
    (void)j, (void)ctx;
    forget(t);
}

void tn_exf_judge_free(struct tn_exf_judge *j)
{
    if (!j)
        return;
    tn_exf_each(j, free_one, NULL);
    tn_exf_image_free(j);
    free(j);
}

void tn_exf_each(struct tn_exf_judge *j, void (*fn)(struct tn_exf_judge *j, struct exf_txn *t, void *ctx), void *ctx)
{
    for (unsigned n = 0; n < j->params.nodes; n++)
        for (unsigned i = 0; i < TN_EXD_TXNS; i++) {
            if (j->node[n].before[i])
                fn(j, j->node[n].before[i], ctx);
            if (j->node[n].now[i])
                fn(j, j->node[n].now[i], ctx);
        }
}

static unsigned node_of(const struct tn_exf_judge *j, uint32_t coordinates)
{
    for (unsigned n = 0; n < j->params.nodes; n++)
        if (j->params.own[n] == coordinates)
            return n;
    return TN_EXF_NODES;
}

void tn_exf_judge_bytes(struct tn_exf_judge *j, unsigned node, unsigned pdid, uint64_t va, const uint8_t *bytes, size_t n)
{
    tn_exf_image_write(j, node, pdid, va, bytes, n);
}

/* Attempts. */

/* Says whether an attempt with these fields is of the same transaction. */
static bool is_again(const struct exf_txn *t, const struct tn_exd_fields *f)
{
    return t && t->gen == f->seq / EXA_ATTEMPTS && t->f.addr == f->addr && t->f.dst == f->dst && t->f.length == f->length &&
           t->f.pdid == f->pdid;
}

/* No read or write under way names a transaction that is forgotten. */
static void unname(struct tn_exf_judge *j, const struct exf_txn *t)
{
    for (unsigned n = 0; n < j->params.nodes; n++)
        for (unsigned id = 0; id < EXF_IDS; id++)
            for (unsigned i = 0; i < EXF_READS; i++) {
                if (j->node[n].of_id[id].read[i].txn == t)
                    j->node[n].of_id[id].read[i].txn = NULL;
                if (j->node[n].of_id[id].write[i].txn == t)
                    j->node[n].of_id[id].write[i].txn = NULL;
            }
}

static struct exf_txn *new_one(struct tn_exf_judge *j, unsigned node, unsigned tid, const struct tn_exd_fields *f)
{
    struct exf_node *n = &j->node[node];
    struct exf_txn *t = calloc(1, sizeof *t);
    tn_require(t != NULL);
    *t = (struct exf_txn){.from = node, .to = node_of(j, f->dst), .tid = tid, .gen = f->seq / EXA_ATTEMPTS, .f = *f,
                          .bytes = malloc(f->length)};
    tn_require(t->bytes != NULL);
    tn_exf_image_read(j, node, f->pdid, f->src, t->bytes, f->length);
    if (n->before[tid]) {
        tn_exf_image_abandon(j, n->before[tid]);
        unname(j, n->before[tid]);
        forget(n->before[tid]);
    }
    n->before[tid] = n->now[tid];
    n->now[tid] = t;
    return t;
}

bool tn_exf_begin(struct tn_exf_judge *j, unsigned node, unsigned tid, bool park)
{
    const struct tn_exd *m = &j->node[node].sender;
    const struct tn_exd_fields f = tn_exd_fields(&m->desc[tid]);
    struct exf_txn *t = j->node[node].now[tid];
    const bool again = is_again(t, &f);
    if (!tn_exd_may_start(m, &m->desc[tid]))
        return false;
    if (!again)
        t = new_one(j, node, tid, &f);
    t->f = f;
    t->parked = park;
    t->issued[0] = t->issued[1] = t->failed = 0;
    t->starts++;
    return !again;
}

void tn_exf_unbegin(struct tn_exf_judge *j, unsigned node, unsigned tid)
{
    struct exf_node *n = &j->node[node];
    unname(j, n->now[tid]);
    forget(n->now[tid]);
    n->now[tid] = n->before[tid];
    n->before[tid] = NULL;
}

/* Packets. */

unsigned tn_exf_packet_at(const struct exf_txn *t, uint64_t addr)
{
    return (unsigned)((addr >> UNIT_LOG2) - (t->f.addr >> UNIT_LOG2)) % EXF_UNITS;
}

bool tn_exf_whole(const struct exf_txn *t, unsigned attempt)
{
    const unsigned n = tn_exd_packets(&t->f);
    return t->written[attempt] == (n == EXF_UNITS ? UINT64_MAX : (1ull << n) - 1);
}

/* Returns the transaction that a node's packet or the answer to it names. */
static struct exf_txn *named(struct tn_exf_judge *j, unsigned from, unsigned tid, unsigned seq)
{
    const unsigned gen = seq % EXA_SEQ_MOD / EXA_ATTEMPTS;
    struct exf_node *n;
    if (from >= j->params.nodes || tid >= TN_EXD_TXNS)
        return NULL;
    n = &j->node[from];
    if (n->now[tid] && n->now[tid]->gen == gen)
        return n->now[tid];
    return n->before[tid] && n->before[tid]->gen == gen ? n->before[tid] : NULL;
}

/* A data packet leaves the sender's engine. */
static void sent(struct tn_exf_judge *j, unsigned node, const struct exa_packet *k)
{
    const struct exf_txn *t = named(j, node, k->tid, k->seq);
    if (k->type != EXA_WRITE || exa_is_message(k) || !t || t->f.seq != k->seq)
        return;
    tn_judge(&j->judge, EXF_FLT_1, !(t->failed >> tn_exf_packet_at(t, k->addr) & 1), "nothing of a page whose read failed",
             "tid %u: the packet for %llx", t->tid, (unsigned long long)k->addr);
}

static bool is_sound(const struct exa_packet *k)
{
    return !k->err && k->hdr_crc == exa_want_hdr_crc(k) && k->ftr_crc == exa_want_ftr_crc(k) &&
           k->pld_crc == exa_want_pld_crc(k);
}

static void keep_loose(struct tn_exf_judge *j, unsigned node, const struct exa_packet *k)
{
    struct exf_loose *l = &j->loose[j->loose_in++ % EXF_LOOSE];
    if (exa_is_peripheral(k->addr) || k->size > EXA_MTU || !exa_payload(k))
        return;
    *l = (struct exf_loose){.used = true, .node = node, .pdid = k->pdid, .size = k->size, .addr = k->addr};
    memcpy(l->bytes, exa_payload(k), k->size);
}

static void keep_control(struct exf_txn *t, const struct exa_packet *k)
{
    const uint8_t *p = exa_payload(k);
    if (t->control || !p || k->size < 2 * EXA_WORD)
        return;
    t->control = true;
    for (unsigned i = 0; i < 8; i++)
        t->place |= (uint64_t)p[i] << 8 * i;
    memcpy(t->note, p + EXA_WORD, EXA_WORD);
}

/* A packet comes to the receiver. */
static void came(struct tn_exf_judge *j, unsigned node, const struct exa_packet *k)
{
    struct exf_txn *t;
    if (!k->has_footer || !is_sound(k))
        return;
    if (k->type == EXA_NOTIFY || (exa_is_message(k) && (k->type == EXA_WRITE || k->type == EXA_READ_REQ))) {
        keep_loose(j, node, k);
        return;
    }
    t = named(j, node_of(j, exa_node_bits(k->src)), k->tid, k->seq);
    if (!t || t->to != node)
        return;
    if (k->type == EXA_DMA_CTL)
        keep_control(t, k);
    else if (k->type == EXA_WRITE)
        t->pending[k->seq % EXA_ATTEMPTS][tn_exf_packet_at(t, k->addr)]++;
}

/* Says whether an attempt was in memory by that cycle. */
static bool in_memory(const struct exf_txn *t, unsigned attempt, uint64_t cycle)
{
    return tn_exf_whole(t, attempt) && t->last_write[attempt] <= cycle;
}

struct notice {
    unsigned node;
    uint64_t cycle;
    const struct exa_packet *k;
};

/* A notification, held against one of the transactions that it may be of. */
static void notified(struct tn_exf_judge *j, struct exf_txn *t, void *ctx)
{
    const struct notice *n = ctx;
    const struct exa_packet *k = n->k;
    const unsigned attempt = k->seq % EXA_ATTEMPTS;
    if (t->to != n->node || t->tid != k->tid || t->gen != k->seq % EXA_SEQ_MOD / EXA_ATTEMPTS || !t->control ||
        t->place != exa_place_bits(k->dst, k->addr) || !exa_payload(k) || memcmp(exa_payload(k), t->note, sizeof t->note))
        return;
    if (tn_judge(&j->judge, EXF_MEM_4, !t->answered, "a notification before the positive response", "tid %u: behind it",
                 t->tid))
        tn_judge(&j->judge, EXF_MEM_4, in_memory(t, attempt, n->cycle),
                 "a notification when all writes of its attempt were answered", "tid %u, attempt %u: packets %llx written of %u",
                 t->tid, attempt, (unsigned long long)t->written[attempt], tn_exd_packets(&t->f));
    t->noted = true;
}

/* A positive response leaves. The first one of a generation ends the transaction. */
static void answered(struct tn_exf_judge *j, unsigned node, uint64_t cycle, const struct exa_packet *k)
{
    struct exf_txn *t = named(j, node_of(j, exa_node_bits(k->dst)), k->tid, k->seq);
    const unsigned attempt = k->seq % EXA_ATTEMPTS;
    bool whole;
    if (!t || t->to != node)
        return;
    if (t->answered) { /* a done context answers newer attempts, of which nothing is written */
        tn_judge_held(&j->judge, EXF_MEM_3);
        t->answered_attempt = attempt > t->answered_attempt ? attempt : t->answered_attempt;
        return;
    }
    whole = tn_judge(&j->judge, EXF_MEM_3, in_memory(t, attempt, cycle),
                     "a positive response when all writes of its attempt were answered",
                     "tid %u, attempt %u: packets %llx written of %u", t->tid, attempt, (unsigned long long)t->written[attempt],
                     tn_exd_packets(&t->f));
    if (t->f.notify)
        tn_judge(&j->judge, EXF_MEM_4, t->noted, "a notification before the positive response", "tid %u: none", t->tid);
    if (whole)
        tn_exf_image_complete(j, t);
    else
        tn_exf_image_abandon(j, t);
    t->answered = true;
    t->answered_attempt = attempt;
    t->answered_cycle = cycle;
    j->completed++;
}

void tn_exf_judge_packet(struct tn_exf_judge *j, unsigned node, unsigned port, bool out, uint64_t cycle,
                         const struct exa_packet *k)
{
    struct notice n = {node, cycle, k};
    j->judge.cycle = cycle;
    if (out && port == EXF_PORT_RDMA)
        came(j, node, k);
    else if (!out && port == EXF_PORT_DMA)
        sent(j, node, k);
    else if (!out && port == EXF_PORT_RDMA && k->type == EXA_ACK && !exa_is_message(k) && k->code == 0)
        answered(j, node, cycle, k);
    else if (!out && port == EXF_PORT_RDMA && k->type == EXA_NOTIFY)
        tn_exf_each(j, notified, &n);
}

void tn_exf_judge_finish(struct tn_exf_judge *j)
{
    tn_exf_image_finish(j);
}

unsigned long tn_exf_judge_completed(const struct tn_exf_judge *j)
{
    return j->completed;
}

void tn_exf_judge_rules(const struct tn_exf_judge *j, tn_exf_rule_fn *fn, void *ctx)
{
    for (unsigned i = 0; rules[i]; i++)
        fn(ctx, rules[i], j->judge.asked[i], j->judge.failed[i]);
}
