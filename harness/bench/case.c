/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Cases on the bench of a block of the kit.
 */
#include "../case/run/run.h"

#include <tn/bench.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>

enum { QUIET_CYC = 100 };

static struct tn_bench *bench_of(const struct runner *r)
{
    return r->judges;
}

/* Says of a case that names a stream of a larger shape that it does not fit, and fits its packets to the shape. */
static void fit(struct tn_case *c, char *why, size_t size)
{
    const struct tn_dut *dut = tn_dut_find(c->dut);
    const struct tn_bench_text *t = dut->text;
    const bool fitted = c->fitted;
    unsigned count[TN_BENCH_STREAMS], stream, index;
    c->fitted = true;
    tn_bench_shape(t, tn_bench_param, count);
    for (unsigned k = 0; k < c->step_n && !why[0]; k++) {
        if (!c->steps[k].point)
            continue;
        tn_bench_stream_of(t, c->steps[k].point, &stream, &index);
        if (index >= count[stream])
            snprintf(why, size, "line %u: this shape has no %s", c->steps[k].line,
                     c->steps[k].point);
        for (unsigned i = 0; dut->bench->fit && !fitted && i < TN_CASE_ALTERNATIVES && c->steps[k].tlp[i].bytes; i++)
            dut->bench->fit(stream, c->steps[k].tlp[i].bytes, c->steps[k].tlp[i].len);
    }
}

static int watch(struct runner *r)
{
    r->judges = tn_bench_new(r->c->seed, tn_run_judged, r);
    r->start = tn_sim_cycle();
    return r->judges ? 0 : -ENOMEM;
}

static void unwatch(struct runner *r)
{
    struct tn_bench *b = bench_of(r);
    if (!b)
        return;
    const struct tn_judge *j = b->ops->judge(b);
    if (b->unknown)
        tn_run_fail(r, r->c->rules[0], r->packets, tn_run_now(r),
                    "an output that counts has unknown bits");
    for (const char *const *rule = j->rule; *rule; rule++)
        if (tn_judge_asked(j, *rule) && !r->c->no_board)
            tn_run_asked(r, *rule);
    tn_bench_free(b);
    r->judges = NULL;
}

static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    bench_of(r)->ops->write(bench_of(r), addr, value);
    return 0;
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    *value = bench_of(r)->ops->read(bench_of(r), addr);
    return 0;
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    struct tn_bench *b = bench_of(r);
    unsigned stream, index;
    int rc = 0;
    tn_bench_stream_of(b->text, s->point, &stream, &index);
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = b->ops->give(b, stream, index, s->tlp[0].bytes, s->tlp[0].len, 0);
    return rc;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    return bench_of(r)->ops->set(bench_of(r), s->cause, s->port, s->value);
}

static bool under_way(const struct runner *r)
{
    return bench_of(r)->ops->busy(bench_of(r));
}

static int stall_source(const struct runner *r, const char *name, const struct tn_stall *stall)
{
    struct tn_bench *b = bench_of(r);
    unsigned stream, index;
    tn_bench_stream_of(b->text, name, &stream, &index);
    if (index < b->count[stream])
        b->ops->stall(b, stream, index, tn_run_of_16(stall));
    return 0;
}

static void release(const struct runner *r)
{
    bench_of(r)->ops->release(bench_of(r));
}

const struct tn_run_ops tn_bench_runner = {
    .reject = "",
    .quiet_cycles = QUIET_CYC,
    .fit = fit,
    .watch = watch,
    .unwatch = unwatch,
    .write = write_reg,
    .read = read_reg,
    .send = send,
    .line = line,
    .under_way = under_way,
    .stall_source = stall_source,
    .own_sinks = true,
    .open = release,
};
