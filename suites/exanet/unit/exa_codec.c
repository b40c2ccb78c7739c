/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet packets there and back, over all types, words, offsets and sizes; and their
 * CRCs, computed a second time here, bit by bit.
 */
#include <tn/exanet/exa.h>
#include <tn/rng.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A CRC that is not reflected, a bit a step: width bits of polynomial poly. */
static uint32_t plain_crc(const uint8_t *p, size_t n, unsigned width, uint32_t poly, uint32_t reg)
{
    const uint32_t top = 1u << (width - 1), mask = top | (top - 1);
    for (size_t bit = 0; bit < 8 * n; bit++) {
        uint32_t in = p[bit / 8] >> (7 - bit % 8) & 1;
        uint32_t out = (reg & top ? 1u : 0u) ^ in;
        reg = (reg << 1 ^ (out ? poly : 0)) & mask;
    }
    return reg;
}

/* CRC-32/ISO-HDLC: least significant bit first, complemented. */
static uint32_t reflected_crc32(const uint8_t *p, size_t n)
{
    uint32_t reg = 0xffffffff;
    for (size_t bit = 0; bit < 8 * n; bit++) {
        uint32_t out = (reg ^ (uint32_t)(p[bit / 8] >> bit % 8)) & 1u;
        reg = reg >> 1 ^ (out ? 0xedb88320u : 0);
    }
    return ~reg;
}

static void these_crcs_give_the_published_check_values(void **state)
{
    static const uint8_t digits[] = "123456789";
    (void)state;
    assert_int_equal(plain_crc(digits, 9, 16, 0x1021, 0xffff), 0x29b1);
    assert_int_equal(plain_crc(digits, 9, 8, 0x07, 0xff), 0xfb);
    assert_int_equal(reflected_crc32(digits, 9), 0xcbf43926);
}

static struct exa_node random_node(struct tn_rng *r)
{
    return (struct exa_node){.x = (uint8_t)tn_rng_below(r, 16),
                             .y = (uint8_t)tn_rng_below(r, 16),
                             .z = (uint8_t)tn_rng_below(r, 16),
                             .fpga = (uint8_t)tn_rng_below(r, 4),
                             .tor = (uint8_t)tn_rng_next(r)};
}

/* footer: the packet has one, whatever its type says. */
static struct exa_packet random_packet(struct tn_rng *r, unsigned type, bool footer)
{
    const bool ack = type == EXA_ACK;
    struct exa_packet k = {
        .pdid = (uint16_t)tn_rng_next(r),
        .dst = random_node(r),
        .addr = ack ? tn_rng_next(r) >> 54 << 32 : tn_rng_next(r) >> 22,
        .type = (uint8_t)type,
        .vc = (uint8_t)tn_rng_below(r, 32),
        .path = ack ? 0 : (uint8_t)tn_rng_below(r, 8),
        .rsv = (uint16_t)tn_rng_below(r, ack ? 512 : 32),
        .code = ack ? (uint8_t)tn_rng_below(r, 16) : 0,
    };
    if (ack || footer) {
        k.tid = (uint16_t)tn_rng_below(r, 16384);
        k.seq = (uint16_t)tn_rng_below(r, ack ? 8192 : 16384);
    }
    if (!footer)
        return k;
    k.has_footer = 1;
    k.src = random_node(r);
    k.first = (uint8_t)tn_rng_below(r, 2);
    k.last = (uint8_t)tn_rng_below(r, 2);
    k.notify = (uint8_t)tn_rng_below(r, 2);
    k.user = (uint16_t)tn_rng_below(r, 4096);
    k.ttl = (uint16_t)tn_rng_below(r, 32768);
    k.flags = (uint8_t)tn_rng_next(r);
    k.extra = ack ? (uint32_t)tn_rng_below(r, 1 << 28) : 0;
    return k;
}

static void same_footer(const struct exa_packet *a, const struct exa_packet *b)
{
    assert_int_equal(a->pld_crc, b->pld_crc);
    assert_int_equal(exa_node_bits(a->src), exa_node_bits(b->src));
    assert_int_equal(a->first * 4 + a->last * 2 + a->notify,
                     b->first * 4 + b->last * 2 + b->notify);
    assert_int_equal(a->user, b->user);
    assert_int_equal(a->ttl, b->ttl);
    assert_int_equal(a->flags, b->flags);
    assert_int_equal(a->extra, b->extra);
    assert_int_equal(a->ftr_crc, b->ftr_crc);
}

