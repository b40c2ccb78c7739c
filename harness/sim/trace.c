/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One writer behind all monitors.
 */
#include "core.h"
#include "trace_part.h"

#include "../bfm/show.h"

#include <tn/bfm.h>
#include <tn/capture.h>
#include <tn/dut.h>
#include <tn/part.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NS_PER_CYCLE = 4,             /* 250 MHz: the benches' clock */
    META = 48 * TN_CORE_MONITORS, /* bytes of the capture's text, which lists its points */
};

static struct tn_writer *writer;
static const struct tn_trace_ops *part; /* of the DUT; NULL: the trace has the monitors' packets alone */
static char file[512]; /* the capture's name, for a message */
static uint64_t until; /* TN_TRACE_TO: packets that begin behind this cycle are left out */
static bool since_reset; /* a packet was written behind the last reset */

static void on_packet(void *ctx, const char *where, const void *what)
{
    const struct tn_event *ev = what;
    (void)ctx;
    (void)where;
    if (!writer || ev->cycle > until)
        return;
    tn_writer_event(writer, ev);
    since_reset = true;
}

int tn_sim_trace_start(const char *path)
{
    char meta[META], err[256];
    const char *to = getenv("TN_TRACE_TO");
    unsigned points = 0;
    int n;
    if (!path)
        path = getenv("TN_TRACE");
    if (!path || !*path)
        return 0;
    if (writer)
        return 0;
    n = snprintf(meta, sizeof meta, "tool=tenter\ndut=%s\nsimulator=%s\nseed=%llu\nns_per_cycle=%d\n",
                 tn_sim_dut(), tn_sim_name(), (unsigned long long)tn_sim_seed(), NS_PER_CYCLE);
    const struct tn_dut *dut = tn_dut_find(tn_sim_dut());
    part = dut ? dut->trace : NULL;
    for (; !(part && part->alone) && tn_monitor_point(points) && n < (int)sizeof meta - 96; points++)
        n += snprintf(meta + n, sizeof meta - (size_t)n, "point.%u=%s\n", points, tn_monitor_point(points));
    until = to && *to ? strtoull(to, NULL, 10) : UINT64_MAX;
    if (part)
        part->start(points, until, meta + n, sizeof meta - (size_t)n);
    tn_part_remove_on_signals(); /* signal handlers stand before the file is there */
    writer = tn_writer_open(path, meta, NS_PER_CYCLE, err, sizeof err);
    if (!writer) {
        fprintf(stderr, "tenter: %s\n", err);
        return -EIO;
    }
    snprintf(file, sizeof file, "%s", path);
    if (!(part && part->alone))
        tn_show_follow(&tn_show_packet, on_packet, NULL);
    if (part)
        part->writer(writer);
    return 0;
}

void tn_sim_trace_note(const char *text)
{
    if (writer)
        tn_writer_note(writer, tn_sim_cycle(), text);
}

void tn_sim_trace_reset(void)
{
    if (writer && since_reset && tn_sim_cycle() <= until)
        tn_writer_note(writer, tn_sim_cycle(), "reset");
    since_reset = false;
}

int tn_sim_trace_stop(void)
{
    if (part && part->cut)
        part->cut();
    if (part)
        part->writer(NULL);
    int rc = writer ? tn_writer_close(writer) : 0;
    writer = NULL;
    if (rc < 0)
        fprintf(stderr, "tenter: %s: %s\n", file, strerror(-rc));
    return rc;
}
