/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Ten packets worked by hand from the tables of exanet.md section 1, one of each type but flow rate
 * and two acknowledgments. A word is the sum of its fields, each shifted to its lowest bit; the
 * sums stand in the comments, and a field that is 0 is left out. The CRCs were computed by
 * suites/exanet/relayout.py, a bit at a time, not by the codec under test.
 */
#include <tn/exanet/exa.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A packet: its words as numbers, payload in lane order; the fields; the payload's bytes. */
struct worked {
    const char *words; /* 32 hexadecimal digits each */
    struct exa_packet k;
    uint8_t payload[32];
};

static const struct worked packets[] = {
    {
        /* Write: 20 bytes of a transaction to byte 13 of a word, so 3 payload words. */
        /* header: hdr_crc 0x67cd<<112 + path 5<<109 + addr 0x2345678dd<<62 + size 0x14<<48 +
         * tor 0x91<<35 + z 3<<29 + y 2<<25 + x 1<<21 + pdid 0xbeef<<5 */
        /* footer: pld_crc 0x36010d20<<96 + ftr_crc 0x86<<88 + seq 0xab3<<47 + notify 1<<46 +
         * first 1<<44 + tor 0x42<<28 + fpga 1<<26 + z 7<<22 + y 6<<18 + x 5<<14 +
         * tid 0x155<<0 */
        "67cda0008d159e37401404886437dde0"
        "00000000000000000000000000010203"
        "0405060708090a0b0c0d0e0f10111213"
        "14000000000000000000000000000000"
        "36010d20860000000559d00425d94155",
        {.type = EXA_WRITE,
         .pdid = 0xbeef,
         .dst = {1, 2, 3, 0, 0x91},
         .addr = 0x2345678dd,
         .path = 5,
         .hdr_crc = 0x67cd,
         .tid = 0x155,
         .seq = 0xab3,
         .src = {5, 6, 7, 1, 0x42},
         .first = 1,
         .notify = 1,
         .has_footer = 1,
         .pld_crc = 0x36010d20,
         .ftr_crc = 0x86,
         .size = 20,
         .word_n = 3},
        {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a,
         0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14},
    },
    {
        /* ReadReq: a message of channel 63, its number 16383, to the RT mailbox. */
        /* header: hdr_crc 0xb102<<112 + addr 0x38100001230<<62 + size 0x20<<48 + type 1<<43 +
         * fpga 3<<33 + z 8<<29 + x 0xf<<21 + pdid 0x99<<5 */
        /* footer: pld_crc 0xd456996f<<96 + ftr_crc 0x4c<<88 + seq 0x3fff<<47 + fpga 2<<26 +
         * z 1<<22 + y 0xf<<18 + tid 0x203f<<0 */
        "b10200e04000048c0020080701e01320"
        "808182838485868788898a8b8c8d8e8f"
        "909192939495969798999a9b9c9d9e9f"
        "d456996f4c0000001fff8000087c203f",
        {.type = EXA_READ_REQ,
         .pdid = 0x99,
         .dst = {15, 0, 8, 3, 0x0},
         .addr = 0x38100001230,
         .hdr_crc = 0xb102,
         .tid = 0x203f,
         .seq = 0x3fff,
         .src = {0, 15, 1, 2, 0x0},
         .has_footer = 1,
         .pld_crc = 0xd456996f,
         .ftr_crc = 0x4c,
         .size = 32,
         .word_n = 2},
        {0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a,
         0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95,
         0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9e, 0x9f},
    },
    {
        /* DmaCtl: the notification of a transaction, to the RDMA receiver. */
        /* header: hdr_crc 0x0ebd<<112 + addr 0x38000000000<<62 + size 0x20<<48 + type 2<<43 +
         * fpga 1<<33 + z 8<<29 + y 4<<25 + x 2<<21 + pdid 0x8001<<5 */
        /* footer: pld_crc 0xa4d6384e<<96 + ftr_crc 0x82<<88 + seq 0x1fff<<47 + last 1<<45 +
         * first 1<<44 + tid 0x3ff<<0 */
        "0ebd00e0000000000020100308500020"
        "00200000838784c80000000000000000"
        "303132333435363738393a3b3c3d3e3f"
        "a4d6384e820000000fffb000000003ff",
        {.type = EXA_DMA_CTL,
         .pdid = 0x8001,
         .dst = {2, 4, 8, 1, 0x0},
         .addr = 0x38000000000,
         .hdr_crc = 0x0ebd,
         .tid = 0x3ff,
         .seq = 0x1fff,
         .src = {0, 0, 0, 0, 0x0},
         .first = 1,
         .last = 1,
         .has_footer = 1,
         .pld_crc = 0xa4d6384e,
         .ftr_crc = 0x82,
         .size = 32,
         .word_n = 2},
        {0x00, 0x20, 0x00, 0x00, 0x83, 0x87, 0x84, 0xc8, 0x00, 0x00, 0x00,
         0x00, 0x00, 0x00, 0x00, 0x00, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35,
         0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f},
    },
    {
        /* ZReadReq: no payload, header and footer. */
        /* header: hdr_crc 0x761d<<112 + addr 0x38500cafe40<<62 + type 3<<43 + tor 1<<35 +
         * fpga 1<<33 + z 1<<29 + y 1<<25 + x 1<<21 + pdid 1<<5 */
        /* footer: pld_crc 0x00000000<<96 + ftr_crc 0xf5<<88 + seq 1<<47 + tor 2<<28 +
         * fpga 2<<26 + z 2<<22 + y 2<<18 + x 2<<14 + tid 5<<0 */
        "761d00e14032bf900000180a22200020"
        "00000000f50000000000800028888005",
        {.type = EXA_ZREAD_REQ,
         .pdid = 0x1,
         .dst = {1, 1, 1, 1, 0x1},
         .addr = 0x38500cafe40,
         .hdr_crc = 0x761d,
         .tid = 0x5,
         .seq = 0x1,
         .src = {2, 2, 2, 2, 0x2},
         .has_footer = 1,
         .pld_crc = 0x00000000,
         .ftr_crc = 0xf5},
        {0},
    },
    {
        /* Notify: 16 bytes to a mailbox. */
        /* header: hdr_crc 0xe713<<112 + addr 0x38300002000<<62 + size 0x10<<48 + type 6<<43 +
         * tor 0xff<<35 + fpga 3<<33 + pdid 0xffff<<5 */
        /* footer: pld_crc 0x61e8443c<<96 + ftr_crc 0x64<<88 + seq 0x1000<<47 + tor 0xff<<28 +
         * fpga 3<<26 + z 0xf<<22 + y 0xf<<18 + x 0xf<<14 + tid 0x200<<0 */
        "e71300e0c0000800001037fe001fffe0"
        "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
        "61e8443c640000000800000fffffc200",
        {.type = EXA_NOTIFY,
         .pdid = 0xffff,
         .dst = {0, 0, 0, 3, 0xff},
         .addr = 0x38300002000,
         .hdr_crc = 0xe713,
         .tid = 0x200,
         .seq = 0x1000,
         .src = {15, 15, 15, 3, 0xff},
         .has_footer = 1,
         .pld_crc = 0x61e8443c,
         .ftr_crc = 0x64,
         .size = 16,
         .word_n = 1},
        {0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe,
         0xff},
    },
    {
        /* ZWrite: 3 bytes that end a word, on virtual channel 9. */
        /* header: hdr_crc 0xcb23<<112 + addr 0x385000007fd<<62 + size 3<<48 + type 9<<43 +
         * fpga 2<<33 + z 0xb<<29 + y 0xa<<25 + x 9<<21 + pdid 0x1234<<5 + vc 9<<0 */
        /* footer: pld_crc 0xadb76a0b<<96 + ftr_crc 0xea<<88 + seq 0x10<<47 + tor 7<<28 +
         * z 0xe<<22 + y 0xd<<18 + x 0xc<<14 + tid 2<<0 */
        "cb2300e1400001ff4003480575224689"
        "00000000000000000000000000aabbcc"
        "adb76a0bea0000000008000073b70002",
        {.type = EXA_ZWRITE,
         .pdid = 0x1234,
         .dst = {9, 10, 11, 2, 0x0},
         .addr = 0x385000007fd,
         .vc = 9,
         .hdr_crc = 0xcb23,
         .tid = 0x2,
         .seq = 0x10,
         .src = {12, 13, 14, 0, 0x7},
         .has_footer = 1,
         .pld_crc = 0xadb76a0b,
         .ftr_crc = 0xea,
         .size = 3,
         .word_n = 1},
        {0xaa, 0xbb, 0xcc},
    },
    {
        /* ZReadRsp: 8 bytes in the middle of a word. */
        /* header: hdr_crc 0xf8bb<<112 + addr 0x38500000104<<62 + size 8<<48 + type 0xb<<43 +
         * fpga 1<<33 + y 1<<25 + pdid 0xa5a5<<5 */
        /* footer: pld_crc 0xce3fc681<<96 + ftr_crc 0x4c<<88 + seq 2<<47 + last 1<<45 +
         * z 1<<22 + x 1<<14 + tid 3<<0 */
        "f8bb00e140000041000858020214b4a0"
        "00000000111213141516171800000000"
        "ce3fc6814c0000000001200000404003",
        {.type = EXA_ZREAD_RSP,
         .pdid = 0xa5a5,
         .dst = {0, 1, 0, 1, 0x0},
         .addr = 0x38500000104,
         .hdr_crc = 0xf8bb,
         .tid = 0x3,
         .seq = 0x2,
         .src = {1, 0, 1, 0, 0x0},
         .last = 1,
         .has_footer = 1,
         .pld_crc = 0xce3fc681,
         .ftr_crc = 0x4c,
         .size = 8,
         .word_n = 1},
        {0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18},
    },
    {
        /* Ack of a transaction to the RT mailbox: bit 12 of seq stands apart, pdid in two
         * parts. */
        /* header: hdr_crc 0xea83<<112 + pdid[15:4] 0xbee<<91 + seq[12] 1<<90 + tid 0x155<<72 +
         * addr[41:32] 0x381<<62 + type 0xa<<43 + tor 0x42<<35 + fpga 1<<33 + z 7<<29 +
         * y 6<<25 + x 5<<21 + seq[11:0] 0xab3<<9 + pdid[3:0] 0xf<<5 */
        "ea83005f740155e040005212ecb567e0",
        {.type = EXA_ACK,
         .pdid = 0xbeef,
         .dst = {5, 6, 7, 1, 0x42},
         .addr = 0x38100000000,
         .hdr_crc = 0xea83,
         .tid = 0x155,
         .seq = 0x1ab3},
        {0},
    },
    {
        /* Ack of a message, negative (6, the mailbox is full), to the packetizer of its
         * sender. */
        /* header: hdr_crc 0x1c5c<<112 + pdid[15:4] 0xf<<91 + resp 6<<86 + tid 0x2005<<72 +
         * addr[41:32] 0x382<<62 + type 0xa<<43 + tor 1<<35 + fpga 2<<33 + z 9<<29 + y 0xc<<25 +
         * x 3<<21 + seq[11:0] 0x801<<9 + pdid[3:0] 1<<5 + vc 1<<0 */
        "1c5c000079a005e08000500d38700221",
        {.type = EXA_ACK,
         .pdid = 0xf1,
         .dst = {3, 12, 9, 2, 0x1},
         .addr = 0x38200000000,
         .vc = 1,
         .code = 6,
         .hdr_crc = 0x1c5c,
         .tid = 0x2005,
         .seq = 0x801},
        {0},
    },
    {
        /* Release: a header alone. */
        /* header: hdr_crc 0xb08b<<112 + path 7<<109 + addr 0x3ff<<62 + type 0x11<<43 +
         * tor 0x5a<<35 + fpga 3<<33 + z 2<<29 + y 4<<25 + x 8<<21 + pdid 0x4321<<5 */
        "b08be000000000ffc0008ad649086420",
        {.type = EXA_RELEASE,
         .pdid = 0x4321,
         .dst = {8, 4, 2, 3, 0x5a},
         .addr = 0x3ff,
         .path = 7,
         .hdr_crc = 0xb08b},
        {0},
    },
};
enum { PACKETS = sizeof packets / sizeof *packets };

