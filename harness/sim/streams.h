/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The stream side of the core: what the clock side (core.c) asks of it.
 */
#ifndef TN_SIM_STREAMS_H
#define TN_SIM_STREAMS_H

#include "core.h"

/* The DUT's name, as the bench declares it (core.c keeps it). */
void tn_core_dut(const char *name);
/* Hands finished packets, broken handshakes and rejects to the subscribers. */
void tn_streams_deliver(void);
/* Fills in wake, ok and the register command, and moves next to the cycle at which a port
 * has to act before it. */
void tn_streams_drive(uint64_t cycle, struct tn_core_drive *out);
/* Forgets queued packets, stalls and half-seen packets. */
void tn_streams_reset(void);

#endif
