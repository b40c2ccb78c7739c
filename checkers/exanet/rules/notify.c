/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Completion notifications against the control packets that asked for them, and
 * control packets against the flag `notify` of their transaction's data (exanet.md 2).
 *
 * A link that does not lead to the receiver sees notifications without their
 * control packets: those of a node to which nothing was seen to go are not judged.
 */
#include "exanet.h"

#include <string.h>

static bool node_known(const struct tn_exa_rules *s, uint32_t node)
{
    for (size_t i = 0; i < s->node_n; i++)
        if (s->nodes[i] == node)
            return true;
    return false;
}

void tn_rules_exa_control(struct tn_checker *c, const struct exa_packet *k, uint64_t flow)
{
    struct tn_exa_rules *s = exa_rules(c);
    struct exa_control new = {.flow = flow,
                              .node = exa_node_bits(k->dst),
                              .place = exa_control_place(k),
                              .tid = k->tid,
                              .packet = c->ev->packet,
                              .sent = 1},
                       *o;
    memcpy(new.payload, k->lanes + EXA_WORD, EXA_WORD);
    if (!node_known(s, new.node) && s->node_n < EXA_NODES)
        s->nodes[s->node_n++] = new.node;
    for (size_t i = 0; i < s->control_n; i++) {
        o = &s->controls[i];
        if (o->flow == flow &&
            o->place == new.place && memcmp(o->payload, new.payload, EXA_WORD) == 0) {
            o->sent++;
            o->packet = new.packet;
            return;
        }
    }
    o = &s->controls[s->control_next];
    s->controls_lost |= s->control_n == EXA_CONTROLS && o->notified < o->sent;
    *o = new;
    s->control_next = (s->control_next + 1) % EXA_CONTROLS;
    s->control_n += s->control_n < EXA_CONTROLS;
}

enum { FIT_PLACE = 1, FIT_OPEN = 1, FIT_TID = 2, FIT_BYTES = 4 };

/* How well o fits the notification: its place, better its bytes too, then its TID, then that it is still open.
 * Users give the same note to several transactions. */
static unsigned fit(const struct exa_control *o, const struct exa_packet *k, uint64_t place)
{
    if (o->place != place || o->node != exa_node_bits(k->src))
        return 0;
    unsigned fits = FIT_PLACE;
    if (memcmp(o->payload, k->lanes, EXA_WORD) == 0)
        fits += FIT_BYTES;
    if (o->tid == k->tid)
        fits += FIT_TID;
    return o->notified < o->sent ? fits + FIT_OPEN : fits;
}

void tn_rules_exa_notify(struct tn_checker *c, const struct exa_packet *k)
{
    struct tn_exa_rules *s = exa_rules(c);
    uint64_t place = exa_place_bits(k->dst, k->addr);
    struct exa_control *best = NULL;
    struct exa_flow *f;
    unsigned best_fit = 0;
    if (!node_known(s, exa_node_bits(k->src)) || s->controls_lost || k->word_n != 1)
        return;
    for (size_t i = 0; i < s->control_n; i++) {
        unsigned now = fit(&s->controls[i], k, place);
        if (now > best_fit) {
            best_fit = now;
            best = &s->controls[i];
        }
    }
    if (c->par.joined && (best_fit <= FIT_BYTES || best->notified >= best->sent)) {
        tn_rule_open(c, R_EXA_NTF_1, c->ev, "a control packet that asks for it", "none in the capture: it may stand before the first record");
        return;
    }
    RULE(c, EXA_NTF_1, best != NULL, "a control packet that asks for it", "none for this place");
    if (!best)
        return;
    f = exa_flow_find(s, best->flow);
    if (f && f->half && best_fit < FIT_BYTES + FIT_TID + FIT_OPEN)
        return; /* another control packet may stand before the first record */
    RULE(c, EXA_NTF_4, best_fit > FIT_BYTES, "the bytes of the control packet",
         "others than packet %llu's", (unsigned long long)best->packet);
    RULE(c, EXA_NTF_5, best->notified < best->sent, "one notification", "another for packet %llu",
         (unsigned long long)best->packet);
    best->notified++;
    if (!f || best->notified > best->sent)
        return;
    if (k->seq / EXA_ATTEMPTS == f->seq / EXA_ATTEMPTS) {
        const uint16_t generation = (uint16_t)(f->seq / EXA_ATTEMPTS + 1);
        RULE(c, EXA_NTF_8, f->noted != generation, "one notification of a generation",
             "another of tid %u, generation %u", k->tid, generation - 1u);
        f->noted = generation;
    }
    if (!exa_flow_seen(f))
        return;
    RULE(c, EXA_NTF_2, exa_flow_complete(f), "all data from first to last",
         "packets %016llx have come", (unsigned long long)f->map);
    RULE(c, EXA_NTF_3, f->positive == 0, "the positive response after it", "it came before");
}

/* A retransmission flushes what the receiver has of the data, not its control packet
 * (exanet.md 2): that the sender sends it again with the data is EXA-NTF-9's. An
 * attempt of another block is another transaction that has the tid now. */
uint64_t tn_rules_exa_before(const struct exa_flow *f)
{
    if (!f->control_whole)
        return f->before;
    return f->data ? f->block : EXA_ANY_BLOCK;
}

/* The control packet passes the output buffers by, and may come before its data or
 * after: whichever comes second is judged. */
void tn_rules_exa_has_control(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k,
                              bool whole)
{
    if (f->data)
        RULE(c, EXA_NTF_7, f->notify, "data marked notify", "not so marked, tid %u seq %u", k->tid,
             k->seq);
    f->doubled |= f->control != 0;
    f->control = c->ev->packet;
    f->control_whole |= whole;
}

void tn_rules_exa_notify_flag(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k)
{
    if (f->data) {
        RULE(c, EXA_FLG_3, k->notify == f->notify, "the same in every packet",
             "notify %u after %u, tid %u seq %u", k->notify, f->notify, k->tid, k->seq);
        return;
    }
    if (f->control)
        RULE(c, EXA_NTF_7, k->notify, "marked notify", "not so marked, the control packet is %llu",
             (unsigned long long)f->control);
    f->notify = k->notify;
}

/* Judged with the positive response alone: an attempt that fails, or whose end is not
 * in the capture, owes nothing; nor does one whose data are not all there (EXA-ACK-3), or that
 * may have begun before the capture. A context that is done answers the next attempt at once, before its control packet may have come. */
void tn_rules_exa_notify_end(struct tn_checker *c, const struct exa_flow *f,
                             const struct exa_packet *k)
{
    bool had = f->control_whole || f->before == EXA_ANY_BLOCK || f->before == f->block;
    if (f->half)
        return; /* the control packet may stand before the first record */
    if (f->notify && exa_flow_complete(f) && f->positive == 0 && !c->par.unordered)
        RULE(c, EXA_NTF_6, had, "a control packet before it", "none for tid %u seq %u", k->tid,
             k->seq);
    if (f->notify && exa_flow_complete(f) && f->positive == 0 && !f->whole && !c->par.unordered &&
        had && f->unread == exa_rules(c)->unread)
        RULE(c, EXA_NTF_9, f->control, "a control packet of this attempt", "none for tid %u seq %u",
             k->tid, k->seq);
}
