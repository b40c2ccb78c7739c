/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * How a capture is played into a DUT: when its packets are sent, and how many.
 */
#ifndef TN_STIMULUS_H
#define TN_STIMULUS_H

#include <stdbool.h>
#include <stdint.h>

enum tn_stim_timing {
    TN_STIM_FAST,     /* back to back; a packet the other way waits until what came before is through */
    TN_STIM_CAPTURED, /* the capture's own time, scaled */
    TN_STIM_RANDOM,   /* random gaps of up to 64 cycles */
};

struct tn_stim_options {
    enum tn_stim_timing timing;
    double scale;     /* CAPTURED: cycles a captured cycle of 4 ns */
    bool digest;      /* every TLP gets a right digest; other fabrics have none */
    uint64_t max;     /* packets at most; 0 all of them */
    uint64_t seed;
};

#endif
