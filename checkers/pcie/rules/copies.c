/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs that a merged capture holds twice, because they passed two of its points.
 */
#include "transaction.h"

#include <string.h>

enum { FEW = 8 };

/* Do requests of the completion's requester pass the point? Then no completion to this requester goes by on its way there, but where
 * requests pass two points themselves: such points may see both directions. A few requests tell neither:
 * *sure is false. A request is noted. */
static bool back_at_requester(struct tn_checker *c, const struct tn_tlp *t, bool *sure)
{
    const uint32_t who = ((uint32_t)t->requester << 16 | c->ev->point) + 1;
    uint32_t *asked = &pcie_rules(c)->asked[(who * 0x9e3779b9u >> 16) % TN_RECENT];
    uint8_t *often = &pcie_rules(c)->often[asked - pcie_rules(c)->asked];
    if (tn_tlp_is_request(t->kind)) {
        *often = (uint8_t)(*asked != who ? 1 : *often + (*often < FEW));
        *asked = who;
    }
    *sure = *often == FEW || !c->par.joined;
    return who != 0 && *asked == who && !tn_tlp_is_request(t->kind);
}

enum tn_copy tn_copy_of_recent(struct tn_checker *c, const struct tn_tlp *t)
{
    const uint64_t mix = 0x9e3779b97f4a7c15u;
    const uint8_t *p = c->ev->bytes + t->hdr_off;
    uint64_t look, front, back;
    uint32_t dw2;
    bool sure;
    const bool back_home = back_at_requester(c, t, &sure);
    size_t i;
    memcpy(&front, p, sizeof front);
    if (t->hdr_dw == 4) {
        memcpy(&back, p + 8, sizeof back);
    } else {
        memcpy(&dw2, p + 8, sizeof dw2);
        back = dw2;
    }
    back *= mix;
    look = (front ^ back ^ back >> 32) * mix;
    i = (size_t)(look >> 40) % TN_RECENT;
    if (pcie_rules(c)->recent[i].look == look && pcie_rules(c)->recent[i].point != c->ev->point &&
        (uint32_t)c->ev->packet - pcie_rules(c)->recent[i].packet < c->par.reorder_window) {
        pcie_rules(c)->recent[i].look = 0; /* one copy for one original */
        pcie_rules(c)->passed = pcie_rules(c)->passed || tn_tlp_is_request(t->kind);
        if (back_home && !pcie_rules(c)->passed && !sure)
            tn_rule_open(c, R_CPL_1, c->ev, "a way to its requester", "perhaps one back: too few requests tell which way they go");
        return back_home && !pcie_rules(c)->passed && sure ? TN_COPY_BACK : TN_COPY_ON_WAY;
    }
    pcie_rules(c)->recent[i].look = look;
    pcie_rules(c)->recent[i].point = c->ev->point;
    pcie_rules(c)->recent[i].packet = (uint32_t)c->ev->packet;
    return TN_COPY_NONE;
}
