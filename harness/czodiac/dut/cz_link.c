/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a PCIe link, from TLPs to symbols. Its cases are written in the words of the data link layer.
 */
#include "cz_duts.h"

#include <tn/dut.h>

const struct tn_dut tn_dut_cz_link = {
    .name = "cz_link",
    .fabric = "czodiac",
    .packet = "TLP",
    .words = &tn_case_cz_dll,
    TN_DUT_RUNNER(tn_run_cz_dll),
    TN_DUT_TRACE(tn_cz_link_trace),
};
