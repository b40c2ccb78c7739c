/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of the campaign's language between and in two nodes with RDMA engines (harness/fault/README.md): of packets of one
 * type, of the lines, of pages and of the software. The bench strikes packets and lines; the session does the rest, by its
 * hands.
 */
#ifndef TN_EXA_NODES_FAULT_H
#define TN_EXA_NODES_FAULT_H

#include <stdbool.h>
#include <stdint.h>

struct tn_exa_nodes_hands {
    /* The firmware of a node, or its user, does nothing until that cycle. */
    void (*sleep)(void *ctx, unsigned node, bool user, uint64_t until);
    /* A page of the next transfer whose bytes are at the node, or come to it (target), is missing: of its first byte
     * (which 0), of one in the middle (1) or of the last (2); served: cycles until the kernel brings it in. */
    void (*page)(void *ctx, unsigned node, bool target, unsigned which, unsigned served);
    /* Returns how many pages were taken away since the start; *cycle receives the first time. */
    unsigned (*pages)(void *ctx, uint64_t *cycle);
};

/* Lets tn_inject() take faults on these places from now on; NULL: no more faults. */
void tn_exa_nodes_faults(const struct tn_exa_nodes_hands *hands, void *ctx);
/* Begins and ends faults; called every few cycles, outside of programs. Some cycles pass when a fault begins or ends. */
void tn_exa_nodes_turn(void);

#endif
