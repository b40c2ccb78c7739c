/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages and transactions with their acknowledgments (exanet.md 2, 3): numbers
 * of messages, retransmission numbers, order, duplicates, answers.
 *
 * One entry for each {source, tid, number} of messages and {source, destination, tid} of
 * transactions seen: at most as many as the fields can say, whatever the length of the capture.
 * An acknowledgment does not name the node that it comes from: transactions of one {source, tid}
 * to several nodes are chained, from one entry that has no destination.
 */
#include "exanet.h"

#include <stdlib.h>
#include <string.h>

enum { FLOWS_MAX = 1 << 19, BLOCK_LOG2 = 14 };

#define KEY_USED    (1ull << 63)
#define KEY_MESSAGE (1ull << 62)

#define KEY_LAST    (1ull << 61) /* the flow of a {source, tid} that came last */

/* The key of a message; of its number an acknowledgment says the lower 13 bits. */
static uint64_t key_of_message(struct exa_node src, const struct exa_packet *k)
{
    return KEY_USED | KEY_MESSAGE | (uint64_t)exa_node_bits(src) << 32 |
           (uint64_t)(k->tid & (EXA_TID_MSG - 1)) << 16 | k->seq % EXA_SEQ_MOD;
}

static uint64_t key_of(struct exa_node src, struct exa_node dst, unsigned tid)
{
    return KEY_USED | (uint64_t)exa_node_bits(src) << 36 | (uint64_t)exa_node_bits(dst) << 14 | tid;
}

static uint64_t key_of_last(struct exa_node src, unsigned tid)
{
    return KEY_USED | KEY_LAST | (uint64_t)exa_node_bits(src) << 14 | tid;
}

/* The sender of the flow, from its key. */
static uint32_t source_of(const struct exa_flow *f)
{
    return (uint32_t)(f->key >> (f->key & KEY_MESSAGE ? 32 : 36)) & ((1u << 22) - 1);
}

struct exa_flow *exa_flow_find(struct tn_exa_rules *s, uint64_t key)
{
    return tn_keyed_find(&s->flows, key);
}

bool exa_flow_complete(const struct exa_flow *f)
{
    uint64_t want;
    if (!f->have_first || !f->have_last || f->last_bit < f->first_bit)
        return false;
    want = ~0ull >> (63 - (f->last_bit - f->first_bit)) << f->first_bit;
    return (f->map & want) == want;
}

bool exa_flow_seen(const struct exa_flow *f)
{
    return !f->half || (f->have_first && !f->torn && f->seq % EXA_ATTEMPTS == 0);
}

static bool in_time(const struct tn_checker *c, const struct exa_flow *f)
{
    return c->ev->time_ns < f->time_ns + c->par.completion_timeout_ns;
}

/* FNV-1a: equal for what is sent again, without keeping its bytes. The header CRC
 * covers the header, so that the header itself is enough. */
static uint64_t sum_of(const struct tn_checker *c, const struct exa_packet *k)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < (1u + k->word_n) * (size_t)EXA_WORD; i++)
        h = (h ^ c->ev->bytes[i]) * 0x100000001b3u;
    return h;
}

