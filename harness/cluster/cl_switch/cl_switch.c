/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The level-2 switch of the cluster.
 */
#include "words.h"
#include "../dut/cl_duts.h"

#include <tn/block_table.h>
#include <tn/cluster/cl_cover.h>
#include <tn/dut.h>
#include <tn/event.h>

extern const struct tn_bench_ops tn_bench_cl_switch;
extern const struct tn_block_table tn_table_cl_switch;

const struct tn_dut tn_dut_cl_switch = {
    .name = "cl_switch",
    .fabric = "cluster",
    .packet = "packet",
    .carries = TN_FABRIC_CLUSTER,
    .table = &tn_table_cl_switch,
    .text = &tn_text_cl_switch,
    .plan = &tn_cl_switch_cover_plan,
    .scope = "u_dut",
    TN_DUT_BENCH(tn_bench_cl_switch),
    TN_DUT_COVER(tn_cl_switch_cover_ops),
};
