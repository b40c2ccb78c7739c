/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The TLP codec from the side of the fields. Input: a struct tn_tlp as it lies in
 * memory, then the payload. What encode takes, decode reads as the same fields; what
 * it refuses, it names.
 */
#include "../../fuzz/fuzz.h"

#include <tn/pcie/tlp.h>

#include <errno.h>

enum { PAYLOAD_MAX = 64 };

/* Fields of any value, in a form that a caller may hand over. */
static struct tn_tlp fields(struct fuzz_input *in)
{
    struct tn_tlp t = {0};
    uint32_t kind = (uint32_t)fuzz_take(in, 1) % (TN_TLP_KINDS - 1) + 1;
    t.msg_route = (uint8_t)(fuzz_take(in, 1) & 7);
    tn_tlp_set_kind(&t, (enum tn_tlp_kind)kind, (int)fuzz_take(in, 1) & 1);
    t.prefix_n = (uint8_t)(fuzz_take(in, 1) % (TN_TLP_MAX_PREFIX + 2));
    for (unsigned i = 0; i < TN_TLP_MAX_PREFIX; i++)
        t.prefix[i] = 0x80000000u | ((uint32_t)fuzz_take(in, 1) << 24 & 0x1f000000u);
    t.tc = (uint8_t)fuzz_take(in, 1);
    t.attr = (uint8_t)fuzz_take(in, 1);
    t.th = (uint8_t)fuzz_take(in, 1);
    t.td = (uint8_t)fuzz_take(in, 1);
    t.ep = (uint8_t)fuzz_take(in, 1);
    t.at = (uint8_t)fuzz_take(in, 1);
    t.length_dw = (uint16_t)fuzz_take(in, 2);
    t.requester = (uint16_t)fuzz_take(in, 2);
    t.tag = (uint8_t)fuzz_take(in, 1);
    t.first_be = (uint8_t)fuzz_take(in, 1);
    t.last_be = (uint8_t)fuzz_take(in, 1);
    t.addr = fuzz_take(in, 8);
    t.ph = (uint8_t)fuzz_take(in, 1);
    t.dest_id = (uint16_t)fuzz_take(in, 2);
    t.reg = (uint16_t)fuzz_take(in, 2);
    t.completer = (uint16_t)fuzz_take(in, 2);
    t.status = (uint8_t)fuzz_take(in, 1);
    t.bcm = (uint8_t)fuzz_take(in, 1);
    t.byte_count = (uint16_t)fuzz_take(in, 2);
    t.lower_addr = (uint8_t)fuzz_take(in, 1);
    t.msg_code = (uint8_t)fuzz_take(in, 1);
    t.msg_dw2 = (uint32_t)fuzz_take(in, 4);
    t.msg_dw3 = (uint32_t)fuzz_take(in, 4);
    t.rsv[0] = (uint32_t)fuzz_take(in, 4);
    t.rsv[2] = (uint32_t)fuzz_take(in, 4);
    t.digest = (uint32_t)fuzz_take(in, 4);
    return t;
}

static void kinds_fields_agree(const struct tn_tlp *a, const struct tn_tlp *b)
{
    FUZZ_REQUIRE(a->requester == b->requester && a->tag == b->tag);
    if (tn_tlp_is_completion(a->kind)) {
        FUZZ_REQUIRE(a->completer == b->completer && a->status == b->status && a->bcm == b->bcm);
        FUZZ_REQUIRE(a->byte_count == b->byte_count && a->lower_addr == b->lower_addr);
    } else if (a->kind == TN_TLP_MSG || a->kind == TN_TLP_MSGD) {
        FUZZ_REQUIRE(a->msg_code == b->msg_code && a->msg_route == b->msg_route);
        FUZZ_REQUIRE(a->msg_dw2 == b->msg_dw2 && a->msg_dw3 == b->msg_dw3);
    } else {
        FUZZ_REQUIRE(a->first_be == b->first_be && a->last_be == b->last_be);
        if (a->kind >= TN_TLP_CFGRD0 && a->kind <= TN_TLP_CFGWR1)
            FUZZ_REQUIRE(a->dest_id == b->dest_id && a->reg == b->reg);
        else
            FUZZ_REQUIRE(a->addr == b->addr && a->ph == b->ph);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct tn_tlp t = fields(&in), back;
    size_t len;
    uint8_t *payload = fuzz_block(&in, PAYLOAD_MAX, &len);
    size_t cap = 4u * TN_TLP_MAX_PREFIX + 16 + PAYLOAD_MAX + 4;
    uint8_t *out = malloc(cap);
    FUZZ_REQUIRE(out != NULL);
    long n = tn_tlp_encode(&t, payload, len, out, cap);
    if (n < 0) {
        FUZZ_REQUIRE((n == -ERANGE || n == -EMSGSIZE) && tn_tlp_encode_error()[0]);
    } else {
        FUZZ_REQUIRE((size_t)n <= cap);
        unsigned err = tn_tlp_decode(out, (size_t)n, (size_t)n, &back);
        FUZZ_REQUIRE(!(err & ~(unsigned)TN_TLP_E_LENGTH));
        FUZZ_REQUIRE(back.kind == t.kind && back.prefix_n == t.prefix_n && back.tc == t.tc);
        FUZZ_REQUIRE(back.attr == t.attr && back.th == t.th && back.td == t.td);
        FUZZ_REQUIRE(back.ep == t.ep && back.at == t.at && back.length_dw == t.length_dw);
        FUZZ_REQUIRE(back.payload_len == len && memcmp(out + back.payload_off, payload, len) == 0);
        FUZZ_REQUIRE(!t.td || (back.has_digest && back.digest == t.digest));
        kinds_fields_agree(&t, &back);
    }
    free(out);
    free(payload);
    return 0;
}
