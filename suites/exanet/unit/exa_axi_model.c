/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of loads and stores to other nodes (exa_axi.md sections 3 to 6), by hand from the page.
 */
#include "exa_fixture.h"

#include <tn/exanet/exa_axi.h>

static const struct exa_node own_node = {1, 1, 1, 0, 1}, far = {2, 2, 2, 1, 2};

static struct tn_exz block(void)
{
    struct tn_exz m;
    tn_exz_init(&m, 2, exa_node_bits(own_node));
    m.win_dst[5] = 1u << 31 | exa_node_bits(far);
    m.win_pdid[5] = 0x77;
    return m;
}

/* A write whose beat i has those strobes; byte n of beat i is 16 i + n. */
static struct tn_exz_access store(uint64_t addr, unsigned beats, unsigned size,
                                  const uint16_t *strobes)
{
    struct tn_exz_access a = {
        .write = true, .addr = addr, .beats = beats, .size = size, .incr = true};
    for (unsigned i = 0; i < beats && i < TN_EXZ_BEATS; i++) {
        a.strobes[i] = strobes[i];
        for (unsigned n = 0; n < EXA_WORD; n++)
            a.data[i][n] = (uint8_t)(16 * i + n);
    }
    return a;
}

static void a_store_becomes_the_bytes_of_its_strobes(void **state)
{
    const struct tn_exz m = block();
    struct exa_packet k;
    struct tn_exz_access a = store(0x500001235, 3, 2, (const uint16_t[3]){0x00c0, 0x0f00, 0x1000});
    (void)state;
    assert_int_equal(tn_exz_fate(&m, &a, &k),
                     TN_EXZ_SEND); /* beats at 1235 to 1237, 1238 to 123b, 123c to 123f */
    assert_int_equal(k.type, 9);
    assert_int_equal(k.pdid, 0x77);
    assert_true(k.addr == 0x38500001236);
    assert_int_equal(k.size, 7);
    assert_int_equal(exa_node_bits(k.dst), exa_node_bits(far));
    assert_memory_equal(exa_payload(&k),
                        ((const uint8_t[7]){0x06, 0x07, 0x18, 0x19, 0x1a, 0x1b, 0x2c}), 7);
    assert_int_equal(k.lanes[5], 0);
    a.strobes[1] = 0x0d00; /* a gap */
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_REFUSE);
    memset(a.strobes, 0, sizeof a.strobes);
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_NOTHING);
    a.strobes[1] = 0xf000; /* no lanes of the beat */
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_NOTHING);
}

static void a_store_stays_in_its_line_and_window(void **state)
{
    static const uint16_t all[TN_EXZ_BEATS] = {0xffff, 0xffff, 0xffff, 0xffff};
    const struct tn_exz m = block();
    struct exa_packet k;
    struct tn_exz_access a = store(0x5000000c0, 4, 4, all);
    (void)state;
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_SEND);
    assert_int_equal(k.size, 64);
    a.addr = 0x5000000cf; /* the first beat has one byte */
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_SEND);
    assert_int_equal(k.size, 49);
    a.addr = 0x5000000d0;
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_REFUSE);
    a.addr = 0x4000000c0;
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_REFUSE);
    a.addr = 0x5000000c0;
    a.incr = false;
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_REFUSE);
}

static void a_load_is_a_whole_line(void **state)
{
    const struct tn_exz m = block();
    struct exa_packet k;
    struct tn_exz_access a = {.addr = 0x5ffffffc0, .beats = 4, .size = 4, .incr = true};
    (void)state;
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_SEND);
    assert_int_equal(k.type, 3);
    assert_int_equal(k.size, 0);
    assert_true(k.addr == 0x385ffffffc0);
    a.addr += 16;
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_REFUSE);
    a.addr -= 16;
    a.beats = 3;
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_REFUSE);
    a.beats = 8;
    a.size = 3;
    assert_int_equal(tn_exz_fate(&m, &a, &k), TN_EXZ_REFUSE);
}

