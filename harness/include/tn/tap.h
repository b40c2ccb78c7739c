/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Taps: what stands on some wires of a bench, a word of a line for example.
 */
#ifndef TN_TAP_H
#define TN_TAP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a tap (TN_TAP of harness/sim/tn_sim.vh) saw at an edge of its clock; the bench says what it is of. */
struct tn_tap_seen {
    uint64_t cycle;
    unsigned id;
    unsigned head; /* 2 bits */
    uint64_t data;
};
/* Called in order of cycle and tap, up to 64 edges late; the words of channels in the same cycle come first. */
typedef void tn_tap_fn(void *ctx, const struct tn_tap_seen *seen);
/* fn gets what all taps see until tn_monitor_clear(). 0, or -ENOMEM. */
int tn_tap_subscribe(tn_tap_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
