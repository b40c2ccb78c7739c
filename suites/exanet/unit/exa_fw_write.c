/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's writes on functional nodes whose network harms nothing
 * (checkers/exanet/spec/exa_firmware.md).
 */
#include "exa_fw_fixture.h"

static int setup(void **state)
{
    *state = make_world(NULL, 10, 4, 1);
    return 0;
}

static int teardown(void **state)
{
    end_world(*state);
    return 0;
}

static void put_of_one_transaction_is_done(void **state)
{
    struct world *w = *state;
    const struct put p = {.src = 0x10003, .dst = 0x20005, .length = 1000};
    ask(w, 0, 0, &p);
    expect(w, 0, &p);
    assert_true(run(w, 100000));
    assert_int_equal(state_of(w, 0, 0), TN_FW_DONE);
    assert_int_equal(err_of(w, 0, 0), 0);
    assert_int_equal(descriptor(w, 0, 0)[TN_FW_STATUS] >> 32, 1000);
    assert_int_equal(descriptor(w, 0, 0)[TN_FW_GO] >> 32, 0);
    memories_are_as_wanted(w);
    assert_int_equal(w->side[0].fw->stats.started, 1);
    assert_int_equal(w->side[0].fw->stats.stray, 0);
    assert_int_equal(w->side[0].fw->stats.bus_errors, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(put_of_one_transaction_is_done, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
