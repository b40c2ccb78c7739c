/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The TLP codec. Input: 2 bytes by how much the packet was snapped short, then its
 * bytes. What decode takes whole, encode gives back byte for byte; fields read by
 * shifts written here from PCIe 3.0 2.2.1 agree with the tables' ones.
 */
#include "../../fuzz/fuzz.h"

#include <tn/pcie/tlp.h>

static uint32_t dw(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Offsets stay inside the bytes, whatever these were. */
static void offsets_hold(const struct tn_tlp *t, size_t len)
{
    FUZZ_REQUIRE(t->prefix_n <= TN_TLP_MAX_PREFIX && t->hdr_off <= len);
    FUZZ_REQUIRE(t->payload_off <= len && t->payload_len <= len - t->payload_off);
    FUZZ_REQUIRE((t->err & TN_TLP_E_FMT) == 0 || t->kind == TN_TLP_INVALID);
    FUZZ_REQUIRE(tn_tlp_name(t->kind) != NULL);
    FUZZ_REQUIRE(!(tn_tlp_is_request(t->kind) && tn_tlp_is_completion(t->kind)));
}

/* A second reading of the first two DWs, by hand. */
static void fields_agree(const struct tn_tlp *t, const uint8_t *h)
{
    uint32_t d0 = dw(h), d1 = dw(h + 4), d2 = dw(h + 8);
    FUZZ_REQUIRE(t->fmt == d0 >> 29 && t->type == (d0 >> 24 & 31) && t->tc == (d0 >> 20 & 7));
    FUZZ_REQUIRE(t->attr == ((d0 >> 18 & 1) << 2 | (d0 >> 12 & 3)));
    FUZZ_REQUIRE(t->td == (d0 >> 15 & 1) && t->ep == (d0 >> 14 & 1) && t->at == (d0 >> 10 & 3));
    FUZZ_REQUIRE(t->length_dw == ((d0 & 1023) ? (d0 & 1023) : 1024));
    if (tn_tlp_is_completion(t->kind)) {
        FUZZ_REQUIRE(t->completer == d1 >> 16 && t->status == (d1 >> 13 & 7));
        FUZZ_REQUIRE(t->byte_count == ((d1 & 4095) ? (d1 & 4095) : 4096));
        FUZZ_REQUIRE(t->requester == d2 >> 16 && t->tag == (d2 >> 8 & 255));
        FUZZ_REQUIRE(t->lower_addr == (d2 & 127));
    } else {
        FUZZ_REQUIRE(t->requester == d1 >> 16 && t->tag == (d1 >> 8 & 255));
    }
}

/* Nothing is lost: the bytes come back. A TLP whose digest is cut off has none to
 * give back, and one of an undefined form has no fields. */
static void comes_back(const struct tn_tlp *t, const uint8_t *bytes, size_t len)
{
    uint8_t *out;
    long n;
    if (t->err & ~(unsigned)TN_TLP_E_LENGTH || (t->td && !t->has_digest))
        return;
    out = malloc(len ? len : 1);
    FUZZ_REQUIRE(out != NULL);
    n = tn_tlp_encode(t, bytes + t->payload_off, t->payload_len, out, len);
    FUZZ_REQUIRE(n == (long)len && memcmp(out, bytes, len) == 0);
    if (len)
        FUZZ_REQUIRE(tn_tlp_encode(t, bytes + t->payload_off, t->payload_len, out, len - 1) < 0);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    size_t snapped = (size_t)fuzz_take(&in, 2), len;
    uint8_t *bytes = fuzz_block(&in, in.left, &len);
    struct tn_tlp t;
    unsigned err = tn_tlp_decode(bytes, len, len + snapped, &t);
    FUZZ_REQUIRE(err == t.err);
    offsets_hold(&t, len);
    if (!(err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)))
        fields_agree(&t, bytes + t.hdr_off);
    if (!(err & (TN_TLP_E_SHORT | TN_TLP_E_PREFIX)))
        tn_tlp_digest(bytes, len - (t.has_digest ? 4u : 0u), t.hdr_off);
    if (snapped == 0)
        comes_back(&t, bytes, len);
    free(bytes);
    return 0;
}
