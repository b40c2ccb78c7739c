/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's library call by call: credits, descriptors, their notifications, and the reset of a link
 * (checkers/tnw/spec/tnw_torus.md section 4).
 */
#include "tnw_lib_script.h"

enum { NOTES = 0x50000 };

#define UP_2 "read 180c = 3"

struct node {
    struct script s;
    struct tnw t;
};

/* Link 2 with this much room: CREDITS, DESC_LOG2. */
static struct node *opened(const char *credits, const char *params)
{
    struct node *n = calloc(1, sizeof *n);
    char count[32], limits[32];
    assert_non_null(n);
    snprintf(count, sizeof count, "read 4418 = %s", credits);
    snprintf(limits, sizeof limits, "read 4 = %s", params);
    SCRIPT(&n->s, "read 0 = 54500001", limits, "read 8 = 0", count, "read 1800 = 54570001",
           "read 1804 = 08100f10", UP_2);
    assert_int_equal(tnwOpen(&n->t, &script_io, &n->s, 1 << 2, NOTES), 0);
    return n;
}

static struct node *opened_2(void)
{
    return opened("0200", "01010208");
}

static void ends(struct node *n)
{
    SCRIPT_END(&n->s);
    free(n);
}

/* (2,3) is number 19: its places begin at 19 x 16 x 16 = 1300, those of Nget 3000 behind. */
static uint32_t credit(struct node *n, const char *store, const char *write)
{
    uint32_t h = 0;
    SCRIPT(&n->s, UP_2, store, write);
    assert_int_equal(tnwCredit(&n->t, 2, 3, 0x123456780, 256, &h), 0);
    return h;
}

static uint32_t credit_1(struct node *n)
{
    return credit(n, "store 5130b 00",
                  "write 44c0 23456780 00000001 00000100 00000001 00051300 00000000");
}

static uint32_t credit_2(struct node *n)
{
    return credit(n, "store 5131b 00",
                  "write 44c0 23456780 00000001 00000100 00000002 00051310 00000000");
}

static void a_credit_is_one_write_behind_its_cleared_notification(void **state)
{
    (void)state;
    struct node *n = opened_2();
    struct tnw_done d = {0};
    uint32_t h;
    assert_int_equal(credit_1(n), 1);
    assert_int_equal(credit_2(n), 2);
    SCRIPT_END(&n->s);
    assert_int_equal(tnwCredit(&n->t, 2, 3, 0, 128, &h), -EBUSY);
    SCRIPT(&n->s, "load 51300 = 1 100 0 0");
    assert_int_equal(tnwTest(&n->t, 1, &d), -EAGAIN);
    SCRIPT(&n->s, "load 51300 = 1 100 80000000 23");
    assert_int_equal(tnwTest(&n->t, 1, &d), 0);
    assert_int_equal(d.bytes, 0x100);
    assert_int_equal(d.cause, 0);
    SCRIPT_END(&n->s);
    assert_int_equal(tnwTest(&n->t, 1, &d), -ENOENT);
    assert_int_equal(tnwTest(&n->t, 3, &d), -ENOENT);
    ends(n);
}

static void a_descriptor_is_one_write_of_28_bytes(void **state)
{
    (void)state;
    struct node *n = opened_2();
    struct tnw_done d = {0};
    uint32_t h = 0;
    SCRIPT(&n->s, UP_2, "store 5430b 00",
           "write 8200 89abcde0 00000007 00000180 00000001 60123456 00054300 00000000");
    assert_int_equal(tnwGet(&n->t, 2, 3, 0x789abcde0, 384, 0x1234560, &h), 0);
    SCRIPT(&n->s, "load 54300 = 1 80 80000008 123");
    assert_int_equal(tnwTest(&n->t, h, &d), -EIO);
    assert_int_equal(d.bytes, 0x80);
    assert_int_equal(d.cause, 8);
    ends(n);
}

