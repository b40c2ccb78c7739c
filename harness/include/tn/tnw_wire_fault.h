/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on the cable between two nodes of a TNW torus
 * (harness/fault/README.md): line0 is what node 0 sends on x+, line1 what comes in there from
 * node 1's x-. The bench has them (tn_tnw_wire_saboteur.v).
 */
#ifndef TN_TNW_WIRE_FAULT_H
#define TN_TNW_WIRE_FAULT_H

#include <stdbool.h>
#include <stdint.h>

/* tn_inject() takes faults on line0 and line1 from now on; false: no more. */
void tn_tnw_wire_faults(bool on);
/* To be called every few cycles, no program's turn: faults begin and end. Some cycles pass when one does. */
void tn_tnw_wire_turn(void);
/* A word of a node's link was seen; hurt: with an error on it. */
void tn_tnw_wire_seen(unsigned node, unsigned link, uint64_t cycle, bool hurt);
/* Software of a node that receives is asleep: gives no credits. */
bool tn_tnw_wire_asleep(unsigned node);
/* Cycle of the first blow on a line since they were calm; 0: none so far. */
uint64_t tn_tnw_wire_began(void);

#endif
