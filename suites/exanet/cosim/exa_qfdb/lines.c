/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The lines inside two boards, struck: bits, bursts, blocks lost and repeated, sync headers until block lock
 * is lost, a clock that stops. Messages between FPGAs of a board come once and whole, or are reported, and
 * afterwards all lines carry again. TN_PACKETS= / 24 of each kind.
 *
 * No slips: a board's lines carry aligned blocks, and nothing there could slip back (exa_qfdb.md section 3).
 */
#include "strikes.h"

enum { INVERT, REPEAT, NO_HEADER }; /* harness/exanet/dut/exa_boards.vh */
enum { STRUCK_LEAST = 1500 }; /* cycles; lock is lost within 64 blocks, some 350 of them */
enum { STOPPED_LEAST = 50 }; /* messages: of fewer, none might be under way where the clock stops */
enum { LINK_BROKEN = 0x40c, LINK_HEAD = 0x418, LINK_LOCK_LOST = 0x420 };

/* One strike in every so many blocks on the lines into each FPGA; 0: none from now on, but for one that has begun. */
static void every(unsigned period)
{
    for (unsigned f = 0; f < 4; f++)
        tn_reg_write(BD_IN_PERIOD + 4 * f, period);
}

/* Begins strikes of a kind, where there were none. */
static void strikes(unsigned kind, unsigned period, unsigned burst)
{
    tn_reg_write(BD_IN_KIND, kind);
    tn_reg_write(BD_BURST, burst);
    every(period);
}

/* A counter's sum over the links inside the boards. */
static unsigned counted(unsigned addr)
{
    unsigned sum = 0;
    for (unsigned n = 0; n < FPGAS; n++)
        for (unsigned l = 0; l < 4; l++)
            if (l != n % 4)
                sum += tn_reg_read(BD_FPGA * n + ((1 + l) << 12) + addr);
    return sum;
}

static void struck(unsigned kind, unsigned period, unsigned burst, uint64_t salt)
{
    for (unsigned n = 0; n < FPGAS; n++)
        for (unsigned l = 0; l < 4; l++)
            if (l != n % 4)
                tn_exq_hops_lossy(bd.hops, n, 8 + l);
    strike_begin(24, false, salt);
    strikes(kind, period, burst);
    while (strike.left || tn_sim_cycle() < strike.from + STRUCK_LEAST)
        ag_step(4);
    if (kind == NO_HEADER) /* nothing would ever come */
        every(0);
    strike_end();
    every(0);
    bd_await_lines();
}

static void single_bits(void **state)
{
    (void)state;
    struck(INVERT, 12, 1, 12);
    assert_true(counted(LINK_BROKEN) > 0); /* such as struck a sync header or a separator */
    assert_int_equal(counted(LINK_LOCK_LOST), 0);
}

static void bursts(void **state)
{
    (void)state;
    struck(INVERT, 20, 24, 13);
    assert_true(counted(LINK_BROKEN) > 0);
}

/* The block is lost, the one before it came twice, and the descrambler spoils what follows. */
static void blocks_lost_and_repeated(void **state)
{
    (void)state;
    struck(REPEAT, 20, 1, 14);
    assert_true(counted(LINK_BROKEN) > 0);
    assert_int_equal(counted(LINK_HEAD), 0); /* a repeated block has a valid one */
}

/* Every third header: more than 16 of 64, and never 64 valid ones in a row. All receivers lose their lock, and
 * find it again afterwards. */
static void block_lock_lost(void **state)
{
    (void)state;
    struck(NO_HEADER, 3, 1, 15);
    assert_true(counted(LINK_LOCK_LOST) >= 24);
}

/* FPGA 2 of board 0 neither sends nor, without its NFC, is safe from more than its FIFOs hold. */
static void a_clock_that_stops(void **state)
{
    (void)state;
    for (unsigned l = 0; l < 4; l++)
        if (l != 2) {
            tn_exq_hops_lossy(bd.hops, 2, 8 + l);
            tn_exq_hops_lossy(bd.hops, l, 8 + 2);
        }
    strike_begin(12, false, 16);
    if (strike.left < STOPPED_LEAST)
        strike.left = STOPPED_LEAST;
    for (const unsigned behind = strike.left / 5 * 4; strike.left > behind;) /* these are sent when it stands */
        ag_step(4);
    tn_reg_write(BD_SWING, 0);
    tn_reg_write(BD_STEP + 4 * 2, 0);
    for (unsigned i = 0; i < 1500; i++) /* longer than all tries of a message */
        ag_step(4);
    tn_reg_write(BD_STEP + 4 * 2, 24000);
    strike_end();
    assert_true(tn_exq_messages_count(bd.messages, TN_EXQ_TIMEOUT) > 0);
    bd_await_lines();
}

#define T(name) cmocka_unit_test_setup_teardown(name, bd_fresh, bd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(single_bits), T(bursts), T(blocks_lost_and_repeated), T(block_lock_lost), T(a_clock_that_stops),
    };
    if (argc > 1) /* one of them, by its name */
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
