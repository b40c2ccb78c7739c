/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two nodes under cases: the software of a session (../session/exa_nodes_session.h) carries out the transfers of a case; all
 * bytes are compared at its end, and the judge of transfers stands beside. User 0 and 1 have the domains 51 and 52. A case
 * begins when the lines carry and the firmware of both nodes works.
 */
#include "exa_fit.h"

#include "../../case/run/run.h"
#include "../dut/exa_duts.h"
#include "../session/exa_nodes_session.h"

#include <tn/exanet/exa_case.h>
#include <tn/inject.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_PERIOD = 0x1070, HOP = 0x1090, NODE_1 = 1 << 23, DOMAIN = 51, REST = 400 };

static const char *const streams[] = {"s_mem0", "s_mem1", NULL};

struct judges {
    struct tn_session session;
    struct tn_nodes_run nodes;
    struct tn_nodes_job *transfer[TN_CASE_TRANSFERS]; /* by number */
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    const bool by_lines = strcmp(v->rule, "EXA-NTF-8") == 0 || strcmp(v->expected, "a transfer that ends well") == 0;
    if (r->c->no_board || by_lines) /* errors and notifications that are missing: the case's lines say */
        return;
    tn_run_fail(r, v->rule, r->packets, v->cycle > r->start ? v->cycle - r->start : 0, "expected %s; found %s", v->expected, v->found);
}

static void prepare(void)
{
    tn_inject_clear();
    tn_state_settle("u_dut");
    for (unsigned n = 0; n < TN_NODES; n++) {
        tn_reg_write(LINE_PERIOD + 4 * n, 0);
        tn_reg_write(HOP + 4 * n, 0);
    }
    tn_reg_write(TN_NODES_BOARD, TN_NODES_XYZ);
}

static int watch(struct runner *r)
{
    struct judges *j = r->judges = calloc(1, sizeof *j);
    char err[128];
    if (!j)
        return -ENOMEM;
    j->session.fn = on_verdict;
    j->session.ctx = r;
    j->nodes.s = &j->session;
    for (unsigned u = 0; u < TN_NODES_USERS; u++)
        j->nodes.pdid[u] = (uint16_t)(DOMAIN + u);
    const int rc = tn_nodes_open(&j->nodes, err, sizeof err);
    if (rc < 0)
        tn_run_fail(r, "EXL-LCK-1", 0, tn_run_now(r), "%s", err);
    return rc == -ENOMEM ? rc : 0;
}

static void asked(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)failed;
    if (asked)
        tn_run_asked(ctx, rule);
}

static void unwatch(struct runner *r)
{
    struct judges *j = r->judges;
    if (!j)
        return;
    if (!r->stopped) { /* a case that stopped is not at rest */
        tn_nodes_step(&j->nodes, REST);
        tn_nodes_judge_end(&j->nodes);
    }
    if (!r->c->no_board) {
        tn_exf_judge_rules(tn_exf_board_judge(j->nodes.board), asked, r);
        tn_exu_judge_rules(j->nodes.ends, asked, r);
    }
    tn_nodes_close(&j->nodes);
    free(j);
}

static struct tn_axi_master *master_of(uint32_t addr)
{
    return tn_axi_find(addr & NODE_1 ? "cpu1" : "cpu0");
}

static int write_register(const struct runner *r, uint32_t addr, uint32_t value)
{
    (void)r;
    return tn_axi_write32(master_of(addr), addr & (NODE_1 - 1), value);
}

static int read_register(const struct runner *r, uint32_t addr, uint32_t *value)
{
    (void)r;
    return tn_axi_read32(master_of(addr), addr & (NODE_1 - 1), value);
}

/* Notes what is wrong. Returns 1: the case ends there. */
static int wrong(struct runner *r, const struct tn_case_step *s, const char *expected, const char *found)
{
    const char *rule = s->rule ? s->rule : r->c->rules[0];
    tn_run_fail(r, rule, r->packets, tn_run_now(r), "line %u: expected %s; found %s", s->line, expected, found);
    r->stopped = rule;
    return 1;
}

