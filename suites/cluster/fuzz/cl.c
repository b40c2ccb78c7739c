/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The cluster's codec. Input: a byte by how many words the record was snapped short, a new number,
 * then bytes, taken as a packet's words. What decode takes whole, encode gives back word for word;
 * fields read by shifts written here from cluster.md agree with the tables' ones; a new number and
 * the old one again leave the packet as it was.
 */
#include "../../fuzz/fuzz.h"

#include <tn/cluster/cluster.h>

static void header_agrees(const struct cl_header *h, const uint16_t *w)
{
    FUZZ_REQUIRE(h->dst == w[0] >> 11 && h->src == (w[0] >> 6 & 31) && h->prio == (w[0] >> 4 & 3));
    FUZZ_REQUIRE(h->type == (w[0] & 15) && h->dst_cpu == w[1] >> 14 &&
                 h->src_cpu == (w[1] >> 12 & 3));
    FUZZ_REQUIRE(h->len == (w[1] >> 6 & 63) && h->seq == (w[1] & 63));
}

static void encode_agrees(const struct cl_packet *k)
{
    uint16_t out[CL_WORDS_MAX], crc = cl_crc(k->word, k->words - 1);
    memcpy(out, k->word, k->words * sizeof *out);
    memset(out, 0, 4 * sizeof *out); /* data begin behind these at the earliest */
    FUZZ_REQUIRE(cl_encode(&k->header, &k->body, out) == k->words);
    FUZZ_REQUIRE(memcmp(out, k->word, (k->words - 1) * sizeof *out) == 0);
    FUZZ_REQUIRE(out[k->words - 1] == crc && cl_crc_right(out, k->words));
    FUZZ_REQUIRE(cl_type_prio(k->header.type) >= 0 && cl_type_name(k->header.type));
}

static void renumber_agrees(const struct cl_packet *k, unsigned seq)
{
    uint16_t w[CL_WORDS_MAX];
    const bool right = cl_crc_right(k->word, k->words);
    memcpy(w, k->word, k->words * sizeof *w);
    cl_renumber(w, k->words, seq);
    FUZZ_REQUIRE((w[1] & 63) == seq % 64 && cl_crc_right(w, k->words) == right);
    cl_renumber(w, k->words, k->header.seq);
    FUZZ_REQUIRE(memcmp(w, k->word, k->words * sizeof *w) == 0);
}

static void link_agrees(const uint16_t *payload)
{
    struct cl_ctl c;
    uint16_t w[CL_CTL_WORDS];
    cl_ctl_get(payload, &c);
    cl_ctl_put(&c, w);
    FUZZ_REQUIRE(cl_is_link(w) && cl_crc_right(w, CL_CTL_WORDS));
    FUZZ_REQUIRE(memcmp(w + 2, payload, CL_CTL_LEN * sizeof *w) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const unsigned snapped = (unsigned)fuzz_take(&in, 1), seq = (unsigned)fuzz_take(&in, 1);
    struct cl_packet k;
    size_t len;
    uint8_t *bytes = fuzz_block(&in, in.left < CL_BYTES_MAX ? in.left : CL_BYTES_MAX, &len);
    const unsigned n = (unsigned)len / CL_WORD;
    uint16_t *word = malloc(n * sizeof *word + 1);
    FUZZ_REQUIRE(word != NULL);
    cl_words_get(bytes, n, word);
    cl_decode(word, n, n + snapped, &k);
    FUZZ_REQUIRE(k.has_header == (n >= 2) && (!k.whole || (!snapped && n == k.header.len + 3u)));
    FUZZ_REQUIRE(!k.has_body || k.whole);
    if (k.has_header)
        header_agrees(&k.header, word);
    if (k.has_body)
        encode_agrees(&k);
    if (k.whole && n >= CL_WORDS_MIN)
        renumber_agrees(&k, seq);
    if (n >= CL_CTL_LEN)
        link_agrees(word);
    free(word);
    free(bytes);
    return 0;
}
