/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's descriptor: which rules a record of a packet or of a link frame is asked.
 */
#include "exanet.h"
#include <tn/exanet/exa.h>

#define TN_TABLE "../../exanet/spec/exanet.def"
#include <tn/field_table.def>

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

/* The rules of packets; of the switch, the link and the assemblies; of the network interface. */
static const struct tn_rule_group groups[] = {
    {R_EXA_FRM_1, 300}, {R_EXX_CHN_1, 500}, {R_EXN_CHN_1, 700}};

static bool event(struct tn_checker *c, bool spoiled)
{
    if (spoiled)
        return false;
    if (c->ev->unit == TN_UNIT_FRAME)
        tn_rules_exa_frame(c);
    else
        tn_rules_exa(c, false);
    return true;
}

static void between(struct tn_checker *c, bool spoiled)
{
    (void)spoiled; /* a packet without good CRCs is not followed */
    tn_rules_exa(c, true);
}

const struct tn_protocol tn_protocol_exanet = {
    .headers = tn_table_headers,
    .header_n = sizeof tn_table_headers / sizeof *tn_table_headers,
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .groups = groups,
    .group_n = sizeof groups / sizeof *groups,
    .state_size = sizeof(struct tn_exa_rules),
    .begin = tn_rules_exa_begin,
    .event = event,
    .between = between,
    .end = tn_rules_exa_end,
    .free = tn_rules_exa_free,
};
