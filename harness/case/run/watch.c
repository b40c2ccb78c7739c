/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What passes while a case runs, kept for the expectations and handed to the DUT's
 * judges.
 */
#include "run.h"

#include <tn/sim.h>

#include <tn/bug.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t tn_run_now(const struct runner *r)
{
    return tn_sim_cycle() - r->start;
}

struct stream *tn_run_stream(struct runner *r, const char *name)
{
    for (int k = 0; r->streams[k].name; k++)
        if (strcmp(r->streams[k].name, name) == 0)
            return &r->streams[k];
    tn_bug("a stream that the bench does not have");
}

size_t tn_run_place(const char *rule)
{
    const size_t k = tn_rule_index(rule);
    tn_require(k < tn_rule_count()); /* else the rule is not in the catalogue */
    return k;
}

void tn_run_asked(struct runner *r, const char *rule)
{
    r->judged[tn_run_place(rule)].asked = true;
}

void tn_run_fail(struct runner *r, const char *rule, uint64_t packet, uint64_t cycle,
                 const char *fmt, ...)
{
    struct judged *j = &r->judged[tn_run_place(rule)];
    va_list ap;
    if (j->failed)
        return;
    j->asked = j->failed = r->failed = true;
    j->cycle = cycle;
    j->packet = packet;
    va_start(ap, fmt);
    vsnprintf(j->text, sizeof j->text, fmt, ap);
    va_end(ap);
}

static void keep(struct runner *r, struct stream *s, const struct tn_event *ev)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->tlps = realloc(s->tlps, s->room * sizeof *s->tlps);
        tn_require(s->tlps != NULL);
    }
    struct seen *t = &s->tlps[s->n++];
    *t = (struct seen){.first = ev->cycle,
                       .last = ev->cycle + ev->span,
                       .number = r->packets,
                       .port = ev->port,
                       .malformed = (ev->flags & TN_EV_MALFORMED) != 0,
                       .len = ev->len,
                       .bytes = malloc(ev->len ? ev->len : 1)};
    tn_require(t->bytes != NULL);
    memcpy(t->bytes, ev->bytes, ev->len);
}

void tn_run_seen(struct runner *r, const char *name, const struct tn_event *absolute)
{
    struct tn_event ev = *absolute;
    struct stream *s = tn_run_stream(r, name);
    ev.packet = ++r->packets;
    ev.cycle -= r->start;
    keep(r, s, &ev);
    if (r->ops->packet_seen)
        r->ops->packet_seen(r, name, &ev);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    tn_run_seen(ctx, tn_monitor_point(ev->point), ev);
}

void tn_run_rejected(struct runner *r, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    if (r->ops->reject_seen)
        r->ops->reject_seen(r, cycle - r->start, &dir, cause, port);
    if (r->reject_n < REJECTS_MAX)
        r->rejects[r->reject_n++] = (struct seen_reject){cycle - r->start, dir, cause, port, false};
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    tn_run_rejected(ctx, cycle, dir, cause, port);
}

int tn_run_watch(struct runner *r)
{
    r->start = tn_sim_cycle();
    r->latency = -1;
    for (unsigned k = 0; r->names[k]; k++) {
        tn_require(k + 1 < STREAMS);
        r->streams[k].name = r->names[k];
    }
    tn_monitor_clear();
    if (!r->ops->own_monitors)
        tn_monitor_subscribe(on_packet, r);
    tn_reject_subscribe(on_reject, r);
    return r->ops->watch(r);
}

int tn_run_forget(struct runner *r)
{
    for (int k = 0; r->streams[k].name; k++)
        for (unsigned i = 0; i < r->streams[k].n; i++)
            r->streams[k].tlps[i].taken = true;
    for (unsigned i = 0; i < r->reject_n; i++)
        r->rejects[i].taken = true;
    return r->ops->forget ? r->ops->forget(r) : 0;
}

void tn_run_unwatch(struct runner *r)
{
    tn_monitor_clear();
    r->ops->unwatch(r);
    for (int k = 0; r->streams[k].name; k++) {
        struct stream *s = &r->streams[k];
        for (unsigned i = 0; i < s->n; i++)
            free(s->tlps[i].bytes);
        free(s->tlps);
    }
}

void tn_run_judged(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    if (!r->c->no_board && v->kind == TN_VERDICT_FAIL)
        tn_run_fail(r, v->rule, r->packets, v->cycle - r->start, "judge: expected %s; found %s",
                    v->expected, v->found);
}

unsigned tn_run_of_16(const struct tn_stall *stall)
{
    const uint32_t all = stall->kind == TN_STALL_BURST ? stall->num + stall->den : stall->den;
    if (stall->kind == TN_STALL_NONE)
        return 16;
    if (stall->kind == TN_STALL_FOREVER)
        return 0;
    const unsigned low = 16 * stall->num / all;
    return low < 15 ? 16 - low : 1;
}

void tn_run_beat(struct tn_run_beats *b, uint64_t cycle, const uint8_t *bytes, size_t len)
{
    const size_t room = sizeof b->bytes - b->len;
    if (b->len == 0)
        b->first = cycle;
    memcpy(b->bytes + b->len, bytes, len < room ? len : room);
    b->len += len < room ? len : room;
}

void tn_run_beats_end(struct runner *r, struct tn_run_beats *b, const char *stream, uint64_t cycle)
{
    const struct tn_event ev = {.cycle = b->first,
                                .span = (uint32_t)(cycle - b->first),
                                .bytes = b->bytes,
                                .len = (uint32_t)b->len,
                                .orig_len = (uint32_t)b->len};
    tn_run_seen(r, stream, &ev);
    b->len = 0;
}
