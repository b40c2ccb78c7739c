/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rules that one TLP is asked, layer by layer.
 */
#include "pcie.h"

void tn_rules_tlp(struct tn_checker *c)
{
    struct tn_tlp t;
    tn_tlp_decode(c->ev->bytes, c->ev->len, c->ev->orig_len, &t);
    c->doubts = 0;
    tn_rules_form(c, &t);
    if (t.err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)) {
        tn_rules_missing(c); /* malformed: the fields mean nothing */
        return;
    }
    if (tn_tlp_is_completion(t.kind))
        tn_rules_completion(c, &t);
    else if (t.kind == TN_TLP_MSG || t.kind == TN_TLP_MSGD)
        tn_rules_message(c, &t);
    else
        tn_rules_request(c, &t);
    tn_rules_transaction(c, &t);
    tn_rules_order(c, &t);
}
