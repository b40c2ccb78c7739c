/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What comes into a link's end (tnw_link.md sections 5 and 7).
 */
#include "link_end.h"

#include <string.h>

static void pend(struct tn_tnw_end *e, enum tnw_code code, uint32_t seq)
{
    e->hold = tnw_has(e, TN_TNW_BUG_ACK_LATE) ? 8 : 0;
    if (tnw_seq_off(e) && code == TNW_ACK) {
        e->acks++;
        return;
    }
    e->pending = code;
    e->pending_seq = tnw_seq_off(e) ? 0 : seq & 31;
}

static void refuse(struct tn_tnw_end *e, enum tnw_code code)
{
    e->discarding = true;
    pend(e, code, e->expected);
}

/* Shows the cause of a packet, whole or not, at obs_rx_*, counts it and makes the feedback. */
static void judge(struct tn_tnw_end *e, enum tn_tnw_rx cause, const struct tnw_packet *k)
{
    ++*tnw_counter(e, TN_TNW_R_CAUSE + 4 * cause);
    e->judged = (struct tn_tnw_out){.obs_rx_valid = true,
                                    .obs_rx_cause = (uint8_t)cause,
                                    .obs_rx_vc = k ? k->vc : 0,
                                    .obs_rx_seq = k ? k->seq : 0};
    switch (cause) {
    case TN_TNW_SKIPPED:
        if (e->state == TN_TNW_UP && e->discarding && tnw_has(e, TN_TNW_BUG_NACK_EACH))
            pend(e, TNW_NACK, e->expected);
        if (e->state == TN_TNW_UP && e->discarding && tnw_has(e, TN_TNW_BUG_ACK_DISCARDING))
            pend(e, TNW_ACK, e->expected - 1);
        break;
    case TN_TNW_DUP:
        pend(e, TNW_ACK, e->expected - 1);
        break;
    case TN_TNW_FULL:
        refuse(e, TNW_NACK_FULL);
        break;
    case TN_TNW_TAKEN: {
        struct tnw_fifo *f = &e->fifo[k->vc];
        f->k[f->in++ % TNW_FIFO_MAX] = *k;
        pend(e, TNW_ACK, e->expected + tnw_has(e, TN_TNW_BUG_WRONG_ACK));
        e->expected++;
        break;
    }
    default:
        refuse(e, TNW_NACK);
        break;
    }
}

static enum tn_tnw_rx cause_of(struct tn_tnw_end *e, const struct tnw_packet *k)
{
    const int ahead = tnw_seq_ahead(e->expected, k->seq);
    if (e->skip || e->state != TN_TNW_UP)
        return TN_TNW_SKIPPED;
    if (e->discarding && !tnw_has(e, TN_TNW_BUG_ACCEPTS_DISCARDING))
        return TN_TNW_SKIPPED;
    if (k->crc != tnw_want_crc(k) && !tnw_has(e, TN_TNW_BUG_CRC_NOT_CHECKED))
        return TN_TNW_CRC;
    if (!tnw_seq_off(e) && ahead < 0 && !tnw_has(e, TN_TNW_BUG_DUP_DELIVERED))
        return TN_TNW_DUP;
    if (!tnw_seq_off(e) && ahead > 0 && !tnw_has(e, TN_TNW_BUG_AHEAD_TAKEN))
        return TN_TNW_AHEAD;
    return e->room ? TN_TNW_TAKEN : TN_TNW_FULL;
}

static void broken(struct tn_tnw_end *e, enum tn_tnw_rx cause)
{
    struct tnw_packet k;
    const bool header = e->in_packet && e->n > 0;
    const bool skip = e->discarding || e->state != TN_TNW_UP || (e->in_packet && e->skip);
    if (tnw_has(e, cause == TN_TNW_BROKEN ? TN_TNW_BUG_BREAK_IGNORED : TN_TNW_BUG_STRAY_IGNORED))
        return;
    if (header)
        tnw_words_packet(e->got, e->n, &k);
    if (e->state != TN_TNW_DOWN && e->state != TN_TNW_FAILED)
        judge(e, skip ? TN_TNW_SKIPPED : cause, header ? &k : NULL);
}

