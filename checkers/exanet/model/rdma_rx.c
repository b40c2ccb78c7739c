/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The functional model of the RDMA receiver (exa_rdma_rx.md sections 4 to 8).
 */
#include "dup.h"
#include "rdma_rx.h"

#include <tn/bug.h>

#include <string.h>

void tn_exv_init(struct tn_exv *m, const struct tn_exv_params *p, uint32_t own)
{
    memset(m, 0, sizeof *m);
    m->own = own;
    m->ctx_timeout = 0x00100000;
    m->dup_cyc = 65536;
    m->hold = p->hold;
    m->way_log2 = p->way_log2;
    m->dup_n = exa_dup_entries(p->dup_n);
}

unsigned tn_exv_pick(struct tn_exv *m, unsigned n)
{
    struct tn_exv_script *s = &m->script;
    if (n < 2 || s->met == TN_EXV_PICKS)
        return 0;
    s->of[s->met] = (uint8_t)n;
    return s->pick[s->met++];
}

bool tn_exv_next_way(struct tn_exv *m, struct tn_exv_script *next)
{
    unsigned n = m->script.met;
    *next = m->script;
    memset(&m->script, 0, sizeof m->script);
    while (n > 0 && next->pick[n - 1] + 1 >= next->of[n - 1])
        n--;
    if (n == 0)
        return false;
    next->pick[n - 1]++;
    memset(next->pick + n, 0, TN_EXV_PICKS - n);
    memset(next->of, 0, sizeof next->of);
    next->met = 0;
    return true;
}

void tn_exv_add(struct tn_exv *m, enum tn_exv_counter c, uint32_t n)
{
    m->lo[c] += n;
    m->hi[c] += n;
}

void tn_exv_count(struct tn_exv *m, enum tn_exv_cause cause)
{
    tn_exv_add(m, (enum tn_exv_counter)cause, 1);
}

/* Answers. */

/* Adds to the queue. The model has an answer there from its event to its header's acceptance, which is longer than the
 * block may: when the model's queue has room the block's has. */
static void queue(struct tn_exv *m, const struct tn_exv_answer *a)
{
    unsigned i;
    if (m->answers == TN_EXV_QUEUE) {
        m->unsure = 1;
        return;
    }
    for (i = m->answers++; i > 0 && m->answer[i - 1].at > a->at; i--)
        m->answer[i] = m->answer[i - 1];
    m->answer[i] = *a;
}

static void answer(struct tn_exv *m, uint64_t at, bool of_b, uint32_t to, unsigned tid, unsigned seq,
                   unsigned pdid, unsigned code)
{
    struct tn_exv_answer a;
    memset(&a, 0, sizeof a);
    a.at = at;
    a.of_b = of_b;
    a.to = to;
    a.tid = (uint16_t)tid;
    a.seq = (uint16_t)(seq % EXA_SEQ_MOD);
    a.pdid = (uint16_t)pdid;
    a.code = (uint8_t)code;
    queue(m, &a);
}

/* Answers data or control with a code other than 0, once an attempt. */
static void refuse(struct tn_exv *m, uint64_t at, bool of_b, uint32_t src, uint16_t tid, uint16_t seq,
                   uint16_t pdid, unsigned code)
{
    struct tn_exv_context *c = tn_exv_find(m, src, tid);
    const unsigned set = tn_exv_set(src, tid);
    bool said;
    if (c && c->state == TN_EXV_ACTIVE && c->seq == seq) {
        said = c->nacked;
        c->nacked = 1;
    } else {
        said = m->lastnack[set].used && m->lastnack[set].src == src && m->lastnack[set].tid == tid &&
               m->lastnack[set].seq == seq;
        m->lastnack[set].src = src;
        m->lastnack[set].tid = tid;
        m->lastnack[set].seq = seq;
        m->lastnack[set].used = 1;
    }
    if (said)
        tn_exv_add(m, TN_EXV_C_MERGED, 1);
    else
        answer(m, at, of_b, src, tid, seq, pdid, code);
}

