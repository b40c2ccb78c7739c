/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Declares the bench's modules and fans the clock side's calls out to them.
 */
#include "streams.h"

#include "boundary.h"
#include "core_axi.h"
#include "cover.h"
#include "failure.h"

#include "../bfm/axi_monitor.h"
#include "../bfm/bfm.h"
#include "../bfm/show.h"
#include "../fault/saboteur.h"

#include <tn/bench.h>
#include <tn/bug.h>
#include <tn/dut.h>
#include <tn/trace.h>

/* The bench has AXI ports; without this no tick asks them. */
static bool axi;

/* Tells the monitors which fabric's packets the block's streams carry, by the block's
 * descriptor. */
static void declare_carried(const char *dut)
{
    const struct tn_dut *d = tn_dut_find(dut);
    if (d && d->carries)
        tn_monitor_carry(d->carries);
}

void tn_core_declare(enum tn_core_kind kind, unsigned id, const char *name)
{
    if ((int)kind >= (int)TN_CORE_AXI_MASTER) {
        axi = true;
        tn_core_axi_declare((int)kind, id, name);
        return;
    }
    switch (kind) {
    case TN_CORE_SOURCE:
        tn_source_declare(id, name);
        return;
    case TN_CORE_SINK:
        tn_sink_declare(id, name);
        return;
    case TN_CORE_MONITOR:
        tn_monitor_declare_stream(id, name);
        return;
    case TN_CORE_SABOTEUR:
        tn_saboteur_declare(id, name);
        return;
    case TN_CORE_DUT:
        tn_core_dut(name);
        declare_carried(name);
        return;
    }
    tn_bug("the bench declares an unknown kind of module");
}

TN_CORE_HOT static void deliver(void)
{
    tn_monitor_deliver();
    if (tn_bfm_more) {
        tn_boundaries_deliver();
        tn_seen_deliver();
        tn_bfm_more = false;
    }
    tn_reject_deliver();
    if (axi) {
        tn_core_axi_deliver();
        tn_core_changed(); /* a port acts by itself when its time comes */
    }
}

static void drive(uint64_t cycle, struct tn_core_drive *out)
{
    out->source_wake = tn_source_wakes() | tn_boundaries_wakes();
    out->sink_wake = tn_sink_wakes();
    tn_sink_oks(out->ok);
    tn_saboteur_controls(out->sabotage);
    tn_reg_drive(out);
    if (!axi)
        return;
    out->source_wake |= tn_core_axi_drive(cycle);
    if (tn_core_axi_due(cycle) < out->next)
        out->next = tn_core_axi_due(cycle);
}

static void reset(void)
{
    tn_source_reset();
    tn_sink_reset();
    tn_monitor_reset();
    tn_boundaries_reset();
    tn_seen_forget();
    tn_reg_reset();
    tn_core_axi_reset();
    tn_saboteur_reset();
    tn_show(&tn_show_reset, NULL, NULL);
}

static int begin(void)
{
    tn_bench_declare();
    if (tn_sim_trace_start(NULL) < 0)
        return 2;
    tn_sim_cover_start();
    return 0;
}

static int end(void)
{
    const bool whole = tn_failure_end();
    const int covered = tn_sim_cover_finish(), traced = tn_sim_trace_stop();
    return covered < 0 || traced < 0 ? 2 : whole ? 0 : 1;
}

const struct tn_core_bench tn_streams_bench = {
    .begin = begin,
    .end = end,
    .cut = tn_sim_trace_stop,
    .failed = tn_failure_seen,
    .deliver = deliver,
    .drive = drive,
    .reset = reset,
};

void tn_monitor_clear(void)
{
    tn_monitor_forget();
    tn_boundaries_clear();
    tn_tap_clear();
    tn_axi_monitor_clear();
}
