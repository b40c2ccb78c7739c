/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the clock side (core.c) asks of failure.c.
 */
#ifndef TN_SIM_FAILURE_H
#define TN_SIM_FAILURE_H

#include <stdbool.h>

/* Whether tn_sim_failed() has been called. */
bool tn_failure_seen(void);

/* The program has ended: says in the verdict log how many packets its monitors saw, and how many were asked for and sent.
 * False, with a line that says so, when fewer were sent than asked for. */
bool tn_failure_end(void);

#endif
