/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW words, packets, feedback and notifications there and back; the values that
 * tnw.md section 4 has from independent code; and both CRCs a second time, bit by bit.
 */
#include <tn/fields.h>
#include <tn/rng.h>
#include <tn/tnw/tnw.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* CRC-32/ISO-HDLC: least significant bit first, complemented. */
static uint32_t plain_crc32(const uint8_t *p, size_t n)
{
    uint32_t reg = 0xffffffff;
    for (size_t bit = 0; bit < 8 * n; bit++) {
        uint32_t out = (reg ^ (uint32_t)(p[bit / 8] >> bit % 8)) & 1u;
        reg = reg >> 1 ^ (out ? 0xedb88320u : 0);
    }
    return ~reg;
}

/* Poly 07, init FF, most significant bit first, of the 16 bits of v. */
static uint8_t plain_crc8(uint32_t v)
{
    uint32_t reg = 0xff;
    for (int bit = 15; bit >= 0; bit--) {
        uint32_t out = (reg >> 7 ^ v >> bit) & 1u;
        reg = (reg << 1 ^ (out ? 7u : 0)) & 0xffu;
    }
    return (uint8_t)reg;
}

static const struct {
    uint8_t octet, code, seq;
    uint32_t data;
} feedback[] = {
    {TNW_S, TNW_NONE, 0, 0x0000d7fb},      {TNW_S, TNW_ACK, 0, 0x200079fb},
    {TNW_Q, TNW_ACK, 0, 0x2000799c},       {TNW_S, TNW_ACK, 5, 0x250038fb},
    {TNW_Q, TNW_ACK, 5, 0x2500389c},       {TNW_S, TNW_ACK, 31, 0x3f00edfb},
    {TNW_Q, TNW_ACK, 31, 0x3f00ed9c},      {TNW_S, TNW_NACK, 6, 0x4600f2fb},
    {TNW_Q, TNW_NACK, 6, 0x4600f29c},      {TNW_Q, TNW_RESTART, 6, 0x66005c9c},
    {TNW_S, TNW_NACK_FULL, 6, 0x86001ffb}, {TNW_Q, TNW_NACK_FULL, 6, 0x86001f9c},
    {TNW_Q, TNW_INIT, 0, 0xa000cf9c},      {TNW_Q, TNW_READY, 0, 0xc0003a9c},
};

static void feedback_is_that_of_the_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof feedback / sizeof feedback[0]; i++) {
        struct tnw_word w = tnw_ctl_word(feedback[i].octet, feedback[i].code, feedback[i].seq);
        struct tnw_ctl ctl = tnw_ctl_decode(feedback[i].data);
        assert_int_equal(w.flags, 1);
        assert_int_equal(w.data, feedback[i].data);
        assert_int_equal(ctl.code, feedback[i].code);
        assert_int_equal(ctl.seq, feedback[i].seq);
        assert_int_equal(ctl.rsv, 0);
        assert_int_equal(ctl.octet, feedback[i].octet);
        assert_true(tnw_ctl_good(&ctl));
        assert_int_equal(tnw_classify(w), feedback[i].octet == TNW_S ? TNW_START : TNW_SET);
    }
}

/* Every field of 16 bits has one CRC, and no other is taken for it. */
static void every_feedback_comes_back_and_has_one_crc(void **state)
{
    (void)state;
    for (uint32_t v = 0; v < 1u << 16; v++) {
        uint32_t data = v << 16 | (uint32_t)plain_crc8(v) << 8 | TNW_Q;
        uint32_t bad = data ^ 1u << (8 + v % 8);
        struct tnw_ctl ctl = tnw_ctl_decode(data);
        assert_true(tnw_ctl_good(&ctl));
        assert_int_equal(tnw_ctl_encode(&ctl), data);
        ctl = tnw_ctl_decode(bad);
        assert_false(tnw_ctl_good(&ctl));
        assert_int_equal(tnw_ctl_encode(&ctl), bad);
    }
}

static unsigned bits(uint32_t v)
{
    unsigned n = 0;
    for (; v; v &= v - 1)
        n++;
    return n;
}

