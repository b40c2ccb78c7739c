/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Errors on the lines: what the receiver makes of them is judged block by block by the
 * model; and packets are counted that came whole, came with a wrong CRC, did not come, or came
 * wrong with good CRCs. When the errors are over, everything comes again. each side sends a third
 * of TN_PACKETS (default 600) in each test while there are errors.
 */
#include "flow.h"

#include <tn/exa_link_board.h>
#include <tn/inject.h>
#include <tn/line_fault.h>

#include <math.h>

enum {
    TAIL = 20,          /* packets each way when the errors are over */
    LINK_HURT = 0x1008, /* the bench's saboteurs */
    ALL_LOST = 1 << 30,
};

static struct flow flow[LINK_SIDES]; /* from that side */
static struct tn_rng rng;
static struct tn_exl_params par;
static struct tn_exa_link_board *board;
static unsigned failures;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    char text[320];
    (void)ctx;
    snprintf(text, sizeof text, "expected %s; found %s", v->expected, v->found);
    tn_sim_failed(v->rule, v->cycle, v->packet, text);
    if (failures++ < 5)
        print_message("%s cycle %llu: %s\n", v->rule, (unsigned long long)v->cycle, text);
}

/* ---- packets */

static void on_word(void *ctx, const struct tn_exa_seen *seen)
{
    (void)ctx;
    if (tn_monitor_point(seen->point)[0] == 's') {
        tn_exa_link_board_taken(board, seen->port, seen->cycle, &seen->word);
        return;
    }
    tn_exa_link_board_handed(board, seen->port, seen->cycle, &seen->word);
    flow_word(&flow[!seen->port], &seen->word); /* the sender's */
}

static void on_tap(void *ctx, const struct tn_exa_tap_seen *seen)
{
    (void)ctx;
    tn_exa_link_board_tap(board, seen->id, seen->cycle, seen->head, seen->data);
}

static bool few_left(void *ctx)
{
    (void)ctx;
    return failures > 0 || (tn_exa_source_pending(link_source(0)) < 200 &&
                            tn_exa_source_pending(link_source(1)) < 200);
}

static bool rested(void *ctx)
{
    (void)ctx;
    return failures > 0 || (tn_exa_source_pending(link_source(0)) == 0 &&
                            tn_exa_source_pending(link_source(1)) == 0 &&
                            tn_exa_link_board_pending(board) == 0);
}

/* ---- a run */

static void start(unsigned seed)
{
    tn_rng_seed(&rng, tn_sim_seed(), 1000 + seed);
    tn_monitor_clear();
    tn_inject_clear();
    link_clocks(26000, 25500, 27000, 24700, 500);
    tn_reg_write(LINK_TAPS, 1);
    tn_reg_write(LINK_HURT, 3);
    tn_line_clear();
    link_reset(3, 5);
    board = tn_exa_link_board_new(&par, on_verdict, NULL);
    assert_non_null(board);
    failures = 0;
    tn_exa_word_subscribe(on_word, NULL);
    tn_exa_tap_subscribe(on_tap, NULL);
    for (unsigned n = 0; n < LINK_SIDES; n++) {
        flow_begin(&flow[n], 2 * seed + n);
        tn_exa_monitor_judge(n ? "s_exa1" : "s_exa0", false);
        tn_exa_monitor_judge(n ? "m_exa1" : "m_exa0", false);
    }
    assert_true(tn_sim_step_until(link_is_up, NULL, LINK_UP * LINK_BASE));
}

static void fault(const char *text)
{
    struct tn_fault f;
    char err[256];
    int rc = tn_fault_parse(text, &f, err, sizeof err);
    if (rc == 0)
        rc = tn_inject(&f, tn_sim_seed(), err, sizeof err);
    if (rc < 0)
        print_message("%s\n", err);
    assert_int_equal(rc, 0);
}

static unsigned long packets(void)
{
    const char *text = getenv("TN_PACKETS");
    unsigned long n = (text ? strtoul(text, NULL, 0) : 600) / 3;
    return n < TABLE - 2 * TAIL ? n : TABLE - 2 * TAIL;
}

static void traffic(unsigned long n)
{
    for (unsigned long i = 0; i < n && failures == 0; i++) {
        flow_send(&flow[0], link_source(0));
        flow_send(&flow[1], link_source(1));
        if (i % 16 == 0)
            tn_sim_step_until(few_left, NULL, 60000);
    }
}

/* Every packet must have left, and what is in the link must come out of it. */
static void drain(void)
{
    bool drained = tn_sim_step_until(rested, NULL, 600000);
    tn_sim_step(2000);
    assert_int_equal(failures, 0);
    RULE("EXL-RX-4", drained);
}

