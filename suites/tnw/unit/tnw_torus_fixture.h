/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus of the model with host memories, write-combining buffers, and a judge of the library at
 * each node.
 */
#ifndef TNW_TORUS_FIXTURE_H
#define TNW_TORUS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <tn/tnw/tnw_torus.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct station {
    struct tn_tnw_model_io io;
    struct tn_tnw_wc wc;
    struct tn_tnw_lib_judge judge;
};

struct torus {
    struct tn_tnw_torus_params params;
    struct tn_tnw_torus_model *model;
    struct tn_tnw_model_time time;
    struct station node[TN_TNW_NODES_MAX];
    unsigned nodes, verdicts;
    char said[256];
};

static inline void host_read(void *ctx, unsigned node, uint64_t addr, uint8_t *data, size_t len)
{
    const struct torus *t = ctx;
    tn_memory_peek(t->node[node].io.memory, addr, data, len);
}

static inline void host_write(void *ctx, unsigned node, uint64_t addr, const uint8_t *data,
                              size_t len)
{
    const struct torus *t = ctx;
    assert_int_equal(tn_memory_poke(t->node[node].io.memory, addr, data, len), 0);
}

static inline void torus_said(void *ctx, const struct tn_verdict *v)
{
    struct torus *t = ctx;
    if (!t->verdicts++)
        snprintf(t->said, sizeof t->said, "%s: %s, found %s", v->rule, v->expected, v->found);
}

/* Returns the base of a node's memory; some nodes have memory above 4 GiB. */
static inline uint64_t base_of(unsigned node)
{
    return node % 2 ? 0x700000000 + 0x1000000 * (uint64_t)node : 0x1000000 * (uint64_t)node;
}

/* Makes a torus. With wc 0 write-combining buffers keep the order of lines. */
static inline struct torus *torus_new(const struct tn_tnw_torus_params *p, uint64_t wc)
{
    struct torus *t = calloc(1, sizeof *t);
    assert_non_null(t);
    const struct tn_tnw_host host = {t, host_read, host_write};
    const struct tn_tnw_lib_limits limits = {p->off_log2, p->item_log2, p->credit_log2, p->last_en};
    t->params = *p;
    t->model = tn_tnw_torus_model_new(p, &host);
    assert_non_null(t->model);
    t->time = (struct tn_tnw_model_time){.torus = t->model, .steps = 40, .idle_max = 20};
    t->nodes = tn_tnw_torus_model_nodes(t->model);
    for (unsigned k = 0; k < t->nodes; k++) {
        struct station *n = &t->node[k];
        n->io = (struct tn_tnw_model_io){t->model, k, tn_memory_new()};
        assert_non_null(n->io.memory);
        tn_tnw_wc_init(&n->wc, &tn_tnw_model_node_io, &n->io, wc ? wc + k : 0);
        tn_tnw_lib_judge_init(&n->judge, &tn_tnw_wc_io, &n->wc, &limits,
                              base_of(k) + TN_TNW_AT_NOTES, torus_said, t);
    }
    return t;
}

static inline void torus_ends(struct torus *t)
{
    if (t->verdicts)
        fail_msg("%s", t->said);
    for (unsigned k = 0; k < t->nodes; k++)
        tn_memory_free(t->node[k].io.memory);
    tn_tnw_torus_model_free(t->model);
    free(t);
}

#endif
