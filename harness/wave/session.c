/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A session plays a waveform. Changes of one time are gathered before they take effect: at a
 * clock's edge channels see the values before it, in whatever order the source tells the changes.
 */
#include "wave.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct tn_wave *tn_wave_new(const struct tn_wave_kind *const *kinds,
                            const struct tn_check_params *par, const struct tn_wave_sink *sink)
{
    struct tn_wave *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->kinds = kinds;
    w->par = *par;
    w->sink = *sink;
    w->exponent = -9;
    w->to = UINT64_MAX;
    return w;
}

int tn_wave_signal(struct tn_wave *w, const char *scope, const char *name, unsigned width,
                   uint32_t id)
{
    return tn_wave_names_add(&w->names, scope, name, width, id);
}

void tn_wave_scale(struct tn_wave *w, int exponent, uint64_t begin)
{
    w->exponent = exponent;
    w->begin = begin;
}

void tn_wave_scope(struct tn_wave *w, const char *scope)
{
    free(w->only_scope);
    w->only_scope = scope ? strdup(scope) : NULL;
}

void tn_wave_range(struct tn_wave *w, uint64_t from, uint64_t to)
{
    w->from = from;
    w->to = to;
}

void tn_wave_range_of(const struct tn_wave *w, uint64_t *from, uint64_t *to)
{
    *from = w->from;
    *to = w->to;
}

void tn_wave_number_from(struct tn_wave *w, uint64_t packet)
{
    w->packets = packet;
}

void tn_wave_map(struct tn_wave *w, const char *text)
{
    w->map = text;
}

const char *tn_wave_error(const struct tn_wave *w)
{
    return w->error;
}

void tn_wave_rules(struct tn_wave *w, const char *only, const char *skip)
{
    w->only = only;
    w->skip = skip;
}

void tn_wave_each_id(const struct tn_wave *w, void (*use)(void *ctx, uint32_t id), void *ctx)
{
    for (uint32_t id = 0; id < w->wire_of_n; id++)
        if (w->feed_of[id] || (w->wire_of[id] != TN_WAVE_NONE && !w->wire[w->wire_of[id]].made))
            use(ctx, id);
}

/* The channel is called at the next edge of its clock. The list keeps the order of channels. */
static void wake(struct tn_wave *w, struct tn_wave_channel *ch)
{
    struct tn_wave_clock *c;
    uint32_t i;
    if (ch->busy || ch->clock == TN_WAVE_NONE)
        return;
    ch->busy = true;
    c = &w->clock[ch->clock];
    for (i = c->busy_n++; i > 0 && c->busy[i - 1]->index > ch->index; i--)
        c->busy[i] = c->busy[i - 1];
    c->busy[i] = ch;
}

/* The character of a bit of the wire. */
static const char *at(const struct tn_wave_wire *x, const char *value, uint32_t bit)
{
    return value + x->width - 1 - bit;
}

static bool reset_active(const struct tn_wave_channel *ch)
{
    return ch->reset.wire != TN_WAVE_NONE &&
           *at(&ch->wave->wire[ch->reset.wire], ch->wave->wire[ch->reset.wire].now,
               ch->reset.lo) == (ch->reset_low ? '0' : '1');
}

/* A reset of one of its channels ends what is outstanding on a link. */
static void reset_link(struct tn_wave_channel *ch)
{
    struct tn_wave_link *l = ch->link;
    struct tn_wave_time when = tn_wave_now(ch);
    if (l->in_reset)
        return;
    if (ch->kind->flush)
        ch->kind->flush(ch);
    l->in_reset = l->was_reset = true;
    l->gap = false;
    if (l->checker && !l->ticks)
        tn_checker_rejoin(l->checker, tn_wave_one_way(l));
    if (ch->wave->sink.reset)
        ch->wave->sink.reset(ch->wave->sink.ctx, ch, &when);
}

/* Calls a channel for an edge. Returns whether it wants the next one, too. */
static bool call(struct tn_wave_channel *ch)
{
    bool first = !ch->in_reset, now = reset_active(ch);
    if (!now && !ch->reset_seen) {
        ch->in_reset = ch->link->in_reset = false;
        return ch->kind->edge(ch);
    }
    ch->reset_seen = false;
    ch->in_reset = now;
    reset_link(ch);
    if (ch->kind->reset)
        ch->kind->reset(ch, first);
    return true;
}

