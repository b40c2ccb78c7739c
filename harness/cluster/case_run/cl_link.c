/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A lane's end under cases: the port, software and the far end are the bench's; its judge looks at
 * every pin.
 */
#include "../../case/run/run.h"

#include "../dut/cl_duts.h"

#include <tn/cluster/cl_case.h>
#include <tn/cluster/cl_link_bench.h>
#include <tn/cluster/cluster.h>
#include <tn/sim.h>

#include <errno.h>
#include <string.h>

enum { STALLED_GAP = 12 }; /* comma words between runs of a stalled far end, at most */
static const char *const streams[] = {"s_s", "m_d",   "m_m",    "o_wire", "o_ctl", "o_far",
                                      "m_y", "s_far", "s_wire", "s_x",    NULL}; /* by place */

/* A case says 0 of the lane's own plane: moves the plane in a payload's first word. */
static void move_plane(uint16_t *word, unsigned by)
{
    const unsigned plane = *word >> 13 & 3;
    if (plane < CL_PLANES)
        *word = (uint16_t)((*word & ~0x6000u) | (plane + by) % CL_PLANES << 13);
}

/* Link packets and side packets of a case get the planes of this bench. */
static void fit(struct tn_case *c, char *why, size_t size)
{
    const unsigned by = c->fitted ? 0 : (unsigned)tn_sim_param("PLANE");
    (void)why, (void)size;
    c->fitted = true;
    for (unsigned k = 0; k < c->step_n; k++)
        for (unsigned i = 0; i < TN_CASE_ALTERNATIVES && c->steps[k].tlp[i].bytes; i++) {
            struct tn_case_tlp *t = &c->steps[k].tlp[i];
            const unsigned n = (unsigned)(t->len / CL_WORD);
            uint16_t word[TN_CLL_WORDS], was;
            cl_words_get(t->bytes, n, word);
            if (n == 1 &&
                (strcmp(c->steps[k].point, "s_x") == 0 || strcmp(c->steps[k].point, "m_y") == 0))
                move_plane(word, by);
            if (n == CL_CTL_WORDS && cl_is_link(word)) {
                was = cl_crc(word, n - 1);
                move_plane(&word[2], by);
                word[n - 1] ^= was ^ cl_crc(word, n - 1);
            }
            cl_words_put(word, n, t->bytes);
        }
}

static struct tn_cl_link_bench *bench_of(const struct runner *r)
{
    return r->judges;
}

static void on_packet(void *ctx, enum tn_cll_place at, const struct tn_cll_run *run)
{
    uint8_t bytes[TN_CLL_WORDS * CL_WORD];
    const struct tn_event ev = {.cycle = run->first,
                                .span = (uint32_t)(run->last - run->first),
                                .bytes = bytes,
                                .len = run->n * CL_WORD,
                                .orig_len = run->n * CL_WORD};
    cl_words_put(run->word, run->n, bytes);
    tn_run_seen(ctx, streams[at], &ev);
}

static int watch(struct runner *r)
{
    struct tn_cl_link_bench *b = tn_cl_link_bench_new(r->c->seed, tn_run_judged, r);
    if (!b)
        return -ENOMEM;
    r->judges = b;
    b->seen = on_packet;
    b->ctx = r;
    return 0;
}

static void unwatch(struct runner *r)
{
    struct tn_cl_link_bench *b = bench_of(r);
    if (!b)
        return;
    const struct tn_judge *j = tn_cl_link_judge_of(b->judge);
    if (b->unknown)
        tn_run_fail(r, r->c->rules[0], r->packets, tn_run_now(r),
                    "an output that counts has unknown bits");
    for (const char *const *rule = j->rule; *rule; rule++)
        if (tn_judge_asked(j, *rule) && !r->c->no_board)
            tn_run_asked(r, *rule);
    tn_cl_link_bench_free(b);
    r->judges = NULL;
}

static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    tn_cl_link_bench_write(bench_of(r), (uint8_t)addr, value);
    return 0;
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    *value = tn_cl_link_bench_read(bench_of(r), (uint8_t)addr);
    return 0;
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    struct tn_cl_link_bench *b = bench_of(r);
    uint16_t word[TN_CLL_WORDS];
    const unsigned n = (unsigned)(s->tlp[0].len / CL_WORD);
    int rc = 0;
    cl_words_get(s->tlp[0].bytes, n, word);
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        if (strcmp(s->point, "s_wire") == 0)
            tn_cl_link_peer_run(b->peer, word, n);
        else if (strcmp(s->point, "s_x") == 0)
            rc = tn_cl_link_bench_side(b, word[0]);
        else
            rc = tn_cl_link_bench_send(b, strcmp(s->point, "s_far") == 0, word, n, 0);
    return rc;
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    struct tn_cl_link_bench *b = bench_of(r);
    switch ((enum tn_cl_case)s->cause) {
    case TN_CL_HOLDS:
        b->ways->hold_freed = s->value & 1;
        b->ways->hold_ctl = s->value >> 1 & 1;
        b->ways->hold_nack = s->value >> 2 & 1;
        b->ways->stop = s->value >> 3 & 1;
        b->no_commas = s->value >> 4 & 1;
        return 0;
    case TN_CL_HARM:
        tn_cl_link_peer_harm(b->peer, s->dir == 1, (enum tn_cl_harm)s->value);
        return 0;
    case TN_CL_PORT:
        b->hold_freed = s->value & 1;
        b->blind = s->value >> 1 & 1;
        return 0;
    case TN_CL_FREE:
        b->free_now[s->port] += s->value;
        return 0;
    case TN_CL_KILL:
        b->kill = true;
        return 0;
    case TN_CL_DRAIN:
        b->d_ack = (uint8_t)s->value;
        b->d_go = true;
        return 0;
    }
    return -EINVAL;
}

static bool under_way(const struct runner *r)
{
    return tn_cl_link_bench_busy(bench_of(r));
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    struct tn_cl_link_bench *b = bench_of(r);
    const unsigned of_16 = tn_run_of_16(stall);
    if (strcmp(stream, "s_s") == 0)
        b->s_16 = of_16;
    else if (strcmp(stream, "m_d") == 0)
        b->d_16 = of_16;
    else if (strcmp(stream, "s_far") == 0)
        b->ways->gap = of_16 < 16 ? STALLED_GAP : 0;
    return 0;
}

/* At the end of a case all that was held goes on. */
static void open_all(const struct runner *r)
{
    struct tn_cl_link_bench *b = bench_of(r);
    *b->ways = (struct tn_cl_peer_ways){0};
    b->hold_freed = b->no_commas = false;
    b->s_16 = b->d_16 = 16;
}

const struct tn_run_ops tn_run_cl_link = {
    .streams = streams,
    .reject = "",
    .reset_cycles = 6,
    .quiet_cycles = 100,
    .fit = fit,
    .watch = watch,
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
