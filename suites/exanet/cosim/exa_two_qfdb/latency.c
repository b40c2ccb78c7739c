/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Cycles from the write of CTRL to `waiting` of the mailbox, over no link to three, on idle
 * boards, as figures: name, value, bound, ok or short, separated by tabs. Cycles are those of the
 * channels, 150 MHz in the paper.
 *
 * Bound over no link, from the pages: header at the switch in 4 (EXP-LAT-1), 2 through it
 * (EXX-LAT-1), one a further word, 3 to the effect (EXN-LAT-1).
 *
 * Over one link the paper has 0.7 us of hardware (its Figure 7-7), 105 cycles, of which 0.5 us, 75, are its
 * transceivers. This bench has none, so what compares is the rest: 30 cycles of logic. Its lines are half as fast as the
 * paper's, a block every second cycle: 7 cycles more for the 7 blocks of three words, and 4 for a refresh in between;
 * further words are 2 blocks each, on all links at once. That is the bound. The paper has no figure for more links:
 * so many times one link's is extrapolated.
 */
#include "steps.h"

enum { LOGIC = 30, SLOW_LINE = 7, REFRESH = 4, WORD = 4 };

static const char *const beside[] = {
    "paper: none",
    "paper: 30 of logic; its 75 of transceivers are not in this bench",
    "paper: none; extrapolated from one link: 60",
    "paper: none; extrapolated from one link: 90",
};

static void measure(unsigned links, unsigned from, unsigned to, unsigned len)
{
    struct tn_exq_message m = st_message(from, 0, to, 0, 0, len), got;
    unsigned words = 2 + len / 16;
    unsigned bound = links ? links * (LOGIC + SLOW_LINE + REFRESH) + WORD * (words - 3) : 4 + 2 + words - 1 + 3;
    unsigned long cycles;
    st_send(&m);
    for (unsigned i = 0; i < 1000 && bd.rose[to] <= st.ctrl; i++)
        tn_sim_step(1);
    assert_true(bd.rose[to] > st.ctrl);
    cycles = (unsigned long)(bd.rose[to] - st.ctrl);
    printf("message of %u bytes, CTRL to waiting, %u links, cycles (%s)\t%lu.00\tat-most %u\t%s\n", len, links,
           beside[links], cycles, bound, cycles <= bound ? "ok" : "short");
    assert_int_equal(st_await(from, 0) & 0xffff, S_ACKED);
    assert_true(st_fetch(to, 0, &got));
    assert_true(cycles <= bound);
}

static void latency_grows_by_links(void **state)
{
    static const unsigned step[FPGAS] = {65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535};
    static const unsigned to[] = {1, 2, 4, 5}; /* from FPGA 1: itself, its board, the gateway's, another */
    (void)state;
    memset(&st, 0, sizeof st);
    bd_clocks(step, 0);
    bd_bind_all();
    for (unsigned links = 0; links < 4; links++)
        for (unsigned len = 16; len <= 64; len += 48)
            measure(links, 1, to[links], len);
    st_settle();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(latency_grows_by_links, bd_fresh, bd_clean),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
