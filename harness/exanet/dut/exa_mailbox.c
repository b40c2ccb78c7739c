/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's mailbox.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_mailbox = {
    .name = "exa_mailbox",
    .fabric = "exanet",
    .packet = "packet",
    .words = &tn_case_exa_mailbox,
    .plan = &tn_exn_cover_plan,
    .scope = "u_dut",
    TN_DUT_SESSION(tn_exa_mailbox_session),
    TN_DUT_RUNNER(tn_run_exa_mailbox),
    TN_DUT_COVER(tn_exa_mailbox_cover_ops),
};
