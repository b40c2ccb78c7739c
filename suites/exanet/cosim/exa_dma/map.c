/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender's map page by page and word by word, and bursts of every kind
 * (checkers/axi/spec/axi_slave.md sections 2 and 3, exa_dma.md sections 3 and 10).
 */
#include "dma.h"
#include "engine_map.h"

static bool in_map(unsigned page)
{
    return page < 8 || page == 0x40 || (page % 8 < 4 && page / 8 <= dma.outs);
}

static bool readable(uint32_t a)
{
    const uint32_t at = a % 0x1000;
    if (a < 0x8000)
        return a < TN_EXD_DESC * dma.txns;
    if (a / 0x1000 != 0x40)
        return false;
    return at < 0x40 || (at >= 0x400 && at < 0x420 && at != 0x40c) || (at >= 0x440 && at < 0x460) ||
           (at >= 0x500 && at < 0x500 + 0x20 * dma.outs && at % 0x20 < 0x18);
}

/* A control region takes halves of slots and nothing else; the sweep looks at the last 16 bytes of a page. */
static bool strict(unsigned page)
{
    return page >= 8 && page < 0x40 && page % 8 * 0x100 + 0xff < dma.txns;
}

static const struct ni_map map = {in_map, readable, strict};

/* The functions of the network interface's maps ask the master of their own. */
static int fresh(void **state)
{
    const int rc = dma_fresh(state);
    memset(&ni, 0, sizeof ni);
    ni.cpu = dma.cpu;
    return rc;
}

static int clean(void **state)
{
    dma_rest();
    return dma_clean(state) || ni.broken ? -1 : 0;
}

static void every_word_is_there_or_not_as_listed(void **state)
{
    const unsigned pages[] = {0, 0x40};
    (void)state;
    ni_sweep(&map, pages, 2);
}

static void banks_are_written_whole_or_not_at_all(void **state)
{
    (void)state;
    dma.ours = "AXI-BST-1";
    engine_banks();
}

static void bursts_have_the_addresses_of_axi(void **state)
{
    (void)state;
    engine_bursts();
    engine_worst();
}

#define T(name) cmocka_unit_test_setup_teardown(name, fresh, clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(every_word_is_there_or_not_as_listed),
                                       T(banks_are_written_whole_or_not_at_all),
                                       T(bursts_have_the_addresses_of_axi)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
