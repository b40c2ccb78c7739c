/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a block of the kit: what all blocks share. Its streams are points of the run, so
 * that cases, captures, coverage and campaigns see their packets as those of any other stream.
 */
#include "../bfm/bfm.h"

#include <tn/bench.h>
#include <tn/bfm.h>
#include <tn/block_table.h>
#include <tn/bug.h>
#include <tn/dut.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESET_CYC = 6, NS_PER_CYCLE = 4 };

/* A packet that passed and was not published yet. */
struct tn_bench_packet {
    struct tn_bench_packet *next;
    struct tn_event ev;
    uint8_t bytes[];
};

void tn_bench_declare(void)
{
    const struct tn_dut *dut = tn_dut_find(tn_sim_dut());
    const char *const *name = dut && dut->bench ? tn_bench_stream_names(dut->text) : NULL;
    for (unsigned i = 0; name && name[i]; i++)
        if (tn_monitor_point_index(name[i]) < 0)
            tn_monitor_declare(i, name[i]);
}

unsigned tn_bench_param(const char *name)
{
    const long v = tn_sim_param(name);
    tn_require(v >= 0);
    return (unsigned)v;
}

struct tn_bench *tn_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx)
{
    const struct tn_dut *dut = tn_dut_find(tn_sim_dut());
    struct tn_bench *b = dut && dut->bench ? calloc(1, sizeof *b) : NULL;
    if (!b)
        return NULL;
    *b = (struct tn_bench){.dut = dut, .text = dut->text, .ops = dut->bench, .fn = fn, .ctx = ctx};
    b->end = &b->packets;
    tn_rng_seed(&b->rng, seed, 3);
    tn_bench_shape(b->text, tn_bench_param, b->count);
    b->own = calloc(1, b->ops->size);
    if (!b->own || b->ops->open(b) < 0) {
        free(b->own);
        free(b);
        return NULL;
    }
    tn_sim_reset(RESET_CYC);
    return b;
}

void tn_bench_free(struct tn_bench *b)
{
    if (!b)
        return;
    b->ops->close(b);
    while (b->packets) {
        struct tn_bench_packet *p = b->packets;
        b->packets = p->next;
        free(p);
    }
    free(b->own);
    free(b);
}

void tn_bench_verdict(void *bench, const struct tn_verdict *v)
{
    struct tn_bench *b = bench;
    b->broken++;
    if (b->verdicts < TN_BENCH_VERDICTS)
        b->verdict[b->verdicts++] = *v;
}

void tn_bench_show(struct tn_bench *b, unsigned stream, unsigned index, uint64_t first,
                   uint64_t last, const uint8_t *bytes, size_t len)
{
    struct tn_bench_packet *p = malloc(sizeof *p + len);
    tn_require(p != NULL && len <= TN_BENCH_BYTES);
    memcpy(p->bytes, bytes, len);
    p->next = NULL;
    p->ev = (struct tn_event){
        .cycle = first,
        .time_ns = first * NS_PER_CYCLE,
        .span = (uint32_t)(last - first),
        .point = (uint16_t)tn_monitor_point_index(tn_bench_stream_name(b->text, stream, index)),
        .dir = tn_bench_stream_in(b->text, stream) ? TN_DIR_DOWN : TN_DIR_UP,
        .port = (uint8_t)index,
        .fabric = b->dut->carries,
        .unit = TN_UNIT_PACKET,
        .len = (uint32_t)len,
        .orig_len = (uint32_t)len,
        .bytes = p->bytes,
    };
    *b->end = p;
    b->end = &p->next;
}

void tn_bench_tell(struct tn_bench *b)
{
    while (b->packets) {
        struct tn_bench_packet *p = b->packets;
        tn_monitor_publish(&p->ev);
        b->packets = p->next;
        free(p);
    }
    b->end = &b->packets;
    const unsigned n = b->verdicts;
    b->verdicts = 0;
    for (unsigned i = 0; i < n && b->fn; i++)
        b->fn(b->ctx, &b->verdict[i]);
}

const char *tn_bench_lost(const struct tn_bench *b)
{
    return b->ops->lost ? b->ops->lost : b->ops->judge(b)->rule[0];
}

static bool at_rest(void *bench)
{
    const struct tn_bench *b = bench;
    return b->broken || !b->ops->busy(b);
}

bool tn_bench_settle(struct tn_bench *b, uint64_t cycles)
{
    return tn_sim_step_until(at_rest, b, cycles);
}

void tn_bench_probe(struct tn_bench *b)
{
    uint8_t bytes[TN_BENCH_BYTES];
    for (unsigned k = 0; k < tn_bench_streams(b->text); k++)
        for (unsigned i = 0; tn_bench_given(b->text, k) && i < b->count[k]; i++) {
            const size_t n = b->ops->draw(b, k, i, NULL, 0, 0, bytes);
            if (n)
                b->ops->give(b, k, i, bytes, n, 0);
        }
}

void tn_bench_read_all(struct tn_bench *b)
{
    for (uint32_t addr = 0; addr < 4u << (b->text->table->addr_bits - 2); addr += 4)
        b->ops->read(b, addr);
}
