/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The cluster's codec: packets whose words stand in the page's order, with CRCs by another program,
 * the change of a number, link packets, words of captures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tn/cluster/cluster.h>
#include <tn/rng.h>

/* Words by the tables of cluster.md 1; CRCs by Python's binascii.crc_hqx from FFFF on. */
static const uint16_t write_words[] = {0x9c51, 0xe22d, 0xfff8, 0x9fff, 0x0010, 0x3a00,
                                       0x1100, 0x1101, 0x1102, 0x1103, 0xaf97};
static const uint16_t read_words[] = {0x20e2, 0x51c9, 0x3454, 0x2212, 0x0020,
                                      0x1d00, 0x0000, 0x0000, 0x000c, 0xaa2a};
static const uint16_t nack_words[] = {0x0a48, 0x117f, 0x0088, 0x0800,
                                      0x0002, 0x5678, 0x1234, 0x1d14};
static const uint16_t link_words[] = {0x000f, 0x00c0, 0xc015, 0xfa03, 0x8100, 0x105a};
enum { WRITE_N = 11, READ_N = 10, NACK_N = 8 };

static struct cl_packet decoded(const uint16_t *word, unsigned n)
{
    struct cl_packet k;
    cl_decode(word, n, n, &k);
    assert_true(k.whole && k.has_body);
    return k;
}

static void fields_stand_where_the_page_says(void **state)
{
    struct cl_packet k = decoded(write_words, WRITE_N);
    (void)state;
    assert_int_equal(k.header.dst, 19);
    assert_int_equal(k.header.src, 17);
    assert_int_equal(k.header.prio, 1);
    assert_int_equal(k.header.type, TN_cl_hdr_type_WRITE);
    assert_int_equal(k.header.dst_cpu, 3);
    assert_int_equal(k.header.src_cpu, 2);
    assert_int_equal(k.header.len, 8);
    assert_int_equal(k.header.seq, 45);
    assert_int_equal(k.body.first, 0x9ffffff8);
    assert_int_equal(k.body.ack, 0x3a000010);
    assert_int_equal(k.body.size, 8);
    k = decoded(read_words, READ_N);
    assert_int_equal(k.body.first, 0x22123454);
    assert_int_equal(k.body.reply, 0x1d000020);
    assert_int_equal(k.body.size, 12);
    k = decoded(nack_words, NACK_N);
    assert_int_equal(k.body.cause, 2);
    assert_int_equal(k.body.value, 0x12345678);
    assert_int_equal(cl_node(k.body.first), 1);
    assert_int_equal(cl_cpu(0x3a000010), 1);
}

static void what_is_decoded_encodes_to_the_same_words(void **state)
{
    const uint16_t *const all[] = {write_words, read_words, nack_words};
    const unsigned n[] = {WRITE_N, READ_N, NACK_N};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        const struct cl_packet k = decoded(all[i], n[i]);
        uint16_t word[CL_WORDS_MAX];
        memcpy(word, all[i], sizeof *word * n[i]);
        memset(word, 0, 4 * sizeof *word);
        word[n[i] - 1] = 0;
        assert_int_equal(cl_encode(&k.header, &k.body, word), n[i]);
        assert_memory_equal(word, all[i], sizeof *word * n[i]);
    }
}

static void the_crc_is_that_of_the_catalogue(void **state)
{
    const uint16_t digits[] = {0x3132, 0x3334, 0x3536, 0x3738};
    uint16_t word[WRITE_N];
    (void)state;
    assert_int_equal(cl_crc(digits, 4), 0xa12b); /* "12345678" by the other program */
    assert_true(cl_crc_right(write_words, WRITE_N));
    assert_false(cl_crc_right(write_words, WRITE_N - 1));
    for (unsigned bit = 0; bit < 16 * WRITE_N; bit++) {
        memcpy(word, write_words, sizeof word);
        word[bit / 16] ^= (uint16_t)(1u << bit % 16);
        assert_false(cl_crc_right(word, WRITE_N));
    }
}

