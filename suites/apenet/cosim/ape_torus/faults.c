/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on the lines of a torus, one kind after the other, each with the fate that the pages
 * demand of the message that it strikes (ape_link.md sections 3 and 5, ape_ni.md section 7.2), then
 * many at random: each message is whole and reported, or has an error event, or left nothing
 * behind; behind the faults all hosts reach each other.
 */
#include "promise.h"

enum { N = 9000 };
enum { ANY_WORD = 99 };

/* A fault, what the receiving link counts, and the fate of the message whose packet is struck. */
static const struct strike {
    const char *what;
    unsigned counts; /* word of a counter of the line's receiver that moves; ANY_WORD: none need */
    bool whole;      /* the message comes whole all the same */
    unsigned causes; /* else: causes, a bit each, of which one at least is its event's */
    int later; /* cycles behind the first ones of the message; 0: before its first packet; below:
                  the idle line */
} strikes[] = {
    {"flip:17", HDR_FIXED, true, 0, 0},
    {"flip:127", HDR_FIXED, true, 0, 0},
    {"burst:40+2", HDR_FATAL, false, 1u << TN_APN_GAP, 0},
    {"burst:7+2", HDR_FATAL, false, 1u << TN_APN_GAP, 0},
    {"flip:128", CRC_WRONG, false, 1u << TN_APN_CRC | 1u << TN_APN_GAP, 0},
    {"burst:300+500", CRC_WRONG, false, 1u << TN_APN_CRC | 1u << TN_APN_GAP, 0},
    {"nfclose+3", ANY_WORD, true, 0, 0},
    {"nfcflip:3", ANY_WORD, true, 0, 0},
    {"nfcflip:125", ANY_WORD, true, 0, 0},
    {"drop", ANY_WORD, false, 1u << TN_APN_GAP, 0},
    {"trunc:5", CUT, false, 1u << TN_APN_CRC | 1u << TN_APN_GAP, 0},
    {"trunc:1", CUT, false, 1u << TN_APN_CRC | 1u << TN_APN_GAP, 0},
    {"startflip:5", DROPPED, false, 1u << TN_APN_GAP, 0},
    {"valid0:400", ANY_WORD, false, 1u << TN_APN_CRC | 1u << TN_APN_GAP | 1u << TN_APN_TIMEOUT, 0},
    {"valid0:1500", ANY_WORD, false, 1u << TN_APN_CRC | 1u << TN_APN_GAP | 1u << TN_APN_TIMEOUT,
     300},
};

/* The same where control words have a k. */
static const struct strike k_strikes[] = {
    {"kflip:0", DROPPED, false, 1u << TN_APN_GAP, 0},
    {"kflip:3", CUT, false, 1u << TN_APN_CRC | 1u << TN_APN_GAP, 0},
    {"startflip:128", DROPPED, false, 1u << TN_APN_GAP, 0},
    {"ctlflip:128", ANY_WORD, true, 0, -90},
};

static uint32_t moved(unsigned line, const struct strike *s)
{
    return s->counts == ANY_WORD ? 0 : torus_counter(line, s->counts);
}

/* Of the long message only the first packets are struck: the fault is armed before it begins.
 * forged: the message looks like words of a line. */
static void play(const struct strike *s, unsigned line, unsigned to, bool forged)
{
    const uint32_t before = moved(line, s);
    const int i = tn_ape_promise_send(&torus.p, TN_APE_BY_PUT, 0, to, N, forged);
    assert_true(i >= 0);
    torus_fault(s->what, line, tn_sim_cycle() + (uint64_t)(100 + s->later));
    tn_ape_promise_rest(&torus.p, REST_CYC);
    const struct tn_ape_letter *l = &torus.p.letter[i];
    const char *text;
    uint64_t cycle;
    print_message("%s: %s, cause %u\n", s->what, l->fate == TN_APE_WHOLE ? "whole" : "not whole",
                  l->cause);
    assert_true(tn_inject_struck(0, &cycle, &text));
    tn_inject_clear();
    if (s->whole)
        RULE_WAITED("APE-LNK-1", l->fate == TN_APE_WHOLE, "a message that the fault does not harm");
    else
        RULE_WAITED("APN-EVT-1", l->fate == TN_APE_TOLD && s->causes >> l->cause & 1,
                    "an error event with its cause");
    if (s->counts != ANY_WORD)
        RULE("APR-NET-1", moved(line, s) > before);
}

