/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The AXI slave: what stands between the bus and a host memory.
 *
 * A burst becomes a job, in a list by age; it is due its latency after it was complete.
 * Each falling edge the scheduler gives as many answers as the channels can hold.
 */
#include "axi_slave.h"

#include "../memory/memory.h"

#include <tn/bug.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 2 }; /* answers that wait for a channel: the next, and one to follow at once */

static struct tn_axi_slave slaves[TN_CORE_AXI_PORTS];

static const char *nth(unsigned i)
{
    const struct tn_axi_port *p = i < TN_CORE_AXI_PORTS ? tn_axi_port(i) : NULL;
    return i == TN_CORE_AXI_PORTS ? NULL : p && !p->master ? p->name : "";
}

struct tn_memory *tn_memory_find(const char *name)
{
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++) {
        const struct tn_axi_port *p = tn_axi_port(id);
        if (p && !p->master && strcmp(p->name, name) == 0)
            return &slaves[id].memory;
    }
    tn_bfm_missed(name);
    tn_bfm_absent("memory", nth);
}

int tn_memory_stall(struct tn_memory *m, enum tn_axi_channel ch, const struct tn_stall *stall)
{
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++)
        if (&slaves[id].memory == m && tn_axi_port(id))
            return tn_axi_port_stall(tn_axi_port(id), ch, stall);
    return -ENOENT;
}

int tn_memory_timing(struct tn_memory *m, const struct tn_memory_timing *t)
{
    if (t->read_min < 1 || t->write_min < 1 || t->read_min > t->read_max ||
        t->write_min > t->write_max)
        return -EINVAL;
    m->timing = *t;
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++)
        if (&slaves[id].memory == m)
            tn_rng_seed(&slaves[id].rng, t->seed, 2);
    return 0;
}

size_t tn_memory_held(const struct tn_memory *m)
{
    return m->held;
}

void tn_axi_slave_declare(unsigned id)
{
    tn_memory_init(&slaves[id].memory);
    tn_axi_slave_reset(id);
}

static uint32_t latency(struct tn_axi_slave *s, uint32_t min, uint32_t max)
{
    return min + (max > min ? (uint32_t)tn_rng_below(&s->rng, max - min + 1) : 0);
}

/* Appends a job for an address that came. */
static struct tn_axi_job *job_for(struct tn_axi_job **list, const struct tn_axi_lane *l)
{
    struct tn_axi_job *j = calloc(1, sizeof *j);
    tn_require(j != NULL);
    tn_axi_unpack_addr(l->word, &j->a);
    j->cycle = l->cycle;
    while (*list)
        list = &(*list)->next;
    *list = j;
    return j;
}

/* Gives data to bursts in the order of addresses; data that came before their address wait. */
static void take_data(struct tn_axi_slave *s, const struct tn_axi_lane *l)
{
    struct tn_axi_data *d;
    struct tn_axi_data **at = &s->data;
    while (*at && (*at)->last)
        at = &(*at)->next;
    if (!*at) {
        *at = calloc(1, sizeof **at);
        tn_require(*at != NULL);
    }
    d = *at;
    if (d->n < TN_AXI_BEATS) {
        memcpy(d->beat[d->n].data, l->word, TN_AXI_BUS);
        d->beat[d->n++].strb = (uint16_t)l->word[4];
    }
    d->last = l->word[4] >> 16 & 1;
    d->cycle = l->cycle;
}

static void join_data(struct tn_axi_slave *s)
{
    for (struct tn_axi_job *j = s->writes; j && s->data && s->data->last; j = j->next) {
        if (j->data)
            continue;
        j->data = s->data;
        s->data = s->data->next;
        j->data->next = NULL;
        j->due = (j->data->cycle > j->cycle ? j->data->cycle : j->cycle) +
                 latency(s, s->memory.timing.write_min, s->memory.timing.write_max);
    }
}

