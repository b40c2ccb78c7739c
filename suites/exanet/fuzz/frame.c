/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of ExaNet's serial link. Input: a first byte n, then a record of link frames. What is decoded
 * is in bounds and agrees with a count by hand; and the words of the record as a packet of n mod 18
 * + 1 words, framed by the model, come back as they were, whatever control blocks stand between.
 */
#include "../../fuzz/fuzz.h"

#include <tn/exanet/exa_frame.h>
#include <tn/exanet/exa_link.h>

static void any_record(const uint8_t *p, size_t len)
{
    struct exa_frame f;
    unsigned data = 0, inside = 0;
    size_t at;
    for (at = 0; at + EXA_BLOCK_OCTETS <= len; at += EXA_BLOCK_OCTETS) {
        const struct exa_block b = exa_block_decode(p + at);
        FUZZ_REQUIRE(b.kind < EXA_B_KINDS && exa_block_name(&b)[0]);
        FUZZ_REQUIRE((b.kind == EXA_B_DATA) == (p[at] == 1));
        data += p[at] == 1;
    }
    for (at = 0; at + EXA_BLOCK_OCTETS <= len; at += EXA_BLOCK_OCTETS) {
        if (p[at] == 2 && (p[at + 1] == 0x1e || p[at + 1] == 0xe1))
            break;
        inside += p[at] == 1;
    }
    exa_frame_decode(p, len, &f);
    FUZZ_REQUIRE(f.blocks == len / EXA_BLOCK_OCTETS && f.count[EXA_B_DATA] == data);
    FUZZ_REQUIRE(f.words == inside / 2 && f.half == (inside % 2 != 0));
    FUZZ_REQUIRE(f.closed == (at + EXA_BLOCK_OCTETS <= len) && f.part == (len % EXA_BLOCK_OCTETS != 0));
    FUZZ_REQUIRE(f.len <= sizeof f.bytes && f.len <= 16u * f.words && f.len % 16 == 0);
}

static void put(uint8_t *to, size_t *n, const struct tn_exl_block *b)
{
    to[(*n)++] = b->head;
    for (unsigned octet = 0; octet < 8; octet++)
        to[(*n)++] = (uint8_t)(b->data >> 8 * octet);
}

static void framed(struct fuzz_input *in, unsigned words)
{
    struct tn_exa_word w[TN_EXA_PACKET_WORDS] = {0};
    struct tn_exl_block block[2 * TN_EXA_PACKET_WORDS + 1];
    static uint8_t record[4 * (2 * TN_EXA_PACKET_WORDS + 1) * EXA_BLOCK_OCTETS];
    struct exa_frame f;
    size_t n = 0;
    for (unsigned i = 0; i < words; i++) {
        w[i].kind = i == 0 ? TN_EXA_HDR : i + 1 == words ? TN_EXA_FTR : TN_EXA_PLD;
        for (unsigned lane = 0; lane < EXA_WORD; lane++)
            w[i].data[lane] = (uint8_t)fuzz_take(in, 1);
    }
    unsigned blocks = tn_exl_frame(w, words, block);
    for (unsigned i = 0; i < blocks; i++) {
        const unsigned between = (unsigned)fuzz_take(in, 1) % 4;
        for (unsigned k = 0; k < between; k++) {
            const struct tn_exl_block b = between & 1 ? tn_exl_idle(between > 1) : tn_exl_nfc(between > 1);
            put(record, &n, &b);
        }
        put(record, &n, &block[i]);
    }
    exa_frame_decode(record, n, &f);
    FUZZ_REQUIRE(f.closed && !f.half && !f.part && f.beyond == 0 && f.words == words);
    for (unsigned i = 0; i < words; i++) {
        uint8_t as_captured[EXA_WORD];
        if (w[i].kind == TN_EXA_PLD)
            memcpy(as_captured, w[i].data, EXA_WORD);
        else
            exa_word_turn(w[i].data, as_captured);
        FUZZ_REQUIRE(memcmp(f.bytes + (size_t)i * EXA_WORD, as_captured, EXA_WORD) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned words = (unsigned)fuzz_take(&in, 1) % TN_EXA_PACKET_WORDS + 1;
    size_t len;
    uint8_t *bytes = fuzz_block(&in, in.left, &len);
    struct fuzz_input again = {bytes, len};
    any_record(bytes, len);
    framed(&again, words);
    free(bytes);
    return 0;
}
