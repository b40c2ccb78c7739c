/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet packets there and back, over all types, forms, offsets and lengths; and their
 * CRCs, computed a second time here, bit by bit.
 */
#include <tn/exanet/exa.h>
#include <tn/rng.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
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
    return (struct exa_node){.x = (uint8_t)tn_rng_below(r, 128),
                             .y = (uint8_t)tn_rng_below(r, 128),
                             .z = (uint8_t)tn_rng_below(r, 64),
                             .fpga = (uint8_t)tn_rng_below(r, 4)};
}

static struct exa_packet random_packet(struct tn_rng *r, unsigned type, unsigned form)
{
    struct exa_packet k = {
        .pdid = (uint16_t)tn_rng_next(r),
        .dst = random_node(r),
        .addr = tn_rng_next(r) >> 22,
        .type = (uint8_t)type,
        .form = (uint8_t)form,
        .tag = (uint16_t)tn_rng_next(r),
    };
    if (form == EXA_H)
        return k;
    k.has_footer = 1;
    k.src = random_node(r);
    k.tid = (uint16_t)tn_rng_below(r, 1024);
    k.seq = (uint16_t)tn_rng_below(r, 8192);
    k.first = (uint8_t)tn_rng_below(r, 2);
    k.last = (uint8_t)tn_rng_below(r, 2);
    k.notify = (uint8_t)tn_rng_below(r, 2);
    k.code = (uint8_t)tn_rng_below(r, 16);
    k.rsv = tn_rng_next(r) >> 28;
    return k;
}

static void same_footer(const struct exa_packet *a, const struct exa_packet *b)
{
    assert_int_equal(a->pld_crc, b->pld_crc);
    assert_int_equal(exa_node_bits(a->src), exa_node_bits(b->src));
    assert_int_equal(a->tid, b->tid);
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->first * 4 + a->last * 2 + a->notify,
                     b->first * 4 + b->last * 2 + b->notify);
    assert_int_equal(a->code, b->code);
    assert_int_equal(a->rsv, b->rsv);
    assert_int_equal(a->ftr_crc, b->ftr_crc);
}

static void same_packet(const struct exa_packet *a, const struct exa_packet *b)
{
    assert_int_equal(a->hdr_crc, b->hdr_crc);
    assert_int_equal(a->pdid, b->pdid);
    assert_int_equal(exa_node_bits(a->dst), exa_node_bits(b->dst));
    assert_int_equal(a->addr, b->addr);
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->form, b->form);
    assert_int_equal(a->len, b->len);
    assert_int_equal(a->tag, b->tag);
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
    assert_int_equal(back.ftr_crc, plain_crc(out + n - 16, 15, 8, 0x07, 0xff));
    assert_int_equal(back.pld_crc, k->word_n ? reflected_crc32(out + 16, (size_t)n - 32) : 0);
}

static void every_type_and_form_survives_encode_and_decode(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 31, 0);
    for (unsigned type = 0; type < 32; type++)
        for (unsigned form = 0; form < 4; form++) {
            struct exa_packet k = random_packet(&r, type, form);
            unsigned err = type == 0 || type > 10 ? EXA_E_TYPE : 0;
            if (form == EXA_HPF) {
                k.len = 5;
                k.addr &= ~15ull;
                k.word_n = 1;
            }
            there_and_back(&k, err | (form == 2 ? EXA_E_FORM : 0));
        }
}

