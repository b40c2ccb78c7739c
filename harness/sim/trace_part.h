/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: what a DUT records besides the packets of its monitors (checkers/spec/trace.md), frames of its lines for
 * example. The DUT's descriptor names the part (tn/dut.h), which follows what modules show (harness/bfm/show.h).
 */
#ifndef TN_SIM_TRACE_PART_H
#define TN_SIM_TRACE_PART_H

#include <tn/capture.h>

#include <stdbool.h>

struct tn_trace_ops {
    bool alone; /* the monitors' packets are not recorded: the part's records say all */
    /* Writes the part's points, the first with that index, into a capture's text; returns the
     * number of characters as snprintf() does. The part records nothing before. until is the cycle
     * up to which records may begin. */
    int (*start)(unsigned point, uint64_t until, char *meta, size_t size);
    /* Takes the run's writer, and follows the events to record from then on. NULL: the part records
     * nothing any more. */
    void (*writer)(struct tn_writer *w);
    /* Writes half recorded events, because the run ends. NULL: the part has none. */
    void (*cut)(void);
};

#endif
