/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's sender of RDMA transactions.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_dma = {
    .name = "exa_dma",
    .fabric = "exanet",
    .packet = "packet",
    .words = &tn_case_exa_dma,
    .plan = &tn_exd_cover_plan,
    .scope = "u_dut",
    TN_DUT_SESSION(tn_exa_dma_session),
    TN_DUT_RUNNER(tn_run_exa_dma),
    TN_DUT_COVER(tn_exa_dma_cover_ops),
};
