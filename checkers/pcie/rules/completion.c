/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What one completion shows by itself (PCIe 3.0 2.2.9, 2.3.1.1).
 */
#include "pcie.h"

void tn_rules_completion(struct tn_checker *c, const struct tn_tlp *t)
{
    pcie_rules(c)->beyond = false;
    bool defined = t->status == TN_CPL_SC || t->status == TN_CPL_UR || t->status == TN_CPL_CRS ||
                   t->status == TN_CPL_CA;
    RULE(c, CPL_STS_1, defined, "SC, UR, CRS or CA", "status %u", t->status);
    RULE(c, CPL_BCM_1, t->bcm == 0, "BCM 0", "%s", "BCM 1");
    RULE(c, TLP_RSV_3, t->rsv[2] == 0, "0", "DW2 bit 7 is %u", t->rsv[2] >> 7);
    if (!tn_tlp_has_data(t->kind)) {
        RULE(c, TLP_LEN_7, t->length_dw == 1024 || c->doubts & TN_DOUBT_ANY, "Length 0", "Length %u", t->length_dw);
        return;
    }
    if (defined)
        RULE(c, CPL_STS_2, t->status == TN_CPL_SC, "status SC", "status %u with data", t->status);
    /* the DWs that hold Byte Count bytes from Lower Address on. Which of Length and count is
     * wrong, the request tells: transaction.c */
    c->asked[R_CPL_LEN_1]++;
    pcie_rules(c)->beyond = !(t->err & TN_TLP_E_LENGTH) &&
                4u * t->length_dw > ((t->lower_addr & 3u) + t->byte_count + 3u) / 4u * 4u;
}
