/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: tasks that show all pins of a block, and play to it.
 */
#include "core.h"
#include "vpi_call.h"

enum { EXA_WORDS = 64 }; /* data of all ports: 16, of 128 bits */

static void exa_pins_task(struct call *c)
{
    uint32_t in[3], out[3], in_data[EXA_WORDS], out_data[EXA_WORDS];
    call_get_words(c->arg[1], in, 3);
    call_get_words(c->arg[2], out, 3);
    call_get_words(c->arg[3], in_data, EXA_WORDS);
    call_get_words(c->arg[4], out_data, EXA_WORDS);
    tn_core_exa_pins(call_get64(c->arg[0]), in, out, in_data, out_data);
}

static void tnw_pins_task(struct call *c)
{
    uint32_t pins[TN_CORE_TNW_PINS], play[TN_CORE_TNW_PLAY];
    const uint32_t unknown = call_get_pins(c->arg[1], pins, TN_CORE_TNW_PINS);
    tn_core_tnw_pins(call_get64(c->arg[0]), pins, unknown, play);
    call_put_words(c->arg[2], play, TN_CORE_TNW_PLAY);
}

static void block_task(struct call *c)
{
    uint32_t pins[TN_CORE_BLOCK_PINS], play[TN_CORE_BLOCK_PLAY];
    const uint32_t unknown = call_get_pins(c->arg[1], pins, TN_CORE_BLOCK_PINS);
    tn_core_block(call_get64(c->arg[0]), pins, unknown, play);
    call_put_words(c->arg[2], play, TN_CORE_BLOCK_PLAY);
}

const struct call_task call_pin_tasks[] = {
    {"$tn_exa_pins", exa_pins_task},
    {"$tn_tnw_pins", tnw_pins_task},
    {"$tn_block", block_task},
    {NULL, NULL},
};
