/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The data link layer of a PCIe link, one end.
 */
#include "cz_duts.h"

#include <tn/czodiac/cz_dll_cover.h>
#include <tn/dut.h>

static const char *const lines[] = {"m_frm", "s_frm", NULL};

const struct tn_dut tn_dut_cz_dll = {
    .name = "cz_dll",
    .fabric = "czodiac",
    .packet = "TLP",
    .words = &tn_case_cz_dll,
    .plan = &tn_cz_dll_cover_plan,
    .scope = "u_dut",
    .lines = lines,
    TN_DUT_SESSION(tn_cz_dll_session),
    TN_DUT_LINES(tn_cz_wire_lines),
    TN_DUT_RUNNER(tn_run_cz_dll),
    TN_DUT_COVER(tn_cz_dll_cover_ops),
    TN_DUT_TRACE(tn_cz_dll_trace),
};
