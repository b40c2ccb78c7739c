/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * cZodiac's descriptor. Its packets are PCIe's; its rules are of blocks, which judges with a view of
 * the ports ask, and of streams (tn_checker_stream()).
 */
#include "czodiac.h"

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

static const struct tn_rule_group groups[] = {{R_CZR_ISO_1, 200}};

const struct tn_protocol tn_protocol_czodiac = {
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .groups = groups,
    .group_n = sizeof groups / sizeof *groups,
};
