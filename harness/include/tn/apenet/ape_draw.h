/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets for the suites of APEnet's blocks, in the form of a capture.
 */
#ifndef TN_APE_DRAW_H
#define TN_APE_DRAW_H

#include <tn/apenet/apenet.h>
#include <tn/rng.h>

/* How packets are drawn. */
struct tn_ape_draw {
    unsigned len_max;     /* bytes of payload */
    unsigned alone;       /* one in so many is a header alone; 0: none */
    unsigned magic;       /* one in so many payload words is MAGIC or START, and one packet in four
                             has a payload of forged packets; 0: none */
    struct ape_node size; /* destinations lie below */
    unsigned ports;       /* ports lie below */
};

/* Draws a packet of which number makes the contents its own. Returns its length. */
size_t tn_ape_draw(struct tn_rng *rng, const struct tn_ape_draw *d, uint32_t number,
                   uint8_t out[APE_PACKET_MAX]);
/* Turns a packet's payload round, word by word: from the form of a capture to 16 bytes a word, most
 * significant first, and back. */
void tn_ape_words(const uint8_t *from, size_t len, uint8_t *to);

#endif
