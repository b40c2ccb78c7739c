/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What passes while a case runs, and the judges that listen: the scoreboard with
 * the model behind it, the handshake checks of the monitors, and the rules of
 * PCIe on what leaves.
 */
#include "run.h"

#include <tn/bfm.h>
#include <tn/sim.h>

#include <tn/bug.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t run_now(const struct runner *r)
{
    return tn_sim_cycle() - r->start;
}

struct stream *run_stream(struct runner *r, const char *name)
{
    for (int k = 0; k < STREAMS; k++)
        if (strcmp(r->streams[k].name, name) == 0)
            return &r->streams[k];
    tn_bug("a stream that the bench does not have");
}

static size_t place(const char *rule)
{
    size_t n;
    const struct tn_rule *all = tn_rules(&n);
    for (size_t k = 0; k < n; k++)
        if (strcmp(all[k].id, rule) == 0)
            return k;
    tn_bug("a rule that is not in the catalogue");
}

void run_fail(struct runner *r, const char *rule, uint64_t packet, uint64_t cycle, const char *fmt,
              ...)
{
    struct judged *j = &r->judged[place(rule)];
    va_list ap;
    if (j->failed)
        return;
    j->asked = j->failed = true;
    j->cycle = cycle;
    j->packet = packet;
    va_start(ap, fmt);
    vsnprintf(j->text, sizeof j->text, fmt, ap);
    va_end(ap);
}

/* The scoreboard's verdict. */
static void on_board(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    run_fail(r, v->rule, v->packet, v->cycle ? v->cycle : run_now(r),
             "scoreboard: expected %s; found %s", v->expected, v->found);
}

/* The monitors' verdict on a handshake; they count for the whole run. */
static void on_handshake(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    run_fail(r, v->rule, r->packets, v->cycle - r->start, "handshake: expected %s; found %s",
             v->expected, v->found);
}

/* A rule of PCIe broken on one stream: kept, and judged in run_unwatch(). */
static void on_pcie(void *ctx, const struct tn_verdict *v)
{
    struct stream *s = ctx;
    size_t k = place(v->rule);
    if (v->kind == TN_VERDICT_FAIL && k < RULES_MAX)
        s->failed[k] = true;
}

static void keep(struct runner *r, struct stream *s, const struct tn_event *ev)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->tlps = realloc(s->tlps, s->room * sizeof *s->tlps);
        tn_require(s->tlps != NULL);
    }
    struct seen *t = &s->tlps[s->n++];
    *t = (struct seen){.first = ev->cycle,
                       .last = ev->cycle + ev->span,
                       .number = r->packets,
                       .port = ev->port,
                       .len = ev->len,
                       .bytes = malloc(ev->len ? ev->len : 1)};
    tn_require(t->bytes != NULL);
    memcpy(t->bytes, ev->bytes, ev->len);
}

static void on_packet(void *ctx, const struct tn_event *absolute)
{
    struct runner *r = ctx;
    struct tn_event ev = *absolute;
    const char *name = tn_monitor_point(ev.point);
    struct stream *s = run_stream(r, name);
    ev.packet = ++r->packets;
    ev.cycle -= r->start;
    keep(r, s, &ev);
    if (r->board)
        tn_cz_board_event(r->board, name, &ev);
    tn_checker_event(s->checker, &ev, 0);
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    struct runner *r = ctx;
    if (r->board)
        tn_cz_board_reject(r->board, cycle - r->start, dir, cause, port);
    if (r->reject_n < REJECTS_MAX)
        r->rejects[r->reject_n++] = (struct seen_reject){cycle - r->start, dir, cause, port, false};
}

int run_watch(struct runner *r)
{
    static const char *const names[STREAMS] = {"s_usr", "s_dev", "m_usr", "m_dev"};
    long funcs = tn_sim_param("FUNC_N"), ports = tn_sim_param("PORT_N");
    r->start = tn_sim_cycle();
    r->latency = -1;
    if (!r->c->no_board) {
        if (funcs < 1 || ports < 1)
            return -ENOENT;
        r->model = tn_cz_remap_new((unsigned)funcs, (unsigned)ports);
        r->board = r->model ? tn_cz_board_new(r->model, on_board, r) : NULL;
        if (!r->board)
            return -ENOMEM;
    }
    for (int k = 0; k < STREAMS; k++) {
        struct stream *s = &r->streams[k];
        struct tn_check_params params;
        tn_check_defaults(&params);
        params.inside = strcmp(names[k] + 2, "usr") == 0;
        s->name = names[k];
        /* what one TLP shows alone; transactions are the scoreboard's */
        s->checker = tn_checker_new(&params, "TLP-*", NULL, on_pcie, s);
        if (!s->checker)
            return -ENOMEM;
    }
    tn_monitor_clear();
    tn_monitor_subscribe(on_packet, r);
    tn_reject_subscribe(on_reject, r);
    tn_handshake_subscribe(on_handshake, r);
    return 0;
}

int run_forget(struct runner *r)
{
    for (int k = 0; k < STREAMS; k++)
        for (unsigned i = 0; i < r->streams[k].n; i++)
            r->streams[k].tlps[i].taken = true;
    for (unsigned i = 0; i < r->reject_n; i++)
        r->rejects[i].taken = true;
    if (!r->board)
        return 0;
    tn_cz_board_free(r->board);
    tn_cz_remap_reset(r->model);
    r->board = tn_cz_board_new(r->model, on_board, r);
    return r->board ? 0 : -ENOMEM;
}

/* What leaves keeps the rules that what came in kept. */
static void judge_pcie(struct runner *r, const char *in, const char *out)
{
    const struct stream *a = run_stream(r, in), *b = run_stream(r, out);
    size_t n;
    const struct tn_rule *all = tn_rules(&n);
    for (size_t k = 0; k < n && k < RULES_MAX; k++) {
        if (strncmp(all[k].id, "TLP-", 4) != 0 || tn_checker_asked(b->checker, all[k].id) == 0)
            continue;
        r->judged[k].asked = true;
        if (b->failed[k] && !a->failed[k])
            run_fail(r, all[k].id, b->n ? b->tlps[b->n - 1].number : 0, run_now(r),
                     "%s: expected %s; found otherwise", out, all[k].text);
    }
}

void run_unwatch(struct runner *r)
{
    tn_monitor_clear();
    if (r->board)
        tn_cz_board_finish(r->board);
    bool whole = r->streams[STREAMS - 1].checker != NULL;
    if (whole) {
        judge_pcie(r, "s_usr", "m_dev");
        judge_pcie(r, "s_dev", "m_usr");
    }
    for (int k = 0; k < STREAMS; k++) {
        struct stream *s = &r->streams[k];
        for (unsigned i = 0; i < s->n; i++)
            free(s->tlps[i].bytes);
        free(s->tlps);
        tn_checker_free(s->checker);
    }
    tn_cz_board_free(r->board);
    tn_cz_remap_free(r->model);
}
