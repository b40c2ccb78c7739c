/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of an APEnet torus link.
 */
#include "ape_duts.h"

#include <tn/apenet/ape_cover.h>
#include <tn/dut.h>

const struct tn_dut tn_dut_ape_link = {
    .name = "ape_link",
    .fabric = "apenet",
    .packet = "packet",
    .words = &tn_case_ape_link,
    .plan = &tn_ape_link_cover_plan,
    TN_DUT_RUNNER(tn_run_ape_link),
    TN_DUT_COVER(tn_ape_link_cover_ops),
};