static void word_in_packet(struct tn_tnw_end *e, struct tnw_word w)
{
    struct tnw_packet k;
    e->got[e->n++] = w;
    if (e->n == 1) {
        const unsigned vc = w.data >> 29;
        const struct tnw_fifo *f = &e->fifo[vc];
        uint32_t places = 1u << e->par.rx_pkts_log2;
        places -= tnw_has(e, TN_TNW_BUG_FULL_WITH_ROOM);
        places += tnw_has(e, TN_TNW_BUG_TAKEN_WITHOUT_ROOM);
        e->room = f->in - f->freed < places;
    }
    if (e->n < TNW_WORDS - 1)
        return;
    e->in_packet = false;
    tnw_words_packet(e->got, e->n, &k);
    if (e->state != TN_TNW_DOWN && e->state != TN_TNW_FAILED)
        judge(e, cause_of(e, &k), &k);
}

static void restart(struct tn_tnw_end *e, unsigned seq)
{
    const unsigned behind = (e->expected - seq) & 31;
    if (!tnw_seq_off(e) && behind > TNW_BEFORE) {
        ++*tnw_counter(e, TN_TNW_R_SYNC);
        if (!tnw_has(e, TN_TNW_BUG_ANY_RESTART_ENDS))
            return;
    }
    if (!e->discarding)
        return;
    e->discarding = false;
    if (e->pending != TNW_NACK && e->pending != TNW_NACK_FULL)
        return;
    e->pending = TNW_NONE;
    if (!tnw_seq_off(e))
        pend(e, TNW_ACK, e->expected - 1);
}

/* Moves the link state by INIT, READY and codes that only an end in UP sends. */
static void feedback(struct tn_tnw_end *e, const struct tnw_ctl *c)
{
    const bool set = c->octet == TNW_Q;
    if (e->state == TN_TNW_DOWN || e->state == TN_TNW_FAILED)
        return;
    if (!tnw_ctl_good(c) && !tnw_has(e, TN_TNW_BUG_WRONG_CRC_FEEDBACK_USED)) {
        ++*tnw_counter(e, TN_TNW_R_FB_CRC);
        return;
    }
    if (c->code == 7 ||
        (set ? c->code == TNW_NONE : c->code == TNW_RESTART || c->code >= TNW_INIT)) {
        ++*tnw_counter(e, TN_TNW_R_FB_CODE);
        return;
    }
    if (c->code == TNW_NONE)
        return;
    if (e->state == TN_TNW_INIT) {
        if (c->code >= TNW_INIT)
            tnw_end_enter(e, TN_TNW_READY);
        return;
    }
    if (e->state == TN_TNW_READY) {
        if (c->code == TNW_INIT)
            return;
        tnw_end_enter(e, TN_TNW_UP);
        if (c->code == TNW_READY)
            return;
    }
    if (c->code == TNW_INIT) {
        if (!tnw_has(e, TN_TNW_BUG_INIT_IN_UP_IGNORED))
            tnw_end_enter(e, TN_TNW_FAILED);
    } else if (c->code == TNW_READY) {
        if (e->pending == TNW_NONE && !e->acks && !tnw_has(e, TN_TNW_BUG_READY_NOT_ANSWERED))
            pend(e, TNW_ACK, e->expected - 1);
    } else if (c->code == TNW_RESTART) {
        restart(e, c->seq);
    } else {
        tnw_end_feedback(e, c);
    }
}

void tnw_end_receive(struct tn_tnw_end *e, const struct tn_tnw_in *in)
{
    const enum tnw_class kind = tnw_classify(in->rx);
    const struct tnw_ctl c = tnw_ctl_decode(in->rx.data);
    if (!in->rx_up) {
        if (e->in_packet)
            broken(e, TN_TNW_BROKEN);
        e->in_packet = e->stray = false;
        return;
    }
    if (e->in_packet && kind == TNW_DATA) {
        word_in_packet(e, in->rx);
        e->stray = false;
        return;
    }
    if (e->in_packet)
        broken(e, TN_TNW_BROKEN);
    else if (kind == TNW_DATA && !e->stray)
        broken(e, TN_TNW_STRAY);
    else if (kind == TNW_BAD)
        ++*tnw_counter(e, TN_TNW_R_BAD_WORDS);
    const bool was_in = e->in_packet;
    e->stray = kind == TNW_DATA;
    e->in_packet = kind == TNW_START;
    e->n = 0;
    if (!was_in && (kind == TNW_START || kind == TNW_SET))
        feedback(e, &c);
    e->skip = e->state != TN_TNW_UP;
}
