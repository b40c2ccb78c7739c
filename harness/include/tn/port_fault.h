/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on ports that C code plays around a block
 * (harness/fault/README.md): packets that pass there are changed, lost or doubled, or no packet
 * passes for a while. Streams that pass saboteurs (tn_saboteur.v) have their faults there.
 */
#ifndef TN_PORT_FAULT_H
#define TN_PORT_FAULT_H

#include <tn/bfm_block.h>

/* Strikes the ports that a DUT's descriptor names as its lines. */
extern const struct tn_line_ops tn_port_lines;

/* Forgets all faults. With play, tn_inject() takes faults at a cycle on the ports of the DUT's
 * descriptor from now on: flip, burst, drop and dup strike the first packet that passes then or
 * later; ready0 and valid0 shut the port. Returns the ports, in the descriptor's order, for the
 * player. */
const struct tn_block_ports *tn_port_faults(bool play);
/* Says, once for each fault, that a fault of that kind is due at the port, which its player does. A
 * port has one such kind: that of the first call, from which on such faults are taken. */
bool tn_port_due(unsigned id, uint64_t cycle, unsigned kind);

#endif
