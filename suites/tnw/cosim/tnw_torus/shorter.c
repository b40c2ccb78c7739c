/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A message of two packets against a credit of three, and one of two behind it (hole T5;
 * checkers/tnw/spec/tnw_nwp.md section 2): with `last` each lies in the credit of its turn, as the
 * paper has it (LAST_EN 0) the second one's first packet lies over the first one's, and no cause
 * says so.
 */
#include "torus.h"

enum {
    PACKET = 128,
    MESSAGE = 2 * PACKET,
    ROOM = 3 * PACKET,
    APART = 0x1000,   /* bytes from one credit to the next */
    SENDS_CYC = 3000, /* cycles from the first credit until all has come */
    LASTS = 12000,
};

static struct {
    int result[2];
    struct tnw_done done[2];
} got;

static int sends(void)
{
    struct tnw *t = &torus.t[0];
    EXPECT(tn_tnw_bench_pass(&torus.b, SENDS_CYC / 4) == 0);
    for (unsigned m = 0; m < 2; m++)
        EXPECT(tnwSend(t, 0, VC, torus.data + m * MESSAGE, MESSAGE, 0) == 0);
    return 0;
}

static int receives(void)
{
    struct tnw *t = &torus.t[1];
    uint32_t h[2];
    for (unsigned m = 0; m < 2; m++)
        EXPECT(tnwCredit(t, 1, VC, base_of(1) + AT + m * APART, m ? MESSAGE : ROOM, &h[m]) == 0);
    EXPECT(tn_tnw_bench_pass(&torus.b, SENDS_CYC) == 0);
    for (unsigned m = 0; m < 2; m++) {
        got.result[m] = tnwTest(t, h[m], &got.done[m]);
        tn_tnw_lib_judge_tested(&torus.judge[1], h[m], got.result[m], &got.done[m]);
    }
    return 0;
}

static int program(void *arg, unsigned node)
{
    (void)arg;
    if (node > 1)
        return 0;
    EXPECT(torus_open(node) == 0);
    return node ? receives() : sends();
}

static void a_message_shorter_than_its_credit_moves_the_next_one_without_last_alone(void **state)
{
    const uint64_t first = base_of(1) + AT, second = first + APART;
    (void)state;
    torus_needs_two_cables();
    torus_needs_room();
    memset(&got, 0, sizeof got);
    torus_start(0xff, false);
    torus_run(program, NULL, LASTS);
    assert_int_equal(torus.result[0] | torus.result[1], 0);
    print_message("the first credit: %d, cause %u, %u bytes; the second: %d\n", got.result[0],
                  got.done[0].cause, got.done[0].bytes, got.result[1]);
    assert_int_equal(got.result[0], 0);
    if (tn_sim_param("LAST_EN")) {
        assert_int_equal(got.done[0].cause, TNW_C_SHORT);
        assert_int_equal(got.done[0].bytes, MESSAGE);
        assert_int_equal(got.result[1] | got.done[1].cause, 0);
        assert_int_equal(got.done[1].bytes, MESSAGE);
        assert_true(torus_came(1, first, 0, MESSAGE));
        assert_true(torus_came(1, second, MESSAGE, MESSAGE));
    } else {
        assert_int_equal(got.done[0].cause, 0);
        assert_int_equal(got.done[0].bytes, ROOM);
        assert_int_equal(got.result[1], -EAGAIN);
        assert_true(torus_came(1, first, MESSAGE, PACKET)); /* over the first message's */
        assert_true(torus_came(1, first + PACKET, PACKET, PACKET));
        assert_true(torus_came(1, second + PACKET, MESSAGE + PACKET, PACKET));
    }
    torus_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_shorter_than_its_credit_moves_the_next_one_without_last_alone),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
