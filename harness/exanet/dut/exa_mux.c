/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's multiplexer.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_mux = {
    .name = "exa_mux",
    .fabric = "exanet",
    .packet = "packet",
    .plan = &tn_exa_mux_cover_plan,
    TN_DUT_COVER(tn_exa_mux_cover_ops),
};
