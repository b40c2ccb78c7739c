/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packet sinks: when ready is high, and which classes may begin.
 */
#include "bfm.h"

#include "../sim/cover.h"

#include <tn/bug.h>

#include <string.h>

struct tn_sink {
    char name[TN_BFM_NAME];
    bool declared;
    struct tn_stalls stalls;
};

static struct tn_sink sinks[TN_CORE_STREAMS];
static uint32_t blocked; /* classes that may not begin, 3 bits a sink */
static uint32_t changed; /* bit id: something new for that sink since the last tick */
static uint32_t wakes;   /* toggle then */

void tn_sink_declare(unsigned id, const char *name)
{
    tn_require(id < TN_CORE_STREAMS);
    tn_bfm_name(sinks[id].name, name);
    sinks[id].declared = true;
}

struct tn_sink *tn_sink_find(const char *name)
{
    for (unsigned i = 0; i < TN_CORE_STREAMS; i++)
        if (sinks[i].declared && strcmp(sinks[i].name, name) == 0)
            return &sinks[i];
    return NULL;
}

int tn_sink_stall(struct tn_sink *s, const struct tn_stall *stall)
{
    int rc = tn_stalls_set(&s->stalls, s->name, stall);
    changed |= 1u << (s - sinks);
    return rc;
}

void tn_sink_ok(struct tn_sink *s, unsigned mask)
{
    unsigned at = 3 * (unsigned)(s - sinks);
    blocked = (blocked & ~(7u << at)) | (~mask & 7) << at;
    tn_sim_cover_ok(s->name, mask & 7);
}

void tn_core_sink_next(unsigned id, uint32_t *ready, uint32_t *cycles)
{
    bool stalled;
    *cycles = tn_stalls_run(&sinks[id].stalls, &stalled);
    *ready = !stalled;
}

uint32_t tn_sink_wakes(void)
{
    wakes ^= changed;
    changed = 0;
    return wakes << 16;
}

uint32_t tn_sink_oks(void)
{
    return ~blocked & ((1u << 3 * TN_CORE_STREAMS) - 1);
}

void tn_sink_reset(void)
{
    blocked = 0;
    for (unsigned i = 0; i < TN_CORE_STREAMS; i++)
        tn_sink_stall(&sinks[i], &(struct tn_stall){.kind = TN_STALL_NONE});
}