static void same_packet(const struct exa_packet *a, const struct exa_packet *b)
{
    assert_int_equal(a->hdr_crc, b->hdr_crc);
    assert_int_equal(a->pdid, b->pdid);
    assert_int_equal(exa_node_bits(a->dst), exa_node_bits(b->dst));
    assert_int_equal(a->addr, b->addr);
    assert_int_equal(a->type, b->type);
    assert_int_equal(exa_form(a), exa_form(b));
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->path, b->path);
    assert_int_equal(a->vc, b->vc);
    assert_int_equal(a->rsv, b->rsv);
    assert_int_equal(a->code, b->code);
    assert_int_equal(a->tid, b->tid);
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->has_footer, b->has_footer);
    assert_int_equal(a->word_n, b->word_n);
    assert_memory_equal(a->lanes, b->lanes, sizeof a->lanes);
    same_footer(a, b);
}

/* Both ways, and the CRCs as computed here over the bytes. */
static void there_and_back(struct exa_packet *k, unsigned err)
{
    uint8_t out[EXA_KEEP_MAX], again[EXA_KEEP_MAX];
    struct exa_packet back;
    long n;
    exa_seal(k);
    n = exa_encode(k, out, sizeof out);
    assert_true(n > 0);
    assert_int_equal(exa_decode(out, (size_t)n, (size_t)n, &back), err);
    same_packet(k, &back);
    assert_int_equal(exa_encode(&back, again, sizeof again), n);
    assert_memory_equal(out, again, (size_t)n);
    assert_int_equal(back.hdr_crc, plain_crc(out + 2, 14, 16, 0x1021, 0xffff));
    if (!k->has_footer)
        return;
    uint8_t around[15]; /* bits 127:96 and 87:0 */
    memcpy(around, out + n - 16, 4);
    memcpy(around + 4, out + n - 11, 11);
    assert_int_equal(back.ftr_crc, plain_crc(around, 15, 8, 0x07, 0xff));
    assert_int_equal(back.pld_crc, k->word_n ? reflected_crc32(out + 16, (size_t)n - 32) : 0);
}

/* Types by the table of the page: 0, 1, 2, 3, 6, 9, 10, 11, 17 and 18; 10 and from 16 on a header
 * alone. */
static void every_type_survives_with_any_words(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 31, 0);
    for (unsigned type = 0; type < 32; type++)
        for (unsigned words = 0; words < 3; words++) {
            struct exa_packet k = random_packet(&r, type, words > 0);
            const bool alone = type == 10 || type >= 16;
            const unsigned err = 0x60e4fu >> type & 1 ? 0 : EXA_E_TYPE;
            if (words == 2) {
                k.size = 5;
                k.addr &= type == EXA_ACK ? ~0ull : ~15ull;
                k.word_n = 1;
            }
            there_and_back(&k, err | (alone == (words == 0) ? 0 : EXA_E_LENGTH));
            assert_int_equal(exa_type_index(type) < EXA_TYPE_N, err == 0);
        }
}

static void every_offset_and_length_survives_with_its_lanes(void **state)
{
    struct tn_rng r;
    uint8_t data[512];
    (void)state;
    tn_rng_seed(&r, 32, 0);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(1 + tn_rng_below(&r, 255)); /* never a padding byte's 0 */
    for (unsigned o = 0; o < 16; o++)
        for (unsigned n = 1; n <= sizeof data; n++) {
            struct exa_packet k = random_packet(&r, EXA_WRITE, true);
            assert_int_equal(exa_set_payload(&k, (k.addr & ~15ull) | o, data, n), 0);
            assert_int_equal(k.word_n, (o + n) / 16 + ((o + n) % 16 != 0));
            for (unsigned i = 0; i < 16u * k.word_n; i++)
                assert_int_equal(k.lanes[i], i >= o && i < o + n ? data[i - o] : 0);
            assert_memory_equal(exa_payload(&k), data, n);
            there_and_back(&k, 0);
        }
}

static void any_words_come_back_whatever_the_header_says(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 33, 0);
    for (int round = 0; round < 20000; round++) {
        size_t n = 16 * (1 + tn_rng_below(&r, EXA_KEEP_WORDS + 2));
        uint8_t *p = malloc(n), out[EXA_KEEP_MAX]; /* exactly as long: a sanitizer sees one more */
        struct exa_packet k;
        assert_non_null(p);
        for (size_t i = 0; i < n; i++)
            p[i] = (uint8_t)tn_rng_next(&r);
        assert_int_equal(exa_decode(p, n, n, &k) & (EXA_E_SHORT | EXA_E_PART | EXA_E_LONG), 0);
        assert_int_equal(exa_encode(&k, out, sizeof out), (long)n);
        assert_memory_equal(p, out, n);
        free(p);
    }
}

