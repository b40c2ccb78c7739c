/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A case, step by step, and the verdict on each rule.
 */
#include "run.h"

#include <tn/bench.h>
#include <tn/bfm.h>
#include <tn/inject.h>
#include <tn/line_fault.h>
#include <tn/sim.h>
#include <tn/pcie/tlp.h>
#include <tn/trace.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RESET_CYCLES = 4, DRAIN_CYCLES = 3000, STOPPED_CYCLES = 500, QUIET_CYCLES = 40, ENTER_CYCLES = 500 };

bool tn_case_asks(const struct tn_case *c, const char *rule)
{
    for (unsigned k = 0; k < c->rule_n; k++)
        if (strcmp(c->rules[k], rule) == 0)
            return true;
    return false;
}

/* Of a stall pattern: the case's own, moved by SEED. */
static uint64_t seed(const struct runner *r, uint64_t which)
{
    return r->c->seed + which + 1000003 * (tn_sim_seed() - 1);
}

static int set_stall(const struct runner *r, const struct tn_case_step *s)
{
    struct tn_stall stall = {.kind = (enum tn_stall_kind)s->stall.kind, .num = s->stall.num,
                             .den = s->stall.den, .seed = seed(r, s->line)};
    return s->point[0] == 's' || r->ops->own_sinks ? r->ops->stall_source(r, s->point, &stall)
                                                   : tn_sink_stall(tn_sink_find(s->point), &stall);
}

static void set_ok(const struct runner *r, const char *stream, unsigned classes)
{
    if (r->ops->ok)
        r->ops->ok(r, stream, classes);
    else
        tn_sink_ok(tn_sink_find(stream), classes);
}

/* Before the first step, so that the case's own patterns follow: one of two or three
 * cycles, differently at each stream. */
static void stall_all(const struct runner *r)
{
    unsigned sources = 0, sinks = 0;
    for (const char *const *name = r->names; *name; name++) {
        bool source = (*name)[0] == 's';
        unsigned k = source ? sources++ : sinks++;
        struct tn_stall stall = {TN_STALL_RANDOM, 1, source ? 2 + k % 2 : 3 - k % 2,
                                 seed(r, 2 * k + !source)};
        if (source || r->ops->own_sinks)
            r->ops->stall_source(r, *name, &stall);
        else if (tn_sink_find(*name))
            tn_sink_stall(tn_sink_find(*name), &stall);
    }
}

/* The model has no time in it and judges a TLP when its last beat has entered: what was
 * sent before a write enters before it. Returns 1 when the DUT never took the write: the case
 * ends there. */
static int write_register(struct runner *r, const struct tn_case_step *s)
{
    for (unsigned k = 0; !r->c->no_board && k < ENTER_CYCLES && r->ops->under_way(r); k++)
        tn_sim_step(1);
    if (s->op == TN_CASE_WRITE && r->ops->write) {
        int resp = r->ops->write(r, s->addr, s->value);
        if (resp == -ETIMEDOUT) {
            tn_run_fail(r, r->c->rules[0], r->packets, tn_run_now(r),
                        "line %u: expected the register's write to be taken; it still waits",
                        s->line);
            r->stopped = r->c->rules[0];
        } else if (resp != 0) {
            tn_run_fail(r, r->c->rules[0], r->packets, tn_run_now(r),
                        "line %u: expected a write that is answered OKAY; found response %d",
                        s->line, resp);
        }
        return resp == -ETIMEDOUT;
    }
    tn_reg_write(s->addr, s->value);
    if (r->ops->written)
        r->ops->written(r, s->addr, s->value);
    return 0;
}

int tn_run_read(const struct runner *r, uint32_t addr, uint32_t *value)
{
    if (r->ops->read)
        return r->ops->read(r, addr, value);
    *value = tn_reg_read(addr);
    return 0;
}

static int arm(const struct runner *r, const struct tn_case_step *s)
{
    char err[TN_CASE_ERROR];
    int rc = tn_inject(&s->fault, seed(r, s->line), err, sizeof err);
    if (rc < 0)
        fprintf(stderr, "case %s: line %u: %s\n", r->c->name, s->line, err);
    return rc;
}

