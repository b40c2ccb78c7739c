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

/* Forgets all faults. With play, tn_inject() takes faults at a cycle on the ports of the DUT's
 * descriptor from now on: flip, burst, drop and dup strike the first packet that passes then or
 * later; ready0 and valid0 shut the port. Returns the ports, in the descriptor's order, for the
 * player. */
const struct tn_block_ports *tn_tnw_port_faults(bool play);
/* Says, once for each fault, that a linkrst is due at the port. A player that can reset the link
 * behind the port calls this; its first call allows such faults. */
bool tn_tnw_port_reset(unsigned id, uint64_t cycle);

#endif
