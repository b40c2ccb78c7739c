/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: serial lines in the capture of a run (checkers/spec/trace.md). With
 * TN_TRACE_LINES=1 the blocks that each link sends become records of link frames, at the
 * points line0, line1 behind those of the monitors; of a DUT without lines nothing does.
 *
 * A TNW link has no monitors: what it sends and gets is always recorded, as frames at m_link (the
 * words of its pins) and s_link (those that the line hands on, with what errors made of them).
 */
#ifndef TN_SIM_TRACE_LINE_H
#define TN_SIM_TRACE_LINE_H

#include <tn/exanet/bfm_exa.h>
#include <tn/tnw/bfm_tnw.h>
#include <tn/capture.h>

#include <stdbool.h>

/* Writes the lines' points into a capture's text, the first with that index: how many
 * characters, as snprintf() would. Nothing is recorded before. until: cycle up to which
 * frames may begin. */
int tn_trace_line_start(unsigned point, uint64_t until, char *meta, size_t size);
/* The run's writer, or NULL. With one, what taps show is followed. */
void tn_trace_line_writer(struct tn_writer *w);

/* The same for a TNW link's lines. */
int tn_trace_tnw_start(unsigned point, uint64_t until, char *meta, size_t size);
void tn_trace_tnw_writer(struct tn_writer *w);
/* Lines end, or begin anew: what has begun is no violation. */
void tn_trace_tnw_cut(void);

#endif
