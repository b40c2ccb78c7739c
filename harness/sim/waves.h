/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Whether a waveform (FST) is whole. Simulators write it without looking at
 * whether there was room.
 */
#ifndef TN_SIM_WAVES_H
#define TN_SIM_WAVES_H

#include <stdbool.h>

/* Its blocks follow one another up to the end of the file, and all kinds are there:
 * head, changes of values, geometry and hierarchy. */
bool tn_waves_whole(const char *path);

/* At the end of this process, whose status stays: a line on stderr when the waveform that
 * TN_WAVES names is there and not whole. A simulator that faults because there was no room for
 * its working files is a line and exit code 2, or the run's when it had ended. */
void tn_waves_watch(void);

/* The run has ended with this exit code; the waveform is still to be closed. */
void tn_waves_ending(int status);

#endif
