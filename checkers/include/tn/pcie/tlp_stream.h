/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The cycles of a stream of TLPs, as at cZodiac's ports, and the checker that judges them by the
 * rule CZR-STR-1.
 */
#ifndef TN_TLP_STREAM_H
#define TN_TLP_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_checker;
struct tn_event;

/* A beat of a stream of TLPs: 16 bytes, four lanes of which keep says which are there. */
struct tn_stream_beat {
    bool valid, last;
    uint8_t keep;     /* bit i: DW i of the beat belongs to the TLP */
    uint8_t port;     /* the TLP's port */
    uint8_t data[16]; /* lanes: byte i is data[8i+7:8i] */
};
/* One cycle of a stream. */
struct tn_stream_seen {
    uint64_t cycle, packet;
    struct tn_stream_beat
        was; /* the beat that waited in the cycle before; valid 0: no beat waited */
    struct tn_stream_beat now; /* the beat offered in this cycle */
    bool ready;                /* the receiver takes the beat */
    bool
        unknown; /* valid or ready is neither 0 nor 1, or a significant bit of a beat taken is so */
};
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
