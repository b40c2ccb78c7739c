/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on ports that C code plays around a block of TNW
 * (harness/fault/README.md): packets that pass there are changed, lost or doubled, or no packet
 * passes for a while. Faults of TLPs are made by saboteurs (tn_saboteur.v).
 */
#ifndef TN_TNW_PORT_FAULT_H
#define TN_TNW_PORT_FAULT_H

#include <tn/bfm_block.h>

/* Lets tn_inject() take faults at a cycle on these names from now on: flip, burst, drop and dup
 * strike the first packet that passes then or later; ready0 and valid0 shut the port. n 0: no more
 * faults. Returns the ports, in the order of the names, for the player. */
const struct tn_block_ports *tn_tnw_port_faults(const char *const *names, unsigned n);
/* Says, once for each fault, that a linkrst is due at the port. A player that can reset the link
 * behind the port calls this; its first call allows such faults. */
bool tn_tnw_port_reset(unsigned id, uint64_t cycle);

#endif
