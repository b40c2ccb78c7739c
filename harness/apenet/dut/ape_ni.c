/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface of an APEnet node.
 */
#include "ape_duts.h"

#include <tn/dut.h>

const struct tn_dut tn_dut_ape_ni = {
    .name = "ape_ni",
    .fabric = "apenet",
    .packet = "packet",
    .words = &tn_case_ape_ni,
    TN_DUT_RUNNER(tn_run_ape_ni),
};
