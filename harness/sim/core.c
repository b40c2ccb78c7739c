/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The coroutine and the clock: test code runs inside the simulator's process.
 *
 * The simulator owns the main stack; tn_sim_main() has its own. tn_sim_step()
 * switches to the simulator, tn_core_tick() back when the cycle has come.
 */
#include "core.h"

#include "cover.h"
#include "streams.h"

#include <tn/bug.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { STACK_BYTES = 4 << 20, PARAM_MAX = 16, ARG_MAX_N = 64 };

static struct {
    ucontext_t simulator, test;
    uint64_t cycle, wanted;
    const char *sim;
    char dut[64];
    bool started, finished;
    int status;
    struct tn_core_drive *drive;
    uint32_t rst;
    struct {
        char name[32];
        long value;
    } params[PARAM_MAX];
    unsigned param_n;
    const struct tn_core_hook *hook;
    uint64_t hook_due; /* as next() said when the last tick ended */
} core;

/* The program's arguments: TN_ARGS, separated by the unit separator (1f). */
static int program_args(char **argv, int max)
{
    static char copy[8192];
    const char *env = getenv("TN_ARGS");
    int n = 0;
    argv[n++] = (char *)"tn_sim";
    snprintf(copy, sizeof copy, "%s", env ? env : "");
    for (char *a = strtok(copy, "\x1f"); a && n < max - 1; a = strtok(NULL, "\x1f"))
        argv[n++] = a;
    argv[n] = NULL;
    return n;
}

static void test_entry(void)
{
    static char *argv[ARG_MAX_N];
    int argc = program_args(argv, ARG_MAX_N);
    core.status = tn_sim_main(argc, argv);
    if (tn_sim_cover_finish() < 0)
        core.status = 2;
    core.finished = true;
    swapcontext(&core.test, &core.simulator);
}

void tn_core_start(const char *sim)
{
    core.sim = sim;
}

void tn_core_dut(const char *name)
{
    snprintf(core.dut, sizeof core.dut, "%s", name);
}

void tn_core_param(const char *name, long value)
{
    tn_require(core.param_n < PARAM_MAX);
    snprintf(core.params[core.param_n].name, sizeof core.params[0].name, "%s", name);
    core.params[core.param_n++].value = value;
}

static void start_test(void)
{
    core.started = true;
    if (getcontext(&core.test) != 0)
        tn_bug("getcontext");
    core.test.uc_stack.ss_sp = malloc(STACK_BYTES);
    tn_require(core.test.uc_stack.ss_sp != NULL);
    core.test.uc_stack.ss_size = STACK_BYTES;
    core.test.uc_link = &core.simulator;
    makecontext(&core.test, test_entry, 0);
    printf("seed %llu, simulator %s, DUT %s\n", (unsigned long long)tn_sim_seed(), core.sim,
           core.dut);
}

void tn_core_tick(uint64_t cycle, struct tn_core_drive *out)
{
    core.cycle = cycle;
    core.drive = out;
    if (!core.started)
        start_test();
    tn_streams_deliver();
    if (core.hook && cycle >= core.hook_due)
        core.hook->act(cycle);
    if (cycle >= core.wanted && swapcontext(&core.simulator, &core.test) != 0)
        tn_bug("swapcontext");
    if (core.finished)
        tn_core_exit(core.status);
    out->next = core.wanted;
    core.hook_due = core.hook ? core.hook->next() : UINT64_MAX;
    if (core.hook_due < out->next)
        out->next = core.hook_due;
    out->rst = core.rst;
    tn_streams_drive(out);
}

void tn_core_hook(const struct tn_core_hook *hook)
{
    core.hook = hook;
}

uint64_t tn_sim_cycle(void)
{
    return core.cycle;
}

void tn_sim_step(uint64_t n)
{
    fflush(stdout);
    core.wanted = core.cycle + n;
    if (n > 0 && swapcontext(&core.test, &core.simulator) != 0)
        tn_bug("swapcontext");
}

bool tn_sim_step_until(bool (*cond)(void *ctx), void *ctx, uint64_t max)
{
    for (uint64_t i = 0; i < max; i++) {
        if (cond(ctx))
            return true;
        tn_sim_step(1);
    }
    return cond(ctx);
}

void tn_sim_reset(unsigned n)
{
    core.rst = 1;
    tn_streams_reset();
    tn_sim_step(n);
    tn_streams_reset();
    core.rst = 0;
    tn_sim_step(1);
}

uint64_t tn_sim_seed(void)
{
    const char *s = getenv("SEED");
    return s && *s ? strtoull(s, NULL, 0) : 1;
}

const char *tn_sim_name(void)
{
    return core.sim;
}

const char *tn_sim_dut(void)
{
    return core.dut;
}

long tn_sim_param(const char *name)
{
    for (unsigned i = 0; i < core.param_n; i++)
        if (strcmp(core.params[i].name, name) == 0)
            return core.params[i].value;
    return -ENOENT;
}