/* "Of the fields that may be sent any two differ in 4 bits or more." */
static void feedback_that_may_be_sent_differs_in_four_bits(void **state)
{
    uint32_t field[1 + 4 * 32 + 2];
    size_t n = 0;
    (void)state;
    field[n++] = tnw_ctl_word(TNW_Q, TNW_NONE, 0).data;
    for (unsigned code = TNW_ACK; code <= TNW_NACK_FULL; code++)
        for (unsigned seq = 0; seq < TNW_SEQ_MOD; seq++)
            field[n++] = tnw_ctl_word(TNW_Q, (enum tnw_code)code, (uint8_t)seq).data;
    field[n++] = tnw_ctl_word(TNW_Q, TNW_INIT, 0).data;
    field[n++] = tnw_ctl_word(TNW_Q, TNW_READY, 0).data;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(bits(field[i] ^ field[j]) >= 4);
}

static void words_have_one_class_each(void **state)
{
    uint8_t out[TNW_WORD_OCTETS];
    struct tnw_word w = {.data = 0x12345678, .flags = 5};
    (void)state;
    assert_int_equal(tnw_classify(tnw_data(0x07070707)), TNW_DATA);
    assert_int_equal(tnw_classify(tnw_data(0x000000fb)), TNW_DATA);
    assert_int_equal(tnw_classify(tnw_idle()), TNW_IDLE);
    for (unsigned flags = 1; flags < 16; flags++)
        for (unsigned octet = 0; octet < 256; octet++) {
            struct tnw_word v = {.data = 0x07070700 | octet, .flags = (uint8_t)flags};
            enum tnw_class want = flags == 1 && octet == 0xfb    ? TNW_START
                                  : flags == 1 && octet == 0x9c  ? TNW_SET
                                  : flags == 15 && octet == 0x07 ? TNW_IDLE
                                                                 : TNW_BAD;
            assert_int_equal(tnw_classify(v), want);
        }
    tnw_word_put(w, out);
    assert_memory_equal(out, "\x05\x78\x56\x34\x12", TNW_WORD_OCTETS);
    assert_int_equal(tnw_word_get(out).data, w.data);
    assert_int_equal(tnw_word_get(out).flags, w.flags);
}

/* The packet of section 4: vc 5, seq 17, offset 00ABCD, payload 00 to 7F. */
static void the_packet_of_the_page(void **state)
{
    struct tnw_packet k = {.vc = 5, .seq = 17, .offset = 0xabcd}, zero = {0};
    struct tnw_word w[TNW_WORDS - 1];
    uint8_t out[TNW_PACKET];
    (void)state;
    for (unsigned i = 0; i < TNW_PAYLOAD; i++)
        k.payload[i] = (uint8_t)i;
    tnw_seal(&k);
    assert_int_equal(tnw_header(&k), 0xb100abcd);
    assert_int_equal(k.crc, 0xa72f77c6);
    assert_int_equal(tnw_encode(&k, out, sizeof out), TNW_PACKET);
    assert_memory_equal(out, "\xb1\x00\xab\xcd\x00\x01\x02\x03", 8);
    assert_memory_equal(out + 132, "\xa7\x2f\x77\xc6", 4);
    tnw_packet_words(&k, w);
    assert_int_equal(w[0].data, 0xb100abcd);
    assert_int_equal(w[1].data, 0x03020100);
    assert_int_equal(w[32].data, 0x7f7e7d7c);
    assert_int_equal(w[33].data, 0xa72f77c6);
    tnw_seal(&zero);
    assert_int_equal(zero.crc, 0xc589851e);
}

static struct tnw_packet random_packet(struct tn_rng *r)
{
    struct tnw_packet k = {.vc = (uint8_t)tn_rng_below(r, 8),
                           .seq = (uint8_t)tn_rng_below(r, 32),
                           .offset = (uint32_t)tn_rng_below(r, 1 << 24)};
    for (unsigned i = 0; i < TNW_PAYLOAD; i++)
        k.payload[i] = (uint8_t)tn_rng_next(r);
    tnw_seal(&k);
    return k;
}

