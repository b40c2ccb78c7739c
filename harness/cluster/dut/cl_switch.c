/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The level-2 switch of the cluster.
 */
#include <tn/block_table.h>
#include <tn/dut.h>

extern const struct tn_block_table tn_table_cl_switch;

const struct tn_dut tn_dut_cl_switch = {
    .name = "cl_switch",
    .fabric = "cluster",
    .packet = "packet",
    .scope = "u_dut",
    .table = &tn_table_cl_switch,
};
