/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packets that wait at an end of a bench, and runs of a lane that pass: what the cluster's benches share.
 */
#ifndef TN_CL_QUEUE_H
#define TN_CL_QUEUE_H

#include <tn/cluster/cl_link_peer.h>
#include <tn/cluster/cluster.h>
#include <tn/event.h>

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { CL_QUEUE = 1024, CL_RUN_WORDS = TN_CL_PEER_WORDS };

/* A packet. */
struct cl_item {
    uint64_t at;    /* cycle before which nothing is done with the packet */
    uint64_t first; /* cycle in which its first word passed */
    unsigned n;
    uint16_t word[CL_RUN_WORDS];
};
/* Packets in the order in which they go. */
struct cl_queue {
    unsigned n;
    struct cl_item item[CL_QUEUE];
};

/* Appends a packet. Returns 0 or -ENOSPC. */
static inline int cl_queue_put(struct cl_queue *q, const uint8_t *bytes, size_t len, uint64_t at)
{
    const unsigned n = (unsigned)(len / CL_WORD);
    if (q->n == CL_QUEUE || n > CL_RUN_WORDS)
        return -ENOSPC;
    q->item[q->n].at = at;
    q->item[q->n].n = n;
    cl_words_get(bytes, n, q->item[q->n++].word);
    return 0;
}

/* Takes the first packet off. */
static inline void cl_queue_drop(struct cl_queue *q)
{
    q->n--;
    memmove(&q->item[0], &q->item[1], q->n * sizeof q->item[0]);
}

/* The priority by whose credits a packet begins: prio 3 has those of 2. */
static inline unsigned cl_queue_prio(const struct cl_item *i)
{
    const unsigned prio = i->word[0] >> 4 & 3;
    return prio < CL_PRIOS ? prio : CL_PRIOS - 1;
}

/* Brings the first packet to the front that is due and of whose priority ok has the bit. Returns
 * whether there is one. */
static inline bool cl_queue_choose(struct cl_queue *q, uint64_t now, unsigned ok)
{
    for (unsigned i = 0; i < q->n; i++)
        if (q->item[i].at <= now && ok >> cl_queue_prio(&q->item[i]) & 1) {
            const struct cl_item first = q->item[i];
            memmove(&q->item[1], &q->item[0], i * sizeof first);
            q->item[0] = first;
            return true;
        }
    return false;
}

/* A packet, or a run of a lane, of which words passed. */
struct cl_run_seen {
    uint64_t first, last; /* cycles of its words */
    unsigned n;           /* those beyond CL_RUN_WORDS are not kept */
    uint16_t word[CL_RUN_WORDS];
    bool err[CL_RUN_WORDS]; /* an invalid symbol was in the word */
};

/* Appends a word that passes. */
static inline void cl_run_add(struct cl_run_seen *r, uint16_t data, bool err, uint64_t cycle)
{
    if (r->n == 0)
        r->first = cycle;
    r->last = cycle;
    if (r->n == CL_RUN_WORDS)
        return;
    r->word[r->n] = data;
    r->err[r->n++] = err;
}

/* Appends the word of a lane in a cycle. Returns true when the comma word ends a run: the caller
 * uses the run and sets n to 0. */
static inline bool cl_run_word(struct cl_run_seen *r, struct tn_cl_word word, uint64_t cycle)
{
    if (!word.k)
        cl_run_add(r, word.data, word.err, cycle);
    return word.k && r->n > 0;
}

/* Reads a packet from a record of a capture, a frame of a lane or a packet of a stream. Returns its words; 0: none that is whole, right and of a
 * priority that there is. */
static inline unsigned cl_packet_of(const struct tn_event *ev, uint16_t word[CL_WORDS_MAX], struct cl_header *h)
{
    const bool frame = ev->unit == TN_UNIT_FRAME;
    const unsigned n = (unsigned)(ev->len / (frame ? CL_FRAME_WORD : CL_WORD));
    if (ev->fabric != TN_FABRIC_CLUSTER || n < CL_WORDS_MIN || n > CL_WORDS_MAX ||
        (frame && cl_frame_get(ev->bytes, n, word) != 0))
        return 0;
    if (!frame)
        cl_words_get(ev->bytes, n, word);
    cl_header_get(word, h);
    return cl_crc_right(word, n) && h->type != TN_cl_hdr_type_LINK && h->prio < CL_PRIOS && h->len + 3u == n ? n : 0;
}

/* Says whether the receiver of a packet takes it as right. */
static inline bool cl_packet_sound(const uint8_t *bytes, size_t len)
{
    uint16_t word[CL_WORDS_MAX];
    const size_t n = len / CL_WORD;
    if (n < CL_WORDS_MIN || n > CL_WORDS_MAX)
        return false;
    cl_words_get(bytes, n, word);
    return cl_crc_right(word, n);
}

#endif
