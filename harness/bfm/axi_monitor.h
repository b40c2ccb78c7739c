/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the AXI monitors, as the ports' turn at the falling edge calls them.
 */
#ifndef TN_BFM_AXI_MONITOR_H
#define TN_BFM_AXI_MONITOR_H

void tn_axi_monitor_declare(unsigned id, const char *name);
void tn_axi_monitor_deliver(void);
void tn_axi_monitor_reset(void);
void tn_axi_monitor_clear(void);

#endif
