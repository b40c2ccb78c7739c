/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's library call by call: which registers it reads and writes, in which order, with what
 * (checkers/tnw/spec/tnw_torus.md section 4; addresses by tnw_nwp.md 4 and 5 and tnw_pi.md 6).
 */
#include "tnw_lib_script.h"

enum { NOTES = 0x50000 };

/* BAR2 with OFF_LOG2 8: 4 KiB a window, 32 items; ITEM_LOG2 2: N is 4. */
#define ID     "read 0 = 54500001"
#define PARAMS "read 4 = 01010208", "read 8 = 0" /* LAST_EN 0 */
#define UP_2   "read 180c = 3"

struct node {
    struct script s;
    struct tnw t;
};

static struct node *opened(void)
{
    struct node *n = calloc(1, sizeof *n);
    assert_non_null(n);
    SCRIPT(&n->s, ID, PARAMS, "read 4418 = 0200", "read 1800 = 54570001", "read 1804 = 08100f10",
           UP_2);
    assert_int_equal(tnwOpen(&n->t, &script_io, &n->s, 1 << 2, NOTES), 0);
    return n;
}

static void ends(struct node *n)
{
    SCRIPT_END(&n->s);
    free(n);
}

static void open_waits_for_its_links_alone(void **state)
{
    (void)state;
    struct script s = {0};
    struct tnw t;
    SCRIPT(&s, ID, PARAMS, "read 4218 = 0103", "read 1400 = 54570001", "read 1404 = 08100f10",
           "read 2400 = 54570001", "read 2404 = 08100f10", "read 140c = 0", "pause",
           "read 140c = 2", "pause", "read 140c = ffffff2b", "read 240c = 0b");
    assert_int_equal(tnwOpen(&t, &script_io, &s, 1 << 1 | 1 << 5, NOTES), 0);
    SCRIPT(&s, ID, PARAMS, "read 4018 = 0100", "read 1000 = 54570001", "read 1004 = 08100f10",
           "read 100c = 4");
    assert_int_equal(tnwOpen(&t, &script_io, &s, 1, NOTES), -ENOLINK);
    SCRIPT(&s, ID, PARAMS, "read 4018 = 0100", "read 1000 = 54570001", "read 1004 = 08100f10",
           "read 100c = 1", "pause ! 62");
    assert_int_equal(tnwOpen(&t, &script_io, &s, 1, NOTES), -62);
    SCRIPT_END(&s);
}

static void open_refuses_what_is_no_such_node(void **state)
{
    (void)state;
    static const char *const wrong[][4] = {
        {"54500002", "01010208", "0200", "54570001"}, {"54500001", "01010207", "0200", "54570001"},
        {"54500001", "01010219", "0200", "54570001"}, {"54500001", "01010108", "0200", "54570001"},
        {"54500001", "01010608", "0200", "54570001"}, {"54500001", "01000208", "0200", "54570001"},
        {"54500001", "05010208", "0200", "54570001"}, {"54500001", "01010208", "0000", "54570001"},
        {"54500001", "01010208", "1100", "54570001"}, {"54500001", "01010208", "0200", "54570000"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[4][32];
        static const char *const reg[4] = {"0", "4", "4018", "1000"};
        struct script s = {0};
        struct tnw t;
        for (unsigned k = 0; k < 4; k++)
            snprintf(line[k], sizeof line[k], "read %s = %s", reg[k], wrong[i][k]);
        const char *link = strcmp(wrong[i][3], "54570001") ? line[3] : NULL;
        const char *const lines[] = {line[0], line[1], "read 8 = 0",
                                     line[2], link,    link ? "read 1004 = 08100f10" : NULL,
                                     NULL};
        script_is(&s, lines);
        assert_int_equal(tnwOpen(&t, &script_io, &s, 1, NOTES), -ENODEV);
        SCRIPT_END(&s);
    }
}

/* Window (2,3): registers at 6000+400+C0, bytes of BAR2 at 2 << 15 | 3 << 12. */
static void a_short_send_is_64_byte_writes_and_a_flush(void **state)
{
    (void)state;
    struct node *n = opened();
    uint8_t buf[256];
    memset(buf, 0xa5, sizeof buf);
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "put 13000 a5", "put 13040 a5", "put 13080 a5",
           "put 130c0 a5", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, sizeof buf, 0), 0);
    SCRIPT(&n->s, "read 64cc = 1", "read 64c4 = 0", UP_2);
    assert_int_equal(tnwSent(&n->t, 2, 3), -EAGAIN);
    SCRIPT(&n->s, "read 64cc = 2");
    assert_int_equal(tnwSent(&n->t, 2, 3), 0);
    assert_int_equal(tnwSent(&n->t, 2, 3), 0);
    ends(n);
}

