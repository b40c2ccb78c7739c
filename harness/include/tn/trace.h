/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Captures of a running simulation: every packet on every stream. The simulation side
 * opens the file that TN_TRACE names before tn_sim_main() and finishes it behind it.
 */
#ifndef TN_TRACE_H
#define TN_TRACE_H

/* Starts writing to path (TN_TRACE in the environment when path is NULL; nothing
 * happens when that is not set either, or a file is open). Packets that begin behind
 * cycle TN_TRACE_TO are left out. 0 or negative errno. */
int tn_sim_trace_start(const char *path);

/* Adds an annotation at the current cycle. */
void tn_sim_trace_note(const char *text);

/* Finishes the file; 0 or negative errno. Nothing when none is open. */
int tn_sim_trace_stop(void);

#endif
