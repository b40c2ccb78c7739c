/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of the level-2 switch.
 */
#include "cl_switch/pins.h"

#include <tn/cluster/cl_switch_bench.h>

#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RESET_CYC = 6, SIDE_CYC = 64 /* until the ends know of each other what was taken */ };

static unsigned prio_of(const uint16_t *word)
{
    const unsigned prio = word[0] >> 4 & 3;
    return prio < CL_PRIOS ? prio : CL_PRIOS - 1;
}

/* The priorities for which the limits of C5, or those of the paper, have room. */
static uint8_t room(const struct tn_cl_switch_bench *b, const unsigned out[CL_PRIOS])
{
    const unsigned low = out[2], middle = out[1] + low, all = out[0] + middle;
    const bool any = all < CL_WINDOW, some = any && (b->no_limits || middle < 12);
    return (uint8_t)(any | some << 1 | (some && (b->no_limits || low < 8)) << 2);
}

static uint64_t later(struct tn_cl_switch_bench *b, unsigned most)
{
    return b->cycle + 1 + (most ? tn_rng_below(&b->rng, most) : 0);
}

static void drop(struct tn_cls_packet *p, unsigned *n)
{
    memmove(p, p + 1, --*n * sizeof *p);
}

/* Puts the first packet that has a credit in front. Returns whether there is one. */
static bool choose(const struct tn_cl_switch_bench *b, struct tn_cls_end *e)
{
    const uint8_t ok = b->greedy ? 7 : room(b, e->in_out);
    for (unsigned i = 0; i < e->to_s_n; i++)
        if (ok >> prio_of(e->to_s[i].word) & 1) {
            const struct tn_cls_packet first = e->to_s[i];
            memmove(&e->to_s[1], &e->to_s[0], i * sizeof first);
            e->to_s[0] = first;
            return true;
        }
    return false;
}

/* s: packets that the lane brings. */
static void play_s(struct tn_cl_switch_bench *b, struct tn_cls_end *e,
                   const struct tn_cl_switch_lane *p, struct tn_cl_switch_lane *n)
{
    const struct tn_cls_packet *k = &e->to_s[0];
    for (unsigned q = 0; q < CL_PRIOS; q++)
        e->in_out[q] -= (p->freed >> q & 1) && e->in_out[q];
    if (!e->s_at && (e->dead || tn_rng_below(&b->rng, 16) >= b->s_16 || !choose(b, e)))
        return;
    e->in_out[prio_of(k->word)] += !e->s_at;
    n->s_valid = true;
    n->s_data = k->word[e->s_at++];
    n->s_last = e->s_at == k->n;
    if (n->s_last) {
        drop(e->to_s, &e->to_s_n);
        e->s_at = 0;
        e->in++;
    }
}

/* m: packets to the lane, the far end's buffer, and acknowledgments. */
static void play_m(struct tn_cl_switch_bench *b, struct tn_cls_end *e,
                   const struct tn_cl_switch_lane *p, struct tn_cl_switch_lane *n, bool shut)
{
    unsigned out[CL_PRIOS] = {0};
    if (p->m_valid && p->m_ready) {
        if (e->m.n < CL_WORDS_MAX)
            e->m.word[e->m.n++] = p->m_data;
        if (e->m.n == 1 && e->far_n < TN_CLS_KEPT) {
            e->far[e->far_n].at = later(b, b->free_late) + CL_WORDS_MAX;
            e->far[e->far_n++].prio = prio_of(e->m.word);
        }
        if (p->m_last) {
            e->m.at = later(b, b->ack_late);
            e->out++;
            if (e->kept_n < TN_CLS_KEPT)
                e->kept[e->kept_n++] = e->m;
            e->m.n = 0;
        }
    }
    if (e->far_n && !shut && e->far[0].at <= b->cycle)
        memmove(e->far, e->far + 1, --e->far_n * sizeof *e->far);
    if (e->kept_n && !e->dead && e->kept[0].at <= b->cycle)
        drop(e->kept, &e->kept_n);
    for (unsigned i = 0; i < e->far_n; i++)
        out[e->far[i].prio]++;
    n->up = !e->dead;
    n->m_ok = e->dead ? 0 : room(b, out);
    n->m_ready = tn_rng_below(&b->rng, 16) < b->m_16 && (e->m.n || !e->dead);
}

/* d: what a dead lane's end gives back. */
static void play_d(struct tn_cl_switch_bench *b, struct tn_cls_end *e,
                   const struct tn_cl_switch_lane *p, struct tn_cl_switch_lane *n)
{
    if (p->d_valid && p->d_ready && ++e->d_at == e->kept[0].n) {
        drop(e->kept, &e->kept_n);
        e->d_at = 0;
        e->back++;
    }
    if (!e->dead || b->cycle < e->back_at)
        return;
    n->d_done = !e->kept_n && !e->m.n;
    n->d_valid = e->kept_n && ((p->d_valid && !p->d_ready) || tn_rng_below(&b->rng, 4));
    n->d_data = n->d_valid ? e->kept[0].word[e->d_at] : 0;
    n->d_last = n->d_valid && e->d_at + 1 == e->kept[0].n;
}

