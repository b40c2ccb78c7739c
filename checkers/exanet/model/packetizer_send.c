/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The packetizer's packets, their answers and timeouts (exa_packetizer.md sections 3 and 4).
 *
 * When a timeout is seen and which channel is chosen is known up to some cycles; within them
 * both are right, and the model goes the way that its caller chooses (tn_exn_choose()).
 */
#include "packetizer.h"

enum { SCAN = 4, LATENCY = 4, GAP = 2, ERR_NONE = 0, ERR_PAGE = 1, ERR_CONTEXT = 2 };
enum { ERR_CRC = 3, ERR_FULL = 6 };

static bool may_again(const struct tn_exn *m, const struct exp_chan *c)
{
    return c->resent < exp_own(m)->retry_max;
}

static bool is_awaiting(const struct exp_chan *c)
{
    return c->state == EXP_BUSY && c->phase == EXP_AWAITS;
}

/* When its timeout is over: not before this cycle. */
static uint64_t ripe_at(const struct tn_exn *m, const struct exp_chan *c)
{
    return c->sent_at + exp_own(m)->timeout;
}

/* When that must have been seen. */
static uint64_t seen_at(const struct tn_exn *m, const struct exp_chan *c)
{
    const struct packetizer *b = exp_own(m);
    const uint64_t ripe = ripe_at(m, c);
    return (ripe > b->set_at ? ripe : b->set_at) + b->chan_n + SCAN + c->held;
}

/* How a timeout ends it. A negative answer that came as the last sending began may count, or not.
 */
static enum exp_state ends_as(struct tn_exn *m, const struct exp_chan *c)
{
    if (c->nacked || (c->nack_close && exa_ni_choose(m)))
        return EXP_NACKED;
    return EXP_TIMEOUT;
}

bool exa_pk_may_have_ended(const struct tn_exn *m, const struct exp_chan *c)
{
    return is_awaiting(c) && m->now >= ripe_at(m, c) && !may_again(m, c);
}

bool exa_pk_ends_now(struct tn_exn *m, struct exp_chan *c)
{
    if (!exa_pk_may_have_ended(m, c) || !exa_ni_choose(m))
        return false;
    exa_pk_end(m, c, ends_as(m, c));
    c->may_begin = false;
    return true;
}

void exa_pk_end(struct tn_exn *m, struct exp_chan *c, enum exp_state state)
{
    struct packetizer *b = exp_own(m);
    if (state == EXP_ACKED)
        b->acked++;
    else if (state == EXP_NACKED)
        b->nacked++;
    else
        b->timeouts++;
    if (c->phase == EXP_SENDING) {
        c->ends = state;
        return;
    }
    /* a message that waited, or was about to, may have begun to leave */
    c->may_begin = c->phase == EXP_WAITS || m->now >= ripe_at(m, c);
    c->ended_at = m->now;
    c->state = state;
}

static void send_again(struct exp_chan *c, uint64_t from, bool by_timeout)
{
    c->phase = EXP_WAITS;
    c->asked = from;
    c->by_timeout = by_timeout;
}

void exa_pk_tick(struct tn_exn *m, uint64_t now)
{
    struct packetizer *b = exp_own(m);
    for (unsigned i = 0; i < b->chan_n; i++) {
        struct exp_chan *c = &b->chan[i];
        if (!is_awaiting(c) || now <= seen_at(m, c))
            continue;
        if (may_again(m, c)) {
            send_again(c, seen_at(m, c), true);
        } else {
            exa_pk_end(m, c, ends_as(m, c));
            c->may_begin = false;
        }
    }
}

/* Its footer was accepted so short ago that the sending may still count as under way. */
static bool may_still_send(const struct tn_exn *m, const struct exp_chan *c)
{
    return c->phase == EXP_AWAITS && m->now - c->sent_at < EXP_SEEN;
}

static bool matches(const struct exp_chan *c, const struct exa_packet *k)
{
    return c->state == EXP_BUSY && c->whole_once && c->ends == EXP_IDLE &&
           c->number % EXA_SEQ_MOD == k->seq && k->pdid == (c->bind & 0xffff);
}

static enum tn_exn_cause judged(struct tn_exn *m, const struct exa_packet *k)
{
    struct packetizer *b = exp_own(m);
    const unsigned i = k->tid & (EXA_TID_MSG - 1);
    struct exp_chan *c = i < b->chan_n ? &b->chan[i] : NULL;

