/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * States that errors seldom bring about by themselves (suites/cover names them): a full FIFO, a
 * peer that loses its lock after its XOFF, separators that become another kind. TN_PACKETS
 * does not count here.
 */
#include "line.h"

static const struct tn_stall never = {TN_STALL_BURST, 60000, 1, 1}, always = {.kind = TN_STALL_NONE};

/* Every NFC of side 1 is lost, and its sink takes a word now and then. */
static void a_full_fifo_gives_frames_up_and_heals(void **state)
{
    struct tn_stall seldom = {TN_STALL_BURST, 40, 3, 2};
    (void)state;
    for (unsigned run = 0; run < 4; run++) {
        start(60 + run);
        assert_int_equal(tn_sink_stall(link_sink(1), &seldom), 0);
        fault("nfclose+400@line1@0");
        traffic(130);
        tn_sim_step(6000);
        tn_line_calm();
        assert_int_equal(tn_sink_stall(link_sink(1), &always), 0);
        finish_full("a full FIFO", ALL_LOST, true);
        if (run < 3)
            stop(NULL);
    }
}

/* Sends until side 1 asks for XOFF, and no more than fits then; a link that never asks has its row. One that a judge
 * has found wrong already, as where it takes nothing, is sent no more. */
static void until_xoff(void)
{
    enum { ENOUGH = 300 }; /* packets, more words than a FIFO and the line hold */
    unsigned n = 0;
    for (; n < ENOUGH && failures == 0 && !(link_read(0, 0x004) & 4); n++) {
        flow_send(&flow[0], link_source(0));
        tn_sim_step(60 * LINK_BASE);
    }
    if (failures == 0 && n < ENOUGH)
        return;
    if (failures == 0)
        still_failed(&failures, "EXL-NFC-1", "XOFF from a receiver whose FIFO is full");
    fail();
}

static void lock_lost_at_side_1(void)
{
    fault("slip:33@line0@0"); /* side 1 is NR then */
    tn_sim_step(600 * LINK_BASE); /* 256 until it strikes */
    assert_true(both(0x420) > 0);
    tn_line_calm();
}

static void a_peer_without_lock_may_have_asked_for_xoff(void **state)
{
    (void)state;
    for (unsigned words = 0; words < 2; words++) {
        start(42 + words);
        assert_int_equal(tn_sink_stall(link_sink(1), &never), 0);
        until_xoff();
        for (unsigned i = 0; words && i < 40; i++)
            flow_send(&flow[0], link_source(0));
        tn_sim_step(100 * LINK_BASE);
        lock_lost_at_side_1();
        assert_int_equal(tn_sink_stall(link_sink(1), &always), 0);
        finish(words ? "lock lost after XOFF, words wait" : "lock lost after XOFF", ALL_LOST);
        if (!words)
            stop(NULL);
    }
}

/* The line of side 1 stands while its FIFO runs empty: it can say XON only afterwards. */
static void xon_comes_as_the_line_goes_on(void **state)
{
    (void)state;
    start(44);
    assert_int_equal(tn_sink_stall(link_sink(1), &never), 0);
    until_xoff();
    tn_reg_write(LINK_STEP + 4 * 3, 0);
    assert_int_equal(tn_sink_stall(link_sink(1), &always), 0);
    tn_sim_step(400 * LINK_BASE);
    RULE("EXL-NFC-4", (link_read(0, 0x004) & 4) != 0);
    tn_reg_write(LINK_STEP + 4 * 3, 24700);
    finish("XON after a stop", 0);
}

/* Eight of line 0 and line 1, from 300 blocks on (256 until a fault strikes); before: what
 * happens to the block before, or NULL. */
static void invert_octets_0(const char *before)
{
    const unsigned now = (unsigned)(hurt(0).blocks > hurt(1).blocks ? hurt(0).blocks : hurt(1).blocks);
    char text[64];
    for (unsigned i = 0; i < 8; i++) {
        const unsigned when = now + 300 + 60 * i + (unsigned)tn_rng_below(&rng, 20);
        if (before) {
            snprintf(text, sizeof text, "%s@line%u@p%u", before, i % 2, when);
            fault(text);
        }
        snprintf(text, sizeof text, "burst:2+8@line%u@p%u", i % 2, when + 1 + i / 2 % 2);
        fault(text);
    }
}

/* 1E becomes E1; in packets of one and two words, where every third to fifth block is a
 * separator: alone, behind a lost block, behind an invalid head. */
static void separators_become_separators_7(void **state)
{
    static const char *const before[] = {NULL, "drop", "flip:0"};
    (void)state;
    for (unsigned run = 0; run < 6; run++) {
        start(46 + run);
        flow[0].forms = flow[1].forms = run < 2 ? 2 : 1 + run % 2;
        invert_octets_0(before[run / 2]);
        traffic(220);
        finish("separator-7", ALL_LOST);
        if (run < 5)
            stop(NULL);
    }
}

/* No packets: the separators are those of the NFC's refresh, one in 64 blocks. Each strike is a block later in
 * that time than the one before. */
static void so_do_those_of_a_refresh(void **state)
{
    enum { STRIKES = 8, RUNS = 4 }; /* 16 faults are armed at a time */
    const unsigned period = par.refresh + 1;
    char text[64];
    (void)state;
    for (unsigned run = 0; run < RUNS; run++) {
        start(52 + run);
        for (unsigned id = 0; id < LINK_SIDES; id++)
            for (unsigned i = 0; i < STRIKES; i++) {
                const unsigned later = STRIKES * (LINK_SIDES * run + id) + i;
                snprintf(text, sizeof text, "burst:2+8@line%u@p%u", id,
                         (unsigned)hurt(id).blocks + 300 + par.refresh * i + later);
                fault(text);
            }
        tn_sim_step((400 + period * STRIKES + 64) * LINK_BASE);
        finish("separator-7 of a refresh", ALL_LOST);
        if (run < RUNS - 1)
            stop(NULL);
    }
}

/* The first octet of an NFC becomes that of an idle, AA to 78, in streams of packets where an NFC often stands between the
 * halves of a word. */
static void an_nfc_in_a_word_becomes_idle(void **state)
{
    enum { RUNS = 4, STRUCK = 4, FIRST = 20, EVERY = 4, PACKETS = 100, LONG = 240 /* bytes */ };
    static const unsigned differ[] = {1, 4, 6, 7};
    char text[64];
    (void)state;
    for (unsigned run = 0; run < RUNS; run++) {
        start(70 + run);
        for (unsigned i = 0; i < STRUCK; i++)
            for (unsigned k = 0; k < sizeof differ / sizeof *differ; k++) {
                snprintf(text, sizeof text, "nfcflip:%u@line%u@p%u", differ[k], run % 2,
                         FIRST + EVERY * i);
                fault(text);
            }
        for (unsigned i = 0; i < PACKETS && failures == 0; i++)
            flow_send_as(&flow[run % 2], link_source(run % 2), 3, LONG, 0);
        finish("idle in a word", ALL_LOST);
        if (run < RUNS - 1)
            stop(NULL);
    }
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_full_fifo_gives_frames_up_and_heals),
        TEST(a_peer_without_lock_may_have_asked_for_xoff),
        TEST(xon_comes_as_the_line_goes_on),
        TEST(separators_become_separators_7),
        TEST(so_do_those_of_a_refresh),
        TEST(an_nfc_in_a_word_becomes_idle),
    };
    (void)argc;
    (void)argv;
    parameters();
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
