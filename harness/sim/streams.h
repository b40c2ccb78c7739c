/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The stream side of the core: what the clock side (core.c) asks of it.
 */
#ifndef TN_SIM_STREAMS_H
#define TN_SIM_STREAMS_H

#include "core.h"

/* Takes the DUT's name, as the bench declares it; core.c keeps the name. */
void tn_core_dut(const char *name);
/* The functions of all modules that a bench may have, of the capture of a run, and of its
 * coverage. */
extern const struct tn_core_bench tn_streams_bench;

#endif
