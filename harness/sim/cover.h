/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of whatever program runs: with TN_COVER=FILE in the environment,
 * what goes into the DUT is counted in the bins of its plan, and FILE written at the end.
 * Where TN_COVER is not set nothing happens.
 */
#ifndef TN_SIM_COVER_H
#define TN_SIM_COVER_H

#include <tn/event.h>

void tn_sim_cover_reset(void);
void tn_sim_cover_write(uint32_t addr, uint32_t value);
void tn_sim_cover_packet(const char *stream, const struct tn_event *ev);
void tn_sim_cover_ok(const char *sink, unsigned mask);
/* 0 or negative errno; a message was given. */
int tn_sim_cover_finish(void);

#endif
