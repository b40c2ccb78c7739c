/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The on-chip channel of ExaNet, cycle by cycle, and the rules EXA-CHN-* of it.
 */
#ifndef TN_EXA_CHANNEL_H
#define TN_EXA_CHANNEL_H

#include <stdint.h>

struct tn_checker;

/* One clock cycle of an ExaNet channel, as a monitor sees it before the active edge. */
struct tn_exa_cycle {
    uint64_t cycle, time_ns;
    uint64_t packet;       /* number of the packet under way, for the verdict */
    uint8_t valid, ready;  /* bit 0 header, 1 payload, 2 footer */
    uint8_t data[16];      /* lanes: byte i is data[8i+7:8i] */
};
/* Judges it by the rules EXA-CHN-*: a checker for each channel, every cycle from reset
 * on (cycles without a valid may be left out where none was waiting). */
void tn_checker_exa_cycle(struct tn_checker *c, const struct tn_exa_cycle *cycle);

#endif
