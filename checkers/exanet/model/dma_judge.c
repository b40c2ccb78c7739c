/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the sender's channels and transactions.
 */
#include "dma_judge.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { ORDER_CYC = 16, GAP_CYC = 4, IDLE_CYC = 32, PASS_CYC = 32 };

static const char *const rules[] = {
    "EXD-CHN-1", "EXD-CHN-2", "EXD-DSC-1", "EXD-DSC-2", "EXD-DSC-3", "EXD-STA-1", "EXD-STA-2", "EXD-STA-3",
    "EXD-PKT-1", "EXD-PKT-2", "EXD-PKT-3", "EXD-PKT-4", "EXD-RD-1", "EXD-RD-2", "EXD-RD-3", "EXD-SLT-1", "EXD-RR-1",
    "EXD-ORD-1", "EXD-ORD-2", "EXD-LAT-1", "EXD-CHA-2", "EXD-CTL-1", "EXD-CTL-2", "EXD-CTL-3", "EXD-CTL-4",
    "EXD-FLT-1", "EXD-FLT-2", "EXD-FLT-3", "EXD-BNK-2", "EXD-CNT-1", "AXS-ACC-4", "AXS-ORD-1", NULL};

struct tn_exd_judge *tn_exd_judge_new(const struct tn_exd_params *p, uint32_t own, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exd_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->m.params = *p;
    tn_judge_init(&j->judge, rules, fn, ctx);
    tn_exd_judge_reset(j, own);
    return j;
}

void tn_exd_judge_free(struct tn_exd_judge *j)
{
    free(j);
}

void tn_exd_judge_reset(struct tn_exd_judge *j, uint32_t own)
{
    const struct tn_judge kept = j->judge;
    const struct tn_exd_params p = j->m.params;
    memset(j, 0, sizeof *j);
    j->judge = kept;
    tn_exd_init(&j->m, &p, own);
    tn_scope_open(&j->all, &j->judge, NULL);
}

bool exa_dma_judge(struct tn_exd_judge *j, unsigned rule, bool ok, const char *expected, const char *found, ...)
{
    va_list args;
    if (!tn_scope_is_open(&j->all))
        return false;
    va_start(args, found);
    tn_judge_v(&j->judge, rule, ok, expected, found, args);
    va_end(args);
    if (!ok)
        tn_scope_close(&j->all);
    return ok;
}

void exa_dma_lose_sight(struct tn_exd_judge *j)
{
    if (tn_scope_is_open(&j->all))
        j->unsure = true;
    tn_scope_close(&j->all);
}

/* Transactions. */

/* Notes how many transactions a search may have to look at. */
static void note_searches(struct tn_exd_judge *j)
{
    unsigned stopping = 0;
    for (unsigned t = 0; t < TN_EXD_TXNS; t++)
        stopping += j->txn[t].on && (j->txn[t].stop != EXD_NONE || j->txn[t].no_bank);
    for (unsigned i = 0; i < j->entries; i++) {
        const uint64_t most = (uint64_t)stopping * (j->active + 4);
        j->entry[i].most = most > j->entry[i].most ? most : j->entry[i].most;
    }
}

void exa_dma_started(struct tn_exd_judge *j, unsigned t)
{
    const struct tn_exd_fields f = tn_exd_fields(&j->m.desc[t]);
    j->txn[t] = (struct exa_dma_txn){.on = true, .packets = tn_exd_packets(&f), .stop = EXD_NONE, .sure = UINT64_MAX};
    j->active++;
    if (j->entries)
        note_searches(j);
}

static bool all_answered(const struct tn_exd_judge *j, unsigned t)
{
    for (unsigned i = 0; i < j->flights; i++)
        if (j->flight[i].tid == t && !j->flight[i].complete)
            return false;
    return true;
}