static void same_packet(const struct tnw_packet *a, const struct tnw_packet *b)
{
    assert_int_equal(a->vc, b->vc);
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->offset, b->offset);
    assert_int_equal(a->word_n, b->word_n);
    assert_int_equal(a->has_header, b->has_header);
    assert_int_equal(a->has_crc, b->has_crc);
    assert_int_equal(a->crc, b->crc);
    assert_memory_equal(a->payload, b->payload, sizeof a->payload);
}

static void packets_come_back_from_bytes_and_from_words(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 5, 0);
    for (int i = 0; i < 2000; i++) {
        struct tnw_packet k = random_packet(&r), back;
        struct tnw_word w[TNW_WORDS - 1];
        uint8_t out[TNW_PACKET], lanes[TNW_CRC_AT];
        assert_int_equal(tnw_encode(&k, out, sizeof out), TNW_PACKET);
        assert_int_equal(tnw_decode(out, sizeof out, sizeof out, &back), 0);
        same_packet(&k, &back);
        tnw_packet_words(&k, w);
        assert_int_equal(tnw_words_packet(w, TNW_WORDS - 1, &back), 0);
        same_packet(&k, &back);
        for (unsigned b = 0; b < TNW_CRC_AT; b++)
            lanes[b] = (uint8_t)(w[b / 4].data >> 8 * (b % 4));
        assert_int_equal(k.crc, plain_crc32(lanes, sizeof lanes));
    }
}

static void every_length_comes_back_and_says_what_is_missing(void **state)
{
    struct tn_rng r;
    uint8_t in[TNW_PACKET + 8], out[TNW_PACKET];
    (void)state;
    tn_rng_seed(&r, 6, 0);
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)tn_rng_next(&r);
    for (size_t n = 0; n <= sizeof in; n++) {
        struct tnw_packet k;
        unsigned want = (n % 4 ? TNW_E_PART : 0u) | (n > TNW_PACKET ? TNW_E_LONG : 0u) |
                        (n < 4            ? TNW_E_SHORT
                         : n < TNW_PACKET ? TNW_E_CUT
                                          : 0u);
        size_t kept = n > TNW_PACKET ? TNW_PACKET : n / 4 * 4;
        assert_int_equal(tnw_decode(in, n, n, &k), want);
        assert_int_equal(tnw_encode(&k, out, sizeof out), kept);
        assert_memory_equal(in, out, kept);
        assert_false(k.snapped);
        if (n == 0 || n >= TNW_PACKET)
            continue;
        assert_int_equal(tnw_decode(in, n, TNW_PACKET, &k), n < 4 ? TNW_E_SHORT : 0u);
        assert_true(k.snapped);
    }
}

/* The packet of the page as other tools may have it: lane order throughout, START in front. */
static void packets_in_another_order_are_known_by_their_crc(void **state)
{
    uint8_t p[TNW_WORD + TNW_PACKET] = {0xfb, 0xd7, 0, 0, 0xcd, 0xab, 0x00, 0xb1};
    const uint8_t crc[] = {0xc6, 0x77, 0x2f, 0xa7};
    struct tnw_packet k;
    (void)state;
    for (unsigned i = 0; i < TNW_PAYLOAD; i++)
        p[2 * TNW_WORD + i] = (uint8_t)i;
    memcpy(p + TNW_WORD + TNW_CRC_AT, crc, sizeof crc);
    for (unsigned start = 0; start < 2; start++) {
        const size_t skip = start ? 0 : TNW_WORD, n = sizeof p - skip;
        assert_int_equal(tnw_decode_any(p + skip, n, n, &k), 0);
        assert_true(k.foreign);
        assert_int_equal(tnw_header(&k), 0xb100abcd);
        assert_int_equal(k.crc, 0xa72f77c6);
        p[60] ^= 1; /* a wrong one is read as an own one */
        assert_int_equal(tnw_decode_any(p + skip, n, n, &k), start ? TNW_E_LONG : 0u);
        assert_false(k.foreign);
        p[60] ^= 1;
    }
    tnw_decode_any(p + TNW_WORD, TNW_PACKET, 2 * TNW_PACKET, &k);
    assert_false(k.foreign);
}