static void each_kind_has_its_cause(void **state)
{
    unsigned node;
    const unsigned line = torus_line(&node);
    (void)state;
    for (unsigned i = 0; i < sizeof strikes / sizeof *strikes; i++)
        play(&strikes[i], line, node, i % 2);
    for (unsigned i = 0; tn_sim_param("BAND") && i < sizeof k_strikes / sizeof *k_strikes; i++)
        play(&k_strikes[i], line, node, i % 2);
    torus_probe();
    torus_end();
}

/* Lines without k alone have literals. */
static void literal_that_is_lost_is_told(void **state)
{
    static const struct strike lost = {"litlose", ANY_WORD, false,
                                       1u << TN_APN_CRC | 1u << TN_APN_GAP | 1u << TN_APN_TIMEOUT,
                                       0},
                               sound = {"nfclose+1", ANY_WORD, true, 0, 0};
    unsigned node;
    const unsigned line = torus_line(&node);
    (void)state;
    if (tn_sim_param("BAND") == 1)
        skip();
    play(&sound, line, node, true);
    play(&lost, line, node, true);
    torus_probe();
    torus_end();
}

/* No retransmission and no timer at either end: of a message whose only packet is lost nobody hears
 * (hole A8), and the next message comes as if nothing had been. */
static void packet_alone_that_is_lost_leaves_no_event(void **state)
{
    unsigned node;
    const unsigned line = torus_line(&node);
    (void)state;
    const uint8_t bytes[500] = {1};
    const int i = tn_ape_promise_give(&torus.p, TN_APE_BY_PUT, 0, node, bytes, sizeof bytes);
    assert_true(i >= 0);
    torus_fault("drop", line, tn_sim_cycle());
    tn_ape_promise_rest(&torus.p, REST_CYC);
    tn_inject_clear();
    torus_probe();
    torus_end();
    assert_int_equal(torus.p.letter[i].fate, TN_APE_GONE);
    assert_true(torus.p.letter[i].sent);
    assert_int_equal(torus.p.gone, 1);
}

static const char *const any[] = {
    "flip",      "burst:0+2", "burst:200+40", "drop",    "trunc:3",   "ber:4+400",
    "nfclose+2", "nfcflip",   "litlose",      "ctlflip", "valid0:9",  "valid0:900",
    "valid0:",   "valid1:5",  "burst:9+3",    "kflip",   "startflip", "startflip:128"};

static void lines_break_at_random(void **state)
{
    const unsigned long total = size_asked("TN_PACKETS", 40, 1);
    (void)state;
    for (unsigned long i = 0; i < total && torus.failures == 0; i++) {
        const unsigned from = torus_below(torus.b.nodes), to = torus_below(torus.b.nodes);
        const uint32_t n = 1 + torus_below(1u << (5 + torus_below(9)));
        const int rc = tn_ape_promise_send(&torus.p, (enum tn_ape_letter_kind)torus_below(3), from,
                                           to, n, torus_below(4) == 0);
        assert_true(rc >= 0 || rc == -EAGAIN || rc == -ENOSPC);
        tn_inject_clear();
        torus_fault(any[torus_below(sizeof any / sizeof *any)], torus_any_line(),
                    tn_sim_cycle() + torus_below(100));
        tn_ape_promise_step(&torus.p, torus_below(600));
    }
    tn_inject_clear();
    tn_ape_promise_rest(&torus.p, REST_CYC);
    tn_ape_promise_step(&torus.p, 2 * TIMEOUT + 2 * 4096); /* dead tags become free */
    torus_probe();
    torus_end();
    print_message("%u messages: %u whole, %u told, %u gone; CRC %u, GAP %u, TIMEOUT %u\n",
                  torus.p.letters, torus.p.whole, torus.p.told, torus.p.gone,
                  torus.p.causes[TN_APN_CRC], torus.p.causes[TN_APN_GAP],
                  torus.p.causes[TN_APN_TIMEOUT]);
    tn_sim_sent(total);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_kind_has_its_cause, torus_fresh, torus_close),
        cmocka_unit_test_setup_teardown(literal_that_is_lost_is_told, torus_fresh, torus_close),
        cmocka_unit_test_setup_teardown(packet_alone_that_is_lost_leaves_no_event, torus_fresh,
                                        torus_close),
        cmocka_unit_test_setup_teardown(lines_break_at_random, torus_fresh, torus_close),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
