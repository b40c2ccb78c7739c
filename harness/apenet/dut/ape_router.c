/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The router of an APEnet node.
 */
#include "ape_duts.h"

#include <tn/apenet/ape_cover.h>
#include <tn/dut.h>

const struct tn_dut tn_dut_ape_router = {
    .name = "ape_router",
    .fabric = "apenet",
    .packet = "packet",
    .words = &tn_case_ape_router,
    .plan = &tn_ape_router_cover_plan,
    TN_DUT_RUNNER(tn_run_ape_router),
    TN_DUT_COVER(tn_ape_router_cover_ops),
};
