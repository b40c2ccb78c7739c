/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * APEnet's codec: the SECDED vectors of the page, fields by their bits, the footer's CRC by
 * another program, and the words of a link.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tn/apenet/apenet.h>
#include <tn/rng.h>

static void the_secded_vectors_of_the_page_hold(void **state)
{
    static const struct {
        uint8_t data[15], code;
    } row[] = {
        {{0}, 0x00},
        {{[14] = 1}, 0x07},
        {{[0] = 0x80}, 0xfe},
        {{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd},
         0xc4},
        {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
         0xff},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        uint8_t word[APE_WORD] = {0xa5};
        memcpy(word + 1, row[i].data, sizeof row[i].data);
        assert_int_equal(ape_secded(word), row[i].code);
    }
}

static void one_wrong_bit_is_mended_and_two_are_not(void **state)
{
    uint8_t word[APE_WORD] = {0,    0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde,
                              0xf0, 1,    2,    3,    4,    5,    6,    7},
            w[APE_WORD];
    (void)state;
    word[0] = ape_secded(word);
    memcpy(w, word, sizeof w);
    assert_int_equal(ape_secded_mend(w), APE_CLEAN);
    for (unsigned a = 0; a < 128; a++) {
        memcpy(w, word, sizeof w);
        w[a / 8] ^= (uint8_t)(1 << a % 8);
        assert_int_equal(ape_secded_mend(w), APE_ONE_WRONG);
        assert_memory_equal(w, word, sizeof w);
        for (unsigned b = 0; b < a; b++) {
            memcpy(w, word, sizeof w);
            w[a / 8] ^= (uint8_t)(1 << a % 8);
            w[b / 8] ^= (uint8_t)(1 << b % 8);
            assert_int_equal(ape_secded_mend(w), APE_TWO_WRONG);
        }
    }
}

/* A put of 20 bytes from (1,2,3) to (33,17,9), its CRC by Python's zlib. */
static const uint8_t put[] = {
    /* secded, hops 5, addr 0x123456789ab0, len 20, PUT, port 3, z 9, y 17, x 33, pid 0xbeef, last
       hop, vc 1 */
    0x28,
    0x01, 0x44, 0x8d, 0x15, 0x9e, 0x26, 0xac, 0x00, 0x14, 0x08, 0x69, 0x8c, 0x37, 0xdd, 0xf1, 1, 2,
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0,
    /* crc, msg 0xcafe0001, pkt 7, last, source 1 2 3 */
    0x4c, 0xa2, 0xe9, 0x1d, 0xca, 0xfe, 0x00, 0x01, 0x00, 0x07, 0x41, 0x10, 0xc0, 0x00, 0x00, 0x00};

static void fields_stand_where_the_page_says(void **state)
{
    struct ape_packet k;
    uint8_t word[APE_WORD] = {0};
    (void)state;
    ape_decode(put, sizeof put, sizeof put, &k);
    assert_true(k.has_header && k.has_footer && k.whole && ape_padded(&k));
    assert_int_equal(k.header.secded, ape_secded(put));
    assert_int_equal(k.footer.crc, ape_crc(put, sizeof put));
    assert_int_equal(k.header.hops, 5);
    assert_true(k.header.addr == 0x123456789ab0);
    assert_int_equal(k.header.len, 20);
    assert_int_equal(k.header.type, TN_ape_hdr_type_PUT);
    assert_int_equal(k.header.port, 3);
    assert_int_equal(k.header.dst.x, 33);
    assert_int_equal(k.header.dst.y, 17);
    assert_int_equal(k.header.dst.z, 9);
    assert_int_equal(k.header.pid, 0xbeef);
    assert_true(k.header.last_hop && !k.header.ool && !k.header.alone);
    assert_int_equal(k.header.vc, 1);
    assert_true(k.footer.msg == 0xcafe0001 && k.footer.last && !k.footer.err);
    assert_int_equal(k.footer.pkt, 7);
    assert_int_equal(k.footer.src.x, 1);
    assert_int_equal(k.footer.src.y, 2);
    assert_int_equal(k.footer.src.z, 3);
    ape_header_put(&k.header, word);
    assert_memory_equal(word, put, APE_WORD);
    ape_footer_put(&k.footer, word);
    assert_memory_equal(word, put + 48, APE_WORD);
}

