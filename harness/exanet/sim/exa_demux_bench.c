/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The demux's parameters from those of its bench, which are fewer.
 */
#include <tn/exanet/exa_mux_bench.h>

#include <tn/sim.h>

enum { TYPES = 32 };

void tn_exa_demux_bench(struct tn_exa_demux_params *p)
{
    const unsigned step = (unsigned)tn_sim_param("RANGE_STEP"), span = (unsigned)tn_sim_param("RANGE_SPAN");
    const bool some = tn_sim_param("TYPES") != 0;
    *p = (struct tn_exa_demux_params){.out_n = (unsigned)tn_sim_param("OUT_N"),
                                      .dram_en = (uint16_t)tn_sim_param("DRAM_EN"),
                                      .range_en = (uint16_t)tn_sim_param("RANGE_EN")};
    for (unsigned o = 0; o < TN_EXA_DEMUX_OUTS; o++) {
        p->range_lo[o] = (uint8_t)(step * o);
        p->range_hi[o] = (uint8_t)(step * o + span);
        for (unsigned t = 0; t < TYPES; t++)
            if (!some || (t + o) % 3 != 0)
                p->type_set[o] |= 1u << t;
    }
}