/* Asks for a transfer; software begins it at its next turn. */
static int transfer(struct runner *r, const struct tn_case_step *s)
{
    struct judges *j = r->judges;
    uint8_t *bytes = malloc(s->addr);
    struct tn_nodes_job *x;
    if (!bytes || j->nodes.jobs == TN_NODES_JOBS)
        return -ENOMEM;
    for (uint32_t i = 0; i < s->addr; i++)
        bytes[i] = (uint8_t)(1 + (13 * i + i / 256 + 29 * s->value) % 255);
    x = j->transfer[s->value] = tn_nodes_add(&j->nodes, s->write ? s->port : !s->port, !s->write, bytes, s->addr);
    free(bytes);
    x->user = s->classes;
    x->notify = s->unordered;
    x->home = s->mask != 0;
    x->src = s->first;
    x->dst = s->last;
    x->at = tn_sim_cycle();
    tn_nodes_place(&j->nodes, x);
    return 0;
}

static int ends(struct runner *r, const struct tn_case_step *s)
{
    struct judges *j = r->judges;
    const struct tn_nodes_job *x = j->transfer[s->value];
    const uint64_t start = tn_sim_cycle(), end = start + tn_run_window(r, s);
    char want[40], found[80];
    if (!x)
        return wrong(r, s, "a transfer of that number", "none");
    while (x->state != TN_JOB_ENDED && tn_sim_cycle() < end)
        tn_nodes_step(&j->nodes, TN_NODES_TURN);
    snprintf(want, sizeof want, "the end of transfer %u with error %u", (unsigned)s->value, s->response);
    if (x->state != TN_JOB_ENDED)
        return wrong(r, s, want, "none in that time");
    snprintf(found, sizeof found, "error %u (%.50s)", x->err, tn_fw_err_text(x->err));
    if (x->err != s->response)
        return wrong(r, s, want, found);
    return tn_sim_cycle() < start + s->first ? wrong(r, s, want, "it earlier") : 0;
}

static int retries(struct runner *r, const struct tn_case_step *s)
{
    const struct judges *j = r->judges;
    unsigned long n = 0;
    char want[48], found[24];
    for (unsigned i = 0; i < TN_NODES; i++)
        n += j->nodes.site[i].firmware.stats.retries;
    snprintf(want, sizeof want, "%u to %u attempts more", (unsigned)s->first, (unsigned)s->last);
    snprintf(found, sizeof found, "%lu", n);
    return n >= s->first && n <= s->last ? 0 : wrong(r, s, want, found);
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    struct judges *j = r->judges;
    char want[40], found[24];
    switch (s->cause) {
    case TN_CASE_TRANSFER:
        return transfer(r, s);
    case TN_CASE_TRANSFER_ENDS:
        return ends(r, s);
    case TN_CASE_RETRIES:
        return retries(r, s);
    case TN_CASE_RUN:
        tn_nodes_step(&j->nodes, s->value);
        return 0;
    default:
        break;
    }
    const struct tn_nodes_job *x = j->transfer[s->value];
    snprintf(want, sizeof want, "%u notifications", (unsigned)s->last);
    snprintf(found, sizeof found, "%u", x ? x->notes : 0);
    return x && x->notes == s->last ? 0 : wrong(r, s, want, found);
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    struct tn_memory *m = tn_memory_find(stream + 2);
    int rc = 0;
    (void)r;
    for (unsigned ch = 0; ch < TN_AXI_CHANNELS && rc == 0; ch++) {
        struct tn_stall own = *stall;
        own.seed += ch;
        rc = tn_memory_stall(m, (enum tn_axi_channel)ch, &own);
    }
    return rc;
}

static bool under_way(const struct runner *r)
{
    (void)r;
    return false;
}

const struct tn_run_ops tn_run_exa_two_nodes = {
    .streams = streams,
    .reject = "of nodes ",
    .reset_cycles = TN_NODES_RESET,
    .prepare = prepare,
    .watch = watch,
    .unwatch = unwatch,
    .write = write_register,
    .read = read_register,
    .line = line,
    .under_way = under_way,
    .stall_source = stall_source,
    .own_monitors = true,
};
