/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sets of a table of duplicates.
 */
#include "dup.h"

enum { TID_BITS = 13, FPGA_BITS = 2, XYZ_BITS = 4, TOR_BITS = 8 };

unsigned exa_dup_entries(unsigned dup_n)
{
    unsigned entries = EXA_DUP_SET;
    while (entries < dup_n)
        entries *= 2;
    return entries;
}

/* The bits of the source in the order of the page: fpga, then x, y and z bit by bit, then tor. */
static unsigned source_bits(struct exa_node src)
{
    unsigned bits = src.fpga, at = FPGA_BITS;
    for (unsigned i = 0; i < XYZ_BITS; i++) {
        bits |= ((unsigned)src.x >> i & 1u) << at++;
        bits |= ((unsigned)src.y >> i & 1u) << at++;
        bits |= ((unsigned)src.z >> i & 1u) << at++;
    }
    return bits | (unsigned)src.tor << at;
}

unsigned exa_dup_first(struct exa_node src, uint16_t tid, unsigned entries)
{
    const unsigned bits = source_bits(src);
    unsigned n = 0, set = 0;
    while ((unsigned)EXA_DUP_SET << n < entries)
        n++;
    if (n == 0)
        return 0;
    for (unsigned i = 0; i < TID_BITS; i++)
        set ^= ((unsigned)tid >> i & 1u) << i % n;
    for (unsigned i = 0; i < FPGA_BITS + 3 * XYZ_BITS + TOR_BITS; i++)
        set ^= (bits >> i & 1u) << (n - 1 - i % n);
    return set * EXA_DUP_SET;
}
