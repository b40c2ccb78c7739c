/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The serving side: requests of other nodes, their bursts at the memory, their answers (exa_axi.md
 * section 5).
 */
#include "zdma_judge.h"

#include <string.h>

bool tn_exz_serve_idle(const struct tn_exz_judge *j)
{
    return j->requests == 0 && j->datas == 0;
}

bool tn_exz_serve_may(const struct tn_exz_judge *j, const struct exa_packet *k, uint64_t at,
                      unsigned cause)
{
    const unsigned room = 1u << j->m.req_log2;
    const unsigned banks = tn_exz_banks(&j->m, k->pdid, at);
    enum tn_exz_cause is = tn_exz_request(k);
    unsigned waiting = 0;
    for (unsigned i = 0; i < j->requests; i++)
        waiting += j->request[i].state == EXZ_WAITS;
    if (cause == TN_EXZ_FULL)
        return j->requests >= room;
    if (is == TN_EXZ_TAKEN && cause == TN_EXZ_PROT && banks >> TN_EXZ_BANKS)
        is = TN_EXZ_PROT;
    if (is == TN_EXZ_TAKEN && !(banks & ((1u << TN_EXZ_BANKS) - 1)))
        is = TN_EXZ_PROT;
    return cause == is && waiting < room + EXZ_UNDER_WAY;
}

/* A request was taken under the bank that its PDID has; when it may have been one of several, its burst will show which. */
static void taken(struct tn_exz_judge *j, struct exz_request *r, uint64_t at)
{
    r->banks = tn_exz_banks(&j->m, r->k.pdid, at) & ((1u << TN_EXZ_BANKS) - 1);
    r->judged = j->now;
    for (unsigned b = 0; b < TN_EXZ_BANKS; b++)
        if (r->banks == 1u << b)
            tn_exa_bank_opened(&j->m.life[b], j->m.bank[b], r->k.pdid, j->now);
        else if (r->banks >> b & 1)
            tn_exa_bank_doubted(&j->m.life[b], j->m.bank[b], r->k.pdid);
}

/* The request's burst is at the memory, under that bank. */
static void shown(struct tn_exz_judge *j, struct exz_request *r, unsigned bank)
{
    const bool known = r->banks == 1u << bank;
    for (unsigned b = 0; b < TN_EXZ_BANKS && !known; b++)
        if (r->banks >> b & 1)
            tn_exa_bank_shown(&j->m.life[b], b == bank, j->m.bank[b], r->k.pdid, r->judged, j->now);
    r->bank = bank;
}

void tn_exz_serve_cause(struct tn_exz_judge *j, const struct exa_packet *k, uint64_t at,
                        unsigned cause)
{
    struct exz_request *r = &j->request[j->requests];
    if (cause == TN_EXZ_FULL)
        return;
    if (j->requests == EXZ_OPEN) {
        tn_exz_lose(j);
        return;
    }
    j->requests++;
    memset(r, 0, sizeof *r);
    r->k = *k;
    r->cause = (enum tn_exz_cause)cause;
    r->code = tn_exz_code(r->cause);
    r->state = cause == TN_EXZ_TAKEN ? EXZ_WAITS : EXZ_DONE;
    if (cause == TN_EXZ_TAKEN)
        taken(j, r, at);
    else if (cause == TN_EXZ_PROT)
        tn_judge_held(&j->judge, EXZ_BNK_1);
}

/* The memory. */

static unsigned words_of(const struct exz_request *r)
{
    return r->k.type == EXA_ZWRITE ? exa_words(r->k.addr, r->k.size) : TN_EXZ_LINE / EXA_WORD;
}

