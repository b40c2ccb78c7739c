/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a lane's end: its pins, cycle by cycle.
 */
#include "../../sim/cover.h"
#include "../dut/cl_duts.h"

#include <tn/bfm_block.h>
#include <tn/cluster/cl_cover.h>
#include <tn/cluster/cl_link_bench.h>
#include <tn/sim.h>

static void *begin(void)
{
    return tn_cl_link_cover_new(
        &(struct tn_cl_link_config){.plane = (uint8_t)tn_sim_param("PLANE")});
}

static void cycle(void *counts, const struct tn_block_cycle *c)
{
    struct tn_cl_link_pins p;
    (void)tn_cl_link_pins_of(c, &p);
    tn_cl_link_cover_cycle(counts, &p);
}

const struct tn_cover_ops tn_cl_link_cover_ops = {
    .begin = begin,
    .block = cycle,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};
