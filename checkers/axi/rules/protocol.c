/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI4's descriptor. Ports are judged beat by beat (tn_checker_axi()); a capture has no records of
 * them.
 */
#include "axi.h"

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

/* The rules of a port; of the slave port of ExaNet's blocks. */
static const struct tn_rule_group groups[] = {{R_AXI_RST_1, 400}, {R_AXS_BST_1, 600}};

const struct tn_protocol tn_protocol_axi = {
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .groups = groups,
    .group_n = sizeof groups / sizeof *groups,
    .state_size = sizeof(struct tn_axi_rules),
    .end = tn_rules_axi_end,
};
