/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Whether a waveform (FST) is whole. Simulators write it without looking at
 * whether there was room.
 */
#ifndef TN_SIM_WAVES_H
#define TN_SIM_WAVES_H

#include <stdbool.h>

/* Says whether a waveform is whole: its blocks follow one another up to the end of the file, and
 * all kinds are there, head, changes of values, geometry and hierarchy. */
bool tn_waves_whole(const char *path);

/* Watches the waveform that TN_WAVES names up to the end of this process, whose status stays: a
 * waveform that is there and not whole gives a line on stderr. A simulator that faults because its
 * working files found no room gives a line and exit code 2, or the run's code when the run had
 * ended. */
void tn_waves_watch(void);

/* Notes that the run has ended with this exit code, before the waveform is closed. */
void tn_waves_ending(int status);

#endif
