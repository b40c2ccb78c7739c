/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages (PCIe 3.0 2.2.8): codes, routing, traffic class, data, direction.
 */
#include "pcie.h"

#include <tn/fields.h>

enum route { TO_RC = 0, BY_ADDRESS = 1, BY_ID = 2, BROADCAST = 3, LOCAL = 4, GATHERED = 5 };
enum group { G_NONE, G_INTX, G_PM, G_ERR, G_UNLOCK, G_SLOT, G_VENDOR, G_DATA, G_OTHER };

static enum group group_of(unsigned code)
{
    switch (code) {
    case TN_tlp_msg_code_UNLOCK:
        return G_UNLOCK;
    case TN_tlp_msg_code_INVALIDATE_REQ: /* what to invalidate */
    case TN_tlp_msg_code_PTM_RSP:        /* with or without a time */
        return G_DATA;
    case TN_tlp_msg_code_INVALIDATE_CPL:
    case TN_tlp_msg_code_PAGE_REQ:
    case TN_tlp_msg_code_PRG_RSP:
    case TN_tlp_msg_code_LTR:
    case TN_tlp_msg_code_OBFF:
    case TN_tlp_msg_code_PTM_REQ:
    case TN_tlp_msg_code_IGNORED_40: /* hot plug, no longer meaningful but defined: 2.2.8.7 */
    case TN_tlp_msg_code_IGNORED_41:
    case TN_tlp_msg_code_IGNORED_43:
    case TN_tlp_msg_code_IGNORED_44:
    case TN_tlp_msg_code_IGNORED_45:
    case TN_tlp_msg_code_IGNORED_47:
    case TN_tlp_msg_code_IGNORED_48:
        return G_OTHER;
    case TN_tlp_msg_code_PM_ACTIVE_NAK:
    case TN_tlp_msg_code_PM_PME:
    case TN_tlp_msg_code_PME_TURN_OFF:
    case TN_tlp_msg_code_PME_TO_ACK:
        return G_PM;
    case TN_tlp_msg_code_ERR_COR:
    case TN_tlp_msg_code_ERR_NONFATAL:
    case TN_tlp_msg_code_ERR_FATAL:
        return G_ERR;
    case TN_tlp_msg_code_SET_SLOT_POWER:
        return G_SLOT;
    case TN_tlp_msg_code_VENDOR0:
    case TN_tlp_msg_code_VENDOR1:
        return G_VENDOR;
    default:
        return code >= TN_tlp_msg_code_ASSERT_INTA && code <= TN_tlp_msg_code_DEASSERT_INTD
                   ? G_INTX
                   : G_NONE;
    }
}

static void pm_rules(struct tn_checker *c, const struct tn_tlp *t)
{
    unsigned r = t->msg_route;
    RULE(c, TLP_TC_4, t->tc == 0, "TC 0", "TC %u", t->tc);
    switch (t->msg_code) {
    case TN_tlp_msg_code_PM_PME:
        RULE(c, TLP_MSG_4, r == TO_RC, "routing 000b", "routing %u", r);
        break;
    case TN_tlp_msg_code_PME_TURN_OFF:
        RULE(c, TLP_MSG_5, r == BROADCAST, "routing 011b", "routing %u", r);
        if (c->ev->dir)
            RULE(c, TLP_MSG_14, c->ev->dir == TN_DIR_DOWN, "downstream", "%s", "upstream");
        break;
    case TN_tlp_msg_code_PME_TO_ACK:
        RULE(c, TLP_MSG_6, r == GATHERED, "routing 101b", "routing %u", r);
        if (c->ev->dir)
            RULE(c, TLP_MSG_15, c->ev->dir == TN_DIR_UP, "upstream", "%s", "downstream");
        break;
    default:
        RULE(c, TLP_MSG_7, r == LOCAL, "routing 100b", "routing %u", r);
        break;
    }
}

void tn_rules_message(struct tn_checker *c, const struct tn_tlp *t)
{
    enum group g = group_of(t->msg_code);
    unsigned r = t->msg_route;
    bool data = t->kind == TN_TLP_MSGD;

    RULE(c, TLP_MSG_1, r <= GATHERED, "routing 000b to 101b", "routing %u", r);
    RULE(c, TLP_MSG_2, g != G_NONE, "a defined code", "code %02x", t->msg_code);
    if (g == G_NONE || r > GATHERED)
        return;
    RULE(c, TLP_MSG_12, !data || g == G_SLOT || g == G_VENDOR || g == G_DATA, "no data", "MsgD, code %02x",
         t->msg_code);
    if (!data && g != G_SLOT)
        RULE(c, TLP_LEN_6, t->length_dw == 1024, "Length 0", "Length %u", t->length_dw);
    switch (g) {
    case G_INTX:
        RULE(c, TLP_MSG_3, r == LOCAL, "routing 100b", "routing %u", r);
        RULE(c, TLP_TC_3, t->tc == 0, "TC 0", "TC %u", t->tc);
        if (c->ev->dir)
            RULE(c, TLP_MSG_13, c->ev->dir == TN_DIR_UP, "upstream", "%s", "downstream");
        break;
    case G_PM:
        pm_rules(c, t);
        break;
    case G_ERR:
        RULE(c, TLP_MSG_8, r == TO_RC, "routing 000b", "routing %u", r);
        RULE(c, TLP_TC_5, t->tc == 0, "TC 0", "TC %u", t->tc);
        break;
    case G_UNLOCK:
        RULE(c, TLP_MSG_9, r == BROADCAST, "routing 011b", "routing %u", r);
        RULE(c, TLP_TC_6, t->tc == 0, "TC 0", "TC %u", t->tc);
        break;
    case G_SLOT:
        RULE(c, TLP_MSG_10, r == LOCAL, "routing 100b", "routing %u", r);
        RULE(c, TLP_MSG_11, data && t->length_dw == 1, "MsgD, Length 1", "%s, Length %u",
             tn_tlp_name(t->kind), t->length_dw);
        RULE(c, TLP_TC_7, t->tc == 0, "TC 0", "TC %u", t->tc);
        break;
    case G_VENDOR:
        RULE(c, TLP_MSG_16, r == TO_RC || r == BY_ID || r == BROADCAST || r == LOCAL,
             "routing 000b, 010b, 011b or 100b", "routing %u", r);
        break;
    default:
        break;
    }
}