/* START 0000D7FB and k DATA words, then what follows. */
static size_t put_start(uint8_t *p, unsigned data_words)
{
    tnw_word_put((struct tnw_word){.data = 0xd7fb, .flags = 1}, p);
    for (unsigned i = 0; i < data_words; i++)
        tnw_word_put(tnw_data(i), p + (size_t)(1 + i) * TNW_WORD_OCTETS);
    return (size_t)(1 + data_words) * TNW_WORD_OCTETS;
}

static void frames_of_four_octets_a_word_are_known(void **state)
{
    uint8_t own[TNW_FRAME + TNW_WORD_OCTETS], in[TNW_WORDS * TNW_WORD + TNW_WORD],
        out[sizeof own + 1];
    size_t n = put_start(own, 34);
    (void)state;
    tnw_word_put((struct tnw_word){.data = 0x2500389c, .flags = 1}, own + n);
    for (unsigned numbers = 0; numbers < 2; numbers++) {
        for (unsigned i = 0; i < sizeof in; i++)
            in[i] = own[i / 4 * 5 + 1 + (numbers ? 3 - i % 4 : i % 4)];
        assert_int_equal(tnw_foreign_words(in, sizeof in, out, sizeof out), sizeof own);
        assert_memory_equal(out, own, sizeof own);
        assert_int_equal(tnw_foreign_words(in, sizeof in, out, 7),
                         5); /* as much as there is room */
        assert_int_equal(tnw_foreign_words(in, sizeof in - 1, out, sizeof out), 0);
        assert_int_equal(tnw_foreign_words(in + 4, sizeof in - 4, out, sizeof out), 0);
    }
    in[2] ^= 1; /* a number's CRC-8 */
    assert_int_equal(tnw_foreign_words(in, sizeof in, out, sizeof out), 0);
    assert_int_equal(tnw_foreign_words(own, sizeof own, out, sizeof out), 0);
}

static void what_does_not_fit_is_refused(void **state)
{
    const struct tnw_packet good = {.has_header = true, .word_n = 32, .has_crc = true};
    const struct tnw_packet bad[] = {
        {.has_header = true, .vc = 8},
        {.has_header = true, .seq = 32},
        {.has_header = true, .offset = 1 << 24},
        {.has_header = true, .word_n = 33},
        {.word_n = 1},
        {.has_header = true, .word_n = 31, .has_crc = true},
    };
    uint8_t out[TNW_PACKET];
    (void)state;
    assert_int_equal(tnw_encode(&good, out, sizeof out), TNW_PACKET);
    assert_int_equal(tnw_encode(&good, out, sizeof out - 1), -EMSGSIZE);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(tnw_encode(&bad[i], out, sizeof out), -ERANGE);
}

static void a_frame_falls_into_its_parts(void **state)
{
    uint8_t p[3 * TNW_FRAME];
    struct tnw_part part;
    size_t n = put_start(p, 34), at;
    (void)state;
    tnw_word_put((struct tnw_word){.data = 0x2500389c, .flags = 1}, p + n);
    n += TNW_WORD_OCTETS;
    n += put_start(p + n, 7);
    tnw_word_put((struct tnw_word){.data = 0xfe, .flags = 1}, p + n);
    n += TNW_WORD_OCTETS;
    at = tnw_part_decode(p, n, &part);
    assert_int_equal(at, TNW_FRAME);
    assert_int_equal(part.kind, TNW_START);
    assert_int_equal(part.packet.err, 0);
    assert_int_equal(part.count[TNW_DATA], 34);
    at += tnw_part_decode(p + at, n - at, &part);
    assert_int_equal(part.kind, TNW_SET);
    assert_int_equal(part.words, 1);
    assert_int_equal(part.ctl.code, TNW_ACK);
    assert_int_equal(part.ctl.seq, 5);
    at += tnw_part_decode(p + at, n - at, &part);
    assert_int_equal(part.words, 8);
    assert_int_equal(part.packet.err, TNW_E_CUT);
    assert_int_equal(part.packet.word_n, 6);
    at += tnw_part_decode(p + at, n - at, &part);
    assert_int_equal(part.kind, TNW_BAD);
    assert_int_equal(at, n);
    assert_int_equal(tnw_part_decode(p + at, 4, &part), 0);
}

