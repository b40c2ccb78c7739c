/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a lane of the cluster.
 */
#include "words.h"
#include "../dut/cl_duts.h"

#include <tn/block_table.h>
#include <tn/cluster/cl_cover.h>
#include <tn/dut.h>
#include <tn/event.h>

extern const struct tn_bench_ops tn_bench_cl_link;
extern const struct tn_block_table tn_table_cl_link;

static const char *const lines[] = {"wire_tx", "wire_rx", NULL};

const struct tn_dut tn_dut_cl_link = {
    .name = "cl_link",
    .fabric = "cluster",
    .packet = "packet",
    .carries = TN_FABRIC_CLUSTER,
    .table = &tn_table_cl_link,
    .text = &tn_text_cl_link,
    .plan = &tn_cl_link_cover_plan,
    .scope = "u_dut",
    .lines = lines,
    TN_DUT_BENCH(tn_bench_cl_link),
    TN_DUT_LINES(tn_cl_lane_lines),
    TN_DUT_COVER(tn_cl_link_cover_ops),
    TN_DUT_TRACE(tn_cl_link_trace),
};
