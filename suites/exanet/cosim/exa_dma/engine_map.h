/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Bursts at the AXI slave port of both RDMA engines, whose banks lie at the same addresses:
 * sections 2 and 3 of checkers/axi/spec/axi_slave.md.
 */
#ifndef ENGINE_MAP_H
#define ENGINE_MAP_H

#include "../exa_mailbox/ni_map.h"

enum { ENGINE_BANK = 0x40000, ENGINE_BANKS = 8, ENGINE_GAP = 0x40020 };

/* Banks keep what is written whole, and each bank is one of its own. */
static inline void engine_banks(void)
{
    for (unsigned b = 0; b < ENGINE_BANKS; b += 2)
        ni_register(ENGINE_BANK + 4 * b, 0x8000ffff);
    for (unsigned b = 0; b < ENGINE_BANKS; b++)
        ni_write(ENGINE_BANK + 4 * b, 0x1001 * (b + 1));
    for (unsigned b = 0; b < ENGINE_BANKS; b++)
        RULE("AXS-ACC-1", ni_read(ENGINE_BANK + 4 * b) == 0x1001 * (b + 1));
}

/* INCR, WRAP and FIXED bursts of reads have the addresses of AXI. */
static inline void engine_bursts(void)
{
    static const unsigned wrapped[] = {2, 3, 0, 1};
    uint32_t v[ENGINE_BANKS];
    uint8_t bytes[4 * ENGINE_BANKS] = {0};
    for (unsigned b = 0; b < ENGINE_BANKS; b++)
        ni_write(ENGINE_BANK + 4 * b, 0x1001 * (b + 1));
    assert_int_equal(
        ni_burst(false, ENGINE_BANK, ENGINE_BANKS, 2, TN_AXI_INCR, bytes, sizeof bytes),
        TN_AXI_OKAY);
    memcpy(v, bytes, sizeof v);
    for (unsigned b = 0; b < ENGINE_BANKS; b++)
        RULE("AXS-BST-1", v[b] == 0x1001 * (b + 1));
    assert_int_equal(ni_burst(false, ENGINE_BANK + 8, 4, 2, TN_AXI_WRAP, bytes, 16), TN_AXI_OKAY);
    memcpy(v, bytes, 16);
    for (unsigned i = 0; i < 4; i++)
        RULE("AXS-BST-1", v[i] == 0x1001 * (wrapped[i] + 1));
    assert_int_equal(ni_burst(false, ENGINE_BANK + 4, 3, 2, TN_AXI_FIXED, bytes, 12), TN_AXI_OKAY);
    memcpy(v, bytes, 12);
    RULE("AXS-BST-1", v[0] == 0x2002 && v[1] == 0x2002 && v[2] == 0x2002);
}

/* A write of which one beat has no word there is SLVERR, and the other beats have their effect. */
static inline void engine_worst(void)
{
    uint8_t bytes[8];
    const uint32_t v = 0x80001234;
    memcpy(bytes, &v, sizeof v);
    memcpy(bytes + 4, &v, sizeof v);
    RULE("AXS-ACC-3", ni_burst(true, ENGINE_GAP - 4, 2, 2, TN_AXI_INCR, bytes, 8) == TN_AXI_SLVERR);
    RULE("AXS-ACC-3", ni_read(ENGINE_GAP - 4) == v);
    RULE("AXS-ACC-3", ni_burst(true, ENGINE_BANK + 8, 2, 2, TN_AXI_INCR, bytes, 8) == TN_AXI_OKAY);
    for (unsigned b = 0; b < ENGINE_BANKS; b++)
        ni_write(ENGINE_BANK + 4 * b, 0);
}

#endif
