/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RDMA receiver's board. The judge gets a cycle two cycles later, when all monitors have shown
 * what they saw of it.
 */
#include <tn/exanet/exa_rdma_board.h>

#include <tn/bug.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAG = 2, EVENTS = 2048, PAGES = 4096 };

struct event {
    uint64_t cycle;
    enum { CAUSE, MEMORY, ACCESS } what;
    unsigned cause;
    struct tn_axi_seen seen;
};

struct tn_exv_board {
    tn_verdict_fn *fn;
    void *ctx;
    struct tn_exv_judge *judge;
    struct event event[EVENTS]; /* in the order in which they came */
    unsigned events;
    struct tn_exa_pins_seen pins[LAG];
    unsigned pins_n;
    struct tn_memory *image;
    uint64_t page[PAGES]; /* pages of the image that were written */
    unsigned pages;
};

static void wrote(void *ctx, uint64_t addr, uint8_t byte)
{
    struct tn_exv_board *b = ctx;
    const uint64_t page = addr / TN_PAGE;
    unsigned i = b->pages;
    tn_memory_poke(b->image, addr, &byte, 1);
    while (i > 0 && b->page[i - 1] != page)
        i--;
    if (i == 0 && b->pages < PAGES)
        b->page[b->pages++] = page;
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    const struct tn_exv_board *b = ctx;
    b->fn(b->ctx, v);
}

struct tn_exv_board *tn_exv_board_new(uint32_t own, tn_verdict_fn *fn, void *ctx)
{
    const struct tn_exv_params p = {tn_sim_param("HOLD") != 0, (unsigned)tn_sim_param("WAY_LOG2"),
                                    (unsigned)tn_sim_param("DUP_N")};
    struct tn_exv_board *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->fn = fn;
    b->ctx = ctx;
    b->judge = tn_exv_judge_new(&p, own, on_verdict, wrote, b);
    b->image = tn_memory_new();
    if (b->judge && b->image)
        return b;
    tn_exv_board_free(b);
    return NULL;
}

void tn_exv_board_free(struct tn_exv_board *b)
{
    if (!b)
        return;
    tn_exv_judge_free(b->judge);
    if (b->image)
        tn_memory_free(b->image);
    free(b);
}

void tn_exv_board_reset(struct tn_exv_board *b, uint32_t own)
{
    b->events = b->pins_n = 0;
    tn_exv_judge_reset(b->judge, own);
}

static void add(struct tn_exv_board *b, const struct event *e)
{
    tn_require(b->events < EVENTS);
    b->event[b->events++] = *e;
}

void tn_exv_board_axi(struct tn_exv_board *b, const char *port, const struct tn_axi_seen *seen)
{
    if (!seen->rst)
        add(b, &(struct event){seen->cycle, strcmp(port, "mem") == 0 ? MEMORY : ACCESS, 0, *seen});
}

void tn_exv_board_reject(struct tn_exv_board *b, uint64_t cycle, unsigned cause)
{
    const struct event e = {.cycle = cycle, .what = CAUSE, .cause = cause};
    add(b, &e);
}

static void hand_over(struct tn_exv_board *b, const struct event *e)
{
    if (e->what == CAUSE)
        tn_exv_judge_cause(b->judge, e->cycle, e->cause);
    else if (e->what == MEMORY)
        tn_exv_judge_memory(b->judge, &e->seen);
    else
        tn_exv_judge_axi(b->judge, &e->seen);
}

/* Judges one cycle: causes first, then beats, then pins. */
static void judge(struct tn_exv_board *b, const struct tn_exa_pins_seen *seen)
{
    unsigned left = 0;
    for (int beats = 0; beats < 2; beats++)
        for (unsigned i = 0; i < b->events; i++)
            if (b->event[i].cycle <= seen->cycle && (b->event[i].what != CAUSE) == beats)
                hand_over(b, &b->event[i]);
    for (unsigned i = 0; i < b->events; i++)
        if (b->event[i].cycle > seen->cycle)
            b->event[left++] = b->event[i];
    b->events = left;
    tn_exv_judge_pins(b->judge, seen->cycle, &seen->in[0], &seen->out[0]);
}

void tn_exv_board_pins(struct tn_exv_board *b, const struct tn_exa_pins_seen *seen)
{
    if (b->pins_n == LAG) {
        judge(b, &b->pins[0]);
        b->pins[0] = b->pins[1];
        b->pins_n--;
    }
    b->pins[b->pins_n++] = *seen;
}

unsigned tn_exv_board_compare(struct tn_exv_board *b, const struct tn_memory *m)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = "EXV-WR-1", .cycle = tn_sim_cycle()};
    uint8_t want[TN_PAGE], found[TN_PAGE];
    unsigned n = 0;
    for (unsigned i = 0; i < b->pages; i++) {
        tn_memory_peek(b->image, b->page[i] * TN_PAGE, want, sizeof want);
        tn_memory_peek(m, b->page[i] * TN_PAGE, found, sizeof found);
        for (unsigned k = 0; k < TN_PAGE; k++) {
            if (want[k] == found[k])
                continue;
            snprintf(v.expected, sizeof v.expected, "%02x at %llx", want[k],
                     (unsigned long long)(b->page[i] * TN_PAGE + k));
            snprintf(v.found, sizeof v.found, "%02x", found[k]);
            if (n++ == 0)
                b->fn(b->ctx, &v);
        }
    }
    return n;
}

void tn_exv_board_finish(struct tn_exv_board *b)
{
    for (unsigned i = 0; i < b->pins_n; i++)
        judge(b, &b->pins[i]);
    b->pins_n = 0;
    tn_exv_judge_finish(b->judge);
}

struct tn_exv_judge *tn_exv_board_judge(struct tn_exv_board *b)
{
    return b->judge;
}
