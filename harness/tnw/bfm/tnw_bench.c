/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a TNW torus: hosts, time, lines to records, errors.
 */
#include "tnw_bench_host.h"

#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { RESET_CYC = 8, READ_CYC = 60 };

static void said(void *ctx, const struct tn_verdict *v)
{
    struct tn_tnw_bench *b = ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    if (!b->verdicts++) {
        snprintf(b->said, sizeof b->said, "%s in %llu: %s, found %s", v->rule,
                 (unsigned long long)v->cycle, v->expected, v->found);
        tn_sim_failed(v->rule, v->cycle, v->packet, v->found);
    }
}

static void on_tlp(void *ctx, const struct tn_event *ev)
{
    struct tn_tnw_bench *b = ctx;
    if (ev->point % 2 == 1 && ev->point / 2 < b->nodes)
        tn_tnw_bench_tlp(&b->node[ev->point / 2], ev);
}

/* The cable's records, to its judge and, when it is the one, to the capture. */
static void on_record(void *ctx, const struct tn_event *ev)
{
    struct tn_tnw_cable *c = ctx;
    struct tn_tnw_bench *b = c->bench;
    struct tn_event numbered = *ev;
    numbered.packet = ++b->records;
    tn_checker_event(c->checker, &numbered, 0);
    if (b->writer && c == &b->cable[b->writes_node][b->writes_axis])
        tn_writer_event(b->writer, &numbered);
}

unsigned tn_tnw_bench_neighbour(const struct tn_tnw_bench *b, unsigned node, unsigned link)
{
    unsigned at[3] = {node % b->size[0], node / b->size[0] % b->size[1],
                      node / b->size[0] / b->size[1]};
    const unsigned axis = link / 2, n = b->size[axis];
    at[axis] = (at[axis] + (link & 1 ? n - 1 : 1)) % n;
    return at[0] + b->size[0] * (at[1] + b->size[1] * at[2]);
}

/* What comes in on link of node: on a plus link the cable is the node's own, its second direction.
 */
static struct tn_tnw_recorder *recorder(struct tn_tnw_bench *b, unsigned node, unsigned link)
{
    const unsigned owner = link & 1 ? tn_tnw_bench_neighbour(b, node, link) : node;
    return &b->cable[owner][link / 2].way[link & 1 ? 0 : 1];
}

static void on_tap(void *ctx, const struct tn_tap_seen *seen)
{
    struct tn_tnw_bench *b = ctx;
    const unsigned node = seen->id / TN_TNW_BENCH_TAPS, tap = seen->id % TN_TNW_BENCH_TAPS;
    const struct tnw_word w = {(uint32_t)seen->data, (uint8_t)(seen->data >> 32 & 15)};
    if (node >= b->nodes)
        return;
    if (tap == TN_TNW_BENCH_TAP_TAKE) {
        b->takes[node]++;
        return;
    }
    b->words++;
    if (tnw_classify(w) == TNW_START) {
        b->starts[node][tap]++;
        b->start_cycle[node][tap] = seen->cycle;
    }
    tn_tnw_recorder_word(recorder(b, node, tap), seen->cycle, w, seen->head & 1);
}

static int open_node(struct tn_tnw_bench *b, unsigned k)
{
    struct tn_tnw_host_node *n = &b->node[k];
    char name[16];
    snprintf(name, sizeof name, "to%u", k);
    n->bench = b;
    n->node = k;
    n->bar0 = tn_tnw_bench_bar0(k);
    n->bar2 = tn_tnw_bench_bar2(k);
    n->to = tn_source_find(name);
    n->memory = tn_memory_new();
    return !n->to ? -ENODEV : n->memory ? 0 : -ENOMEM;
}

static int open_cables(struct tn_tnw_bench *b, unsigned k)
{
    struct tn_check_params p;
    tn_check_defaults(&p);
    for (unsigned axis = 0; axis < 3; axis++) {
        struct tn_tnw_cable *c = &b->cable[k][axis];
        c->bench = b;
        c->checker = tn_checker_new(&p, NULL, NULL, said, b);
        if (!c->checker)
            return -ENOMEM;
        for (unsigned way = 0; way < 2; way++)
            c->way[way] =
                (struct tn_tnw_recorder){.point = (uint16_t)way, .fn = on_record, .ctx = c};
    }
    return 0;
}

