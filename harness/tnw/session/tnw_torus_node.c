/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Software on a node: gives credits for all that the other one will send, in its order, sends what is
 * due, by Pput or Nget, and looks at what came. An error of the library ends it; it says which.
 */
#include "tnw_torus_session.h"

#include <tn/sim.h>
#include <tn/tnw/tnw_wire_fault.h>

#include <errno.h>
#include <string.h>

enum {
    MEMORY = 0x1000000,   /* from node to node, the second above 4 GiB */
    TARGET = 0x100000,
    SOURCE = 0x400000,
    STEP = 2 * TN_TORUS_MESSAGE,
    LINKS = 3,            /* x+ and x- */
    REORDER_TMO = 600,    /* shorter than the reset's, so that runs are short */
    CPL_TMO = 1000,
    R_REORDER_TMO = 0x10, /* in BAR0 (tnw_pi.md 6) */
    STALLED = 31,         /* bit of a link's STATUS */
    STATE = 7,
    FAILED = 4,
};

static uint64_t base_of(unsigned node)
{
    return node % 2 ? 0x500000000 + MEMORY * (uint64_t)node : MEMORY * (uint64_t)node;
}

uint64_t tn_torus_target(unsigned from, unsigned i)
{
    return base_of(!from) + TARGET + STEP * (uint64_t)i;
}

uint64_t tn_torus_source(unsigned from, unsigned i)
{
    return base_of(from) + SOURCE + STEP * (uint64_t)i;
}

/* Node 0 sends on x+ and receives there, node 1 on x-. */
static int link_of(unsigned node)
{
    return node ? 1 : 0;
}

/* As the write-combining buffers below, but that no wait goes on when the run closes. */
static int pause_here(void *ctx)
{
    const struct tn_torus_buffers *b = ctx;
    return b->run->closing ? -ECANCELED : tn_tnw_wc_io.pause(ctx);
}

static int give_credits(struct tn_torus_run *r, unsigned node)
{
    const unsigned from = !node;
    while (r->given[from] < r->want[from] && !tn_tnw_wire_asleep(node)) {
        struct tn_torus_post *p = &r->post[from][r->given[from]];
        const int rc = tnwCredit(&r->t[node], link_of(node), (int)p->m.vc, tn_torus_target(from, r->given[from]),
                                 p->m.len, &p->credit);
        if (rc)
            return rc == -EBUSY ? 0 : rc;
        p->credited = true;
        r->given[from]++;
    }
    return 0;
}

/* A credit has ended: is in memory what was sent? */
static void came(struct tn_torus_run *r, unsigned node, unsigned i, int rc, const struct tnw_done *d)
{
    struct tn_torus_post *p = &r->post[!node][i];
    uint8_t got[TN_TORUS_MESSAGE];
    tn_memory_peek(r->b.node[node].memory, tn_torus_target(!node, i), got, p->m.len);
    p->end = rc                                                             ? TN_TORUS_TOLD
             : d->bytes == p->m.len && memcmp(got, p->m.data, p->m.len) == 0 ? TN_TORUS_RIGHT
                                                                             : TN_TORUS_OTHER;
    p->cycle = r->moved = tn_sim_cycle();
}

static int look_at_credits(struct tn_torus_run *r, unsigned node)
{
    for (unsigned i = 0; i < r->given[!node]; i++) {
        struct tnw_done d = {0};
        if (r->post[!node][i].end != TN_TORUS_OPEN)
            continue;
        const int rc = tnwTest(&r->t[node], r->post[!node][i].credit, &d);
        if (rc == 0 || rc == -EIO)
            came(r, node, i, rc, &d);
        else if (rc != -EAGAIN)
            return rc;
    }
    return 0;
}

static int send_one(struct tn_torus_run *r, unsigned node, unsigned i)
{
    struct tn_torus_post *p = &r->post[node][i];
    int rc;
    if (p->m.get) {
        rc = tn_memory_poke(r->b.node[node].memory, tn_torus_source(node, i), p->m.data, p->m.len);
        if (!rc)
            rc = tnwGet(&r->t[node], link_of(node), (int)p->m.vc, tn_torus_source(node, i), p->m.len, 0, &p->get);
        p->get_open = rc == 0;
    } else {
        rc = tnwSend(&r->t[node], link_of(node), (int)p->m.vc, p->m.data, p->m.len, 0);
    }
    p->sent = rc == 0;
    r->begun[node] += rc == 0;
    return rc == -EBUSY ? 0 : rc;
}

