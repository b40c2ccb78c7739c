/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: tasks of ExaNet's channels and serial lines.
 */
#include "../../sim/core.h"
#include "../../sim/vpi_call.h"

static void exa_source_task(struct call *c)
{
    struct tn_core_exa_word w;
    tn_core_exa_source_next(call_get32(c->arg[0]), call_get64(c->arg[1]), &w);
    call_put32(c->arg[2], w.have);
    call_put32(c->arg[3], w.delay);
    if (w.have == 1) {
        call_put32(c->arg[4], w.kind);
        call_put_words(c->arg[5], w.data, 4);
    }
}

static void exa_word_task(struct call *c)
{
    uint32_t data[4];
    const struct tn_core_exa_cycle y = {call_get32(c->arg[2]), call_get32(c->arg[3]),
                                        call_get32(c->arg[4]), call_get32(c->arg[6]), data};
    call_get_words(c->arg[5], data, 4);
    tn_core_exa_monitor_cycle(call_get32(c->arg[0]), call_get64(c->arg[1]), &y);
}

static void exa_tap_task(struct call *c)
{
    tn_core_exa_tap(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]),
                    call_get64(c->arg[3]));
}

static void exa_sabotage_task(struct call *c)
{
    uint32_t data[4];
    call_get_words(c->arg[4], data, 4);
    tn_core_exa_sabotage(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]),
                         call_get32(c->arg[3]), data);
}

static void line_task(struct call *c)
{
    struct tn_core_line l;
    tn_core_line(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get64(c->arg[2]),
                 call_get32(c->arg[3]) & 1, &l);
    call_put32(c->arg[4], l.what);
    call_put32(c->arg[5], l.slip);
    call_put32(c->arg[6], l.head);
    call_put_words(c->arg[7], l.data, 2);
    call_put_words(c->arg[8], l.due, 2);
    call_put32(c->arg[9], l.watch);
}

const struct call_task call_exa_tasks[] = {
    {"$tn_exa_source", exa_source_task},
    {"$tn_exa_word", exa_word_task},
    {"$tn_exa_tap", exa_tap_task},
    {"$tn_exa_sabotage", exa_sabotage_task},
    {"$tn_line", line_task},
    {NULL, NULL},
};