static void address(struct tn_exz_judge *j, enum exa_type type, const struct tn_axi_seen *s)
{
    const uint64_t addr = s->word[0] | (uint64_t)(s->word[1] & 0x3ff) << 32;
    const unsigned bank = s->word[2] % TN_EXZ_BANKS;
    unsigned i = 0, first = 0;
    for (; i < j->requests; i++) {
        const struct exz_request *r = &j->request[i];
        if (r->state == EXZ_WAITS && r->k.type == type &&
            (s->word[2] & 0xffff) == bank && r->banks >> bank & 1 && addr == tn_exz_place(&j->m, &r->k, bank) &&
            (s->word[3] & 0x1fff) == ((words_of(r) - 1) | 4u << 8 | 1u << 11))
            break;
    }
    const unsigned rule = type == EXA_ZWRITE ? EXZ_SRV_1 : EXZ_SRV_2;
    if (!tn_exz_ask(j, rule, i < j->requests, "the burst of a request",
                    "address %llx, ID %u, length %u", (unsigned long long)addr, s->word[2] & 0xffff,
                    (s->word[3] & 255) + 1))
        return;
    while (j->request[first].state != EXZ_WAITS || j->request[first].k.type != type ||
           exa_node_bits(j->request[first].k.src) != exa_node_bits(j->request[i].k.src))
        first++;
    tn_exz_ask(j, rule, first == i, "requests of a source in the order of their coming",
               "one that came later");
    shown(j, &j->request[i], bank);
    j->request[i].state = EXZ_BEGUN;
    j->request[i].number = ++j->number;
}

/* Returns the oldest burst that was begun: of a bank, or (any) one whose data are missing; NULL:
 * there is none. */
static struct exz_request *begun(struct tn_exz_judge *j, enum exa_type type, unsigned bank,
                                 bool any)
{
    struct exz_request *best = NULL;
    for (unsigned i = 0; i < j->requests; i++) {
        struct exz_request *r = &j->request[i];
        if (r->state == EXZ_BEGUN && r->k.type == type &&
            (any ? r->beats < words_of(r) : r->bank == bank) && (!best || r->number < best->number))
            best = r;
    }
    return best;
}

static void data_out(struct tn_exz_judge *j, struct exz_request *r, const struct tn_axi_seen *s)
{
    const unsigned from = r->beats * EXA_WORD, first = r->k.addr % EXA_WORD;
    uint32_t strobes = r->beats + 1 == words_of(r) ? 1u << 16 : 0;
    bool same = true;
    for (unsigned i = 0; i < EXA_WORD; i++) {
        if (from + i < first || from + i >= first + r->k.size)
            continue;
        strobes |= 1u << i;
        same = same && r->k.lanes[from + i] == (s->word[i / 4] >> 8 * (i % 4) & 255);
    }
    r->beats++;
    tn_exz_ask(j, EXZ_SRV_1, same && s->word[4] == strobes, "the request's bytes and no others",
               "%s, strobes %05x (of %05x)", same ? "its bytes" : "other bytes", s->word[4],
               strobes);
}

/* Judges data whose addresses came. */
static void data(struct tn_exz_judge *j)
{
    struct exz_request *r;
    while (j->datas && (r = begun(j, EXA_ZWRITE, 0, true))) {
        const struct tn_axi_seen s = j->data[0];
        memmove(&j->data[0], &j->data[1], --j->datas * sizeof s);
        data_out(j, r, &s);
    }
}

static unsigned code_of(unsigned resp)
{
    return resp == TN_EXZ_SLVERR ? 1 : resp == TN_EXZ_DECERR ? 4 : 0;
}

