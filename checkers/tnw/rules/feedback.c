/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Feedback on a TNW link: by itself (tnw.md section 3), and what it says of the receiver that
 * sends it and to the sender that it is for (tnw_link.md sections 4 to 6).
 */
#include "tnw.h"

static bool has_no_number(unsigned code)
{
    return code == TNW_NONE || code == TNW_INIT || code == TNW_READY;
}

/* Whether the other end uses it. Where RESTART stands and what number comes with NONE the paper's
 * link does not say. */
static bool judge_form(struct tn_checker *c, const struct tnw_ctl *ctl, bool start)
{
    bool own = tnw_rules(c)->own, code = ctl->code < TNW_CODES && (start || ctl->code != TNW_NONE);
    bool number = !has_no_number(ctl->code) || ctl->seq == 0 || !own;
    bool place = !start || (ctl->code != TNW_INIT && ctl->code != TNW_READY &&
                            (ctl->code != TNW_RESTART || !own));
    RULE(c, TNW_FB_2, code && number, "a code up to 6, NONE in START only, without a number 0",
         "%s %s %u", start ? "START with" : "SET with",
         ctl->code < TNW_CODES ? tnw_code_name(ctl->code) : "code 7", ctl->seq);
    RULE(c, TNW_FB_3, place, "RESTART, INIT and READY in a SET", "%s in a START",
         tnw_code_name(ctl->code));
    RULE(c, TNW_FB_4, ctl->rsv == 0, "reserved bits 0", "%02x", ctl->rsv);
    return code && place;
}

/* INIT and READY: this end is not UP, and counts from 0. */
static void bring_up(struct tn_checker *c, struct tnw_player *d, struct tnw_player *o, bool ready)
{
    tnw_gap_end(c, d, false);
    if (!d->talked)
        d->heard = d->heard || (o && o->said);
    else if (d->up)
        d->heard = false; /* else what was heard may have been under way already */
    d->talked = true;
    d->up = false;
    d->said = d->said || ready;
    d->discards = TNW_TAKES;
    tnw_numbers_anew(d);
    if (o && ready)
        o->heard = true;
}

/* What acknowledges, acknowledges nothing new while its receiver discards. */
static void ack(struct tn_checker *c, struct tnw_player *d, struct tnw_player *o, uint8_t seq,
                uint64_t cycle)
{
    bool news = d->discards == TNW_DISCARDS && tnw_seq_ahead(d->expects, seq) >= 0;
    if (!o)
        return;
    RULE(c, TNW_RX_11, !news, "RESTART before the next ACK", "ACK %u after NACK %u of packet %llu",
         seq, d->expects, (unsigned long long)d->nack_packet);
    if (news)
        d->discards = TNW_MAY_DISCARD; /* once is enough */
    tnw_acked(o, seq, cycle);
}

/* A RESTART that was under way when the NACK left may be the one that ended the discarding. */
static bool restart_under_way(struct tn_checker *c, const struct tnw_player *o, uint64_t cycle)
{
    enum { SLACK = 8 };
    return o->spare && (tnw_rules(c)->untimed || o->trip == TNW_UNKNOWN ||
                        cycle <= o->spare_cycle + o->trip + SLACK);
}

static void nack(struct tn_checker *c, struct tnw_player *d, struct tnw_player *o, uint8_t seq,
                 uint64_t cycle)
{
    bool maybe, to_send, names;
    if (!o)
        return;
    RULE(c, TNW_RX_9, d->discards != TNW_DISCARDS, "RESTART before the next NACK",
         "NACK %u after NACK %u of packet %llu", seq, d->expects,
         (unsigned long long)d->nack_packet);
    maybe = restart_under_way(c, o, cycle);
    d->discards = maybe ? TNW_MAY_DISCARD : TNW_DISCARDS;
    o->spare = false;
    d->expects = seq;
    d->nack_packet = c->ev->packet;
    o->told = true;
    names = o->known && tnw_seq_ahead(o->last, seq) <= 1 &&
            tnw_seq_ahead(o->last, seq) > -TNW_WINDOW &&
            (!o->acked_known || tnw_seq_ahead(o->acked, seq) > 0);
    to_send = o->known && tnw_seq_ahead(o->last, seq) <= 0;
    tnw_acked(o, (uint8_t)((seq - 1u) & (TNW_SEQ_MOD - 1)), cycle);
    if (names && !o->owes && !d->breaks && (to_send || tnw_rules(c)->own)) {
        o->owes = true;
        o->owes_cycle = cycle;
        o->owes_packet = c->ev->packet;
    }
}

