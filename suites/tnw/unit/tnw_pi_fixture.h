/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A processor interface of TNW with a host, links and other blocks around it, and its judge.
 */
#ifndef TNW_PI_FIXTURE_H
#define TNW_PI_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "../../unit/first_verdict.h"

#include <tn/bug.h>
#include <tn/rng.h>
#include <tn/tnw/tnw_pi_player.h>
#include <tn/tnw/tnw_pi_judge.h>

#include <stdio.h>
#include <string.h>

enum {
    TLPS = 512, /* TLPs that wait to be sent */
    TLP_BYTES = 400,
    RID = 0x1200,
    HOST = 0x0008, /* Requester ID of the host's requests */
    FRAGMENT = TN_TNW_PI_BEAT,
};
#define BAR0 0xf0000000ull
#define BAR2 0x4000000000ull

struct host_tlp {
    uint8_t bytes[TLP_BYTES];
    size_t len;
    enum tn_tlp_class class;
};

struct bench {
    struct tn_tnw_pi_params par;
    struct tn_tnw_pi_player *side;
    struct tn_tnw_pi_judge *judge;
    struct tn_tnw_pi_in in;
    struct tn_rng rng;
    uint64_t cycle;
    unsigned ready_of_8, gap_of_8; /* of 8 cycles: m_tlp_ready; gaps between beats of s_tlp */
    uint8_t ok_of_8[TNW_LINKS];    /* of 8 cycles: inj_ok of each link */
    bool busy[TNW_LINKS];          /* inj_ok is low for now */
    struct host_tlp tlp[TLPS];
    unsigned tlp_in, tlp_out;
    size_t sent;
    uint8_t may_begin;
    uint8_t tag;
    uint32_t block[0x4000 / 4]; /* the registers of the other blocks */
    uint8_t answer[TLP_BYTES];  /* the last answer */
    size_t answer_len;
    unsigned answers, items;
    unsigned told[4]; /* calls of the hooks: TLPs, writes, reads, items */
    uint32_t last_told;
    struct first_verdict judged;
};

/* Counts a verdict. The bench is the context of the hooks, too. */
static inline void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct bench *b = ctx;
    first_verdict(&b->judged, v);
}

static inline struct bench *bench_hooked(struct tn_tnw_pi_params p, bool late,
                                         enum tn_tnw_pi_bug bug, uint64_t seed,
                                         const struct tn_tnw_pi_judge_hooks *hooks)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->par = p;
    b->side = tn_tnw_pi_player_new(&p, late, bug);
    b->judge = tn_tnw_pi_judge_new(&p, hooks, on_verdict, b);
    assert_non_null(b->side);
    assert_non_null(b->judge);
    b->in.rid = RID;
    b->in.bar0 = BAR0;
    b->in.bar2 = BAR2;
    b->ready_of_8 = 8;
    memset(b->ok_of_8, 8, sizeof b->ok_of_8);
    tn_rng_seed(&b->rng, seed, 0);
    return b;
}

static inline struct bench *bench_new(struct tn_tnw_pi_params p, bool late, enum tn_tnw_pi_bug bug,
                                      uint64_t seed)
{
    return bench_hooked(p, late, bug, seed, NULL);
}

static inline void bench_free(struct bench *b)
{
    tn_tnw_pi_player_free(b->side);
    tn_tnw_pi_judge_free(b->judge);
    free(b);
}

static inline bool chance(struct bench *b, unsigned of_8)
{
    return tn_rng_below(&b->rng, 8) < of_8;
}

/* Gives the next beat of the TLP under way, or of the next TLP when its class may begin. */
static inline void host_gives(struct bench *b)
{
    struct tn_tnw_pi_stream *s = &b->in.s_tlp;
    const struct host_tlp *t = &b->tlp[b->tlp_out % TLPS];
    if (s->valid)
        return;
    if (b->tlp_in == b->tlp_out || (!b->sent && !(b->may_begin >> t->class & 1)) ||
        chance(b, b->gap_of_8))
        return;
    const size_t left = t->len - b->sent, n = left < FRAGMENT ? left : FRAGMENT;
    *s = (struct tn_tnw_pi_stream){
        .valid = true, .last = n == left, .keep = (uint8_t)((1u << n / 4) - 1)};
    memcpy(s->data, t->bytes + b->sent, n);
    b->sent += n;
}

static inline void host_gave(struct bench *b, const struct tn_tnw_pi_out *o)
{
    if (!b->in.s_tlp.valid || !o->s_tlp_ready)
        return;
    if (b->in.s_tlp.last) {
        b->tlp_out++;
        b->sent = 0;
    }
    b->in.s_tlp.valid = false;
}

static inline void host_takes(struct bench *b, const struct tn_tnw_pi_out *o)
{
    if (!o->m_tlp.valid || !b->in.m_tlp_ready)
        return;
    for (unsigned i = 0; i < 4 && (o->m_tlp.keep >> i & 1); i++, b->answer_len += 4)
        if (b->answer_len + 4 <= TLP_BYTES)
            memcpy(b->answer + b->answer_len, o->m_tlp.data + 4 * i, 4);
    if (!o->m_tlp.last)
        return;
    b->answers++;
    b->answer_len = 0;
}

