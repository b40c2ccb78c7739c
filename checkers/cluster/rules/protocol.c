/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The cluster's descriptor.
 */
#include "cluster.h"

#define TN_TABLE "../../cluster/spec/cluster.def"
#include <tn/field_table.def>

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

static bool event(struct tn_checker *c, bool spoiled)
{
    const struct tn_event *ev = c->ev;
    uint16_t word[CL_WORDS_MAX];
    struct cl_packet k;
    if (ev->unit == TN_UNIT_FRAME) {
        tn_rules_cl_run(c, spoiled);
        return !spoiled;
    }
    if (spoiled || ev->flags & TN_EV_FAULT)
        return !spoiled;
    const unsigned n = ev->len < CL_BYTES_MAX ? ev->len / CL_WORD : CL_WORDS_MAX;
    cl_words_get(ev->bytes, n, word);
    cl_decode(word, n, ev->orig_len / CL_WORD, &k);
    const bool form = k.has_header && ev->orig_len == (k.header.len + 3u) * CL_WORD;
    RULE(c, CLU_LEN_1, form, "len + 3 words", "%u bytes", ev->orig_len);
    if (form)
        tn_rules_cl_packet(c, &k);
    return true;
}

const struct tn_protocol tn_protocol_cluster = {
    .headers = tn_table_headers,
    .header_n = sizeof tn_table_headers / sizeof *tn_table_headers,
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .state_size = sizeof(struct tn_cluster_rules),
    .event = event,
    .end = tn_rules_cl_end,
    .artefacts = tn_cl_artefacts,
};
