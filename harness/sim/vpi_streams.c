/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: tasks of TLPs' streams, their sources, sinks, monitors and saboteurs.
 */
#include "core.h"
#include "vpi_call.h"

#include <tn/bug.h>

#include <string.h>

static void source_task(struct call *c)
{
    struct tn_core_beat b;
    tn_core_source_next(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]), &b);
    call_put32(c->arg[3], b.have);
    call_put32(c->arg[4], b.delay);
    if (b.have == 1) {
        call_put_words(c->arg[5], b.data, 4);
        call_put32(c->arg[6], b.keep);
        call_put32(c->arg[7], b.last);
        call_put32(c->arg[8], b.port);
    }
}

static void sink_task(struct call *c)
{
    uint32_t ready, cycles;
    tn_core_sink_next(call_get32(c->arg[0]), &ready, &cycles);
    call_put32(c->arg[1], ready);
    call_put32(c->arg[2], cycles);
}

static void source_beats_task(struct call *c)
{
    struct tn_core_beat b;
    uint32_t left = call_get32(c->arg[3]), data[4];
    uint8_t beats[TN_CORE_BEATS][TN_CORE_BEAT];
    tn_core_source_beats(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]), &left,
                         &b, beats);
    call_put32(c->arg[3], left);
    call_put32(c->arg[4], b.have);
    call_put32(c->arg[5], b.delay);
    for (unsigned i = 0; i < left; i++) {
        memcpy(data, beats[i], sizeof data);
        call_put_words(call_word(c, 6, i), data, 4);
    }
    if (b.have == 1) {
        call_put32(c->arg[7], b.keep);
        call_put32(c->arg[8], b.last);
        call_put32(c->arg[9], b.port);
    }
}

static void beats_task(struct call *c)
{
    uint32_t n = call_get32(c->arg[4]) + 1, data[4];
    uint8_t beats[TN_CORE_BEATS][TN_CORE_BEAT];
    tn_require(n <= TN_CORE_BEATS);
    for (unsigned i = 0; i < n; i++) {
        call_get_words(call_word(c, 3, i), data, 4);
        memcpy(beats[i], data, sizeof data);
    }
    tn_core_monitor_beats(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get64(c->arg[2]),
                          (const uint8_t(*)[TN_CORE_BEAT])beats, n, call_get32(c->arg[5]),
                          call_get32(c->arg[6]), call_get32(c->arg[7]), call_get32(c->arg[8]));
}

static void held_task(struct call *c)
{
    uint32_t was[4], now[4];
    struct tn_core_held h = {
        call_get32(c->arg[2]), {call_get32(c->arg[4]), call_get32(c->arg[6])}, {was, now}};
    call_get_words(c->arg[3], was, 4);
    h.what |= call_get_pins(c->arg[5], now, 4) ? 1 : 0;
    tn_core_monitor_held(call_get32(c->arg[0]), call_get64(c->arg[1]), &h);
}

static void reject_task(struct call *c)
{
    tn_core_reject(call_get64(c->arg[0]), call_get32(c->arg[1]), call_get32(c->arg[2]),
                   call_get32(c->arg[3]));
}

static void sabotage_task(struct call *c)
{
    uint32_t data[4];
    call_get_words(c->arg[3], data, 4);
    tn_core_sabotage(call_get32(c->arg[0]), call_get64(c->arg[1]), call_get32(c->arg[2]), data,
                     call_get32(c->arg[4]), call_get32(c->arg[5]), call_get32(c->arg[6]));
}

const struct call_task call_stream_tasks[] = {
    {"$tn_source", source_task},
    {"$tn_sink", sink_task},
    {"$tn_source_beats", source_beats_task},
    {"$tn_beats", beats_task},
    {"$tn_held", held_task},
    {"$tn_reject", reject_task},
    {"$tn_sabotage", sabotage_task},
    {NULL, NULL},
};
