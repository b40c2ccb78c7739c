/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two boards of four FPGAs.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_two_qfdb = {
    .name = "exa_two_qfdb",
    .fabric = "exanet",
    .packet = "packet",
    .plan = &tn_exa_boards_cover_plan,
    TN_DUT_COVER(tn_exa_boards_cover_ops),
};
