/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Waits of the random suites. Each ends: a block from which nothing has come for QUIET cycles, though something is
 * due, has lost it, and the rule's row names the thing that was waited for.
 */
#ifndef TN_SUITES_WAITS_H
#define TN_SUITES_WAITS_H

#include <tn/bfm.h>
#include <tn/sim.h>

#include <stdio.h>

enum { QUIET = 4000 };

static uint64_t last_beat;
static unsigned failures; /* failures of this test */

/* Notes that a packet passed a monitor. */
static inline void note_progress(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    (void)ev;
    last_beat = tn_sim_cycle();
}

static inline void say_waited(const char *rule, const char *what)
{
    char text[160];
    snprintf(text, sizeof text, "waited %d cycles in which no packet passed; found no %s", QUIET, what);
    printf("%s %s\n", rule, text);
    tn_sim_failed(rule, 0, 0, text);
}

/* Says whether the block has stood still for too long. */
static inline bool stands_still(void)
{
    return tn_sim_cycle() > last_beat + QUIET;
}

/* Steps until cond() holds. Returns false, with a row of CZR-LOSS-1 that names what was awaited,
 * when the block stands still; and false, too, QUIET cycles after the block's first fault, since a
 * block that sends for ever never stands still. */
static inline bool wait_for(bool (*cond)(void *ctx), const char *what)
{
    const uint64_t begin = tn_sim_cycle();
    last_beat = begin;
    while (!cond(NULL)) {
        if (failures > 0 && tn_sim_cycle() > begin + QUIET)
            return false;
        if (stands_still()) {
            say_waited("CZR-LOSS-1", what);
            return false;
        }
        tn_sim_step(1);
    }
    return true;
}

#endif
