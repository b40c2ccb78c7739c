/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The cluster's descriptor.
 */
#include "../../engine/engine.h"

#include <tn/cluster/cluster.h>

#define TN_TABLE "../../cluster/spec/cluster.def"
#include <tn/field_table.def>

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

const struct tn_protocol tn_protocol_cluster = {
    .headers = tn_table_headers,
    .header_n = sizeof tn_table_headers / sizeof *tn_table_headers,
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
};
