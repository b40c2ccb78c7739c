/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What goes out of a link's end, and the feedback that moves it (tnw_link.md sections 4, 6, 7).
 */
#include "link_end.h"

/* Takes the packets below number upto out of txBuffer. */
static void acknowledge(struct tn_tnw_end *e, uint32_t upto)
{
    if (upto == e->oldest)
        return;
    e->oldest = upto;
    e->timer = 0;
    e->row = 0;
    if ((int32_t)(e->pointer - upto) < 0)
        e->pointer = upto;
}

static void refused(struct tn_tnw_end *e, enum tnw_code code)
{
    ++*tnw_counter(e, code == TNW_NACK ? TN_TNW_R_FB_NACK : TN_TNW_R_FB_FULL);
    if (code == TNW_NACK_FULL && e->tx != TN_TNW_BACKOFF) {
        e->tx = TN_TNW_BACKOFF;
        e->backoff = 0;
    } else if (code == TNW_NACK && e->tx != TN_TNW_BACKOFF && e->tx != TN_TNW_RESTART) {
        if (tnw_has(e, TN_TNW_BUG_NACK_UNANSWERED))
            return;
        e->tx = TN_TNW_RESTART;
        e->by_timeout = false;
    }
}

void tnw_end_feedback(struct tn_tnw_end *e, const struct tnw_ctl *c)
{
    const unsigned u = tnw_unacked(e), ahead = (c->seq - e->oldest) & 31;
    if (tnw_seq_off(e)) {
        if (c->code != TNW_ACK)
            refused(e, c->code);
        else if (u)
            acknowledge(e, e->oldest + 1);
        else
            ++*tnw_counter(e, TN_TNW_R_FB_SEQ);
        return;
    }
    if (c->code == TNW_ACK && ahead < u) {
        acknowledge(e, e->oldest + ahead + 1);
    } else if (c->code == TNW_ACK && ahead >= TNW_SEQ_MOD - TNW_BEFORE) {
        if (u && tnw_has(e, TN_TNW_BUG_OLD_ACK_TAKEN))
            acknowledge(e, e->oldest + 1);
    } else if (c->code != TNW_ACK && ahead <= u) {
        acknowledge(e, e->oldest + ahead);
        refused(e, c->code);
    } else {
        ++*tnw_counter(e, TN_TNW_R_FB_SEQ);
    }
}

/* Moves the transmitter by its timers, and to SEND when txBuffer is empty. */
static void move_on(struct tn_tnw_end *e)
{
    const unsigned u = tnw_unacked(e);
    const uint32_t tmo = tnw_has(e, TN_TNW_BUG_TIMEOUT_EARLY)   ? e->resend_tmo / 2
                         : tnw_has(e, TN_TNW_BUG_TIMEOUT_NEVER) ? 0
                                                                : e->resend_tmo;
    const uint32_t backoff =
        tnw_has(e, TN_TNW_BUG_BACKOFF_SHORT) ? e->full_backoff / 2 : e->full_backoff;
    if ((e->tx == TN_TNW_RESEND || e->tx == TN_TNW_WAIT) && u == 0)
        e->tx = TN_TNW_SEND;
    if (e->tx == TN_TNW_RESEND && e->pointer == e->next && !e->left)
        e->tx = TN_TNW_WAIT;
    if ((e->tx != TN_TNW_SEND && e->tx != TN_TNW_WAIT) || u == 0)
        e->timer = 0;
    else if (++e->timer >= tmo && tmo) {
        e->tx = TN_TNW_RESTART;
        e->by_timeout = true;
        e->row++;
    }
    if (e->tx == TN_TNW_BACKOFF && ++e->backoff >= backoff &&
        !tnw_has(e, TN_TNW_BUG_BACKOFF_FOR_EVER)) {
        e->tx = TN_TNW_RESTART;
        e->by_timeout = false;
    }
}

static struct tnw_word control(struct tn_tnw_end *e, uint8_t octet, enum tnw_code code,
                               unsigned seq)
{
    struct tnw_word w = tnw_ctl_word(octet, code, (uint8_t)(seq & 31));
    struct tnw_ctl c = tnw_ctl_decode(w.data);
    const bool from_up = code != TNW_INIT && code != TNW_READY;
    if (from_up && tnw_strikes(e, TN_TNW_BUG_FEEDBACK_CRC))
        w.data ^= 0x100;
    if (octet == TNW_Q && from_up && tnw_strikes(e, TN_TNW_BUG_CODE_7))
        c.code = 7;
    else if (code == TNW_NONE && tnw_strikes(e, TN_TNW_BUG_NUMBERED_NONE))
        c.seq = 3;
    else if (code == TNW_NONE && tnw_strikes(e, TN_TNW_BUG_READY_IN_START))
        c.code = TNW_READY;
    else if (from_up && tnw_strikes(e, TN_TNW_BUG_RESERVED_BITS))
        c.rsv = 1;
    else
        return w;
    c.crc = tnw_ctl_want_crc(&c);
    w.data = tnw_ctl_encode(&c);
    return w;
}

/* Takes the pending feedback and returns its word; with code NONE when no feedback is pending. */
static struct tnw_word pending(struct tn_tnw_end *e, uint8_t octet)
{
    const enum tnw_code code = e->acks ? TNW_ACK : e->pending;
    const uint32_t seq = e->acks || code == TNW_NONE ? 0 : e->pending_seq;
    if (e->hold)
        return control(e, octet, TNW_NONE, 0);
    if (e->acks)
        e->acks--;
    else
        e->pending = TNW_NONE;
    return control(e, octet, code, seq);
}

