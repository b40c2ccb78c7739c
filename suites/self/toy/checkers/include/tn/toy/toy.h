/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Toy packets: bytes to fields and back (checkers/toy/spec/toy.md).
 */
#ifndef TN_TOY_H
#define TN_TOY_H

#include <tn/fields.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* TN_OFF_toy_hdr_hops, ..., for TN_GET and TN_PUT. */
#define TN_TABLE "../../toy/spec/toy.def"
#include <tn/field_positions.def>

enum { TOY_WORDS_MAX = 255, TOY_PACKET_MAX = TN_BYTES_toy_hdr + 4 * TOY_WORDS_MAX };

struct toy_packet {
    bool header;               /* the header is there; else nothing below holds */
    unsigned hops, seq, words; /* fields of the header */
    uint16_t crc;              /* field of the header */
    bool whole;                /* the packet has the length that words says */
};

/* Decodes len bytes of a packet of orig_len bytes. A packet that was cut when it was captured
 * counts as whole when its length on the link was right. */
void toy_decode(const uint8_t *bytes, size_t len, size_t orig_len, struct toy_packet *k);

/* Writes the header with a CRC that is right. */
void toy_seal(uint8_t header[TN_BYTES_toy_hdr], unsigned hops, unsigned seq, unsigned words);

/* The CRC that the header should have. */
uint16_t toy_want_crc(const uint8_t header[TN_BYTES_toy_hdr]);

#ifdef __cplusplus
}
#endif

#endif
