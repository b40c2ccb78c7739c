/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two nodes that run: how time passes, how the software starts, and how a transfer is asked for. Sessions and cases use it.
 */
#include "exa_nodes_session.h"

#include <tn/bfm.h>
#include <tn/exanet/exa_nodes_fault.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    UP_CYC = 66 * 600,
    START_CYC = 30000,
    LINK = 0x2000, /* registers of the link to node 0, at node 1; LINK >> 1 to node 1 */
    STATUS = 4,
    NODE = 0x10000,
    CARRIES = 9, /* locked and aligned */
};

void tn_nodes_step(struct tn_nodes_run *r, uint64_t n)
{
    const uint64_t end = tn_sim_cycle() + n;
    while (tn_sim_cycle() < end) {
        if (r->phase >= TN_NODES_TURN) {
            r->phase = 0;
            tn_exa_nodes_turn();
            tn_nodes_sites_turn(r);
            if (tn_sim_cycle() >= end)
                break; /* a fault has taken some */
        }
        const uint64_t left = end - tn_sim_cycle(), part = left < TN_NODES_TURN - r->phase ? left : TN_NODES_TURN - r->phase;
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

static int await_lines(char *err, size_t err_size)
{
    for (unsigned i = 0; i < UP_CYC / 40 && !lines_carry(); i++)
        tn_sim_step(40);
    if (lines_carry())
        return 0;
    snprintf(err, err_size, "the lines do not come up");
    return -EIO;
}

int tn_nodes_open(struct tn_nodes_run *r, char *err, size_t err_size)
{
    int rc;
    for (unsigned n = 0; n < TN_NODES; n++)
        r->own[n] = exa_node_on(TN_NODES_XYZ, n);
    if (tn_nodes_judge_open(r) < 0 || tn_nodes_site_start(r, 0) < 0 || tn_nodes_site_start(r, 1) < 0) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    if ((rc = await_lines(err, err_size)) < 0)
        return rc;
    r->phase = TN_NODES_TURN;
    for (unsigned i = 0; i < START_CYC && !(r->site[0].open && r->site[1].open); i += TN_NODES_TURN)
        tn_nodes_step(r, TN_NODES_TURN);
    if (!r->site[0].open || !r->site[1].open) {
        snprintf(err, err_size, "the firmware does not start");
        return -EIO;
    }
    tn_exa_nodes_faults(&hands, r);
    return 0;
}

void tn_nodes_close(struct tn_nodes_run *r)
{
    tn_exa_nodes_faults(NULL, NULL);
    tn_monitor_clear();
    tn_nodes_judge_close(r);
    tn_nodes_sites_end(r);
    for (unsigned i = 0; i < r->jobs; i++)
        free(r->job[i].bytes);
}


/* Transfers. */

struct tn_nodes_job *tn_nodes_add(struct tn_nodes_run *r, unsigned holder, bool get, const uint8_t *bytes, unsigned length)
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

bool tn_nodes_over(const struct tn_nodes_run *r)
{
    for (unsigned i = 0; i < r->jobs; i++)
        if (r->job[i].state == TN_JOB_WAITS || r->job[i].state == TN_JOB_BEGUN)
            return false;
    return true;
}

void tn_nodes_await(struct tn_nodes_run *r, uint64_t until)
{
    while (!tn_nodes_over(r) && tn_sim_cycle() < until && !r->site[0].deaf && !r->site[1].deaf)
        tn_nodes_step(r, TN_NODES_TURN);
}
