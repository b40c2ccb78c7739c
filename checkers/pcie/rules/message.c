/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages (PCIe 3.0 2.2.8): codes, routing, traffic class, attributes, data, direction.
 */
#include "pcie.h"

#include <tn/fields.h>

#include <stdio.h>

enum route { TO_RC = 0, BY_ADDRESS = 1, BY_ID = 2, BROADCAST = 3, LOCAL = 4, GATHERED = 5 };

/* A row of the table below: what section 2.2.8 asks of the messages with codes first to last. */
struct message {
    uint8_t first, last;
    uint8_t route;                      /* the only one, or ANY_ROUTE */
    enum tn_pcie_rule route_rule, tc_rule;
    uint8_t dir;                        /* enum tn_dir; 0: both */
    enum tn_pcie_rule dir_rule;
    enum { NO_DATA, MAY_DATA, MUST_DATA } data;
    uint8_t data_dw;                    /* with MUST_DATA: its Length */
    enum tn_pcie_rule data_rule;
    bool plain;                         /* bytes 8 to 15 are reserved */
};

enum { ANY_ROUTE = 255, VENDOR_ROUTES = 1 << TO_RC | 1 << BY_ID | 1 << BROADCAST | 1 << LOCAL };

#define CODE(name) TN_tlp_msg_code_##name
#define ONE(name) .first = CODE(name), .last = CODE(name)
#define ROUTE(r, rule) .route = r, .route_rule = R_##rule
#define DIR(d, rule) .dir = TN_DIR_##d, .dir_rule = R_##rule
#define TC0(rule) .tc_rule = R_##rule

/* No rule is R_TLP_FMT_1, which is 0: a member that is left out asks nothing. */
static const struct message messages[] = {
    {ONE(UNLOCK), ROUTE(BROADCAST, TLP_MSG_9), TC0(TLP_TC_6), DIR(DOWN, TLP_MSG_24), .plain = true},
    {ONE(INVALIDATE_REQ), ROUTE(BY_ID, TLP_MSG_19), TC0(TLP_TC_9), DIR(DOWN, TLP_MSG_27), .data = MUST_DATA,
     .data_dw = 2, .data_rule = R_TLP_MSG_20},
    {ONE(INVALIDATE_CPL), ROUTE(BY_ID, TLP_MSG_19), TC0(TLP_TC_9), DIR(UP, TLP_MSG_26)},
    {ONE(PAGE_REQ), ROUTE(TO_RC, TLP_MSG_18), TC0(TLP_TC_9), DIR(UP, TLP_MSG_26)},
    {ONE(PRG_RSP), ROUTE(BY_ID, TLP_MSG_19), TC0(TLP_TC_9), DIR(DOWN, TLP_MSG_27)},
    {ONE(LTR), ROUTE(LOCAL, TLP_MSG_17), TC0(TLP_TC_8), DIR(UP, TLP_MSG_26)},
    {ONE(OBFF), ROUTE(LOCAL, TLP_MSG_17), TC0(TLP_TC_8), DIR(DOWN, TLP_MSG_27)},
    {ONE(PM_ACTIVE_NAK), ROUTE(LOCAL, TLP_MSG_7), TC0(TLP_TC_4), DIR(DOWN, TLP_MSG_21), .plain = true},
    {ONE(PM_PME), ROUTE(TO_RC, TLP_MSG_4), TC0(TLP_TC_4), DIR(UP, TLP_MSG_22), .plain = true},
    {ONE(PME_TURN_OFF), ROUTE(BROADCAST, TLP_MSG_5), TC0(TLP_TC_4), DIR(DOWN, TLP_MSG_14), .plain = true},
    {ONE(PME_TO_ACK), ROUTE(GATHERED, TLP_MSG_6), TC0(TLP_TC_4), DIR(UP, TLP_MSG_15), .plain = true},
    {.first = CODE(ASSERT_INTA), .last = CODE(DEASSERT_INTD), ROUTE(LOCAL, TLP_MSG_3), TC0(TLP_TC_3),
     DIR(UP, TLP_MSG_13), .plain = true},
    {.first = CODE(ERR_COR), .last = CODE(ERR_NONFATAL), ROUTE(TO_RC, TLP_MSG_8), TC0(TLP_TC_5),
     DIR(UP, TLP_MSG_23), .plain = true},
    {ONE(ERR_FATAL), ROUTE(TO_RC, TLP_MSG_8), TC0(TLP_TC_5), DIR(UP, TLP_MSG_23), .plain = true},
    /* hot plug, no longer meaningful but defined: 2.2.8.7 */
    {.first = CODE(IGNORED_40), .last = CODE(IGNORED_41), .route = ANY_ROUTE},
    {.first = CODE(IGNORED_43), .last = CODE(IGNORED_45), .route = ANY_ROUTE},
    {.first = CODE(IGNORED_47), .last = CODE(IGNORED_48), .route = ANY_ROUTE},
    {ONE(SET_SLOT_POWER), ROUTE(LOCAL, TLP_MSG_10), TC0(TLP_TC_7), DIR(DOWN, TLP_MSG_25), .data = MUST_DATA,
     .data_dw = 1, .data_rule = R_TLP_MSG_11, .plain = true},
    {ONE(PTM_REQ), ROUTE(LOCAL, TLP_MSG_17), TC0(TLP_TC_8), DIR(UP, TLP_MSG_26)},
    {ONE(PTM_RSP), ROUTE(LOCAL, TLP_MSG_17), TC0(TLP_TC_8), DIR(DOWN, TLP_MSG_27), .data = MAY_DATA},
    {.first = CODE(VENDOR0), .last = CODE(VENDOR1), .route = ANY_ROUTE, .data = MAY_DATA},
};