/* A message whose payload was spoiled on its way counts as sent, whatever it holds: 0. */
static void message(struct tn_checker *c, const struct exa_packet *k, unsigned good)
{
    uint64_t sum = good & EXA_GOOD_PAYLOAD ? sum_of(c, k) : 0;
    bool made, same;
    struct exa_flow *f = tn_keyed_add(&exa_rules(c)->flows, key_of_message(k->src, k), &made);
    if (!f)
        return;
    if (f->elsewhere) {
        *f = (struct exa_flow){.key = f->key};
        made = true;
    }
    same = sum == f->sum || sum == 0 || f->sum == 0;
    RULE(c, EXA_DUP_2, made || f->answered || same || tn_rules_exa_cut(c), "the message sent before",
         "another, tid %04x number %u is packet %llu's", k->tid, k->seq, (unsigned long long)f->packet);
    if (!made && !f->answered && !tn_rules_exa_cut(c) && !tn_rules_exa_unheard(c, exa_node_bits(k->src)))
        RULE(c, EXA_ACK_6, in_time(c, f), "sent again before the timeout", "%llu ns later",
             (unsigned long long)(c->ev->time_ns - f->time_ns));
    if (made || !same) {
        f->sent = f->acks = 0;
        f->half = tn_rules_exa_early(c, k->src);
    }
    f->sum = sum ? sum : f->sum;
    f->dst = exa_node_bits(k->dst);
    f->sent++;
    f->answered = false;
    tn_rules_exa_asked(c, f, k->src);
    f->packet = c->ev->packet;
    f->time_ns = c->ev->time_ns;
}

/* Empties f for the attempt that k begins, but for what its generation, or another's, leaves. */
static void begin_attempt(struct tn_checker *c, struct exa_flow *f, bool made,
                          const struct exa_packet *k)
{
    const struct exa_flow old = *f;
    const bool same = !made && old.seq / EXA_ATTEMPTS == k->seq / EXA_ATTEMPTS;
    *f =
        (struct exa_flow){.key = old.key,
                          .other = old.other,
                          .dst = old.dst,
                          .seq = k->seq,
                          .before = made ? EXA_NO_BLOCK : tn_rules_exa_before(&old),
                          .had_control = same && (old.had_control || old.control_whole),
                          .of_gen = same ? old.of_gen : 0,
                          .noted = same ? old.noted : 0,
                          .sums = old.sums,
                          .ended = same ? old.ended : 0,
                          .whole = same && (old.whole || (!old.refused && !old.refused_elsewhere && exa_flow_complete(&old))),
                          .counted = old.counted,
                          .transfer = old.transfer,
                          .unread = exa_rules(c)->unread,
                          .no_room = same ? old.no_room : 0,
                          .waits = old.waits,
                          .half = made ? tn_rules_exa_early(c, k->src) : same && old.half};
    if (same)
        return;
    free(f->sums);
    f->sums = NULL;
    tn_rules_exa_generation(c, f, k);
}

/* Begins the attempt that k belongs to; false when k is of an older one. */
static bool attempt(struct tn_checker *c, struct exa_flow *f, bool made, const struct exa_packet *k)
{
    int ahead = made ? 1 : exa_seq_ahead(f->seq, k->seq);
    uint16_t oldest = made ? k->seq : f->oldest;
    RULE(c, EXA_SEQ_1, ahead >= 0, "no number before the last one", "%u after packet %llu's %u",
         k->seq, (unsigned long long)f->packet, f->seq);
    if (ahead < 0)
        return false;
    if (ahead > 0) {
        if (!made && !f->answered && !tn_rules_exa_cut(c) && !tn_rules_exa_unheard(c, exa_node_bits(k->src)))
            RULE(c, EXA_ACK_7, in_time(c, f), "another attempt before the timeout", "%llu ns later",
                 (unsigned long long)(c->ev->time_ns - f->time_ns));
        /* compared modulo 2^13, the oldest number is at most half the circle behind */
        if (exa_seq_ahead(oldest, k->seq) < 0)
            oldest = (uint16_t)((k->seq - (EXA_SEQ_MOD / 2 - 1)) & (EXA_SEQ_MOD - 1));
        if (!made)
            tn_rules_exa_next_attempt(c, f, k);
        begin_attempt(c, f, made, k);
        f->oldest = oldest;
    }
    tn_rules_exa_asked(c, f, k->src);
    f->path = k->path;
    f->cycle = c->ev->cycle;
    f->packet = c->ev->packet;
    f->time_ns = c->ev->time_ns;
    return true;
}

