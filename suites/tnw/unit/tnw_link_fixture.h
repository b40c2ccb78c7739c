/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two ends of a TNW link, the wires between them, who injects and who takes, and a judge of
 * each end.
 */
#ifndef TNW_LINK_FIXTURE_H
#define TNW_LINK_FIXTURE_H

#include "../../unit/first_verdict.h"

#include <tn/rng.h>
#include <tn/tnw/tnw_link_judge.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LAGS = 4, WIRE = 16, ITEMS = 4096, BEATS_OF_ITEM = TNW_PAYLOAD / TN_TNW_BEAT };

struct pair;
/* Changes the word that side `to` gets in this cycle, or the alignment of its lanes. */
typedef void fault_fn(struct pair *p, unsigned to, struct tnw_word *word, bool *up);

struct side {
    struct tn_tnw_end *end;
    struct tn_tnw_link_judge *judge;
    struct tn_tnw_in in;
    struct tnw_word wire[WIRE]; /* the words that the side sent, the last in [0] */
    /* Registers before the side's input and behind its output, for an end that is slower. */
    unsigned rx_lag, tx_lag;
    struct tn_tnw_in early[LAGS];
    struct tnw_word late[LAGS];
    /* Injection. */
    unsigned want, begun, beat;
    bool could;
    unsigned channels;
    /* Reception. */
    bool reads;    /* the side takes packets that come */
    unsigned lazy; /* a packet is taken with one chance in lazy + 1 a cycle */
    unsigned since_take;
    unsigned got, beats;
    uint16_t times[ITEMS]; /* the number of times that each item came */
    uint32_t order[ITEMS]; /* the items in the order in which they came */
    bool disorder;
    uint32_t last[TNW_VCS]; /* 1 + the item that came last on each channel */
    /* Register accesses. */
    struct {
        bool write;
        uint16_t addr;
        uint32_t data;
    } access;
    bool accesses, reading;
    uint32_t rdata;
    unsigned flushes;
    struct first_verdict judged;
    unsigned causes[TN_TNW_CAUSES];
};

struct pair {
    struct side side[2];
    unsigned delay; /* cycles of the wire, 1 to WIRE */
    bool rst;
    uint64_t cycle;
    fault_fn *fault;
    unsigned at; /* the count of a fault that counts */
    unsigned drop[2];
    struct tnw_word said[TNW_WORDS - 1]; /* the remaining words of a packet that the test made up */
    unsigned left;
    struct tn_rng rng;
};

static inline struct pair *pair_new(struct tn_tnw_params par, enum tn_tnw_bug bug, uint64_t seed)
{
    struct pair *p = calloc(1, sizeof *p);
    p->delay = 5;
    tn_rng_seed(&p->rng, seed, 0);
    for (unsigned i = 0; i < 2; i++) {
        struct side *s = &p->side[i];
        s->end = tn_tnw_end_new(&par, i ? TN_TNW_NO_BUG : bug);
        s->judge = tn_tnw_link_judge_new(&par, first_verdict, &s->judged);
        s->reads = true;
        s->channels = 1;
        for (unsigned k = 0; k < WIRE; k++)
            s->wire[k] = s->late[k % LAGS] = tnw_idle();
    }
    return p;
}

static inline void pair_free(struct pair *p)
{
    for (unsigned i = 0; i < 2; i++) {
        tn_tnw_end_free(p->side[i].end);
        tn_tnw_link_judge_free(p->side[i].judge);
    }
    free(p);
}

static inline void inject(struct side *s, struct tn_tnw_in *in)
{
    if (!s->beat && (!s->could || s->begun == s->want))
        return;
    const uint32_t id = s->begun;
    uint8_t *d = in->inj_data;
    in->inj_valid = true;
    in->inj_vc = (uint8_t)(id % s->channels);
    in->inj_offset = id;
    for (unsigned b = 0; b < TN_TNW_BEAT; b++)
        d[b] = (uint8_t)(id * 37 + s->beat * 11 + b);
    if (s->beat == 0)
        memcpy(d, &id, sizeof id);
    in->inj_last = ++s->beat == BEATS_OF_ITEM;
    if (in->inj_last) {
        s->beat = 0;
        s->begun++;
    }
}

static inline void receive(struct pair *p, struct side *s, const struct tn_tnw_out *o,
                           struct tn_tnw_in *in)
{
    if (o->rcv_dvalid && s->beats++ % BEATS_OF_ITEM == 0) {
        uint32_t id;
        memcpy(&id, o->rcv_data, sizeof id);
        if (id < ITEMS && s->got < ITEMS) {
            uint32_t *last = &s->last[id % TNW_VCS];
            s->disorder = s->disorder || id + 1 <= *last;
            *last = id + 1;
            s->times[id]++;
            s->order[s->got++] = id;
        }
    }
    s->since_take++;
    if (!s->reads || !o->rcv_valid || s->since_take < 8 || tn_rng_below(&p->rng, s->lazy + 1))
        return;
    unsigned vc = (unsigned)tn_rng_below(&p->rng, TNW_VCS);
    while (!(o->rcv_valid >> vc & 1))
        vc = (vc + 1) % TNW_VCS;
    in->rcv_take = true;
    in->rcv_vc = (uint8_t)vc;
    s->since_take = 0;
}

