/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Options of playing a capture into a DUT.
 */
#ifndef TN_STIMULUS_H
#define TN_STIMULUS_H

#include <stdbool.h>
#include <stdint.h>

enum tn_stim_timing {
    TN_STIM_FAST,     /* back to back; a packet of the other direction waits for those before it */
    TN_STIM_CAPTURED, /* at the capture's time stamps, scaled */
    TN_STIM_RANDOM,   /* random gaps of up to 64 cycles */
};

struct tn_stim_options {
    enum tn_stim_timing timing;
    double scale;  /* CAPTURED: cycles for each 4 ns of the capture */
    bool digest;   /* every TLP gets a right digest; packets of other fabrics have none */
    uint64_t max;  /* most packets; 0: all packets of the capture */
    uint64_t seed; /* of random choices */
};

#endif
