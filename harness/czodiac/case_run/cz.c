/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper under cases: the scoreboard with the model behind it, and the rules of
 * PCIe on what leaves.
 */
#include "cz.h"

#include "../dut/cz_duts.h"

#include <tn/czodiac/cz_board.h>
#include <tn/sim.h>
#include <tn/pcie/tlp.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 4 };
static const char *const streams[SIDES + 1] = {"s_usr", "s_dev", "m_usr", "m_dev", NULL};

struct judges {
    struct tn_cz_remap *model; /* NULL: scoreboard = off */
    struct tn_cz_board *board;
    struct side {
        struct tn_checker *checker;
        bool failed[RULES_MAX]; /* rules of PCIe that the checker saw broken */
    } side[SIDES];
};

/* The scoreboard's verdict. */
static void on_board(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    tn_run_fail(r, v->rule, v->packet, v->cycle ? v->cycle : tn_run_now(r),
                "scoreboard: expected %s; found %s", v->expected, v->found);
}

/* The monitors' verdict on a handshake; they count for the whole run. */
static void on_handshake(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    tn_run_fail(r, v->rule, r->packets, v->cycle - r->start, "handshake: expected %s; found %s",
                v->expected, v->found);
}

/* A rule of PCIe broken on one stream: kept, and judged in the end. */
static void on_pcie(void *ctx, const struct tn_verdict *v)
{
    struct side *s = ctx;
    size_t k = tn_run_place(v->rule);
    if (v->kind == TN_VERDICT_FAIL && k < RULES_MAX)
        s->failed[k] = true;
}

static int make_board(struct runner *r, struct judges *j)
{
    long funcs = tn_sim_param("FUNC_N"), ports = tn_sim_param("PORT_N");
    if (funcs < 1 || ports < 1)
        return -ENOENT;
    j->model = tn_cz_remap_new((unsigned)funcs, (unsigned)ports);
    j->board = j->model ? tn_cz_board_new(j->model, on_board, r) : NULL;
    return j->board ? 0 : -ENOMEM;
}

static int watch(struct runner *r)
{
    struct judges *j = r->judges = calloc(1, sizeof *j);
    int rc = !j ? -ENOMEM : r->c->no_board ? 0 : make_board(r, j);
    tn_handshake_subscribe(on_handshake, r);
    for (int k = 0; k < SIDES && rc == 0; k++) {
        struct tn_check_params params;
        tn_check_defaults(&params);
        params.inside = strcmp(streams[k] + 2, "usr") == 0;
        /* what one TLP shows alone; transactions are the scoreboard's */
        j->side[k].checker = tn_checker_new(&params, "TLP-*", NULL, on_pcie, &j->side[k]);
        rc = j->side[k].checker ? 0 : -ENOMEM;
    }
    return rc;
}

static int forget(struct runner *r)
{
    struct judges *j = r->judges;
    if (!j->board)
        return 0;
    tn_cz_board_free(j->board);
    tn_cz_remap_reset(j->model);
    j->board = tn_cz_board_new(j->model, on_board, r);
    return j->board ? 0 : -ENOMEM;
}

static unsigned index_of(const char *stream)
{
    unsigned k = 0;
    while (strcmp(streams[k], stream) != 0)
        k++;
    return k;
}

/* What leaves keeps the rules that what came in kept. */
static void judge_pcie(struct runner *r, const char *in, const char *out)
{
    struct judges *j = r->judges;
    const struct side *a = &j->side[index_of(in)], *b = &j->side[index_of(out)];
    const struct stream *last = tn_run_stream(r, out);
    const struct tn_rule *rule;
    for (size_t k = 0; k < RULES_MAX && (rule = tn_rule_at(k)); k++) {
        if (strncmp(rule->id, "TLP-", 4) != 0 || tn_checker_asked(b->checker, rule->id) == 0)
            continue;
        r->judged[k].asked = true;
        if (b->failed[k] && !a->failed[k])
            tn_run_fail(r, rule->id, last->n ? last->tlps[last->n - 1].number : 0, tn_run_now(r),
                        "%s: expected %s; found otherwise", out, rule->text);
    }
}

static void unwatch(struct runner *r)
{
    struct judges *j = r->judges;
    if (!j)
        return;
    if (j->board)
        tn_cz_board_finish(j->board);
    if (j->side[SIDES - 1].checker) {
        judge_pcie(r, "s_usr", "m_dev");
        judge_pcie(r, "s_dev", "m_usr");
    }
    for (int k = 0; k < SIDES; k++)
        tn_checker_free(j->side[k].checker);
    tn_cz_board_free(j->board);
    tn_cz_remap_free(j->model);
    free(j);
}

static void packet_seen(struct runner *r, const char *stream, const struct tn_event *ev)
{
    struct judges *j = r->judges;
    if (j->board)
        tn_cz_board_event(j->board, stream, ev);
    tn_checker_event(j->side[index_of(stream)].checker, ev, 0);
}

static void reject_seen(struct runner *r, uint64_t cycle, unsigned *dir, unsigned cause, unsigned port)
{
    struct judges *j = r->judges;
    if (j->board)
        tn_cz_board_reject(j->board, cycle, *dir, cause, port);
}

static void written(struct runner *r, uint32_t addr, uint32_t value)
{
    struct judges *j = r->judges;
    if (j->model)
        tn_cz_remap_write(j->model, addr, value);
}

static bool pending(const struct runner *r)
{
    const struct judges *j = r->judges;
    return j->board && tn_cz_board_pending(j->board);
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    const struct tn_case_tlp *w = &s->tlp[0];
    struct tn_source *source = tn_source_find(s->point);
    struct tn_tlp t;
    int rc = source ? 0 : -ENOENT;
    (void)r;
    tn_tlp_decode(w->bytes, w->len, w->len, &t);
    enum tn_tlp_class cls =
        t.prefix_n || t.err & ~(unsigned)TN_TLP_E_LENGTH ? TN_CLASS_P : tn_tlp_class(t.kind);
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = tn_source_send(source, w->bytes, w->len, cls, w->port, 0, 0);
    return rc;
}

static bool under_way(const struct runner *r)
{
    (void)r;
    return tn_source_pending(tn_source_find("s_usr")) || tn_source_pending(tn_source_find("s_dev"));
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    (void)r;
    return tn_source_stall(tn_source_find(stream), stall);
}

static bool ported(const char *stream)
{
    return strcmp(stream + 2, "usr") == 0;
}

const struct tn_run_ops tn_run_cz = {
    .streams = streams,
    .reject = "on obs_rej ",
    .fit = tn_run_cz_fit,
    .watch = watch,
    .forget = forget,
    .unwatch = unwatch,
    .packet_seen = packet_seen,
    .reject_seen = reject_seen,
    .written = written,
    .pending = pending,
    .send = send,
    .under_way = under_way,
    .stall_source = stall_source,
    .ported = ported,
    .blame = tn_run_cz_blame,
};
