/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A reception side of TNW with links, a memory bus and software around it, and its judge.
 */
#ifndef TNW_RCV_FIXTURE_H
#define TNW_RCV_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "../../unit/first_verdict.h"

#include <tn/bug.h>
#include <tn/rng.h>
#include <tn/tnw/tnw_rcv_judge.h>

#include <stdio.h>
#include <string.h>

enum {
    OPS = 256,
    UP_AFTER = 40,   /* cycles after its flush that a link has packets again */
    PAUSE = 400,     /* cycles after a flush until software gives credits again */
    FREE_AFTER = 14, /* cycles after a notification until the credit's place is used again */
    NOFIT_OFFSET = 0xfffff8,
};

struct op {
    bool write;
    uint16_t addr;
    uint32_t data;
};

struct beats { /* the beats of a take */
    unsigned age;
    uint32_t offset;
};

struct bench {
    struct tn_tnw_rcv *side;
    struct tn_tnw_rcv_judge *judge;
    struct tn_tnw_rcv_in in;
    struct tn_rng rng;
    uint64_t cycle;
    unsigned places;
    unsigned ready_of_8; /* m_wr_ready in so many of 8 cycles */
    struct op op[OPS];
    unsigned op_in, op_out;
    unsigned have[TN_TNW_RCV_IDS];                         /* packets that wait at each link and channel */
    uint32_t offset[TN_TNW_RCV_IDS], step[TN_TNW_RCV_IDS]; /* the next packet's offset, and its growth */
    uint32_t
        lasts[TN_TNW_RCV_IDS]; /* bit n: the packet after n others is the last of its message */
    uint64_t nofit_at; /* the number of the take that does not fit; 0: none */
    unsigned nofit_of_16, last_of_16;
    struct beats beats[TNW_LINKS][2];
    uint64_t takes, take_at[TNW_LINKS];
    bool down[TNW_LINKS];
    uint64_t flushed_at[TNW_LINKS];
    unsigned given[TN_TNW_RCV_IDS]; /* credits that were given, with those of recent notifications */
    uint64_t free_at[TN_TNW_RCV_IDS][64];
    unsigned freed[TN_TNW_RCV_IDS], counted[TN_TNW_RCV_IDS];
    uint32_t rdata; /* data of the last read */
    struct first_verdict judged;
};

static inline struct bench *bench_new(struct tn_tnw_rcv_params p, enum tn_tnw_rcv_bug bug,
                                      uint64_t seed)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->side = tn_tnw_rcv_new(&p, bug);
    b->judge = tn_tnw_rcv_judge_new(&p, first_verdict, &b->judged);
    assert_non_null(b->side);
    assert_non_null(b->judge);
    b->places = 1u << p.credit_log2;
    b->ready_of_8 = 8;
    tn_rng_seed(&b->rng, seed, 0);
    return b;
}

static inline void bench_free(struct bench *b)
{
    tn_tnw_rcv_free(b->side);
    tn_tnw_rcv_judge_free(b->judge);
    free(b);
}

static inline void links_give(struct bench *b)
{
    memset(b->in.rcv_valid, 0, sizeof b->in.rcv_valid);
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++)
        if (b->have[id] && !b->down[id / TNW_VCS])
            b->in.rcv_valid[id / TNW_VCS] |= (uint8_t)(1u << id % TNW_VCS);
    b->in.rcv_dvalid = 0;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        for (unsigned k = 0; k < 2; k++) {
            struct beats *t = &b->beats[l][k];
            t->age += t->age > 0;
            if (t->age < 3 || t->age > 10)
                continue;
            b->in.rcv_dvalid |= (uint8_t)(1u << l);
            b->in.rcv_offset[l] = t->offset;
            for (unsigned i = 0; i < TN_TNW_RCV_BEAT; i++)
                b->in.rcv_data[l][i] = (uint8_t)tn_rng_next(&b->rng);
        }
}

/* Flushes links that go down, once no take of them is under way. */
static inline void flushes(struct bench *b)
{
    b->in.flush = 0;
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        if (!b->down[l])
            continue;
        if (!b->flushed_at[l] && b->cycle > b->take_at[l] + 10) {
            b->in.flush |= (uint8_t)(1u << l);
            b->flushed_at[l] = b->cycle;
            for (unsigned v = 0; v < TNW_VCS; v++)
                b->have[l * TNW_VCS + v] = b->given[l * TNW_VCS + v] = 0;
        } else if (b->flushed_at[l] && b->cycle > b->flushed_at[l] + UP_AFTER) {
            b->down[l] = false;
        }
    }
}