/* Ends a context that is complete. */
static void complete(struct tn_exv *m, struct tn_exv_context *c, uint64_t at, bool of_b)
{
    if (c->state != TN_EXV_ACTIVE || c->open || c->nacked || !c->first_known || !c->last_known ||
        c->first > c->last || (c->notify && !c->control))
        return;
    for (unsigned i = c->first; i <= c->last; i++)
        if (!(c->bitmap >> i & 1))
            return;
    if (c->notify) {
        struct tn_exv_answer a;
        memset(&a, 0, sizeof a);
        a.kind = TN_EXV_NOTE;
        a.at = at;
        a.of_b = of_b;
        a.tid = c->tid;
        a.seq = c->seq;
        a.pdid = c->pdid;
        a.place = c->place;
        memcpy(a.note, c->note, sizeof a.note);
        queue(m, &a);
    }
    answer(m, at, of_b, c->src, c->tid, c->seq, c->pdid, 0);
    c->state = TN_EXV_FINISHED;
    c->rsp_att = c->seq % EXA_ATTEMPTS;
}

/* Answers of the memory. */

static void data_answered(struct tn_exv *m, const struct tn_exv_write *w)
{
    struct tn_exv_context *c = tn_exv_find(m, w->src, w->tid);
    if (!c || c->state != TN_EXV_ACTIVE || c->seq != w->seq) {
        tn_exv_add(m, TN_EXV_C_B_LATE, 1);
        return;
    }
    c->open = (uint8_t)(c->open - (c->open > 0));
    if (w->resp >= 2) {
        refuse(m, w->answered, true, w->src, w->tid, w->seq, w->pdid, w->resp == 2 ? 1 : 4);
    } else {
        c->bitmap |= 1ull << w->bit;
        complete(m, c, w->answered, true);
    }
}

static void take_effect(struct tn_exv *m, const struct tn_exv_write *w)
{
    if (w->resp >= 2 && w->what != TN_EXV_NOTHING)
        tn_exv_add(m, TN_EXV_C_WERR, 1);
    if (w->what == TN_EXV_DATA)
        data_answered(m, w);
    if (w->what != TN_EXV_MESSAGE)
        return;
    if (w->resp < 2)
        tn_exv_note_message(m, w->src, w->tid, w->seq, w->answered);
    answer(m, w->answered, true, w->src, w->tid, w->seq, w->pdid, w->resp < 2 ? 0 : w->resp == 2 ? 1 : 4);
}

unsigned tn_exv_first_b(const struct tn_exv *m, uint64_t until)
{
    unsigned best = m->writes;
    for (unsigned i = 0; i < m->writes; i++)
        if (m->write[i].answered && m->write[i].answered <= until &&
            (best == m->writes || m->write[i].answered < m->write[best].answered))
            best = i;
    return best;
}

void tn_exv_do_b(struct tn_exv *m, unsigned i)
{
    const struct tn_exv_write w = m->write[i];
    memmove(&m->write[i], &m->write[i + 1], (m->writes - i - 1) * sizeof w);
    memset(&m->write[--m->writes], 0, sizeof w);
    take_effect(m, &w);
}

bool tn_exv_b(struct tn_exv *m, unsigned bank, unsigned resp, uint64_t at)
{
    for (unsigned i = 0; i < m->writes; i++)
        if (m->write[i].bank == bank && !m->write[i].answered) {
            m->write[i].answered = at;
            m->write[i].resp = (uint8_t)resp;
            tn_exa_bank_closed(&m->life[bank], at);
            return true;
        }
    return false;
}

void tn_exv_until(struct tn_exv *m, uint64_t now)
{
    unsigned i;
    while (now > TN_EXV_NEAR && (i = tn_exv_first_b(m, now - TN_EXV_NEAR - 1)) < m->writes)
        tn_exv_do_b(m, i);
    for (i = 0; i < TN_EXV_SETS * TN_EXV_WAYS; i++)
        if (tn_exv_aged(m, &m->ctx[i], now) == 2)
            tn_exv_expire(m, &m->ctx[i]);
}

