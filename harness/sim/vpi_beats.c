/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: tasks of boundaries with a name, single beats of a channel, and of taps.
 */
#include "boundary.h"
#include "core.h"
#include "vpi_call.h"

static void open_task(struct call *c)
{
    char boundary[CALL_TEXT];
    call_get_text(c->arg[0], boundary);
    call_put32(c->arg[2], tn_core_open(boundary, call_get32(c->arg[1])));
}

static void name_task(struct call *c)
{
    char boundary[CALL_TEXT], name[CALL_TEXT];
    call_get_text(c->arg[0], boundary);
    call_get_text(c->arg[2], name);
    tn_core_name(boundary, call_get32(c->arg[1]), name);
}

static void next_task(struct call *c)
{
    struct tn_next n;
    tn_core_next(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]) & 1, &n);
    call_put32(c->arg[3], n.have);
    call_put32(c->arg[4], n.delay);
    if (n.have == 1)
        call_put_words(c->arg[5], n.beat, TN_BEAT_WORDS);
}

static void ready_task(struct call *c)
{
    uint32_t ready, cycles;
    tn_core_ready(call_get32(c->arg[0]), call_get64(c->arg[1]), &ready, &cycles);
    call_put32(c->arg[2], ready);
    call_put32(c->arg[3], cycles);
}

static void got_task(struct call *c)
{
    uint32_t beat[TN_BEAT_WORDS];
    call_get_words(c->arg[2], beat, TN_BEAT_WORDS);
    tn_core_got(call_get32(c->arg[0]), call_get64(c->arg[1]), beat);
}

static void seen_task(struct call *c)
{
    uint32_t beat[TN_BEAT_WORDS];
    call_get_words(c->arg[4], beat, TN_BEAT_WORDS);
    tn_core_seen(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]),
                 call_get32(c->arg[3]), beat);
}

static void tap_task(struct call *c)
{
    tn_core_tap(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]),
                call_get64(c->arg[3]));
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

const struct call_task call_beat_tasks[] = {
    {"$tn_open", open_task},   {"$tn_name", name_task}, {"$tn_next", next_task},
    {"$tn_ready", ready_task}, {"$tn_got", got_task},   {"$tn_seen", seen_task},
    {"$tn_tap", tap_task},     {"$tn_line", line_task}, {NULL, NULL},
};