void exa_dma_may_be_over(struct tn_exd_judge *j, unsigned t, bool shown)
{
    struct exa_dma_txn *x = &j->txn[t];
    const struct tn_exd_fields f = tn_exd_fields(&j->m.desc[t]);
    if (x->over && x->stop == EXD_NONE)
        return;
    if (x->left == x->packets) {
        x->over = j->now;
        return;
    }
    if (x->stop == EXD_NONE && x->no_bank && x->left == x->issued &&
        (shown || (j->now > x->no_bank + EXD_LAG && !j->ar_offered))) {
        x->stop = x->issued;
        x->code = 1;
        x->where = tn_exd_cut(&f, x->stop).src;
    }
    if (x->stop == EXD_NONE || x->left < x->stop || !all_answered(j, t))
        return;
    x->over = x->over ? x->over : j->now;
    if (x->noted)
        return;
    x->noted = true;
    if (j->entries >> j->m.params.txn_log2) {
        exa_dma_lose_sight(j);
        return;
    }
    j->entry[j->entries++] = (struct exa_dma_entry){.lo = 1u << 31 | f.pdid << 12 | x->code << 10 | t,
                                                    .hi = (uint32_t)(x->where >> 12),
                                                    .at = j->now,
                                                    .open = x->open,
                                                    .path = f.path,
                                                    .retry = f.seq % EXA_ATTEMPTS != 0};
    note_searches(j);
}

void exa_dma_refused(struct tn_exd_judge *j)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < j->entries; i++) {
        const struct exa_dma_entry *e = &j->entry[i];
        if (!e->rested) {
            j->entry[kept++] = *e;
            continue;
        }
        j->m.counter[TN_EXD_C_BAD]++;
        j->m.of_output[e->path][TN_EXD_C_STARTS]--;
        j->m.of_output[e->path][TN_EXD_C_RETRIES] -= e->retry;
    }
    j->entries = kept;
}

void exa_dma_look_for_ends(struct tn_exd_judge *j, unsigned shown)
{
    bool any = false;
    for (unsigned t = 0; t < TN_EXD_TXNS && j->bankless; t++)
        if (j->txn[t].on && j->txn[t].no_bank && !j->txn[t].over) {
            exa_dma_may_be_over(j, t, t == shown);
            any = true;
        }
    j->bankless = any;
}

void exa_dma_over(struct tn_exd_judge *j, unsigned t)
{
    struct exa_dma_txn *x = &j->txn[t];
    unsigned kept = 0;
    for (unsigned i = 0; i < j->flights; i++)
        if (j->flight[i].tid != t)
            j->flight[kept++] = j->flight[i];
    j->flights = kept;
    tn_exd_ended(&j->m, t, x->left, x->issued);
    x->on = false;
    j->active--;
}

unsigned exa_dma_bytes(const struct tn_exd_judge *j, unsigned t, bool issued)
{
    const struct tn_exd_fields f = tn_exd_fields(&j->m.desc[t]);
    const unsigned k = issued ? j->txn[t].issued : j->txn[t].left;
    unsigned n = 0;
    for (unsigned i = 0; i < k; i++)
        n += tn_exd_cut(&f, i).n;
    return n;
}

unsigned exa_dma_entries_due(const struct tn_exd_judge *j)
{
    unsigned n = 0;
    for (unsigned i = 0; i < j->entries; i++)
        n += !j->entry[i].open && j->now > j->entry[i].at + EXD_SEARCH * j->entry[i].most;
    return n;
}

struct exa_dma_flight *exa_dma_flight_of(struct tn_exd_judge *j, unsigned t, unsigned k)
{
    for (unsigned i = 0; i < j->flights; i++)
        if (j->flight[i].tid == t && j->flight[i].k == k)
            return &j->flight[i];
    return NULL;
}

/* Outputs. */

/* Says whether packet f can leave next by the rules of its transaction. */
static bool in_turn(const struct tn_exd_judge *j, const struct exa_dma_flight *f)
{
    const struct exa_dma_txn *x = &j->txn[f->tid];
    return f->complete && f->k == x->left && f->k < x->stop;
}

