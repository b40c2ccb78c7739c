/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of the data link layer: its pins, cycle by cycle.
 */
#include "../dut/cz_duts.h"
#include "../../sim/cover.h"

#include <tn/czodiac/bfm_cz_dll.h>
#include <tn/czodiac/cz_dll_cover.h>

static void *begin(void)
{
    struct tn_cz_dll_params par;
    tn_cz_bench_params(&par);
    return tn_cz_dll_cover_new(&par);
}

static void block(void *counts, const struct tn_block_cycle *cycle)
{
    struct tn_cz_dll_pins p;
    tn_cz_dll_pins(cycle, &p);
    tn_cz_dll_cover_cycle(counts, &p);
}

static void end(void *counts)
{
    tn_cz_dll_cover_free(counts);
}

const struct tn_cover_ops tn_cz_dll_cover_ops = {
    .begin = begin,
    .block = block,
    .bins = tn_cover_state_counts,
    .end = end,
};