/* Says whether the order of that B and the packet matters. */
static bool meets(struct tn_exv *m, const struct exv_packet *p, const struct tn_exv_write *w)
{
    struct tn_exv_context *set;
    if (p->message)
        return w->what == TN_EXV_MESSAGE && w->src == p->src && w->tid == p->k->tid;
    if (!p->transaction || w->what != TN_EXV_DATA || tn_exv_set(w->src, w->tid) != tn_exv_set(p->src, p->tid))
        return false;
    if ((w->src == p->src && w->tid == p->tid) || tn_exv_find(m, p->src, p->tid))
        return w->src == p->src && w->tid == p->tid;
    set = tn_exv_set_of(m, p->src, p->tid);
    for (unsigned way = 0; way < 1u << m->way_log2; way++)
        if (set[way].state == TN_EXV_FREE)
            return false;
    return true;
}

/* Gives effect to answers of the memory that came before the packet, or may count as such. */
static void order(struct tn_exv *m, const struct exv_packet *p, uint64_t now)
{
    unsigned n = 0, before, i;
    tn_exv_until(m, p->at);
    for (i = 0; i < m->writes; i++)
        n += m->write[i].answered && m->write[i].answered <= now && meets(m, p, &m->write[i]);
    before = n - tn_exv_pick(m, n + 1);
    while ((i = tn_exv_first_b(m, now)) < m->writes) {
        if (meets(m, p, &m->write[i]) && before-- == 0)
            break;
        tn_exv_do_b(m, i);
    }
}

/* Packets. */

static enum tn_exv_cause refused(const struct exv_packet *p)
{
    const unsigned at = p->k->addr & 255;
    const bool bytes = p->k->type != EXA_NOTIFY && p->k->type != EXA_DMA_CTL;
    if (p->k->type != EXA_DMA_CTL && exa_is_peripheral(p->k->addr))
        return TN_EXV_DECODE;
    if (bytes && at + p->k->size > 256)
        return TN_EXV_DECODE;
    if (!bytes && at % 16 != 0)
        return TN_EXV_DECODE;
    if (p->message && (p->k->type == EXA_READ_REQ || p->k->size > 64))
        return TN_EXV_DECODE;
    if (p->data && at != 0 && !p->k->first)
        return TN_EXV_DECODE;
    return TN_EXV_TAKEN;
}

static bool bank_of(struct tn_exv *m, const struct exv_packet *p, unsigned *bank)
{
    for (*bank = 0; *bank < TN_EXV_BANKS; ++*bank) {
        const unsigned has = tn_exa_bank_has(&m->life[*bank], m->bank[*bank], p->k->pdid, p->at);
        if (has & TN_EXA_BANK_MAY && (has == TN_EXA_BANK_MAY || tn_exv_pick(m, 2) == 0))
            return true;
    }
    return false;
}

/* Judges a packet of a transaction by the context of its generation before the packet itself is looked at. */
static enum tn_exv_cause old_news(const struct tn_exv_context *c, const struct exv_packet *p)
{
    const int ahead = exa_seq_ahead(c->seq, p->seq);
    if (c->seq / EXA_ATTEMPTS != p->seq / EXA_ATTEMPTS)
        return ahead <= 0 ? TN_EXV_STALE : TN_EXV_NONE;
    if (c->state == TN_EXV_FINISHED)
        return TN_EXV_DONE;
    return ahead < 0 ? TN_EXV_STALE : TN_EXV_NONE;
}

static void done_again(struct tn_exv *m, struct tn_exv_context *c, const struct exv_packet *p)
{
    const uint8_t att = p->seq % EXA_ATTEMPTS;
    c->last_use = p->at;
    if (att <= c->rsp_att && !p->k->last)
        return;
    answer(m, p->at, false, p->src, p->tid, p->seq, p->k->pdid, 0);
    if (att > c->rsp_att)
        c->rsp_att = att;
}

