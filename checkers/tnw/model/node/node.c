/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: its nodes, and the order of steps.
 */
#include "node.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The units of work of a node, side by side: those of each link, then those of each window, then
 * of each (link, channel) of its reception. */
enum {
    LINK_UNITS = 6,
    PUT_FROM = LINK_UNITS * TNW_LINKS,
    MATCH_FROM = PUT_FROM + NODE_IDS,
    NODE_UNITS = MATCH_FROM + NODE_IDS
};

static bool in_range(const char *name, unsigned value, unsigned low, unsigned high)
{
    if (value >= low && value <= high)
        return true;
    fprintf(stderr, "torus model: %s is %u, not %u to %u\n", name, value, low, high);
    return false;
}

static bool are_good(const struct tn_tnw_torus_params *p)
{
    return in_range("X_N", p->x_n, 1, TN_TNW_SIDE_MAX) &&
           in_range("Y_N", p->y_n, 1, TN_TNW_SIDE_MAX) &&
           in_range("Z_N", p->z_n, 1, TN_TNW_SIDE_MAX) &&
           in_range("OFF_LOG2", p->off_log2, 8, 24) && in_range("ITEM_LOG2", p->item_log2, 2, 5) &&
           in_range("TAG_LOG2", p->tag_log2, 1, 5) && in_range("DESC_LOG2", p->desc_log2, 0, 4) &&
           in_range("CREDIT_LOG2", p->credit_log2, 0, 4);
}

struct tn_tnw_torus_model *tn_tnw_torus_model_new(const struct tn_tnw_torus_params *p,
                                                  const struct tn_tnw_host *host)
{
    if (!are_good(p)) {
        errno = EINVAL;
        return NULL;
    }
    const unsigned n = (unsigned)p->x_n * p->y_n * p->z_n;
    struct tn_tnw_torus_model *t = calloc(1, sizeof *t + n * sizeof t->node[0]);
    if (!t)
        return NULL;
    t->par = *p;
    t->host = *host;
    t->n = n;
    tn_rng_seed(&t->rng, p->seed, 0);
    for (unsigned k = 0; k < n; k++) {
        t->node[k].pi = tnw_node_host_new(t, &t->node[k]);
        if (!t->node[k].pi) {
            tn_tnw_torus_model_free(t);
            return NULL;
        }
        tn_tnw_torus_model_reset_node(t, k);
    }
    return t;
}

void tn_tnw_torus_model_free(struct tn_tnw_torus_model *t)
{
    for (unsigned k = 0; t && k < t->n; k++)
        tn_tnw_pi_free(t->node[k].pi);
    free(t);
}

unsigned tn_tnw_torus_model_nodes(const struct tn_tnw_torus_model *t)
{
    return t->n;
}

void tn_tnw_torus_model_reset_node(struct tn_tnw_torus_model *t, unsigned node)
{
    struct node *n = &t->node[node];
    bool cut[TNW_LINKS];
    for (unsigned l = 0; l < TNW_LINKS; l++)
        cut[l] = n->link[l].cut;
    *n = (struct node){.torus = t, .pi = n->pi, .hold_back = n->hold_back};
    tnw_node_host_reset(n);
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        n->link[l].cut = cut[l];
        n->link[l].resend_tmo = 512;
        n->link[l].full_backoff = 256;
    }
}

static bool link_unit(struct tn_tnw_torus_model *t, unsigned k, unsigned unit)
{
    const unsigned link = unit / LINK_UNITS;
    switch (unit % LINK_UNITS) {
    case 0:
        return tnw_node_hear(t, k, link);
    case 1:
        return tnw_node_deliver(t, k, link);
    case 2:
        return tnw_node_get_read(t, k, link);
    case 3:
        return tnw_node_get_answer(t, k, link);
    case 4:
        return tnw_node_get_inject(t, k, link);
    default:
        return tnw_node_get_end(t, k, link);
    }
}

static bool unit_of(struct tn_tnw_torus_model *t, unsigned unit)
{
    const unsigned k = unit / NODE_UNITS, own = unit % NODE_UNITS;
    if (own < PUT_FROM)
        return link_unit(t, k, own);
    if (own < MATCH_FROM)
        return tnw_node_put_inject(t, k, own - PUT_FROM);
    return tnw_node_match(t, k, own - MATCH_FROM);
}

static unsigned common_divisor(unsigned a, unsigned b)
{
    while (b) {
        const unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Looks at all units from any one on in steps of any width that meets each once. */
bool tn_tnw_torus_model_step(struct tn_tnw_torus_model *t)
{
    const unsigned all = t->n * NODE_UNITS;
    unsigned unit = (unsigned)tn_rng_below(&t->rng, all), width;
    do
        width = 1 + (unsigned)tn_rng_below(&t->rng, all - 1);
    while (common_divisor(all, width) != 1);
    for (unsigned i = 0; i < all; i++) {
        if (unit_of(t, unit))
            return true;
        unit = (unit + width) % all;
    }
    return false;
}

uint64_t tn_tnw_torus_model_run(struct tn_tnw_torus_model *t, uint64_t max)
{
    uint64_t n = 0;
    while (n < max && tn_tnw_torus_model_step(t))
        n++;
    return n;
}

void tn_tnw_torus_model_cut(struct tn_tnw_torus_model *t, unsigned node, unsigned link, bool on)
{
    t->node[node].link[link].cut = on;
}

void tn_tnw_torus_model_cut_cable(struct tn_tnw_torus_model *t, unsigned node, unsigned link,
                                  bool on)
{
    tn_tnw_torus_model_cut(t, node, link, on);
    tn_tnw_torus_model_cut(t, tn_tnw_torus_model_peer(t, node, link), link ^ 1, on);
}

void tn_tnw_torus_model_reset_link(struct tn_tnw_torus_model *t, unsigned node, unsigned link)
{
    const uint32_t ctrl = tn_tnw_link_reg(link, 8);
    const uint32_t was = tnw_node_read(t, &t->node[node], ctrl);
    tnw_node_write(t, &t->node[node], ctrl, was | 1);
    tnw_node_write(t, &t->node[node], ctrl, was & ~1u);
}

void tn_tnw_torus_model_hold_back(struct tn_tnw_torus_model *t, unsigned node, bool on)
{
    t->node[node].hold_back = on;
}

void tn_tnw_torus_model_fail_read(struct tn_tnw_torus_model *t, unsigned node, unsigned link,
                                  enum tnw_cause cause)
{
    t->node[node].get[link].fail_next = (uint8_t)cause;
}

enum tn_tnw_state tn_tnw_torus_model_state(const struct tn_tnw_torus_model *t, unsigned node,
                                           unsigned link)
{
    return t->node[node].link[link].state;
}