static inline void step(struct bench *b)
{
    const struct tn_tnw_pi_out o = *tn_tnw_pi_player_out(b->side);
    host_gives(b);
    b->in.m_tlp_ready = chance(b, b->ready_of_8);
    b->in.m_tlp_ok = 7;
    b->in.inj_ok = 0;
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        if (tn_rng_below(&b->rng, 16) == 0)
            b->busy[l] = !chance(b, b->ok_of_8[l]);
        b->in.inj_ok |= (uint8_t)((!b->busy[l] && b->ok_of_8[l]) << l);
    }
    tn_tnw_pi_judge_cycle(b->judge, &b->in, &o, b->cycle);
    const unsigned reg = (o.reg_addr - 0x1000u) / 4;
    if (o.reg_wr && reg < sizeof b->block / 4)
        b->block[reg] = o.reg_wdata;
    const uint32_t rdata = o.reg_rd && reg < sizeof b->block / 4 ? b->block[reg] : 0;
    tn_tnw_pi_player_clock(b->side, &b->in);
    b->in.reg_rdata = rdata;
    b->items += o.inj_last;
    b->may_begin = o.s_tlp_ok;
    if (!b->in.rst) {
        host_gave(b, &o);
        host_takes(b, &o);
    }
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

/* Resets the block amid a test; packets that were not yet sent are forgotten. */
static inline void reset(struct bench *b, unsigned n)
{
    b->in.rst = true;
    b->in.s_tlp.valid = false;
    b->sent = b->answer_len = 0;
    b->tlp_out = b->tlp_in;
    b->may_begin = 0;
    steps(b, n);
    b->in.rst = false;
}

/* Steps until all waiting TLPs were sent, and n cycles more. */
static inline void settle(struct bench *b, unsigned n)
{
    while (b->tlp_in != b->tlp_out && !b->judged.n)
        step(b);
    steps(b, n);
}

static inline struct tn_tlp request(struct bench *b, enum tn_tlp_kind kind, uint64_t addr,
                                    unsigned dws)
{
    struct tn_tlp t = {.addr = addr & ~3ull,
                       .length_dw = (uint16_t)dws,
                       .requester = HOST,
                       .tag = b->tag++,
                       .tc = b->tag & 7,
                       .attr = b->tag >> 3 & 7,
                       .first_be = 15,
                       .last_be = dws > 1 ? 15 : 0};
    tn_tlp_set_kind(&t, kind, addr >> 32 != 0);
    return t;
}

/* Sends a TLP with the payload (NULL: any bytes). */
static inline void send(struct bench *b, const struct tn_tlp *t, const uint8_t *payload)
{
    struct host_tlp *h = &b->tlp[b->tlp_in % TLPS];
    uint8_t any[TLP_BYTES];
    const size_t n = tn_tlp_has_data(t->kind) ? 4u * t->length_dw : 0;
    tn_require(b->tlp_in - b->tlp_out < TLPS);
    for (size_t i = 0; i < sizeof any; i++)
        any[i] = (uint8_t)tn_rng_next(&b->rng);
    const long len = tn_tlp_encode(t, payload ? payload : any, n, h->bytes, TLP_BYTES);
    tn_require(len > 0);
    h->len = (size_t)len;
    h->class = tn_tlp_class(t->kind);
    b->tlp_in++;
}

static inline uint64_t in_window(const struct bench *b, unsigned id, uint32_t byte)
{
    return BAR2 + ((uint64_t)id << tn_tnw_pi_window_log2(&b->par)) + byte;
}

/* Puts so many bytes at a byte of a window, with `last` or without. */
static inline void put_last(struct bench *b, unsigned id, uint32_t byte, unsigned bytes, bool last)
{
    const uint64_t at =
        in_window(b, id, byte) + ((uint64_t)(last && b->par.last_en) << (b->par.off_log2 + 4));
    const struct tn_tlp t = request(b, TN_TLP_MWR, at, bytes / 4);
    send(b, &t, NULL);
}

/* The same, with `last` sometimes. */
static inline void put(struct bench *b, unsigned id, uint32_t byte, unsigned bytes)
{
    put_last(b, id, byte, bytes, tn_rng_below(&b->rng, 8) == 0);
}

static inline void put_item(struct bench *b, unsigned id, uint32_t item)
{
    put(b, id, item * TNW_PAYLOAD, 64);
    put(b, id, item * TNW_PAYLOAD + 64, 64);
}

static inline void write_reg(struct bench *b, unsigned addr, uint32_t data)
{
    const struct tn_tlp t = request(b, TN_TLP_MWR, BAR0 + addr, 1);
    const uint8_t bytes[4] = {(uint8_t)data, (uint8_t)(data >> 8), (uint8_t)(data >> 16),
                              (uint8_t)(data >> 24)};
    send(b, &t, bytes);
}

static inline void read_regs(struct bench *b, unsigned addr, unsigned dws)
{
    const struct tn_tlp t = request(b, TN_TLP_MRD, BAR0 + addr, dws);
    send(b, &t, NULL);
}

/* Reads a register and returns the answer. */
static inline uint32_t read_reg(struct bench *b, unsigned addr)
{
    const unsigned before = b->answers;
    settle(b, 0);
    read_regs(b, addr, 1);
    for (unsigned n = 0; n < 600 && b->answers == before && !b->judged.n; n++)
        step(b);
    const uint8_t *p = b->answer + 12;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void no_verdict(const struct bench *b)
{
    first_verdict_none(&b->judged);
    assert_int_equal(tn_tnw_pi_judge_unsure(b->judge), 0);
}

#endif