/* The bytes of the packet's words. Returns their number. */
static size_t bytes_of(const struct worked *w, uint8_t out[EXA_KEEP_MAX])
{
    const size_t n = strlen(w->words) / 2;
    assert_int_equal(n % EXA_WORD, 0);
    for (size_t i = 0; i < n; i++) {
        unsigned byte;
        assert_int_equal(sscanf(w->words + 2 * i, "%2x", &byte), 1);
        out[i] = (uint8_t)byte;
    }
    return n;
}

static void same_header(const struct exa_packet *found, const struct exa_packet *want)
{
    assert_int_equal(found->hdr_crc, want->hdr_crc);
    assert_int_equal(found->pdid, want->pdid);
    assert_memory_equal(&found->dst, &want->dst, sizeof want->dst);
    assert_int_equal(found->addr, want->addr);
    assert_int_equal(found->type, want->type);
    assert_int_equal(found->size, want->size);
    assert_int_equal(found->path, want->path);
    assert_int_equal(found->vc, want->vc);
    assert_int_equal(found->code, want->code);
    assert_int_equal(found->rsv, 0);
    assert_int_equal(found->tid, want->tid);
    assert_int_equal(found->seq, want->seq);
}

static void same_footer(const struct exa_packet *found, const struct exa_packet *want)
{
    assert_int_equal(found->has_footer, want->has_footer);
    assert_int_equal(found->word_n, want->word_n);
    assert_int_equal(found->pld_crc, want->pld_crc);
    assert_int_equal(found->ftr_crc, want->ftr_crc);
    assert_memory_equal(&found->src, &want->src, sizeof want->src);
    assert_int_equal(found->first, want->first);
    assert_int_equal(found->last, want->last);
    assert_int_equal(found->notify, want->notify);
    assert_int_equal(found->user, 0);
    assert_int_equal(found->ttl, 0);
    assert_int_equal(found->flags, 0);
    assert_int_equal(found->extra, 0);
}