/* A write of a transaction; arrives says that it is whole. */
static void data_packet(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k,
                        bool arrives)
{
    unsigned bit = (unsigned)(k->addr >> 8 & 63);
    bool same_block, repeated = f->sent_map >> bit & 1;
    if (f->data)
        RULE(c, EXA_BND_2, exa_block_of(k) == f->block, "the same 16 KiB", "%011llx, block %011llx",
             (unsigned long long)k->addr, (unsigned long long)f->block << BLOCK_LOG2);
    if (f->data && exa_block_of(k) != f->block)
        return;
    same_block = f->of_gen == 0 || f->of_gen == exa_block_of(k) + 1;
    RULE(c, EXA_SEQ_2, same_block, "the block of the generation",
         "%011llx, the generation %u began at block %011llx", (unsigned long long)k->addr,
         k->seq / EXA_ATTEMPTS, (unsigned long long)(f->of_gen - 1) << BLOCK_LOG2);
    if (f->of_gen == 0)
        tn_rules_exa_transfer_last(c, f, k);
    f->of_gen = exa_block_of(k) + 1;
    if (same_block && !tn_rules_exa_same_data(c, f, k, arrives))
        return;
    RULE(c, EXA_DUP_1, !repeated, "each packet once", "%011llx again with seq %u",
         (unsigned long long)k->addr, k->seq);
    if (repeated) {
        f->again += k->last;
        f->doubled = true;
        return;
    }
    f->torn = f->torn || (f->half && !f->data && !k->first);
    if (!c->par.unordered && !c->par.multipath && !f->torn) {
        RULE(c, EXA_ORD_1, k->addr >= f->next, "ascending addresses",
             "%011llx, after it stood %011llx", (unsigned long long)k->addr,
             (unsigned long long)f->next);
        if (k->first)
            RULE(c, EXA_FLG_1, !f->data, "nothing before it", "marked first after others");
        RULE(c, EXA_FLG_2, !f->have_last || k->addr < f->next, "nothing after the one marked last",
             "%011llx", (unsigned long long)k->addr);
    }
    tn_rules_exa_notify_flag(c, f, k);
    f->again += f->whole && k->last; /* the first packet had its answer by then */
    f->data = true;
    f->block = exa_block_of(k);
    f->next = k->addr + k->size;
    f->sent_map |= 1ull << bit;
    f->have_first |= k->first;
    f->have_last |= k->last;
    f->first_bit = k->first ? (uint8_t)bit : f->first_bit;
    f->last_bit = k->last ? (uint8_t)bit : f->last_bit;
    if (arrives)
        f->map |= 1ull << bit;
}

/* Enters the new flow of k among those of its {source, tid}. Returns it: making an entry moves the
 * others. */
static struct exa_flow *chained(struct tn_exa_rules *s, const struct exa_packet *k, uint64_t key)
{
    bool made;
    struct exa_flow *last = tn_keyed_add(&s->flows, key_of_last(k->src, k->tid), &made), *f;
    const uint64_t before = last ? last->other : 0;
    if (last)
        last->other = key;
    f = exa_flow_find(s, key);
    f->other = before;
    return f;
}

struct exa_flow *tn_rules_exa_answered_by(struct tn_exa_rules *s, const struct exa_packet *k)
{
    const struct exa_flow *last = exa_flow_find(s, key_of_last(k->dst, k->tid));
    struct exa_flow *known = NULL;
    for (uint64_t key = last ? last->other : 0; key;) {
        struct exa_flow *f = exa_flow_find(s, key);
        if (f->seq == k->seq && (!known || known->seq != k->seq || (known->answered && !f->answered)))
            known = f;
        else if (!known && exa_seq_ahead(f->oldest, k->seq) >= 0 && exa_seq_ahead(k->seq, f->seq) >= 0)
            known = f;
        key = f->other;
    }
    return known;
}

