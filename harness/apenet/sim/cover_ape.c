/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a torus link's end: its pins, cycle by cycle.
 */
#include "../../sim/cover.h"
#include "../dut/ape_duts.h"

#include <tn/apenet/ape_cover.h>
#include <tn/apenet/ape_link_bench.h>
#include <tn/sim.h>

static void *begin(void)
{
    return tn_ape_link_cover_new(&(struct tn_ape_link_config){
        .literal = tn_sim_param("LITERAL_EN") != 0, .cut_cyc = (uint32_t)tn_sim_param("CUT_CYC")});
}

static void block(void *counts, const struct tn_block_cycle *cycle)
{
    struct tn_ape_link_pins p;
    (void)tn_ape_link_pins_of(cycle, &p);
    tn_ape_link_cover_cycle(counts, &p);
}

const struct tn_cover_ops tn_ape_link_cover_ops = {
    .begin = begin,
    .block = block,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};
