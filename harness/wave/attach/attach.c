/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The same as tenter wave --check while a simulation runs, without a dump:
 *   vvp -M build -m tenter_attach design.vvp +tenter[=MAP] [+tenter-output=OUT]
 * Signals are found through VPI (IEEE 1364-2005 chapter 27); those of channels are watched. A model
 * of Verilator (--vpi --public-flat-rw) is linked with the same file and starts it by itself
 * (harness/wave/README.md).
 */
#include "../../tools/tools.h"
#include "../../tools/wave.h"

#include <vpi_user.h>

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct wave_job job;
static vpiHandle *handles; /* by a signal's number */
static uint32_t handle_n, handle_cap;
static int code;

/* The code to exit with, once the simulation has ended: for programs around a model of Verilator.
 */
int tn_attach_code(void);

/* Icarus takes the code that vvp exits with from here; other simulators lack it. */
extern void vpip_set_return_value(int value) __attribute__((weak));

/* A net of Icarus: the ports of a hierarchy that one net joins have the same number and width, as in its waveforms. */
struct net {
    unsigned number, width;
    uint32_t id; /* of the first signal of that net */
};
static void *nets; /* tree of struct net */

static int by_number(const void *a, const void *b)
{
    const struct net *x = a, *y = b;
    return x->number != y->number ? (x->number < y->number ? -1 : 1) : (x->width > y->width) - (x->width < y->width);
}

/* Returns the number of the signal of the same net that was declared before; `id` when there is none, or when the simulator does
 * not tell nets. */
static uint32_t same_net(vpiHandle signal, unsigned width, uint32_t id)
{
    const int number = vpip_set_return_value ? vpi_get(_vpiNexusId, signal) : 0;
    if (number == 0 || number == vpiUndefined)
        return id;
    struct net *n = malloc(sizeof *n);
    if (!n)
        return id;
    *n = (struct net){(unsigned)number, width, id};
    struct net **at = tsearch(n, &nets, by_number);
    if (!at || *at != n)
        free(n);
    return at ? (*at)->id : id;
}

static void declare(const char *scope, vpiHandle signal)
{
    int width = vpi_get(vpiSize, signal), type = vpi_get(vpiType, signal);
    if (width < 1 || type == vpiMemory || type == vpiRegArray || type == vpiNetArray)
        return;
    if (handle_n == handle_cap) {
        uint32_t cap = handle_cap ? 2 * handle_cap : 1024;
        vpiHandle *all = realloc(handles, cap * sizeof(vpiHandle));
        if (!all)
            return;
        handles = all;
        handle_cap = cap;
    }
    const uint32_t id = same_net(signal, (unsigned)width, handle_n);
    if (tn_wave_signal(job.wave, scope, vpi_get_str(vpiName, signal), (unsigned)width, id) == 0 && id == handle_n)
        handles[handle_n++] = signal;
}

static void declare_all(const char *scope, vpiHandle of, int type)
{
    vpiHandle each, list = vpi_iterate(type, of);
    while (list && (each = vpi_scan(list)) != NULL)
        declare(scope, each);
}

/* Declares the signals of a scope and of those inside; NULL: of all. */
static void walk(vpiHandle of)
{
    vpiHandle each, list = of ? vpi_iterate(vpiInternalScope, of) : NULL;
    if (!list)
        list = vpi_iterate(vpiModule, of); /* Verilator knows modules alone */
    while (list && (each = vpi_scan(list)) != NULL) {
        char *scope = strdup(vpi_get_str(vpiFullName, each));
        if (!scope)
            return;
        declare_all(scope, each, vpiNet);
        declare_all(scope, each, vpiReg);
        free(scope);
        walk(each);
    }
}

static uint64_t now(void)
{
    s_vpi_time t = {.type = vpiSimTime};
    vpi_get_time(NULL, &t);
    return (uint64_t)t.high << 32 | t.low;
}

static PLI_INT32 on_change(struct t_cb_data *cb)
{
    tn_wave_change(job.wave, now(), (uint32_t)(uintptr_t)cb->user_data, cb->value->value.str);
    return 0;
}

/* Watches a signal, whose value now is its first. */
static void watch(void *ctx, uint32_t id)
{
    static s_vpi_time time = {.type = vpiSimTime};
    static s_vpi_value format = {.format = vpiBinStrVal};
    s_vpi_value now = {.format = vpiBinStrVal};
    s_cb_data cb = {.reason = cbValueChange,
                    .cb_rtn = on_change,
                    .obj = handles[id],
                    .time = &time,
                    .value = &format};
    (void)ctx;
    cb.user_data = (PLI_BYTE8 *)(uintptr_t)id;
    vpi_register_cb(&cb);
    vpi_get_value(handles[id], &now);
    tn_wave_change(job.wave, 0, id, now.value.str);
}

/* The value of "+name=value"; "" for "+name" alone; NULL when it was not given. */
static const char *plus(const char *name)
{
    s_vpi_vlog_info info;
    size_t len = strlen(name);
    if (!vpi_get_vlog_info(&info))
        return NULL;
    for (int i = 0; i < info.argc; i++)
        if (info.argv[i][0] == '+' && strncmp(info.argv[i] + 1, name, len) == 0) {
            if (info.argv[i][1 + len] == '=')
                return info.argv[i] + 2 + len;
            if (info.argv[i][1 + len] == 0)
                return "";
        }
    return NULL;
}

static PLI_INT32 on_start(struct t_cb_data *cb)
{
    const char *map = plus("tenter");
    (void)cb;
    if (!map)
        return 0;
    job = (struct wave_job){.file = "the simulation",
                            .check = true,
                            .map = *map ? map : NULL,
                            .out = plus("tenter-output")};
    tn_check_defaults(&job.par);
    code = tn_wave_job_begin(&job);
    if (code != TN_EXIT_OK)
        return 0;
    walk(NULL);
    tn_wave_scale(job.wave, vpi_get(vpiTimePrecision, NULL), 0);
    code = tn_wave_job_find(&job);
    if (code == TN_EXIT_OK)
        tn_wave_each_id(job.wave, watch, NULL);
    return 0;
}

int tn_attach_code(void)
{
    return code;
}

static PLI_INT32 on_end(struct t_cb_data *cb)
{
    (void)cb;
    if (!job.wave)
        return 0;
    tdestroy(nets, free);
    nets = NULL;
    code = tn_wave_job_end(&job, code);
    if (code && vpip_set_return_value)
        vpip_set_return_value(code);
    return 0;
}

static void register_callbacks(void)
{
    s_cb_data start = {.reason = cbStartOfSimulation, .cb_rtn = on_start};
    s_cb_data end = {.reason = cbEndOfSimulation, .cb_rtn = on_end};
    vpi_register_cb(&start);
    vpi_register_cb(&end);
}

void (*vlog_startup_routines[])(void) = {register_callbacks, NULL};