/* DESC_LOG2 1: two descriptors of the link, whatever their channels. */
static void descriptors_of_a_link_are_counted_over_its_channels(void **state)
{
    (void)state;
    struct node *n = opened("0800", "01010208");
    uint32_t h[3];
    SCRIPT(&n->s, UP_2, "store 5400b 00",
           "write 8200 00000000 00000000 00000080 00000001 00000000 00054000 00000000", UP_2,
           "store 5410b 00",
           "write 8200 00000000 00000000 00000080 00000002 20000000 00054100 00000000", UP_2);
    assert_int_equal(tnwGet(&n->t, 2, 0, 0, 128, 0, &h[0]), 0);
    assert_int_equal(tnwGet(&n->t, 2, 1, 0, 128, 0, &h[1]), 0);
    assert_int_equal(tnwGet(&n->t, 2, 2, 0, 128, 0, &h[2]), -EBUSY);
    SCRIPT(&n->s, "load 54100 = 2 80 80000000 121");
    assert_int_equal(tnwTest(&n->t, h[1], NULL), 0);
    SCRIPT(&n->s, UP_2, "store 5420b 00",
           "write 8200 00000000 00000000 00000080 00000003 40000000 00054200 00000000");
    assert_int_equal(tnwGet(&n->t, 2, 2, 0, 128, 0, &h[2]), 0);
    ends(n);
}

static void a_notification_of_another_never_ends_a_handle(void **state)
{
    (void)state;
    struct node *n = opened("0100", "01010208");
    char store[32], write[100], load[40];
    for (unsigned i = 0; i <= TNW_LIB_PLACES; i++) { /* once round, one more */
        const unsigned place = 0x51300 + TNW_LIB_NOTE * (i % TNW_LIB_PLACES);
        snprintf(store, sizeof store, "store %x 00", place + 11);
        snprintf(write, sizeof write, "write 44c0 23456780 00000001 00000100 %08x %08x 00000000",
                 i + 1, place);
        assert_int_equal(credit(n, store, write), i + 1);
        if (i < TNW_LIB_PLACES) {
            snprintf(load, sizeof load, "load %x = %x 100 80000000 23", place, i + 1);
            SCRIPT(&n->s, load);
            assert_int_equal(tnwTest(&n->t, i + 1, NULL), 0);
        }
    }
    /* late, of the first user of the place: not the seventeenth's */
    SCRIPT(&n->s, "load 51300 = 1 100 80000000 23");
    assert_int_equal(tnwTest(&n->t, 17, NULL), -EAGAIN);
    SCRIPT(&n->s, "load 51300 = 11 100 80000000 23");
    assert_int_equal(tnwTest(&n->t, 17, NULL), 0);
    ends(n);
}

static void handles_may_be_tested_in_any_order(void **state)
{
    (void)state;
    struct node *n = opened_2();
    uint32_t h;
    credit_1(n);
    credit_2(n);
    SCRIPT(&n->s, "load 51310 = 2 100 80000000 23");
    assert_int_equal(tnwTest(&n->t, 2, NULL), 0);
    SCRIPT(&n->s, UP_2, "store 5132b 00",
           "write 44c0 00000000 00000000 00000080 00000003 00051320 00000000");
    assert_int_equal(tnwCredit(&n->t, 2, 3, 0, 128, &h), 0);
    SCRIPT(&n->s, "load 51300 = 1 100 80000000 23", "load 51320 = 3 0 80000001 23");
    assert_int_equal(tnwTest(&n->t, 1, NULL), 0);
    assert_int_equal(tnwTest(&n->t, 3, NULL), -EIO);
    ends(n);
}

/* The oldest is never tested: its place comes round, and is not taken. */
static void a_place_that_comes_round_is_not_taken_twice(void **state)
{
    (void)state;
    struct node *n = opened_2();
    char store[32], write[100], load[40];
    uint32_t h;
    credit_1(n);
    for (unsigned i = 1; i < TNW_LIB_PLACES; i++) {
        const unsigned place = 0x51300 + TNW_LIB_NOTE * i;
        snprintf(store, sizeof store, "store %x 00", place + 11);
        snprintf(write, sizeof write, "write 44c0 23456780 00000001 00000100 %08x %08x 00000000",
                 i + 1, place);
        credit(n, store, write);
        snprintf(load, sizeof load, "load %x = %x 100 80000000 23", place, i + 1);
        SCRIPT(&n->s, load);
        assert_int_equal(tnwTest(&n->t, i + 1, NULL), 0);
    }
    SCRIPT_END(&n->s);
    assert_int_equal(tnwCredit(&n->t, 2, 3, 0, 128, &h), -EBUSY);
    SCRIPT(&n->s, "load 51300 = 1 100 80000000 23");
    assert_int_equal(tnwTest(&n->t, 1, NULL), 0);
    SCRIPT(&n->s, UP_2, "store 5130b 00",
           "write 44c0 00000000 00000000 00000080 00000011 00051300 00000000");
    assert_int_equal(tnwCredit(&n->t, 2, 3, 0, 128, &h), 0);
    ends(n);
}

