/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of a sender's line: its state. link_judge.c takes the caller's facts,
 * link_judge_line.c the blocks.
 */
#ifndef TN_EXA_LINK_JUDGE_PRIVATE_H
#define TN_EXA_LINK_JUDGE_PRIVATE_H

#include "model.h"

#include <tn/exanet/exa_link_judge.h>

enum exl_rule { BLK_1, SCR_1, FRM_1, TX_1, TX_2, NFC_1, NFC_2, NFC_3, NFC_4 };

struct exl_item {
    uint8_t data[EXA_WORD];
    bool last;   /* the frame ends after this word, as far as is known */
    uint64_t at; /* number of the last block when the word was taken */
};

struct tn_exl_judge {
    struct tn_exl_judge_params par;
    struct tn_judge judge;
    struct tn_exl_scrambler scrambler;
    uint64_t blocks;
    bool lost; /* a verdict on words was given: words are not judged any more */
    /* the line */
    bool framed;   /* a separator was seen, or the line is watched from reset */
    bool in_frame; /* data since the last separator */
    bool half;
    bool after_empty; /* the last data block or separator was an empty frame */
    bool xoff;        /* XOFF was sent last, not XON */
    uint64_t nfc_at, separator_at;
    uint64_t refresh_at; /* number of the block with which a separator is due; 0: none */
    uint32_t frames, strays;
    /* words taken: item[0] has number base; `sent` words have been on the line whole */
    struct exl_item *item;
    uint64_t base, sent;
    size_t n, cap;
    bool taking; /* the frame of the last word taken has not ended */
    /* the caller's facts, and the blocks since which they hold */
    bool side_told, locked, peer_ready, may_begin;
    uint64_t locked_since, ready_since, may_since;
    uint64_t empty_at; /* block of the last empty frame */
    bool announce;     /* an empty frame is due before the next frame */
    enum tn_exl_wish wish;
    bool wish_told;
    uint64_t differs_since; /* block since which wish and xoff differ */
};

/* Returns the word with that number, or NULL. */
static inline struct exl_item *exl_item_at(const struct tn_exl_judge *w, uint64_t number)
{
    return number - w->base < w->n ? &w->item[number - w->base] : NULL;
}

#endif
