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
    unsigned blocked; /* classes that may not begin */
    struct tn_stalls stalls;
    bool changed;  /* something new since the last tick */
    uint32_t wake; /* toggles then */
};

static struct tn_sink sinks[TN_CORE_STREAMS];

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
    s->changed = true;
    return rc;
}

void tn_sink_ok(struct tn_sink *s, unsigned mask)
{
    s->blocked = ~mask & 7;
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
    uint32_t wake = 0;
    for (unsigned i = 0; i < TN_CORE_STREAMS; i++) {
        sinks[i].wake ^= sinks[i].changed;
        sinks[i].changed = false;
        wake |= sinks[i].wake << (16 + i);
    }
    return wake;
}

uint32_t tn_sink_oks(void)
{
    uint32_t ok = 0;
    for (unsigned i = 0; i < TN_CORE_STREAMS; i++)
        ok |= (~sinks[i].blocked & 7u) << (3 * i);
    return ok;
}

void tn_sink_reset(void)
{
    for (unsigned i = 0; i < TN_CORE_STREAMS; i++) {
        sinks[i].blocked = 0;
        tn_sink_stall(&sinks[i], &(struct tn_stall){.kind = TN_STALL_NONE});
    }
}
