/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: the $tn_... tasks, on VPI (IEEE 1364-2005 chapter 27). Here are the tasks of the
 * clock's module, and where all of them are told to the simulator.
 */
#include "core.h"
#include "streams.h"
#include "vpi_call.h"

#include <tn/part.h>

#include <vpi_user.h>

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SETTLED = 4 }; /* puts of one value until the simulator keeps it */

/* The signal that ended the run. vvp takes INT, TERM and HUP, ignored or not, for a $finish: it
 * closes the waveform and exits 0, as if the run had passed. */
static volatile sig_atomic_t ended_by;
static void (*vvps_own[3])(int);
static bool ignored[3]; /* ignored before vvp installed its handlers */
static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

static void note_ignored(void)
{
    struct sigaction sa;
    for (int i = 0; i < 3; i++)
        ignored[i] = sigaction(signals[i], NULL, &sa) == 0 && sa.sa_handler == SIG_IGN;
}

static void on_signal(int sig)
{
    ended_by = sig;
    for (int i = 0; i < 3; i++)
        if (signals[i] == sig)
            vvps_own[i](sig);
}

/* Installs handlers behind those of vvp, which stand when Verilog first calls. */
static void watch_signals(void)
{
    static bool watched;
    struct sigaction sa = {.sa_handler = on_signal}, before;
    for (int i = 0; i < 3 && !watched; i++)
        if (ignored[i]) {
            signal(signals[i], SIG_IGN);
        } else if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_DFL) {
            vvps_own[i] = before.sa_handler;
            sigaction(signals[i], &sa, NULL);
        }
    watched = true;
}

static void declare_task(struct call *c)
{
    watch_signals();
    s_vpi_value v = {.format = vpiStringVal};
    uint32_t kind = call_get32(c->arg[0]), id = call_get32(c->arg[1]);
    vpi_get_value(c->arg[2], &v);
    tn_core_declare((enum tn_core_kind)kind, id, v.value.str);
}

static void param_task(struct call *c)
{
    s_vpi_value v = {.format = vpiStringVal};
    long value = (int32_t)call_get32(c->arg[1]);
    vpi_get_value(c->arg[0], &v);
    tn_core_param(v.value.str, value);
}

/* Puts a value when it is new, since values of the clock's module change seldom and each is put bit
 * by bit. The first puts happen always, because the module's initial values may come later. */
static void put_new(vpiHandle h, unsigned arg, const uint32_t *words, int n)
{
    static struct {
        unsigned puts;
        uint32_t words[CALL_VALUE_WORDS];
    } kept[CALL_ARGS];
    const size_t size = (size_t)n * sizeof *words;
    if (kept[arg].puts >= SETTLED && memcmp(kept[arg].words, words, size) == 0)
        return;
    kept[arg].puts += kept[arg].puts < SETTLED;
    memcpy(kept[arg].words, words, size);
    call_put_words(h, words, n);
}

static void tick_task(struct call *c)
{
    static struct tn_core_drive d;
    uint32_t next[2], wake[4];
    if (!tn_core_tick(call_get64(c->arg[0]), &d))
        return;
    next[0] = (uint32_t)d.next;
    next[1] = (uint32_t)(d.next >> 32);
    wake[0] = (uint32_t)d.source_wake;
    wake[1] = (uint32_t)(d.source_wake >> 32);
    wake[2] = (uint32_t)d.sink_wake;
    wake[3] = (uint32_t)(d.sink_wake >> 32);
    put_new(c->arg[1], 1, next, 2);
    put_new(c->arg[2], 2, wake, 4);
    put_new(c->arg[3], 3, d.ok, TN_CORE_OK_WORDS);
    put_new(c->arg[4], 4, d.sabotage, TN_CORE_SABOTAGE_WORDS);
    put_new(c->arg[5], 5, &d.rst, 1);
    put_new(c->arg[6], 6, &d.reg_cmd, 1);
    put_new(c->arg[7], 7, &d.reg_addr, 1);
    put_new(c->arg[8], 8, &d.reg_wdata, 1);
}

/* Takes read data. An unknown bit reads as 1, so that an unknown register does not look like a
 * register of value 0. */
static void rdata_task(struct call *c)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(c->arg[0], &v);
    tn_core_reg_read((uint32_t)v.value.vector[0].aval | (uint32_t)v.value.vector[0].bval);
}

static const struct call_task clock_tasks[] = {
    {"$tn_declare", declare_task},
    {"$tn_param", param_task},
    {"$tn_tick", tick_task},
    {"$tn_rdata", rdata_task},
    {NULL, NULL},
};

/* Ends the run through the simulator, which otherwise would not close the waveform. */
static void end(int status)
{
    fflush(NULL);
    vpip_set_return_value(status);
    vpi_control(vpiFinish, 0);
}

/* Turns vvp's exit code 1 for an image that it cannot load into another than a failed test's, and
 * ends a run that a signal ended by that signal. */
static void ran_or_not(void)
{
    if (tn_core_ran() && !tn_core_over() && ended_by) {
        tn_part_remove_open();
        signal(ended_by, SIG_DFL);
        raise(ended_by);
    }
    if (tn_core_ran())
        return;
    fprintf(stderr, "tenter: the image did not run: damaged, or no bench in it\n");
    fflush(NULL);
    _exit(2);
}

/* Takes every call of every task. */
static PLI_INT32 run(PLI_BYTE8 *task)
{
    ((const struct call_task *)(void *)task)->fn(call_this());
    return 0;
}

static void start(void)
{
    static const struct call_task *const all[] = {clock_tasks, call_stream_tasks, call_beat_tasks, call_pin_tasks};
    tn_core_start("icarus", &tn_streams_bench, end);
    vpi_hang_watch();
    note_ignored();
    atexit(ran_or_not);
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        for (const struct call_task *k = all[i]; k->name; k++) {
            s_vpi_systf_data t = {.type = vpiSysTask,
                                  .tfname = (PLI_BYTE8 *)k->name,
                                  .calltf = run,
                                  .user_data = (PLI_BYTE8 *)k};
            vpi_register_systf(&t);
        }
}

void (*vlog_startup_routines[])(void) = {start, NULL};
