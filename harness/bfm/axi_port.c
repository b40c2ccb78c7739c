/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI ports: the channels between the bindings and the two engines.
 */
#include "axi.h"

#include "axi_monitor.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { ASK_AGAIN = 1 << 20 }; /* cycles */

static struct tn_axi_port ports[TN_CORE_AXI_PORTS];

struct tn_axi_port *tn_axi_port(unsigned id)
{
    return id < TN_CORE_AXI_PORTS && ports[id].name[0] ? &ports[id] : NULL;
}

void tn_core_axi_declare(int kind, unsigned id, const char *name)
{
    if (kind == TN_CORE_AXI_MONITOR) {
        tn_axi_monitor_declare(id, name);
        return;
    }
    tn_require(kind == TN_CORE_AXI_MASTER || kind == TN_CORE_AXI_SLAVE);
    tn_require(id < TN_CORE_AXI_PORTS && !ports[id].name[0]);
    tn_bfm_name(ports[id].name, name);
    ports[id].master = kind == TN_CORE_AXI_MASTER;
    if (!ports[id].master)
        tn_axi_slave_declare(id);
}

void tn_axi_pack_addr(uint32_t word[TN_CORE_AXI_WORDS], const struct tn_axi_addr *a)
{
    word[0] = (uint32_t)a->addr;
    word[1] = (uint32_t)(a->addr >> 32);
    word[2] = (a->id & 0xffff) | a->user << 16;
    word[3] = ((a->beats - 1) & 0xff) | (a->size & 7) << 8 | (a->burst & 3) << 11 |
              (a->lock & 1) << 13 | (a->cache & 15) << 14 | (a->prot & 7) << 18 |
              (a->qos & 15) << 21;
    word[4] = 0;
}

void tn_axi_unpack_addr(const uint32_t word[TN_CORE_AXI_WORDS], struct tn_axi_addr *a)
{
    *a = (struct tn_axi_addr){
        .addr = word[0] | (uint64_t)word[1] << 32,
        .id = word[2] & 0xffff,
        .user = word[2] >> 16,
        .beats = (word[3] & 0xff) + 1,
        .size = word[3] >> 8 & 7,
        .burst = word[3] >> 11 & 3,
        .lock = word[3] >> 13 & 1,
        .cache = word[3] >> 14 & 15,
        .prot = word[3] >> 18 & 7,
        .qos = word[3] >> 21 & 15,
    };
}

uint64_t tn_axi_beat_at(uint64_t addr, enum tn_axi_burst burst, unsigned beats, unsigned size,
                        unsigned i, unsigned *bytes)
{
    uint64_t width = 1u << size, aligned = addr & ~(width - 1), at = addr;
    if (i > 0 && burst != TN_AXI_FIXED)
        at = aligned + i * width;
    if (burst == TN_AXI_WRAP) { /* WRAP has an aligned address */
        uint64_t container = width * beats, low = addr / container * container;
        at = low + (at - low) % container;
    }
    *bytes = (unsigned)(width - (at & (width - 1)));
    return at;
}

void tn_axi_send(struct tn_axi_port *p, enum tn_axi_channel ch,
                 const uint32_t word[TN_CORE_AXI_WORDS], uint64_t not_before)
{
    struct tn_axi_lane *l = &p->lane[ch];
    struct tn_axi_send *s;
    if (l->n == l->cap) {
        unsigned cap = l->cap ? 2 * l->cap : 16;
        s = malloc(cap * sizeof *s);
        tn_require(s != NULL);
        for (unsigned i = 0; i < l->n; i++)
            s[i] = l->queue[(l->head + i) % l->cap];
        free(l->queue);
        l->queue = s;
        l->cap = cap;
        l->head = 0;
    }
    s = &l->queue[(l->head + l->n++) % l->cap];
    memcpy(s->word, word, sizeof s->word);
    s->not_before = not_before;
    p->changed = true;
}

unsigned tn_axi_queued(const struct tn_axi_port *p, enum tn_axi_channel ch)
{
    return p->lane[ch].n;
}

int tn_axi_port_stall(struct tn_axi_port *p, enum tn_axi_channel ch, const struct tn_stall *s)
{
    p->changed = true;
    p->lane[ch].run_end = 0;
    return tn_stalls_set(&p->lane[ch].stalls, p->name, s);
}

