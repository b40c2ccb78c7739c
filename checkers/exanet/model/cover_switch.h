/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the meaning of a word at an input of a switch, mux or demux, for the coverage of all
 * three. The enums are in the order of the axes of cover_crossbar.def, cover_mux.def and
 * cover_demux.def.
 */
#ifndef TN_EXA_COVER_SWITCH_H
#define TN_EXA_COVER_SWITCH_H

#include "cover.h"
#include "model.h"

enum exa_cover_how { EARLY_HEADER, EARLY_FOOTER, PAST_PAYLOAD };
enum exa_cover_rest { HEADER_NEXT, FOOTER_NEXT, PAYLOAD_HEADER, PAYLOAD_FOOTER };

/* An input: the packet under way. */
struct exa_cover_in {
    struct exa_xbar_in step;
    unsigned form, cause; /* of the packet */
    bool payload;         /* dropped, and had a payload word */
};

/* The meaning of a word. */
struct exa_cover_said {
    struct tn_exa_xbar_step step;
    struct exa_packet k; /* of a header */
    bool header, stray;
    int broke; /* the way in which it broke the packet under way (enum exa_cover_how), or -1 */
    int rest;  /* its role in a packet dropped for its header (enum exa_cover_rest), or -1 */
    unsigned form, cause; /* of the packet under way before it */
};

/* Takes a word at input in of x. */
void exa_cover_switch_word(const struct exa_switch *x, unsigned in, struct exa_cover_in *i,
                           const struct tn_exa_word *w, struct exa_cover_said *said);

/* Returns which words a packet has: 0 a header alone, 1 no payload, 2 payload. */
unsigned exa_cover_form(const struct exa_packet *k);
/* Says whether a packet may have these: its type's index, exa_cover_form(), exa_cover_size(). */
bool exa_cover_may_be(unsigned type, unsigned form, unsigned size);
/* The next four functions return an index of the axes WORD, WAITED, SIZE and WORDS. */
unsigned exa_cover_kind(const struct tn_exa_word *w);
unsigned exa_cover_waited(uint32_t cycles);
unsigned exa_cover_size(unsigned bytes);
unsigned exa_cover_words(unsigned words);

/* A packet on its way out of a switch. */
struct exa_cover_leaving {
    struct tn_exa_word word[TN_EXA_PACKET_WORDS];
    unsigned n; /* 0: none, or one too long */
};
/* Adds a word. Returns true when the packet in k is whole with it, and header and footer are good. */
bool exa_cover_leaves(struct exa_cover_leaving *l, const struct tn_exa_word *w, struct exa_packet *k);

#endif
