/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The DUTs that captures are played into and campaigns run on. Each has a session
 * (session.h); the list stands apart so that the tenter command, which holds no
 * simulation, can name them.
 */
#ifndef TN_DUTS_H
#define TN_DUTS_H

#include <stdbool.h>

/* Names, NULL behind the last. */
extern const char *const tn_replay_duts[];

/* Is it one of them, or an image of one's own of one ("cz_ioport_remap-1a2b3c4d")? */
bool tn_replay_dut_known(const char *dut);

/* "a, b, c" for messages. */
const char *tn_replay_dut_names(void);

#endif