static void what_is_cut_or_too_long_is_said(void **state)
{
    uint8_t p[(3 + EXA_KEEP_WORDS) * EXA_WORD] = {0}, data[64] = {1};
    struct exa_packet k = {.type = EXA_WRITE}, d;
    long n;
    (void)state;
    assert_int_equal(exa_decode(p, 15, 15, &d), EXA_E_SHORT);
    assert_true(exa_decode(p, 24, 24, &d) & EXA_E_PART);
    assert_int_equal(d.has_footer, 0);
    assert_true(exa_decode(p, sizeof p, sizeof p, &d) & EXA_E_LONG);
    assert_int_equal(exa_set_payload(&k, 0x1000, data, 64), 0);
    n = exa_encode(&k, p, sizeof p);
    assert_int_equal(n, 96);
    for (size_t kept = 16; kept < 96; kept++) { /* snapped: the words still agree */
        assert_int_equal(exa_decode(p, kept, 96, &d), 0);
        assert_int_equal(d.snapped, 1);
        assert_int_equal(d.has_footer, 0);
        assert_int_equal(d.word_n, kept < 80 ? (kept - 16) / 16 : 4);
    }
    assert_int_equal(exa_decode(p, 80, 80, &d), EXA_E_LENGTH);
}

static void fields_that_do_not_fit_are_refused(void **state)
{
    struct exa_packet k = {.type = EXA_ZREAD_REQ, .has_footer = 1}, bad;
    uint8_t out[32];
    (void)state;
    assert_int_equal(exa_encode(&k, out, sizeof out), 32);
    assert_int_equal(exa_encode(&k, out, 31), -EMSGSIZE);
#define REFUSED(field, value)                                                                      \
    do {                                                                                           \
        bad = k;                                                                                   \
        bad.field = (value);                                                                       \
        assert_int_equal(exa_encode(&bad, out, sizeof out), -ERANGE);                              \
    } while (0)
    REFUSED(dst.x, 16);
    REFUSED(dst.y, 16);
    REFUSED(dst.z, 16);
    REFUSED(dst.fpga, 4);
    REFUSED(addr, 1ull << 42);
    REFUSED(type, 32);
    REFUSED(size, 16384);
    REFUSED(path, 8);
    REFUSED(vc, 32);
    REFUSED(rsv, 32);
    REFUSED(code, 1); /* of an acknowledgment alone */
    REFUSED(src.x, 16);
    REFUSED(tid, 16384);
    REFUSED(seq, 16384);
    REFUSED(notify, 2);
    REFUSED(user, 4096);
    REFUSED(ttl, 32768);
    REFUSED(extra, 1u << 28);
    REFUSED(word_n, EXA_KEEP_WORDS + 1);
    k = (struct exa_packet){.type = EXA_ACK};
    REFUSED(addr, 1); /* the lower half of an acknowledgment's address is 0 */
    REFUSED(path, 1);
    REFUSED(rsv, 512);
    REFUSED(code, 16);
    REFUSED(seq, 8192);
    assert_int_equal(exa_set_payload(&bad, 0, out, 513), -ERANGE);
}

static void coordinates_are_four_numbers_or_five(void **state)
{
    static const struct {
        const char *text;
        uint32_t bits;
    } good[] = {{"0.0.0.0", 0},
                {"1.2.3.0", 0x321},
                {"15.15.15.3", 0x3fff},
                {"255.1.2.3.1", 0x3fd321},
                {"8.0.0.0.2", 8 << 14 | 0x2000}};
    static const char *const bad[] = {
        "",         "1.2.3",    "1.2.3.4",  "16.0.0.0", "0.0.0.0.0.0", "256.0.0.0.0",
        "1.2.3.0x", "1.2.3.0 ", ".1.2.3.0", "1..2.3",   "-1.2.3.0",    "1.2.3.0."};
    char text[EXA_NODE_TEXT];
    struct exa_node n;
    (void)state;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(exa_node_parse(good[i].text, &n), 0);
        assert_int_equal(exa_node_bits(n), good[i].bits);
        assert_string_equal(exa_node_text(exa_node_of(good[i].bits), text), good[i].text);
    }
    assert_int_equal(exa_node_parse("0.1.2.3.0", &n), 0);
    assert_int_equal(exa_node_bits(n), 0x321);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(exa_node_parse(bad[i], &n), -EINVAL);
    assert_int_equal(exa_board_of(0x3fd321), 0xff321);
    assert_int_equal(exa_node_on(0xff321, 2), 0x3fe321);
}

