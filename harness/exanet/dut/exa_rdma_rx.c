/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's RDMA receiver.
 */
#include "exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_cover.h>

const struct tn_dut tn_dut_exa_rdma_rx = {
    .name = "exa_rdma_rx",
    .fabric = "exanet",
    .packet = "packet",
    .words = &tn_case_exa_rdma_rx,
    .plan = &tn_exv_cover_plan,
    .scope = "u_dut",
    TN_DUT_SESSION(tn_exa_rdma_rx_session),
    TN_DUT_RUNNER(tn_run_exa_rdma_rx),
    TN_DUT_COVER(tn_exa_rdma_rx_cover_ops),
};