int tn_tnw_bench_open(struct tn_tnw_bench *b, unsigned taps, uint64_t seed)
{
    static const char *const size[3] = {"X_N", "Y_N", "Z_N"};
    memset(b, 0, sizeof *b);
    b->nodes = 1;
    for (unsigned i = 0; i < 3; i++) {
        const long n = tn_sim_param(size[i]);
        if (n < 1)
            return -ENODEV;
        b->size[i] = (unsigned)n;
        b->nodes *= (unsigned)n;
    }
    if (b->nodes > TN_TNW_BENCH_NODES)
        return -ENODEV;
    b->pcs = tn_sim_param("PCS_EN") == 1;
    b->read_cyc = READ_CYC;
    b->until = UINT64_MAX;
    tn_rng_seed(&b->rng, seed, 21);
    int r = 0;
    for (unsigned k = 0; !r && k < b->nodes; k++) {
        r = open_node(b, k);
        if (!r)
            r = open_cables(b, k);
    }
    if (r)
        return r;
    tn_sim_reset(RESET_CYC);
    tn_monitor_clear();
    r = tn_monitor_subscribe(on_tlp, b);
    if (!r)
        r = tn_handshake_subscribe(said, b);
    if (!r)
        r = tn_tap_subscribe(on_tap, b);
    tn_reg_write(TN_TNW_BENCH_R_TAPS, taps);
    return r;
}

int tn_tnw_bench_capture(struct tn_tnw_bench *b, const char *path, unsigned node, unsigned axis)
{
    char meta[256], err[256];
    snprintf(meta, sizeof meta,
             "tool=tenter\ndut=%s\nsimulator=%s\nseed=%llu\nns_per_cycle=4\npoint.0=s_%u%c\n"
             "point.1=m_%u%c\n",
             tn_sim_dut(), tn_sim_name(), (unsigned long long)tn_sim_seed(), node, "xyz"[axis],
             node, "xyz"[axis]);
    b->writes_node = node;
    b->writes_axis = axis;
    b->writer = tn_writer_open(path, meta, 4, err, sizeof err);
    if (!b->writer)
        fprintf(stderr, "tnw_bench: %s: %s\n", path, err);
    return b->writer ? 0 : -EIO;
}

void tn_tnw_bench_close(struct tn_tnw_bench *b)
{
    tn_reg_write(TN_TNW_BENCH_R_TAPS, 0);
    tn_sim_step(2);
    for (unsigned k = 0; k < b->nodes; k++) {
        for (unsigned axis = 0; axis < 3; axis++) {
            struct tn_tnw_cable *c = &b->cable[k][axis];
            if (!c->checker)
                continue;
            tn_tnw_recorder_end(&c->way[0]);
            tn_tnw_recorder_end(&c->way[1]);
            tn_checker_finish(c->checker);
            tn_checker_free(c->checker);
        }
        if (b->node[k].memory)
            tn_memory_free(b->node[k].memory);
    }
    if (b->writer)
        tn_writer_close(b->writer);
    b->writer = NULL;
    tn_monitor_clear();
}

void tn_tnw_bench_hosts(struct tn_tnw_bench *b)
{
    for (unsigned k = 0; k < b->nodes; k++)
        tn_tnw_bench_turn(&b->node[k]);
}

int tn_tnw_bench_advance(void *bench)
{
    struct tn_tnw_bench *b = bench;
    tn_tnw_bench_hosts(b);
    if (b->hook)
        b->hook(b->hook_ctx, tn_sim_cycle());
    tn_sim_step(TN_TNW_TURN);
    return tn_sim_cycle() > b->until ? -ETIMEDOUT : 0;
}

int tn_tnw_bench_pass(struct tn_tnw_bench *b, uint64_t cycles)
{
    const uint64_t end = tn_sim_cycle() + cycles;
    int r = 0;
    (void)b;
    while (!r && tn_sim_cycle() < end)
        r = tn_tnw_spmd_yield();
    return r;
}

void tn_tnw_bench_strike(unsigned line, uint64_t mask, unsigned cycles)
{
    tn_reg_write(TN_TNW_BENCH_R_MASK, (uint32_t)mask);
    tn_reg_write(TN_TNW_BENCH_R_MASK + 4, (uint32_t)(mask >> 32));
    tn_reg_write(TN_TNW_BENCH_R_STRIKE, line | cycles << 16);
}

void tn_tnw_bench_deed(unsigned line, unsigned from, enum tn_tnw_deed kind, unsigned place,
                       unsigned skip, uint64_t mask)
{
    tn_reg_write(TN_TNW_BENCH_R_DEED_LINE, line | from << 16);
    tn_reg_write(TN_TNW_BENCH_R_MASK, (uint32_t)mask);
    tn_reg_write(TN_TNW_BENCH_R_MASK + 4, (uint32_t)(mask >> 32));
    tn_reg_write(TN_TNW_BENCH_R_DEED, (uint32_t)kind | place << 8 | skip << 16);
}

void tn_tnw_bench_cut(unsigned line, bool on)
{
    tn_reg_write(TN_TNW_BENCH_R_CUT, line | (uint32_t)on << 31);
}

void tn_tnw_bench_noise(unsigned one_in_log2)
{
    tn_reg_write(TN_TNW_BENCH_R_NOISE, one_in_log2);
}

void tn_tnw_bench_hold(unsigned nodes)
{
    tn_reg_write(TN_TNW_BENCH_R_HOLD, nodes);
}

void tn_tnw_bench_wires(bool on)
{
    tn_reg_write(TN_TNW_BENCH_R_WIRES, on);
}