static void restart(struct tn_checker *c, struct tnw_player *d, struct tnw_player *o, uint8_t seq,
                    uint64_t cycle)
{
    if (d->owes)
        RULE(c, TNW_TX_5, true, "", "%s", "");
    if (!o || o->discards == TNW_TAKES) {
        d->spare = true;
        d->spare_cycle = cycle;
    }
    if (o)
        o->discards = TNW_TAKES;
    tnw_restarted(c, d, seq);
}

/* While packets are to be sent again they go before feedback alone. */
static void judge_set(struct tn_checker *c, const struct tnw_player *d)
{
    bool waits = d->resend && !d->told && d->unsure == 0 && d->acked_known &&
                 tnw_seq_ahead(d->acked, d->limit) > 0 && tnw_seq_ahead(d->next, d->limit) >= 0;
    if (tnw_rules(c)->own && tnw_other(c, d))
        RULE(c, TNW_TX_2, !waits, "packets before feedback alone", "a SET while number %u waits",
             d->next);
}

/* The part of a feedback that the line made, or repeated: what it allows is allowed. */
static void faulty(struct tn_checker *c, struct tnw_player *d, const struct tnw_ctl *ctl,
                   uint64_t cycle)
{
    struct tnw_player *o = tnw_other(c, d);
    tnw_unread(c, d, false, true);
    if (!o || !tnw_ctl_good(ctl))
        return;
    if (ctl->code == TNW_READY || (ctl->code >= TNW_ACK && ctl->code <= TNW_NACK_FULL))
        o->heard = true;
    if (ctl->code == TNW_ACK)
        tnw_acked(o, ctl->seq, cycle);
    if (ctl->code == TNW_NACK || ctl->code == TNW_NACK_FULL) {
        o->told = true;
        d->discards = TNW_MAY_DISCARD;
        tnw_acked(o, (uint8_t)((ctl->seq - 1u) & (TNW_SEQ_MOD - 1)), cycle);
    }
}

void tn_rules_tnw_feedback(struct tn_checker *c, struct tnw_player *d, const struct tnw_ctl *ctl,
                           bool start, uint64_t cycle)
{
    struct tnw_player *o = tnw_other(c, d);
    bool good = tnw_ctl_good(ctl);
    if (tnw_faulty(c)) {
        faulty(c, d, ctl, cycle);
        return;
    }
    RULE(c, TNW_FB_1, good, "the CRC-8 of the field", "%02x, computed %02x", ctl->crc,
         tnw_ctl_want_crc(ctl));
    if (!good) { /* it may have been what was due */
        tnw_unread(c, d, false, true);
        d->owes = d->owes && start;
        if (o)
            o->heard = true;
        return;
    }
    if (ctl->code == TNW_INIT || ctl->code == TNW_READY)
        tnw_rules(c)->own = true;
    if (!judge_form(c, ctl, start))
        return;
    if (ctl->code == TNW_INIT || ctl->code == TNW_READY) {
        bring_up(c, d, o, ctl->code == TNW_READY);
        return;
    }
    if (d->talked && o)
        RULE(c, TNW_LNK_2, d->heard, "READY of the other end before", "%s with %s",
             start ? "a packet" : "SET", tnw_code_name(ctl->code));
    d->up = true;
    if (ctl->code != TNW_NONE)
        d->said = true;
    if (o && d->said)
        o->heard = true;
    if (!start && ctl->code != TNW_RESTART)
        judge_set(c, d);
    if (ctl->code == TNW_ACK)
        ack(c, d, o, ctl->seq, cycle);
    else if (ctl->code == TNW_NACK || ctl->code == TNW_NACK_FULL)
        nack(c, d, o, ctl->seq, cycle);
    else if (ctl->code == TNW_RESTART)
        restart(c, d, o, ctl->seq, cycle);
}
