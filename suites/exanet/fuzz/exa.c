/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The ExaNet codec. Input: 2 bytes by how much the packet was snapped short, then its
 * bytes. What decode takes whole, encode gives back byte for byte; fields read by
 * shifts written here from exanet.md section 1 agree with the tables' ones.
 */
#include "../../fuzz/fuzz.h"

#include <tn/exanet/exa.h>

/* Bits high to low of the 128-bit number at p. */
static uint64_t bits(const uint8_t *p, unsigned high, unsigned low)
{
    uint64_t v = 0;
    for (unsigned bit = high + 1; bit-- > low;)
        v = v << 1 | (p[15 - bit / 8] >> bit % 8 & 1u);
    return v;
}

static void header_agrees(const struct exa_packet *k, const uint8_t *h)
{
    FUZZ_REQUIRE(k->hdr_crc == bits(h, 127, 112) && k->pdid == bits(h, 111, 96));
    FUZZ_REQUIRE(exa_node_bits(k->dst) == bits(h, 95, 74) && k->addr == bits(h, 73, 32));
    FUZZ_REQUIRE(k->type == bits(h, 31, 27) && k->form == bits(h, 26, 25));
    FUZZ_REQUIRE(k->len == bits(h, 24, 16) && k->tag == bits(h, 15, 0));
}

static void footer_agrees(const struct exa_packet *k, const uint8_t *f)
{
    FUZZ_REQUIRE(k->pld_crc == bits(f, 127, 96) && exa_node_bits(k->src) == bits(f, 95, 74));
    FUZZ_REQUIRE(k->tid == bits(f, 73, 64) && k->seq == bits(f, 63, 51));
    FUZZ_REQUIRE(k->first == bits(f, 50, 50) && k->last == bits(f, 49, 49));
    FUZZ_REQUIRE(k->notify == bits(f, 48, 48) && k->code == bits(f, 47, 44));
    FUZZ_REQUIRE(k->rsv == bits(f, 43, 8) && k->ftr_crc == bits(f, 7, 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    size_t snapped = (size_t)fuzz_take(&in, 2), len, orig;
    uint8_t *bytes = fuzz_block(&in, in.left, &len), out[EXA_KEEP_MAX];
    struct exa_packet k;
    unsigned err = exa_decode(bytes, len, len + snapped, &k);
    orig = len + snapped;
    FUZZ_REQUIRE(err == k.err && k.word_n <= EXA_KEEP_WORDS);
    FUZZ_REQUIRE(16u + 16u * k.word_n + 16u * k.has_footer <= len || err & EXA_E_SHORT);
    FUZZ_REQUIRE(exa_type_name(k.type) != NULL);
    if (!(err & EXA_E_SHORT))
        header_agrees(&k, bytes);
    if (k.has_footer)
        footer_agrees(&k, bytes + orig - orig % 16 - 16);
    if (exa_payload(&k))
        FUZZ_REQUIRE(exa_payload(&k) + k.len <= k.lanes + sizeof k.lanes);
    exa_want_pld_crc(&k);
    if (snapped == 0 && !(err & (EXA_E_SHORT | EXA_E_PART | EXA_E_LONG))) {
        FUZZ_REQUIRE(exa_encode(&k, out, sizeof out) == (long)len && memcmp(out, bytes, len) == 0);
        FUZZ_REQUIRE(exa_encode(&k, out, len - 1) < 0);
    }
    free(bytes);
    return 0;
}
