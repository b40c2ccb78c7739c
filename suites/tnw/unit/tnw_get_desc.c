/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What model, torus and judge of TNW's Nget share: registers of an engine, descriptors that are
 * refused. Values by hand from checkers/tnw/spec/tnw_pi.md sections 5 and 6.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../../checkers/tnw/model/get/get_desc.h"

static bool give(struct tnw_get_regs *r, const uint32_t v[7])
{
    bool given = false;
    for (unsigned i = 0; i < 7; i++) {
        assert_false(given);
        given = tnw_get_regs_write(r, 4 * i, v[i]);
    }
    return given;
}

static void the_write_of_notify_hi_gives_what_the_registers_hold(void **state)
{
    const uint32_t v[7] = {0x40, 0x77, 0x1000, 0xabcd1234, 0xffffffff, 0x8000, 0x12};
    struct tnw_get_regs r = {.bad_length = false};
    (void)state;
    assert_true(give(&r, v));
    const struct tnw_get_desc d = tnw_get_regs_desc(&r);
    assert_true(d.src == 0x7700000040);
    assert_true(d.notify == 0x1200008000);
    assert_int_equal(d.length, 0x1000);
    assert_int_equal(d.tag, 0xabcd1234);
    assert_int_equal(d.vc, 7);
    assert_int_equal(d.offset, 0xffffff);
    assert_int_equal(r.reg[4], 0xe0ffffff); /* DEST reads 0 between */
    assert_false(tnw_get_regs_write(&r, 0x1c, 5));
    assert_false(tnw_get_regs_write(&r, 0x20, 5));
}

static void what_is_bad_is_refused(void **state)
{
    static const struct {
        uint32_t src, length, dest, notify;
        bool bad;
    } row[] = {
        {0x10, 128, 0, 0x10, false},
        {0x10, 0, 0, 0x10, true},
        {0x10, 192, 0, 0x10, true},
        {0x10, 0x10000000, 0, 0x10, false},
        {0x10, 0x10000080, 0, 0x10, true},
        {0x10, 0x20000080, 0, 0x10, true}, /* a bit above the register's */
        {0x18, 128, 0, 0x10, true},
        {0x10, 128, 0, 0x14, true},
        {0x10, 128, 0xfffff8, 0x10, false}, /* ends at 2^24 units of 16 bytes */
        {0x10, 128, 0xfffff9, 0x10, true},
        {0x10, 256, 0xe0fffff8, 0x10, true},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        const uint32_t v[7] = {row[i].src, 0, row[i].length, 0, row[i].dest, row[i].notify, 0};
        struct tnw_get_regs r = {.bad_length = false};
        assert_true(give(&r, v));
        const struct tnw_get_desc d = tnw_get_regs_desc(&r);
        if (tnw_get_is_bad(&r, &d, false) != row[i].bad)
            fail_msg("row %u", i);
    }
}

/* It reads 0 there, and the next write of LENGTH makes it good. */
static void bits_above_length_are_kept_in_mind_until_it_is_written_again(void **state)
{
    struct tnw_get_regs r = {.bad_length = false};
    (void)state;
    tnw_get_regs_write(&r, 8, 0xe0000080);
    assert_int_equal(r.reg[2], 0x80);
    struct tnw_get_desc d = tnw_get_regs_desc(&r);
    assert_true(tnw_get_is_bad(&r, &d, true));
    tnw_get_regs_write(&r, 8, 0x80);
    d = tnw_get_regs_desc(&r);
    assert_false(tnw_get_is_bad(&r, &d, true));
}

/* The bit is the descriptor's last item's, where there is one. */
static void an_odd_offset_is_bad_with_last_alone(void **state)
{
    const uint32_t v[7] = {0x10, 0, 256, 0, 9, 0x10, 0};
    struct tnw_get_regs r = {.bad_length = false};
    (void)state;
    assert_true(give(&r, v));
    const struct tnw_get_desc d = tnw_get_regs_desc(&r);
    assert_true(tnw_get_is_bad(&r, &d, true));
    assert_false(tnw_get_is_bad(&r, &d, false));
}

static void the_last_item_of_a_descriptor_has_last(void **state)
{
    const struct tnw_get_desc d = {.length = 384, .offset = 0x20};
    (void)state;
    assert_int_equal(tnw_get_offset(&d, 0, true), 0x20);
    assert_int_equal(tnw_get_offset(&d, 128, true), 0x28);
    assert_int_equal(tnw_get_offset(&d, 256, true), 0x31);
    assert_int_equal(tnw_get_offset(&d, 256, false), 0x30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_write_of_notify_hi_gives_what_the_registers_hold),
        cmocka_unit_test(what_is_bad_is_refused),
        cmocka_unit_test(an_odd_offset_is_bad_with_last_alone),
        cmocka_unit_test(the_last_item_of_a_descriptor_has_last),
        cmocka_unit_test(bits_above_length_are_kept_in_mind_until_it_is_written_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
