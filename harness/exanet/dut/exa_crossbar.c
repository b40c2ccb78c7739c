/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's intra-node switch.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_crossbar = {
    .name = "exa_crossbar",
    .fabric = "exanet",
    .packet = "packet",
    .words = &tn_case_exa_xbar,
    .plan = &tn_exa_xbar_cover_plan,
    .scope = "u_dut",
    TN_DUT_SESSION(tn_exa_xbar_session),
    TN_DUT_RUNNER(tn_run_exa_xbar),
    TN_DUT_COVER(tn_exa_xbar_cover_ops),
};