/* LAST_EN 1: window (2,3) is at 2 << 16 | 3 << 13, with last at 1000 in it. */
static void the_last_item_of_a_message_has_last(void **state)
{
    (void)state;
    struct node *n = calloc(1, sizeof *n);
    uint8_t buf[256] = {0};
    assert_non_null(n);
    SCRIPT(&n->s, ID, "read 4 = 01010208", "read 8 = 1", "read 4418 = 0200", "read 1800 = 54570001",
           "read 1804 = 08100f10", UP_2);
    assert_int_equal(tnwOpen(&n->t, &script_io, &n->s, 1 << 2, NOTES), 0);
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "put 26000 00", "put 26040 00", "put 27080 00",
           "put 270c0 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, sizeof buf, 0), 0);
    SCRIPT(&n->s, UP_2, "read 64cc = 2", "put 27000 00", "put 27040 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), 0);
    ends(n);
}

static void next_is_written_when_the_message_begins_amid_n_items(void **state)
{
    (void)state;
    struct node *n = opened();
    uint8_t buf[128] = {0};
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "write 64c0 00000003", "put 13180 00", "put 131c0 00",
           "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, sizeof buf, 0x180), 0);
    ends(n);
}

/* One item at 0, then where? The window waits for item 1 and looks at 1 to 4. */
static void next_is_written_near_the_message_before(void **state)
{
    (void)state;
    uint8_t buf[5 * 128] = {0};
    struct node *n = opened();
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "put 13000 00", "put 13040 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), 0);
    /* again the same item: nothing of it can be taken for item 1 */
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "read 64c4 = 0", UP_2, "pause", "read 64cc = 1",
           "put 13000 00", "put 13040 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), 0);
    /* two items: the second may come first, and would be item 1 of the message before */
    SCRIPT(&n->s, UP_2, "read 64cc = 2", "write 64c0 00000000", "put 13000 00", "put 13040 00",
           "put 13080 00", "put 130c0 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 256, 0), 0);
    /* item 4 is within 4 behind the last, 1 */
    SCRIPT(&n->s, UP_2, "read 64cc = 4", "write 64c0 00000004", "put 13200 00", "put 13240 00",
           "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0x200), 0);
    /* item 12 is not within 4 behind 4 */
    SCRIPT(&n->s, UP_2, "read 64cc = 5", "put 13600 00", "put 13640 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0x600), 0);
    ends(n);
}

static void no_more_than_n_items_are_under_way(void **state)
{
    (void)state;
    struct node *n = opened();
    uint8_t buf[7 * 128] = {0};
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "put 13000 00", "put 13040 00", "put 13080 00",
           "put 130c0 00", "put 13100 00", "put 13140 00", "put 13180 00", "put 131c0 00", "flush",
           "read 64cc = 0", "read 64c4 = 0", UP_2, "pause", "read 64cc = 2", "put 13200 00",
           "put 13240 00", "put 13280 00", "put 132c0 00", "flush", "read 64cc = 6", "put 13300 00",
           "put 13340 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, sizeof buf, 0), 0);
    ends(n);
}

static void a_window_in_error_stays_so_until_next_is_written(void **state)
{
    (void)state;
    struct node *n = opened();
    uint8_t buf[128] = {0};
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "put 13000 00", "put 13040 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, sizeof buf, 0), 0);
    SCRIPT(&n->s, "read 64cc = 0", "read 64c4 = 7");
    assert_int_equal(tnwSent(&n->t, 2, 3), -EIO);
    SCRIPT(&n->s, UP_2, "read 64c4 = 7");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, sizeof buf, 0), -EIO);
    SCRIPT(&n->s, UP_2, "read 64c4 = 0", "read 64cc = 0", "write 64c0 00000000", "put 13000 00",
           "put 13040 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, sizeof buf, 0), 0);
    ends(n);
}

static void a_link_that_is_not_up_ends_every_wait(void **state)
{
    (void)state;
    struct node *n = opened();
    uint8_t buf[5 * 128] = {0};
    uint32_t h;
    SCRIPT(&n->s, "read 180c = 4");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), -ENOLINK);
    SCRIPT(&n->s, "read 180c = 0");
    assert_int_equal(tnwCredit(&n->t, 2, 3, 0, 128, &h), -ENOLINK);
    SCRIPT(&n->s, "read 180c = 1");
    assert_int_equal(tnwGet(&n->t, 2, 3, 0, 128, 0, &h), -ENOLINK);
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "put 13000 00", "put 13040 00", "put 13080 00",
           "put 130c0 00", "put 13100 00", "put 13140 00", "put 13180 00", "put 131c0 00", "flush",
           "read 64cc = 0", "read 64c4 = 0", "read 180c = 4", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, sizeof buf, 0), -ENOLINK);
    SCRIPT(&n->s, "read 64cc = 0", "read 64c4 = 0", "read 180c = 4");
    assert_int_equal(tnwSent(&n->t, 2, 3), -ENOLINK);
    ends(n);
}

