/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of ExaNet's blocks that their descriptors name: words of cases, sessions, case runners
 * and coverage.
 */
#ifndef TN_EXA_DUTS_H
#define TN_EXA_DUTS_H

struct tn_case_words;
struct tn_session_ops;
struct tn_run_ops;
struct tn_cover_ops;
struct tn_trace_ops;
struct tn_line_ops;

extern const struct tn_case_words tn_case_exa_xbar, tn_case_exa_link, tn_case_exa_mailbox,
    tn_case_exa_packetizer, tn_case_exa_rt_mailbox, tn_case_exa_rdma_rx, tn_case_exa_dma,
    tn_case_exa_axi, tn_case_exa_two_nodes;
extern const struct tn_session_ops tn_exa_xbar_session, tn_exa_link_session, tn_exa_mailbox_session,
    tn_exa_packetizer_session, tn_exa_rt_mailbox_session, tn_exa_rdma_rx_session, tn_exa_dma_session,
    tn_exa_nodes_session, tn_exa_axi_session;
extern const struct tn_run_ops tn_run_exa_xbar, tn_run_exa_link, tn_run_exa_mailbox,
    tn_run_exa_packetizer, tn_run_exa_rt_mailbox, tn_run_exa_rdma_rx, tn_run_exa_dma,
    tn_run_exa_axi, tn_run_exa_two_nodes;
extern const struct tn_cover_ops tn_exa_xbar_cover_ops, tn_exa_link_cover_ops, tn_exa_mux_cover_ops,
    tn_exa_demux_cover_ops, tn_exa_mailbox_cover_ops, tn_exa_packetizer_cover_ops,
    tn_exa_rt_mailbox_cover_ops, tn_exa_boards_cover_ops, tn_exa_dma_cover_ops, tn_exa_rdma_rx_cover_ops,
    tn_exa_axi_cover_ops, tn_exa_two_nodes_cover_ops;
extern const struct tn_trace_ops tn_exa_link_trace;
extern const struct tn_line_ops tn_exa_nodes_lines;

#endif
