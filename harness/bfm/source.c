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

enum {
    COMMON_BYTES = 512, /* room of a packet whose memory is used again */
    FIRST = 0,          /* the class whose packets no later packet of another class passes */
};

struct packet {
    struct packet *next;
    size_t room; /* room for the packet's bytes */
    unsigned cls;
    unsigned port, flags;
    bool told; /* the monitors know the packet's flags */
    uint64_t not_before;
    size_t len;
    uint8_t bytes[];
};

struct tn_source {
    char name[TN_BFM_NAME];
    int point; /* the monitor's point, or negative; found when the first packet leaves */
    bool point_known;
    struct packet *head, **tail;
    struct packet *current; /* the packet that is being sent, which is no longer in the list */
    size_t offset; /* offset of the next beat to hand over; len: the DUT has yet to take the last beat */
    size_t pending;
    struct tn_stalls stalls;
    bool delay_drawn;
};

static struct tn_source sources[TN_CORE_SABOTEUR_SOURCE + TN_CORE_SABOTEURS];
static struct packet *spare; /* packets of COMMON_BYTES that have left, for the next ones */
static uint64_t changed; /* bit id: source id has new packets or a new pattern since the last tick */
static uint64_t wakes;   /* bits that toggle then */

static void wake(const struct tn_source *s)
{
    if (s < &sources[TN_CORE_STREAMS]) /* a saboteur's source asks in every cycle */
        changed |= (uint64_t)1 << (s - sources);
    tn_core_changed();
}

void tn_source_declare(unsigned id, const char *name)
{
    tn_require(id < sizeof sources / sizeof *sources);
    tn_bfm_name(sources[id].name, name);
    sources[id].tail = &sources[id].head;
}

struct tn_source *tn_source_slot(unsigned id)
{
    return &sources[id];
}

struct tn_source *tn_source_find(const char *name)
{
    for (unsigned i = 0; i < TN_CORE_STREAMS; i++)
        if (sources[i].tail && strcmp(sources[i].name, name) == 0)
            return &sources[i];
    tn_bfm_missed(name);
    return NULL;
}

static const char *nth(unsigned i)
{
    return i == TN_CORE_STREAMS ? NULL : sources[i].tail ? sources[i].name : "";
}

/* Ends the run when the program goes on with a source that the bench lacks. */
static void need(const struct tn_source *s)
{
    if (!s)
        tn_bfm_absent("source", nth);
}

/* Returns a packet with room for len bytes, which belongs to the caller until it is given back;
 * NULL on ENOMEM. */
static struct packet *get(size_t len)
{
    size_t room = len > COMMON_BYTES ? len : COMMON_BYTES;
    struct packet *p = spare;
    if (p && room == COMMON_BYTES) {
        spare = p->next;
        return p;
    }
    p = malloc(sizeof *p + room);
    if (p)
        p->room = room;
    return p;
}

static void let_go(struct packet *p)
{
    if (p && p->room == COMMON_BYTES) {
        p->next = spare;
        spare = p;
    } else {
        free(p);
    }
}

TN_CORE_HOT int tn_source_send(struct tn_source *s, const uint8_t *bytes, size_t len,
                               unsigned cls, unsigned port, uint64_t not_before,
                               unsigned flags)
{
    struct packet *p;
    need(s);
    if (len == 0 || len % 4 || len > TN_BFM_PACKET)
        return -EMSGSIZE;
    p = get(len);
    if (!p)
        return -ENOMEM;
    *p = (struct packet){.room = p->room, .cls = cls, .port = port, .flags = flags,
                         .not_before = not_before, .len = len};
    memcpy(p->bytes, bytes, len);
    *s->tail = p;
    s->tail = &p->next;
    s->pending++;
    if (!s->current) /* otherwise the source asks again by itself when the current packet has left */
        wake(s);
    return 0;
}

TN_CORE_HOT size_t tn_source_pending(const struct tn_source *s)
{
    need(s);
    return s->pending;
}

void tn_source_flush(struct tn_source *s)
{
    need(s);
    for (struct packet *p = s->head, *next; p; p = next) {
        next = p->next;
        let_go(p);
        s->pending--;
    }
    s->head = NULL;
    s->tail = &s->head;
}

int tn_source_stall(struct tn_source *s, const struct tn_stall *stall)
{
    need(s);
    int rc = tn_stalls_set(&s->stalls, s->name, stall);
    wake(s);
    return rc;
}

/* Takes the first packet that may begin now. By PCIe's order P passes NP and CPL, and those pass
 * each other, but nothing passes a P. Returns NULL when no packet may begin; *wait is then the
 * number of cycles after which time alone may change that. */
