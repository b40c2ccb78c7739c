/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's model: timers (ape_ni.md section 7.4), and answers at the sender (7.7).
 */
#include "ni.h"

bool tn_apn_message_timeout(struct tn_apn *m, uint16_t source, unsigned stream, uint16_t pid)
{
    struct tn_apn_message *x = tn_apn_message_of(m, source, stream, pid);
    if (!x)
        return false;
    if (x->state == TN_APN_OPEN && !stream) {
        const struct tn_apn_event e = {.kind = TN_APN_ERROR,
                                       .cause = TN_APN_TIMEOUT,
                                       .pid = x->pid,
                                       .source = source,
                                       .number = x->msg,
                                       .bytes = x->bytes};
        const struct tn_apn_why why = {TN_APN_OF_TIMER, 0, x->number};
        m->ops->event(m->ctx, &e, &why);
    }
    if (x->state == TN_APN_OPEN)
        tn_apn_give_back(m, x);
    x->state = TN_APN_FREE;
    return true;
}

bool tn_apn_tag_timeout(struct tn_apn *m, uint32_t tag)
{
    struct tn_apn_tag *t = tn_apn_tag_of(m, tag);
    if (!t || t->state != TN_APN_TAG_OPEN)
        return false;
    const struct tn_apn_event e = {.kind = TN_APN_ERROR,
                                   .cause = TN_APN_GET_TIMEOUT,
                                   .pid = t->pid,
                                   .source = t->node,
                                   .number = tag};
    const struct tn_apn_why why = {.of = TN_APN_OF_TIMER};
    m->ops->event(m->ctx, &e, &why);
    t->state = TN_APN_TAG_DEAD;
    struct tn_apn_message *x = tn_apn_message_of(m, t->node, 1, t->pid);
    if (x && x->msg == tag)
        x->state = TN_APN_FREE;
    return true;
}

void tn_apn_answered(struct tn_apn *m, unsigned vc, const struct tn_apn_packet *p)
{
    const uint32_t msg = (uint32_t)p->addr;
    const unsigned cause = p->addr >> 32 & 0xff;
    struct tn_apn_awaited *w = tn_apn_awaited_of(m, p->pid, msg);
    if (!w || w->state != TN_APN_ACK_OPEN || p->ool ||
        p->addr != tn_apn_ack_addr(w->node, p->pid, msg, cause)) {
        m->count[TN_APN_RX_LATE]++;
        return;
    }
    const struct tn_apn_event e = {.kind = TN_APN_ACKED,
                                   .cause = (uint8_t)cause,
                                   .pid = w->pid,
                                   .source = w->node,
                                   .number = w->tag};
    const struct tn_apn_why why = {TN_APN_OF_PACKET, vc, 0};
    m->ops->event(m->ctx, &e, &why);
    w->state = TN_APN_ACK_FREE;
}

bool tn_apn_ack_timeout(struct tn_apn *m, uint16_t node, uint16_t pid, uint32_t tag)
{
    static const struct tn_apn_why why = {.of = TN_APN_OF_TIMER};
    const struct tn_apn_event e = {.kind = TN_APN_ERROR,
                                   .cause = TN_APN_ACK_TIMEOUT,
                                   .pid = pid,
                                   .source = node,
                                   .number = tag};
    for (unsigned i = 0; i < TN_APN_TAGS; i++) {
        struct tn_apn_awaited *w = &m->awaited[i];
        if (w->state != TN_APN_ACK_OPEN || w->node != node || w->pid != pid || w->tag != tag)
            continue;
        m->ops->event(m->ctx, &e, &why);
        w->state = TN_APN_ACK_DEAD;
        return true;
    }
    return false;
}
