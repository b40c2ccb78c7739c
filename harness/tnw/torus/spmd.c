/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One program on all nodes: coroutines that take turns, and time between the turns.
 */
#include <tn/tnw/tnw_torus.h>

#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 256 * 1024 };

struct node {
    ucontext_t at;
    uint8_t *stack;
    bool ended;
    int result;
};

static struct {
    ucontext_t scheduler;
    struct node *node;
    unsigned now;
    int time; /* what advance gave */
    tn_tnw_spmd_fn *fn;
    void *arg;
} spmd;

static void entry(void)
{
    struct node *n = &spmd.node[spmd.now];
    n->result = spmd.fn(spmd.arg, spmd.now);
    n->ended = true;
}

int tn_tnw_spmd_yield(void)
{
    tn_require(spmd.node);
    if (swapcontext(&spmd.node[spmd.now].at, &spmd.scheduler) != 0)
        tn_bug("swapcontext");
    return spmd.time;
}

static int prepare(unsigned nodes)
{
    for (unsigned k = 0; k < nodes; k++) {
        struct node *n = &spmd.node[k];
        n->stack = malloc(STACK);
        if (!n->stack)
            return -ENOMEM;
        if (getcontext(&n->at) != 0)
            tn_bug("getcontext");
        n->at.uc_stack.ss_sp = n->stack;
        n->at.uc_stack.ss_size = STACK;
        n->at.uc_link = &spmd.scheduler;
        makecontext(&n->at, entry, 0);
    }
    return 0;
}

/* A turn of each that has not ended; how many there were. */
static unsigned turns(unsigned nodes)
{
    unsigned live = 0;
    for (unsigned k = 0; k < nodes; k++) {
        if (spmd.node[k].ended)
            continue;
        spmd.now = k;
        live++;
        if (swapcontext(&spmd.scheduler, &spmd.node[k].at) != 0)
            tn_bug("swapcontext");
    }
    return live;
}

int tn_tnw_spmd(unsigned nodes, tn_tnw_spmd_fn *fn, void *arg, tn_tnw_advance_fn *advance,
                void *ctx, int *result)
{
    tn_require(!spmd.node);
    struct node *node = calloc(nodes, sizeof *node);
    if (!node)
        return -ENOMEM;
    spmd.node = node;
    spmd.fn = fn;
    spmd.arg = arg;
    spmd.time = 0;
    const int r = prepare(nodes);
    while (!r && turns(nodes))
        if (!spmd.time)
            spmd.time = advance(ctx);
    for (unsigned k = 0; k < nodes; k++) {
        result[k] = node[k].result;
        free(node[k].stack);
    }
    free(node);
    spmd.node = NULL;
    return r;
}
