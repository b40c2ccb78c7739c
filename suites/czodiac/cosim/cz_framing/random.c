/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The framing under stalls, pauses, ordered sets of any length at any time, struck symbols and ends
 * of frames, and links that go down and up.
 */
#include "framing.h"

static void stalls_and_pauses(void **state)
{
    (void)state;
    fr.bench->of_16[0] = 9;
    fr.bench->of_16[1] = 4;
    fr_exchange(80, 200000);
}

static void ordered_sets_in_the_middle_of_traffic(void **state)
{
    (void)state;
    fr.bench->idle_sets = 60;
    for (unsigned n = 1; n <= 5; n++) {
        fr.bench->far.set_n = n;
        memset(fr.places, 0, sizeof fr.places);
        fr_exchange(16, 200000);
    }
}

static void symbols_that_are_struck(void **state)
{
    (void)state;
    fr.strike = 360 / fr.bench->par.lanes;
    fr.bench->idle_sets = 300;
    fr.bench->of_16[1] = 10;
    fr_exchange(150, 200000);
    assert_true(fr.struck > 10 && fr.errs > 3);
}

static void ends_that_are_struck(void **state)
{
    (void)state;
    fr.ends = 8;
    fr.bench->idle_sets = 400;
    fr_exchange(100, 200000);
    assert_true(fr.struck > 10 && fr.errs > 3);
}

static void ends_that_are_struck_behind_short_frames(void **state)
{
    (void)state;
    fr.ends = 60;
    fr.longest = 8;
    for (unsigned i = 0; i < 4; i++) {
        memset(fr.places, 0, sizeof fr.places);
        fr_exchange(200, 200000);
    }
    assert_true(fr.struck > 2 && fr.errs > 0);
}

/* A lane that lost its COM or SKP takes that of the others, and the symbol is reported; the frames
 * around it are whole. */
static void ordered_sets_that_are_struck(void **state)
{
    (void)state;
    fr.sets = 2;
    fr.bench->idle_sets = 40;
    fr_exchange(100, 200000);
    assert_true(fr.struck > 10);
    if (fr.bench->par.lanes > 1)
        RULE_WAITED("CZF-RX-1", fr.places[TN_CZF_OUT] == 100 && !fr.errs,
                    "frames that the DUT receives");
}

/* An ordered set ends a broken frame: the first symbol behind it is an error of its own. */
static void errors_behind_a_set_that_ends_a_broken_frame(void **state)
{
    (void)state;
    fr.behind = true;
    fr.longest = 16;
    fr.bench->idle_sets = 40;
    fr_exchange(200, 200000);
    assert_true(fr.struck > 10 && fr.errs > 10);
}

/* Starts that break at once, or by the next one, in every place of every cycle: one error a cycle
 * is told, two may end in one. However many came, the frame behind them ends them, and the next one
 * is whole. (On one lane the last start and the end of the frame that it broke would be a TLP of
 * four symbols, of which the page says nothing.)
 */
static void starts_that_break_at_once(void **state)
{
    (void)state;
    if (fr.bench->par.lanes == 1)
        return;
    fr.starts = 400 / fr.bench->par.lanes;
    fr.longest = 16;
    fr_exchange(200, 200000);
    assert_true(fr.struck > 20 && fr.errs > 10 && fr.places[TN_CZF_OUT] > 20);
}

static void rare_strikes(void **state)
{
    (void)state;
    fr.strike = 2000 / fr.bench->par.lanes;
    fr.bench->idle_sets = 400;
    fr_exchange(200, 200000);
}

static void down_and_up_again(void **state)
{
    struct tn_cz_frame f;
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        for (unsigned k = 0; k < 8; k++) {
            fr_frame(&f);
            tn_cz_framing_send(fr.bench, TN_CZF_GIVEN, &f, 0);
            fr_frame(&f);
            tn_cz_framing_send(fr.bench, TN_CZF_COMES, &f, 0);
        }
        tn_sim_step(20 + fr_below(300));
        fr.bench->up = false;
        tn_sim_step(40);
        tn_cz_queue_empty(&fr.bench->source);
        for (unsigned k = 0; k < 4; k++) { /* DLLPs are taken, too, and dropped */
            do
                fr_frame(&f);
            while (!f.dllp);
            tn_cz_framing_send(fr.bench, TN_CZF_GIVEN, &f, 0);
        }
        tn_sim_step(10 + fr_below(60));
        fr.bench->up = true;
        tn_sim_step(20);
        assert_int_equal(fr.verdicts, 0);
    }
    tn_cz_queue_empty(&fr.bench->source);
    tn_cz_queue_empty(&fr.bench->sender);
    tn_sim_step(2000);
    memset(fr.places, 0, sizeof fr.places);
    fr_exchange(20, 60000);
}

/* A frame loses its end, the port falls and rises, and no ordered set comes: the next frame begins inside the first one. */
static void a_frame_goes_on_while_the_port_is_down(void **state)
{
    struct tn_cz_frame f;
    unsigned errs = 0;
    (void)state;
    fr.bench->far_stays = true;
    for (unsigned i = 0; i < 40; i++) {
        fr.behind = true;
        fr_frame(&f);
        tn_cz_framing_send(fr.bench, TN_CZF_COMES, &f, 0);
        tn_sim_step(100 + fr_below(500));
        const bool open = fr.torn != FR_WHOLE;
        fr.behind = false;
        fr.torn = FR_WHOLE;
        fr.bench->up = false;
        tn_sim_step(1 + fr_below(60));
        fr.bench->up = true;
        tn_sim_step(20);
        memset(fr.places, 0, sizeof fr.places);
        fr.errs = 0;
        for (unsigned k = 0; k < 3; k++) {
            fr_frame(&f);
            tn_cz_framing_send(fr.bench, TN_CZF_COMES, &f, 0);
        }
        tn_sim_step_until(fr_quiet, NULL, 60000);
        tn_sim_step(100);
        assert_int_equal(fr.verdicts, 0);
        assert_true(fr.errs <= open); /* fewer where an ordered set was due meanwhile */
        assert_int_equal(fr.places[TN_CZF_OUT], 3 - fr.errs);
        errs += fr.errs;
    }
    assert_true(errs > 0 && errs < 40);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stalls_and_pauses, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(ordered_sets_in_the_middle_of_traffic, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(symbols_that_are_struck, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(ends_that_are_struck, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(ends_that_are_struck_behind_short_frames, fr_start,
                                        fr_stop),
        cmocka_unit_test_setup_teardown(ordered_sets_that_are_struck, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(errors_behind_a_set_that_ends_a_broken_frame, fr_start,
                                        fr_stop),
        cmocka_unit_test_setup_teardown(starts_that_break_at_once, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(rare_strikes, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(down_and_up_again, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(a_frame_goes_on_while_the_port_is_down, fr_start,
                                        fr_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
