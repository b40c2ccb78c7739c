/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packet sinks: when ready is high, and which classes may begin.
 */
#include "bfm.h"
#include "show.h"


#include <tn/bug.h>

#include <string.h>

struct tn_sink {
    char name[TN_BFM_NAME];
    bool declared;
    struct tn_stalls stalls;
};

static struct tn_sink sinks[TN_CORE_STREAMS];
static unsigned sink_n; /* 1 + the number of the last sink that was declared */
static uint32_t oks[TN_CORE_OK_WORDS]; /* the classes that may begin, 3 bits for each sink */
static uint64_t changed; /* bit id: sink id has a new pattern or new classes since the last tick */
static uint64_t wakes;   /* bits that toggle then */

void tn_sink_declare(unsigned id, const char *name)
{
    tn_require(id < TN_CORE_STREAMS);
    tn_bfm_name(sinks[id].name, name);
    sinks[id].declared = true;
    if (id >= sink_n)
        sink_n = id + 1;
    memset(oks, 0xff, sizeof oks);
}

struct tn_sink *tn_sink_find(const char *name)
{
    for (unsigned i = 0; i < sink_n; i++)
        if (sinks[i].declared && strcmp(sinks[i].name, name) == 0)
            return &sinks[i];
    tn_bfm_missed(name);
    return NULL;
}

static const char *nth(unsigned i)
{
    return i == sink_n ? NULL : sinks[i].declared ? sinks[i].name : "";
}

/* Ends the run when the program goes on with a sink that the bench lacks. */
static void need(const struct tn_sink *s)
{
    if (!s)
        tn_bfm_absent("sink", nth);
}

int tn_sink_stall(struct tn_sink *s, const struct tn_stall *stall)
{
    need(s);
    int rc = tn_stalls_set(&s->stalls, s->name, stall);
    changed |= (uint64_t)1 << (s - sinks);
    tn_core_changed();
    return rc;
}

void tn_sink_ok(struct tn_sink *s, unsigned mask)
{
    need(s);
    for (unsigned bit = 3 * (unsigned)(s - sinks), k = 0; k < 3; k++, bit++) {
        oks[bit / 32] &= ~(1u << bit % 32);
        oks[bit / 32] |= (mask >> k & 1) << bit % 32;
    }
    tn_core_changed();
    tn_show(&tn_show_ok, s->name, &(unsigned){mask & 7});
}

void tn_core_sink_next(unsigned id, uint32_t *ready, uint32_t *cycles)
{
    bool stalled;
    *cycles = tn_stalls_run(&sinks[id].stalls, &stalled);
    *ready = !stalled;
}

uint64_t tn_sink_wakes(void)
{
    wakes ^= changed;
    changed = 0;
    return wakes;
}

void tn_sink_oks(uint32_t ok[TN_CORE_OK_WORDS])
{
    memcpy(ok, oks, sizeof oks);
}

void tn_sink_reset(void)
{
    memset(oks, 0xff, sizeof oks);
    for (unsigned i = 0; i < sink_n; i++)
        tn_sink_stall(&sinks[i], &(struct tn_stall){.kind = TN_STALL_NONE});
}
