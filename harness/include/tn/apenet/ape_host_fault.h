/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the hosts of a torus: what a fault's text (tn/fault.h) becomes at a place "page0",
 * "buffer0", "user0", "firmware0" or "link0", with the number of the node. They are done between
 * cycles by software, as a host does them.
 */
#ifndef TN_APE_HOST_FAULT_H
#define TN_APE_HOST_FAULT_H

#include <tn/apenet/ape_torus_bench.h>

/* Names the places of a bench and forgets all faults. */
void tn_ape_hosts_open(struct tn_ape_torus_bench *b);
/* Begins and ends what is due in this cycle. */
void tn_ape_hosts_turn(void);
/* Serves the misses of node k, unless a fault keeps the firmware from it. */
void tn_ape_hosts_firmware(unsigned k);
/* Says whether the processes of node k take no events now. */
bool tn_ape_hosts_asleep(unsigned k);

#endif