/* Makes the context that of the packet's attempt. */
static void catch_up(struct tn_exv *m, struct tn_exv_context *c, const struct exv_packet *p)
{
    if (c->seq / EXA_ATTEMPTS != p->seq / EXA_ATTEMPTS) {
        if (c->state == TN_EXV_ACTIVE)
            tn_exv_add(m, TN_EXV_C_OVERRUN, 1);
        tn_exv_begin_context(c, p);
    } else if (c->seq != p->seq) {
        c->seq = p->seq;
        c->stale |= c->bitmap;
        c->bitmap = 0;
        c->open = 0;
        c->first_known = c->last_known = c->first = c->last = 0;
        c->notify = c->nacked = 0;
    }
}

/* Returns the code with which a packet that disagrees with its context is refused; 0: it agrees. */
static unsigned disagrees(const struct tn_exv_context *c, const struct exv_packet *p)
{
    if (p->k->pdid != c->pdid)
        return 7;
    if (!p->data)
        return 0;
    if ((c->blk_known && c->blk != p->blk) || (p->k->first && c->first_known && c->first != p->index) ||
        (p->k->last && c->last_known && c->last != p->index))
        return 4;
    return (c->first_known && p->index < c->first) || (c->last_known && p->index > c->last) ? 4 : 0;
}

static void note_write(struct tn_exv *m, const struct exv_packet *p, enum tn_exv_what what, unsigned bank)
{
    struct tn_exv_write *w = &m->write[m->writes];
    if (m->writes == TN_EXV_WRITES) {
        m->unsure = 1;
        return;
    }
    m->writes++;
    memset(w, 0, sizeof *w);
    w->src = p->src;
    w->tid = what == TN_EXV_DATA ? p->tid : p->k->tid;
    w->seq = what == TN_EXV_DATA ? p->seq : p->k->seq;
    w->pdid = p->k->pdid;
    w->bank = (uint8_t)bank;
    w->bit = (uint8_t)p->index;
    w->what = (uint8_t)what;
    tn_exa_bank_opened(&m->life[bank], m->bank[bank], p->k->pdid, p->now);
}

static void take_data(struct tn_exv *m, struct tn_exv_context *c, const struct exv_packet *p, unsigned bank)
{
    c->blk = p->blk;
    c->blk_known = 1;
    if (p->k->first) {
        c->first_known = 1;
        c->first = (uint8_t)p->index;
    }
    if (p->k->last) {
        c->last_known = 1;
        c->last = (uint8_t)p->index;
    }
    c->notify |= p->k->notify;
    tn_exv_add(m, TN_EXV_C_BYTES, p->k->size);
    c->open = (uint8_t)(c->open + (c->open < 15));
    note_write(m, p, TN_EXV_DATA, bank);
    complete(m, c, p->at, false);
}

static void take_control(struct tn_exv *m, struct tn_exv_context *c, const struct exv_packet *p)
{
    c->control = 1;
    for (unsigned i = 0; i < 8; i++)
        c->place |= (uint64_t)p->k->lanes[i] << 8 * i;
    memcpy(c->note, p->k->lanes + EXA_WORD, sizeof c->note);
    complete(m, c, p->at, false);
}

/* Holds a packet of a transaction against its context, which may be none. */
static struct tn_exv_result with_context(struct tn_exv *m, struct tn_exv_context *c, const struct exv_packet *p,
                                         unsigned bank)
{
    unsigned code;
    if (c)
        catch_up(m, c, p);
    else
        c = tn_exv_new_context(m, p);
    if (!c) {
        refuse(m, p->at, false, p->src, p->tid, p->seq, p->k->pdid, 2);
        return (struct tn_exv_result){TN_EXV_NOCTX, false, 0};
    }
    c->last_use = p->at;
    if ((code = disagrees(c, p)) != 0) {
        refuse(m, p->at, false, p->src, p->tid, p->seq, p->k->pdid, code);
        return (struct tn_exv_result){TN_EXV_MISMATCH, false, 0};
    }
    if (p->data) {
        take_data(m, c, p, bank);
        return (struct tn_exv_result){TN_EXV_TAKEN, true, bank};
    }
    if (c->control)
        return (struct tn_exv_result){TN_EXV_CTLDUP, false, 0};
    take_control(m, c, p);
    return (struct tn_exv_result){TN_EXV_TAKEN, false, 0};
}

