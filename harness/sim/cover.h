/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of whatever program runs: with TN_COVER=FILE in the environment,
 * what goes into the DUT, and what its plan asks for besides, is counted in the plan's
 * bins, and FILE written at the end. Where TN_COVER is not set, or the DUT has no plan,
 * nothing happens.
 */
#ifndef TN_SIM_COVER_H
#define TN_SIM_COVER_H

#include <tn/axi_port.h>
#include <tn/bfm_exa.h>
#include <tn/bfm_tnw.h>
#include <tn/event.h>

void tn_sim_cover_reset(void);
void tn_sim_cover_write(uint32_t addr, uint32_t value);
void tn_sim_cover_packet(const char *stream, const struct tn_event *ev);
void tn_sim_cover_ok(const char *sink, unsigned mask);
void tn_sim_cover_word(const char *stream, const struct tn_exa_seen *seen);
void tn_sim_cover_tap(const struct tn_exa_tap_seen *seen);
void tn_sim_cover_reject(unsigned cause);
void tn_sim_cover_axi(const struct tn_axi_seen *seen);
void tn_sim_cover_tnw(const struct tn_tnw_pins *pins);
/* 0 or negative errno; a message was given. */
int tn_sim_cover_finish(void);

#endif