static void judge_order(struct tn_exd_judge *j, unsigned p, const struct exa_dma_flight *f)
{
    for (unsigned i = 0; i < j->flights; i++) {
        const struct exa_dma_flight *o = &j->flight[i];
        if (o->path != p || o == f || !in_turn(j, o) || o->number > f->number || o->complete + ORDER_CYC > j->out[p].begun)
            continue;
        if (!exa_dma_judge(j, EXD_ORD_2, false, "the packet issued first", "packet %u of %u before %u of %u", f->k, f->tid, o->k,
                       o->tid))
            return;
    }
    exa_dma_judge(j, EXD_ORD_2, true, "", "%s", "");
}

static void judge_packet(struct tn_exd_judge *j, const struct exa_packet *found, const struct exa_packet *want)
{
    const bool header = found->pdid == want->pdid && exa_node_bits(found->dst) == exa_node_bits(want->dst) &&
                        found->addr == want->addr && found->size == want->size && found->type == want->type &&
                        found->path == want->path && found->vc == 0 && found->rsv == 0 && found->hdr_crc == want->hdr_crc;
    const bool footer = found->has_footer && found->seq == want->seq && found->tid == want->tid &&
                        exa_node_bits(found->src) == exa_node_bits(want->src) && found->first == want->first &&
                        found->last == want->last && found->notify == want->notify && found->user == 0 &&
                        found->ttl == 0 && found->flags == 0 && found->ftr_crc == want->ftr_crc;
    const bool control = want->type == EXA_DMA_CTL;
    if (!exa_dma_judge(j, control ? EXD_CTL_1 : EXD_PKT_1, header, "the packet's header", "type %u, size %u, addr %llx, pdid %x, path %u",
                   found->type, found->size, (unsigned long long)found->addr, found->pdid, found->path))
        return;
    if (!exa_dma_judge(j, control ? EXD_CTL_1 : EXD_PKT_2, found->word_n == want->word_n &&
                   memcmp(found->lanes, want->lanes, 16u * want->word_n) == 0, "the memory's bytes in their lanes", "others at %llx",
                   (unsigned long long)found->addr))
        return;
    exa_dma_judge(j, control ? EXD_CTL_1 : EXD_PKT_3, footer && found->pld_crc == want->pld_crc, "the packet's footer",
              "tid %u, seq %u, first %u, last %u, notify %u, CRCs %x %x", found->tid, found->seq, found->first, found->last,
              found->notify, found->pld_crc, found->ftr_crc);
}

static void data_left(struct tn_exd_judge *j, unsigned p, const struct exa_packet *k)
{
    const unsigned t = k->tid;
    struct exa_dma_txn *x = t >> j->m.params.txn_log2 ? NULL : &j->txn[t];
    struct exa_packet want;
    if (!exa_dma_judge(j, EXD_PKT_4, x && x->on && x->left < x->issued, "a packet that was read", "one of transaction %u", t))
        return;
    const struct tn_exd_fields d = tn_exd_fields(&j->m.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&d, x->left);
    struct exa_dma_flight *f = exa_dma_flight_of(j, t, x->left);
    tn_require(f != NULL);
    for (unsigned i = 0; i < x->issued; i++)
        if (tn_exd_cut(&d, i).addr == k->addr && !exa_dma_judge(j, i < x->left ? EXD_PKT_4 : EXD_ORD_1, i == x->left,
                                                           "the next packet", "packet %u, not %u", i, x->left))
            return;
    if (!exa_dma_judge(j, EXD_FLT_1, x->left < x->stop, "nothing of a page that faulted", "packet %u of %u", x->left, t) ||
        !exa_dma_judge(j, EXD_PKT_2, f->complete && f->complete < j->out[p].begun, "a packet that is complete", "one that is not") ||
        !exa_dma_judge(j, EXD_PKT_4, p == f->path, "its output", "output %u, not %u", p, f->path))
        return;
    tn_exd_packet(&j->m, t, x->left, f->lanes + c.src % EXA_WORD, &want);
    judge_packet(j, k, &want);
    judge_order(j, p, f);
    j->m.of_output[p][TN_EXD_C_PACKETS]++;
    j->m.of_output[p][TN_EXD_C_BYTES] += c.n;
    x->left++;
    *f = j->flight[--j->flights];
    exa_dma_may_be_over(j, t, false);
}

