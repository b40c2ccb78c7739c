/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rules that one TLP is asked, layer by layer.
 */
#include "pcie.h"

#include <string.h>

/* A Deferrable Memory Write, since PCIe 4.0, has the form of a memory write and is answered as a
 * configuration write is. */
static bool deferrable(struct tn_checker *c, struct tn_tlp *t)
{
    enum { DMWR = 0x1b };
    uint8_t head[TN_TLP_MAX];
    const uint32_t n = c->ev->len < sizeof head ? c->ev->len : (uint32_t)sizeof head;
    if (c->par.pcie < 40 || t->type != DMWR || t->fmt >> 1 != 1 || t->err & TN_TLP_E_PREFIX)
        return false;
    memcpy(head, c->ev->bytes, n);
    head[t->hdr_off] &= 0xe0;
    tn_tlp_decode(head, n, c->ev->orig_len, t);
    return true;
}

void tn_rules_tlp(struct tn_checker *c)
{
    struct tn_tlp t;
    bool deferred;
    tn_tlp_decode(c->ev->bytes, c->ev->len, c->ev->orig_len, &t);
    deferred = t.kind == TN_TLP_INVALID && deferrable(c, &t);
    c->doubts = 0;
    tn_rules_form(c, &t);
    if (t.err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)) {
        if (t.err & TN_TLP_E_SHORT && c->ev->len < c->ev->orig_len && !pcie_rules(c)->headless) {
            tn_rules_transaction_reset(c);
            pcie_rules(c)->headless = true;
        }
        tn_rules_missing(c); /* malformed: the fields mean nothing */
        return;
    }
    if (tn_tlp_is_completion(t.kind))
        tn_rules_completion(c, &t);
    else if (t.kind == TN_TLP_MSG || t.kind == TN_TLP_MSGD)
        tn_rules_message(c, &t);
    else
        tn_rules_request(c, &t);
    if (deferred)
        t.kind = TN_TLP_CFGWR0;
    tn_rules_transaction(c, &t);
    tn_rules_order(c, &t);
}
