/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Captures of a running simulation: every packet on every stream. The simulation opens the file
 * that TN_TRACE names before tn_sim_main() begins and finishes it after tn_sim_main() returns.
 */
#ifndef TN_TRACE_H
#define TN_TRACE_H

/* Starts a capture at path, or at TN_TRACE of the environment when path is NULL. Without either, or
 * when a capture is open already, nothing happens. Packets that begin after cycle TN_TRACE_TO are
 * left out. Returns 0 or negative errno. */
int tn_sim_trace_start(const char *path);

/* Adds an annotation at the current cycle. */
void tn_sim_trace_note(const char *text);

/* Adds the annotation "reset", which ends what is outstanding on all links, when a packet came since the last one. */
void tn_sim_trace_reset(void);

/* Finishes the capture, if one is open. Returns 0 or negative errno. */
int tn_sim_trace_stop(void);

#endif