static void packet_left(struct tn_exd_judge *j, unsigned p)
{
    struct exa_dma_output *o = &j->out[p];
    struct exa_packet k;
    tn_exa_words_decode(o->word, o->n, &k);
    o->n = 0;
    if (k.type == EXA_DMA_CTL) {
        if (!exa_dma_judge(j, EXD_CTL_1, o->message, "a message that was written", "another"))
            return;
        judge_packet(j, &k, &o->control);
        o->message = false;
        j->m.of_output[p][TN_EXD_C_CONTROLS]++;
    } else {
        exa_dma_judge(j, EXD_CTL_2, !o->message || !o->made || o->made + PASS_CYC > o->begun, "the control message first",
                  "data of %u", k.tid);
        data_left(j, p, &k);
    }
    o->ended = j->now;
}

/* A packet that is complete, or a message, leaves in time. */
static void judge_idle(struct tn_exd_judge *j, unsigned p)
{
    const struct exa_dma_output *o = &j->out[p];
    for (unsigned i = 0; i < j->flights; i++) {
        const struct exa_dma_flight *f = &j->flight[i];
        const unsigned most = f->complete + IDLE_CYC < o->ended ? GAP_CYC : IDLE_CYC;
        const uint64_t from = f->complete > o->ended ? f->complete : o->ended;
        if (f->path == p && in_turn(j, f) && !exa_dma_judge(j, EXD_LAT_1, j->now <= from + most + 1, "a complete packet in time",
                                                       "none for %u cycles", most))
            return;
    }
}

static void output(struct tn_exd_judge *j, unsigned p, const struct tn_exa_pins *pins)
{
    struct exa_dma_output *o = &j->out[p];
    const uint8_t want = o->n == 0 ? TN_EXA_HDR : o->n + 1 < o->want ? TN_EXA_PLD : TN_EXA_FTR;
    struct exa_packet k;
    if (!pins->valid) {
        o->offered = false;
        if (o->n)
            exa_dma_judge(j, EXD_LAT_1, false, "words without a gap", "a gap on output %u", p);
        else
            judge_idle(j, p);
        return;
    }
    j->busy = j->now;
    if (!exa_dma_judge(j, EXD_CHN_1, pins->valid == want, "the packet's next word", "valids %x for %x on output %u", pins->valid, want, p))
        return;
    if (o->n == 0 && !o->offered)
        o->begun = j->now;
    o->offered = o->n == 0 && !(pins->valid & pins->ready);
    if (!(pins->valid & pins->ready))
        return;
    o->word[o->n].kind = pins->valid;
    memcpy(o->word[o->n].data, pins->data, EXA_WORD);
    if (o->n++ == 0) {
        const bool sound = tn_exa_word_header(pins->data, &k);
        tn_exa_word_count(&k, &o->want);
        exa_dma_judge(j, EXD_PKT_1, sound && o->want >= 3 && o->want <= TN_EXA_PACKET_WORDS, "a header of data or of a message", "type %u, size %u", k.type, k.size);
    } else if (o->n == o->want) {
        packet_left(j, p);
    }
}

/* At rest nothing is ACTIVE: what is over has its last effects. */
static void rest(struct tn_exd_judge *j)
{
    for (unsigned t = 0; t < TN_EXD_TXNS && j->active; t++)
        if (j->txn[t].on)
            exa_dma_over(j, t);
    for (unsigned i = 0; i < j->entries; i++) {
        j->entry[i].settled = !j->entry[i].open;
        j->entry[i].rested = j->entry[i].open;
    }
    if (!j->irq)
        exa_dma_refused(j);
    j->rested = j->busy;
    exa_dma_judge(j, EXD_CHN_2, j->drops == j->headers, "obs_drop for each header word", "%u for %u", j->drops, j->headers);
    exa_dma_judge(j, EXD_FLT_2, j->irq == (j->entries > 0), "irq_fault while there is an entry", "level %d with %u entries", j->irq,
              j->entries);
}

