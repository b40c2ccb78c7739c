/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A board of four FPGAs, twice; the gateway's lines are the bench's.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_qfdb = {
    .name = "exa_qfdb",
    .fabric = "exanet",
    .packet = "packet",
    .plan = &tn_exa_boards_cover_plan,
    TN_DUT_COVER(tn_exa_boards_cover_ops),
};
