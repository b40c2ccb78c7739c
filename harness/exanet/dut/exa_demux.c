/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's demultiplexer.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_demux = {
    .name = "exa_demux",
    .fabric = "exanet",
    .packet = "packet",
    .plan = &tn_exa_demux_cover_plan,
    TN_DUT_COVER(tn_exa_demux_cover_ops),
};