static inline void registers(struct side *s, const struct tn_tnw_out *o, struct tn_tnw_in *in)
{
    if (s->reading)
        s->rdata = o->reg_rdata;
    s->reading = s->accesses && !s->access.write;
    if (!s->accesses)
        return;
    in->reg_wr = s->access.write;
    in->reg_rd = !s->access.write;
    in->reg_addr = s->access.addr;
    in->reg_wdata = s->access.data;
    s->accesses = false;
}

/* Returns the pins of a side in this cycle: those of its end, behind the registers. */
static inline struct tn_tnw_out shown(struct side *s)
{
    struct tn_tnw_out o = *tn_tnw_end_out(s->end);
    memmove(&s->late[1], &s->late[0], sizeof s->late - sizeof s->late[0]);
    s->late[0] = o.tx;
    o.tx = s->late[s->tx_lag];
    return o;
}

static inline void clock_end(struct side *s)
{
    struct tn_tnw_in in = s->in;
    memmove(&s->early[1], &s->early[0], sizeof s->early - sizeof s->early[0]);
    s->early[0] = s->in;
    in.rx = s->early[s->rx_lag].rx;
    in.rx_up = s->early[s->rx_lag].rx_up;
    tn_tnw_end_clock(s->end, &in);
    for (unsigned k = 0; k < LAGS && in.rst; k++)
        s->late[k] = tnw_idle();
    s->beat = in.rst ? 0 : s->beat;
}

static inline void step(struct pair *p)
{
    struct tnw_word sent[2];
    for (unsigned i = 0; i < 2; i++) {
        struct side *s = &p->side[i];
        const struct tn_tnw_out pins = shown(s), *o = &pins;
        sent[i] = pins.tx;
        s->in = (struct tn_tnw_in){
            .rst = p->rst, .rx = p->side[!i].wire[p->delay - 1], .rx_up = p->cycle > 20};
        if (p->fault)
            p->fault(p, i, &s->in.rx, &s->in.rx_up);
        if (!s->in.rx_up)
            s->in.rx = (struct tnw_word){0xfefefefe, 15};
        inject(s, &s->in);
        receive(p, s, o, &s->in);
        registers(s, o, &s->in);
        s->could = o->inj_ok;
        s->flushes += o->flush;
        if (o->obs_rx_valid && o->obs_rx_cause < TN_TNW_CAUSES)
            s->causes[o->obs_rx_cause]++;
        tn_tnw_link_judge_cycle(s->judge, &s->in, o, p->cycle);
    }
    for (unsigned i = 0; i < 2; i++) {
        struct side *s = &p->side[i];
        memmove(&s->wire[1], &s->wire[0], sizeof s->wire - sizeof s->wire[0]);
        s->wire[0] = sent[i];
        clock_end(s);
    }
    p->cycle++;
}

static inline void steps(struct pair *p, unsigned n)
{
    while (n--)
        step(p);
}

static inline void write_reg(struct pair *p, unsigned side, unsigned addr, uint32_t data)
{
    struct side *s = &p->side[side];
    s->access.write = true;
    s->access.addr = (uint16_t)addr;
    s->access.data = data;
    s->accesses = true;
    step(p);
}

static inline uint32_t read_reg(struct pair *p, unsigned side, unsigned addr)
{
    struct side *s = &p->side[side];
    s->access.write = false;
    s->access.addr = (uint16_t)addr;
    s->accesses = true;
    steps(p, 2);
    return s->rdata;
}

/* Takes both ends out of reset to UP, and waits until they are quiet. */
static inline void bring_up(struct pair *p)
{
    p->rst = true;
    steps(p, 3);
    p->rst = false;
    steps(p, 250);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(read_reg(p, i, TN_TNW_R_STATUS) & 7, TN_TNW_UP);
}

/* Steps until side `to` has n items, for at most `most` cycles. Returns whether they came. */
static inline bool until_got(struct pair *p, unsigned to, unsigned n, unsigned most)
{
    while (p->side[to].got < n && most--)
        step(p);
    return p->side[to].got >= n;
}

static inline void no_verdict(const struct pair *p)
{
    for (unsigned i = 0; i < 2; i++)
        if (p->side[i].judged.n)
            fail_msg("side %u: %s", i, p->side[i].judged.text);
}

#endif
