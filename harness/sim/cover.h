/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of whatever program runs: with TN_COVER=FILE in the environment, what goes into
 * the DUT, and what its plan asks for besides, is counted in the plan's bins, and FILE is written at the
 * end. Where TN_COVER is not set, or the DUT has no plan, nothing happens. The bus-functional modules
 * call the functions themselves, so that a suite need not know of them; each hands its event to the
 * DUT's struct tn_cover_ops, which only its descriptor names (tn/dut.h).
 */
#ifndef TN_SIM_COVER_H
#define TN_SIM_COVER_H

#include <stdint.h>

struct tn_axi_seen;
struct tn_block_cycle;
struct tn_cover;
struct tn_event;
struct tn_exa_seen;
struct tn_exa_tap_seen;
struct tn_tnw_pins;

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
    /* A word passed an ExaNet monitor of that name. */
    void (*word)(void *counts, const char *stream, const struct tn_exa_seen *seen);
    /* A tap showed a value. */
    void (*tap)(void *counts, const struct tn_exa_tap_seen *seen);
    /* The DUT rejected a packet, or told a cause of its receiver. */
    void (*reject)(void *counts, unsigned cause);
    /* A beat passed an AXI port. */
    void (*axi)(void *counts, const struct tn_axi_seen *seen);
    /* One cycle of a TNW link's pins. */
    void (*link)(void *counts, const struct tn_tnw_pins *pins);
    /* One cycle of a block's pins. */
    void (*block)(void *counts, const struct tn_block_cycle *cycle);
    /* The bins. */
    const struct tn_cover *(*bins)(const void *counts);
    /* Frees all that begin() made. */
    void (*end)(void *counts);
};

void tn_sim_cover_reset(void);
void tn_sim_cover_write(uint32_t addr, uint32_t value);
void tn_sim_cover_packet(const char *stream, const struct tn_event *ev);
void tn_sim_cover_ok(const char *sink, unsigned mask);
void tn_sim_cover_word(const char *stream, const struct tn_exa_seen *seen);
void tn_sim_cover_tap(const struct tn_exa_tap_seen *seen);
void tn_sim_cover_reject(unsigned cause);
void tn_sim_cover_axi(const struct tn_axi_seen *seen);
void tn_sim_cover_tnw(const struct tn_tnw_pins *pins);
void tn_sim_cover_block(const struct tn_block_cycle *cycle);
/* 0 or negative errno; a message was given. */
int tn_sim_cover_finish(void);

#endif
