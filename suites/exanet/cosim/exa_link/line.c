/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Errors on the lines: what the receiver makes of them is judged block by block by the
 * model; and packets are counted that came whole, came with a wrong CRC, did not come, or came
 * wrong with good CRCs. When the errors are over, everything comes again. each side sends a third
 * of TN_PACKETS (default 600) in each test while there are errors.
 */
#include "line.h"

static bool any_bit(void)
{
    return hurt(0).bits + hurt(1).bits > 0;
}

/* lose: how many packets at most; 0 of a rate at which nothing strikes. */
static void rate(unsigned exponent, unsigned long lose)
{
    char text[64], name[32];
    uint64_t begun[LINK_SIDES];
    start(10 + exponent);
    for (unsigned id = 0; id < LINK_SIDES; id++) {
        snprintf(text, sizeof text, "ber:%u@line%u@0", exponent, id);
        begun[id] = hurt(id).blocks;
        fault(text);
    }
    traffic(packets());
    for (unsigned more = 0; more < 60 && lose > 0 && !any_bit(); more++) /* 1e-6 needs 500 packets or so */
        traffic(100);
    drain();
    assert_true(lose == 0 || any_bit());
    for (unsigned id = 0; id < LINK_SIDES; id++) { /* within six times its standard deviation */
        struct tn_line_done d = hurt(id);
        double e = 66 * (double)(d.blocks - begun[id]) * pow(10, -(double)exponent);
        assert_true(fabs((double)d.bits - e) <= 6 * sqrt(e) + 1 + 0.1 * e);
    }
    snprintf(name, sizeof name, "1e-%u", exponent);
    finish(name, lose);
}

/* The count itself: words of a packet that was sent, with another address, sealed again or not. */
static void what_no_crc_shows_is_counted(void **state)
{
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    struct flow *f = &flow[0];
    struct exa_packet k;
    (void)state;
    start(30);
    flow_send(f, link_source(0));
    drain();
    assert_int_equal(f->whole, 1);
    tn_exa_words_decode(f->sent, f->words[0], &k);
    k.addr ^= 1u << 20;
    for (unsigned sealed = 0; sealed < 2; sealed++) {
        int n;
        if (sealed)
            exa_seal(&k);
        n = tn_exa_words_of(&k, w);
        for (int i = 0; i < n; i++)
            flow_word(f, &w[i]);
        flow_came(f);
        assert_int_equal(f->by_header, 1);
        assert_int_equal(f->wrong, sealed);
    }
    assert_true(f->whole == 1 && f->spoilt == 1);
}

static void one_bit_in_a_million_million_never_comes_and_costs_nothing(void **state)
{
    (void)state;
    rate(12, 0);
    assert_int_equal(hurt(0).bits + hurt(1).bits, 0);
}

static void one_bit_in_a_million(void **state)
{
    (void)state;
    rate(6, 2 + packets() / 20);
}

static void one_bit_in_a_hundred_thousand(void **state)
{
    (void)state;
    rate(5, 2 + packets() / 2);
}

static void one_bit_in_ten_thousand(void **state)
{
    (void)state;
    rate(4, ALL_LOST);
}

static void one_bit_in_a_thousand(void **state)
{
    (void)state;
    rate(3, ALL_LOST);
    assert_true(both(0x40c) > 0);
}

/* Worse than any line is. */
static void one_bit_in_a_hundred(void **state)
{
    (void)state;
    rate(2, ALL_LOST);
}

/* Blocks struck as a whole, bits inverted, NFCs and slips of both lines. */
static uint64_t struck(void)
{
    uint64_t n = 0;
    for (unsigned id = 0; id < LINK_SIDES; id++) {
        struct tn_line_done d = hurt(id);
        n += d.bits + d.lost + d.repeated + d.joined + d.slips + d.nfcs;
    }
    return n;
}

static bool all_struck(void *ctx)
{
    return struck() >= *(uint64_t *)ctx;
}

/* Until the faults armed have done so much; an idle line has blocks, too. */
static void await(uint64_t wanted)
{
    assert_true(tn_sim_step_until(all_struck, &wanted, 400000));
    tn_sim_step(1000);
    assert_int_equal(struck(), wanted);
}

static void bursts(void **state)
{
    (void)state;
    start(1);
    at_blocks("burst:60+12", 1000, 150);
    traffic(packets());
    await(12 * 12);
    finish("bursts of 12 bits", ALL_LOST);
}