static void errors_of_the_io_are_handed_on(void **state)
{
    (void)state;
    struct node *n = opened();
    uint8_t buf[128] = {0};
    uint32_t h;
    SCRIPT(&n->s, "read 180c ! 5");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), -5);
    SCRIPT(&n->s, UP_2, "store 5130b 00 ! 14");
    assert_int_equal(tnwCredit(&n->t, 2, 3, 0, 128, &h), -14);
    SCRIPT(&n->s, UP_2, "store 5130b 00",
           "write 44c0 00000000 00000000 00000080 00000001 "
           "00051300 00000000 ! 11");
    assert_int_equal(tnwCredit(&n->t, 2, 3, 0, 128, &h), -11);
    SCRIPT(&n->s, UP_2, "read 64cc = 0", "put 13000 00", "put 13040 00 ! 6", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), -6);
    /* half an item may be there: NEXT drops it */
    SCRIPT(&n->s, UP_2, "write 64c0 00000000", "put 13000 00", "put 13040 00", "flush");
    assert_int_equal(tnwSend(&n->t, 2, 3, buf, 128, 0), 0);
    ends(n);
}

static void wrong_arguments_touch_nothing(void **state)
{
    (void)state;
    struct node *n = opened();
    uint8_t buf[128] = {0};
    uint32_t h;
    const struct {
        int link, vc;
        size_t len;
        uint32_t offset;
    } bad[] = {{-1, 0, 128, 0}, {6, 0, 128, 0}, {2, -1, 128, 0},  {2, 8, 128, 0},
               {2, 0, 0, 0},    {2, 0, 64, 0},  {2, 0, 128, 0x40}};
    SCRIPT_END(&n->s);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(tnwSend(&n->t, bad[i].link, bad[i].vc, buf, bad[i].len, bad[i].offset),
                         -EINVAL);
        if (bad[i].offset)
            continue; /* of 16 is enough for tnwGet */
        assert_int_equal(tnwCredit(&n->t, bad[i].link, bad[i].vc, 0, bad[i].len, &h), -EINVAL);
        assert_int_equal(tnwGet(&n->t, bad[i].link, bad[i].vc, 0, bad[i].len, 0, &h), -EINVAL);
    }
    assert_int_equal(tnwSend(&n->t, 2, 0, buf, 128, 0x1000), -EINVAL); /* behind the window */
    assert_int_equal(tnwSend(&n->t, 2, 0, NULL, 128, 0), -EINVAL);
    assert_int_equal(tnwCredit(&n->t, 2, 0, 8, 128, &h), -EINVAL);
    assert_int_equal(tnwCredit(&n->t, 2, 0, 0, 0x10000080, &h), -EINVAL);
    assert_int_equal(tnwGet(&n->t, 2, 0, 8, 128, 0, &h), -EINVAL);
    assert_int_equal(tnwGet(&n->t, 2, 0, 0, 128, 8, &h), -EINVAL);
    assert_int_equal(tnwGet(&n->t, 2, 0, 0, 256, 0xffffff0, &h), -EINVAL);
    assert_int_equal(tnwReset(&n->t, 6), -EINVAL);
    assert_int_equal(tnwTest(&n->t, 0, NULL), -ENOENT);
    assert_int_equal(tnwOpen(&n->t, &script_io, &n->s, 1, NOTES + 8), -EINVAL);
    assert_int_equal(tnwOpen(&n->t, &script_io, &n->s, 1 << 6, NOTES), -EINVAL);
    ends(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_waits_for_its_links_alone),
        cmocka_unit_test(open_refuses_what_is_no_such_node),
        cmocka_unit_test(a_short_send_is_64_byte_writes_and_a_flush),
        cmocka_unit_test(the_last_item_of_a_message_has_last),
        cmocka_unit_test(next_is_written_when_the_message_begins_amid_n_items),
        cmocka_unit_test(next_is_written_near_the_message_before),
        cmocka_unit_test(no_more_than_n_items_are_under_way),
        cmocka_unit_test(a_window_in_error_stays_so_until_next_is_written),
        cmocka_unit_test(a_link_that_is_not_up_ends_every_wait),
        cmocka_unit_test(errors_of_the_io_are_handed_on),
        cmocka_unit_test(wrong_arguments_touch_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