static struct tn_axi_lane *lane_of(unsigned unit)
{
    tn_require(unit / 8 < TN_CORE_AXI_PORTS && unit % 8 < TN_AXI_CHANNELS);
    return &ports[unit / 8].lane[unit % 8];
}

static void next(unsigned unit, uint64_t cycle, bool taken, struct tn_next *out)
{
    struct tn_axi_lane *l = lane_of(unit);
    const struct tn_axi_send *s;
    out->have = out->delay = 0;
    if (taken) {
        l->taken = true;
        l->cycle = cycle;
    }
    if (l->n == 0)
        return;
    if (l->stalls.spec.kind == TN_STALL_FOREVER) {
        out->have = 2;
        out->delay = ASK_AGAIN;
        return;
    }
    s = &l->queue[l->head];
    if (s->not_before > cycle + 1) {
        uint64_t far = s->not_before - cycle - 1;
        out->have = 2; /* the module asks again then, or when it is woken */
        out->delay = far < ASK_AGAIN ? (uint32_t)far : ASK_AGAIN;
        return;
    }
    out->have = 1;
    out->delay = tn_stalls_next(&l->stalls);
    memcpy(out->beat, s->word, sizeof s->word);
    l->head = (l->head + 1) % l->cap;
    l->n--;
}

static void ready_for(unsigned unit, uint64_t cycle, uint32_t *ready, uint32_t *cycles)
{
    struct tn_axi_lane *l = lane_of(unit);
    if (cycle >= l->run_end) { /* otherwise another channel woke the module */
        bool stalled;
        l->run_end = cycle + tn_stalls_run(&l->stalls, &stalled);
        l->run_ready = !stalled;
    }
    *ready = l->run_ready;
    *cycles = (uint32_t)(l->run_end - cycle);
}

static void got(unsigned unit, uint64_t cycle, const uint32_t word[TN_CORE_AXI_WORDS])
{
    struct tn_axi_lane *l = lane_of(unit);
    tn_require(!l->got);
    l->got = true;
    l->cycle = cycle;
    memcpy(l->word, word, sizeof l->word);
}

const struct tn_boundary tn_axi_boundary = {
    .name = "axi", .next = next, .ready = ready_for, .got = got, .seen = tn_axi_monitor_seen};

void tn_core_axi_deliver(void)
{
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++) {
        struct tn_axi_port *p = tn_axi_port(id);
        if (!p)
            continue;
        (p->master ? tn_axi_master_deliver : tn_axi_slave_deliver)(id, p);
        for (unsigned ch = 0; ch < TN_AXI_CHANNELS; ch++)
            p->lane[ch].taken = p->lane[ch].got = false;
    }
    tn_axi_monitor_deliver();
}

uint64_t tn_core_axi_drive(uint64_t cycle)
{
    uint64_t wake = 0;
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++) {
        struct tn_axi_port *p = tn_axi_port(id);
        if (!p)
            continue;
        if (p->master)
            tn_axi_master_drive(id, p);
        else
            tn_axi_slave_drive(id, p, cycle);
        p->wake ^= p->changed;
        p->changed = false;
        wake |= (uint64_t)p->wake << (TN_CORE_AXI_WAKE + id);
    }
    return wake;
}

uint64_t tn_core_axi_due(uint64_t cycle)
{
    uint64_t due = UINT64_MAX;
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++) {
        struct tn_axi_port *p = tn_axi_port(id);
        uint64_t his = p && !p->master ? tn_axi_slave_due(id, cycle) : UINT64_MAX;
        if (his < due)
            due = his;
    }
    return due;
}

void tn_core_axi_reset(void)
{
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++) {
        struct tn_axi_port *p = tn_axi_port(id);
        if (!p)
            continue;
        for (unsigned ch = 0; ch < TN_AXI_CHANNELS; ch++) {
            struct tn_axi_lane *l = &p->lane[ch];
            l->n = l->head = 0;
            l->taken = l->got = false;
            l->run_end = 0;
            tn_stalls_set(&l->stalls, p->name, &(struct tn_stall){.kind = TN_STALL_NONE});
        }
        p->changed = true;
        (p->master ? tn_axi_master_reset : tn_axi_slave_reset)(id);
    }
    tn_axi_monitor_reset();
}
