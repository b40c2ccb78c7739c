/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Whether a waveform is whole: files of blocks (a type, 8 bytes length with
 * themselves, the rest), as FST has them.
 */
#include "../../harness/sim/waves.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char dir[] = "/tmp/tenter-waves-XXXXXX";
static char path[64];

static int make_dir(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof path, "%s/w.fst", dir);
    return 0;
}

static int remove_dir(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir);
}

static void put(const uint8_t *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* A file of blocks of these types with 20 bytes of zeros each, cut to so many bytes (0: not
 * cut). gzip's length, the first 8 bytes, and its end agree: 0. */
static void write_file(const uint8_t *types, size_t n, size_t cut)
{
    uint8_t bytes[29 * 8] = {0};
    for (size_t i = 0; i < n; i++) {
        bytes[29 * i] = types[i];
        bytes[29 * i + 8] = 28;
    }
    put(bytes, cut ? cut : 29 * n);
}

static const uint8_t whole[] = {0, 8, 8, 3, 4};

static void all_parts_to_the_last_byte_are_whole(void **state)
{
    (void)state;
    write_file(whole, sizeof whole, 0);
    assert_true(tn_waves_whole(path));
}

static void a_file_cut_anywhere_is_not(void **state)
{
    (void)state;
    for (size_t cut = 1; cut < 29 * sizeof whole; cut++) {
        write_file(whole, sizeof whole, cut);
        assert_false(tn_waves_whole(path));
    }
}

/* A file whose hierarchy holds n bytes; its length is that of the file, as a writer that
 * was cut short leaves it. */
static bool hierarchy(uint8_t type, const uint8_t *p, size_t n)
{
    uint8_t bytes[200] = {[8] = 28, [29] = 8, [37] = 28, [58] = 3, [66] = 28, [87] = type};
    bytes[95] = (uint8_t)(n + 8);
    memcpy(bytes + 96, p, n);
    put(bytes, 96 + n);
    return tn_waves_whole(path);
}

/* 0x21 bytes: two literals, 0x13 + 4 copied, eight literals. */
static const uint8_t lz4[] = {0, 0, 0,    0,   0,   0,   0,   0x21, 0x2f, 'a', 'b', 1,
                              0, 4, 0x80, '1', '2', '3', '4', '5',  '6',  '7', '8'};

static void a_hierarchy_of_gzip_ends_with_its_length(void **state)
{
    (void)state;
    static const uint8_t gz[] = {0, 0, 0, 0, 0, 0, 1, 2, 0x1f, 0x8b, 9, 9, 9, 9, 2, 1, 0, 0};
    assert_true(hierarchy(4, gz, sizeof gz));
    for (size_t n = 1; n < sizeof gz; n++)
        assert_false(hierarchy(4, gz, n));
}

static void a_hierarchy_of_lz4_has_its_length(void **state)
{
    (void)state;
    assert_true(hierarchy(6, lz4, sizeof lz4));
    for (size_t n = 1; n < sizeof lz4; n++)
        assert_false(hierarchy(6, lz4, n));
}

static void of_lz4_twice_the_outer_one_has(void **state)
{
    (void)state;
    uint8_t twice[sizeof lz4 + 8] = {[6] = 1};
    memcpy(twice + 8, lz4, sizeof lz4);
    assert_true(hierarchy(7, twice, sizeof twice));
    for (size_t n = 1; n < sizeof twice; n++)
        assert_false(hierarchy(7, twice, n));
}

static void one_that_was_stopped_at_a_cycle_is_whole(void **state)
{
    (void)state;
    write_file((const uint8_t[]){0, 8, 3, 2, 4}, 5, 0);
    assert_true(tn_waves_whole(path));
}

static void nor_is_one_without_its_hierarchy(void **state)
{
    (void)state;
    write_file((const uint8_t[]){0, 8, 3}, 3, 0);
    assert_false(tn_waves_whole(path));
}

static void nor_one_whose_block_was_not_finished(void **state)
{
    (void)state;
    write_file((const uint8_t[]){0, 8, 255, 3, 4}, 5, 0);
    assert_false(tn_waves_whole(path));
}

static void nor_one_of_zeros(void **state)
{
    (void)state;
    static const uint8_t zeros[200];
    put(zeros, sizeof zeros);
    assert_false(tn_waves_whole(path));
}

static void nor_a_device(void **state)
{
    (void)state;
    assert_false(tn_waves_whole("/dev/zero"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_parts_to_the_last_byte_are_whole),
        cmocka_unit_test(a_file_cut_anywhere_is_not),
        cmocka_unit_test(a_hierarchy_of_gzip_ends_with_its_length),
        cmocka_unit_test(a_hierarchy_of_lz4_has_its_length),
        cmocka_unit_test(of_lz4_twice_the_outer_one_has),
        cmocka_unit_test(one_that_was_stopped_at_a_cycle_is_whole),
        cmocka_unit_test(nor_is_one_without_its_hierarchy),
        cmocka_unit_test(nor_one_whose_block_was_not_finished),
        cmocka_unit_test(nor_one_of_zeros),
        cmocka_unit_test(nor_a_device),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
