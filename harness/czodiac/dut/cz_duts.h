/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of cZodiac's blocks that their descriptors name: words of cases, sessions, case runners
 * and coverage.
 */
#ifndef TN_CZ_DUTS_H
#define TN_CZ_DUTS_H

struct tn_case_words;
struct tn_session_ops;
struct tn_run_ops;
struct tn_cover_ops;
struct tn_line_ops;
struct tn_trace_ops;

extern const struct tn_case_words tn_case_cz;
extern const struct tn_session_ops tn_cz_session;
extern const struct tn_run_ops tn_run_cz;
extern const struct tn_cover_ops tn_cz_cover_ops;
extern const struct tn_case_words tn_case_cz_dll;
extern const struct tn_session_ops tn_cz_dll_session;
extern const struct tn_line_ops tn_cz_wire_lines;
extern const struct tn_run_ops tn_run_cz_dll;
extern const struct tn_cover_ops tn_cz_dll_cover_ops;
extern const struct tn_trace_ops tn_cz_link_trace;
extern const struct tn_trace_ops tn_cz_dll_trace;

#endif
