/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * PCIe's descriptor: which rules a record of a TLP or of a link frame is asked.
 */
#include "pcie.h"

#include <tn/pcie/dllp.h>
#include <tn/artefact.h>

#include <stdlib.h>

#define TN_TABLE "../../pcie/spec/headers.def"
#include <tn/field_table.def>

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

static const uint8_t doubts[TN_PCIE_RULES] = {
    [R_TLP_LEN_1] = TN_DOUBT_LENGTH, [R_TLP_ALN_1] = TN_DOUBT_LENGTH, [R_TLP_TD_1] = TN_DOUBT_LENGTH,
    [R_TLP_LEN_8] = TN_DOUBT_ANY,    [R_ECRC_1] = TN_DOUBT_ANY,
    [R_TLP_4K_1] = TN_DOUBT_BYTES,   [R_TLP_BE_1] = TN_DOUBT_BYTES,   [R_TLP_BE_2] = TN_DOUBT_BYTES,
    [R_TLP_BE_3] = TN_DOUBT_BYTES,   [R_TLP_BE_4] = TN_DOUBT_BYTES,   [R_TLP_BE_5] = TN_DOUBT_BYTES,
    [R_TLP_ATM_1] = TN_DOUBT_BYTES,  [R_TLP_ATM_2] = TN_DOUBT_BYTES,
    [R_TLP_LEN_4] = TN_DOUBT_BYTES,  [R_TLP_LEN_5] = TN_DOUBT_BYTES,
    [R_TLP_TC_1] = TN_DOUBT_TC,      [R_TLP_TC_2] = TN_DOUBT_TC,
    [R_TLP_ATTR_1] = TN_DOUBT_ATTR,  [R_TLP_ATTR_2] = TN_DOUBT_ATTR,
    [R_CPL_STS_1] = TN_DOUBT_STATUS, [R_CPL_STS_2] = TN_DOUBT_STATUS,
};

/* What an answer owes its request, an Ack its TLP, and a TLP the credit for it. */
static const bool crosses[TN_PCIE_RULES] = {
    [R_TAG_1] = true,  [R_CPL_1] = true,  [R_CPL_2] = true,  [R_CPL_3] = true,  [R_CPL_4] = true,  [R_CPL_5] = true,
    [R_CPL_6] = true,  [R_CPL_7] = true,  [R_CPL_8] = true,  [R_CPL_9] = true,  [R_CPL_10] = true, [R_CPL_11] = true,
    [R_CPL_12] = true, [R_CPL_13] = true, [R_CPL_14] = true, [R_CPL_15] = true, [R_CPL_16] = true, [R_CPL_17] = true,
    [R_CPL_18] = true, [R_CPL_19] = true, [R_DLL_4] = true,  [R_DLL_8] = true,  [R_DLL_9] = true,  [R_DLL_10] = true,
    [R_DLL_11] = true, [R_DLL_12] = true, [R_DLL_13] = true, [R_DLL_14] = true, [R_FC_1] = true,   [R_FC_4] = true,
    [R_FC_6] = true,   [R_FC_7] = true,   [R_FC_8] = true,   [R_FC_9] = true,   [R_ORD_1] = true,  [R_ORD_2] = true,
    [R_ORD_3] = true,
};

static const struct tn_rule_group groups[] = {{R_TLP_FMT_1, 100}};

static bool event(struct tn_checker *c, bool spoiled)
{
    const bool frame = c->ev->unit == TN_UNIT_FRAME;
    if (spoiled && frame)
        tn_rules_frame_lost(c);
    else if (spoiled)
        tn_rules_missing(c);
    else if (frame)
        tn_rules_frame(c);
    else
        tn_rules_tlp(c);
    return !spoiled;
}

static void copy(struct tn_checker *c)
{
    pcie_rules(c)->copies = true;
}

static void between(struct tn_checker *c, bool spoiled)
{
    struct tn_tlp t;
    if (spoiled)
        return;
    if (!(tn_tlp_decode(c->ev->bytes, c->ev->len, c->ev->orig_len, &t) &
          (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)))
        tn_rules_order(c, &t);
}

static void end(struct tn_checker *c)
{
    tn_rules_acks_end(c);
    tn_rules_transaction_end(c);
}

static void release(struct tn_checker *c)
{
    struct tn_pcie_rules *s = pcie_rules(c);
    tn_keyed_free(&s->open);
    free(s->unordered);
    free(s->joined);
    for (unsigned i = 0; i < TN_LINKS; i++)
        free(s->sent[i]);
    tn_rules_flow_free(s);
    tn_rules_acks_free(s);
    free(s->order);
}

const struct tn_protocol tn_protocol_pcie = {
    .headers = tn_table_headers,
    .header_n = sizeof tn_table_headers / sizeof *tn_table_headers,
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .groups = groups,
    .group_n = sizeof groups / sizeof *groups,
    .doubts = doubts,
    .apart = tn_pcie_apart,
    .crosses = crosses,
    .state_size = sizeof(struct tn_pcie_rules),
    .begin = tn_rules_transaction_begin,
    .event = event,
    .copy = copy,
    .between = between,
    .end = end,
    .free = release,
    .artefacts = tn_pcie_artefacts,
};