static void transaction(struct tn_checker *c, const struct exa_packet *k, unsigned good)
{
    bool made, whole = good & EXA_GOOD_PAYLOAD && !(c->ev->flags & TN_EV_DROPPED);
    uint64_t key = key_of(k->src, k->dst, k->tid);
    struct exa_flow *f = tn_keyed_add(&exa_rules(c)->flows, key, &made);
    tn_rules_exa_transaction_sent(c, key);
    made = made || (f && f->elsewhere);
    if (f && made)
        f = chained(exa_rules(c), k, key);
    if (f)
        f->dst = exa_node_bits(k->dst);
    if (!f || !attempt(c, f, made, k))
        return;
    if (k->type == EXA_WRITE)
        data_packet(c, f, k, whole || k->snapped);
    else if (k->type == EXA_DMA_CTL)
        tn_rules_exa_has_control(c, f, k, whole || k->snapped);
    if (k->type == EXA_DMA_CTL && whole && k->word_n == 2)
        tn_rules_exa_control(c, k, key);
}

static void message_answer(struct tn_checker *c, const struct exa_packet *k)
{
    struct exa_flow *f = tn_rules_exa_message(c, key_of_message(k->dst, k));
    if (!f && tn_rules_exa_early(c, k->dst)) {
        tn_rule_open(c, R_EXA_ACK_1, c->ev, "a message that was sent", "none in the capture: it may stand before the first record");
        return;
    }
    RULE(c, EXA_ACK_1, f != NULL, "a message that was sent", "tid %04x number %u was not", k->tid, k->seq);
    if (!f)
        return;
    if (!f->half)
        RULE(c, EXA_ACK_4, f->acks < f->sent, "one for each time it was sent",
             "%u for packet %llu, sent %u times", f->acks + 1, (unsigned long long)f->packet, f->sent);
    if (!f->answered)
        RULE(c, EXA_ACK_6, in_time(c, f), "an answer before the timeout", "%llu ns later",
             (unsigned long long)(c->ev->time_ns - f->time_ns));
    f->acks++;
    tn_rules_exa_heard(c, f, k->dst);
    f->answered = true;
    tn_rules_exa_tell(c, f, k);
}

static void response(struct tn_checker *c, const struct exa_packet *k)
{
    struct exa_flow *f = tn_rules_exa_transaction(c, k, tn_rules_exa_answered_by(exa_rules(c), k));
    const bool known = f != NULL;
    if (!known && tn_rules_exa_early(c, k->dst)) {
        tn_rule_open(c, R_EXA_ACK_2, c->ev, "an attempt that was sent", "none in the capture: it may stand before the first record");
        return;
    }
    RULE(c, EXA_ACK_2, known, "an attempt that was sent", "tid %u seq %u was not", k->tid, k->seq);
    if (known)
        tn_rules_exa_generation_end(c, f, k);
    if (!known || k->seq != f->seq)
        return;
    if (!f->answered)
        RULE(c, EXA_ACK_7, in_time(c, f), "an answer before the timeout", "%llu ns later",
             (unsigned long long)(c->ev->time_ns - f->time_ns));
    tn_rules_exa_heard(c, f, k->dst);
    f->answered = true;
    tn_rules_exa_tell(c, f, k);
    tn_rules_exa_answer(c, f, k);
    if (k->code != 0)
        return;
    if (exa_flow_seen(f))
        RULE(c, EXA_ACK_3, f->whole || exa_flow_complete(f), "all data from first to last",
         "packets %016llx have come%s%s", (unsigned long long)f->map,
         f->have_first ? "" : ", not the first", f->have_last ? "" : ", not the last");
    if (!f->half)
        RULE(c, EXA_ACK_5, f->positive <= f->again, "one positive response",
         "another for tid %u seq %u", k->tid, k->seq);
    tn_rules_exa_notify_end(c, f, k);
    f->positive++;
}

