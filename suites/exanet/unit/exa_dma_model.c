/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender's model against checkers/exanet/spec/exa_dma.md; expected values worked by hand.
 */
#include "exa_fixture.h"

#include <tn/exanet/exa_dma.h>

enum { PDID = 0x42, STARTS_NOW = 0, PARKED = 1 };

static struct tn_exd m;

static int setup(void **state)
{
    const struct tn_exd_params p = {4, 2, 4};
    (void)state;
    tn_exd_init(&m, &p, 0x123456 & 0x3fffff);
    m.bank[3] = 1u << 31 | PDID;
    m.bank[5] = 1u << 31 | PDID;
    return 0;
}

static struct tn_exd_fields plain(void)
{
    return (struct tn_exd_fields){.src = 0x10ff8, .addr = 0x201f0, .dst = 5, .length = 300, .pdid = PDID, .path = 1, .seq = 16};
}

/* Writes both halves of a descriptor; the second starts or parks it. */
static enum tn_exd_wrote put(unsigned t, const struct tn_exd_fields *f, bool park)
{
    uint64_t word[4];
    uint8_t bytes[TN_EXD_DESC];
    tn_exd_words(f, park, word);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    tn_exd_write(&m, t, 0, bytes, 0xffff);
    return tn_exd_write(&m, t, 16, bytes + 16, 0xffff);
}

static void transaction_is_cut_at_256_bytes_of_the_destination(void **state)
{
    const struct tn_exd_fields f = plain();
    (void)state;
    assert_int_equal(tn_exd_packets(&f), 3); /* 16, 256 and 28 bytes */
    assert_int_equal(tn_exd_cut(&f, 0).n, 16);
    assert_int_equal(tn_exd_cut(&f, 1).n, 256);
    assert_int_equal(tn_exd_cut(&f, 1).addr, 0x20200);
    assert_int_equal(tn_exd_cut(&f, 1).src, 0x11008);
    assert_int_equal(tn_exd_cut(&f, 2).n, 28);
    assert_int_equal(tn_exd_cut(&f, 2).src, 0x11108);
}

static void read_is_split_at_4_kib(void **state)
{
    const struct tn_exd_fields f = plain();
    struct tn_exd_cut c = tn_exd_cut(&f, 0);
    struct tn_exd_burst b[2];
    (void)state;
    assert_int_equal(tn_exd_reads(&c, b), 2);
    assert_int_equal(b[0].addr, 0x10ff0);
    assert_int_equal(b[0].beats, 1);
    assert_int_equal(b[1].addr, 0x11000);
    assert_int_equal(b[1].beats, 1);
    c = tn_exd_cut(&f, 1);
    assert_int_equal(tn_exd_reads(&c, b), 1);
    assert_int_equal(b[0].addr, 0x11000);
    assert_int_equal(b[0].beats, 17);
}

static void lowest_bank_of_a_domain_counts(void **state)
{
    (void)state;
    assert_int_equal(tn_exd_bank(m.bank, PDID), 3);
    m.bank[3] = PDID; /* not valid */
    assert_int_equal(tn_exd_bank(m.bank, PDID), 5);
    assert_int_equal(tn_exd_bank(m.bank, 7), -1);
}

static void start_that_breaks_a_bound_is_an_error(void **state)
{
    struct tn_exd_fields f[8];
    (void)state;
    for (unsigned i = 0; i < 8; i++)
        f[i] = plain();
    f[0].length = 0;
    f[1].length = 16385;
    f[2].addr = 0x23ff0;
    f[2].length = 17;
    f[3].path = 2;
    f[4].addr = 7ull << 39;
    f[5].src = 1ull << 42;
    f[6].src = (1ull << 42) - 299;
    f[7].pdid = 1;
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(put(i, &f[i], STARTS_NOW), TN_EXD_BAD);
        assert_int_equal(m.desc[i].state, TN_EXD_IDLE);
        assert_true(tn_exd_shown(&m.desc[i], 2) >> 60 & 1);
    }
    assert_int_equal(m.counter[TN_EXD_C_BAD], 8);
    f[2].length = 16; /* the last byte of the block */
    assert_int_equal(put(2, &f[2], STARTS_NOW), TN_EXD_STARTS);
    f[6].src--;
    assert_int_equal(put(6, &f[6], STARTS_NOW), TN_EXD_STARTS);
    assert_int_equal(m.of_output[1][TN_EXD_C_STARTS], 2);
    assert_int_equal(m.of_output[1][TN_EXD_C_RETRIES], 0);
}