void tn_axi_slave_deliver(unsigned id, struct tn_axi_port *p)
{
    struct tn_axi_slave *s = &slaves[id];
    if (p->lane[TN_AXI_AW].got)
        job_for(&s->writes, &p->lane[TN_AXI_AW]);
    if (p->lane[TN_AXI_W].got)
        take_data(s, &p->lane[TN_AXI_W]);
    if (p->lane[TN_AXI_AR].got) {
        struct tn_axi_job *j = job_for(&s->reads, &p->lane[TN_AXI_AR]);
        j->due = j->cycle + latency(s, s->memory.timing.read_min, s->memory.timing.read_max);
    }
    join_data(s);
}

static void look_up(struct tn_memory *m, struct tn_axi_job *j, bool write)
{
    j->generation = m->generation;
    j->result = tn_memory_translate(m, j->a.id, j->a.user, j->a.addr, write, &j->pa);
    j->known = j->result != TN_MEMORY_FAULT || m->policy == TN_MEMORY_ERROR;
}

static void tell(struct tn_memory *m, struct tn_axi_job *j, bool write, uint64_t cycle)
{
    struct tn_memory_fault f = {.va = j->a.addr, .write = write, .held = !j->known,
                                .id = j->a.id, .cycle = cycle};
    j->told = true;
    m->faults++;
    tn_memory_who(m, j->a.id, j->a.user, &f.pdid);
    f.armed = tn_memory_is_armed(m, f.pdid, f.va);
    if (m->on_fault)
        m->on_fault(m->ctx, &f);
}

/* Translates a job's address by the tables, and reports a fault once. Returns false when the job is
 * held. */
static bool translate(struct tn_axi_slave *s, struct tn_axi_job *j, bool write, uint64_t cycle)
{
    struct tn_memory *m = &s->memory;
    bool was_held = j->held;
    if (j->known || (j->held && j->generation == m->generation))
        return j->known;
    look_up(m, j, write);
    if (j->result == TN_MEMORY_FAULT && !j->told) {
        tell(m, j, write, cycle);
        if (!j->known) /* the callback may have mapped the page */
            look_up(m, j, write);
    }
    j->held = !j->known;
    if (j->held != was_held)
        m->held += j->held ? 1 : (size_t)-1;
    return j->known;
}

static bool first_of_its_id(const struct tn_axi_job *list, const struct tn_axi_job *j)
{
    while (list->a.id != j->a.id)
        list = list->next;
    return list == j;
}

/* Returns the job to be answered next, or NULL. Candidates are the oldest job of each ID, when it
 * is due and not held; without reordering the oldest of all alone. */
static struct tn_axi_job **choose(struct tn_axi_slave *s, struct tn_axi_job **list, bool write,
                                  uint64_t cycle)
{
    struct tn_axi_job **can[64], **at;
    unsigned n = 0;
    for (at = list; *at && n < 64; at = &(*at)->next) {
        struct tn_axi_job *j = *at;
        bool ready = (!write || j->data) && j->due <= cycle && first_of_its_id(*list, j) &&
                     translate(s, j, write, cycle);
        if (ready && j->moved && !s->memory.timing.interleave)
            return at; /* a burst that has begun goes on */
        if (ready)
            can[n++] = at;
        if (!s->memory.timing.reorder)
            break;
    }
    if (n == 0)
        return NULL;
    return can[n > 1 ? tn_rng_below(&s->rng, n) : 0];
}

static unsigned resp_of(enum tn_memory_result r)
{
    return r == TN_MEMORY_OK ? TN_AXI_OKAY : r == TN_MEMORY_NOWHERE ? TN_AXI_DECERR : TN_AXI_SLVERR;
}

/* Returns the address of beat i, moved to the page's place. Of a transfer that is wider than the bus only the bytes up to
 * the bus's end are carried; the monitors name the burst. */
