/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two boards whose gateway lines are cut out of the bits at any place and have bit errors: messages
 * between them come once and whole, or are reported. TN_PACKETS= / 24 of each kind.
 */
#include "strikes.h"

/* A burst of that many bits in every so many blocks, of each line at another rhythm; 0: none. */
static void noise(unsigned period, unsigned burst)
{
    for (unsigned l = 0; l < 8; l++)
        tn_reg_write(BD_NOISE + 4 * l, period ? period + 7 * l : 0);
    tn_reg_write(BD_BURST, burst);
}

static void errors_on_lines_lose_and_double_no_message(unsigned period, unsigned burst, uint64_t salt)
{
    for (unsigned b = 0; b < 2; b++)
        for (unsigned k = 0; k < 4; k++)
            tn_exq_hops_lossy(bd.hops, 4 * b, TN_EXQ_GATEWAYS + k);
    strike_begin(24, true, salt);
    noise(period, burst);
    while (strike.left)
        ag_step(4);
    strike_end();
    noise(0, 1);
}

static void single_bits(void **state)
{
    (void)state;
    errors_on_lines_lose_and_double_no_message(20, 1, 2);
}

static void bursts(void **state)
{
    (void)state;
    errors_on_lines_lose_and_double_no_message(30, 24, 3);
}

#define T(name) cmocka_unit_test_setup_teardown(name, bd_fresh, bd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(single_bits), T(bursts)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
