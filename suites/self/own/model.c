/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of my_filter.
 */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 1024, BYTES = 2048 };

struct my_expected {
    unsigned kind_max;
    tn_verdict_fn *fn;
    void *ctx;
    size_t head, n; /* of the ring of packets */
    struct {
        size_t len;
        uint8_t bytes[BYTES];
    } packet[KEPT];
};

bool my_filter(uint8_t *packet, size_t len, unsigned kind_max)
{
    if (len < 4 || packet[0] == 0 || packet[0] > kind_max)
        return false;
    packet[1]++;
    return true;
}

struct my_expected *my_expected_new(unsigned kind_max, tn_verdict_fn *fn, void *ctx)
{
    struct my_expected *x = calloc(1, sizeof *x);
    if (x) {
        x->kind_max = kind_max;
        x->fn = fn;
        x->ctx = ctx;
    }
    return x;
}

static void differ(struct my_expected *x, const struct tn_event *ev, const char *rule,
                   const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule};
    v.packet = ev ? ev->packet : 0;
    v.cycle = ev ? ev->cycle : 0;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    x->fn(x->ctx, &v);
}

static void came_in(struct my_expected *x, const struct tn_event *ev)
{
    size_t at = (x->head + x->n) % KEPT;
    if (x->n == KEPT || ev->len > BYTES)
        return;
    x->packet[at].len = ev->len;
    memcpy(x->packet[at].bytes, ev->bytes, ev->len);
    x->n += my_filter(x->packet[at].bytes, ev->len, x->kind_max);
}

static void went_out(struct my_expected *x, const struct tn_event *ev)
{
    bool wanted = ev->bytes[0] != 0 && ev->bytes[0] <= x->kind_max;
    if (!wanted) {
        differ(x, ev, "MY-DROP-1", "no packet of that kind", "one");
        return;
    }
    if (x->n == 0) {
        differ(x, ev, "MY-FWD-1", "no packet", "one");
        return;
    }
    if (x->packet[x->head].len != ev->len ||
        memcmp(x->packet[x->head].bytes, ev->bytes, ev->len) != 0)
        differ(x, ev, "MY-FWD-1", "the model's packet", "another one");
    x->head = (x->head + 1) % KEPT;
    x->n--;
}

void my_expected_event(struct my_expected *x, const char *stream, const struct tn_event *ev)
{
    (stream[0] == 's' ? came_in : went_out)(x, ev);
}

size_t my_expected_left(const struct my_expected *x)
{
    return x->n;
}

void my_expected_end(struct my_expected *x)
{
    if (x && x->n)
        differ(x, NULL, "MY-FWD-1", "a packet before the end", "none");
    free(x);
}
