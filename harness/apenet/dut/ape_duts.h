/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of APEnet's blocks that their descriptors name: words of cases, case runners, sessions,
 * traces, coverage.
 */
#ifndef TN_APE_DUTS_H
#define TN_APE_DUTS_H

struct tn_case_words;
struct tn_cover_ops;
struct tn_run_ops;
struct tn_session_ops;
struct tn_trace_ops;

extern const struct tn_case_words tn_case_ape_link, tn_case_ape_ni, tn_case_ape_router;
extern const struct tn_run_ops tn_run_ape_link, tn_run_ape_ni, tn_run_ape_router;
extern const struct tn_session_ops tn_ape_ni_session, tn_ape_torus_session;
extern const struct tn_trace_ops tn_ape_boards_trace, tn_ape_ni_trace, tn_ape_torus_trace;
extern const struct tn_cover_ops tn_ape_link_cover_ops, tn_ape_ni_cover_ops, tn_ape_router_cover_ops;

#endif
