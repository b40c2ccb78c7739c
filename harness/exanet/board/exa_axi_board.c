/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The board of loads and stores to other nodes. The judge gets a cycle two cycles later, when all
 * monitors have shown what they saw of the cycle.
 */
#include <tn/exanet/exa_axi_board.h>

#include <tn/bug.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum { LAG = 2, EVENTS = 2048 };

struct event {
    uint64_t cycle;
    bool beat;
    unsigned cause;
    enum tn_exz_port port;
    struct tn_axi_seen seen;
};

struct tn_exz_board {
    struct tn_exz_judge *judge;
    struct event event[EVENTS]; /* in the order in which they came */
    unsigned events;
    struct tn_exa_pins_seen pins[LAG];
    unsigned pins_n;
};

struct tn_exz_board *tn_exz_board_new(uint32_t own, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exz_board *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->judge = tn_exz_judge_new((unsigned)tn_sim_param("REQ_LOG2"), own, fn, ctx);
    if (b->judge)
        return b;
    free(b);
    return NULL;
}

void tn_exz_board_free(struct tn_exz_board *b)
{
    if (b)
        tn_exz_judge_free(b->judge);
    free(b);
}

void tn_exz_board_reset(struct tn_exz_board *b, uint32_t own)
{
    b->events = b->pins_n = 0;
    tn_exz_judge_reset(b->judge, own);
}

static void add(struct tn_exz_board *b, const struct event *e)
{
    tn_require(b->events < EVENTS);
    b->event[b->events++] = *e;
}

void tn_exz_board_axi(struct tn_exz_board *b, const char *port, const struct tn_axi_seen *seen)
{
    const enum tn_exz_port p = port[0] == 'm'   ? TN_EXZ_MEMORY
                               : port[0] == 'w' ? TN_EXZ_WINDOW
                                                : TN_EXZ_REGISTERS;
    if (!seen->rst)
        add(b, &(struct event){seen->cycle, true, 0, p, *seen});
}

void tn_exz_board_reject(struct tn_exz_board *b, uint64_t cycle, unsigned cause)
{
    const struct event e = {.cycle = cycle, .cause = cause};
    add(b, &e);
}

/* Judges one cycle: causes first, then beats, then pins. */
static void judge(struct tn_exz_board *b, const struct tn_exa_pins_seen *seen)
{
    unsigned left = 0;
    for (int beats = 0; beats < 2; beats++)
        for (unsigned i = 0; i < b->events; i++) {
            const struct event *e = &b->event[i];
            if (e->cycle > seen->cycle || e->beat != beats)
                continue;
            if (beats)
                tn_exz_judge_axi(b->judge, e->port, &e->seen);
            else
                tn_exz_judge_cause(b->judge, e->cycle, e->cause);
        }
    for (unsigned i = 0; i < b->events; i++)
        if (b->event[i].cycle > seen->cycle)
            b->event[left++] = b->event[i];
    b->events = left;
    tn_exz_judge_pins(b->judge, seen->cycle, &seen->in[0], &seen->out[0]);
}

void tn_exz_board_pins(struct tn_exz_board *b, const struct tn_exa_pins_seen *seen)
{
    if (b->pins_n == LAG) {
        judge(b, &b->pins[0]);
        b->pins[0] = b->pins[1];
        b->pins_n--;
    }
    b->pins[b->pins_n++] = *seen;
}

void tn_exz_board_finish(struct tn_exz_board *b)
{
    for (unsigned i = 0; i < b->pins_n; i++)
        judge(b, &b->pins[i]);
    b->pins_n = 0;
    tn_exz_judge_finish(b->judge);
}

struct tn_exz_judge *tn_exz_board_judge(struct tn_exz_board *b)
{
    return b->judge;
}