static void another_number_changes_the_crc_by_that_of_the_difference(void **state)
{
    uint16_t word[CL_WORDS_MAX] = {0x2886, 0x9100, 0x0040, 0x2d00, 0x0008, 0x0000, 0x994e};
    struct tn_rng r;
    (void)state;
    cl_renumber(word, 7, 37);
    assert_int_equal(word[1], 0x9125);
    assert_int_equal(word[6], 0x497e);
    tn_rng_seed(&r, 7, 0);
    for (unsigned i = 0; i < 2000; i++) {
        const unsigned n = CL_WORDS_MIN + (unsigned)tn_rng_below(&r, CL_LEN_MAX);
        uint16_t wrong = (uint16_t)tn_rng_below(&r, 3);
        for (unsigned k = 0; k < n; k++)
            word[k] = (uint16_t)tn_rng_next(&r);
        cl_seal(word, n);
        word[n - 1] ^= wrong;
        cl_renumber(word, n, i % CL_SEQS);
        assert_int_equal(word[1] % CL_SEQS, i % CL_SEQS);
        word[n - 1] ^= wrong; /* an error that was there stays what it was */
        assert_true(cl_crc_right(word, n));
    }
}

static void a_link_packet_has_its_fields(void **state)
{
    const struct cl_ctl want = {.nack = true, .plane = 2, .ack = 21, .freed = {250, 3, 129}};
    struct cl_ctl c;
    uint16_t word[CL_CTL_WORDS];
    (void)state;
    cl_ctl_put(&want, word);
    assert_memory_equal(word, link_words, sizeof word);
    assert_true(cl_is_link(word));
    cl_ctl_get(link_words + 2, &c);
    assert_true(c.nack && c.plane == 2 && c.ack == 21 && c.reserved == 0);
    assert_memory_equal(c.freed, want.freed, sizeof c.freed);
    word[2] |= 0x1fc0;
    word[4] |= 0x00ff;
    cl_ctl_get(word + 2, &c);
    assert_int_equal(c.reserved, 0x7fff);
    cl_ctl_put(&c, word); /* nothing is lost */
    assert_int_equal(word[2], 0xdfd5);
    assert_int_equal(word[4], 0x81ff);
}

static void a_length_fits_its_type_or_not(void **state)
{
    /* by type: words of payload, bit by bit (cluster.md 1) */
    static const uint64_t fits[16] = {
        [1] = 0x155540, [2] = 1 << 7, [3] = 0x155540, [4] = 0x155555540, [5] = 1 << 5,
        [6] = 1 << 4,   [7] = 1 << 4, [8] = 1 << 5,   [15] = 1 << 3};
    (void)state;
    for (unsigned t = 0; t < 16; t++)
        for (unsigned len = 0; len < 64; len++)
            assert_int_equal(cl_len_fits(t, len), fits[t] >> len & 1);
    assert_int_equal(cl_type_prio(2), 2);
    assert_int_equal(cl_type_prio(3), 0);
    assert_int_equal(cl_type_prio(9), -1);
    assert_int_equal(cl_type_prio(15), -1);
}

static void words_of_captures_come_back(void **state)
{
    const uint8_t bytes[] = {0, 0x12, 0x34, 5, 0xab, 0xcd};
    uint16_t word[2];
    uint8_t back[6];
    (void)state;
    assert_int_equal(cl_frame_get(bytes, 2, word), CL_K_LOW | CL_INVALID);
    assert_int_equal(word[0], 0x1234);
    assert_int_equal(word[1], 0xabcd);
    cl_frame_put(word, 2, back);
    assert_memory_equal(back, ((uint8_t[]){0, 0x12, 0x34, 0, 0xab, 0xcd}), 6);
    cl_words_put(word, 2, back);
    assert_memory_equal(back, ((uint8_t[]){0x12, 0x34, 0xab, 0xcd}), 4);
}

static void a_packet_that_is_cut_has_no_body(void **state)
{
    struct cl_packet k;
    (void)state;
    cl_decode(write_words, 1, 1, &k);
    assert_false(k.has_header || k.whole || k.has_body);
    cl_decode(write_words, WRITE_N - 1, WRITE_N, &k);
    assert_true(k.has_header && !k.whole && !k.has_body);
    cl_decode(link_words, CL_CTL_WORDS, CL_CTL_WORDS, &k);
    assert_true(k.whole && !k.has_body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_stand_where_the_page_says),
        cmocka_unit_test(what_is_decoded_encodes_to_the_same_words),
        cmocka_unit_test(the_crc_is_that_of_the_catalogue),
        cmocka_unit_test(another_number_changes_the_crc_by_that_of_the_difference),
        cmocka_unit_test(a_link_packet_has_its_fields),
        cmocka_unit_test(a_length_fits_its_type_or_not),
        cmocka_unit_test(words_of_captures_come_back),
        cmocka_unit_test(a_packet_that_is_cut_has_no_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