static void answered(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    const bool read = s->channel == TN_AXI_CH_R;
    struct exz_request *r = begun(j, read ? EXA_ZREAD_REQ : EXA_ZWRITE, s->word[4] & 0xffff, false);
    if (!r)
        return;
    if (r->code == 0)
        r->code = code_of(s->word[4] >> 16 & 3);
    for (unsigned i = 0; read && i < EXA_WORD; i++)
        r->line[r->beats * EXA_WORD + i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
    r->beats += read;
    if (r->beats < words_of(r))
        return;
    r->state = EXZ_DONE;
    r->ready = s->cycle;
}

void tn_exz_serve_closed(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    if (s->channel == TN_AXI_CH_B || (s->channel == TN_AXI_CH_R && s->word[4] >> 18 & 1))
        tn_exa_bank_closed(&j->m.life[s->word[4] % TN_EXZ_BANKS], s->cycle);
}

/* Answers that leave. */

/* Returns the rule that an answer breaks which no request has. */
static unsigned rule_of(const struct tn_exz_judge *j, const struct exz_event *e)
{
    for (unsigned i = 0; i < j->requests; i++) {
        const struct exz_request *r = &j->request[i];
        if (exa_node_bits(r->k.src) != exa_node_bits(e->k.dst) || r->k.tid != e->k.tid ||
            (r->k.seq ^ e->k.seq) % 8192 != 0)
            continue;
        if (r->state != EXZ_DONE || r->ready > e->begun)
            return EXZ_SRV_3;
        if (r->cause != TN_EXZ_TAKEN)
            return EXZ_CSE + (unsigned)r->cause - 1;
        return e->k.type == EXA_ZREAD_RSP ? EXZ_SRV_2 : EXZ_SRV_3;
    }
    return EXZ_SRV_3;
}

static void answer_out(struct tn_exz_judge *j, const struct exz_event *e)
{
    for (unsigned i = 0; i < j->requests; i++) {
        const struct exz_request *r = &j->request[i];
        struct exa_packet want;
        if (r->state != EXZ_DONE || r->ready > e->begun)
            continue;
        tn_exz_answer(&j->m, &r->k, r->code,
                      r->k.type == EXA_ZREAD_REQ && r->code == 0 ? r->line : NULL, &want);
        if (!tn_exz_equal(&want, &e->k))
            continue;
        tn_judge_held(&j->judge, want.type == EXA_ZREAD_RSP ? EXZ_SRV_2 : EXZ_SRV_3);
        j->m.counter[TN_EXZ_ANSWERS]++;
        memmove(&j->request[i], &j->request[i + 1], (--j->requests - i) * sizeof *r);
        return;
    }
    tn_exz_ask(j, rule_of(j, e), false, "the answer of a request",
               "type %u, tid %u, seq %u, code %u", e->k.type, e->k.tid, e->k.seq, e->k.code);
}

void tn_exz_serve_event(struct tn_exz_judge *j, const struct exz_event *e)
{
    if (e->packet) {
        answer_out(j, e);
    } else if (e->seen.channel == TN_AXI_CH_AW || e->seen.channel == TN_AXI_CH_AR) {
        address(j, e->seen.channel == TN_AXI_CH_AW ? EXA_ZWRITE : EXA_ZREAD_REQ, &e->seen);
        data(j);
    } else if (e->seen.channel == TN_AXI_CH_W) {
        if (tn_exz_ask(j, EXZ_SRV_1, j->datas < EXZ_OPEN, "data with an address",
                       "%u beats without", j->datas))
            j->data[j->datas++] = e->seen;
        data(j);
    } else {
        answered(j, &e->seen);
    }
}

void tn_exz_serve_finish(struct tn_exz_judge *j)
{
    tn_exz_ask(j, EXZ_SRV_1, j->datas == 0, "no data without an address", "%u beats", j->datas);
    for (unsigned i = 0; i < j->requests; i++) {
        const struct exz_request *r = &j->request[i];
        const unsigned rule = r->cause != TN_EXZ_TAKEN  ? EXZ_CSE + (unsigned)r->cause - 1
                              : r->state == EXZ_DONE    ? EXZ_SRV_3
                              : r->k.type == EXA_ZWRITE ? EXZ_SRV_1
                                                        : EXZ_SRV_2;
        tn_exz_ask(j, rule, false, "every request answered", "none for tid %u of %llx", r->k.tid,
                   (unsigned long long)r->k.addr);
    }
}