/* Pput and Nget to one (link, channel) keep no order between them: the one before has to be through. */
static int may_send(struct tn_torus_run *r, unsigned node, unsigned i)
{
    const struct tn_torus_post *p = &r->post[node][i];
    if (tn_sim_cycle() < r->start + p->m.due)
        return -EAGAIN;
    for (unsigned k = i; k-- > 0;) {
        const struct tn_torus_post *q = &r->post[node][k];
        if (q->m.vc != p->m.vc)
            continue;
        if (q->m.get != p->m.get && q->m.get && q->get_open)
            return -EAGAIN;
        return q->m.get != p->m.get && !q->m.get ? tnwSent(&r->t[node], link_of(node), (int)p->m.vc) : 0;
    }
    return 0;
}

static int look_at_gets(struct tn_torus_run *r, unsigned node)
{
    for (unsigned i = 0; i < r->begun[node]; i++) {
        struct tn_torus_post *p = &r->post[node][i];
        if (!p->get_open)
            continue;
        const int rc = tnwTest(&r->t[node], p->get, NULL);
        if (rc == -EAGAIN)
            continue;
        p->get_open = false;
        if (rc)
            return rc;
    }
    return 0;
}

static int work(struct tn_torus_run *r, unsigned node)
{
    int rc = give_credits(r, node);
    if (!rc)
        rc = look_at_credits(r, node);
    if (!rc)
        rc = look_at_gets(r, node);
    while (!rc && r->begun[node] < r->want[node] && !r->closing) {
        const unsigned before = r->begun[node];
        rc = may_send(r, node, before);
        if (!rc)
            rc = send_one(r, node, before);
        if (rc == -EAGAIN)
            return 0;
        if (r->begun[node] == before)
            break; /* no place yet */
    }
    return rc;
}

/* Registers that are not 0 when something went wrong: counters of tnw_pi, of the link, of tnw_rcv. */
static int read_signs(struct tn_torus_run *r, unsigned node)
{
    static const uint16_t counts[] = {0x44, 0x4c, 0x50, 0x54, 0x58, 0x5c, 0x60, 0x84, 0x88, 0x8c, 0x90,
                                      0xac, 0xb0, 0xb4, 0xb8, 0xbc, 0x4c04, 0x4c0c, 0x4c10, 0x4c14};
    const unsigned link = 0x1000 + 0x400 * (unsigned)link_of(node);
    uint32_t v = 0;
    int rc = tn_tnw_bench_io.read32(&r->b.node[node], link + 0x0c, &v);
    if (!rc && ((v & STATE) == FAILED || v >> STALLED))
        r->told[node] = link + 0x0c;
    for (unsigned i = 0; !rc && !r->told[node] && i < sizeof counts / sizeof *counts; i++) {
        rc = tn_tnw_bench_io.read32(&r->b.node[node], counts[i], &v);
        if (!rc && v)
            r->told[node] = counts[i];
    }
    return rc;
}

static int open_node(struct tn_torus_run *r, unsigned node)
{
    const uint32_t timeouts[2] = {REORDER_TMO, CPL_TMO};
    int rc =
        tnwOpen(&r->t[node], &r->io, &r->buffers[node], LINKS, base_of(node) + TN_TNW_AT_NOTES);
    if (!rc)
        rc = tn_tnw_bench_io.write(&r->b.node[node], 0, R_REORDER_TMO, timeouts, sizeof timeouts);
    r->opened[node] = rc == 0;
    return rc;
}

int tn_torus_program(void *arg, unsigned node)
{
    struct tn_torus_run *r = arg;
    r->io = tn_tnw_wc_io;
    r->io.pause = pause_here;
    int rc = open_node(r, node);
    while (!rc && !r->closing) {
        rc = work(r, node);
        if (!rc)
            rc = tn_tnw_wc_io.pause(&r->buffers[node]);
    }
    if (rc && rc != -ECANCELED)
        r->gave_up[node] = rc;
    while (!r->closing) /* (an error has ended it: nothing is sent or taken any more) */
        if (tn_tnw_wc_io.pause(&r->buffers[node]))
            break;
    if (r->look) {
        rc = read_signs(r, node);
        if (rc && !r->gave_up[node])
            r->gave_up[node] = rc;
    }
    r->ended[node] = true;
    return 0;
}
