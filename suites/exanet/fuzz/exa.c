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
    FUZZ_REQUIRE(k->hdr_crc == bits(h, 127, 112) && k->size == bits(h, 61, 48));
    FUZZ_REQUIRE(k->type == bits(h, 47, 43) && exa_node_bits(k->dst) == bits(h, 42, 21));
    FUZZ_REQUIRE(k->vc == bits(h, 4, 0));
    if (k->type == 10) {
        FUZZ_REQUIRE(k->rsv == bits(h, 111, 103) &&
                     k->pdid == (bits(h, 102, 91) << 4 | bits(h, 8, 5)));
        FUZZ_REQUIRE(k->seq == (bits(h, 90, 90) << 12 | bits(h, 20, 9)) &&
                     k->code == bits(h, 89, 86));
        FUZZ_REQUIRE(k->tid == bits(h, 85, 72) && k->addr == bits(h, 71, 62) << 32);
        return;
    }
    FUZZ_REQUIRE(k->path == bits(h, 111, 109) && k->rsv == bits(h, 108, 104));
    FUZZ_REQUIRE(k->addr == bits(h, 103, 62) && k->pdid == bits(h, 20, 5));
}

static void footer_agrees(const struct exa_packet *k, const uint8_t *f)
{
    FUZZ_REQUIRE(k->pld_crc == bits(f, 127, 96) && k->ftr_crc == bits(f, 95, 88));
    FUZZ_REQUIRE(k->user == bits(f, 87, 76) && k->ttl == bits(f, 75, 61));
    FUZZ_REQUIRE(k->notify == bits(f, 46, 46) && k->last == bits(f, 45, 45));
    FUZZ_REQUIRE(k->first == bits(f, 44, 44) && k->flags == bits(f, 43, 36));
    FUZZ_REQUIRE(exa_node_bits(k->src) == bits(f, 35, 14));
    if (k->type == 10)
        FUZZ_REQUIRE(k->extra == (bits(f, 60, 47) << 14 | bits(f, 13, 0)));
    else
        FUZZ_REQUIRE(k->seq == bits(f, 60, 47) && k->tid == bits(f, 13, 0));
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
        FUZZ_REQUIRE(exa_payload(&k) + k.size <= k.lanes + sizeof k.lanes);
    exa_want_pld_crc(&k);
    if (snapped == 0 && !(err & (EXA_E_SHORT | EXA_E_PART | EXA_E_LONG))) {
        FUZZ_REQUIRE(exa_encode(&k, out, sizeof out) == (long)len && memcmp(out, bytes, len) == 0);
        FUZZ_REQUIRE(exa_encode(&k, out, len - 1) < 0);
    }
    free(bytes);
    return 0;
}
