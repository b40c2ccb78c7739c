/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The TNW codec. Input: 2 bytes by how much the record was snapped short, then its bytes, taken
 * as a packet and as words of a link. What decode takes whole, encode gives back byte for byte;
 * fields read by shifts written here from tnw.md agree with the tables' ones; the parts of a
 * frame are all of it.
 */
#include "../../fuzz/fuzz.h"

#include <tn/tnw/tnw.h>

static uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void header_agrees(const struct tnw_packet *k, uint32_t h)
{
    FUZZ_REQUIRE(k->vc == h >> 29 && k->seq == (h >> 24 & 31) && k->offset == (h & 0xffffff));
    FUZZ_REQUIRE(tnw_header(k) == h);
}

static void any_packet(const uint8_t *p, size_t len, size_t snapped)
{
    struct tnw_packet k, any;
    uint8_t out[TNW_PACKET];
    unsigned err = tnw_decode(p, len, len + snapped, &k);
    FUZZ_REQUIRE(err == k.err && k.snapped == (snapped > 0) && k.word_n <= TNW_PAYLOAD_WORDS);
    FUZZ_REQUIRE(k.has_header == !(err & TNW_E_SHORT) && (!k.has_crc || k.word_n == TNW_PAYLOAD_WORDS));
    if (k.has_header)
        header_agrees(&k, be32(p));
    if (k.has_crc)
        FUZZ_REQUIRE(k.crc == be32(p + 132) && memcmp(k.payload, p + 4, TNW_PAYLOAD) == 0);
    tnw_decode_any(p, len, len + snapped, &any);
    FUZZ_REQUIRE(any.foreign ? any.crc == tnw_want_crc(&any) && any.err == 0 : any.err == err);
    if (snapped == 0 && !(err & (TNW_E_SHORT | TNW_E_PART | TNW_E_LONG))) {
        FUZZ_REQUIRE(tnw_encode(&k, out, sizeof out) == (long)len && memcmp(out, p, len) == 0);
        FUZZ_REQUIRE(tnw_encode(&k, out, len - 1) < 0);
    }
}

static void any_word(const uint8_t *p)
{
    uint8_t out[TNW_WORD_OCTETS];
    struct tnw_word w = tnw_word_get(p);
    struct tnw_ctl ctl = tnw_ctl_decode(w.data);
    enum tnw_class kind = tnw_classify(w);
    tnw_word_put(w, out);
    FUZZ_REQUIRE(memcmp(out, p, sizeof out) == 0 && tnw_ctl_encode(&ctl) == w.data);
    FUZZ_REQUIRE(ctl.octet == p[1] && ctl.crc == p[2] && ctl.rsv == p[3]);
    FUZZ_REQUIRE(ctl.code == p[4] >> 5 && ctl.seq == (p[4] & 31));
    FUZZ_REQUIRE((kind == TNW_DATA) == (p[0] == 0) && (kind == TNW_START) == (p[0] == 1 && p[1] == 0xfb));
    FUZZ_REQUIRE(tnw_class_name(kind)[0] && tnw_code_name(ctl.code)[0]);
}

static void any_frame(const uint8_t *p, size_t len)
{
    struct tnw_part part;
    uint8_t own[2 * TNW_FRAME];
    size_t at = 0, n, foreign;
    for (size_t i = 0; i + TNW_WORD_OCTETS <= len; i += TNW_WORD_OCTETS)
        any_word(p + i);
    foreign = tnw_foreign_words(p, len, own, sizeof own);
    FUZZ_REQUIRE(foreign <= sizeof own && (!foreign || len % 4 == 0) && foreign % TNW_WORD_OCTETS == 0);
    while ((n = tnw_part_decode(p + at, len - at, &part)) > 0) {
        unsigned all = 0;
        for (int c = 0; c < TNW_CLASSES; c++)
            all += part.count[c];
        FUZZ_REQUIRE(n == part.words * TNW_WORD_OCTETS && all == part.words);
        FUZZ_REQUIRE(part.kind == tnw_classify(tnw_word_get(p + at)));
        if (part.kind == TNW_START && part.words > 1)
            header_agrees(&part.packet, tnw_word_get(p + at + TNW_WORD_OCTETS).data);
        if (part.kind == TNW_START)
            FUZZ_REQUIRE(part.words <= TNW_WORDS && part.packet.has_crc == (part.words == TNW_WORDS));
        at += n;
    }
    FUZZ_REQUIRE(len - at < TNW_WORD_OCTETS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    size_t snapped = (size_t)fuzz_take(&in, 2), len;
    uint8_t *bytes = fuzz_block(&in, in.left, &len), again[TNW_NOTE];
    struct tnw_note note;
    any_packet(bytes, len, snapped);
    any_frame(bytes, len);
    if (len >= TNW_NOTE) {
        tnw_note_decode(bytes, &note);
        FUZZ_REQUIRE(tnw_note_encode(&note, again) == 0 && memcmp(again, bytes, TNW_NOTE) == 0);
    }
    free(bytes);
    return 0;
}