/* One step. 0; 1 when an expectation failed; negative when it could not be done. */
static int step(struct runner *r, const struct tn_case_step *s)
{
    int rc = 0;
    switch (s->op) {
    case TN_CASE_WRITE:
    case TN_CASE_BENCH:
        rc = write_register(r, s);
        break;
    case TN_CASE_SEND:
        rc = r->ops->send(r, s);
        break;
    case TN_CASE_OK:
        set_ok(r, s->point, s->classes);
        break;
    case TN_CASE_STALL:
        rc = set_stall(r, s);
        break;
    case TN_CASE_FAULT:
        rc = arm(r, s);
        break;
    case TN_CASE_LINE:
        rc = r->ops->line(r, s);
        break;
    case TN_CASE_WAIT:
        tn_sim_step(tn_run_window(r, s));
        break;
    case TN_CASE_RESET:
        tn_sim_step(2); /* a write just before it still reaches the registers */
        tn_sim_reset((unsigned)s->last);
        rc = tn_run_forget(r);
        break;
    default:
        return !tn_run_expect(r, s);
    }
    r->mark = tn_run_now(r);
    return rc;
}

/* Lets everything go and waits until nothing is under way; not for long where a line failed already. */
static void drain(struct runner *r)
{
    for (const char *const *name = r->names; *name; name++) {
        if ((*name)[0] == 's' || r->ops->own_sinks) {
            r->ops->stall_source(r, *name, &(struct tn_stall){.kind = TN_STALL_NONE});
        } else if (tn_sink_find(*name)) {
            tn_sink_ok(tn_sink_find(*name), 7);
            tn_sink_stall(tn_sink_find(*name), &(struct tn_stall){.kind = TN_STALL_NONE});
        }
    }
    if (r->ops->open)
        r->ops->open(r);
    uint64_t until = tn_run_now(r) + (r->stopped ? STOPPED_CYCLES : DRAIN_CYCLES);
    while (tn_run_now(r) < until &&
           (r->ops->under_way(r) || (r->ops->pending && r->ops->pending(r))))
        tn_sim_step(1);
    tn_sim_step(r->ops->quiet_cycles ? r->ops->quiet_cycles : QUIET_CYCLES);
}

/* The fast model under Verilator has no saboteurs. */
static bool faults_here(const struct tn_case *c)
{
    for (unsigned k = 0; k < c->step_n; k++)
        if (c->steps[k].op == TN_CASE_FAULT && tn_line_find(c->steps[k].fault.where) < 0)
            return false;
    return true;
}

/* Why the case cannot run here, or NULL. */
static const char *unmet(struct tn_case *c, const struct tn_case_how *how, char *text,
                         size_t size)
{
    bool timed = false;
    for (unsigned k = 0; k < c->step_n; k++)
        timed = timed || c->steps[k].op == TN_CASE_EXPECT_LATENCY ||
                c->steps[k].op == TN_CASE_EXPECT_SAME || c->steps[k].op == TN_CASE_EXPECT_STREAM;
    if (strcmp(c->dut, tn_sim_dut()) != 0)
        snprintf(text, size, "for the DUT %s", c->dut);
    else if (!tn_dut_find(c->dut) || !tn_dut_find(c->dut)->runner)
        snprintf(text, size, "DUT %s has no cases", c->dut);
    else if (!faults_here(c))
        snprintf(text, size, "needs a model with faults on lines");
    else if (c->bug && c->bug != how->bug)
        snprintf(text, size, "needs RTL with the seeded bug %u", c->bug);
    else if (how->stalls && (timed || c->no_stalls))
        snprintf(text, size, "is about time");
    else
        text[0] = 0;
    for (unsigned k = 0; k < c->need_n && !text[0]; k++) {
        const struct tn_case_need *n = &c->needs[k];
        long v = tn_sim_param(n->name);
        bool met = n->op == TN_CASE_EQ   ? v == n->value
                   : n->op == TN_CASE_GE ? v >= n->value
                                         : v <= n->value;
        if (v < 0 || !met)
            snprintf(text, size, "requires %s %s %ld; here it is %ld", n->name,
                     n->op == TN_CASE_EQ   ? "=="
                     : n->op == TN_CASE_GE ? ">="
                                           : "<=",
                     n->value, v);
    }
    if (!text[0] && tn_dut_find(c->dut)->runner->fit)
        tn_dut_find(c->dut)->runner->fit(c, text, size);
    return text[0] ? text : NULL;
}

static const char *suffix(const struct tn_case_how *how)
{
    return how->stalls ? "/stalls" : "";
}

