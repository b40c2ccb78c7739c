/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of a network interface: its local port and its AXI ports, cycle by cycle. It
 * stands apart from that of links because the host's library and the codec have names in common.
 */
#include "../../bfm/show.h"
#include "../../sim/cover.h"
#include "../dut/ape_duts.h"

#include <tn/apenet/ape_ni_bench.h>
#include <tn/apenet/ape_ni_cover.h>
#include <tn/sim.h>

#include <string.h>

static void *begin_ni(void)
{
    return tn_ape_ni_cover_new(&(struct tn_apn_params){.buffers = 1u << tn_sim_param("BUF_LOG2"),
                                                       .messages = 1u << tn_sim_param("MSG_LOG2"),
                                                       .answers = 1u << tn_sim_param("ACK_LOG2")});
}

/* The bench's register of the node's coordinates. */
static void ni_write(void *counts, uint32_t addr, uint32_t value)
{
    if (addr == TN_APE_NI_OWN)
        tn_ape_ni_cover_own(counts, (uint16_t)value);
}

static void ni_beat(void *counts, const char *port, const void *what)
{
    tn_ape_ni_cover_axi(counts, strcmp(port, "mem") == 0, what);
}

static void ni_cycle(void *counts, const struct tn_block_cycle *cycle)
{
    const struct tn_apn_local l = tn_ape_ni_local(cycle);
    tn_ape_ni_cover_cycle(counts, cycle->cycle, cycle->pins[TN_BLOCK_RST] & 1, &l);
}

static const struct tn_cover_follow ni_beats[] = {{&tn_show_beat, ni_beat}, {NULL, NULL}};

const struct tn_cover_ops tn_ape_ni_cover_ops = {
    .begin = begin_ni,
    .write = ni_write,
    .block = ni_cycle,
    .follow = ni_beats,
    .bins = tn_cover_state_counts,
    .end = tn_cover_state_free,
};