/* The rules of several packets; good as tn_rules_exa_form gave it. */
static void transfer(struct tn_checker *c, const struct exa_packet *k, unsigned good)
{
    const bool tagged = exa_is_message(k);
    exa_rules(c)->cut |= k->snapped && !k->has_footer && exa_form(k) != EXA_H;
    if (!(good & EXA_GOOD_FOOTER)) {
        exa_rules(c)->unread++;
        return;
    }
    if (tn_rules_exa_cut(c) && (k->type == EXA_ACK || k->type == EXA_NOTIFY))
        return; /* what it answers may be a packet whose sender was not kept */
    if (!tn_rules_exa_cut(c))
        tn_rules_exa_zdma(c, k);
    switch (k->type) {
    case EXA_WRITE:
    case EXA_READ_REQ:
        if (!tagged)
            transaction(c, k, good);
        else if (!k->snapped)
            message(c, k, good);
        break;
    case EXA_DMA_CTL:
        transaction(c, k, good);
        break;
    case EXA_ACK:
        if (tagged)
            message_answer(c, k);
        else if (exa_is_peripheral(k->addr) && exa_peripheral(k->addr) == EXA_P_RT_MAILBOX)
            response(c, k);
        break;
    case EXA_NOTIFY:
        if (good & EXA_GOOD_PAYLOAD && !c->par.unordered)
            tn_rules_exa_notify(c, k);
        break;
    default:
        break;
    }
}

/* What is still open when the traffic ends. */
void tn_rules_exa_end(struct tn_checker *c)
{
    uint64_t now = c->last_ns;
    for (const struct exa_flow *f = tn_keyed_next(&exa_rules(c)->flows, NULL); f; f = tn_keyed_next(&exa_rules(c)->flows, f)) {
        bool of_message = f->key & KEY_MESSAGE;
        if (f->key & KEY_LAST)
            continue;
        struct tn_event sent = {.packet = f->packet, .time_ns = f->time_ns};
        if (f->answered || f->elsewhere || tn_rules_exa_cut(c))
            continue;
        c->ev = &sent;
        const unsigned rule = of_message ? R_EXA_ACK_6 : R_EXA_ACK_7;
        if (now < f->time_ns + c->par.completion_timeout_ns) {
            tn_rule_open(c, rule, &sent, "an answer", "the capture ends before the timeout");
        } else if (tn_rules_exa_unheard(c, source_of(f))) {
            tn_rule_open(c, rule, &sent, "an answer", "none to its sender in the capture");
        } else if (of_message) {
            RULE(c, EXA_ACK_6, false, "an answer before the timeout", "none until the end");
        } else {
            RULE(c, EXA_ACK_7, false, "an answer before the timeout", "none until the end");
        }
    }
    c->ev = NULL;
}

void tn_rules_exa_begin(struct tn_checker *c)
{
    tn_keyed_init(&exa_rules(c)->flows, sizeof(struct exa_flow), FLOWS_MAX);
    tn_rules_exa_joined_begin(exa_rules(c));
    tn_keyed_init(&exa_rules(c)->both_ways, sizeof(uint64_t), FLOWS_MAX);
    tn_keyed_init(&exa_rules(c)->transfers, sizeof(struct exa_transfer), FLOWS_MAX);
}

void tn_rules_exa(struct tn_checker *c, bool between)
{
    struct exa_packet k;
    exa_decode(c->ev->bytes, c->ev->len, c->ev->orig_len, &k);
    if (between)
        tn_rules_exa_between(c, &k);
    else
        transfer(c, &k, tn_rules_exa_form(c, &k));
}

void tn_rules_exa_free(struct tn_checker *c)
{
    for (const struct exa_flow *f = NULL; (f = tn_keyed_next(&exa_rules(c)->flows, f)) != NULL;)
        free(f->sums);
    tn_keyed_free(&exa_rules(c)->flows);
    tn_keyed_free(&exa_rules(c)->askers);
    tn_keyed_free(&exa_rules(c)->both_ways);
    tn_keyed_free(&exa_rules(c)->transfers);
}
