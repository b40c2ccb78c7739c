/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of whatever program runs: with TN_COVER=FILE in the environment, what goes into
 * the DUT, and what its plan asks for besides, is counted in the plan's bins, and FILE is written at the
 * end. Where TN_COVER is not set, or the DUT has no plan, nothing happens. What the bus-functional modules
 * show is followed, so that neither they nor a suite need know of it, and handed to the DUT's struct
 * tn_cover_ops, which only its descriptor names (tn/dut.h).
 */
#ifndef TN_SIM_COVER_H
#define TN_SIM_COVER_H

#include <stdint.h>

struct tn_axi_seen;
struct tn_block_cycle;
struct tn_cover;
struct tn_event;
struct tn_show_list;
struct tn_tap_seen;

/* Counts what a list of harness/bfm/show.h shows. */
struct tn_cover_follow {
    struct tn_show_list *list;
    /* counts is what begin() gave; the others are as a tn_show_fn gets them. */
    void (*count)(void *counts, const char *where, const void *what);
};

/* How the events of one DUT's bench become bins. Every function takes what begin() gave; those for
 * events that the bench does not show, or that the plan does not count, are NULL. */
struct tn_cover_ops {
    /* Makes the counts for the bench that runs. NULL: out of memory. */
    void *(*begin)(void);
    /* The DUT is in reset; counts stay. */
    void (*reset)(void *counts);
    /* A register was written, of the DUT or of the bench. */
    void (*write)(void *counts, uint32_t addr, uint32_t value);
    /* A packet passed a monitor of that name. */
    void (*packet)(void *counts, const char *stream, const struct tn_event *ev);
    /* A sink set the classes that may begin. */
    void (*ok)(void *counts, const char *sink, unsigned mask);
    /* A tap showed a value. */
    void (*tap)(void *counts, const struct tn_tap_seen *seen);
    /* The DUT rejected a packet, or told a cause of its receiver. */
    void (*reject)(void *counts, unsigned cause);
    /* A beat passed an AXI port. */
    void (*axi)(void *counts, const struct tn_axi_seen *seen);
    /* One cycle of a block's pins. */
    void (*block)(void *counts, const struct tn_block_cycle *cycle);
    /* What the fabric's own modules show; ends with a NULL list. NULL: nothing. */
    const struct tn_cover_follow *follow;
    /* The bins. */
    const struct tn_cover *(*bins)(const void *counts);
    /* Frees all that begin() made. */
    void (*end)(void *counts);
};

/* Follows what the DUT's ops count (harness/bfm/show.h), from now on; before test code's first turn. */
void tn_sim_cover_start(void);
/* 0 or negative errno; a message was given. */
int tn_sim_cover_finish(void);

#endif