static const struct message *message_of(unsigned code)
{
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (code >= messages[i].first && code <= messages[i].last)
            return &messages[i];
    return NULL;
}

/* Counts the rule as asked; the verdict when cond is false, of a rule that a table names. */
#define RULE_OF(c, rule, cond, expected, ...)                                                      \
    do {                                                                                           \
        (c)->asked[rule]++;                                                                        \
        if (!(cond))                                                                               \
            tn_rule_fail((c), (rule), 0, (expected), __VA_ARGS__);                                 \
    } while (0)

static void data_rules(struct tn_checker *c, const struct tn_tlp *t, const struct message *m)
{
    const bool data = t->kind == TN_TLP_MSGD;
    char expected[32];
    RULE(c, TLP_MSG_12, !data || m->data != NO_DATA, "no data", "MsgD, code %02x", t->msg_code);
    if (m->data == MUST_DATA) {
        snprintf(expected, sizeof expected, "MsgD, Length %u", m->data_dw);
        RULE_OF(c, m->data_rule, data && t->length_dw == m->data_dw, expected, "%s, Length %u",
                tn_tlp_name(t->kind), t->length_dw);
    } else if (!data) {
        RULE(c, TLP_LEN_6, t->length_dw == 1024 || c->doubts & TN_DOUBT_ANY, "Length 0", "Length %u", t->length_dw);
    }
}

static void head_rules(struct tn_checker *c, const struct tn_tlp *t, const struct message *m)
{
    enum { NO_SNOOP_AND_RO = 3 };
    const bool vendor = m->first == CODE(VENDOR0);
    char expected[32];
    if (m->route != ANY_ROUTE) {
        snprintf(expected, sizeof expected, "routing %u%u%ub", m->route >> 2, m->route >> 1 & 1u, m->route & 1u);
        RULE_OF(c, m->route_rule, t->msg_route == m->route, expected, "routing %u", t->msg_route);
    }
    if (vendor)
        RULE(c, TLP_MSG_16, VENDOR_ROUTES >> t->msg_route & 1, "routing 000b, 010b, 011b or 100b", "routing %u",
             t->msg_route);
    if (m->tc_rule)
        RULE_OF(c, m->tc_rule, t->tc == 0, "TC 0", "TC %u", t->tc);
    if (!vendor)
        RULE_OF(c, m->tc_rule == R_TLP_TC_9 ? R_TLP_ATTR_4 : R_TLP_ATTR_3, !(t->attr & NO_SNOOP_AND_RO),
                "relaxed ordering and No Snoop 0", "Attr %u, code %02x", t->attr, t->msg_code);
    if (m->dir && c->ev->dir)
        RULE_OF(c, m->dir_rule, c->ev->dir == m->dir, m->dir == TN_DIR_UP ? "upstream" : "downstream", "%s",
                c->ev->dir == TN_DIR_UP ? "upstream" : "downstream");
    if (m->plain)
        RULE(c, TLP_MSG_28, t->msg_dw2 == 0 && t->msg_dw3 == 0, "bytes 8 to 15 are 0", "%08x %08x", t->msg_dw2,
             t->msg_dw3);
}

void tn_rules_message(struct tn_checker *c, const struct tn_tlp *t)
{
    const struct message *m = message_of(t->msg_code);
    RULE(c, TLP_MSG_1, t->msg_route <= GATHERED, "routing 000b to 101b", "routing %u", t->msg_route);
    RULE(c, TLP_MSG_2, m != NULL, "a defined code", "code %02x", t->msg_code);
    if (!m || t->msg_route > GATHERED)
        return;
    data_rules(c, t, m);
    head_rules(c, t, m);
}
