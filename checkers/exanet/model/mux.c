/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Mux and demux (exa_mux.md): the switch's model with their routes.
 */
#include "model.h"

#include <tn/bug.h>

void tn_exa_demux_defaults(struct tn_exa_demux_params *p)
{
    *p = (struct tn_exa_demux_params){.out_n = 4, .dram_en = 0x0001, .range_en = 0x000f};
    for (unsigned i = 0; i < TN_EXA_DEMUX_OUTS; i++) {
        p->range_lo[i] = p->range_hi[i] = (uint8_t)i;
        p->type_set[i] = 0xffffffff;
    }
}

int exa_demux_route(const struct tn_exa_demux_params *p, const struct exa_packet *k)
{
    const unsigned index = exa_peripheral(k->addr);
    for (unsigned i = 0; i < p->out_n; i++) {
        if (!(p->type_set[i] >> k->type & 1))
            continue;
        if (!exa_is_peripheral(k->addr)) {
            if (p->dram_en >> i & 1)
                return (int)i;
        } else if (p->range_en >> i & 1 && index >= p->range_lo[i] && index <= p->range_hi[i]) {
            return (int)i;
        }
    }
    return -1;
}

struct tn_exa_xbar *tn_exa_mux_new(unsigned in_n)
{
    tn_require(in_n >= 2 && in_n <= TN_EXA_XBAR_PORTS);
    const struct exa_switch x = exa_switch_of_mux(in_n);
    return exa_switch_new(&x);
}

struct tn_exa_xbar *tn_exa_demux_new(const struct tn_exa_demux_params *p)
{
    tn_require(p->out_n >= 2 && p->out_n <= TN_EXA_DEMUX_OUTS);
    const struct exa_switch x = exa_switch_of_demux(p);
    return exa_switch_new(&x);
}

struct tn_exa_xbar_judge *tn_exa_mux_judge_new(unsigned in_n, tn_verdict_fn *fn, void *ctx)
{
    const struct exa_switch x = exa_switch_of_mux(in_n);
    return exa_switch_judge_new(&x, fn, ctx);
}

struct tn_exa_xbar_judge *tn_exa_demux_judge_new(const struct tn_exa_demux_params *p,
                                                 tn_verdict_fn *fn, void *ctx)
{
    const struct exa_switch x = exa_switch_of_demux(p);
    return exa_switch_judge_new(&x, fn, ctx);
}
