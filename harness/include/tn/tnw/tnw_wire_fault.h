/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on the cable between two nodes of a TNW torus
 * (harness/fault/README.md): line0 is what node 0 sends on x+, line1 what comes in there from
 * node 1's x-. The bench does them (tn_tnw_bench_deed()).
 */
#ifndef TN_TNW_WIRE_FAULT_H
#define TN_TNW_WIRE_FAULT_H

#include <stdbool.h>
#include <stdint.h>

struct tn_tnw_bench;

/* tn_inject() takes faults on line0 and line1 of the bench from now on; NULL: no more. */
void tn_tnw_wire_faults(struct tn_tnw_bench *b);
/* To be called every few cycles, no program's turn: faults begin and end. Some cycles pass when one does. */
void tn_tnw_wire_turn(void);
/* The bench's tap TN_TNW_BENCH_DEED: what was done to a word, 0: the line is as it was. */
void tn_tnw_wire_did(unsigned kind);
/* A word of a node's link was seen; hurt: with an error on it. */
void tn_tnw_wire_seen(unsigned node, unsigned link, uint64_t cycle, bool hurt);
/* Software of a node that receives is asleep: gives no credits. */
bool tn_tnw_wire_asleep(unsigned node);
/* Cycle of the first blow on a line since they were calm; 0: none so far. */
uint64_t tn_tnw_wire_began(void);

#endif
