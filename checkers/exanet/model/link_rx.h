/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the receiver's model: its state. link_rx.c turns blocks into frames;
 * link_rx_match.c compares them with the words that the DUT handed on.
 */
#ifndef TN_EXA_LINK_RX_PRIVATE_H
#define TN_EXA_LINK_RX_PRIVATE_H

#include "model.h"

#include <tn/exanet/exa_link_rx.h>

enum exl_frame_state { EXL_OPEN, EXL_WHOLE, EXL_BROKEN };

struct exl_frame {
    enum exl_frame_state state;
    bool maybe;            /* the FIFO may have been full */
    unsigned maybe_blocks; /* data blocks since then */
    unsigned least, most;  /* least and greatest number of words, by the first word */
    unsigned n;            /* words so far */
    uint8_t data[TN_EXA_PACKET_WORDS][EXA_WORD];
};

struct exl_bounds {
    uint32_t least, most;
};

/* A place up to which the DUT may have handed on words: `at` words of that frame. */
struct exl_place {
    uint64_t frame;
    unsigned at;
};

enum { EXL_PLACES = 64 };
enum exl_counter {
    EXL_FRAMES,
    EXL_BROKEN_N,
    EXL_SKIPPED,
    EXL_OVERFLOW,
    EXL_HEAD,
    EXL_UNKNOWN,
    EXL_LOCK_LOST,
    EXL_XOFF_IN,
    EXL_COUNTERS
};

struct tn_exl_rx {
    struct tn_exl_params par;
    unsigned slack;
    struct tn_judge judge;
    struct tn_exl_scrambler scrambler;
    struct tn_exl_lock lock;
    bool peer_xoff, peer_ready;
    enum tn_exl_wish wish;
    bool hunting; /* data blocks are discarded up to the next separator */
    bool dark;    /* an invalid sync header came since the last data block or separator */
    unsigned lack; /* words that lacked in a frame, which the last separator ended after whole words */
    bool half;    /* the first half of a word is in low */
    uint64_t low;
    struct exl_bounds count[EXL_COUNTERS];
    /* frames from number base on; only the last one may be open */
    struct exl_frame *frame;
    uint64_t base;
    size_t n, cap;
    struct exl_place place[EXL_PLACES];
    unsigned places;
    unsigned packet_words; /* words handed on of the packet under way */
    bool lost;             /* a verdict was given: nothing is judged any more */
};

/* Returns the frame with that number, or NULL. */
static inline struct exl_frame *exl_frame_at(const struct tn_exl_rx *m, uint64_t number)
{
    return number - m->base < m->n ? &m->frame[number - m->base] : NULL;
}

#endif
