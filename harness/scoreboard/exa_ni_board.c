/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's scoreboard. A cycle is given to the model two cycles later: a
 * read's access is done in the cycle before its data are first valid, so what is known of
 * a cycle is complete only when the next one was seen.
 */
#include <tn/exa_ni_board.h>

#include <tn/bug.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAG = 2, EVENTS = 64, BURSTS = 64 };

struct burst {
    struct tn_axs_burst b;
    unsigned id, moved;
    enum tn_axs_resp worst;
};

struct bursts { /* a ring */
    struct burst b[BURSTS];
    unsigned head, n;
};

struct tn_exn_board {
    struct tn_exn *model;
    tn_verdict_fn *fn;
    void *ctx;
    struct {
        uint64_t cycle;
        struct tn_exa_pins in, out;
    } pins[LAG];
    unsigned pins_n;
    struct tn_axi_seen events[EVENTS]; /* ring, of cycles not yet run */
    unsigned event_head, event_n;
    bool waiting[TN_AXI_CH_N]; /* a beat offered and not taken */
    struct bursts reads, writes, written; /* addressed; addressed; to be answered */
    int balance[TN_EXN_CAUSES]; /* of obs_rx: expected less found */
    struct tn_exn_board_counts n;
};

struct tn_exn_board *tn_exn_board_new(struct tn_exn *model, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exn_board *b = calloc(1, sizeof *b);
    if (b) {
        b->model = model;
        b->fn = fn;
        b->ctx = ctx;
    }
    return b;
}

void tn_exn_board_free(struct tn_exn_board *b)
{
    free(b);
}

void tn_exn_board_counts(const struct tn_exn_board *b, struct tn_exn_board_counts *n)
{
    *n = b->n;
}

__attribute__((format(printf, 5, 6))) static void
fail(struct tn_exn_board *b, const char *rule, uint64_t cycle, const char *expected,
     const char *found, ...)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = cycle};
    va_list ap;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    va_start(ap, found);
    vsnprintf(v.found, sizeof v.found, found, ap);
    va_end(ap);
    b->fn(b->ctx, &v);
}

static struct burst *push(struct bursts *l)
{
    tn_require(l->n < BURSTS);
    return &l->b[(l->head + l->n++) % BURSTS];
}

static struct burst *first(struct bursts *l)
{
    return l->n ? &l->b[l->head] : NULL;
}

static void pop(struct bursts *l)
{
    l->head = (l->head + 1) % BURSTS;
    l->n--;
}

static void address(struct bursts *l, const struct tn_axi_seen *y)
{
    struct burst *u = push(l);
    *u = (struct burst){.b = {.addr = y->word[0],
                              .beats = (y->word[3] & 0xff) + 1,
                              .size = y->word[3] >> 8 & 7,
                              .type = (enum tn_axs_burst_type)(y->word[3] >> 11 & 3)},
                        .id = y->word[2] & 0xffff};
}

static const char *resp_name(unsigned resp)
{
    static const char *const names[] = {"OKAY", "EXOKAY", "SLVERR", "DECERR"};
    return names[resp & 3];
}

/* The lanes that a beat covers, as far as the pages promise them. */
static void compare_data(struct tn_exn_board *b, const struct tn_axi_seen *y,
                         const struct tn_axs_beat *beat, const uint8_t *want, const uint8_t *sure)
{
    uint8_t found[TN_AXS_LANES];
    memcpy(found, y->word, sizeof found);
    for (unsigned i = 0; i < beat->n; i++) {
        unsigned lane = (beat->addr + i) % TN_AXS_LANES;
        if (((found[lane] ^ want[lane]) & sure[lane]) != 0) {
            char text[32];
            snprintf(text, sizeof text, "%02x in byte %05x", want[lane], (unsigned)(beat->addr + i));
            fail(b, "AXS-ACC-1", y->cycle, text, "%02x", found[lane]);
            return;
        }
    }
}

/* Read data first valid in y's cycle: the access was done in the one before. */
static void read_beat(struct tn_exn_board *b, const struct tn_axi_seen *y)
{
    struct burst *u = first(&b->reads);
    uint8_t want[TN_AXS_LANES] = {0}, sure[TN_AXS_LANES];
    struct tn_axs_beat beat = {0};
    enum tn_axs_resp resp = TN_AXS_SLVERR;
    unsigned found = y->word[4] >> 16 & 3;
    b->n.reads++;
    if (!u) {
        fail(b, "AXS-ORD-1", y->cycle, "data of a read", "data of none");
        return;
    }
    if ((y->word[4] & 0xffff) != u->id)
        fail(b, "AXS-ORD-1", y->cycle, "the oldest read's ID", "ID %u, not %u", y->word[4] & 0xffff, u->id);
    memset(sure, 0xff, sizeof sure);
    if (tn_axs_beat(&u->b, u->moved, &beat))
        resp = tn_exn_read(b->model, &beat, y->cycle - 1, want, sure);
    if (found != resp)
        fail(b, "AXS-ACC-4", y->cycle, resp_name(resp), "%s, read of %05x, beat %u", resp_name(found),
             (unsigned)u->b.addr, u->moved);
    else
        compare_data(b, y, &beat, want, sure);
    if (++u->moved == u->b.beats)
        pop(&b->reads);
}

