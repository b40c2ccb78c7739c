/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of ExaNet's blocks (exanet/model/cover_*.def). The caller passes the words
 * that go into a block and, where the plan needs them, its outputs; the functions count the
 * situations of the block's page. A block ignores events that its plan has no bins for.
 */
#ifndef TN_EXA_COVER_H
#define TN_EXA_COVER_H

#include <tn/axi/axi_port.h>
#include <tn/cover.h>
#include <tn/exanet/exa_crossbar.h>
#include <tn/exanet/exa_link.h>
#include <tn/exanet/exa_mux.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_exa_cover;

/* Blocks of the network interface, in the order of their axis. */
enum tn_exn_block { TN_EXN_MAILBOX, TN_EXN_PACKETIZER, TN_EXN_RT_MAILBOX };

/* Makes counters for a switch; the bins are those of default parameters. NULL on ENOMEM. */
struct tn_exa_cover *tn_exa_xbar_cover_new(const struct tn_exa_xbar_params *p);
/* Makes counters for a mux with default parameters. NULL on ENOMEM. */
struct tn_exa_cover *tn_exa_mux_cover_new(void);
/* Makes counters for a demux with the parameters of cover_demux.def. NULL on ENOMEM. */
struct tn_exa_cover *tn_exa_demux_cover_new(const struct tn_exa_demux_params *p);
/* Makes counters for two boards back to back. NULL on ENOMEM. */
struct tn_exa_cover *tn_exa_boards_cover_new(void);
/* Sets the coordinates (20 bits) of board 0 or 1 from the next reset on. */
void tn_exa_boards_cover_where(struct tn_exa_cover *c, unsigned board, uint32_t coordinates);
/* Makes counters for two nodes with RDMA engines. NULL on ENOMEM. */
struct tn_exa_cover *tn_exa_nodes_cover_new(void);
/* Makes counters for two links back to back. NULL on ENOMEM. */
struct tn_exa_cover *tn_exl_cover_new(const struct tn_exl_params *p);
/* Makes counters for a block of the network interface. NULL on ENOMEM. */
struct tn_exa_cover *tn_exn_cover_new(enum tn_exn_block block);
/* Makes counters for a sender of RDMA transactions with default parameters. NULL on ENOMEM. */
struct tn_exa_cover *tn_exd_cover_new(void);
/* Makes counters for a receiver of RDMA transactions with default parameters. NULL on ENOMEM. */
struct tn_exa_cover *tn_exv_cover_new(void);
/* Makes counters for loads and stores to other nodes with default parameters. NULL on ENOMEM. */
struct tn_exa_cover *tn_exz_cover_new(void);
/* Frees the counters. */
void tn_exa_cover_free(struct tn_exa_cover *c);

/* The DUT was reset and has the coordinates own (22 bits) from then on. Counts stay. */
void tn_exa_cover_reset(struct tn_exa_cover *c, uint32_t own);
/* The DUT took a word (in) or handed a word on, after its valid had stood for waited cycles. port
 * is the port; of links the side, 0 or 1; of boards 16 times the switch's FPGA (4 to 7 on board 1)
 * plus the switch's port. */
void tn_exa_cover_word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                       uint32_t waited);
/* A side of a link sent, or received, a block. */
void tn_exa_cover_line(struct tn_exa_cover *c, bool sent, unsigned side,
                       const struct tn_exl_block *b);
/* The output obs_rx of a block showed a cause; of the sender of RDMA transactions: 1 obs_drop, 2 irq_fault rose, 3 it fell. */
void tn_exa_cover_cause(struct tn_exa_cover *c, unsigned cause);
/* The AXI slave port of a block had a beat. */
void tn_exa_cover_axi(struct tn_exa_cover *c, const struct tn_axi_seen *seen);
/* The memory port of an RDMA engine had a beat. */
void tn_exa_cover_memory(struct tn_exa_cover *c, const struct tn_axi_seen *seen);
/* The port of the windows to other nodes had a beat. */
void tn_exa_cover_window(struct tn_exa_cover *c, const struct tn_axi_seen *seen);


extern const struct tn_cover_plan tn_exa_xbar_cover_plan, tn_exa_mux_cover_plan,
    tn_exa_demux_cover_plan, tn_exa_boards_cover_plan, tn_exa_nodes_cover_plan, tn_exl_cover_plan, tn_exn_cover_plan,
    tn_exd_cover_plan, tn_exv_cover_plan, tn_exz_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
