/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A router under cases: links, network interfaces and software are the bench's; its judge looks at
 * every pin.
 */
#include "../../case/run/run.h"

#include "../dut/ape_duts.h"

#include <tn/apenet/ape_case.h>
#include <tn/apenet/ape_router_bench.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const streams[] = {"s_in0",  "s_in1",  "s_in2",  "s_in3",  "s_in4",  "s_in5",
                                      "s_in6",  "s_in7",  "s_in8",  "s_in9",  "s_in10", "s_in11",
                                      "s_own0", "s_own1", "m_out0", "m_out1", "m_out2", "m_out3",
                                      "m_out4", "m_out5", "m_own0", "m_own1", NULL};
enum { S_OWN = 12, M_OUT = 14, M_OWN = 20 };

static struct tn_ape_router_bench *bench_of(const struct runner *r)
{
    return r->judges;
}

static void on_packet(void *ctx, unsigned out, unsigned vc, const uint8_t *bytes, size_t len,
                      uint64_t first, uint64_t last)
{
    struct runner *r = ctx;
    const struct tn_event ev = {.cycle = first,
                                .span = (uint32_t)(last - first),
                                .bytes = bytes,
                                .len = (uint32_t)len,
                                .orig_len = (uint32_t)len};
    const unsigned links = bench_of(r)->config.link_n;
    (void)vc;
    tn_run_seen(r, streams[out < links ? M_OUT + out : M_OWN + out - links], &ev);
}

static int watch(struct runner *r)
{
    struct tn_ape_router_bench *b = tn_ape_router_bench_new(r->c->seed, tn_run_judged, r);
    if (!b)
        return -ENOMEM;
    r->judges = b;
    b->seen = on_packet;
    b->ctx = r;
    return 0;
}

static int forget(struct runner *r)
{
    tn_ape_router_bench_flush(bench_of(r));
    return 0;
}

static void unwatch(struct runner *r)
{
    struct tn_ape_router_bench *b = bench_of(r);
    if (!b)
        return;
    const struct tn_judge *j = tn_ape_router_judge_of(b->judge);
    if (b->unknown)
        tn_run_fail(r, r->c->rules[0], r->packets, tn_run_now(r),
                    "an output that counts has unknown bits");
    for (const char *const *rule = j->rule; *rule; rule++)
        if (tn_judge_asked(j, *rule) && !r->c->no_board)
            tn_run_asked(r, *rule);
    tn_ape_router_bench_free(b);
    r->judges = NULL;
}

static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    tn_ape_router_bench_write(bench_of(r), (uint16_t)addr, value);
    tn_sim_step(8); /* a write acts on headers that come 4 cycles later */
    return 0;
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    *value = tn_ape_router_bench_read(bench_of(r), (uint16_t)addr);
    return 0;
}

/* The number of an input of this shape. */
static unsigned input_of(const struct runner *r, const char *stream)
{
    for (unsigned k = 0; k < M_OUT; k++)
        if (strcmp(stream, streams[k]) == 0)
            return k < S_OWN ? k : (unsigned)APE_VCS * bench_of(r)->config.link_n + k - S_OWN;
    return APR_INS;
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    int rc = 0;
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = tn_ape_router_bench_send(bench_of(r), input_of(r, s->point), s->tlp[0].bytes,
                                      s->tlp[0].len);
    return rc;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    struct tn_ape_router_bench *b = bench_of(r);
    if (s->cause == TN_APE_SHUT) {
        b->shut[s->dir] = (uint8_t)s->value;
        return 0;
    }
    b->fixed[s->dir][s->port] = true;
    b->room[s->dir][s->port][0] = (uint16_t)s->value;
    b->room[s->dir][s->port][1] = (uint16_t)s->mask;
    return 0;
}

static bool under_way(const struct runner *r)
{
    const struct tn_ape_router_bench *b = bench_of(r);
    for (unsigned n = 0; n < APR_INS; n++)
        if (b->queue[n].n)
            return true;
    return false;
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    struct tn_ape_router_bench *b = bench_of(r);
    const unsigned of_16 = tn_run_of_16(stall), links = b->config.link_n;
    for (unsigned k = 0; streams[k]; k++) {
        if (strcmp(stream, streams[k]) != 0)
            continue;
        if (k < M_OUT)
            b->in_16[k < S_OWN ? k : APE_VCS * links + k - S_OWN] = of_16;
        else
            b->out_16[k < M_OWN ? k - M_OUT : links + k - M_OWN] = of_16;
    }
    return 0;
}

static void open_all(const struct runner *r)
{
    struct tn_ape_router_bench *b = bench_of(r);
    for (unsigned o = 0; o < APR_OUTS; o++)
        b->out_16[o] = 16;
    for (unsigned i = 0; i < APR_LINKS; i++)
        b->fixed[i][0] = b->fixed[i][1] = false;
    b->shut[0] = b->shut[1] = 0;
}

const struct tn_run_ops tn_run_ape_router = {
    .streams = streams,
    .reject = "",
    .reset_cycles = 6,
    .quiet_cycles = 100,
    .watch = watch,
    .forget = forget,
    .unwatch = unwatch,
    .write = write_reg,
    .read = read_reg,
    .send = send,
    .line = line,
    .under_way = under_way,
    .stall_source = stall_source,
    .own_monitors = true,
    .own_sinks = true,
    .open = open_all,
};
