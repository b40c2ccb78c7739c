/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Expected packets wait in a list for each direction; a packet that leaves takes its own.
 */
#include <tn/toy/toy_board.h>

#include <tn/toy/toy.h>
#include <tn/toy/toy_relay.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expected {
    struct expected *next;
    uint64_t packet; /* number of the packet that came in */
    size_t len;
    uint8_t bytes[];
};

struct tn_toy_board {
    tn_verdict_fn *fn;
    void *ctx;
    struct expected *head[2]; /* by direction: a to b, b to a; oldest first */
    unsigned long matched;
};

struct tn_toy_board *tn_toy_board_new(tn_verdict_fn *fn, void *ctx)
{
    struct tn_toy_board *b = calloc(1, sizeof *b);
    if (b) {
        b->fn = fn;
        b->ctx = ctx;
    }
    return b;
}

static void differ(struct tn_toy_board *b, const struct tn_event *ev, uint64_t missing,
                   const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = "TOY-FWD-1", .related = missing};
    v.packet = ev ? ev->packet : 0;
    v.cycle = ev ? ev->cycle : 0;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    b->fn(b->ctx, &v);
}

static void take(struct expected **at)
{
    struct expected *e = *at;
    *at = e->next;
    free(e);
}

static void came_in(struct tn_toy_board *b, unsigned way, const struct tn_event *ev)
{
    struct expected *e = malloc(sizeof *e + ev->len), **end = &b->head[way];
    if (!e)
        return;
    *e = (struct expected){.packet = ev->packet};
    e->len = tn_toy_relay(ev->bytes, ev->len, e->bytes);
    while (*end)
        end = &(*end)->next;
    *end = e;
    if (e->len == 0)
        take(end); /* the relay drops the packet */
}

static bool same(const struct expected *e, const struct tn_event *ev)
{
    return e->len == ev->len && memcmp(e->bytes, ev->bytes, e->len) == 0;
}

/* A packet that is none of those expected stands for the oldest of them. */
static void went_out(struct tn_toy_board *b, unsigned way, const struct tn_event *ev)
{
    const struct expected *e = b->head[way];
    while (e && !same(e, ev))
        e = e->next;
    if (!e) {
        differ(b, ev, 0, b->head[way] ? "the packet of the model" : "no packet", "another packet");
        if (b->head[way])
            take(&b->head[way]);
        return;
    }
    while (b->head[way] != e) {
        differ(b, ev, 1, "an earlier packet first", "that packet missing");
        take(&b->head[way]);
    }
    take(&b->head[way]);
    b->matched++;
}

void tn_toy_board_event(struct tn_toy_board *b, const char *stream, const struct tn_event *ev)
{
    bool in = stream[0] == 's', a = stream[2] == 'a';
    (in ? came_in : went_out)(b, in ? !a : a, ev);
}

bool tn_toy_board_pending(const struct tn_toy_board *b)
{
    return b->head[0] || b->head[1];
}

unsigned long tn_toy_board_matched(const struct tn_toy_board *b)
{
    return b->matched;
}

void tn_toy_board_finish(struct tn_toy_board *b)
{
    for (unsigned way = 0; way < 2; way++)
        for (; b->head[way]; take(&b->head[way]))
            differ(b, NULL, 1, "a packet before the end", "none");
}

void tn_toy_board_free(struct tn_toy_board *b)
{
    for (unsigned way = 0; b && way < 2; way++)
        while (b->head[way])
            take(&b->head[way]);
    free(b);
}
