/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Records that a capture holds twice, known by their time stamps: no packet passes a place twice at the same nanosecond.
 */
#ifndef TN_CAPTURE_TWICE_H
#define TN_CAPTURE_TWICE_H

#include <tn/event.h>

#include <stdbool.h>
#include <stddef.h>

enum { TN_STAMP_SETS = 4096, TN_STAMP_WAYS = 8, TN_STAMP_RING = 8192 }; /* packets that are kept */

struct tn_twice {
    bool fine; /* a time stamp had parts of a microsecond */
    uint64_t records;
    uint64_t newest_ns;
    bool copied; /* the record before was a copy */
    uint64_t last, last_ns; /* the record before: its first bytes, mixed, and its time */
    /* While no time stamp was before the one ahead of it a copy is among the newest ones; then all that are kept are looked up. */
    bool shuffled;
    uint64_t at; /* packets noted in the ring */
    struct {
        uint64_t look, ns;
    } ring[TN_STAMP_RING];
    uint64_t seen[TN_STAMP_SETS][TN_STAMP_WAYS]; /* time, place, length and bytes of packets, mixed; the newest first */
};

/* The time stamps of a capture. */
enum tn_stamps {
    TN_STAMPS_RECORDED, /* of a clock */
    TN_STAMPS_CYCLES,   /* of a simulation's cycles: they are fine */
    TN_STAMPS_FRAMED,   /* of a clock, and the packet is in a frame that has a number of its own */
};

/* Takes note of the packet ev, in the record of len bytes at p. Returns whether it was there before, with its time and at its
 * place. Within a microsecond a link may send the same twice: where time stamps are whole ones, and at the first record, where
 * that is not known, a copy is a record that stands behind a later one or another copy, or right behind the one that it equals: of a packet that is
 * in no frame the first one alone. */
bool tn_twice(struct tn_twice *t, const struct tn_event *ev, const uint8_t *p, size_t len, enum tn_stamps stamps);
/* Another capture begins in the same file: all its records count. */
void tn_twice_anew(struct tn_twice *t);

#endif
