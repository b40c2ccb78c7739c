/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs that a merged capture holds twice, because they passed two of its points.
 */
#include "transaction.h"

#include <string.h>

bool tn_copy_of_recent(struct tn_checker *c, const struct tn_tlp *t)
{
    const uint64_t mix = 0x9e3779b97f4a7c15u;
    const uint8_t *p = c->ev->bytes + t->hdr_off;
    uint64_t look, front, back;
    uint32_t dw2;
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
        return true;
    }
    pcie_rules(c)->recent[i].look = look;
    pcie_rules(c)->recent[i].point = c->ev->point;
    pcie_rules(c)->recent[i].packet = (uint32_t)c->ev->packet;
    return false;
}