static void write_beat(struct tn_exn_board *b, const struct tn_axi_seen *y)
{
    struct burst *u = first(&b->writes);
    struct tn_axs_beat beat;
    uint8_t data[TN_AXS_LANES];
    enum tn_axs_resp resp = TN_AXS_SLVERR;
    b->n.writes++;
    if (!u) {
        fail(b, "AXS-ORD-1", y->cycle, "data after their address", "data taken before");
        return;
    }
    memcpy(data, y->word, sizeof data);
    if (tn_axs_beat(&u->b, u->moved, &beat))
        resp = tn_exn_write(b->model, &beat, data, (uint16_t)y->word[4], y->cycle);
    u->worst = u->moved == 0 ? resp : tn_axs_worse(u->worst, resp);
    if (++u->moved == u->b.beats) {
        *push(&b->written) = *u;
        pop(&b->writes);
    }
}

static void response(struct tn_exn_board *b, const struct tn_axi_seen *y)
{
    const struct burst *u = first(&b->written);
    unsigned found = y->word[4] >> 16 & 3;
    if (!u) {
        fail(b, "AXS-ORD-1", y->cycle, "the response of a write", "one of none");
        return;
    }
    if ((y->word[4] & 0xffff) != u->id)
        fail(b, "AXS-ORD-1", y->cycle, "the oldest write's ID", "ID %u, not %u", y->word[4] & 0xffff, u->id);
    if (found != u->worst)
        fail(b, "AXS-ACC-4", y->cycle, resp_name(u->worst), "%s, write of %05x", resp_name(found),
             (unsigned)u->b.addr);
    pop(&b->written);
}

void tn_exn_board_axi(struct tn_exn_board *b, const struct tn_axi_seen *y)
{
    struct tn_axi_seen *e = &b->events[(b->event_head + b->event_n) % EVENTS];
    if (y->rst || y->channel >= TN_AXI_CH_N)
        return;
    tn_require(b->event_n < EVENTS);
    *e = *y;
    e->packet = y->valid && !b->waiting[y->channel]; /* here: first seen in this cycle */
    b->waiting[y->channel] = y->valid && !y->ready;
    b->event_n++;
}

/* Addresses and answers of this cycle, in any order with the model's accesses. */
static void run_axi(struct tn_exn_board *b, uint64_t cycle)
{
    for (unsigned i = 0; i < b->event_n; i++) {
        const struct tn_axi_seen *y = &b->events[(b->event_head + i) % EVENTS];
        if (y->cycle == cycle + 1 && y->channel == TN_AXI_CH_R && y->packet)
            read_beat(b, y);
    }
    while (b->event_n && b->events[b->event_head].cycle <= cycle) {
        const struct tn_axi_seen *y = &b->events[b->event_head];
        if (y->channel == TN_AXI_CH_B && y->packet)
            response(b, y);
        else if (y->valid && y->ready && y->channel == TN_AXI_CH_W)
            write_beat(b, y);
        else if (y->valid && y->ready && y->channel == TN_AXI_CH_AW)
            address(&b->writes, y);
        else if (y->valid && y->ready && y->channel == TN_AXI_CH_AR)
            address(&b->reads, y);
        b->event_head = (b->event_head + 1) % EVENTS;
        b->event_n--;
    }
}

static void run(struct tn_exn_board *b, uint64_t cycle, const struct tn_exa_pins *in,
                const struct tn_exa_pins *out)
{
    struct tn_exa_word w = {.kind = in->valid & in->ready};
    enum tn_exn_cause c;
    tn_exn_out(b->model, out, cycle);
    b->n.out += (out->valid & out->ready) != 0;
    run_axi(b, cycle);
    if (w.kind) {
        memcpy(w.data, in->data, sizeof w.data);
        tn_require(tn_exn_word(b->model, &w, cycle) == 0);
        b->n.in++;
    }
    while ((c = tn_exn_cause(b->model)) != TN_EXN_NONE)
        b->balance[c]++;
}

void tn_exn_board_pins(struct tn_exn_board *b, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out)
{
    if (b->pins_n == LAG) {
        run(b, b->pins[0].cycle, &b->pins[0].in, &b->pins[0].out);
        memmove(&b->pins[0], &b->pins[1], (LAG - 1) * sizeof b->pins[0]);
        b->pins_n--;
    }
    b->pins[b->pins_n].cycle = cycle;
    b->pins[b->pins_n].in = *in;
    b->pins[b->pins_n++].out = *out;
}

void tn_exn_board_obs(struct tn_exn_board *b, uint64_t cycle, unsigned cause)
{
    tn_require(cause < TN_EXN_CAUSES);
    /* what comes of a word shows some cycles later: more than expected by then is wrong at
     * the end, and so is less */
    (void)cycle;
    b->balance[cause]--;
}

void tn_exn_board_finish(struct tn_exn_board *b)
{
    uint64_t now = b->pins_n ? b->pins[b->pins_n - 1].cycle : 0;
    enum tn_exn_cause c;
    for (unsigned i = 0; i < b->pins_n; i++)
        run(b, b->pins[i].cycle, &b->pins[i].in, &b->pins[i].out);
    b->pins_n = 0;
    tn_exn_settle(b->model, now + 1);
    while ((c = tn_exn_cause(b->model)) != TN_EXN_NONE)
        b->balance[c]++;
    for (unsigned i = 0; i < TN_EXN_CAUSES; i++)
        if (b->balance[i])
            fail(b, "EXN-CSE-1", now, "as many of each cause as there were", "cause %u: %d %s", i,
                 abs(b->balance[i]), b->balance[i] > 0 ? "not shown" : "too many");
    if (b->reads.n || b->writes.n || b->written.n)
        fail(b, "AXS-ORD-1", now, "every burst answered", "%u reads, %u writes left", b->reads.n,
             b->writes.n + b->written.n);
    if (tn_exn_left(b->model))
        fail(b, "EXN-ACK-1", now, "every packet due", "%u never came", tn_exn_left(b->model));
}
