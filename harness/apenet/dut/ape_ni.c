/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface of an APEnet node.
 */
#include "ape_duts.h"

#include <tn/apenet/ape_ni_cover.h>
#include <tn/dut.h>
#include <tn/port_fault.h>

static const char *const lines[] = {"in", "out", "user", "firmware", NULL};

const struct tn_dut tn_dut_ape_ni = {
    .name = "ape_ni",
    .fabric = "apenet",
    .packet = "packet",
    .words = &tn_case_ape_ni,
    .scope = "u_dut",
    .lines = lines,
    TN_DUT_SESSION(tn_ape_ni_session),
    TN_DUT_LINES(tn_port_lines),
    .plan = &tn_ape_ni_cover_plan,
    TN_DUT_RUNNER(tn_run_ape_ni),
    TN_DUT_COVER(tn_ape_ni_cover_ops),
    TN_DUT_TRACE(tn_ape_ni_trace),
};
