/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of two nodes with a capture played into them: its transactions become transfers. Sources of the capture belong to
 * the nodes in turn, in the order in which they appear; every third transaction is read by the node that it goes to, the
 * others are written by the node that has it. Faults are of packets between the nodes, pages, lines, software and state.
 */
#include "exa_nodes_session.h"

#include "../dut/exa_duts.h"

#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 120000, REST_CYC = 600, SOURCES = 64, PROBE = 96, FIRST = 0xe00, STEP = 7, FIRSTS = 0x200 };

static void step(struct tn_session *s, uint64_t n)
{
    tn_nodes_step(s->own, n);
}

/* The start. */

static int open_nodes(struct tn_session *s, const struct tn_session_options *o, char *err, size_t err_size)
{
    struct tn_nodes_run *r = s->own;
    int rc;
    r->s = s;
    if (!(r->capture = tn_dma_reader_open(o, err, err_size)))
        return -EINVAL;
    for (unsigned u = 0; u < TN_NODES_USERS; u++)
        r->pdid[u] = tn_dma_reader_domain(r->capture, u % tn_dma_reader_domains(r->capture));
    if (r->pdid[0] == r->pdid[1]) /* the second process has a domain that the capture has not */
        r->pdid[1] ^= 1;
    tn_session_begin(s, o);
    tn_state_settle("u_dut");
    tn_reg_write(TN_NODES_BOARD, TN_NODES_XYZ);
    tn_sim_reset(TN_NODES_RESET);
    if ((rc = tn_nodes_open(r, err, err_size)) < 0)
        return rc;
    tn_session_begin(s, o);
    return 0;
}

/* Jobs. */

/* The node that has what a source of the capture sends. */
static unsigned node_of(struct tn_nodes_run *r, uint32_t from)
{
    unsigned i = 0;
    while (i < r->sources && r->source[i] != from)
        i++;
    if (i == r->sources && i < SOURCES)
        r->source[r->sources++] = from;
    return i % TN_NODES;
}

static int next_transfer(struct tn_session *s, uint64_t *at)
{
    static const unsigned NOTIFIED = 2, HOME = 4, READ = 3; /* each so manyth is */
    struct tn_nodes_run *r = s->own;
    struct tn_dma_transaction x;
    struct tn_nodes_job *j;
    int rc;
    if (r->jobs == TN_NODES_JOBS)
        return 0;
    if ((rc = tn_dma_reader_next(r->capture, &x)) != 1)
        return rc;
    const unsigned i = r->jobs;
    j = tn_nodes_add(r, node_of(r, x.from), i % READ == READ - 1, x.bytes, x.f.length);
    j->user = x.f.pdid != tn_dma_reader_domain(r->capture, 0);
    j->notify = !j->get && (x.f.notify || i % NOTIFIED == 0);
    j->home = i % HOME == 0;
    j->src = FIRST + STEP * i % FIRSTS; /* most end on another page */
    j->dst = x.f.addr % TN_EXD_BYTES;
    j->at = s->start + x.at;
    tn_nodes_place(r, j);
    *at = x.at;
    s->tally.in++;
    return 1;
}

static const char *error_of(struct tn_session *s)
{
    return tn_dma_reader_error(((struct tn_nodes_run *)s->own)->capture);
}

static unsigned long queued(struct tn_session *s)
{
    const struct tn_nodes_run *r = s->own;
    unsigned long n = 0;
    for (unsigned i = 0; i < r->jobs; i++)
        n += r->job[i].state == TN_JOB_WAITS && r->job[i].at <= tn_sim_cycle();
    return n;
}

/* Memories answer late and in any order. */
static void stall(struct tn_session *s, uint64_t seed)
{
    struct tn_nodes_run *r = s->own;
    for (unsigned n = 0; n < TN_NODES; n++) {
        struct tn_memory *m = tn_exf_board_memory(r->board, n);
        tn_memory_timing(m, &(struct tn_memory_timing){2, 40, 2, 40, true, true, seed + n});
        tn_memory_stall(m, TN_AXI_R, &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 2 + n});
        tn_memory_stall(m, TN_AXI_W, &(struct tn_stall){TN_STALL_BURST, 3, 20, seed + 4 + n});
    }
}

static void flush(struct tn_session *s)
{
    struct tn_nodes_run *r = s->own;
    for (unsigned i = 0; i < r->jobs; i++)
        if (r->job[i].state == TN_JOB_WAITS)
            r->job[i].state = TN_JOB_NEVER;
}

/* The end. */

/* A write each way. */
static void probe(struct tn_nodes_run *r)
{
    uint8_t bytes[PROBE];
    memset(bytes, 0xa5, sizeof bytes);
    for (unsigned n = 0; n < TN_NODES; n++) {
        struct tn_nodes_job *j = tn_nodes_add(r, n, false, bytes, sizeof bytes);
        j->at = tn_sim_cycle();
        tn_nodes_place(r, j);
    }
    tn_nodes_await(r, PATIENCE + tn_sim_cycle());
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct tn_nodes_run *r = s->own;
    uint64_t due = tn_sim_cycle();
    (void)drain;
    for (unsigned i = 0; i < r->jobs; i++)
        due = r->job[i].state == TN_JOB_WAITS && r->job[i].at > due ? r->job[i].at : due;
    tn_nodes_await(r, PATIENCE + due);
    if (tn_nodes_over(r))
        probe(r);
    step(s, REST_CYC);
    s->tally.hung = !tn_nodes_over(r) || r->site[0].deaf || r->site[1].deaf;
    if (s->tally.hung)
        tn_session_note(s, tn_sim_cycle(), "hang");
    tn_nodes_judge_end(r);
}

static void summary(struct tn_session *s, char *out, size_t size)
{
    const struct tn_nodes_run *r = s->own;
    unsigned gets = 0, notes = 0;
    for (unsigned i = 0; i < r->jobs; i++) {
        gets += r->job[i].get;
        notes += r->job[i].notes;
    }
    snprintf(out, size, "%s: %lu transfers and two probes, %u of them reads; %u notifications; %lu attempts more", tn_sim_dut(),
             s->tally.in, gets, notes, s->tally.corrected);
}

static void close_nodes(struct tn_session *s)
{
    struct tn_nodes_run *r = s->own;
    tn_nodes_close(r);
    tn_dma_reader_close(r->capture);
}

const struct tn_session_ops tn_exa_nodes_session = {
    .size = sizeof(struct tn_nodes_run),
    .open = open_nodes,
    .next = next_transfer,
    .error = error_of,
    .step = step,
    .queued = queued,
    .stall = stall,
    .flush = flush,
    .finish = finish,
    .summary = summary,
    .close = close_nodes,
};
