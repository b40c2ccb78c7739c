/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The cycles of ExaNet's on-chip channel, and the checker that judges them by the rules EXA-CHN-*.
 */
#ifndef TN_EXA_CHANNEL_H
#define TN_EXA_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_checker;

/* One clock cycle of an ExaNet channel, as a monitor sees it before the active edge. */
struct tn_exa_cycle {
    uint64_t cycle, time_ns;
    uint64_t packet;      /* number of the packet under way, for the verdict */
    uint8_t valid, ready; /* bit 0 header, 1 payload, 2 footer */
    bool rst;             /* the checker forgets the packet and the word under way */
    bool valid_unknown;   /* a valid or a ready is neither 0 nor 1 */
    bool data_unknown;    /* a bit of data is neither 0 nor 1 */
    uint8_t data[16];     /* lanes: byte i is data[8i+7:8i] */
};
/* Judges a cycle by the rules EXA-CHN-*. Each channel has a checker of its own, which gets every
 * cycle from reset on. Callers may leave out cycles without a valid when no word was waiting, and
 * cycles in which a word waits with the same data as in the cycle before. */
void tn_checker_exa_cycle(struct tn_checker *c, const struct tn_exa_cycle *cycle);

#ifdef __cplusplus
}
#endif

#endif
