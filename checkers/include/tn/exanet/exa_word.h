/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of an ExaNet channel, as models and scoreboards hand them to one another
 * (checkers/exanet/spec/exa_crossbar.md section 1).
 */
#ifndef TN_EXA_WORD_H
#define TN_EXA_WORD_H

#include <tn/exanet/exa.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a word, by the valid that brought it: the bits of struct tn_exa_cycle. */
enum tn_exa_kind { TN_EXA_HDR = 1, TN_EXA_PLD = 2, TN_EXA_FTR = 4 };

/* Most words of a packet: header, 16 payload words, footer. */
enum { TN_EXA_PACKET_WORDS = 2 + EXA_WORDS };

/* One word of a channel. */
struct tn_exa_word {
    uint8_t kind;           /* enum tn_exa_kind */
    uint8_t data[EXA_WORD]; /* lanes: byte i is data[8i+7:8i] */
};

/* A channel in one cycle, as a monitor sees it before the active edge. */
struct tn_exa_pins {
    uint8_t valid, ready; /* bits of enum tn_exa_kind */
    uint8_t data[EXA_WORD];
};

/* Says whether kind and data of both words are the same. */
int tn_exa_word_same(const struct tn_exa_word *a, const struct tn_exa_word *b);

/* Decodes a header word in lanes. Returns nonzero when its CRC is right. */
int tn_exa_word_header(const uint8_t lanes[EXA_WORD], struct exa_packet *k);

/* Returns the number of payload words that a header asks for by its type, addr and size. *total
 * receives the number of all words of the packet. */
unsigned tn_exa_word_count(const struct exa_packet *k, unsigned *total);

/* Writes the words of a whole packet, as exa_encode() would; k is as exa_decode() or
 * exa_set_payload() leaves it. Returns the number of words, at most TN_EXA_PACKET_WORDS, or
 * -EMSGSIZE (more words), or -ERANGE when a field is wider than its place. */
int tn_exa_words_of(const struct exa_packet *k, struct tn_exa_word *w);

/* Decodes n words as exa_decode() does; of two or more words the last is the footer. Returns
 * k->err. */
unsigned tn_exa_words_decode(const struct tn_exa_word *w, unsigned n, struct exa_packet *k);

#ifdef __cplusplus
}
#endif

#endif
