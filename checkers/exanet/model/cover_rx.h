/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: packets at the input of a block as coverage counts them (exa_ni.md section 3): the
 * causes that show with a word, and the packets that have all their words.
 */
#ifndef TN_EXA_COVER_RX_H
#define TN_EXA_COVER_RX_H

#include <tn/exanet/exa_word.h>

#include <stdbool.h>

enum exa_cover_next { EXA_COVER_INSIDE, EXA_COVER_BETWEEN, EXA_COVER_DROPPING };
#define EXA_COVER_WHOLE (1u << 31)

/* A packet that is coming in, or came in. */
struct exa_cover_rx {
    unsigned state, want, got; /* state: enum exa_cover_next; payload words */
    uint8_t type;
    bool tag; /* of a message */
    struct tn_exa_word head;
    struct exa_packet packet; /* whole ones: header and footer */
};

/* Nothing is coming in. */
void exa_cover_rx_reset(struct exa_cover_rx *rx);
/* Takes a word. Returns the causes from HCRC to STRAY that show with it, a bit each, and
 * EXA_COVER_WHOLE when a packet has all its words: rx is that packet then. */
unsigned exa_cover_rx(struct exa_cover_rx *rx, const struct tn_exa_word *w);

#endif