static void edge(struct tn_wave_clock *c)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->busy_n; i++) {
        struct tn_wave_channel *ch = c->busy[i];
        ch->busy = call(ch);
        if (ch->busy)
            c->busy[kept++] = ch;
    }
    c->busy_n = kept;
    c->cycle++;
}

/* All changes of a time are known. */
static void step(struct tn_wave *w)
{
    for (uint32_t i = 0; i < w->clock_n && w->changed_n && w->tick >= w->from; i++) {
        const struct tn_wave_wire *x = &w->wire[w->clock[i].wire];
        const uint32_t lo = w->clock[i].lo;
        if (x->changed && *at(x, x->now, lo) == '0' && *at(x, x->next, lo) == '1')
            edge(&w->clock[i]);
    }
    for (uint32_t i = 0; i < w->changed_n; i++) {
        struct tn_wave_wire *x = w->changed[i];
        memcpy(x->now, x->next, x->width);
        x->changed = false;
        for (uint32_t k = 0; k < x->user_n; k++) {
            wake(w, x->user[k]);
            if (x->user[k]->reset.wire != TN_WAVE_NONE && x == &w->wire[x->user[k]->reset.wire])
                x->user[k]->reset_seen |= w->tick >= w->from && reset_active(x->user[k]);
        }
    }
    w->changed_n = 0;
}

/* The wire's value changes with this time. */
static char *change(struct tn_wave *w, uint32_t wire)
{
    struct tn_wave_wire *x = &w->wire[wire];
    if (!x->changed) {
        x->changed = true;
        w->changed[w->changed_n++] = x;
    }
    return x->next;
}

void tn_wave_change(struct tn_wave *w, uint64_t tick, uint32_t id, const char *bits)
{
    int32_t wire = id < w->wire_of_n ? w->wire_of[id] : TN_WAVE_NONE;
    uint32_t feed = id < w->wire_of_n ? w->feed_of[id] : 0;
    if ((wire == TN_WAVE_NONE && !feed) || tick > w->to)
        return;
    if (tick != w->tick) {
        step(w);
        w->tick = tick;
    }
    if (wire != TN_WAVE_NONE)
        memcpy(change(w, (uint32_t)wire), bits, w->wire[wire].width);
    for (; feed; feed = w->feed[feed - 1].next)
        change(w, w->feed[feed - 1].wire)[w->feed[feed - 1].at] = *bits;
}

void tn_wave_gap(struct tn_wave *w)
{
    if (!w->changed)
        return;
    step(w);
    for (uint32_t i = 0; i < w->channel_n; i++)
        if (w->channel[i]->kind->flush)
            w->channel[i]->kind->flush(w->channel[i]);
    for (uint32_t i = 0; i < w->link_n; i++) {
        struct tn_wave_link *l = w->link[i];
        l->gap = true;
        l->was_reset = false;
        if (l->checker)
            tn_checker_rejoin(l->checker, true);
    }
    for (uint32_t i = 0; i < w->channel_n; i++) {
        struct tn_wave_channel *ch = w->channel[i];
        if (ch->kind->state_size)
            memset(ch->state, 0, ch->kind->state_size);
    }
}

void tn_wave_end(struct tn_wave *w)
{
    step(w);
    for (uint32_t i = 0; i < w->channel_n; i++)
        if (w->channel[i]->kind->flush)
            w->channel[i]->kind->flush(w->channel[i]);
    for (uint32_t i = 0; i < w->link_n; i++)
        if (w->link[i]->checker)
            tn_checker_finish(w->link[i]->checker);
}

static void free_link(struct tn_wave_link *l)
{
    tn_checker_free(l->checker);
    free(l->shared);
    free(l->name);
    free(l);
}

void tn_wave_free(struct tn_wave *w)
{
    if (!w)
        return;
    for (uint32_t i = 0; i < w->wire_n; i++) {
        free(w->wire[i].now);
        free(w->wire[i].next);
        free(w->wire[i].user);
    }
    for (uint32_t i = 0; i < w->clock_n; i++)
        free(w->clock[i].busy);
    for (uint32_t i = 0; i < w->channel_n; i++)
        tn_wave_channel_free(w->channel[i]);
    for (uint32_t i = 0; i < w->link_n; i++)
        free_link(w->link[i]);
    tn_wave_once_free(w);
    tn_wave_names_free(&w->names);
    free(w->wire);
    free(w->wire_of);
    free(w->feed_of);
    free(w->feed);
    free(w->changed);
    free(w->clock);
    free(w->channel);
    free(w->link);
    free(w->only_scope);
    free(w);
}