    if (!c || !matches(c, k) || exa_pk_ends_now(m, c))
        return TN_EXN_DUP;
    if (!c->again && may_still_send(m, c) && exa_ni_choose(m))
        return TN_EXN_DUP; /* before it was sent whole */
    if (k->code == ERR_NONE) {
        exa_pk_end(m, c, EXP_ACKED);
        return TN_EXN_TAKEN;
    }
    c->err = k->code;
    c->nacked = true;
    c->nack_at = m->now;
    switch (k->code) {
    case ERR_CRC:
        if (c->phase != EXP_AWAITS || (c->again && may_still_send(m, c) && exa_ni_choose(m)))
            break;
        if (may_again(m, c))
            send_again(c, m->now + LATENCY, false);
        else
            exa_pk_end(m, c, EXP_NACKED);
        break;
    case ERR_PAGE:
    case ERR_CONTEXT:
    case ERR_FULL:
        break;
    default:
        exa_pk_end(m, c, EXP_NACKED);
    }
    return TN_EXN_TAKEN;
}

enum tn_exn_cause exa_pk_judge(struct tn_exn *m, const struct exa_packet *k)
{
    struct packetizer *b = exp_own(m);
    const enum tn_exn_cause cause = judged(m, k);
    for (unsigned i = 0; cause == TN_EXN_TAKEN && i < b->chan_n; i++)
        b->chan[i].held += is_awaiting(&b->chan[i]) && m->now + EXP_CROSS >= ripe_at(m, &b->chan[i]);
    return cause;
}

/* Channels that should have been served before i: the first of them, or -1. */
static int passed_over(const struct tn_exn *m, unsigned i)
{
    const struct packetizer *b = exp_own(m);
    /* the choice is made between the header before and this one */
    const bool rested = !b->any || m->now - b->footer_at >= EXP_CROSS;
    const uint64_t chosen = rested ? m->now : b->begun_at;
    const unsigned margin = rested ? EXP_CROSS : LATENCY;
    for (unsigned n = 1; n <= b->chan_n; n++) {
        const unsigned j = (b->last + n) % b->chan_n;
        const struct exp_chan *c = &b->chan[j];
        if (j == i)
            return -1;
        if (c->state == EXP_BUSY && c->phase == EXP_WAITS && c->asked + margin <= chosen)
            return (int)j;
    }
    return -1;
}

bool exa_pk_may_send(const struct tn_exn *m, const struct exp_chan *c, uint64_t now)
{
    if (c->state != EXP_BUSY)
        return c->may_begin && now - c->ended_at <= EXP_CROSS; /* it had begun to leave as it ended */
    return c->phase == EXP_WAITS || (is_awaiting(c) && may_again(m, c) && now >= ripe_at(m, c));
}

/* Whether the block must serve the channel before all that come after it in turn. */
static bool has_asked(const struct tn_exn *m, const struct exp_chan *c)
{
    return c->state == EXP_BUSY && c->phase == EXP_WAITS && c->asked + EXP_CROSS <= m->now;
}

/* The channel whose header w is, of those that may send, in their turn; -1: there is none. A header
 * does not name its channel: where several have the same, and which asked first is not known, the
 * block chooses. */
static int sender_of(struct tn_exn *m, const struct tn_exa_word *w)
{
    struct packetizer *b = exp_own(m);
    unsigned list[EXP_CHANS], n = 0;
    for (unsigned i = 1; i <= b->chan_n; i++) {
        const unsigned j = (b->last + i) % b->chan_n;
        if (exa_pk_may_send(m, &b->chan[j], m->now) && tn_exa_word_same(w, &b->chan[j].word[0]))
            list[n++] = j;
    }
    for (unsigned i = 0; i < n; i++)
        if (i + 1 == n || has_asked(m, &b->chan[list[i]]) || !exa_ni_choose(m))
            return (int)list[i];
    return -1;
}

/* What is wrong with a header that no channel may send now: a copy too early, or one of another
 * message than the next channel's. */
static void no_sender(struct tn_exn *m, const struct tn_exa_word *w)
{
    const struct packetizer *b = exp_own(m);
    for (unsigned i = 0; i < b->chan_n; i++)
        if (is_awaiting(&b->chan[i]) && may_again(m, &b->chan[i]) && tn_exa_word_same(w, &b->chan[i].word[0])) {
            exa_ni_lose(m, EXP_TMO_1, "no copy before its timeout", w);
            return;
        }
    for (unsigned i = 1; i <= b->chan_n; i++) {
        const struct exp_chan *c = &b->chan[(b->last + i) % b->chan_n];
        if (exa_pk_may_send(m, c, m->now)) {
            exa_ni_lose(m, c->whole_once ? EXP_PKT_4 : EXP_PKT_1, "the header of the message", w);
            return;
        }
    }
    exa_ni_lose(m, EXP_PKT_1, "a packet that is to be sent", w);
}

