/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Toy packets by the positions of spec/toy.def.
 */
#include <tn/toy/toy.h>

#include <tn/crc.h>

#include <string.h>

enum { CRC_COVERS = 2, WORD = 4 };

uint16_t toy_want_crc(const uint8_t header[TN_BYTES_toy_hdr])
{
    return tn_crc16_ibm3740(header, CRC_COVERS);
}

void toy_decode(const uint8_t *bytes, size_t len, size_t orig_len, struct toy_packet *k)
{
    memset(k, 0, sizeof *k);
    k->header = len >= TN_BYTES_toy_hdr;
    if (!k->header)
        return;
    k->hops = TN_GET(bytes, toy_hdr, hops);
    k->seq = TN_GET(bytes, toy_hdr, seq);
    k->words = TN_GET(bytes, toy_hdr, words);
    k->crc = (uint16_t)TN_GET(bytes, toy_hdr, crc);
    k->whole = orig_len == TN_BYTES_toy_hdr + WORD * (size_t)k->words;
}

void toy_seal(uint8_t header[TN_BYTES_toy_hdr], unsigned hops, unsigned seq, unsigned words)
{
    TN_PUT(header, toy_hdr, hops, hops);
    TN_PUT(header, toy_hdr, seq, seq);
    TN_PUT(header, toy_hdr, words, words);
    TN_PUT(header, toy_hdr, crc, toy_want_crc(header));
}
