/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The checker that judges the cycles of a stream of TLPs, as at cZodiac's ports, by the rule CZR-STR-1.
 */
#ifndef TN_CZ_HANDSHAKE_H
#define TN_CZ_HANDSHAKE_H

#include <tn/stream.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Judges a cycle by CZR-STR-1. Callers may leave out cycles in which no beat is transferred or has
 * waited, cycles in which a beat waits unchanged, and cycles that transfer a beat with all lanes
 * that is not the TLP's last. */
void tn_checker_stream(struct tn_checker *c, const struct tn_stream_seen *seen);
/* Judges by CZR-STR-1 whether a TLP was allowed to begin. ok is the receiver's `ok` in the cycle
 * before the first beat was offered: bit 0 P, bit 1 NP, bit 2 CPL. */
void tn_checker_stream_packet(struct tn_checker *c, const struct tn_event *ev, unsigned ok);

#ifdef __cplusplus
}
#endif

#endif