/* What routers change is not under the CRC; everything else is. */
static void the_crc_leaves_out_what_routers_change(void **state)
{
    static const uint8_t free_bits[APE_WORD] = {0xff, 0xff, 0xc0, [10] = 0x04, [15] = 0x1f};
    uint8_t k[sizeof put];
    (void)state;
    for (unsigned bit = 0; bit < 8 * sizeof put; bit++) {
        unsigned byte = bit / 8, mask = 1u << bit % 8;
        bool covered = byte < APE_WORD ? !(free_bits[byte] & mask) : byte >= 52 || byte < 48;
        memcpy(k, put, sizeof k);
        k[byte] ^= (uint8_t)mask;
        if (byte == 58 && mask == 0x80)
            covered = false; /* err */
        assert_int_equal(ape_crc(k, sizeof k) != ape_crc(put, sizeof put), covered);
    }
}

/* Takes n words and gives their kinds as letters. */
static const char *kinds(struct ape_line *l, uint8_t (*word)[APE_LINK_WORD], size_t n)
{
    static char text[64];
    memset(text, 0, sizeof text);
    for (size_t i = 0; i < n && i < sizeof text - 1; i++)
        text[i] = "MSHDFC?"[ape_line_word(l, word[i][0], word[i] + 1)];
    return text;
}

static void a_packet_goes_over_a_link_and_back(void **state)
{
    static struct ape_line l;
    static uint8_t word[APE_LINE_MAX][APE_LINK_WORD];
    uint8_t k[sizeof put];
    size_t n = ape_line_put(put, sizeof put, APE_OUT_OF_BAND, word);
    (void)state;
    assert_string_equal(kinds(&l, word, n), "MSHDDF");
    assert_true(l.done && l.words == 4);
    assert_memory_equal(l.packet, put, sizeof put);
    n = ape_line_put(put, sizeof put, APE_IN_BAND_LITERAL, word);
    assert_string_equal(kinds(&l, word, n), "MSHDDF");
    memcpy(k, put, sizeof k);
    ape_turn(ape_magic, k + 16); /* a payload word of MAGIC */
    n = ape_line_put(k, sizeof k, APE_OUT_OF_BAND, word);
    assert_string_equal(kinds(&l, word, n), "MSHDDF");
    assert_memory_equal(l.packet, k, sizeof k);
    n = ape_line_put(k, sizeof k, APE_IN_BAND_LITERAL, word);
    assert_string_equal(kinds(&l, word, n), "MSHMDDF");
    assert_memory_equal(l.packet, k, sizeof k);
    n = ape_line_put(k, sizeof k, APE_IN_BAND_PLAIN, word);
    assert_string_equal(kinds(&l, word, n), "MSHMCD"); /* A3: shifted by a word */
    assert_false(l.done);
}

/* Words as a transmitter sends them, each with its k, become records by what stood before. */
static void the_leading_byte_decides_and_never_the_content(void **state)
{
    static const struct {
        bool k;
        const uint8_t *word;
        char kind;
        uint8_t lead;
    } row[] = {
        {true, ape_magic, 'M', 1},  {false, ape_start, 'C', 2}, {false, ape_magic, '?', 0},
        {false, ape_start, '?', 0}, {true, ape_magic, 'M', 1},  {true, ape_magic, 'M', 1},
        {true, ape_start, 'S', 1},  {false, put, 'H', 0},       {false, ape_magic, 'D', 0},
        {true, ape_magic, 'M', 1},  {false, ape_magic, 'C', 2}, {false, ape_start, 'D', 0},
        {false, ape_start, 'F', 0}, {true, ape_start, '?', 1},  {true, put, '?', 1},
    };
    static struct ape_line l;
    (void)state;
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        const uint8_t lead = ape_line_lead(&l, false, row[i].k);
        assert_int_equal(lead, row[i].lead);
        assert_int_equal("MSHDFC?"[ape_line_word(&l, lead, row[i].word)], row[i].kind);
        assert_int_equal(ape_line_lead(&l, true, row[i].k), APE_LEAD_IN_BAND);
    }
}

