/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The receiver's map page by page and word by word, and bursts of every kind
 * (checkers/axi/spec/axi_slave.md sections 2 and 3, exa_rdma_rx.md sections 9 and 10).
 */
#include "rdma.h"

#include "../exa_dma/engine_map.h"

static bool in_map(unsigned page)
{
    return page < 4 || page == 0x40;
}

static bool readable(uint32_t a)
{
    const uint32_t at = a % 0x1000;
    return a < 0x4000 ||
           (a / 0x1000 == 0x40 && (at < 0x40 || (at >= 0x400 && at < 0x420 && at != 0x40c) ||
                                   (at >= 0x440 && at < 0x4bc)));
}

static const struct ni_map map = {in_map, readable, NULL};

static void every_word_is_there_or_not_as_listed(void **state)
{
    const unsigned pages[] = {3, 0x40};
    (void)state;
    ni_sweep(&map, pages, 2);
}

static void registers_are_written_whole_or_not_at_all(void **state)
{
    (void)state;
    engine_banks();
    ni_register(V_CTX_TIMEOUT, 0xffffffff);
    ni_register(V_DONE_HOLD, 0xffffffff);
    ni_register(NI_DUP_CYC, 0xffffffff);
}

static void bursts_have_the_addresses_of_axi(void **state)
{
    (void)state;
    engine_bursts();
    engine_worst();
}

#define T(name) cmocka_unit_test_setup_teardown(name, rdma_fresh, rdma_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(every_word_is_there_or_not_as_listed),
                                       T(registers_are_written_whole_or_not_at_all),
                                       T(bursts_have_the_addresses_of_axi)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
