/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of APEnet's links and routers: their pins, cycle by cycle.
 */
#include "../../sim/cover.h"
#include "../bfm/ape_router.h"
#include "../dut/ape_duts.h"

#include <tn/apenet/ape_cover.h>
#include <tn/apenet/ape_link_bench.h>
#include <tn/sim.h>

static void *begin_link(void)
{
    return tn_ape_link_cover_new(
        &(struct tn_ape_link_config){.in_band = tn_sim_param("BAND") == 0,
                                     .literal = tn_sim_param("LITERAL_EN") != 0,
                                     .cut_cyc = (uint32_t)tn_sim_param("CUT_CYC")});
}

static void link_cycle(void *counts, const struct tn_block_cycle *cycle)
{
    struct tn_ape_link_pins p;
    (void)tn_ape_link_pins_of(cycle, &p);
    tn_ape_link_cover_cycle(counts, &p);
}

const struct tn_cover_ops tn_ape_link_cover_ops = {
    .begin = begin_link,
    .block = link_cycle,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};

static void *begin_router(void)
{
    struct tn_ape_router_config par;
    tn_ape_router_params(&par);
    return tn_ape_router_cover_new(&par);
}

static void router_cycle(void *counts, const char *where, const void *what)
{
    (void)where;
    tn_ape_router_cover_cycle(counts, what);
}

static void router_end(void *counts)
{
    tn_ape_router_cover_free(counts);
}

static const struct tn_cover_follow router_cycles[] = {{&tn_show_ape_router, router_cycle},
                                                       {NULL, NULL}};

const struct tn_cover_ops tn_ape_router_cover_ops = {
    .begin = begin_router,
    .follow = router_cycles,
    .bins = tn_cover_state_counts,
    .end = router_end,
};
