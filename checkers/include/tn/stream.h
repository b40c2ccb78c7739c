/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The cycles of a stream of packets in beats of 128 bits, as monitors see them.
 */
#ifndef TN_STREAM_H
#define TN_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_checker;
struct tn_event;

/* A beat of a stream of packets: 16 bytes in four lanes. */
struct tn_stream_beat {
    bool valid, last;
    uint8_t keep;     /* bit i: DW i of the beat belongs to the packet */
    uint8_t port;     /* the packet's port */
    uint8_t data[16]; /* lanes: byte i is data[8i+7:8i] */
};
/* One cycle of a stream. */
struct tn_stream_seen {
    uint64_t cycle, packet;
    struct tn_stream_beat was; /* the beat that waited in the cycle before; valid 0: none did */
    struct tn_stream_beat now; /* the beat offered in this cycle */
    bool ready;                /* the receiver takes the beat */
    bool unknown; /* valid, ready or a significant bit of a beat taken is neither 0 nor 1 */
};
/* The judge of such streams. */
struct tn_stream_judge {
    const char *rules; /* rules of its checkers, as the argument only of tn_checker_new() */
    /* Takes a cycle. Cycles may be left out in which no beat is transferred or has waited, in which
     * a beat waits unchanged, and which transfer a beat with all lanes that is not the packet's
     * last. */
    void (*seen)(struct tn_checker *c, const struct tn_stream_seen *seen);
    /* Takes a packet with the receiver's ok in the cycle before its first beat was offered. */
    void (*packet)(struct tn_checker *c, const struct tn_event *ev, unsigned ok);
};

#ifdef __cplusplus
}
#endif

#endif