static void active_descriptor_refuses_every_write(void **state)
{
    const struct tn_exd_fields f = plain();
    const uint8_t bytes[16] = {0xff};
    (void)state;
    assert_int_equal(put(3, &f, STARTS_NOW), TN_EXD_STARTS);
    assert_int_equal(tn_exd_write(&m, 3, 0, bytes, 1), TN_EXD_REFUSED);
    assert_int_equal(m.desc[3].word[0], 0x10ff8);
    assert_int_equal(m.counter[TN_EXD_C_BUSY], 1);
    tn_exd_ended(&m, 3, 2, 3);
    assert_int_equal(m.desc[3].sent, 272);
    assert_true(m.desc[3].error && !m.desc[3].done);
    assert_int_equal(m.of_output[1][TN_EXD_C_FAULTS], 1);
    assert_int_equal(tn_exd_write(&m, 3, 0, bytes, 1), TN_EXD_STORED);
    assert_int_equal(m.desc[3].word[0], 0x10fff);
}

static void chain_starts_a_descriptor_that_is_parked(void **state)
{
    struct tn_exd_fields f = plain();
    (void)state;
    assert_int_equal(put(2, &f, PARKED), TN_EXD_PARKS);
    f.chained = true;
    f.dependency = 2;
    assert_int_equal(put(1, &f, STARTS_NOW), TN_EXD_STARTS);
    assert_int_equal(tn_exd_chain(&m, 1), TN_EXD_CHAIN_STARTS);
    assert_int_equal(m.desc[2].state, TN_EXD_ACTIVE);
    assert_int_equal(tn_exd_shown(&m.desc[2], 2) >> 63, 0);
    assert_int_equal(tn_exd_chain(&m, 1), TN_EXD_MISS);
    assert_int_equal(m.counter[TN_EXD_C_CHAINED], 1);
    assert_int_equal(m.counter[TN_EXD_C_CHAIN_MISS], 1);
}

static void packet_has_its_bytes_in_their_lanes(void **state)
{
    struct tn_exd_fields f = plain();
    struct exa_packet k;
    uint8_t data[16];
    (void)state;
    f.notify = true;
    f.addr = 0x201f5;
    f.length = 11;
    put(9, &f, STARTS_NOW);
    memset(data, 0xa5, sizeof data);
    tn_exd_packet(&m, 9, 0, data, &k);
    assert_int_equal(k.lanes[4], 0);
    assert_int_equal(k.lanes[5], 0xa5);
    assert_int_equal(k.word_n, 1);
    assert_int_equal(k.path, 1);
    assert_true(k.first && k.last && k.notify && k.tid == 9 && k.seq == 16 && k.size == 11);
}

static void three_writes_make_a_control_message(void **state)
{
    const struct tn_exd_fields f = plain();
    const uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    struct exa_packet k;
    (void)state;
    put(4, &f, PARKED);
    assert_int_equal(tn_exd_control(&m, 0, 4, bytes, 0xff00, &k), TN_EXD_CTL_HELD);
    assert_int_equal(tn_exd_control(&m, 0, 5, bytes, 0x00ff, &k), TN_EXD_CTL_MIXED);
    assert_int_equal(tn_exd_control(&m, 0, 4, bytes, 0xffff, &k), TN_EXD_CTL_REFUSED);
    assert_int_equal(tn_exd_control(&m, 0, 4, bytes, 0x00ff, &k), TN_EXD_CTL_HELD);
    assert_int_equal(tn_exd_control(&m, 0, 4, bytes, 0xff00, &k), TN_EXD_CTL_MADE);
    assert_int_equal(k.type, EXA_DMA_CTL);
    assert_int_equal(k.size, 32);
    assert_int_equal(k.lanes[0], 9);
    assert_int_equal(k.lanes[8], 0);
    assert_int_equal(k.lanes[16], 1);
    assert_int_equal(k.lanes[24], 9);
    assert_true(!k.first && !k.last && !k.notify && k.tid == 4 && k.seq == 16);
    assert_int_equal(m.counter[TN_EXD_C_CTL_MIX], 1);
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(transaction_is_cut_at_256_bytes_of_the_destination),
        T(read_is_split_at_4_kib),
        T(lowest_bank_of_a_domain_counts),
        T(start_that_breaks_a_bound_is_an_error),
        T(active_descriptor_refuses_every_write),
        T(chain_starts_a_descriptor_that_is_parked),
        T(packet_has_its_bytes_in_their_lanes),
        T(three_writes_make_a_control_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