static void long_bursts(void **state)
{
    (void)state;
    start(2);
    at_blocks("ber:1+90", 1000, 300);
    traffic(packets());
    finish("bursts of 90 blocks", ALL_LOST);
}

static void blocks_lost_repeated_and_joined(void **state)
{
    static const char *const what[] = {"drop", "dup", "join"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        start(3 + i);
        at_blocks(what[i], 1000, 150);
        traffic(packets());
        await(12);
        finish(what[i], ALL_LOST);
        if (i < 2)
            stop(NULL);
    }
}

static void a_slip_is_found_and_mended(void **state)
{
    (void)state;
    start(6);
    fault("slip:1@line0@p1500");
    fault("slip:65@line1@p2500");
    traffic(packets());
    await(2);
    finish("slips", ALL_LOST);
    RULE("EXL-LCK-1", both(0x420) >= 2);
}

/* Every NFC of a refresh interval or two, again and again, while the sinks are slow. */
static void lost_nfcs(void **state)
{
    struct tn_stall slow = {TN_STALL_BURST, 400, 90, 4};
    (void)state;
    start(7);
    for (unsigned n = 0; n < LINK_SIDES; n++)
        assert_int_equal(tn_sink_stall(link_sink(n), &slow), 0);
    at("nfclose", 12, 4);
    traffic(packets());
    await(12);
    /* the frame in which one stands is broken by its sync header */
    finish("NFC lost", 12);
}

static void wrong_nfcs(void **state)
{
    struct tn_stall slow = {TN_STALL_BURST, 400, 90, 4};
    (void)state;
    start(8);
    for (unsigned n = 0; n < LINK_SIDES; n++)
        assert_int_equal(tn_sink_stall(link_sink(n), &slow), 0);
    at("nfcflip:15", 12, 4);
    traffic(packets());
    await(12);
    finish("NFC wrong", ALL_LOST);
}

static void a_sink_that_stands_still_loses_nothing_on_a_bad_line(void **state)
{
    struct tn_stall never = {TN_STALL_BURST, 60000, 1, 1}, always = {.kind = TN_STALL_NONE};
    (void)state;
    start(9);
    fault("ber:5@line1@0");
    fault("ber:5@line0@0");
    assert_int_equal(tn_sink_stall(link_sink(1), &never), 0);
    traffic(100);
    tn_sim_step(8000);
    RULE("EXL-NFC-1", (link_read(0, 0x004) & 4) != 0);
    assert_int_equal(tn_sink_stall(link_sink(1), &always), 0);
    finish("a sink that stands", ALL_LOST);
}

static void a_clock_that_stops_loses_nothing(void **state)
{
    (void)state;
    start(20);
    link_clocks(26000, 25500, 27000, 24700, 0);
    for (unsigned i = 0; i < 4; i++) {
        /* in the midst of it: words wait for the line */
        traffic(80);
        tn_sim_step(300);
        tn_reg_write(LINK_STEP + 4 * (2 + i % 2), 0);
        tn_sim_step(3000);
        tn_reg_write(LINK_STEP + 4 * (2 + i % 2), i % 2 ? 24700 : 27000);
    }
    finish("a clock that stops", 0);
}

static void everything_at_once(void **state)
{
    (void)state;
    start(21);
    fault("ber:4@line0@0");
    fault("ber:5@line1@0");
    for (unsigned i = 0; i < 3; i++) {
        fault(i == 0 ? "slip@line0@p4000" : i == 1 ? "burst:7+300@line1@p3000" : "nfclose+3@line0@p30");
        fault(i == 0 ? "drop@line1@p1800" : i == 1 ? "dup@line0@p2200" : "join@line1@p2600");
    }
    traffic(packets());
    finish("everything", ALL_LOST);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(what_no_crc_shows_is_counted),
        TEST(one_bit_in_a_million_million_never_comes_and_costs_nothing),
        TEST(one_bit_in_a_million),
        TEST(one_bit_in_a_hundred_thousand),
        TEST(one_bit_in_ten_thousand),
        TEST(one_bit_in_a_thousand),
        TEST(one_bit_in_a_hundred),
        TEST(bursts),
        TEST(long_bursts),
        TEST(blocks_lost_repeated_and_joined),
        TEST(a_slip_is_found_and_mended),
        TEST(lost_nfcs),
        TEST(wrong_nfcs),
        TEST(a_sink_that_stands_still_loses_nothing_on_a_bad_line),
        TEST(a_clock_that_stops_loses_nothing),
        TEST(everything_at_once),
    };
    (void)argc;
    (void)argv;
    parameters();
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
