/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Queues of packets in cZodiac's benches, and packets that pass a stream beat by beat.
 */
#ifndef TN_CZ_QUEUE_H
#define TN_CZ_QUEUE_H

#include <tn/czodiac/cz_dll.h>
#include <tn/stream.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_cz_item {
    struct tn_cz_item *next;
    uint64_t cycle;     /* not before */
    unsigned cls, data; /* credits that become free */
    bool dllp, edb, err;
    size_t len;
    uint8_t bytes[];
};
/* Packets that wait, in order. */
struct tn_cz_queue {
    struct tn_cz_item *first, **last;
    unsigned n; /* packets in the queue */
};
/* A packet of which some beats have passed. */
struct tn_cz_passing {
    struct tn_cz_frame f;
    bool open;      /* a beat is still to come */
    size_t at;      /* bytes that have passed */
    uint64_t first; /* cycle of the first beat */
};

void tn_cz_queue_init(struct tn_cz_queue *q);
/* Adds a packet that is not due before the cycle. NULL on ENOMEM. */
struct tn_cz_item *tn_cz_queue_add(struct tn_cz_queue *q, const uint8_t *bytes, size_t len,
                                   uint64_t cycle);
/* Adds a frame in the same way. 0 or -ENOMEM. */
int tn_cz_queue_frame(struct tn_cz_queue *q, const struct tn_cz_frame *f, uint64_t cycle);
/* Takes the first packet out, which must be there. */
void tn_cz_queue_take(struct tn_cz_queue *q);
void tn_cz_queue_empty(struct tn_cz_queue *q);
/* Returns the first packet, if its cycle has come. */
struct tn_cz_item *tn_cz_queue_due(const struct tn_cz_queue *q, uint64_t now);

/* Begins to let a packet pass. */
void tn_cz_passing_begin(struct tn_cz_passing *t, const struct tn_cz_item *i);
/* Returns the beat of the packet that comes next. */
struct tn_stream_beat tn_cz_passing_beat(const struct tn_cz_passing *t);
/* Adds a beat that passed. Returns whether the packet is whole. */
bool tn_cz_passing_join(struct tn_cz_passing *t, const struct tn_stream_beat *b, uint64_t now);

#ifdef __cplusplus
}
#endif

#endif
