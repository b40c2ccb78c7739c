/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of TNW's blocks that their descriptors name: words of cases, sessions, lines, case
 * runners and coverage.
 */
#ifndef TN_TNW_DUTS_H
#define TN_TNW_DUTS_H

struct tn_case_words;
struct tn_session_ops;
struct tn_run_ops;
struct tn_cover_ops;
struct tn_trace_ops;
struct tn_line_ops;

extern const struct tn_case_words tn_case_tnw_link, tn_case_tnw_rcv, tn_case_tnw_pi;
extern const struct tn_session_ops tn_tnw_link_session, tn_tnw_rcv_session, tn_tnw_pi_session,
    tn_tnw_torus_session;
extern const struct tn_run_ops tn_run_tnw_link, tn_run_tnw_rcv, tn_run_tnw_pi;
extern const struct tn_cover_ops tn_tnw_link_cover_ops, tn_tnw_rcv_cover_ops, tn_tnw_pi_cover_ops,
    tn_tnw_torus_cover_ops;
extern const struct tn_trace_ops tn_tnw_link_trace;
extern const struct tn_line_ops tn_tnw_link_lines, tn_tnw_torus_lines;

#endif