static struct packet *take(struct tn_source *s, uint64_t cycle, uint32_t ok, uint32_t *wait)
{
    unsigned blocked = 0;
    *wait = UINT32_MAX;
    for (struct packet **at = &s->head; *at; at = &(*at)->next) {
        struct packet *p = *at;
        bool behind = blocked >> p->cls & 1 || (p->cls != FIRST && blocked & 1);
        if (!behind && p->not_before <= cycle && ok >> p->cls & 1) {
            *at = p->next;
            if (!*at)
                s->tail = at;
            return p;
        }
        if (p->not_before > cycle && p->not_before - cycle < *wait)
            *wait = (uint32_t)(p->not_before - cycle);
        blocked |= 1u << p->cls;
        if (blocked & 1u << FIRST)
            break;
    }
    return NULL;
}

/* Gives the next beats of the current packet, at most max. The monitors get the packet's flags
 * once, before the last beat can reach them, though beats may be taken back. */
TN_CORE_HOT static uint32_t fill(struct tn_source *s, struct tn_core_beat *out, uint8_t *beats,
                                 uint32_t max)
{
    struct packet *p = s->current;
    size_t n = p->len - s->offset, whole = (n + TN_CORE_BEAT - 1) / TN_CORE_BEAT;
    out->have = 1;
    out->port = p->port;
    out->keep = 15;
    out->last = whole <= max;
    if (!out->last) {
        whole = max;
        n = whole * TN_CORE_BEAT;
    } else if (n % TN_CORE_BEAT) {
        out->keep = (1u << (n % TN_CORE_BEAT / 4)) - 1;
        memset(beats + n, 0, whole * TN_CORE_BEAT - n);
    }
    memcpy(beats, p->bytes + s->offset, n); /* byte 0 is bits 7:0, since the host is little-endian */
    s->offset += n;
    if (out->last && !p->told) {
        p->told = true;
        if (!s->point_known)
            s->point = tn_monitor_point_index(s->name);
        s->point_known = true;
        tn_monitor_expect_flags(s->point, p->flags);
    }
    return (uint32_t)whole;
}

/* Takes back beats that were handed over and not driven, so that they come again. */
static void take_back(struct tn_source *s, uint32_t left)
{
    if (left == 0)
        return;
    tn_require(s->current != NULL);
    size_t beats = (s->offset + TN_CORE_BEAT - 1) / TN_CORE_BEAT;
    tn_require(left <= beats);
    s->offset = (beats - left) * TN_CORE_BEAT;
}

/* Gives the next beats in out and beats. Returns their number. */
TN_CORE_HOT static uint32_t next(struct tn_source *s, uint64_t cycle, uint32_t ok,
                                 struct tn_core_beat *out, uint8_t *beats, uint32_t max)
{
    *out = (struct tn_core_beat){0};
    if (s->current && s->offset == s->current->len) { /* the module asks again because the last beat has left */
        let_go(s->current);
        s->current = NULL;
        s->pending--;
    }
    if (s->stalls.spec.kind == TN_STALL_FOREVER)
        return 0; /* the source sleeps until the next pattern */
    if (s->stalls.spec.kind != TN_STALL_NONE)
        max = 1; /* random patterns draw for each beat */
    if (s->current) {
        out->delay = tn_stalls_next(&s->stalls);
        return fill(s, out, beats, max);
    }
    if (!s->head)
        return 0;
    if (!s->delay_drawn) {
        /* The class must be free when the packet begins, so the stall comes first and the question
         * for the class second. */
        s->delay_drawn = true;
        out->have = 2;
        out->delay = tn_stalls_next(&s->stalls);
        if (out->delay > 0)
            return 0;
    }
    out->have = 3;
    s->current = take(s, cycle, ok, &out->delay);
    if (!s->current)
        return 0;
    s->delay_drawn = false;
    s->offset = 0;
    out->delay = 0;
    return fill(s, out, beats, max);
}

void tn_core_source_next(unsigned id, uint64_t cycle, uint32_t ok, struct tn_core_beat *out)
{
    uint8_t beat[TN_CORE_BEAT] = {0};
    next(&sources[id], cycle, ok, out, beat, 1);
    memcpy(out->data, beat, sizeof beat);
}

TN_CORE_HOT void tn_core_source_beats(unsigned id, uint64_t cycle, uint32_t ok, uint32_t *left,
                                      struct tn_core_beat *out, uint8_t beats[][TN_CORE_BEAT])
{
    take_back(&sources[id], *left);
    *left = next(&sources[id], cycle, ok, out, beats[0], TN_CORE_BEATS);
}

uint64_t tn_source_wakes(void)
{
    wakes ^= changed;
    changed = 0;
    return wakes;
}

void tn_source_reset(void)
{
    for (unsigned i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct tn_source *s = &sources[i];
        for (struct packet *p = s->head, *next; p; p = next) {
            next = p->next;
            let_go(p);
        }
        let_go(s->current);
        s->head = s->current = NULL;
        if (s->tail)
            s->tail = &s->head;
        s->pending = 0;
        s->delay_drawn = false;
        tn_stalls_set(&s->stalls, s->name, &(struct tn_stall){.kind = TN_STALL_NONE});
    }
}