static uint32_t both(uint32_t addr)
{
    return link_read(0, addr) + link_read(1, addr);
}

/* The errors are over: all that is sent from here on comes. */
static void heals(void)
{
    unsigned long whole[LINK_SIDES];
    tn_line_calm();
    drain();
    /* at most as long as a line needs from anywhere to its lock */
    assert_true(tn_sim_step_until(link_is_up, NULL, LINK_UP * LINK_BASE));
    tn_sim_step(200 * LINK_BASE);
    for (unsigned n = 0; n < LINK_SIDES; n++)
        whole[n] = flow[n].whole;
    traffic(TAIL);
    drain();
    for (unsigned n = 0; n < LINK_SIDES; n++) {
        flow_came(&flow[n]);
        RULE("EXL-RX-4", flow[n].whole - whole[n] == TAIL);
    }
}

static void compare_counters(void)
{
    for (unsigned side = 0; side < LINK_SIDES; side++)
        for (uint32_t a = 0x400; a < 0x42c; a += 4) {
            uint32_t least, most, found = link_read(side, a);
            if (!tn_exa_link_board_count(board, side, a, &least, &most))
                continue;
            if (found < least || found > most)
                print_message("EXL-CNT-1 side %u register %03x: expected %u to %u; found %u\n", side,
                              (unsigned)a, (unsigned)least, (unsigned)most, (unsigned)found);
            RULE("EXL-CNT-1", found >= least && found <= most);
        }
}

/* Heals, prints the figures, and asks what must be true after any error. lose: packets that may not
 * have come, of both sides. */
static void finish(const char *name, unsigned long lose)
{
    struct flow sum = {0};
    struct tn_line_done done[LINK_SIDES];
    double may;
    drain();
    for (unsigned n = 0; n < LINK_SIDES; n++)
        tn_line_done(n, &done[n]);
    heals();
    for (unsigned n = 0; n < LINK_SIDES; n++)
        flow_add(&sum, &flow[n]);
    may = flow_theory(&sum);
    print_message("figure line %s: %lu packets, %lu whole, %lu detected by CRC, %lu lost, %lu wrong "
                  "undetected (random errors: %.1e), %u frames given up, %u losses of lock, %llu bits inverted\n",
                  name, sum.n, sum.whole, sum.spoilt, sum.n - sum.whole, sum.wrong, may,
                  (unsigned)both(0x40c), (unsigned)both(0x420),
                  (unsigned long long)(done[0].bits + done[1].bits));
    RULE("EXL-RX-6", sum.again == 0);
    RULE("EXL-RX-5", sum.n - sum.whole <= lose);
    /* what a side sends until an XOFF that was lost comes again must have room */
    RULE("EXL-NFC-1", both(0x414) == 0);
    RULE("EXL-RX-2", (double)sum.wrong <= may + 4 * sqrt(may) + (may > 0.01 ? 2 : 0));
    tn_exa_link_board_finish(board, tn_sim_cycle());
    assert_int_equal(failures, 0);
    compare_counters();
}

static int stop(void **state)
{
    (void)state;
    tn_inject_clear();
    tn_exa_link_board_free(board);
    board = NULL;
    for (unsigned n = 0; n < LINK_SIDES; n++)
        flow_end(&flow[n]);
    return 0;
}

/* ---- tests */

static struct tn_line_done hurt(unsigned id)
{
    struct tn_line_done d;
    tn_line_done(id, &d);
    return d;
}

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
    drain();
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

static void errors_that_never_come_lose_nothing(void **state)
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

/* what:N@lineL@pB for 12 B, from first on */
static void at(const char *what, unsigned first, unsigned every)
{
    char text[64];
    for (unsigned i = 0; i < 12; i++) {
        unsigned when = first + every * i + (unsigned)tn_rng_below(&rng, every / 2);
        snprintf(text, sizeof text, "%s@line%u@p%u", what, i % 2, when);
        fault(text);
    }
}

/* The same, from so many blocks behind the present one on. */
static void at_blocks(const char *what, unsigned behind, unsigned every)
{
    unsigned now = (unsigned)(hurt(0).blocks > hurt(1).blocks ? hurt(0).blocks : hurt(1).blocks);
    at(what, now + behind, every);
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
#define TEST(name) cmocka_unit_test_teardown(name, stop)
    const struct CMUnitTest tests[] = {
        TEST(what_no_crc_shows_is_counted),
        TEST(errors_that_never_come_lose_nothing),
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
    par.xoff_free = (unsigned)tn_sim_param("XOFF_FREE");
    par.xon_free = (unsigned)tn_sim_param("XON_FREE");
    par.refresh = (unsigned)tn_sim_param("REFRESH_CYC");
    par.slip = (unsigned)tn_sim_param("SLIP_CYC");
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
