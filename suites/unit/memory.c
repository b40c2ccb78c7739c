/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The host memory without its bus, against harness/memory/README.md.
 */
#include <tn/memory.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { RW = TN_MEMORY_READ | TN_MEMORY_WRITE };

static int setup(void **state)
{
    *state = tn_memory_new();
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    tn_memory_free(*state);
    return 0;
}

static void bytes_cross_pages_and_what_was_never_written_is_0(void **state)
{
    struct tn_memory *m = *state;
    uint8_t out[TN_PAGE + 20], back[sizeof out + 2];
    for (size_t i = 0; i < sizeof out; i++)
        out[i] = (uint8_t)(i | 1);
    assert_int_equal(tn_memory_poke(m, 0xfffffffff5, out, sizeof out), 0);
    tn_memory_peek(m, 0xfffffffff4, back, sizeof back);
    assert_int_equal(back[0], 0);
    assert_memory_equal(back + 1, out, sizeof out);
    assert_int_equal(back[sizeof out + 1], 0);
    tn_memory_clear(m);
    tn_memory_peek(m, 0xfffffffff5, back, 4);
    assert_memory_equal(back, "\0\0\0", 4);
}

static void pages_lead_where_they_were_mapped_with_their_rights(void **state)
{
    struct tn_memory *m = *state;
    uint64_t pa;
    tn_memory_domain(m, TN_MEMORY_BY_USER);
    assert_int_equal(tn_memory_map(m, 9, 0x5ff0, 0x1ff0, 0x20, TN_MEMORY_READ), 0); /* two pages */
    assert_int_equal(tn_memory_map(m, 9, 0x5000, 0x1800, 1, RW), -EINVAL);
    assert_int_equal(tn_memory_translate(m, 0, 9, 0x5abc, false, &pa), TN_MEMORY_OK);
    assert_true(pa == 0x1abc);
    assert_int_equal(tn_memory_translate(m, 0, 9, 0x6fff, false, &pa), TN_MEMORY_OK);
    assert_true(pa == 0x2fff);
    assert_int_equal(tn_memory_translate(m, 0, 9, 0x7000, false, &pa), TN_MEMORY_FAULT);
    assert_int_equal(tn_memory_translate(m, 0, 9, 0x5abc, true, &pa), TN_MEMORY_FAULT);
    assert_int_equal(tn_memory_translate(m, 0, 8, 0x5abc, false, &pa), TN_MEMORY_FAULT);
    tn_memory_unmap(m, 9, 0x5000, TN_PAGE);
    assert_int_equal(tn_memory_translate(m, 0, 9, 0x5abc, false, &pa), TN_MEMORY_FAULT);
    assert_int_equal(tn_memory_translate(m, 0, 9, 0x6000, false, &pa), TN_MEMORY_OK);
}

static void many_pages_of_many_domains_are_told_apart(void **state)
{
    struct tn_memory *m = *state;
    uint64_t pa;
    tn_memory_domain(m, TN_MEMORY_BY_USER);
    for (uint32_t d = 0; d < 40; d++)
        for (uint64_t p = 0; p < 100; p++)
            assert_int_equal(tn_memory_map(m, d, p << 20, (d * 100 + p) * TN_PAGE, 1, RW), 0);
    for (uint32_t d = 0; d < 40; d++)
        for (uint64_t p = 0; p < 100; p++) {
            assert_int_equal(tn_memory_translate(m, 0, d, (p << 20) + 7, true, &pa), TN_MEMORY_OK);
            assert_true(pa == (d * 100 + p) * TN_PAGE + 7);
        }
}

static void armed_page_faults_until_served_or_mapped_again(void **state)
{
    struct tn_memory *m = *state;
    uint64_t pa;
    tn_memory_domain(m, TN_MEMORY_BY_USER);
    assert_int_equal(tn_memory_arm(m, 1, 0x5000), -ENOENT);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(tn_memory_map(m, 1, 0x5000, 0x1000, 1, RW), 0);
        assert_int_equal(tn_memory_translate(m, 0, 1, 0x5000, false, &pa), TN_MEMORY_OK);
        assert_int_equal(tn_memory_arm(m, 1, 0x5123), 0);
        assert_int_equal(tn_memory_translate(m, 0, 1, 0x5000, false, &pa), TN_MEMORY_FAULT);
    }
    assert_int_equal(tn_memory_serve(m, 1, 0x5fff), 0);
    assert_int_equal(tn_memory_translate(m, 0, 1, 0x5000, false, &pa), TN_MEMORY_OK);
    assert_int_equal(tn_memory_serve(m, 2, 0x5fff), -ENOENT);
}

static void banks_name_domains(void **state)
{
    struct tn_memory *m = *state;
    uint64_t pa;
    tn_memory_domain(m, TN_MEMORY_BY_BANK);
    assert_int_equal(tn_memory_map(m, 77, 0, 0x3000, 1, RW), 0);
    tn_memory_bind(m, 3, 77);
    assert_int_equal(tn_memory_translate(m, 3, 0, 0, false, &pa), TN_MEMORY_OK);
    assert_int_equal(tn_memory_translate(m, 0x13, 0, 0, false, &pa), TN_MEMORY_OK); /* ID[3:0] */
    assert_int_equal(tn_memory_translate(m, 4, 0, 0, false, &pa), TN_MEMORY_NO_BANK);
    tn_memory_bind(m, 3, -1);
    assert_int_equal(tn_memory_translate(m, 3, 0, 0, false, &pa), TN_MEMORY_NO_BANK);
}

static void ranges_bound_what_exists(void **state)
{
    struct tn_memory *m = *state;
    uint64_t pa;
    assert_int_equal(tn_memory_translate(m, 0, 0, ~0ull, false, &pa), TN_MEMORY_OK);
    assert_int_equal(tn_memory_range(m, 0x1000, 0x10), 0);
    assert_int_equal(tn_memory_range(m, 0x8000, 0x1000), 0);
    assert_int_equal(tn_memory_translate(m, 0, 0, 0xfff, false, &pa), TN_MEMORY_NOWHERE);
    assert_int_equal(tn_memory_translate(m, 0, 0, 0x1000, false, &pa), TN_MEMORY_OK);
    assert_int_equal(tn_memory_translate(m, 0, 0, 0x100f, true, &pa), TN_MEMORY_OK);
    assert_int_equal(tn_memory_translate(m, 0, 0, 0x1010, true, &pa), TN_MEMORY_NOWHERE);
    assert_int_equal(tn_memory_translate(m, 0, 0, 0x8fff, true, &pa), TN_MEMORY_OK);
    for (unsigned i = 0; i < 14; i++)
        assert_int_equal(tn_memory_range(m, 0x10000 * i, 1), 0);
    assert_int_equal(tn_memory_range(m, 0, 1), -ENOMEM);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(bytes_cross_pages_and_what_was_never_written_is_0),
        T(pages_lead_where_they_were_mapped_with_their_rights),
        T(many_pages_of_many_domains_are_told_apart),
        T(armed_page_faults_until_served_or_mapped_again),
        T(banks_name_domains),
        T(ranges_bound_what_exists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
