/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The CRC of packets, link packets, and the words of a lane as a capture has them.
 */
#include <tn/cluster/cluster.h>

enum { POLY = 0x1021, INIT = 0xffff, SEQ = TN_W_cl_hdr_seq };

/* CRC-16/IBM-3740 from a register on, each word from its most significant bit on. */
static uint16_t crc_from(uint16_t reg, const uint16_t *word, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        reg ^= word[i];
        for (unsigned bit = 0; bit < 16; bit++)
            reg = (uint16_t)(reg << 1 ^ (reg & 0x8000 ? POLY : 0));
    }
    return reg;
}

uint16_t cl_crc(const uint16_t *word, size_t words)
{
    return crc_from(INIT, word, words);
}

bool cl_crc_right(const uint16_t *word, size_t words)
{
    return words >= 2 && cl_crc(word, words - 1) == word[words - 1];
}

void cl_seal(uint16_t *word, size_t words)
{
    word[words - 1] = cl_crc(word, words - 1);
}

void cl_renumber(uint16_t *word, size_t words, unsigned seq)
{
    static const uint16_t zero[CL_WORDS_MAX];
    const uint16_t old = word[1];
    word[1] = (uint16_t)((old & ~((1u << SEQ) - 1)) | seq % CL_SEQS);
    const uint16_t change = word[1] ^ old; /* word 0 does not change, and a CRC0 of zeros is 0 */
    word[words - 1] ^= crc_from(crc_from(0, &change, 1), zero, words - 3);
}

void cl_ctl_get(const uint16_t payload[CL_CTL_LEN], struct cl_ctl *c)
{
    uint8_t p[TN_BYTES_cl_ctl];
    cl_words_put(payload, CL_CTL_LEN, p);
    *c = (struct cl_ctl){
        .nack = TN_GET(p, cl_ctl, nack) != 0,
        .plane = (uint8_t)TN_GET(p, cl_ctl, plane),
        .ack = (uint8_t)TN_GET(p, cl_ctl, ack),
        .freed = {(uint8_t)TN_GET(p, cl_ctl, freed0), (uint8_t)TN_GET(p, cl_ctl, freed1),
                  (uint8_t)TN_GET(p, cl_ctl, freed2)},
        .reserved = (uint16_t)(TN_GET(p, cl_ctl, r6) << 8 | TN_GET(p, cl_ctl, r0)),
    };
}

void cl_ctl_put(const struct cl_ctl *c, uint16_t word[CL_CTL_WORDS])
{
    uint8_t p[TN_BYTES_cl_ctl] = {0};
    TN_PUT(p, cl_ctl, nack, c->nack);
    TN_PUT(p, cl_ctl, plane, c->plane);
    TN_PUT(p, cl_ctl, ack, c->ack);
    TN_PUT(p, cl_ctl, freed0, c->freed[0]);
    TN_PUT(p, cl_ctl, freed1, c->freed[1]);
    TN_PUT(p, cl_ctl, freed2, c->freed[2]);
    TN_PUT(p, cl_ctl, r6, c->reserved >> 8u);
    TN_PUT(p, cl_ctl, r0, c->reserved & 255u);
    word[0] = CL_LINK_W0;
    word[1] = CL_LINK_W1;
    cl_words_get(p, CL_CTL_LEN, word + 2);
    cl_seal(word, CL_CTL_WORDS);
}

unsigned cl_frame_get(const uint8_t *bytes, size_t words, uint16_t *word)
{
    unsigned flags = 0;
    for (size_t i = 0; i < words; i++, bytes += CL_FRAME_WORD) {
        flags |= bytes[0];
        cl_words_get(bytes + 1, 1, &word[i]);
    }
    return flags;
}

void cl_frame_put(const uint16_t *word, size_t words, uint8_t *bytes)
{
    for (size_t i = 0; i < words; i++, bytes += CL_FRAME_WORD) {
        bytes[0] = 0;
        cl_words_put(&word[i], 1, bytes + 1);
    }
}