static void a_35th_data_word_is_a_part_of_its_own(void **state)
{
    uint8_t p[2 * TNW_FRAME];
    struct tnw_part part;
    size_t n = put_start(p, 36), at = tnw_part_decode(p, n, &part);
    (void)state;
    assert_int_equal(at, TNW_FRAME);
    assert_int_equal(tnw_part_decode(p + at, n - at, &part), 2 * TNW_WORD_OCTETS);
    assert_int_equal(part.kind, TNW_DATA);
    assert_int_equal(part.words, 2);
}

static void each_field_of_a_notification_stands_in_its_place(void **state)
{
    static const struct {
        struct tnw_note note;
        unsigned byte, value;
    } t[] = {
        {{.kind = 1}, 13, 1},        {{.link = 15}, 12, 0xf0},         {{.vc = 15}, 12, 0x0f},
        {{.valid = true}, 11, 0x80}, {{.cause = 255}, 8, 0xff},        {{.bytes = 0xff}, 4, 0xff},
        {{.tag = 0xff}, 0, 0xff},    {{.bytes = 0xff000000}, 7, 0xff}, {{.r105 = 1}, 13, 2},
        {{.r72 = 1}, 9, 1},
    };
    uint8_t out[TNW_NOTE], again[TNW_NOTE];
    struct tnw_note back;
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
        assert_int_equal(tnw_note_encode(&t[i].note, out), 0);
        for (unsigned b = 0; b < TNW_NOTE; b++)
            assert_int_equal(out[b], b == t[i].byte ? t[i].value : 0);
        tnw_note_decode(out, &back);
        assert_int_equal(tnw_note_encode(&back, again), 0);
        assert_memory_equal(out, again, TNW_NOTE);
    }
    assert_int_equal(tnw_note_encode(&(struct tnw_note){.vc = 16}, out), -ERANGE);
    assert_int_equal(tnw_note_encode(&(struct tnw_note){.r72 = 1u << 23}, out), -ERANGE);
}

static void any_notification_comes_back(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 7, 0);
    for (int i = 0; i < 1000; i++) {
        uint8_t in[TNW_NOTE], out[TNW_NOTE];
        struct tnw_note note;
        for (unsigned b = 0; b < TNW_NOTE; b++)
            in[b] = (uint8_t)tn_rng_next(&r);
        tnw_note_decode(in, &note);
        assert_int_equal(tnw_note_encode(&note, out), 0);
        assert_memory_equal(in, out, TNW_NOTE);
    }
}

static void numbers_compare_modulo_32(void **state)
{
    (void)state;
    assert_int_equal(tnw_seq_ahead(5, 5), 0);
    assert_int_equal(tnw_seq_ahead(31, 0), 1);
    assert_int_equal(tnw_seq_ahead(0, 31), -1);
    assert_int_equal(tnw_seq_ahead(20, 3), 15);
    assert_int_equal(tnw_seq_ahead(20, 4), -16);
    assert_int_equal(tnw_seq_next(31), 0);
    assert_string_equal(tnw_code_name(TNW_NACK_FULL), "NACK_FULL");
    assert_string_equal(tnw_code_name(7), "?");
    assert_string_equal(tnw_class_name(TNW_BAD), "bad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feedback_is_that_of_the_page),
        cmocka_unit_test(every_feedback_comes_back_and_has_one_crc),
        cmocka_unit_test(feedback_that_may_be_sent_differs_in_four_bits),
        cmocka_unit_test(words_have_one_class_each),
        cmocka_unit_test(the_packet_of_the_page),
        cmocka_unit_test(packets_come_back_from_bytes_and_from_words),
        cmocka_unit_test(every_length_comes_back_and_says_what_is_missing),
        cmocka_unit_test(packets_in_another_order_are_known_by_their_crc),
        cmocka_unit_test(frames_of_four_octets_a_word_are_known),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(a_frame_falls_into_its_parts),
        cmocka_unit_test(a_35th_data_word_is_a_part_of_its_own),
        cmocka_unit_test(each_field_of_a_notification_stands_in_its_place),
        cmocka_unit_test(any_notification_comes_back),
        cmocka_unit_test(numbers_compare_modulo_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
