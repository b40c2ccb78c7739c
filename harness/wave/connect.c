/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Connects the channels that were found to wires and clocks. Only what stands here costs time
 * while the waveform plays.
 */
#include "wave.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The changes of signal id are those of a bit of the wire. Returns false on ENOMEM. */
static bool feed(struct tn_wave *w, uint32_t id, uint32_t wire, uint32_t at)
{
    if (w->feed_n == w->feed_cap) {
        uint32_t cap = w->feed_cap ? 2 * w->feed_cap : 64;
        struct tn_wave_feed *all = realloc(w->feed, cap * sizeof *all);
        if (!all)
            return false;
        w->feed = all;
        w->feed_cap = cap;
    }
    w->feed[w->feed_n] = (struct tn_wave_feed){wire, at, w->feed_of[id]};
    w->feed_of[id] = ++w->feed_n;
    return true;
}

/* The wire of a signal, made when there is none; TN_WAVE_NONE on ENOMEM. */
static int32_t wire_of(struct tn_wave *w, uint32_t var)
{
    const struct tn_wave_var *v = &w->names.var[var];
    struct tn_wave_wire *all, *x;
    if (w->wire_of[v->id] != TN_WAVE_NONE)
        return w->wire_of[v->id];
    if (!(all = realloc(w->wire, (w->wire_n + 1) * sizeof *all)))
        return TN_WAVE_NONE;
    w->wire = all;
    x = &w->wire[w->wire_n];
    *x = (struct tn_wave_wire){.id = v->id,
                               .made = v->bits != NULL,
                               .width = v->width,
                               .now = malloc(v->width + 1u),
                               .next = malloc(v->width + 1u)};
    if (!x->now || !x->next) {
        free(x->now);
        free(x->next);
        return TN_WAVE_NONE;
    }
    memset(x->now, 'x', v->width);
    memset(x->next, 'x', v->width);
    for (uint32_t i = 0; v->bits && i < v->width; i++)
        if (!feed(w, v->bits[i], w->wire_n, i)) {
            w->wire_n++;
            return TN_WAVE_NONE;
        }
    return w->wire_of[v->id] = (int32_t)w->wire_n++;
}

/* Turns a signal that was found into the wire. Returns false on ENOMEM. */
static bool wire(struct tn_wave *w, struct tn_wave_ref *ref)
{
    return ref->wire == TN_WAVE_NONE || (ref->wire = wire_of(w, ref->var)) != TN_WAVE_NONE;
}

static int32_t clock_of(struct tn_wave *w, const struct tn_wave_ref *ref)
{
    struct tn_wave_clock *all;
    if (ref->wire == TN_WAVE_NONE)
        return TN_WAVE_NONE;
    for (uint32_t i = 0; i < w->clock_n; i++)
        if (w->clock[i].wire == (uint32_t)ref->wire && w->clock[i].lo == ref->lo)
            return (int32_t)i;
    if (!(all = realloc(w->clock, (w->clock_n + 1) * sizeof *all)))
        return TN_WAVE_NONE;
    w->clock = all;
    w->clock[w->clock_n] = (struct tn_wave_clock){.wire = (uint32_t)ref->wire, .lo = ref->lo};
    return (int32_t)w->clock_n++;
}

/* The channel hears of changes of the wire. */
static bool use(struct tn_wave *w, int32_t wire_index, struct tn_wave_channel *ch)
{
    struct tn_wave_wire *x = &w->wire[wire_index];
    struct tn_wave_channel **all;
    if (x->user_n && x->user[x->user_n - 1] == ch)
        return true;
    if (!(all = realloc(x->user, (x->user_n + 1) * sizeof(struct tn_wave_channel *))))
        return false;
    x->user = all;
    x->user[x->user_n++] = ch;
    return true;
}

static bool connect_channel(struct tn_wave *w, struct tn_wave_channel *ch)
{
    if (ch->off || ch->unread)
        ch->clock_ref.wire = ch->reset.wire = TN_WAVE_NONE;
    if (!ch->off && !ch->unread && !ch->outer)
        ch->link->dirs |= ch->kind->dir;
    if (!wire(w, &ch->clock_ref) || !wire(w, &ch->reset))
        return false;
    ch->clock = clock_of(w, &ch->clock_ref);
    if (ch->clock_ref.wire != TN_WAVE_NONE && ch->clock == TN_WAVE_NONE)
        return false;
    for (unsigned i = 0; ch->kind->pins[i].name; i++)
        if (!wire(w, &ch->pin[i]) ||
            (ch->pin[i].wire != TN_WAVE_NONE && !use(w, ch->pin[i].wire, ch)))
            return false;
    if (ch->clock != TN_WAVE_NONE)
        w->clock[ch->clock].channel_n++;
    return ch->reset.wire == TN_WAVE_NONE || use(w, ch->reset.wire, ch);
}

