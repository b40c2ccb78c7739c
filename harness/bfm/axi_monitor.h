/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the AXI monitors, as the ports' turn at the falling edge calls them.
 */
#ifndef TN_BFM_AXI_MONITOR_H
#define TN_BFM_AXI_MONITOR_H

#include "../sim/boundary.h"

#include <stdint.h>

void tn_axi_monitor_declare(unsigned id, const char *name);
/* Takes a cycle of a channel, as the member seen of struct tn_boundary does. */
void tn_axi_monitor_seen(unsigned unit, uint64_t cycle, uint32_t what, uint32_t unknown, const uint32_t word[TN_BEAT_WORDS]);
void tn_axi_monitor_deliver(void);
void tn_axi_monitor_reset(void);
void tn_axi_monitor_clear(void);

#endif
