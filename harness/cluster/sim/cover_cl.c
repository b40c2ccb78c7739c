/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a lane's end and of the level-2 switch: their pins, cycle by cycle.
 */
#include "../../bfm/show.h"
#include "../../sim/cover.h"
#include "../dut/cl_duts.h"

#include <tn/cluster/cl_cover.h>
#include <tn/sim.h>

static void *begin_link(void)
{
    return tn_cl_link_cover_new(
        &(struct tn_cl_link_config){.plane = (uint8_t)tn_sim_param("PLANE")});
}

static void pins_of_link(void *counts, const char *where, const void *pins)
{
    (void)where;
    tn_cl_link_cover_cycle(counts, pins);
}

static const struct tn_cover_follow follow_link[] = {{&tn_show_pins, pins_of_link}, {0}};

const struct tn_cover_ops tn_cl_link_cover_ops = {
    .begin = begin_link,
    .follow = follow_link,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};

static void *begin_switch(void)
{
    return tn_cl_switch_cover_new(&(struct tn_cl_switch_config){
        (uint8_t)tn_sim_param("PORT_N"), (uint8_t)tn_sim_param("PLANE_N"),
        (uint8_t)tn_sim_param("SPEED"), tn_sim_param("PREEMPT") != 0});
}

static void pins_of_switch(void *counts, const char *where, const void *pins)
{
    (void)where;
    tn_cl_switch_cover_cycle(counts, pins);
}

static const struct tn_cover_follow follow_switch[] = {{&tn_show_pins, pins_of_switch}, {0}};

const struct tn_cover_ops tn_cl_switch_cover_ops = {
    .begin = begin_switch,
    .follow = follow_switch,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};
