/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An end of a TNW link, item by item.
 */
#include "tnw_end.h"

#include <tn/tnw/tnw_forge.h>

#include <string.h>

enum {
    UP_AGAIN = 32,      /* cycles from INIT to INIT, READY to READY */
    FULL_BACKOFF = 256, /* cycles */
    FULL_OF_1000 = 5,   /* packets that find no room */
    CALM_MAX = 40,      /* cycles between packets, now and then */
    ONE_BEFORE = TNW_SEQ_MOD - 1,
    FORGED_OF = 4, /* packets, of which one has an attacker's payload */
};

static uint8_t number(uint64_t n)
{
    return (uint8_t)(n & (TNW_SEQ_MOD - 1));
}

static void owe(struct tnw_end *e, enum tnw_code code, uint64_t n)
{
    e->pending = code;
    e->pending_seq = number(n);
    e->discards = e->discards || code != TNW_ACK;
}

/* ACK and NACK: seq is the first number that is not acknowledged. */
static void acknowledged(struct tnw_end *e, uint64_t now, enum tnw_code code, uint8_t seq)
{
    uint64_t ahead = number(seq - e->oldest), u = e->next - e->oldest;
    if (ahead > u)
        return; /* old news, or of what was never sent */
    if (ahead)
        e->timer = 0;
    e->oldest += ahead;
    if (code == TNW_NACK_FULL && e->state != TNW_END_BACKOFF) {
        e->state = TNW_END_BACKOFF;
        e->due = now + FULL_BACKOFF;
    } else if (code == TNW_NACK && e->state != TNW_END_BACKOFF) {
        e->state = TNW_END_RESTART;
    } else if (e->oldest == e->next && (e->state == TNW_END_RESEND || e->state == TNW_END_WAIT)) {
        e->state = TNW_END_SEND;
    }
}

void tnw_end_feedback(struct tnw_end *e, uint64_t now, const struct tnw_ctl *ctl)
{
    bool says = ctl->code >= TNW_ACK && ctl->code <= TNW_NACK_FULL;
    if (e->link == TNW_END_INIT && (ctl->code == TNW_INIT || ctl->code == TNW_READY)) {
        e->link = TNW_END_READY;
        e->due = now;
        return;
    }
    if (e->link == TNW_END_READY && (ctl->code == TNW_READY || says)) {
        e->link = TNW_END_UP;
        e->due = now;
    } else if (e->link == TNW_END_UP && ctl->code == TNW_READY && e->pending == TNW_NONE) {
        owe(e, TNW_ACK, e->expects + ONE_BEFORE);
    }
    if (e->link != TNW_END_UP || !says)
        return;
    if (ctl->code == TNW_ACK) {
        acknowledged(e, now, TNW_ACK, tnw_seq_next(ctl->seq));
    } else if (ctl->code != TNW_RESTART) {
        acknowledged(e, now, (enum tnw_code)ctl->code, ctl->seq);
    } else if (number(e->expects - ctl->seq) <= TNW_BEFORE) {
        e->discards = false;
        if (e->pending > TNW_ACK) /* it must not leave after the RESTART that answers it */
            owe(e, TNW_ACK, e->expects + ONE_BEFORE);
    }
}

void tnw_end_packet(struct tnw_end *e, uint8_t seq, bool good)
{
    uint8_t behind = number(e->expects - seq);
    if (e->link != TNW_END_UP || e->discards)
        return;
    if (!good)
        owe(e, TNW_NACK, e->expects);
    else if (behind == 0 && tn_rng_chance(e->rng, FULL_OF_1000, 1000))
        owe(e, TNW_NACK_FULL, e->expects);
    else if (behind == 0)
        owe(e, TNW_ACK, e->expects++);
    else if (behind <= TNW_BEFORE)
        owe(e, TNW_ACK, e->expects + ONE_BEFORE);
    else
        owe(e, TNW_NACK, e->expects);
}

static void set(struct tnw_item *item, enum tnw_code code, uint8_t seq)
{
    *item = (struct tnw_item){.word = {tnw_ctl_word(TNW_Q, code, seq)}};
}

static void packet(struct tnw_end *e, struct tnw_item *item, uint64_t n)
{
    *item = (struct tnw_item){.packet = true,
                              .word = {tnw_ctl_word(TNW_S, e->pending, e->pending_seq)}};
    tnw_packet_words(&e->buffer[n % TNW_SEQ_MOD], item->word + 1);
    e->pending = TNW_NONE;
    e->pending_seq = 0;
}

static void new_packet(struct tnw_end *e, struct tnw_item *item, uint64_t now)
{
    struct tnw_packet *k = &e->buffer[e->next % TNW_SEQ_MOD];
    memset(k, 0, sizeof *k);
    k->vc = (uint8_t)tn_rng_below(e->rng, TNW_VCS);
    k->seq = number(e->next);
    k->offset = (uint32_t)tn_rng_below(e->rng, 1 << 24);
    for (unsigned i = 0; i < TNW_PAYLOAD; i++)
        k->payload[i] = (uint8_t)tn_rng_next(e->rng);
    if (tn_rng_below(e->attacks, FORGED_OF) == 0)
        tn_tnw_forge(e->attacks, k->payload, TNW_PAYLOAD);
    tnw_seal(k);
    packet(e, item, e->next++);
    e->left--;
    if (tn_rng_chance(e->rng, 1, 8))
        e->due = now + TNW_WORDS + tn_rng_below(e->rng, CALM_MAX);
}

/* RESTART, packets, feedback alone: the first of them that there is. */
static bool send_up(struct tnw_end *e, uint64_t now, struct tnw_item *item)
{
    uint64_t u = e->next - e->oldest;
    if (e->state == TNW_END_BACKOFF && now >= e->due)
        e->state = TNW_END_RESTART;
    if (e->state == TNW_END_RESTART) {
        set(item, TNW_RESTART, number(e->oldest));
        e->state = u ? TNW_END_RESEND : TNW_END_SEND;
        e->again = e->oldest;
        e->timer = 0;
        return true;
    }
    if (e->state == TNW_END_RESEND) {
        if (e->again < e->oldest)
            e->again = e->oldest;
        packet(e, item, e->again++);
        if (e->again == e->next)
            e->state = TNW_END_WAIT;
        return true;
    }
    if (e->state == TNW_END_SEND && u < TNW_WINDOW && e->left && now >= e->due) {
        new_packet(e, item, now);
        return true;
    }
    if (e->pending == TNW_NONE)
        return false;
    set(item, e->pending, e->pending_seq);
    e->pending = TNW_NONE;
    e->pending_seq = 0;
    return true;
}

bool tnw_end_send(struct tnw_end *e, uint64_t now, struct tnw_item *item)
{
    bool sent;
    if (e->link == TNW_END_UP && e->next != e->oldest &&
        (e->state == TNW_END_SEND || e->state == TNW_END_WAIT) && ++e->timer >= e->resend_timeout) {
        e->state = TNW_END_RESTART;
        e->timer = 0;
    }
    if (now < e->free)
        return false;
    if (e->link == TNW_END_UP) {
        sent = send_up(e, now, item);
    } else {
        sent = now >= e->due;
        if (sent) {
            set(item, e->link == TNW_END_INIT ? TNW_INIT : TNW_READY, 0);
            e->due = now + UP_AGAIN;
        }
    }
    if (sent)
        e->free = now + (item->packet ? TNW_WORDS : 1);
    return sent;
}

bool tnw_end_busy(const struct tnw_end *e)
{
    return e->link != TNW_END_UP || e->left || e->next != e->oldest || e->pending != TNW_NONE ||
           e->state != TNW_END_SEND;
}