static void cycle(void *ctx, uint64_t now, const struct tn_cl_switch_pins *p, bool unknown,
                  struct tn_cl_switch_pins *next)
{
    struct tn_cl_switch_bench *b = ctx;
    b->cycle = now;
    b->unknown |= unknown && !p->rst;
    tn_cl_switch_judge_cycle(b->judge, p, now);
    if (b->reg_comes)
        b->reg_value = p->reg_rdata;
    b->reg_comes = b->reg_rd && p->reg_rd;
    b->reg_rd = b->reg_rd && !p->reg_rd;
    if (p->rst)
        memset(b->end, 0, sizeof b->end);
    for (unsigned i = 0; i < b->lanes; i++) {
        if (!p->rst) {
            play_s(b, &b->end[i], &p->lane[i], &next->lane[i]);
            play_m(b, &b->end[i], &p->lane[i], &next->lane[i], b->shut[i]);
            play_d(b, &b->end[i], &p->lane[i], &next->lane[i]);
        }
        next->lane[i].up = !b->end[i].dead;
    }
    next->reg_addr = b->reg_addr;
    next->reg_wdata = b->reg_value;
    next->reg_wr = b->reg_wr;
    next->reg_rd = b->reg_rd;
    b->reg_wr = false;
}

/* Verdicts are told behind the edge. */

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct tn_cl_switch_bench *b = ctx;
    if (b->verdicts < TN_CLS_VERDICTS)
        b->verdict[b->verdicts++] = *v;
}

static void tell(void *ctx)
{
    struct tn_cl_switch_bench *b = ctx;
    for (unsigned i = 0; i < b->verdicts; i++)
        b->fn(b->ctx, &b->verdict[i]);
    b->verdicts = 0;
}

/* What callers ask for. */

struct tn_cl_switch_bench *tn_cl_switch_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx)
{
    const struct tn_cl_switch_config config = {
        (uint8_t)tn_sim_param("PORT_N"), (uint8_t)tn_sim_param("PLANE_N"),
        (uint8_t)tn_sim_param("SPEED"), tn_sim_param("PREEMPT") != 0};
    struct tn_cl_switch_bench *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->judge = tn_cl_switch_judge_new(&config, on_verdict, b);
    if (!b->judge) {
        free(b);
        return NULL;
    }
    b->lanes = (unsigned)config.ports * config.planes;
    b->m_16 = b->s_16 = 16;
    b->ack_late = 60;
    b->fn = fn;
    b->ctx = ctx;
    tn_rng_seed(&b->rng, seed, 3);
    tn_cl_switch_play(&(struct tn_cl_switch_player){cycle, tell, b});
    tn_sim_reset(RESET_CYC);
    return b;
}

void tn_cl_switch_bench_free(struct tn_cl_switch_bench *b)
{
    tn_cl_switch_play(NULL);
    if (!b)
        return;
    tn_cl_switch_judge_free(b->judge);
    free(b);
}

int tn_cl_switch_bench_send(struct tn_cl_switch_bench *b, unsigned lane, const uint16_t *words,
                            unsigned n)
{
    struct tn_cls_end *e = &b->end[lane];
    if (e->to_s_n == TN_CLS_QUEUE || n > CL_WORDS_MAX)
        return -ENOSPC;
    e->to_s[e->to_s_n].n = n;
    memcpy(e->to_s[e->to_s_n++].word, words, n * sizeof *words);
    return 0;
}

void tn_cl_switch_bench_kill(struct tn_cl_switch_bench *b, unsigned lane)
{
    struct tn_cls_end *e = &b->end[lane];
    if (e->dead)
        return;
    e->dead = true;
    e->back_at = later(b, SIDE_CYC) + SIDE_CYC;
    e->to_s_n = e->s_at > 0; /* (the packet under way comes) */
}

bool tn_cl_switch_bench_busy(const struct tn_cl_switch_bench *b)
{
    for (unsigned i = 0; i < b->lanes; i++)
        if (b->end[i].to_s_n)
            return true;
    return !tn_cl_switch_judge_idle(b->judge);
}

void tn_cl_switch_bench_write(struct tn_cl_switch_bench *b, unsigned word, uint32_t value)
{
    b->reg_addr = (uint16_t)(4 * word);
    b->reg_value = value;
    b->reg_wr = true;
    tn_sim_step(2);
}

uint32_t tn_cl_switch_bench_read(struct tn_cl_switch_bench *b, unsigned word)
{
    b->reg_addr = (uint16_t)(4 * word);
    b->reg_rd = true;
    tn_sim_step(4);
    return b->reg_value;
}
