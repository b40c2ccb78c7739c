/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Where a packet leaves the demux, said by hand from checkers/exanet/spec/exa_mux.md section 2 and from
 * the bench's parameters.
 */
#ifndef DEMUX_ROUTE_H
#define DEMUX_ROUTE_H

#include "../exa_mux/mux.h"

/* The page's sentence over the bench's shape; TYPES 1 leaves out (t + p) mod 3 = 0. */
static inline int route_of(uint64_t addr, unsigned type)
{
    const long on = tn_sim_param("RANGE_EN"), drams = tn_sim_param("DRAM_EN");
    const unsigned step = (unsigned)tn_sim_param("RANGE_STEP"), span = (unsigned)tn_sim_param("RANGE_SPAN");
    const unsigned index = (unsigned)(addr >> 32) & 127;
    for (unsigned p = 0; p < mux.outs; p++) {
        if (tn_sim_param("TYPES") && (type + p) % 3 == 0)
            continue;
        if (addr >> 39 == 7
                ? (on >> p & 1) && index >= step * p && index <= step * p + span
                : drams >> p & 1)
            return (int)p;
    }
    return -1;
}

/* The lowest index that leads a Write to that output, or 128. */
static inline unsigned route_index(unsigned output)
{
    unsigned index = 0;
    while (index < 128 && route_of(traffic_peripheral(index), EXA_WRITE) != (int)output)
        index++;
    return index;
}

#endif
