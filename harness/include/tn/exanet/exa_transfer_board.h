/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Transfers between the memories of two nodes in a bench: the memories "mem0" and "mem1" behind the nodes' ports, and the
 * judge of transfers beside them (<tn/exanet/exa_transfer.h>). The bytes of a process stand at a physical place of their
 * own, so that the same address of two processes is not the same byte.
 */
#ifndef TN_EXA_TRANSFER_BOARD_H
#define TN_EXA_TRANSFER_BOARD_H

#include <tn/axi.h>
#include <tn/exanet/exa_transfer.h>
#include <tn/memory.h>

struct tn_exf_board;

enum { TN_EXF_BOARD_NODES = 2 };

/* Makes a board of the bench that runs, whose ExaDMAs have out_n outputs; its memories are empty then, and answer faults with an error. NULL when a memory
 * is missing, or on ENOMEM. */
struct tn_exf_board *tn_exf_board_new(const uint32_t own[TN_EXF_BOARD_NODES], unsigned out_n, tn_verdict_fn *fn, void *ctx);
/* Frees the board. */
void tn_exf_board_free(struct tn_exf_board *b);

/* Passes what a monitor of AXI saw; ports are named "cpu0" and "mem0" by node. */
void tn_exf_board_axi(struct tn_exf_board *b, const char *port, const struct tn_axi_seen *seen);
/* Passes a packet at a point, which is named "b0f0_i00" by node, way and port. */
void tn_exf_board_packet(struct tn_exf_board *b, const struct tn_event *ev);

/* Returns the memory of a node. */
struct tn_memory *tn_exf_board_memory(struct tn_exf_board *b, unsigned node);
/* Gives a process the pages that [va, va + bytes) touches. */
void tn_exf_board_map(struct tn_exf_board *b, unsigned node, unsigned pdid, uint64_t va, uint64_t bytes, unsigned rights);
/* Writes bytes as the process itself would. */
void tn_exf_board_poke(struct tn_exf_board *b, unsigned node, unsigned pdid, uint64_t va, const uint8_t *bytes, size_t n);
/* Reads bytes as the process itself would. */
void tn_exf_board_peek(struct tn_exf_board *b, unsigned node, unsigned pdid, uint64_t va, uint8_t *bytes, size_t n);

/* Returns the judge. */
struct tn_exf_judge *tn_exf_board_judge(struct tn_exf_board *b);

#endif
