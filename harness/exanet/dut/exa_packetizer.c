/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's packetizer.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_packetizer = {
    .name = "exa_packetizer",
    .fabric = "exanet",
    .packet = "packet",
    .words = &tn_case_exa_packetizer,
    .plan = &tn_exn_cover_plan,
    .scope = "u_dut",
    TN_DUT_SESSION(tn_exa_packetizer_session),
    TN_DUT_RUNNER(tn_run_exa_packetizer),
    TN_DUT_COVER(tn_exa_packetizer_cover_ops),
};
