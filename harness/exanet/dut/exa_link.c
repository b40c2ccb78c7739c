/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two ends of ExaNet's serial link, back to back.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_link = {
    .name = "exa_link",
    .fabric = "exanet",
    .packet = "packet",
    .words = &tn_case_exa_link,
    .plan = &tn_exl_cover_plan,
    .scope = "g_side[0].u_dut",
    .line_early = 2500, /* saboteurs look at every 256th block */
    TN_DUT_SESSION(tn_exa_link_session),
    TN_DUT_RUNNER(tn_run_exa_link),
    TN_DUT_COVER(tn_exa_link_cover_ops),
    TN_DUT_TRACE(tn_exa_link_trace),
};
