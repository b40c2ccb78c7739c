/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: serial lines in the capture of a run (checkers/spec/trace.md). With
 * TN_TRACE_LINES=1 the blocks that each link sends become records of link frames, at the
 * points line0, line1 behind those of the monitors; of a DUT without lines nothing does.
 */
#ifndef TN_SIM_TRACE_LINE_H
#define TN_SIM_TRACE_LINE_H

#include <tn/bfm_exa.h>
#include <tn/capture.h>

#include <stdbool.h>

/* Writes the lines' points into a capture's text, the first with that index: how many
 * characters, as snprintf() would. Nothing is recorded before. until: cycle up to which
 * frames may begin. */
int tn_trace_line_start(unsigned point, uint64_t until, char *meta, size_t size);
/* What a tap saw; w is the run's writer, or NULL. */
void tn_trace_line_tap(struct tn_writer *w, const struct tn_exa_tap_seen *seen);
/* The DUT was reset: framing is looked for again. */
void tn_trace_line_reset(void);

#endif