static uint64_t place(const struct tn_axi_job *j, unsigned i, unsigned *bytes)
{
    const uint64_t at = tn_axi_beat_at(j->a.addr, (enum tn_axi_burst)j->a.burst, j->a.beats, j->a.size, i, bytes) -
                        j->a.addr + j->pa;
    const unsigned room = (unsigned)(TN_AXI_BUS - at % TN_AXI_BUS);
    if (*bytes > room)
        *bytes = room;
    return at;
}

static void write_burst(struct tn_axi_slave *s, const struct tn_axi_job *j)
{
    for (unsigned i = 0; i < j->data->n && i < j->a.beats; i++) {
        unsigned n;
        uint64_t at = place(j, i, &n);
        for (; n > 0; n--, at++)
            if (j->data->beat[i].strb >> at % TN_AXI_BUS & 1)
                tn_require(tn_memory_poke(&s->memory, at, &j->data->beat[i].data[at % TN_AXI_BUS], 1) == 0);
    }
}

static void drop(struct tn_axi_job **at)
{
    struct tn_axi_job *j = *at;
    *at = j->next;
    free(j->data);
    free(j);
}

static void answer_write(struct tn_axi_slave *s, struct tn_axi_port *p, struct tn_axi_job **at)
{
    struct tn_axi_job *j = *at;
    uint32_t word[TN_CORE_AXI_WORDS] = {0};
    if (j->result == TN_MEMORY_OK)
        write_burst(s, j);
    word[4] = j->a.id | (uint32_t)resp_of(j->result) << 16;
    tn_axi_send(p, TN_AXI_B, word, 0);
    drop(at);
}

static void answer_read(struct tn_axi_slave *s, struct tn_axi_port *p, struct tn_axi_job **at)
{
    struct tn_axi_job *j = *at;
    uint32_t word[TN_CORE_AXI_WORDS] = {0};
    if (j->result == TN_MEMORY_OK) {
        unsigned n;
        uint64_t from = place(j, j->moved, &n);
        uint8_t lanes[TN_AXI_BUS] = {0};
        tn_memory_peek(&s->memory, from, &lanes[from % TN_AXI_BUS], n);
        memcpy(word, lanes, sizeof lanes);
    }
    j->moved++;
    word[4] = j->a.id | (uint32_t)resp_of(j->result) << 16 |
              (uint32_t)(j->moved == j->a.beats) << 18;
    tn_axi_send(p, TN_AXI_R, word, 0);
    if (j->moved == j->a.beats)
        drop(at);
}

void tn_axi_slave_drive(unsigned id, struct tn_axi_port *p, uint64_t cycle)
{
    struct tn_axi_slave *s = &slaves[id];
    struct tn_axi_job **at;
    while (tn_axi_queued(p, TN_AXI_B) < AHEAD &&
           (at = choose(s, &s->writes, true, cycle)) != NULL)
        answer_write(s, p, at);
    while (tn_axi_queued(p, TN_AXI_R) < AHEAD && (at = choose(s, &s->reads, false, cycle)) != NULL)
        answer_read(s, p, at);
}

uint64_t tn_axi_slave_due(unsigned id, uint64_t cycle)
{
    uint64_t due = UINT64_MAX;
    for (const struct tn_axi_job *j = slaves[id].writes; j; j = j->next)
        if (j->data && j->due > cycle && j->due < due)
            due = j->due;
    for (const struct tn_axi_job *j = slaves[id].reads; j; j = j->next)
        if (j->due > cycle && j->due < due)
            due = j->due;
    return due;
}

void tn_axi_slave_reset(unsigned id)
{
    struct tn_axi_slave *s = &slaves[id];
    while (s->writes)
        drop(&s->writes);
    while (s->reads)
        drop(&s->reads);
    for (struct tn_axi_data *d = s->data, *next; d; d = next) {
        next = d->next;
        free(d);
    }
    s->data = NULL;
    s->memory.held = 0;
    tn_memory_timing(&s->memory, &(struct tn_memory_timing){.read_min = 1, .read_max = 1,
                                                            .write_min = 1, .write_max = 1});
}
