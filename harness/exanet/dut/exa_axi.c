/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's loads and stores to other nodes.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_axi = {
    .name = "exa_axi",
    .fabric = "exanet",
    .packet = "packet",
    .words = &tn_case_exa_axi,
    .plan = &tn_exz_cover_plan,
    .scope = "u_dut",
    TN_DUT_SESSION(tn_exa_axi_session),
    TN_DUT_RUNNER(tn_run_exa_axi),
    TN_DUT_COVER(tn_exa_axi_cover_ops),
};
