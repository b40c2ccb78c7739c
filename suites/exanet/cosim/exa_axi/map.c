/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The kernel's page word by word, each register of each window and bank by itself (checkers/axi/spec/axi_slave.md sections 2
 * and 3, exa_axi.md section 7).
 */
#include "zax.h"

#include "../exa_mailbox/ni_map.h"

enum { Z_COPIES = 8, Z_PAGE = 0x40 }; /* windows, and banks */

static bool in_map(unsigned page)
{
    return page == Z_PAGE;
}

static bool readable(uint32_t a)
{
    const uint32_t at = a % 0x1000;
    return at < 0xa0 || (at >= 0x400 && at < 0x418 && at != 0x40c) || (at >= 0x444 && at < 0x498);
}

static const struct ni_map map = {in_map, readable, NULL};

static void every_word_is_there_or_not_as_listed(void **state)
{
    const unsigned pages[] = {Z_PAGE};
    (void)state;
    ni_sweep(&map, pages, 1);
}

static void registers_are_written_whole_or_not_at_all(void **state)
{
    (void)state;
    for (unsigned i = 0; i < Z_COPIES; i++) {
        ni_register(Z_WIN_DST + 8 * i, 0x803fffff);
        ni_register(Z_WIN_PDID + 8 * i, 0xffff);
        ni_register(Z_BANK + 4 * i, 0x8000ffff);
        ni_register(Z_ZBASE + 4 * i, 0x3ff);
    }
    ni_register(Z_TIMEOUT, 0xffffffff);
}

/* The value that register i of a kind has, and no other. */
static uint32_t value_of(unsigned kind, unsigned i)
{
    return 0x101 * (8 * kind + i + 1);
}

static void each_window_and_bank_is_one_of_its_own(void **state)
{
    static const uint32_t at[] = {Z_WIN_DST, Z_WIN_PDID, Z_BANK, Z_ZBASE}, step[] = {8, 8, 4, 4};
    (void)state;
    for (unsigned kind = 0; kind < 4; kind++)
        for (unsigned i = 0; i < Z_COPIES; i++)
            ni_write(at[kind] + step[kind] * i, value_of(kind, i));
    for (unsigned kind = 0; kind < 4; kind++)
        for (unsigned i = 0; i < Z_COPIES; i++)
            RULE("AXS-ACC-1", ni_read(at[kind] + step[kind] * i) == (value_of(kind, i) & (kind == 3 ? 0x3ffu : 0xffffu)));
}

/* A part of a word that is not there, or cannot be written, is refused as the whole is. */
static void parts_of_words_that_cannot_be_written_are_refused(void **state)
{
    uint8_t byte[1] = {0xff};
    (void)state;
    for (unsigned i = 0; i < 16; i++)
        RULE("AXS-ACC-4", ni_burst(true, 0x40400 + i, 1, 0, TN_AXI_INCR, byte, 1) == TN_AXI_SLVERR);
    for (unsigned i = 0; i < 16; i++)
        RULE("AXS-ACC-4", ni_burst(true, 0x40800 + i, 1, 0, TN_AXI_INCR, byte, 1) == TN_AXI_SLVERR);
}

#define T(name) cmocka_unit_test_setup_teardown(name, zax_fresh, zax_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(every_word_is_there_or_not_as_listed), T(registers_are_written_whole_or_not_at_all),
                                       T(each_window_and_bank_is_one_of_its_own),
                                       T(parts_of_words_that_cannot_be_written_are_refused)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
