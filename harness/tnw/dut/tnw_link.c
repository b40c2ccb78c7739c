/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An end of TNW's link.
 */
#include "tnw_duts.h"

#include <tn/dut.h>
#include <tn/tnw/tnw_cover.h>

static const char *const lines[] = {"line0", "line1", NULL};

const struct tn_dut tn_dut_tnw_link = {
    .name = "tnw_link",
    .fabric = "tnw",
    .packet = "item",
    .words = &tn_case_tnw_link,
    .plan = &tn_tnw_cover_plan,
    .scope = "u_dut",
    .lines = lines,
    TN_DUT_SESSION(tn_tnw_link_session),
    TN_DUT_LINES(tn_tnw_link_lines),
    TN_DUT_RUNNER(tn_run_tnw_link),
    TN_DUT_COVER(tn_tnw_link_cover_ops),
    TN_DUT_TRACE(tn_tnw_link_trace),
};
