/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: tasks of AXI ports.
 */
#include "core_axi.h"
#include "vpi_call.h"

static void axi_next_task(struct call *c)
{
    uint32_t have, delay, word[TN_CORE_AXI_WORDS];
    tn_core_axi_next(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]), &have,
                     &delay, word);
    call_put32(c->arg[3], have);
    call_put32(c->arg[4], delay);
    if (have == 1)
        call_put_words(c->arg[5], word, TN_CORE_AXI_WORDS);
}

static void axi_ready_task(struct call *c)
{
    uint32_t ready, cycles;
    tn_core_axi_ready(call_get32(c->arg[0]), call_get64(c->arg[1]), &ready, &cycles);
    call_put32(c->arg[2], ready);
    call_put32(c->arg[3], cycles);
}

static void axi_got_task(struct call *c)
{
    uint32_t word[TN_CORE_AXI_WORDS];
    call_get_words(c->arg[2], word, TN_CORE_AXI_WORDS);
    tn_core_axi_got(call_get32(c->arg[0]), call_get64(c->arg[1]), word);
}

static void axi_seen_task(struct call *c)
{
    uint32_t word[TN_CORE_AXI_WORDS];
    call_get_words(c->arg[4], word, TN_CORE_AXI_WORDS);
    tn_core_axi_seen(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]),
                     call_get32(c->arg[3]), word);
}

const struct call_task call_axi_tasks[] = {
    {"$tn_axi_next", axi_next_task},
    {"$tn_axi_ready", axi_ready_task},
    {"$tn_axi_got", axi_got_task},
    {"$tn_axi_seen", axi_seen_task},
    {NULL, NULL},
};