static bool feedback_waits(const struct tn_tnw_end *e)
{
    return (e->acks || e->pending != TNW_NONE) && !e->hold;
}

/* Says whether a packet may begin; *number receives its number. */
static bool may_send(struct tn_tnw_end *e, uint32_t *number)
{
    const unsigned window = TNW_WINDOW + tnw_has(e, TN_TNW_BUG_SIXTEEN);
    const bool fresh = e->next != e->whole && tnw_unacked(e) < window;
    const bool wait = e->tx == TN_TNW_WAIT && tnw_has(e, TN_TNW_BUG_NEW_AFTER_RESEND);
    const bool back = e->tx == TN_TNW_BACKOFF && tnw_has(e, TN_TNW_BUG_PACKETS_IN_BACKOFF);
    *number = e->tx == TN_TNW_RESEND ? e->pointer : e->next;
    if (e->tx == TN_TNW_RESEND)
        return e->pointer != e->next;
    if (!fresh || !(e->tx == TN_TNW_SEND || wait || back))
        return false;
    if (tnw_has(e, TN_TNW_BUG_START_LATE) && ++e->gap < 8)
        return false;
    e->gap = 0;
    return !(e->behind_crc && tnw_has(e, TN_TNW_BUG_GAP_BETWEEN));
}

static struct tnw_word begin(struct tn_tnw_end *e, uint32_t number)
{
    struct tnw_packet k = e->item[number % (2 * TNW_ITEMS_MAX)];
    const bool again = number != e->next;
    const bool numbered = !tnw_seq_off(e) || tnw_has(e, TN_TNW_BUG_NUMBER_WITH_SEQ_OFF);
    k.seq = numbered ? number & 31 : 0;
    if (!again && number && tnw_strikes(e, TN_TNW_BUG_NUMBER_SKIPPED))
        k.seq = (k.seq + 1) & 31;
    if (!again && tnw_strikes(e, TN_TNW_BUG_SENDS_OTHER_BYTES))
        k.payload[7] ^= 1;
    if (again && tnw_strikes(e, TN_TNW_BUG_RESENT_OTHERWISE))
        k.payload[7] ^= 1;
    tnw_seal(&k);
    k.crc ^= tnw_strikes(e, TN_TNW_BUG_WRONG_CRC);
    tnw_packet_words(&k, e->words);
    e->left = TNW_WORDS - 1;
    if (!again) {
        e->next++;
        ++*tnw_counter(e, TN_TNW_R_TX_PACKETS);
    } else {
        e->pointer++;
        *tnw_counter(e, TN_TNW_R_TX_RESENT) += !tnw_has(e, TN_TNW_BUG_RESENT_NOT_COUNTED);
    }
    return pending(e, TNW_S);
}

static struct tnw_word restart(struct tn_tnw_end *e)
{
    const unsigned u = tnw_unacked(e);
    ++*tnw_counter(e, TN_TNW_R_TX_RESTARTS);
    *tnw_counter(e, TN_TNW_R_TX_TIMEOUTS) += e->by_timeout;
    e->tx = u ? TN_TNW_RESEND : TN_TNW_SEND;
    e->pointer = e->oldest + (u > 1 && tnw_has(e, TN_TNW_BUG_RESEND_FROM_SECOND));
    return control(e, TNW_Q, TNW_RESTART, tnw_seq_off(e) ? 0 : e->oldest);
}

static struct tnw_word word_in_up(struct tn_tnw_end *e)
{
    uint32_t number;
    if (e->tx == TN_TNW_RESTART)
        return restart(e);
    if (feedback_waits(e) && tnw_has(e, TN_TNW_BUG_FEEDBACK_FIRST))
        return pending(e, TNW_Q);
    const bool may = may_send(e, &number);
    e->behind_crc = false;
    if (may)
        return begin(e, number);
    if (feedback_waits(e))
        return pending(e, TNW_Q);
    if (e->next && tnw_strikes(e, TN_TNW_BUG_BAD_WORD))
        return (struct tnw_word){0xfefefefe, 15};
    return tnw_idle();
}

struct tnw_word tnw_end_word(struct tn_tnw_end *e)
{
    const unsigned period =
        e->state == TN_TNW_INIT && tnw_has(e, TN_TNW_BUG_INIT_RARELY) ? 2 * TNW_PERIOD : TNW_PERIOD;
    e->hold -= e->hold > 0;
    if (e->state == TN_TNW_UP)
        move_on(e);
    if (e->left) {
        if (e->left == 20 && tnw_strikes(e, TN_TNW_BUG_GAP_IN_PACKET))
            return tnw_idle();
        e->behind_crc = e->left == 1;
        return e->words[TNW_WORDS - 1 - e->left--];
    }
    if (e->state == TN_TNW_UP)
        return word_in_up(e);
    if (e->state != TN_TNW_INIT && e->state != TN_TNW_READY)
        return tnw_idle();
    if (e->state == TN_TNW_READY && tnw_strikes(e, TN_TNW_BUG_PACKETS_IN_READY)) {
        tnw_packet_words(&e->item[0], e->words);
        e->left = TNW_WORDS - 1;
        return control(e, TNW_S, TNW_NONE, 0);
    }
    if (e->since_set++ < period)
        return tnw_idle();
    e->since_set = 1;
    return control(e, TNW_Q, e->state == TN_TNW_INIT ? TNW_INIT : TNW_READY, 0);
}