static inline void flush_link(struct bench *b, unsigned l)
{
    b->down[l] = true;
    b->flushed_at[l] = 0;
}

static inline bool is_closed(const struct bench *b, unsigned l)
{
    return b->down[l] || (b->flushed_at[l] && b->cycle < b->flushed_at[l] + PAUSE);
}

static inline void software(struct bench *b)
{
    b->in.reg_wr = b->in.reg_rd = false;
    if (b->op_in == b->op_out)
        return;
    const struct op *o = &b->op[b->op_out++ % OPS];
    if (o->write && o->addr < TN_TNW_RCV_COUNTERS && is_closed(b, o->addr / 0x200))
        return;
    b->in.reg_wr = o->write;
    b->in.reg_rd = !o->write;
    b->in.reg_addr = o->addr;
    b->in.reg_wdata = o->data;
}

static inline void seen(struct bench *b, const struct tn_tnw_rcv_out *o)
{
    unsigned l = 0;
    if (o->m_wr_valid && b->in.m_wr_ready && o->m_wr_first && o->m_wr_last) {
        struct tnw_note n;
        tnw_note_decode(o->m_wr_data, &n);
        const unsigned id = (n.link * 8u + n.vc) % TN_TNW_RCV_IDS;
        b->free_at[id][b->freed[id]++ % 64] = b->cycle + FREE_AFTER;
    }
    if (!o->rcv_take)
        return;
    while (!(o->rcv_take >> l & 1))
        l++;
    const unsigned id = l * TNW_VCS + o->rcv_vc;
    const bool nofit = ++b->takes == b->nofit_at || tn_rng_below(&b->rng, 16) < b->nofit_of_16;
    b->have[id] -= b->have[id] > 0;
    b->take_at[l] = b->cycle;
    b->beats[l][1] = b->beats[l][0];
    const bool last = (b->lasts[id] & 1) || tn_rng_below(&b->rng, 16) < b->last_of_16;
    b->lasts[id] >>= 1;
    b->beats[l][0] = (struct beats){1, (nofit ? NOFIT_OFFSET : b->offset[id]) | last};
    b->offset[id] += b->step[id];
}

static inline void step(struct bench *b)
{
    links_give(b);
    flushes(b);
    software(b);
    b->in.m_wr_ready = tn_rng_below(&b->rng, 8) < b->ready_of_8;
    const struct tn_tnw_rcv_out *o = tn_tnw_rcv_eval(b->side, &b->in);
    tn_tnw_rcv_judge_cycle(b->judge, &b->in, o, b->cycle);
    b->rdata = o->reg_rdata;
    if (!b->in.rst)
        seen(b, o);
    tn_tnw_rcv_clock(b->side, &b->in);
    b->cycle++;
}

static inline void steps(struct bench *b, unsigned n)
{
    while (n-- && !b->judged.n)
        step(b);
}

static inline void start(struct bench *b)
{
    b->in.rst = true;
    steps(b, 3);
    b->in.rst = false;
    steps(b, 20);
}

static inline void put_op(struct bench *b, bool write, unsigned addr, uint32_t data)
{
    tn_require(b->op_in - b->op_out < OPS);
    b->op[b->op_in++ % OPS] = (struct op){write, (uint16_t)addr, data};
}

/* Reads a register and returns the answer. */
static inline uint32_t read_reg(struct bench *b, unsigned addr)
{
    put_op(b, false, addr, 0);
    while (b->op_in != b->op_out && !b->judged.n)
        step(b);
    steps(b, 1);
    return b->rdata;
}

static inline void give(struct bench *b, unsigned id, uint64_t base, uint32_t length,
                        uint64_t notify, uint32_t tag)
{
    const uint32_t reg[TN_TNW_RCV_RW] = {(uint32_t)base,   (uint32_t)(base >> 32),  length, tag,
                                         (uint32_t)notify, (uint32_t)(notify >> 32)};
    for (unsigned i = 0; i < TN_TNW_RCV_RW; i++)
        put_op(b, true, tn_tnw_rcv_addr(id, 4 * i), reg[i]);
    b->given[id]++;
}

/* Gives a credit of so many packets at any address. */
static inline void give_packets(struct bench *b, unsigned id, uint32_t packets)
{
    give(b, id, tn_rng_next(&b->rng) & ~15ull, packets * TNW_PAYLOAD, tn_rng_next(&b->rng) & ~15ull,
         (uint32_t)tn_rng_next(&b->rng));
}

static inline void no_verdict(const struct bench *b)
{
    first_verdict_none(&b->judged);
    assert_int_equal(tn_tnw_rcv_judge_unsure(b->judge), 0);
}

#endif