static void decoding_gives_the_fields(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PACKETS; i++) {
        const struct worked *w = &packets[i];
        uint8_t bytes[EXA_KEEP_MAX];
        const size_t n = bytes_of(w, bytes);
        struct exa_packet k;
        assert_int_equal(exa_decode(bytes, n, n, &k), 0);
        same_header(&k, &w->k);
        same_footer(&k, &w->k);
        assert_int_equal(exa_well_formed(&k), 1);
        if (w->k.size > 0)
            assert_memory_equal(exa_payload(&k), w->payload, w->k.size);
    }
}

/* The codec computes the CRCs itself, from fields that have none. */
static void encoding_gives_the_words(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PACKETS; i++) {
        const struct worked *w = &packets[i];
        uint8_t want[EXA_KEEP_MAX], found[EXA_KEEP_MAX];
        const size_t n = bytes_of(w, want);
        struct exa_packet k = w->k;
        k.hdr_crc = 0;
        k.pld_crc = 0;
        k.ftr_crc = 0;
        if (k.has_footer)
            assert_int_equal(exa_set_payload(&k, k.addr, w->payload, w->k.size), 0);
        exa_seal(&k);
        assert_int_equal(exa_encode(&k, found, sizeof found), (long)n);
        assert_memory_equal(found, want, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoding_gives_the_fields),
        cmocka_unit_test(encoding_gives_the_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
