/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI monitors.
 */
#include "axi_monitor.h"

#include "../sim/core_axi.h"

void tn_axi_monitor_declare(unsigned id, const char *name)
{
    (void)id;
    (void)name;
}

void tn_axi_monitor_deliver(void)
{
}

void tn_axi_monitor_reset(void)
{
}

void tn_core_axi_seen(unsigned unit, uint64_t cycle, uint32_t what, uint32_t unknown,
                      const uint32_t word[TN_CORE_AXI_WORDS])
{
    (void)unit, (void)cycle, (void)what, (void)unknown, (void)word;
}