static void an_answer_has_slot_count_source_line_and_kind(void **state)
{
    struct tn_exz m = block();
    struct tn_exz_access a = {.addr = 0x500000040, .beats = 4, .size = 4, .incr = true};
    struct exa_packet k = packet(own_node, 0x38500000040, EXA_ZREAD_RSP, 64, 3),
                      n = packet(own_node, 0x38500000000, EXA_ACK, 0, 3);
    (void)state;
    tn_exz_fate(&m, &a, &m.slot[3].k);
    m.slot[3].count = k.seq = n.seq = 8191;
    k.tid = n.tid = 3;
    k.src = far;
    assert_int_equal(tn_exz_match(&m, &k), TN_EXZ_SLOTS);
    m.slot[3].waits = true;
    assert_int_equal(tn_exz_match(&m, &k), 3);
    k.src = own_node;
    assert_int_equal(tn_exz_match(&m, &k), TN_EXZ_SLOTS);
    k.src = far;
    k.seq = 0;
    assert_int_equal(tn_exz_match(&m, &k), TN_EXZ_SLOTS);
    k.seq = 8191;
    k.tid = 3 | 8;
    assert_int_equal(tn_exz_match(&m, &k), TN_EXZ_SLOTS);
    k.tid = 3;
    k.addr += 16;
    assert_int_equal(tn_exz_match(&m, &k), TN_EXZ_SLOTS);
    k.addr -= 16;
    k.size = 48;
    assert_int_equal(tn_exz_match(&m, &k), TN_EXZ_SLOTS);
    assert_int_equal(tn_exz_match(&m, &n), TN_EXZ_SLOTS); /* a load is not answered with 0 */
    n.code = 4;
    assert_int_equal(tn_exz_match(&m, &n), 3);
    assert_int_equal(tn_exz_ends(&n), TN_EXZ_DECERR);
    n.code = 7;
    assert_int_equal(tn_exz_ends(&n), TN_EXZ_SLVERR);
    tn_exz_free(&m, 3);
    assert_int_equal(m.slot[3].count, 0);
    assert_int_equal(tn_exz_match(&m, &n), TN_EXZ_SLOTS);
    m.slot[3].waits = true;
    m.slot[3].k.type = EXA_ZWRITE;
    m.slot[3].count = 8191;
    assert_int_equal(tn_exz_match(&m, &n), 3);
    assert_int_equal(tn_exz_match(&m, &k), TN_EXZ_SLOTS);
}

static void a_request_goes_to_the_lowest_bank_of_its_domain(void **state)
{
    struct tn_exz m = block();
    struct exa_packet k = packet(own_node, 0x38500000030, EXA_ZWRITE, 16, 9), answer;
    (void)state;
    m.bank[6] = m.bank[4] = 1u << 31 | 0x12;
    m.bank[1] = 0x12;
    m.zbase[4] = 0x3ff;
    k.pdid = 0x12;
    exa_seal(&k);
    assert_int_equal(tn_exz_request(&k), TN_EXZ_TAKEN);
    assert_int_equal(tn_exz_banks(&m, 0x12, 0), 1u << 4);
    assert_int_equal(tn_exz_banks(&m, 0x13, 0), 1u << TN_EXZ_BANKS);
    assert_true(tn_exz_place(&m, &k, 4) == 0x3ff00000030);
    k.addr = 0x38500000031; /* its last byte is in the next line */
    assert_int_equal(tn_exz_request(&k), TN_EXZ_DECODE);
    k.addr = 0x38400000030;
    assert_int_equal(tn_exz_request(&k), TN_EXZ_DECODE);
    k.addr = 0x38500000030;
    k.pld_crc ^= 1;
    assert_int_equal(tn_exz_request(&k), TN_EXZ_PCRC);
    assert_int_equal(tn_exz_code(TN_EXZ_PCRC), 3);
    assert_int_equal(tn_exz_code(TN_EXZ_DECODE), 4);
    assert_int_equal(tn_exz_code(TN_EXZ_PROT), 7);
    tn_exz_answer(&m, &k, 7, NULL, &answer);
    assert_int_equal(answer.type, 10);
    assert_int_equal(answer.code, 7);
    assert_true(answer.addr == 0x38500000000);
    assert_int_equal(exa_node_bits(answer.dst), exa_node_bits(k.src));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_becomes_the_bytes_of_its_strobes),
        cmocka_unit_test(a_store_stays_in_its_line_and_window),
        cmocka_unit_test(a_load_is_a_whole_line),
        cmocka_unit_test(an_answer_has_slot_count_source_line_and_kind),
        cmocka_unit_test(a_request_goes_to_the_lowest_bank_of_its_domain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
