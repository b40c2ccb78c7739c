/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Completion notifications against the control packets that asked for them
 * (exanet.md 2).
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
    struct tn_exa_rules *s = c->exa;
    struct exa_control new = {.flow = flow,
                              .node = exa_node_bits(k->dst),
                              .place = exa_control_place(k),
                              .packet = c->ev->packet,
                              .sent = 1},
                       *o;
    memcpy(new.payload, k->lanes + EXA_WORD, EXA_WORD);
    if (!node_known(s, new.node) && s->node_n < EXA_NODES)
        s->nodes[s->node_n++] = new.node;
    for (size_t i = 0; i < s->control_n; i++) {
        o = &s->controls[i];
        if (o->flow == flow &&
            o->place == new.place &&memcmp(o->payload, new.payload, EXA_WORD) == 0) {
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

/* How well o fits the notification: its place, better its bytes too, best still open. */
static unsigned fit(const struct exa_control *o, const struct exa_packet *k, uint64_t place)
{
    if (o->place != place || o->node != exa_node_bits(k->src))
        return 0;
    if (memcmp(o->payload, k->lanes, EXA_WORD) != 0)
        return o->notified < o->sent ? 2 : 1;
    return o->notified < o->sent ? 4 : 3;
}

void tn_rules_exa_notify(struct tn_checker *c, const struct exa_packet *k)
{
    struct tn_exa_rules *s = c->exa;
    uint64_t place = (uint64_t)exa_node_bits(k->dst) << 42 | k->addr;
    struct exa_control *best = NULL;
    const struct exa_flow *f;
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
    RULE(c, EXA_NTF_1, best != NULL, "a control packet that asks for it", "none for this place");
    if (!best)
        return;
    RULE(c, EXA_NTF_4, best_fit >= 3, "the bytes of the control packet",
         "others than packet %llu's", (unsigned long long)best->packet);
    RULE(c, EXA_NTF_5, best->notified < best->sent, "one notification", "another for packet %llu",
         (unsigned long long)best->packet);
    best->notified++;
    f = exa_flow_find(s, best->flow);
    if (!f || best->notified > best->sent)
        return;
    RULE(c, EXA_NTF_2, exa_flow_complete(f), "all data from first to last",
         "packets %016llx have come", (unsigned long long)f->map);
    RULE(c, EXA_NTF_3, f->positive == 0, "the positive response after it", "it came before");
}
