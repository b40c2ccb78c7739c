/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The coroutine and the clock: test code runs inside the simulator's process.
 *
 * The simulator owns the main stack; tn_sim_main() has its own. tn_sim_step()
 * switches to the simulator, tn_core_tick() back when the cycle has come. The switch is
 * longjmp() between two stacks that both stay as they are: swapcontext() would ask the
 * kernel about signals every time, which costs more than a cycle of most DUTs. (glibc's
 * checking longjmp knows of one stack only.)
 */
#undef _FORTIFY_SOURCE

#include "core.h"
#include "streams.h"
#include "waves.h"

#include <tn/bug.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <cmocka.h>

enum { STACK_BYTES = 4 << 20, PARAM_MAX = 32, ARG_MAX_N = 64, ARG_BYTES = 16384 };

static struct {
    const struct tn_core_bench *bench;
    void (*exit)(int status);
    ucontext_t entry; /* where the test program's stack begins */
    jmp_buf simulator, test;
    uint64_t cycle, wanted;
    const char *sim;
    char dut[64];
    bool started, stepped, finished, ended;
    volatile bool in_test; /* the program has its turn */
    int status;
    uint64_t stop; /* TN_STOP: the cycle in which a run that has failed ends; 0: the run goes on to its own end */
    uint32_t rst;
    bool was_reset;
    struct {
        char name[32];
        long value;
    } params[PARAM_MAX];
    unsigned param_n;
    const struct tn_core_hook *hook;
    uint64_t hook_due; /* the cycle that next() gave when the last tick ended */
    bool changed;      /* something other than test code has changed the bench's inputs */
} core;

/* Reads the program's arguments from TN_ARGS, with a unit separator (1f) behind each. Returns their
 * number, or -E2BIG. */
static int program_args(char **argv, int max)
{
    static char copy[ARG_BYTES];
    const char *env = getenv("TN_ARGS");
    int n = 0;
    argv[n++] = (char *)"tn_sim";
    if (env && strlen(env) >= sizeof copy)
        return -E2BIG;
    strcpy(copy, env ? env : "");
    for (char *a = copy, *end; (end = strchr(a, 0x1f)) != NULL; a = end + 1) {
        if (n == max - 1)
            return -E2BIG;
        *end = 0;
        argv[n++] = a;
    }
    argv[n] = NULL;
    return n;
}

/* Reads a number without sign from the environment; *out is `otherwise` when the variable is not
 * set. */
static int env_number(const char *name, uint64_t otherwise, uint64_t *out)
{
    const char *s = getenv(name);
    char *end;
    *out = otherwise;
    if (!s || !*s)
        return 0;
    errno = 0;
    *out = strtoull(s, &end, 0);
    if (isdigit((unsigned char)*s) && *end == 0 && errno == 0)
        return 0;
    fprintf(stderr, "tenter: %s=%s: not a number from 0 to 2^64-1\n", name, s);
    return -EINVAL;
}

/* Runs the test program; returns its exit status. */
static int run_program(void)
{
    static char *argv[ARG_MAX_N];
    int argc = program_args(argv, ARG_MAX_N), status, ended;
    uint64_t seed;
    if (argc < 0) {
        fprintf(stderr, "tenter: more than %d program arguments, or more than %d bytes of them\n",
                ARG_MAX_N - 2, ARG_BYTES - 1);
        return 2;
    }
    if (env_number("SEED", 1, &seed) < 0 || env_number("TN_STOP", 0, &core.stop) < 0)
        return 2;
    status = core.bench->begin();
    if (status != 0)
        return status;
    const char *tests = getenv("TN_TESTS");
    if (tests && *tests)
        cmocka_set_test_filter(tests);
    printf("seed %llu, simulator %s, DUT %s\n", (unsigned long long)seed, core.sim, core.dut);
    status = tn_sim_main(argc, argv);
    ended = core.bench->end();
    if (ended != 0)
        status = ended;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "tenter: standard output: %s\n", strerror(errno));
        status = 2;
    }
    return status;
}

static void test_entry(void)
{
    core.status = run_program();
    core.finished = true;
    _longjmp(core.simulator, 1);
}

void tn_core_start(const char *sim, const struct tn_core_bench *bench, void (*exit)(int status))
{
    core.sim = sim;
    core.bench = bench;
    core.exit = exit;
    tn_waves_watch();
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
    if (getcontext(&core.entry) != 0)
        tn_bug("getcontext");
    core.entry.uc_stack.ss_sp = malloc(STACK_BYTES);
    tn_require(core.entry.uc_stack.ss_sp != NULL);
    core.entry.uc_stack.ss_size = STACK_BYTES;
    makecontext(&core.entry, test_entry, 0);
}

/* Lets test code go on from its last step to its next. */
static void run_test_code(void)
{
    if (_setjmp(core.simulator) != 0) {
        core.in_test = false;
        return;
    }
    core.in_test = true;
    if (core.stepped)
        _longjmp(core.test, 1);
    setcontext(&core.entry);
    tn_bug("setcontext");
}

bool tn_core_ran(void)
{
    return core.started;
}

bool tn_core_in_test(void)
{
    return core.in_test;
}

bool tn_core_over(void)
{
    return core.ended;
}

/* Ends the run, because the program has ended, or because it has failed and the cycles to show
 * behind the failure have passed. */
static void end_run(uint64_t cycle)
{
    if (core.ended || (core.finished && cycle < core.stop && core.bench->failed()))
        return;
    core.ended = true;
    if (!core.finished)
        core.bench->cut();
    tn_waves_ending(core.finished ? core.status : 1);
    core.exit(core.finished ? core.status : 1);
}

void tn_core_changed(void)
{
    core.changed = true;
}

/* Gives test code its turn when its cycle has come, then collects the bench's inputs. */
static void turn(uint64_t cycle, struct tn_core_drive *out)
{
    if (core.hook && cycle >= core.hook_due)
        core.hook->act(cycle);
    if (cycle >= core.wanted && !core.finished && !core.ended)
        run_test_code();
    if (core.finished || (core.stop && cycle >= core.stop && core.bench->failed()))
        end_run(cycle);
    out->next = core.finished || core.ended ? cycle + 1 : core.wanted;
    core.hook_due = core.hook ? core.hook->next() : UINT64_MAX;
    if (core.hook_due < out->next)
        out->next = core.hook_due;
    if (core.stop > cycle && core.stop < out->next && core.bench->failed())
        out->next = core.stop;
    out->rst = core.rst;
    core.bench->drive(cycle, out);
    core.changed = false;
}

TN_CORE_HOT bool tn_core_tick(uint64_t cycle, struct tn_core_drive *out)
{
    core.cycle = cycle;
    if (!core.started)
        start_test();
    core.bench->deliver();
    /* hooks and failures may want another cycle after any packet */
    if (cycle < out->next && !core.changed && !core.hook && !core.stop)
        return false;
    turn(cycle, out);
    return true;
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
    core.stepped = true;
    if (n > 0 && _setjmp(core.test) == 0)
        _longjmp(core.simulator, 1);
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
    core.bench->reset();
    tn_sim_step(n);
    core.bench->reset();
    tn_sim_trace_reset();
    core.rst = 0;
    core.was_reset = true;
    tn_sim_step(1);
}

bool tn_core_runs(void)
{
    return core.was_reset && !core.rst;
}

uint64_t tn_sim_seed(void)
{
    uint64_t seed;
    env_number("SEED", 1, &seed);
    return seed;
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
