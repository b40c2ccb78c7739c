/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the clock side (core.c) asks of failure.c.
 */
#ifndef TN_SIM_FAILURE_H
#define TN_SIM_FAILURE_H

#include <stdbool.h>

/* Says whether tn_sim_failed() was called. */
bool tn_failure_seen(void);

/* Writes to the verdict log, when the program has ended, how many packets its monitors saw and how
 * many the suite was asked for and sent. Returns false, with a line that says so, when the suite
 * sent fewer packets than it was asked for. */
bool tn_failure_end(void);

#endif