/* A line a rule. What a case asks and did not come to is neither pass nor fail. */
static void write_log(const struct runner *r, uint64_t end, FILE *log)
{
    const char *variant = suffix(r->how);
    const struct tn_rule *rule;
    for (size_t k = 0; k < RULES_MAX && (rule = tn_rule_at(k)); k++) {
        const struct judged *j = &r->judged[k];
        bool declared = tn_case_asks(r->c, rule->id);
        if (!j->asked && !declared)
            continue;
        if (j->failed)
            fprintf(log, "%s fail %s%s cycle %llu packet %llu %s\n", rule->id, r->c->name, variant,
                    (unsigned long long)j->cycle, (unsigned long long)j->packet, j->text);
        else if (declared && r->stopped)
            fprintf(log, "%s skip %s%s cycle %llu packet %llu stopped where %s broke\n", rule->id,
                    r->c->name, variant, (unsigned long long)end, (unsigned long long)r->packets,
                    r->stopped);
        else
            fprintf(log, "%s pass %s%s cycle %llu packet %llu\n", rule->id, r->c->name, variant,
                    (unsigned long long)end, (unsigned long long)r->packets);
    }
}

/* Did it end as the case says? A SHOULD never fails a case. *told: what failed it, to be
 * looked at, or NULL. */
static enum tn_case_verdict verdict(const struct runner *r, char *why, const struct judged **told)
{
    const struct tn_rule *rule;
    const char *wanted = r->c->expect_rule;
    why[0] = 0;
    *told = NULL;
    for (size_t k = 0; k < RULES_MAX && (rule = tn_rule_at(k)); k++) {
        const struct judged *j = &r->judged[k];
        if (!j->failed || rule->level != TN_MUST)
            continue;
        if (!*told)
            *told = j;
        if (wanted && strcmp(rule->id, wanted) == 0)
            return TN_CASE_PASSED;
        if (!why[0])
            snprintf(why, TN_CASE_ERROR, "%s cycle %llu: %.400s", rule->id,
                     (unsigned long long)j->cycle, j->text);
    }
    if (wanted) {
        char first[TN_CASE_ERROR];
        snprintf(first, sizeof first, "%s", why);
        snprintf(why, TN_CASE_ERROR, "%s was to be broken, and %.400s", wanted,
                 first[0] ? first : "nothing was");
        return TN_CASE_FAILED;
    }
    return why[0] ? TN_CASE_FAILED : TN_CASE_PASSED;
}

static enum tn_case_verdict judge(const struct runner *r, char *why)
{
    const struct judged *j;
    enum tn_case_verdict v = verdict(r, why, &j);
    if (v == TN_CASE_FAILED)
        tn_sim_failed(j ? tn_rule_at((size_t)(j - r->judged))->id : NULL, j ? r->start + j->cycle : 0,
                      j ? j->packet : 0, why);
    return v;
}

int tn_case_run(struct tn_case *c, const struct tn_case_how *how, FILE *log,
                char why[TN_CASE_ERROR])
{
    struct runner *r;
    char text[TN_CASE_ERROR];
    int rc;
    why = why ? why : text;
    why[0] = 0;
    if (unmet(c, how, why, TN_CASE_ERROR)) {
        for (unsigned k = 0; k < c->rule_n; k++)
            fprintf(log, "%s skip %s%s cycle 0 packet 0 %s\n", c->rules[k], c->name, suffix(how),
                    why);
        return TN_CASE_SKIPPED;
    }
    r = calloc(1, sizeof *r);
    if (!r)
        return -ENOMEM;
    r->c = c;
    r->how = how;
    r->dut = tn_dut_find(c->dut);
    r->ops = r->dut->runner;
    r->names = r->dut->text ? tn_bench_stream_names(r->dut->text) : r->ops->streams;
    if (r->ops->prepare)
        r->ops->prepare();
    tn_sim_reset(r->ops->reset_cycles ? r->ops->reset_cycles : RESET_CYCLES);
    rc = tn_run_watch(r);
    if (rc == 0)
        rc = tn_sim_trace_start(NULL);
    tn_sim_trace_note(c->name);
    if (how->stalls)
        stall_all(r);
    for (unsigned k = 0; k < c->step_n && rc == 0; k++)
        rc = step(r, &c->steps[k]);
    uint64_t end = tn_run_now(r);
    if (rc >= 0) {
        drain(r);
        if (!r->stopped)
            tn_run_leftovers(r);
    }
    tn_run_unwatch(r);
    if (rc >= 0) {
        write_log(r, end, log);
        rc = (int)judge(r, why);
    }
    free(r);
    return rc;
}
