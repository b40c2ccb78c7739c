/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The contexts of the RDMA receiver's model: their sets, ages and ends (exa_rdma_rx.md section 5).
 */
#include "rdma_rx.h"

#include <string.h>

unsigned tn_exv_set(uint32_t src, unsigned tid)
{
    uint32_t v = src << 10 | (tid & EXA_TID_NUM);
    v ^= v >> 16;
    v ^= v >> 8;
    return (v ^ v >> 4) & (TN_EXV_SETS - 1);
}

struct tn_exv_context *tn_exv_set_of(struct tn_exv *m, uint32_t src, unsigned tid)
{
    return &m->ctx[tn_exv_set(src, tid) * TN_EXV_WAYS];
}

struct tn_exv_context *tn_exv_find(struct tn_exv *m, uint32_t src, unsigned tid)
{
    struct tn_exv_context *c = tn_exv_set_of(m, src, tid);
    for (unsigned way = 0; way < 1u << m->way_log2; way++, c++)
        if (c->state != TN_EXV_FREE && c->src == src && c->tid == (tid & EXA_TID_NUM))
            return c;
    return NULL;
}

/* Compares an age, known to 2 x NEAR cycles, with a limit that may be overrun by slack: 0 below, 1 near, 2 above. */
static unsigned above(uint64_t age, uint64_t limit, uint64_t slack)
{
    if (age > limit + slack + 2 * TN_EXV_NEAR)
        return 2;
    return age + 2 * TN_EXV_NEAR > limit;
}

unsigned tn_exv_aged(const struct tn_exv *m, const struct tn_exv_context *c, uint64_t now)
{
    unsigned aged = 0;
    if (c->state == TN_EXV_FREE)
        return 0;
    if (m->ctx_timeout != 0 && now > c->last_use)
        aged = above(now - c->last_use, m->ctx_timeout, TN_EXV_SLACK);
    return aged == 0 ? c->may_be_over : aged;
}

void tn_exv_set_timeout(struct tn_exv *m, uint32_t value, uint64_t now)
{
    for (unsigned i = 0; i < TN_EXV_SETS * TN_EXV_WAYS; i++) {
        const unsigned aged = tn_exv_aged(m, &m->ctx[i], now);
        if (aged == 2)
            tn_exv_expire(m, &m->ctx[i]);
        else
            m->ctx[i].may_be_over = aged == 1;
    }
    m->ctx_timeout = value;
}

void tn_exv_expire(struct tn_exv *m, struct tn_exv_context *c)
{
    tn_exv_add(m, c->state == TN_EXV_ACTIVE ? TN_EXV_C_EXPIRED_ACTIVE : TN_EXV_C_EXPIRED_DONE, 1);
    memset(c, 0, sizeof *c);
}

bool tn_exv_may_expire(struct tn_exv *m, struct tn_exv_context *c, uint64_t at)
{
    if (tn_exv_aged(m, c, at) == 1 && tn_exv_pick(m, 2) == 1)
        tn_exv_expire(m, c);
    c->may_be_over = 0;
    return c->state == TN_EXV_FREE;
}

void tn_exv_begin_context(struct tn_exv_context *c, const struct exv_packet *p)
{
    memset(c, 0, sizeof *c);
    c->state = TN_EXV_ACTIVE;
    c->src = p->src;
    c->tid = p->tid;
    c->seq = p->seq;
    c->pdid = p->k->pdid;
}

/* Returns a done context that makes room for a new one; NULL: there is none. */
static struct tn_exv_context *victim(struct tn_exv *m, struct tn_exv_context *set, uint64_t at)
{
    struct tn_exv_context *may[TN_EXV_WAYS + 1];
    uint64_t sure = UINT64_MAX, oldest = UINT64_MAX;
    unsigned n = 0;
    for (unsigned way = 0; way < 1u << m->way_log2; way++) {
        const struct tn_exv_context *c = &set[way];
        const unsigned old = at > c->last_use ? above(at - c->last_use, m->done_hold, 0) : 0;
        if (c->state != TN_EXV_FINISHED)
            continue;
        if (old == 2 && c->last_use < sure)
            sure = c->last_use;
        if (old >= 1 && c->last_use < oldest)
            oldest = c->last_use;
    }
    for (unsigned way = 0; way < 1u << m->way_log2; way++) {
        struct tn_exv_context *c = &set[way];
        if (c->state == TN_EXV_FINISHED && above(at - c->last_use, m->done_hold, 0) >= 1 &&
            c->last_use <= (sure != UINT64_MAX ? sure : oldest) + 2 * TN_EXV_NEAR)
            may[n++] = c;
    }
    if (sure == UINT64_MAX)
        may[n++] = NULL;
    return may[tn_exv_pick(m, n)];
}

struct tn_exv_context *tn_exv_new_context(struct tn_exv *m, const struct exv_packet *p)
{
    struct tn_exv_context *set = tn_exv_set_of(m, p->src, p->tid), *c = NULL;
    for (unsigned way = 0; way < 1u << m->way_log2 && !c; way++)
        if (set[way].state == TN_EXV_FREE)
            c = &set[way];
    for (unsigned way = 0; way < 1u << m->way_log2 && !c; way++)
        if (tn_exv_may_expire(m, &set[way], p->at))
            c = &set[way];
    if (!c) {
        c = victim(m, set, p->at);
        if (c)
            tn_exv_add(m, TN_EXV_C_EVICTED, 1);
    }
    if (c)
        tn_exv_begin_context(c, p);
    return c;
}

unsigned tn_exv_level(const struct tn_exv *m, enum tn_exv_state state)
{
    unsigned n = 0;
    for (unsigned i = 0; i < TN_EXV_SETS * TN_EXV_WAYS; i++)
        n += m->ctx[i].state == state;
    return n;
}
