/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language on the cable between two nodes of a TNW torus
 * (harness/fault/README.md). line0 goes from node 0's link x+ to node 1's link x-, line1 comes
 * back. The bench makes the faults (tn_tnw_bench_deed()).
 */
#ifndef TN_TNW_WIRE_FAULT_H
#define TN_TNW_WIRE_FAULT_H

#include <stdbool.h>
#include <stdint.h>

struct tn_tnw_bench;

/* Lets tn_inject() take faults on line0 and line1 of the bench from now on; NULL: no
 * more faults. */
void tn_tnw_wire_faults(struct tn_tnw_bench *b);
/* Begins and ends faults; called every few cycles, outside of programs. Some cycles pass when a
 * fault begins or ends. */
void tn_tnw_wire_turn(void);
/* The bench's tap TN_TNW_BENCH_DEED showed a deed; kind 0: the line is as before. */
void tn_tnw_wire_did(unsigned kind);
/* A node's link got a word; hurt: the word has an error of the bench. */
void tn_tnw_wire_seen(unsigned node, unsigned link, uint64_t cycle, bool hurt);
/* Says whether the receiving software of a node is asleep and gives no credits. */
bool tn_tnw_wire_asleep(unsigned node);
/* Returns the cycle of the first strike on a line since the lines were calm; 0: none so far. */
uint64_t tn_tnw_wire_began(void);

#endif
