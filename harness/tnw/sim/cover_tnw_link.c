/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a TNW link's end: its pins, cycle by cycle. It stands apart from the nodes'
 * coverage because the benches of a link and of a node have names in common.
 */
#include "../bfm/tnw_show.h"
#include "../dut/tnw_duts.h"
#include "../../sim/cover.h"

#include <tn/tnw/bfm_tnw.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_cover.h>

static void *begin(void)
{
    return tn_tnw_cover_new(&(struct tn_tnw_params){(uint8_t)tn_sim_param("TX_ITEMS_LOG2"),
                                                    (uint8_t)tn_sim_param("RX_PKTS_LOG2")});
}

static void link_cycle(void *counts, const char *where, const void *what)
{
    const struct tn_tnw_pins *pins = what;
    (void)where;
    tn_tnw_cover_cycle(counts, &pins->in, &pins->out);
}

static const struct tn_cover_follow cycles[] = {{&tn_show_tnw_pins, link_cycle}, {NULL, NULL}};

const struct tn_cover_ops tn_tnw_link_cover_ops = {
    .begin = begin,
    .follow = cycles,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};