static bool is_quiet(const struct tn_exd_judge *j)
{
    for (unsigned t = 0; t < TN_EXD_TXNS && j->active; t++)
        if (j->txn[t].on && !j->txn[t].over)
            return false;
    for (unsigned p = 0; p < j->m.params.out_n; p++)
        if (j->out[p].message || j->out[p].n)
            return false;
    return j->axi_writes == 0;
}

bool tn_exd_judge_at_rest(const struct tn_exd_judge *j)
{
    return j->now >= j->busy + EXD_REST && is_quiet(j);
}

void tn_exd_judge_pins(struct tn_exd_judge *j, uint64_t cycle, const struct tn_exa_pins *in, const struct tn_exa_pins *out)
{
    if (!tn_scope_is_open(&j->all))
        return;
    j->now = j->judge.cycle = cycle;
    if (in->valid)
        j->busy = cycle;
    exa_dma_judge(j, EXD_CHN_2, in->ready == 7, "all readies high", "%x", in->ready);
    if (in->valid & in->ready & TN_EXA_HDR)
        j->m.counter[TN_EXD_C_RX_DROPPED]++, j->headers++;
    for (unsigned p = 0; p < j->m.params.out_n; p++)
        output(j, p, &out[p]);
    exa_dma_look_for_ends(j, EXD_NONE);
    exa_dma_drained(j);
    if (j->entries && !j->irq)
        exa_dma_judge(j, EXD_FLT_3, exa_dma_entries_due(j) == 0, "an entry in time", "none in %llu cycles",
                      (unsigned long long)(j->now - j->entry[0].at));
    if (tn_exd_judge_at_rest(j) && (j->active || j->rested != j->busy))
        rest(j);
}

void tn_exd_judge_drop(struct tn_exd_judge *j, uint64_t cycle)
{
    if (!tn_scope_is_open(&j->all))
        return;
    j->busy = j->now = j->judge.cycle = cycle;
    exa_dma_judge(j, EXD_CHN_2, ++j->drops <= j->headers, "obs_drop for a header word", "another");
}

void tn_exd_judge_irq(struct tn_exd_judge *j, uint64_t cycle, bool level)
{
    if (!tn_scope_is_open(&j->all))
        return;
    j->busy = j->now = j->judge.cycle = cycle;
    j->irq = level;
    if (level)
        exa_dma_judge(j, EXD_FLT_2, j->entries > 0 || j->bankless, "irq_fault while there is an entry", "irq_fault without one");
}

static const char *missing(const struct tn_exd_judge *j, unsigned *rule)
{
    for (unsigned p = 0; p < j->m.params.out_n; p++)
        if (j->out[p].message) {
            *rule = EXD_CTL_1;
            return "a control message that never left";
        }
    *rule = EXD_PKT_4;
    return "a transaction that does not end";
}

void tn_exd_judge_finish(struct tn_exd_judge *j)
{
    unsigned rule = EXD_PKT_4;
    const char *what = missing(j, &rule);
    if (tn_scope_is_open(&j->all) && exa_dma_judge(j, rule, tn_exd_judge_at_rest(j), "rest", "%s", what))
        rest(j);
}

bool tn_exd_judge_is_unsure(const struct tn_exd_judge *j)
{
    return j->unsure;
}

const struct tn_exd *tn_exd_judge_model(const struct tn_exd_judge *j)
{
    return &j->m;
}

void tn_exd_judge_rules(const struct tn_exd_judge *j, tn_exd_rule_fn *fn, void *ctx)
{
    for (unsigned i = 0; rules[i]; i++)
        fn(ctx, rules[i], j->judge.asked[i], j->judge.failed[i]);
}