/* Bits by the tables of the specification. */
static void each_field_stands_where_the_specification_says(void **state)
{
    static const struct {
        unsigned high, low; /* as in the table of exanet.md */
        struct exa_packet k;
    } header[] =
        {
            {127, 112, {.hdr_crc = 0xffff, .type = EXA_WRITE}},
            {111, 109, {.path = 7}},
            {108, 104, {.rsv = 31}},
            {103, 62, {.addr = (1ull << 42) - 1}},
            {103, 94, {.addr = 0x3ffull << 32}},
            {61, 48, {.size = 16383}},
            {47, 43, {.type = 31}},
            {42, 35, {.dst.tor = 255}},
            {34, 33, {.dst.fpga = 3}},
            {32, 29, {.dst.z = 15}},
            {28, 25, {.dst.y = 15}},
            {24, 21, {.dst.x = 15}},
            {20, 5, {.pdid = 0xffff}},
            {4, 0, {.vc = 31}},
        },
      ack[] =
          {
              {127, 112, {.hdr_crc = 0xffff}},
              {111, 103, {.rsv = 511}},
              {102, 91, {.pdid = 0xfff0}},
              {90, 90, {.seq = 0x1000}},
              {89, 86, {.code = 15}},
              {85, 72, {.tid = 16383}},
              {71, 62, {.addr = 0x3ffull << 32}},
              {61, 48, {.size = 16383}},
              {42, 35, {.dst.tor = 255}},
              {34, 33, {.dst.fpga = 3}},
              {32, 29, {.dst.z = 15}},
              {28, 25, {.dst.y = 15}},
              {24, 21, {.dst.x = 15}},
              {20, 9, {.seq = 0x0fff}},
              {8, 5, {.pdid = 15}},
              {4, 0, {.vc = 31}},
          },
      footer[] = {
          {127, 96, {.pld_crc = 0xffffffff}},
          {95, 88, {.ftr_crc = 255}},
          {87, 76, {.user = 4095}},
          {75, 61, {.ttl = 32767}},
          {60, 47, {.seq = 16383}},
          {46, 46, {.notify = 1}},
          {45, 45, {.last = 1}},
          {44, 44, {.first = 1}},
          {43, 36, {.flags = 255}},
          {35, 28, {.src.tor = 255}},
          {27, 26, {.src.fpga = 3}},
          {25, 22, {.src.z = 15}},
          {21, 18, {.src.y = 15}},
          {17, 14, {.src.x = 15}},
          {13, 0, {.tid = 16383}},
      };
    enum { HEADERS = sizeof header / sizeof *header, ACKS = sizeof ack / sizeof *ack };
    enum { FOOTERS = sizeof footer / sizeof *footer };
    (void)state;
    for (unsigned i = 0; i < HEADERS + ACKS + FOOTERS; i++) {
        const bool is_ack = i >= HEADERS && i < HEADERS + ACKS, in_footer = i >= HEADERS + ACKS;
        const unsigned j = in_footer ? i - HEADERS - ACKS : is_ack ? i - HEADERS : i;
        struct exa_packet k = in_footer ? footer[j].k : is_ack ? ack[j].k : header[j].k;
        const unsigned high = in_footer ? footer[j].high : is_ack ? ack[j].high : header[j].high;
        const unsigned low = in_footer ? footer[j].low : is_ack ? ack[j].low : header[j].low;
        uint8_t out[32];
        k.has_footer = 1;
        if (is_ack)
            k.type = EXA_ACK;
        assert_int_equal(exa_encode(&k, out, sizeof out), 32);
        for (unsigned bit = 0; bit < 128; bit++) {
            const bool of_type = is_ack && (bit == 44 || bit == 46); /* 10 in bits 47:43 */
            assert_int_equal(out[(in_footer ? 31 : 15) - bit / 8] >> bit % 8 & 1,
                             of_type || (bit >= low && bit <= high));
        }
    }
}

static void retransmission_numbers_compare_modulo_8192(void **state)
{
    (void)state;
    assert_int_equal(exa_seq_ahead(5, 5), 0);
    assert_int_equal(exa_seq_ahead(8191, 0), 1);
    assert_int_equal(exa_seq_ahead(0, 8191), -1);
    assert_int_equal(exa_seq_ahead(10, 10 + 4095), 4095);
    assert_int_equal(exa_seq_ahead(10, 10 + 4096), -4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(these_crcs_give_the_published_check_values),
        cmocka_unit_test(every_type_survives_with_any_words),
        cmocka_unit_test(every_offset_and_length_survives_with_its_lanes),
        cmocka_unit_test(any_words_come_back_whatever_the_header_says),
        cmocka_unit_test(what_is_cut_or_too_long_is_said),
        cmocka_unit_test(fields_that_do_not_fit_are_refused),
        cmocka_unit_test(coordinates_are_four_numbers_or_five),
        cmocka_unit_test(each_field_stands_where_the_specification_says),
        cmocka_unit_test(retransmission_numbers_compare_modulo_8192),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
