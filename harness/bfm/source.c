/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packet sources: the queue behind each source module of the bench.
 */
#include "bfm.h"

#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct packet {
    struct packet *next;
    enum tn_tlp_class cls;
    unsigned port, flags;
    uint64_t not_before;
    size_t len;
    uint8_t bytes[];
};

struct tn_source {
    char name[TN_BFM_NAME];
    struct packet *head, **tail;
    struct packet *current; /* being sent; no longer in the list */
    size_t offset, pending;
    struct tn_stalls stalls;
    bool delay_drawn;
    bool ending; /* the last beat was handed over, not yet taken by the DUT */
    bool changed;  /* something new since the last tick */
    uint32_t wake; /* toggles then */
};

static struct tn_source sources[TN_CORE_SABOTEUR_SOURCE + TN_CORE_SABOTEURS];
static unsigned source_n; /* up to the last declared, saboteurs' apart */

void tn_source_declare(unsigned id, const char *name)
{
    tn_require(id < sizeof sources / sizeof *sources);
    tn_bfm_name(sources[id].name, name);
    sources[id].tail = &sources[id].head;
    if (id < TN_CORE_STREAMS && id >= source_n)
        source_n = id + 1;
}

struct tn_source *tn_source_slot(unsigned id)
{
    return &sources[id];
}

struct tn_source *tn_source_find(const char *name)
{
    for (unsigned i = 0; i < source_n; i++)
        if (sources[i].tail && strcmp(sources[i].name, name) == 0)
            return &sources[i];
    return NULL;
}

int tn_source_send(struct tn_source *s, const uint8_t *bytes, size_t len, enum tn_tlp_class cls,
                   unsigned port, uint64_t not_before, unsigned flags)
{
    struct packet *p;
    if (len == 0 || len % 4 || len > TN_BFM_PACKET)
        return -EMSGSIZE;
    p = malloc(sizeof *p + len);
    if (!p)
        return -ENOMEM;
    *p = (struct packet){.cls = cls, .port = port, .flags = flags, .not_before = not_before,
                         .len = len};
    memcpy(p->bytes, bytes, len);
    *s->tail = p;
    s->tail = &p->next;
    s->pending++;
    s->changed = true;
    return 0;
}

size_t tn_source_pending(const struct tn_source *s)
{
    return s->pending;
}

void tn_source_flush(struct tn_source *s)
{
    for (struct packet *p = s->head, *next; p; p = next) {
        next = p->next;
        free(p);
        s->pending--;
    }
    s->head = NULL;
    s->tail = &s->head;
}

int tn_source_stall(struct tn_source *s, const struct tn_stall *stall)
{
    int rc = tn_stalls_set(&s->stalls, s->name, stall);
    s->changed = true;
    return rc;
}

/* The first packet that may begin now: PCIe order, P passes NP and CPL, and
 * those pass each other, but nothing passes a P. When there is none, *wait is in how
 * many cycles time alone may change that. */
static struct packet *take(struct tn_source *s, uint64_t cycle, uint32_t ok, uint32_t *wait)
{
    unsigned blocked = 0;
    *wait = UINT32_MAX;
    for (struct packet **at = &s->head; *at; at = &(*at)->next) {
        struct packet *p = *at;
        bool behind = blocked >> p->cls & 1 || (p->cls != TN_CLASS_P && blocked & 1);
        if (!behind && p->not_before <= cycle && ok >> p->cls & 1) {
            *at = p->next;
            if (!*at)
                s->tail = at;
            return p;
        }
        if (p->not_before > cycle && p->not_before - cycle < *wait)
            *wait = (uint32_t)(p->not_before - cycle);
        blocked |= 1u << p->cls;
        if (blocked & 1u << TN_CLASS_P)
            break;
    }
    return NULL;
}

static void fill(struct tn_source *s, struct tn_core_beat *out)
{
    struct packet *p = s->current;
    size_t n = p->len - s->offset < TN_CORE_BEAT ? p->len - s->offset : TN_CORE_BEAT;
    /* byte 0 is bits 7:0: a little-endian host */
    if (n == TN_CORE_BEAT) /* most are whole: a length that the compiler knows */
        memcpy(out->data, p->bytes + s->offset, TN_CORE_BEAT);
    else
        memcpy(out->data, p->bytes + s->offset, n);
    out->keep = (1u << (n / 4)) - 1;
    out->port = p->port;
    s->offset += n;
    out->last = s->offset == p->len;
    out->have = 1;
    if (out->last) {
        tn_monitor_expect_flags(s->name, p->flags);
        free(p);
        s->current = NULL;
        s->ending = true;
    }
}

void tn_core_source_next(unsigned id, uint64_t cycle, uint32_t ok, struct tn_core_beat *out)
{
    struct tn_source *s = &sources[id];
    memset(out, 0, sizeof *out);
    if (s->ending) { /* asked again: that beat has gone */
        s->ending = false;
        s->pending--;
    }
    if (s->stalls.spec.kind == TN_STALL_FOREVER)
        return; /* asleep: the next pattern wakes it */
    if (s->current) {
        out->delay = tn_stalls_next(&s->stalls);
        fill(s, out);
        return;
    }
    if (!s->head)
        return;
    if (!s->delay_drawn) {
        /* the class must be free when the packet begins: wait first, then ask */
        s->delay_drawn = true;
        out->have = 2;
        out->delay = tn_stalls_next(&s->stalls);
        if (out->delay > 0)
            return;
    }
    out->have = 3;
    s->current = take(s, cycle, ok, &out->delay);
    if (!s->current)
        return;
    s->delay_drawn = false;
    s->offset = 0;
    out->delay = 0;
    fill(s, out);
}

uint64_t tn_source_wakes(void)
{
    uint64_t wake = 0;
    for (unsigned i = 0; i < source_n; i++) {
        sources[i].wake ^= sources[i].changed;
        sources[i].changed = false;
        wake |= (uint64_t)sources[i].wake << i;
    }
    return wake;
}

void tn_source_reset(void)
{
    for (unsigned i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct tn_source *s = &sources[i];
        for (struct packet *p = s->head, *next; p; p = next) {
            next = p->next;
            free(p);
        }
        free(s->current);
        s->head = s->current = NULL;
        if (s->tail)
            s->tail = &s->head;
        s->pending = 0;
        s->delay_drawn = s->ending = false;
        tn_stalls_set(&s->stalls, s->name, &(struct tn_stall){.kind = TN_STALL_NONE});
    }
}
