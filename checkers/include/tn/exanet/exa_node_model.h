/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A functional model of an ExaNet node with engines: what software sees of it through its
 * registers, and the packets that it sends and takes. ExaDMA and receiver are <tn/exanet/exa_dma.h>
 * and <tn/exanet/exa_rdma_rx.h>; packetizer, mailbox and RT mailbox do here what their pages say,
 * without their times. Nothing is judged: software is tested on it. Packets are sent whole, in no
 * time; the caller says when something happens.
 */
#ifndef TN_EXA_NODE_MODEL_H
#define TN_EXA_NODE_MODEL_H

#include <tn/exanet/exa_dma.h>
#include <tn/exanet/exa_rdma_rx.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks of a node by bits 22:20 of a register's address. */
enum tn_exa_block {
    TN_EXA_B_PACKETIZER,
    TN_EXA_B_MAILBOX,
    TN_EXA_B_RT_MAILBOX,
    TN_EXA_B_DMA,
    TN_EXA_B_RX,
    TN_EXA_BLOCKS
};

/* Memory and network of a node. */
struct tn_exa_node_ops {
    /* The next two access n bytes of memory for a domain; they return 0, or 2 for a page that is
     * not there, or 3 where there is no memory. */
    unsigned (*read)(void *ctx, unsigned pdid, uint64_t addr, unsigned n, uint8_t *data);
    unsigned (*write)(void *ctx, unsigned pdid, uint64_t addr, unsigned n, const uint8_t *data);
    /* The node sends a packet, to itself perhaps. */
    void (*send)(void *ctx, const struct exa_packet *k);
};

struct tn_exa_node;

/* Makes a node after reset; txn_log2: of its descriptors; way_log2: of the ways of a set of the
 * receiver. NULL on ENOMEM. */
struct tn_exa_node *tn_exa_node_new(uint32_t own, unsigned txn_log2, unsigned way_log2,
                                    const struct tn_exa_node_ops *ops, void *ctx);
/* Frees the node. */
void tn_exa_node_free(struct tn_exa_node *n);

/* The next two are a beat of software at the node's AXI port, of 4, 8 or 16 bytes, in cycle now.
 * They return 0, 2 (SLVERR) or 3 (DECERR). */
int tn_exa_node_read(struct tn_exa_node *n, uint32_t addr, unsigned bytes, uint8_t *data,
                     uint64_t now);
int tn_exa_node_write(struct tn_exa_node *n, uint32_t addr, unsigned bytes, const uint8_t *data,
                      uint64_t now);

/* A packet arrives in cycle now. */
void tn_exa_node_take(struct tn_exa_node *n, const struct exa_packet *k, uint64_t now);
/* The node goes on in cycle now: the ExaDMA sends at most one packet, messages that nothing
 * answered are sent again. */
void tn_exa_node_go(struct tn_exa_node *n, uint64_t now);
/* Says whether a transaction or a message is under way. */
bool tn_exa_node_busy(const struct tn_exa_node *n);

/* The engines, for tests that look at them. */
struct tn_exd *tn_exa_node_dma(struct tn_exa_node *n);
struct tn_exv *tn_exa_node_rx(struct tn_exa_node *n);

#ifdef __cplusplus
}
#endif

#endif