static void begin(struct tn_exn *m, const struct tn_exa_word *w)
{
    struct packetizer *b = exp_own(m);
    struct exa_packet k;
    const bool good = tn_exa_word_header(w->data, &k) != 0;

    tn_judge(&m->judge, EXP_ACK_1, !good || k.type != EXA_ACK, "no answer",
             "an acknowledgment, tid %04x", k.tid);
    const int sender = sender_of(m, w);
    if (sender < 0) {
        no_sender(m, w);
        return;
    }
    const unsigned i = (unsigned)sender;
    struct exp_chan *c = &b->chan[i];
    if (c->state != EXP_BUSY) { /* it had begun to leave as it ended */
        c->ends = c->state;
        c->state = EXP_BUSY;
    }
    tn_judge(&m->judge, c->whole_once ? EXP_PKT_4 : EXP_PKT_1, true, "", " ");
    const int before = passed_over(m, i);
    tn_judge(&m->judge, EXP_ARB_1, before < 0, "the next channel that has something",
             "channel %u before %d, after %u", i, before, b->last);
    if (c->whole_once)
        tn_judge(&m->judge, EXP_TMO_1, true, "", " ");
    c->nack_close = c->nacked && m->now - c->nack_at <= EXP_CROSS;
    c->nacked = false;
    c->may_begin = false;
    c->phase = EXP_SENDING;
    b->sending = (int)i;
    b->last = i;
    b->at = 1;
    b->begun_at = m->now;
    b->any = true;
    b->late = false;
}

/* Whether w is the message's footer, but for another number. */
static bool is_of_number(const struct exp_chan *c, const struct tn_exa_word *w)
{
    struct exa_packet want, is;
    const struct tn_exa_word other[2] = {c->word[0], *w}, own[2] = {c->word[0], c->word[c->words - 1]};
    tn_exa_words_decode(other, 2, &is);
    tn_exa_words_decode(own, 2, &want);
    return is.seq != want.seq && is.tid == want.tid && w->kind == TN_EXA_FTR &&
           is.ftr_crc == exa_want_ftr_crc(&is);
}

/* Whether w is the next word of another channel's message with the same header. */
static bool is_of_another(const struct tn_exn *m, const struct tn_exa_word *w)
{
    const struct packetizer *b = exp_own(m);
    const struct exp_chan *c = &b->chan[b->sending];
    for (unsigned i = 0; i < b->chan_n; i++) {
        const struct exp_chan *o = &b->chan[i];
        if (o != c && exa_pk_may_send(m, o, m->now) && b->at < o->words && tn_exa_word_same(&o->word[0], &c->word[0]) &&
            tn_exa_word_same(&o->word[b->at], w))
            return true;
    }
    return false;
}

void exa_pk_shown(struct tn_exn *m, const struct tn_exa_word *w)
{
    struct packetizer *b = exp_own(m);
    if (b->sending < 0) {
        begin(m, w);
        return;
    }
    const struct exp_chan *c = &b->chan[b->sending];
    const bool footer = b->at + 1 >= c->words;
    const enum exn_rule rule = c->whole_once ? EXP_PKT_4 : footer ? EXP_PKT_3 : EXP_PKT_2;
    if (b->at >= c->words || !tn_exa_word_same(w, &c->word[b->at])) {
        exa_ni_lose(m, is_of_another(m, w) ? EXP_ARB_1 : rule == EXP_PKT_3 && is_of_number(c, w) ? EXP_NUM_1 : rule,
                    "the next word of the message", w);
        return;
    }
    if (footer)
        tn_judge(&m->judge, EXP_NUM_1, true, "", " ");
    tn_judge(&m->judge, rule, true, "", " ");
    tn_judge(&m->judge, EXP_LAT_1, true, "", " ");
    b->at++;
}

void exa_pk_sent(struct tn_exn *m, const struct tn_exa_word *w)
{
    struct packetizer *b = exp_own(m);
    if (w->kind != TN_EXA_FTR)
        return;
    struct exp_chan *c = &b->chan[b->sending];
    b->sent++;
    b->retries += c->whole_once;
    c->resent += c->whole_once;
    c->again = c->whole_once;
    c->whole_once = true;
    c->sent_at = b->footer_at = m->now;
    c->held = 0;
    c->phase = EXP_AWAITS;
    b->sending = -1;
    if (c->ends != EXP_IDLE) {
        c->state = c->ends;
        c->ends = EXP_IDLE;
        c->left_at = m->now;
    }
}

/* Nothing stands on m_exa in this cycle: may that be? */
void exa_pk_idle(struct tn_exn *m)
{
    struct packetizer *b = exp_own(m);
    if (b->late)
        return;
    if (b->sending >= 0) {
        b->late = true;
        tn_judge(&m->judge, EXP_LAT_1, false, "the next word of the packet", "an idle cycle");
        return;
    }
    if (b->any && m->now - b->footer_at <= GAP)
        return;
    for (unsigned i = 0; i < b->chan_n; i++) {
        const struct exp_chan *c = &b->chan[i];
        if (c->state != EXP_BUSY || c->phase != EXP_WAITS || m->now < c->asked + LATENCY)
            continue;
        b->late = true;
        tn_judge(&m->judge, c->by_timeout ? EXP_TMO_1 : EXP_LAT_1, false,
                 "the header of a channel that has something", "channel %u waits %llu cycles", i,
                 (unsigned long long)(m->now - c->asked));
        return;
    }
}