static void waiting_looks_at_the_link_and_once_more_at_the_notification(void **state)
{
    (void)state;
    struct node *n = opened_2();
    credit_1(n);
    credit_2(n);
    SCRIPT(&n->s, "load 51300 = 0 0 0 0", UP_2, "pause", "load 51300 = 0 0 0 0", "read 180c = 4",
           "load 51300 = 1 100 80000000 23");
    assert_int_equal(tnwWait(&n->t, 1, NULL), 0);
    SCRIPT(&n->s, "load 51310 = 0 0 0 0", "read 180c = 4", "load 51310 = 0 0 0 0");
    assert_int_equal(tnwWait(&n->t, 2, NULL), -ENOLINK);
    SCRIPT(&n->s, "load 51310 = 0 0 0 0", UP_2, "pause ! 62");
    assert_int_equal(tnwWait(&n->t, 2, NULL), -62);
    SCRIPT(&n->s, "load 51310 ! 5");
    assert_int_equal(tnwTest(&n->t, 2, NULL), -5);
    SCRIPT(&n->s, "load 51310 = 2 100 80000000 23");
    assert_int_equal(tnwTest(&n->t, 2, NULL), 0);
    ends(n);
}

#define PAUSES_4 "pause", "pause", "pause", "pause"
#define WINDOWS                                                                                    \
    "write 6400 00000000", "write 6440 00000000", "write 6480 00000000", "write 64c0 00000000",    \
        "write 6500 00000000", "write 6540 00000000", "write 6580 00000000", "write 65c0 00000000"
#define CREDITS                                                                                    \
    "read 4418 = 200", "read 4458 = 200", "read 4498 = 200", "read 44d8 = 101", "pause",           \
        "read 44d8 = 200", "read 4518 = 200", "read 4558 = 200", "read 4598 = 200",                \
        "read 45d8 = 200"

static void a_reset_ends_the_links_handles(void **state)
{
    (void)state;
    struct node *n = opened_2();
    uint8_t buf[128] = {0};
    uint32_t h;
    credit_1(n);
    SCRIPT(&n->s, UP_2, "store 5430b 00",
           "write 8200 00000000 00000000 00000080 00000002 60000000 00054300 00000000");
    assert_int_equal(tnwGet(&n->t, 2, 3, 0, 128, 0, &h), 0);
    SCRIPT(&n->s, UP_2, "read 64cc = 5", "write 64c0 00000000", "put 13000 00", "put 13040 00",
           "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), 0);

    SCRIPT(&n->s, "read 1808 = 2", "write 1808 00000003", PAUSES_4, PAUSES_4, PAUSES_4, PAUSES_4,
           WINDOWS, "write 8224 00000000", CREDITS, "write 8220 00000000", "write 1808 00000002");
    assert_int_equal(tnwReset(&n->t, 2), 0);
    SCRIPT_END(&n->s);
    assert_int_equal(tnwTest(&n->t, 1, NULL), -ECONNRESET);
    assert_int_equal(tnwWait(&n->t, 2, NULL), -ECONNRESET);
    assert_int_equal(tnwTest(&n->t, 1, NULL), -ENOENT);

    /* windows count on from what DONE shows; an engine may still be busy with what it ends */
    SCRIPT(&n->s, UP_2, "read 64cc = 5", "put 13000 00", "put 13040 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), 0);
    SCRIPT(&n->s, UP_2, "read 821c = 101");
    assert_int_equal(tnwGet(&n->t, 2, 3, 0, 128, 0, &h), -EBUSY);
    SCRIPT(&n->s, UP_2, "read 821c = 200", "store 5431b 00",
           "write 8200 00000000 00000000 00000080 00000003 60000000 00054310 00000000");
    assert_int_equal(tnwGet(&n->t, 2, 3, 0, 128, 0, &h), 0);
    ends(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_credit_is_one_write_behind_its_cleared_notification),
        cmocka_unit_test(a_descriptor_is_one_write_of_28_bytes),
        cmocka_unit_test(descriptors_of_a_link_are_counted_over_its_channels),
        cmocka_unit_test(a_notification_of_another_never_ends_a_handle),
        cmocka_unit_test(handles_may_be_tested_in_any_order),
        cmocka_unit_test(a_place_that_comes_round_is_not_taken_twice),
        cmocka_unit_test(waiting_looks_at_the_link_and_once_more_at_the_notification),
        cmocka_unit_test(a_reset_ends_the_links_handles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
