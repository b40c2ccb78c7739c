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

/* Counts the events of one list of harness/bfm/show.h. */
struct tn_cover_follow {
    struct tn_show_list *list;
    /* counts is the result of begin(); the other arguments are those of a tn_show_fn. */
    void (*count)(void *counts, const char *where, const void *what);
};

/* How the events of one DUT's bench become bins. Every function takes the result of begin().
 * Functions for events that the bench does not show, or that the plan does not count, are NULL. */
struct tn_cover_ops {
    /* Makes the counts for the bench that runs. Returns NULL on ENOMEM. */
    void *(*begin)(void);
    /* Notes that the DUT is in reset; counts stay. */
    void (*reset)(void *counts);
    /* Counts a write of a register, of the DUT or of the bench. */
    void (*write)(void *counts, uint32_t addr, uint32_t value);
    /* Counts a packet that passed a monitor of that name. */
    void (*packet)(void *counts, const char *stream, const struct tn_event *ev);
    /* Counts that a sink set the classes that may begin. */
    void (*ok)(void *counts, const char *sink, unsigned mask);
    /* Counts a value that a tap showed. */
    void (*tap)(void *counts, const struct tn_tap_seen *seen);
    /* Counts a packet that the DUT rejected, or a cause that its receiver told. */
    void (*reject)(void *counts, unsigned cause);
    /* Counts a beat that passed an AXI port. */
    void (*axi)(void *counts, const struct tn_axi_seen *seen);
    /* Counts one cycle of a block's pins. */
    void (*block)(void *counts, const struct tn_block_cycle *cycle);
    /* The lists that the fabric's own modules show; ends with a NULL list. NULL: none. */
    const struct tn_cover_follow *follow;
    /* Returns the bins. */
    const struct tn_cover *(*bins)(const void *counts);
    /* Frees the counts. */
    void (*end)(void *counts);
};

/* Begins to follow the events that the DUT's ops count (harness/bfm/show.h); called before test
 * code's first turn. */
void tn_sim_cover_start(void);
/* Writes the counts. Returns 0, or negative errno after a message. */
int tn_sim_cover_finish(void);

#endif
