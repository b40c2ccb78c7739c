/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two nodes with their RDMA engines.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

/* As exa_nodes.c counts them. */
static const char *const places[] = {"data0", "data1", "control0", "control1", "response0", "response1", "note0", "note1",
                                     "source0", "source1", "target0", "target1", "both0", "both1", "line0", "line1",
                                     "firmware0", "firmware1", "user0", "user1", NULL};

const struct tn_dut tn_dut_exa_two_nodes = {
    .name = "exa_two_nodes",
    .fabric = "exanet",
    .packet = "packet",
    .words = &tn_case_exa_two_nodes,
    .plan = &tn_exa_nodes_cover_plan,
    .scope = "u_dut",
    .lines = places,
    TN_DUT_SESSION(tn_exa_nodes_session),
    TN_DUT_RUNNER(tn_run_exa_two_nodes),
    TN_DUT_LINES(tn_exa_nodes_lines),
    TN_DUT_COVER(tn_exa_two_nodes_cover_ops),
};
