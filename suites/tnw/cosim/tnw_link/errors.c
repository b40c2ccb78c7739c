/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a TNW link on lines that err, with slow takers and injectors, or at full speed; resets
 * of either end. TN_PACKETS / 20 items.
 */
#include "link.h"

enum {
    WORDS = (1u << TN_TNW_ERRORS) - 1 - (1u << TN_TNW_E_SKEW),
    RESET_CYC = 2 * (LINK_WIRE + 16) + 50
};

static unsigned items(void)
{
    const char *s = getenv("TN_PACKETS");
    const long n = s ? atol(s) / 20 : 0;
    return n > 20 ? (unsigned)n : 20;
}

static int start(void **state)
{
    const unsigned skew[4] = {20, 5, 47, 12};
    (void)state;
    link_start(items(), 1 + (unsigned)(tn_sim_seed() % TNW_VCS), skew);
    assert_true(tn_sim_step_until(link_is_up, NULL, LINK_UP));
    return 0;
}

static void noise(unsigned one_in)
{
    const unsigned kinds = one_in ? WORDS : 0;
    tn_tnw_peer_noise(link_.peer, TN_TNW_FROM_DUT, kinds, one_in);
    tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, kinds, one_in);
}

static void slow_sides_and_noise(void **state)
{
    (void)state;
    link_.out.lazy = 60;
    link_.in.lazy = 90;
    link_.out.pause = 30;
    link_.in.pause = 10;
    noise(200);
    tn_sim_step_until(link_all_came, NULL, 150ull * items());
    noise(0);
    link_.out.lazy = link_.in.lazy = 0;
    link_settles(200ull * items() + 5000);
    link_clean();
}

static void rare_errors_at_full_speed(void **state)
{
    (void)state;
    noise(900);
    tn_sim_step_until(link_all_came, NULL, 60ull * items());
    noise(0);
    link_settles(100ull * items() + 5000);
    link_clean();
}

static void write_ctrl(bool dut, uint32_t value)
{
    if (dut)
        tn_reg_write(TN_TNW_R_CTRL, value);
    else
        tn_tnw_peer_write(link_.peer, TN_TNW_R_CTRL, value);
}

static unsigned state_of(bool dut)
{
    return (dut ? tn_reg_read(TN_TNW_R_STATUS) : tn_tnw_peer_read(link_.peer, TN_TNW_R_STATUS)) & 7;
}

/* One end is reset amid traffic: the other fails, and is reset in its turn. */
static void resets_of_either_end(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, tn_sim_seed(), 99);
    link_.out.pause = link_.in.pause = 5;
    for (unsigned n = 0; n < 20; n++) {
        const bool first = tn_rng_below(&r, 2);
        link_.out.want = link_.in.want = UINT32_MAX; /* never done */
        tn_sim_step(200 + tn_rng_below(&r, 1500));
        for (unsigned k = 0; k < 2; k++) {
            const bool dut = k ? !first : first;
            if (k)
                assert_int_equal(state_of(dut), TN_TNW_FAILED);
            write_ctrl(dut, TN_TNW_CTRL_RESET);
            tn_sim_step(RESET_CYC + tn_rng_below(&r, 60));
            link_.out.want = link_.out.begun;
            link_.in.want = link_.in.begun;
            write_ctrl(dut, 0);
            tn_sim_step(LINK_UP);
        }
        for (unsigned k = 0; k < 16; k++) /* the judge knows what each is to be */
            tn_reg_read(k < 2 ? TN_TNW_R_LOST + 4 * k : 4 * (uint32_t)tn_rng_below(&r, 64));
        assert_int_equal(state_of(true), TN_TNW_UP);
        assert_int_equal(state_of(false), TN_TNW_UP);
        tn_tnw_items_lost(&link_.out);
        tn_tnw_items_lost(&link_.in);
    }
    link_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(slow_sides_and_noise, start, link_stop),
        cmocka_unit_test_setup_teardown(rare_errors_at_full_speed, start, link_stop),
        cmocka_unit_test_setup_teardown(resets_of_either_end, start, link_stop),
    };
    (void)argc;
    (void)argv;
    if (link_brief())
        cmocka_set_test_filter("slow*");
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
