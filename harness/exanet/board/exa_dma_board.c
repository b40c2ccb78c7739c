/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender's board. The judge gets a cycle two cycles later, when all monitors have shown what they saw of it.
 */
#include <tn/exanet/exa_dma_board.h>

#include <tn/bug.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum { LAG = 2, EVENTS = 2048, DROP = 1, ROSE = 2 };

struct event {
    uint64_t cycle;
    enum { PULSE, MEMORY, ACCESS } what;
    unsigned port; /* of a pulse */
    struct tn_axi_seen seen;
};

struct tn_exd_board {
    struct tn_exd_judge *judge;
    struct event event[EVENTS]; /* in the order in which they came */
    unsigned events;
    struct tn_exa_pins_seen pins[LAG];
    unsigned pins_n;
};

struct tn_exd_board *tn_exd_board_new(uint32_t own, tn_verdict_fn *fn, void *ctx)
{
    const struct tn_exd_params p = {(unsigned)tn_sim_param("AXI_ID_W"), (unsigned)tn_sim_param("OUT_N"),
                                    (unsigned)tn_sim_param("TXN_LOG2")};
    struct tn_exd_board *b = calloc(1, sizeof *b);
    if (b && (b->judge = tn_exd_judge_new(&p, own, fn, ctx)))
        return b;
    free(b);
    return NULL;
}

void tn_exd_board_free(struct tn_exd_board *b)
{
    if (b)
        tn_exd_judge_free(b->judge);
    free(b);
}

void tn_exd_board_reset(struct tn_exd_board *b, uint32_t own)
{
    b->events = b->pins_n = 0;
    tn_exd_judge_reset(b->judge, own);
}

static void add(struct tn_exd_board *b, const struct event *e)
{
    tn_require(b->events < EVENTS);
    b->event[b->events++] = *e;
}

void tn_exd_board_axi(struct tn_exd_board *b, const char *port, const struct tn_axi_seen *seen)
{
    if (!seen->rst)
        add(b, &(struct event){seen->cycle, strcmp(port, "mem") == 0 ? MEMORY : ACCESS, 0, *seen});
}

void tn_exd_board_pulse(struct tn_exd_board *b, uint64_t cycle, unsigned port)
{
    const struct event e = {.cycle = cycle, .what = PULSE, .port = port};
    add(b, &e);
}

static void hand_over(struct tn_exd_board *b, const struct event *e)
{
    if (e->what == PULSE && e->port == DROP)
        tn_exd_judge_drop(b->judge, e->cycle);
    else if (e->what == PULSE)
        tn_exd_judge_irq(b->judge, e->cycle, e->port == ROSE);
    else if (e->what == MEMORY)
        tn_exd_judge_memory(b->judge, &e->seen);
    else
        tn_exd_judge_axi(b->judge, &e->seen);
}

/* Judges one cycle: pins first, then pulses, then beats. */
static void judge(struct tn_exd_board *b, const struct tn_exa_pins_seen *seen)
{
    unsigned left = 0;
    tn_exd_judge_pins(b->judge, seen->cycle, &seen->in[0], seen->out);
    for (int beats = 0; beats < 2; beats++)
        for (unsigned i = 0; i < b->events; i++)
            if (b->event[i].cycle <= seen->cycle && (b->event[i].what != PULSE) == beats)
                hand_over(b, &b->event[i]);
    for (unsigned i = 0; i < b->events; i++)
        if (b->event[i].cycle > seen->cycle)
            b->event[left++] = b->event[i];
    b->events = left;
}

void tn_exd_board_pins(struct tn_exd_board *b, const struct tn_exa_pins_seen *seen)
{
    if (b->pins_n == LAG) {
        judge(b, &b->pins[0]);
        b->pins[0] = b->pins[1];
        b->pins_n--;
    }
    b->pins[b->pins_n++] = *seen;
}

void tn_exd_board_finish(struct tn_exd_board *b)
{
    for (unsigned i = 0; i < b->pins_n; i++)
        judge(b, &b->pins[i]);
    b->pins_n = 0;
    tn_exd_judge_finish(b->judge);
}

struct tn_exd_judge *tn_exd_board_judge(struct tn_exd_board *b)
{
    return b->judge;
}
