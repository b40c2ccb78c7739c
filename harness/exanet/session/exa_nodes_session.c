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
#include <tn/exanet/exa_nodes_fault.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOARD = 0x1000, /* register of the bench */
    XYZ = 0x53 << 12 | 3 << 8 | 9 << 4 | 5,
    TURN = 4,
    UP_CYC = 66 * 600,
    START_CYC = 30000,
    LINK = 0x2000, /* registers of the link to node 0, at node 1; LINK >> 1 to node 1 */
    STATUS = 4,
    NODE = 0x10000,
    CARRIES = 9, /* locked and aligned */
    PATIENCE = 120000,
    REST_CYC = 600,
    SOURCES = 64,
    PROBE = 96,
};

static void step(struct tn_session *s, uint64_t n)
{
    struct tn_nodes_run *r = s->own;
    const uint64_t end = tn_sim_cycle() + n;
    while (tn_sim_cycle() < end) {
        if (r->phase >= TURN) {
            r->phase = 0;
            tn_exa_nodes_turn();
            tn_nodes_sites_turn(r);
            if (tn_sim_cycle() >= end)
                break; /* a fault has taken some */
        }
        const uint64_t left = end - tn_sim_cycle(), part = left < TURN - r->phase ? left : TURN - r->phase;
        tn_sim_step(part);
        r->phase += (unsigned)part;
    }
}

/* What faults do to the software and the pages of a node. */

static void sleep_of(void *ctx, unsigned node, bool user, uint64_t until)
{
    struct tn_nodes_run *r = ctx;
    *(user ? &r->site[node].user_sleeps : &r->site[node].firmware_sleeps) = until;
}

static void page_of(void *ctx, unsigned node, bool target, unsigned which, unsigned served)
{
    struct tn_nodes_run *r = ctx;
    *(target ? &r->site[node].target : &r->site[node].source) = (struct tn_nodes_page){true, which, served};
}

static unsigned struck_pages(void *ctx, uint64_t *cycle)
{
    const struct tn_nodes_run *r = ctx;
    *cycle = r->struck_at;
    return r->struck_pages;
}

static const struct tn_exa_nodes_hands hands = {sleep_of, page_of, struck_pages};

/* The start. */

static bool lines_carry(void)
{
    for (unsigned n = 0; n < TN_NODES; n++) {
        const uint32_t status = tn_reg_read(NODE * n + (LINK >> n) + STATUS);
        if ((status & CARRIES) != CARRIES || status == UINT32_MAX)
            return false;
    }
    return true;
}

static int power_up(struct tn_nodes_run *r, char *err, size_t err_size)
{
    tn_state_settle("u_dut");
    tn_reg_write(BOARD, XYZ);
    tn_sim_reset(40);
    for (unsigned n = 0; n < TN_NODES; n++)
        r->own[n] = exa_node_on(XYZ, n);
    if (tn_nodes_judge_open(r) < 0 || tn_nodes_site_start(r, 0) < 0 || tn_nodes_site_start(r, 1) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    for (unsigned i = 0; i < UP_CYC / 40 && !lines_carry(); i++)
        tn_sim_step(40);
    if (!lines_carry()) {
        snprintf(err, err_size, "the lines do not come up");
        return -EIO;
    }
    return 0;
}

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
    if ((rc = power_up(r, err, err_size)) < 0)
        return rc;
    r->phase = TURN;
    for (unsigned i = 0; i < START_CYC && !(r->site[0].open && r->site[1].open); i += TURN)
        step(s, TURN);
    if (!r->site[0].open || !r->site[1].open) {
        snprintf(err, err_size, "the firmware does not start");
        return -EIO;
    }
    tn_exa_nodes_faults(&hands, r);
    tn_session_begin(s, o);
    return 0;
}

/* Jobs. */

static struct tn_nodes_job *add_job(struct tn_nodes_run *r, unsigned holder, bool get, const uint8_t *bytes, unsigned length)
{
    struct tn_nodes_job *j = &r->job[r->jobs];
    *j = (struct tn_nodes_job){.node = get ? !holder : holder, .get = get, .holder = holder, .length = length, .bytes = malloc(length)};
    if (!j->bytes)
        exit(2);
    memcpy(j->bytes, bytes, length);
    for (unsigned i = 0; i < length; i++)
        if (j->bytes[i] == 0) /* memory holds 0 where nothing was written */
            j->bytes[i] = 0x5a;
    r->jobs++;
    return j;
}

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
    static const unsigned NOTIFIED = 2, READ = 3; /* each so manyth is */
    struct tn_nodes_run *r = s->own;
    struct tn_dma_transaction x;
    struct tn_nodes_job *j;
    int rc;
    if (r->jobs == TN_NODES_JOBS)
        return 0;
    if ((rc = tn_dma_reader_next(r->capture, &x)) != 1)
        return rc;
    const unsigned i = r->jobs;
    j = add_job(r, node_of(r, x.from), i % READ == READ - 1, x.bytes, x.f.length);
    j->user = x.f.pdid != tn_dma_reader_domain(r->capture, 0);
    j->notify = !j->get && (x.f.notify || i % NOTIFIED == 0);
    j->dst = x.f.addr;
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

static bool all_over(const struct tn_nodes_run *r)
{
    for (unsigned i = 0; i < r->jobs; i++)
        if (r->job[i].state == TN_JOB_WAITS || r->job[i].state == TN_JOB_BEGUN)
            return false;
    return true;
}

/* Lets software work until all transfers have ended. An access without an answer ends that. */
static void await_all(struct tn_nodes_run *r, uint64_t due)
{
    while (!all_over(r) && tn_sim_cycle() < due + PATIENCE && !r->site[0].deaf && !r->site[1].deaf)
        step(r->s, TURN);
}

/* A write each way. */
static void probe(struct tn_nodes_run *r)
{
    uint8_t bytes[PROBE];
    memset(bytes, 0xa5, sizeof bytes);
    for (unsigned n = 0; n < TN_NODES; n++) {
        struct tn_nodes_job *j = add_job(r, n, false, bytes, sizeof bytes);
        j->at = tn_sim_cycle();
        tn_nodes_place(r, j);
    }
    await_all(r, tn_sim_cycle());
}

static void finish(struct tn_session *s, uint64_t drain)
{
    struct tn_nodes_run *r = s->own;
    uint64_t due = tn_sim_cycle();
    (void)drain;
    for (unsigned i = 0; i < r->jobs; i++)
        due = r->job[i].state == TN_JOB_WAITS && r->job[i].at > due ? r->job[i].at : due;
    await_all(r, due);
    if (all_over(r))
        probe(r);
    step(s, REST_CYC);
    s->tally.hung = !all_over(r) || r->site[0].deaf || r->site[1].deaf;
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
    tn_exa_nodes_faults(NULL, NULL);
    tn_monitor_clear();
    tn_nodes_judge_close(r);
    tn_nodes_sites_end(r);
    tn_dma_reader_close(r->capture);
    for (unsigned i = 0; i < r->jobs; i++)
        free(r->job[i].bytes);
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