/* A packet that a control word cuts which is none, and one whose header nobody knows, end at once;
 * words up to the next START are lost ones. */
static void a_lost_packet_ends_with_the_next_start(void **state)
{
    static struct ape_line l;
    static uint8_t word[APE_LINE_MAX][APE_LINK_WORD];
    const size_t n = ape_line_put(put, sizeof put, APE_OUT_OF_BAND, word);
    (void)state;
    word[3][0] = APE_LEAD_CONTROL;
    assert_string_equal(kinds(&l, word, 4), "MSH?");
    assert_true(l.cut && l.lost && !l.bare);
    assert_string_equal(kinds(&l, word + 4, 2), "??");
    assert_true(l.lost);
    assert_string_equal(kinds(&l, word, 2), "MS");
    assert_false(l.lost);
    word[2][1] ^= 3;
    assert_string_equal(kinds(&l, word + 2, n - 2), "H???");
    assert_true(l.lost);
    assert_int_equal(ape_line_word(&l, APE_LEADS, ape_magic), APE_K_STRAY);
}

static void credit_words_stand_between_words_of_a_packet(void **state)
{
    static struct ape_line l;
    static uint8_t word[APE_LINE_MAX + 4][APE_LINK_WORD];
    const struct ape_credit want = {.data = {8, 0x3ff}, .hdr = {2, 0x81}};
    struct ape_credit c;
    size_t n = ape_line_put(put, sizeof put, APE_IN_BAND_LITERAL, word + 4);
    (void)state;
    memmove(word + 1, word + 4, 4 * sizeof *word);
    memmove(word + 7, word + 8, (n - 4) * sizeof *word);
    word[0][0] = word[5][0] = word[6][0] = APE_LEAD_IN_BAND;
    ape_credit_put(&want, word[0] + 1);
    memcpy(word[5] + 1, ape_magic, APE_WORD);
    ape_credit_put(&want, word[6] + 1);
    assert_string_equal(kinds(&l, word, n + 3), "CMSHDMCDF");
    assert_memory_equal(l.packet, put, sizeof put);
    assert_true(ape_credit_get(word[0] + 1, &c));
    assert_int_equal(c.data[0], 8);
    assert_int_equal(c.data[1], 0x3ff);
    assert_int_equal(c.hdr[0], 2);
    assert_int_equal(c.hdr[1], 0x81);
    assert_false(c.reserved);
    word[0][6] ^= 1;
    assert_false(ape_credit_get(word[0] + 1, &c));
    assert_string_equal(kinds(&l, word, 1), "?");
}

static void any_bytes_keep_their_fields(void **state)
{
    struct tn_rng rng;
    (void)state;
    tn_rng_seed(&rng, 1, 1);
    for (unsigned n = 0; n < 1000; n++) {
        uint8_t word[APE_WORD], back[APE_WORD] = {0}, foot[APE_WORD] = {0};
        struct ape_header h;
        struct ape_footer f;
        for (unsigned i = 0; i < APE_WORD; i++)
            word[i] = (uint8_t)tn_rng_next(&rng);
        ape_header_get(word, &h);
        ape_header_put(&h, back);
        assert_memory_equal(word, back, APE_WORD);
        ape_footer_get(word, &f);
        ape_footer_put(&f, foot);
        assert_memory_equal(word, foot, APE_WORD);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_secded_vectors_of_the_page_hold),
        cmocka_unit_test(one_wrong_bit_is_mended_and_two_are_not),
        cmocka_unit_test(fields_stand_where_the_page_says),
        cmocka_unit_test(the_crc_leaves_out_what_routers_change),
        cmocka_unit_test(a_packet_goes_over_a_link_and_back),
        cmocka_unit_test(the_leading_byte_decides_and_never_the_content),
        cmocka_unit_test(a_lost_packet_ends_with_the_next_start),
        cmocka_unit_test(credit_words_stand_between_words_of_a_packet),
        cmocka_unit_test(any_bytes_keep_their_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