static void every_offset_and_length_survives_with_its_lanes(void **state)
{
    struct tn_rng r;
    uint8_t data[511];
    (void)state;
    tn_rng_seed(&r, 32, 0);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(1 + tn_rng_below(&r, 255)); /* never a padding byte's 0 */
    for (unsigned o = 0; o < 16; o++)
        for (unsigned n = 1; n <= sizeof data; n++) {
            struct exa_packet k = random_packet(&r, 1, 3);
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
    for (size_t kept = 16; kept < 96; kept++) { /* snapped: the form still agrees */
        assert_int_equal(exa_decode(p, kept, 96, &d), 0);
        assert_int_equal(d.snapped, 1);
        assert_int_equal(d.has_footer, 0);
        assert_int_equal(d.word_n, kept < 80 ? (kept - 16) / 16 : 4);
    }
    assert_int_equal(exa_decode(p, 80, 80, &d), EXA_E_LENGTH);
}

static void fields_that_do_not_fit_are_refused(void **state)
{
    struct exa_packet k = {.type = 1, .form = 1, .has_footer = 1}, bad;
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
    REFUSED(dst.x, 128);
    REFUSED(dst.y, 128);
    REFUSED(dst.z, 64);
    REFUSED(dst.fpga, 4);
    REFUSED(addr, 1ull << 42);
    REFUSED(type, 32);
    REFUSED(form, 4);
    REFUSED(len, 512);
    REFUSED(src.x, 128);
    REFUSED(tid, 1024);
    REFUSED(seq, 8192);
    REFUSED(notify, 2);
    REFUSED(code, 16);
    REFUSED(rsv, 1ull << 36);
    REFUSED(word_n, EXA_KEEP_WORDS + 1);
    assert_int_equal(exa_set_payload(&bad, 0, out, 512), -ERANGE);
}

/* Bits by the table of the specification: bit 127 - 74 = 53 of the word is dst_fpga's last. */
static void each_field_stands_where_the_specification_says(void **state)
{
    static const struct {
        unsigned high, low; /* as in the table of exanet.md */
        struct exa_packet k;
    } header[] =
        {
            {127, 112, {.hdr_crc = 0xffff}},
            {111, 96, {.pdid = 0xffff}},
            {95, 89, {.dst.x = 127}},
            {88, 82, {.dst.y = 127}},
            {81, 76, {.dst.z = 63}},
            {75, 74, {.dst.fpga = 3}},
            {73, 32, {.addr = (1ull << 42) - 1}},
            {31, 27, {.type = 31}},
            {26, 25, {.form = 3}},
            {24, 16, {.len = 511}},
            {15, 0, {.tag = 0xffff}},
            {15, 15, {.tag = EXA_TAG_MSG}},
        },
      footer[] = {
          {127, 96, {.pld_crc = 0xffffffff}},
          {95, 89, {.src.x = 127}},
          {88, 82, {.src.y = 127}},
          {81, 76, {.src.z = 63}},
          {75, 74, {.src.fpga = 3}},
          {73, 64, {.tid = 1023}},
          {63, 51, {.seq = 8191}},
          {50, 50, {.first = 1}},
          {49, 49, {.last = 1}},
          {48, 48, {.notify = 1}},
          {47, 44, {.code = 15}},
          {43, 8, {.rsv = (1ull << 36) - 1}},
          {7, 0, {.ftr_crc = 255}},
      };
    (void)state;
    for (size_t i = 0; i < sizeof header / sizeof *header + sizeof footer / sizeof *footer; i++) {
        size_t in_footer = i >= sizeof header / sizeof *header,
               j = in_footer ? i - sizeof header / sizeof *header : i;
        struct exa_packet k = in_footer ? footer[j].k : header[j].k;
        unsigned high = in_footer ? footer[j].high : header[j].high;
        unsigned low = in_footer ? footer[j].low : header[j].low;
        uint8_t out[32];
        k.has_footer = 1;
        assert_int_equal(exa_encode(&k, out, sizeof out), 32);
        for (unsigned bit = 0; bit < 128; bit++)
            assert_int_equal(out[16 * in_footer + 15 - bit / 8] >> bit % 8 & 1,
                             bit >= low && bit <= high);
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
        cmocka_unit_test(every_type_and_form_survives_encode_and_decode),
        cmocka_unit_test(every_offset_and_length_survives_with_its_lanes),
        cmocka_unit_test(any_words_come_back_whatever_the_header_says),
        cmocka_unit_test(what_is_cut_or_too_long_is_said),
        cmocka_unit_test(fields_that_do_not_fit_are_refused),
        cmocka_unit_test(each_field_stands_where_the_specification_says),
        cmocka_unit_test(retransmission_numbers_compare_modulo_8192),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
