/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * cZodiac's IO port remapper.
 */
#include "cz_duts.h"

#include <tn/dut.h>
#include <tn/czodiac/cz_cover.h>

const struct tn_dut tn_dut_cz_ioport_remap = {
    .name = "cz_ioport_remap",
    .fabric = "czodiac",
    .packet = "TLP",
    .words = &tn_case_cz,
    .plan = &tn_cz_cover_plan,
    .scope = "u_dut",
    TN_DUT_SESSION(tn_cz_session),
    TN_DUT_RUNNER(tn_run_cz),
    TN_DUT_COVER(tn_cz_cover_ops),
};
