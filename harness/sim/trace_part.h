/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: what a DUT records besides the packets of its monitors (checkers/spec/trace.md), frames of its lines for
 * example. The DUT's descriptor names the part (tn/dut.h), which follows what modules show (harness/bfm/show.h).
 */
#ifndef TN_SIM_TRACE_PART_H
#define TN_SIM_TRACE_PART_H

#include <tn/capture.h>

struct tn_trace_ops {
    /* Writes the part's points into a capture's text, the first with that index: how many characters, as snprintf()
     * would. Nothing is recorded before. until: cycle up to which records may begin. */
    int (*start)(unsigned point, uint64_t until, char *meta, size_t size);
    /* The run's writer. With one, the part follows what it records; NULL: nothing is recorded any more. */
    void (*writer)(struct tn_writer *w);
    /* The run ends: what is half recorded is written. NULL: nothing is. */
    void (*cut)(void);
};

#endif
