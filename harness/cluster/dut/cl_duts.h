/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of the cluster's blocks that their descriptors name: lines, traces, coverage.
 */
#ifndef TN_CL_DUTS_H
#define TN_CL_DUTS_H

struct tn_cover_ops;
struct tn_line_ops;
struct tn_trace_ops;

extern const struct tn_cover_ops tn_cl_link_cover_ops;
extern const struct tn_cover_ops tn_cl_switch_cover_ops;
extern const struct tn_line_ops tn_cl_lane_lines;
extern const struct tn_trace_ops tn_cl_link_trace;

#endif
