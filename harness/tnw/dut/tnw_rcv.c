/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The reception side of a TNW node.
 */
#include "tnw_duts.h"

#include <tn/dut.h>
#include <tn/port_fault.h>
#include <tn/tnw/tnw_node_cover.h>

static const char *const lines[] = {"rcv", "m_wr", NULL};

const struct tn_dut tn_dut_tnw_rcv = {
    .name = "tnw_rcv",
    .fabric = "tnw",
    .packet = "packet",
    .words = &tn_case_tnw_rcv,
    .plan = &tn_tnw_rcv_cover_plan,
    .scope = "u_dut",
    .lines = lines,
    TN_DUT_SESSION(tn_tnw_rcv_session),
    TN_DUT_LINES(tn_port_lines),
    TN_DUT_RUNNER(tn_run_tnw_rcv),
    TN_DUT_COVER(tn_tnw_rcv_cover_ops),
};
