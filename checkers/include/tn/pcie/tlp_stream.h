/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A stream of TLPs at a port of cZodiac's, cycle by cycle, and the rule CZR-STR-1 of it.
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
    uint8_t keep, port;
    uint8_t data[16]; /* lanes: byte i is data[8i+7:8i] */
};
/* A cycle of such a stream, with the beat that the cycle before left waiting. */
struct tn_stream_seen {
    uint64_t cycle, packet;
    struct tn_stream_beat was; /* its valid is 0 when no beat waited */
    struct tn_stream_beat now;
    bool ready;   /* now is taken */
    bool unknown; /* valid, ready, or what counts of a beat that is taken, is neither 0 nor 1 */
};
/* Judges it by CZR-STR-1. Cycles without a beat that goes over or waited may be left out, those in
 * which a beat waits unchanged, and those in which a beat with all lanes goes over that is not the
 * packet's last. */
void tn_checker_stream(struct tn_checker *c, const struct tn_stream_seen *seen);
/* Judges by CZR-STR-1 whether a TLP might begin; ok: the classes' ok in the cycle before its first
 * beat was offered, bit 0 P, 1 NP, 2 CPL. */
void tn_checker_stream_packet(struct tn_checker *c, const struct tn_event *ev, unsigned ok);

#ifdef __cplusplus
}
#endif

#endif
