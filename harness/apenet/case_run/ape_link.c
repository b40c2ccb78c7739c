/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus link's end under cases: router, software and far end are the bench's; its judge looks at
 * every pin.
 */
#include "../../case/run/run.h"

#include "../dut/ape_duts.h"

#include <tn/apenet/ape_case.h>
#include <tn/apenet/ape_link_bench.h>
#include <tn/sim.h>

#include <errno.h>
#include <string.h>

static const char *const streams[] = {"s_tx",  "s_far",  "m_rx0",
                                      "m_rx1", "m_line", NULL}; /* by place */

static struct tn_ape_link_bench *bench_of(const struct runner *r)
{
    return r->judges;
}

static void on_packet(void *ctx, enum tn_ape_link_place at, const uint8_t *bytes, size_t len,
                      uint64_t first, uint64_t last)
{
    const struct tn_event ev = {.cycle = first,
                                .span = (uint32_t)(last - first),
                                .bytes = bytes,
                                .len = (uint32_t)len,
                                .orig_len = (uint32_t)len};
    tn_run_seen(ctx, streams[at], &ev);
}

static int watch(struct runner *r)
{
    struct tn_ape_link_bench *b = tn_ape_link_bench_new(r->c->seed, tn_run_judged, r);
    if (!b)
        return -ENOMEM;
    r->judges = b;
    b->seen = on_packet;
    b->ctx = r;
    return 0;
}

static int forget(struct runner *r)
{
    tn_ape_link_bench_flush(bench_of(r));
    return 0;
}

static void unwatch(struct runner *r)
{
    struct tn_ape_link_bench *b = bench_of(r);
    if (!b)
        return;
    const struct tn_judge *j = tn_ape_link_judge_of(b->judge);
    if (b->unknown)
        tn_run_fail(r, r->c->rules[0], r->packets, tn_run_now(r),
                    "an output that counts has unknown bits");
    for (const char *const *rule = j->rule; *rule; rule++)
        if (tn_judge_asked(j, *rule) && !r->c->no_board)
            tn_run_asked(r, *rule);
    tn_ape_link_bench_free(b);
    r->judges = NULL;
}

static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    tn_ape_link_bench_write(bench_of(r), (uint8_t)addr, value);
    return 0;
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    *value = tn_ape_link_bench_read(bench_of(r), (uint8_t)addr);
    return 0;
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    int rc = 0;
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = tn_ape_link_bench_send(bench_of(r), strcmp(s->point, "s_far") == 0, s->tlp[0].bytes,
                                    s->tlp[0].len);
    return rc;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    struct tn_ape_link_bench *b = bench_of(r);
    switch ((enum tn_ape_case)s->cause) {
    case TN_APE_WORDS:
        return tn_ape_link_bench_words(b, s->tlp[0].bytes, s->tlp[0].len / APE_LINK_WORD, s->value);
    case TN_APE_USED:
        b->fixed[s->port] = true;
        b->used[s->port][0] = (uint16_t)s->value;
        b->used[s->port][1] = (uint16_t)s->mask;
        return 0;
    case TN_APE_AUTO:
        b->fixed[0] = b->fixed[1] = false;
        return 0;
    case TN_APE_QUIET:
        b->quiet = s->value;
        return 0;
    case TN_APE_STUFF:
        b->stuff_16 = s->value;
        return 0;
    case TN_APE_DRAIN:
        b->drain_16[0] = b->drain_16[1] = s->value;
        return 0;
    default:
        return -EINVAL;
    }
}

static bool under_way(const struct runner *r)
{
    return tn_ape_link_bench_busy(bench_of(r));
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    for (unsigned i = 0; i < TN_APL_LINE; i++)
        if (strcmp(stream, streams[i]) == 0)
            bench_of(r)->of_16[i] = tn_run_of_16(stall);
    return 0;
}

static void open_all(const struct runner *r)
{
    for (unsigned i = 0; i < TN_APL_LINE; i++)
        bench_of(r)->of_16[i] = 16;
}

const struct tn_run_ops tn_run_ape_link = {
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
