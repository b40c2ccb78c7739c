/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which rules of the switch random traffic asked: those of routing by each header that came in,
 * those of drops by the model's counters, those of time by the watch. They are kept when nothing
 * differed from the model.
 */
#ifndef XBAR_KEPT_H
#define XBAR_KEPT_H

#include "traffic.h"

#include <tn/exanet/exa_crossbar_judge.h>

/* Lines of the page's table of routes that were asked, a bit each. */
enum kept_route {
    KEPT_RTE_1,
    KEPT_RTE_2,
    KEPT_RTE_3,
    KEPT_RTE_4,
    KEPT_RTE_5,
    KEPT_DEAD,
    KEPT_ROUTES
};

/* The line that a header taken by an FPGA at own asks (checkers/exanet/spec/exa_crossbar.md section
 * 2). */
static inline void kept_note(unsigned *asked, struct exa_node own, const struct tn_exa_word *w)
{
    struct exa_packet k;
    if (w->kind != TN_EXA_HDR || !tn_exa_word_header(w->data, &k))
        return;
    if (k.dst.x != own.x || k.dst.y != own.y || k.dst.z != own.z || k.dst.tor != own.tor)
        *asked |= 1u << (own.fpga ? KEPT_RTE_1 : KEPT_RTE_2);
    else if (k.dst.fpga != own.fpga)
        *asked |= 1u << KEPT_RTE_3;
    else if (k.addr >> 39 != EXA_PERIPHERALS)
        *asked |= 1u << KEPT_RTE_4;
    else
        *asked |= 1u << ((k.addr >> 32 & 127) == EXA_P_DEAD ? KEPT_DEAD : KEPT_RTE_5);
}

/* Says so; model: its counters are those that the registers were compared with. */
static inline void kept_say(unsigned asked, const struct tn_exa_xbar *model,
                            const struct tn_exa_xbar_judge *judge)
{
    static const char *const always[] = {"EXX-CHN-1", "EXX-CHN-2", "EXX-CHN-3",
                                         "EXX-ORD-1", "EXX-ORD-2", "EXX-CNT-1"};
    static const char *const timed[] = {"EXX-ARB-1", "EXX-ARB-2", "EXX-PAR-1", "EXX-LAT-1",
                                        "EXX-IDL-1"};
    static const char *const routes[KEPT_ROUTES] = {"EXX-RTE-1", "EXX-RTE-2", "EXX-RTE-3",
                                                    "EXX-RTE-4", "EXX-RTE-5", "EXX-DEAD-1"};
    static const struct {
        uint32_t counter; /* of port 0 */
        const char *rule;
    } drops[] = {{0x440, "EXX-CRC-1"}, {0x440, "EXX-CRC-2"},  {0x480, "EXX-MAL-1"},
                 {0x4c0, "EXX-RTE-6"}, {0x500, "EXX-LOOP-1"}, {0x540, "EXX-BRK-1"},
                 {0x580, "EXX-STR-1"}};
    for (unsigned i = 0; i < sizeof always / sizeof *always; i++)
        tn_sim_kept(always[i]);
    for (unsigned i = 0; i < sizeof timed / sizeof *timed; i++)
        if (tn_exa_xbar_judge_asked(judge, timed[i]))
            tn_sim_kept(timed[i]);
    for (unsigned i = 0; i < KEPT_ROUTES; i++)
        if (asked >> i & 1)
            tn_sim_kept(routes[i]);
    for (unsigned i = 0; i < sizeof drops / sizeof *drops; i++) {
        uint32_t n = 0;
        for (unsigned p = 0; p < XBAR_PORTS; p++)
            n += tn_exa_xbar_read(model, drops[i].counter + 4 * p);
        if (n)
            tn_sim_kept(drops[i].rule);
    }
}

#endif
