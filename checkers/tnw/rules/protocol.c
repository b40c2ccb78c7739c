/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's descriptor.
 */
#include "tnw.h"
#include <tn/tnw/tnw.h>

#define TN_TABLE "../../tnw/spec/tnw.def"
#include <tn/field_table.def>

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

static const struct tn_rule_group groups[] = {{R_TNW_WRD_1, 800}};

static bool event(struct tn_checker *c, bool spoiled)
{
    tn_rules_tnw(c, spoiled); /* what is missing may have been anything */
    return true;
}

const struct tn_protocol tn_protocol_tnw = {
    .headers = tn_table_headers,
    .header_n = sizeof tn_table_headers / sizeof *tn_table_headers,
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .groups = groups,
    .group_n = sizeof groups / sizeof *groups,
    .state_size = sizeof(struct tn_tnw_rules),
    .event = event,
    .end = tn_rules_tnw_end,
    .free = tn_rules_tnw_free,
    .artefacts = tn_tnw_artefacts,
};
