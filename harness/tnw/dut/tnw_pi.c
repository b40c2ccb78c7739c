/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The processor interface of a TNW node.
 */
#include "tnw_duts.h"

#include <tn/dut.h>
#include <tn/port_fault.h>
#include <tn/tnw/tnw_node_cover.h>

static const char *const lines[] = {"m_wr", "inj", "take", NULL};

const struct tn_dut tn_dut_tnw_pi = {
    .name = "tnw_pi",
    .fabric = "tnw",
    .packet = "packet",
    .words = &tn_case_tnw_pi,
    .plan = &tn_tnw_pi_cover_plan,
    .scope = "u_dut",
    .lines = lines,
    TN_DUT_SESSION(tn_tnw_pi_session),
    TN_DUT_LINES(tn_port_lines),
    TN_DUT_RUNNER(tn_run_tnw_pi),
    TN_DUT_COVER(tn_tnw_pi_cover_ops),
};
