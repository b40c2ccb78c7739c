/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: tasks that show all pins of a block, and play to it.
 */
#include "boundary.h"
#include "vpi_call.h"

static void pins_task(struct call *c)
{
    uint32_t pins[TN_PINS_WORDS] = {0}, play[TN_PLAY_WORDS];
    const uint32_t unknown = call_get_pins(c->arg[2], pins, call_words(c, 2, TN_PINS_WORDS));
    tn_core_pins(call_get32(c->arg[0]), call_get64(c->arg[1]), pins, unknown, play);
    call_put_words(c->arg[3], play, call_words(c, 3, TN_PLAY_WORDS));
}

static void watch_task(struct call *c)
{
    uint32_t pins[TN_WATCH_WORDS] = {0};
    call_get_words(c->arg[2], pins, call_words(c, 2, TN_WATCH_WORDS));
    tn_core_pins(call_get32(c->arg[0]), call_get64(c->arg[1]), pins, 0, NULL);
}

const struct call_task call_pin_tasks[] = {
    {"$tn_pins", pins_task},
    {"$tn_watch", watch_task},
    {NULL, NULL},
};