/* Refuses a packet by what stands in it, with the code of that cause. */
static struct tn_exv_result refuse_packet(struct tn_exv *m, const struct exv_packet *p, enum tn_exv_cause cause,
                                          unsigned code)
{
    if (p->transaction)
        refuse(m, p->at, false, p->src, p->tid, p->seq, p->k->pdid, code);
    else if (p->message)
        answer(m, p->at, false, p->src, p->k->tid, p->k->seq, p->k->pdid, code);
    return (struct tn_exv_result){cause, false, 0};
}

static struct tn_exv_result judge(struct tn_exv *m, const struct exv_packet *p)
{
    struct tn_exv_context *c = p->transaction ? tn_exv_find(m, p->src, p->tid) : NULL;
    enum tn_exv_cause old;
    unsigned bank;
    if (c && tn_exv_may_expire(m, c, p->at))
        c = NULL;
    if (c && (old = old_news(c, p)) != TN_EXV_NONE) {
        if (old == TN_EXV_DONE)
            done_again(m, c, p);
        return (struct tn_exv_result){old, false, 0};
    }
    if (p->k->pld_crc != exa_want_pld_crc(p->k))
        return refuse_packet(m, p, TN_EXV_PCRC, 3);
    if (p->message && tn_exv_is_duplicate(m, p->src, p->k->tid, p->k->seq, p->at))
        return refuse_packet(m, p, TN_EXV_DUP, 0);
    if (refused(p) != TN_EXV_TAKEN)
        return refuse_packet(m, p, TN_EXV_DECODE, 4);
    if (!bank_of(m, p, &bank))
        return refuse_packet(m, p, TN_EXV_PROT, 7);
    if (p->transaction)
        return with_context(m, c, p, bank);
    note_write(m, p, p->message ? TN_EXV_MESSAGE : TN_EXV_NOTICE, bank);
    return (struct tn_exv_result){TN_EXV_TAKEN, true, bank};
}

bool tn_exv_takes(const struct exa_packet *k)
{
    return k->type == EXA_WRITE || k->type == EXA_NOTIFY || (k->type == EXA_DMA_CTL && !exa_is_message(k)) ||
           (k->type == EXA_READ_REQ && exa_is_message(k));
}

struct tn_exv_result tn_exv_footer(struct tn_exv *m, const struct exa_packet *k, uint64_t at, uint64_t now)
{
    struct tn_exv_result r = {TN_EXV_FCRC, false, 0};
    const bool message = exa_is_message(k);
    const struct exv_packet p = {
        .k = k,
        .at = at,
        .now = now,
        .src = exa_node_bits(k->src),
        .tid = k->tid & EXA_TID_NUM,
        .seq = k->seq % EXA_SEQ_MOD,
        .blk = (uint32_t)(k->addr >> 14),
        .index = (unsigned)(k->addr >> 8) % TN_EXV_BITS,
        .data = k->type == EXA_WRITE && !message,
        .transaction = (k->type == EXA_WRITE || k->type == EXA_DMA_CTL) && !message,
        .message = (k->type == EXA_WRITE || k->type == EXA_READ_REQ) && message,
    };
    if (k->ftr_crc == exa_want_ftr_crc(k)) {
        order(m, &p, now);
        r.cause = TN_EXV_UNEXP;
        if (p.transaction || p.message || k->type == EXA_NOTIFY)
            r = judge(m, &p);
    }
    tn_exv_count(m, r.cause);
    return r;
}