/* Whether the link has a channel of that kind to look at. */
static bool has_kind(const struct tn_wave *w, const struct tn_wave_link *l,
                     const struct tn_wave_kind *kind)
{
    for (uint32_t i = 0; i < w->channel_n; i++)
        if (w->channel[i]->link == l && w->channel[i]->kind == kind && !w->channel[i]->outer)
            return true;
    return false;
}

/* Whether the inner link holds what the outer one lacks: a scope further down, and no kind that both
 * have. */
static bool completes(const struct tn_wave *w, const struct tn_wave_link *inner,
                      const struct tn_wave_link *outer)
{
    size_t n = strlen(outer->name);
    if (inner == outer || !inner->kind->link || !outer->kind->link ||
        strcmp(inner->kind->link, outer->kind->link) != 0 ||
        strncmp(inner->name, outer->name, n) != 0 || inner->name[n] != '.')
        return false;
    for (unsigned k = 0; w->kinds[k]; k++)
        if (has_kind(w, inner, w->kinds[k]) && has_kind(w, outer, w->kinds[k]))
            return false;
    return true;
}

/* Makes links one whose channels were found in different scopes, because further up signals have
 * other names. Of several that complete a link none is taken. */
static void join_parts(struct tn_wave *w)
{
    for (uint32_t i = 0; i < w->link_n; i++) {
        struct tn_wave_link *inner = NULL;
        unsigned found = 0;
        for (uint32_t k = 0; k < w->link_n && w->link[i]->kind->parts; k++)
            if (completes(w, w->link[k], w->link[i])) {
                inner = w->link[k];
                found++;
            }
        for (uint32_t c = 0; c < w->channel_n && found == 1; c++)
            if (w->channel[c]->link == inner)
                w->channel[c]->link = w->link[i];
    }
}

/* How many characters two paths have in common at their beginning. */
static size_t common(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* The link that the channel's kind names as its core's, of those the nearest by its path. */
static const struct tn_wave_link *core_of(const struct tn_wave *w, const struct tn_wave_channel *ch)
{
    const struct tn_wave_link *found = NULL;
    size_t most = 0;
    for (uint32_t i = 0; i < w->channel_n && ch->kind->core_of; i++) {
        const struct tn_wave_channel *c = w->channel[i];
        size_t n = common(c->path, ch->path) + 1;
        if (c->kind->link && strcmp(c->kind->link, ch->kind->core_of) == 0 && !c->off && !c->outer &&
            n > most) {
            found = c->link;
            most = n;
        }
    }
    return found;
}

/* By link and then by kind, so that a cycle's events come in an order that does not depend on the
 * file. */
static int by_link(const void *a, const void *b)
{
    const struct tn_wave_channel *x = *(struct tn_wave_channel *const *)a,
                                 *y = *(struct tn_wave_channel *const *)b;
    return (x->index > y->index) - (x->index < y->index);
}

static void number(struct tn_wave *w)
{
    uint32_t n = 0;
    for (uint32_t l = 0; l < w->link_n; l++)
        for (unsigned k = 0; w->kinds[k]; k++)
            for (uint32_t i = 0; i < w->channel_n; i++)
                if (w->channel[i]->link == w->link[l] && w->channel[i]->kind == w->kinds[k])
                    w->channel[i]->index = n++;
    if (w->channel_n)
        qsort(w->channel, w->channel_n, sizeof(struct tn_wave_channel *), by_link);
}

static bool make_places(struct tn_wave *w)
{
    uint32_t ids = 0;
    for (uint32_t i = 0; i < w->names.var_n; i++)
        ids = w->names.var[i].id >= ids ? w->names.var[i].id + 1 : ids;
    w->wire_of = malloc((ids + 1u) * sizeof *w->wire_of);
    for (uint32_t i = 0; w->wire_of && i < ids; i++)
        w->wire_of[i] = TN_WAVE_NONE;
    w->feed_of = calloc(ids + 1u, sizeof *w->feed_of);
    w->wire_of_n = ids;
    return w->wire_of && w->feed_of;
}

int tn_wave_connect(struct tn_wave *w)
{
    join_parts(w);
    number(w);
    if (!make_places(w))
        return -ENOMEM;
    for (uint32_t i = 0; i < w->channel_n; i++) {
        w->channel[i]->core = core_of(w, w->channel[i]);
        if (!connect_channel(w, w->channel[i]))
            return -ENOMEM;
    }
    for (uint32_t i = 0; i < w->clock_n; i++) {
        w->wire[w->clock[i].wire].is_clock = true;
        w->clock[i].busy = calloc(w->clock[i].channel_n + 1u, sizeof(struct tn_wave_channel *));
        if (!w->clock[i].busy)
            return -ENOMEM;
    }
    w->changed = calloc(w->wire_n + 1u, sizeof *w->changed);
    return w->changed ? 0 : -ENOMEM;
}
