/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus of TNW nodes.
 */
#include "tnw_duts.h"

#include <tn/dut.h>
#include <tn/tnw/tnw_node_cover.h>

static const char *const lines[] = {"line0", "line1", NULL};

const struct tn_dut tn_dut_tnw_torus = {
    .name = "tnw_torus",
    .fabric = "tnw",
    .packet = "TLP",
    .plan = &tn_tnw_torus_cover_plan,
    .scope = "u_dut",
    .lines = lines,
    TN_DUT_SESSION(tn_tnw_torus_session),
    TN_DUT_LINES(tn_tnw_torus_lines),
    TN_DUT_COVER(tn_tnw_torus_cover_ops),
};
