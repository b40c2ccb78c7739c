/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block with Nget and tnw_pi's way out, its judge, and around it: software, a host that answers
 * reads in any order and in any pieces, tnw_rcv's writes, links.
 */
#ifndef TNW_GET_FIXTURE_H
#define TNW_GET_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "../../unit/first_verdict.h"

#include <tn/bug.h>
#include <tn/rng.h>
#include <tn/tnw/tnw_get_judge.h>
#include <tn/tnw/tnw_pi_judge.h>

#include <stdio.h>
#include <string.h>

enum {
    TLPS = 512,
    REQS = 256,
    RID = 0x0300,
    HOST_ID = 0x0008,
    RCB = 64,
    BE_ALL = 15,
};
#define BAR0  0xd0000000ull
#define BAR2  0xc0000000ull
#define NOTES 0x7000ull

/* How the host answers a read. */
enum fault {
    NO_FAULT,
    BAD_STATUS,  /* UR in the place of all data */
    HALF_STATUS, /* some data, then UR in the place of the rest */
    POISON,
    NO_ANSWER,
    LATE_ANSWER, /* the answer comes behind the timeout */
    WRONG_COUNT,
    WRONG_LOWER,
    WRONG_BORDER,
    TOO_LONG,
    STRAY,     /* the right answer, and before it a completion with a tag that no read has */
    TWICE,     /* the last completion comes twice */
    CPL_EMPTY, /* a Cpl with status 000 before the answer */
    FAULTS
};

struct host_tlp {
    uint8_t byte[TN_TLP_MAX_PREFIX * 4 + 16 + 512];
    size_t len;
};

struct req {
    bool there;
    uint64_t addr, due;
    uint32_t len, got;
    uint8_t tag;
    enum fault fault;
};

struct bench {
    struct tn_tnw_get_player *side;
    struct tn_tnw_get_judge *judge;
    struct tn_tnw_pi_judge *beside; /* the judge of windows and TLPs, which must never blame */
    bool both;                      /* pins that a test sets by hand go to that judge, too */
    struct tn_tnw_pi_in in;
    struct tn_rng rng;
    uint64_t cycle;
    struct host_tlp tlp[TLPS], now;
    unsigned tlp_in, tlp_out;
    size_t sent;
    struct req req[REQS];
    unsigned reqs, fault_at; /* reads seen so far; the number of the read with a fault, 0: none */
    enum fault fault;
    unsigned faults_of_64, fault_n; /* of 64 reads so many have a fault, drawn from the first fault_n kinds */
    unsigned delay;                 /* cycles until an answer, at most */
    unsigned late;                  /* cycles until a LATE_ANSWER */
    bool whole;                     /* each read has one completion */
    unsigned ready_of_8, ok_of_8[3], inj_of_8, wr_of_8;
    unsigned wr_beat, wr_beats;
    uint64_t wr_addr;
    unsigned wr_left; /* writes that tnw_rcv has still to make */
    struct host_tlp out;
    unsigned answers, notes;
    uint32_t rdata;
    struct tnw_note note;
    struct first_verdict judged;
};

static inline struct bench *bench_new(struct tn_tnw_pi_params p, enum tn_tnw_get_bug bug,
                                      uint64_t seed)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->side = tn_tnw_get_player_new(&p, bug);
    b->judge = tn_tnw_get_judge_new(&p, first_verdict, &b->judged);
    assert_non_null(b->side);
    assert_non_null(b->judge);
    b->beside = tn_tnw_pi_judge_new(&p, NULL, first_verdict, &b->judged);
    assert_non_null(b->beside);
    b->ready_of_8 = b->inj_of_8 = b->wr_of_8 = 8;
    b->ok_of_8[0] = b->ok_of_8[1] = b->ok_of_8[2] = 8;
    b->delay = 60;
    b->late = 2000;
    b->in.rid = RID;
    b->in.bar0 = BAR0;
    b->in.bar2 = BAR2;
    tn_rng_seed(&b->rng, seed, 0);
    return b;
}

static inline void bench_free(struct bench *b)
{
    tn_tnw_get_player_free(b->side);
    tn_tnw_get_judge_free(b->judge);
    tn_tnw_pi_judge_free(b->beside);
    free(b);
}

static inline unsigned below(struct bench *b, unsigned n)
{
    return (unsigned)tn_rng_below(&b->rng, n);
}

/* Returns the byte of host memory at an address. */
static inline uint8_t octet(uint64_t addr)
{
    uint64_t x = addr * 0x9e3779b97f4a7c15ull;
    return (uint8_t)(x >> 56 ^ x >> 31);
}

static inline void send(struct bench *b, struct tn_tlp *t, const uint8_t *payload, size_t len)
{
    struct host_tlp *h = &b->tlp[b->tlp_in++ % TLPS];
    tn_require(b->tlp_in - b->tlp_out <= TLPS);
    t->length_dw = t->length_dw ? t->length_dw : (uint16_t)(len / 4);
    const long n = tn_tlp_encode(t, payload, len, h->byte, sizeof h->byte);
    tn_require(n > 0);
    h->len = (size_t)n;
}

static inline void write_regs(struct bench *b, unsigned addr, const uint32_t *v, unsigned n)
{
    uint8_t p[64];
    struct tn_tlp t = {.requester = HOST_ID, .first_be = BE_ALL, .addr = BAR0 + addr};
    tn_tlp_set_kind(&t, TN_TLP_MWR, 0);
    t.last_be = n > 1 ? BE_ALL : 0;
    for (unsigned i = 0; i < 4 * n; i++)
        p[i] = (uint8_t)(v[i / 4] >> i % 4 * 8);
    send(b, &t, p, 4u * n);
}

static inline void write_reg(struct bench *b, unsigned addr, uint32_t v)
{
    write_regs(b, addr, &v, 1);
}

static inline void ask_reg(struct bench *b, unsigned addr)
{
    struct tn_tlp t = {
        .requester = HOST_ID, .first_be = BE_ALL, .addr = BAR0 + addr, .length_dw = 1, .tag = 5};
    tn_tlp_set_kind(&t, TN_TLP_MRD, 0);
    send(b, &t, NULL, 0);
}

static inline void give(struct bench *b, unsigned link, uint64_t src, uint32_t length,
                        uint32_t offset, uint64_t notify, uint32_t tag)
{
    const uint32_t v[TN_TNW_GET_RW] = {
        (uint32_t)src,    (uint32_t)(src >> 32),   length, tag, (tag & 7) << 29 | offset,
        (uint32_t)notify, (uint32_t)(notify >> 32)};
    write_regs(b, tn_tnw_get_addr(link, 0), v, TN_TNW_GET_RW);
}

static inline void complete(struct bench *b, const struct req *r, uint32_t bytes, unsigned status)
{
    uint8_t p[TN_TNW_GET_READ + 64];
    struct tn_tlp t = {.completer = HOST_ID, .requester = RID, .tag = r->tag};
    tn_tlp_set_kind(&t, bytes ? TN_TLP_CPLD : TN_TLP_CPL, 0);
    t.status = (uint8_t)status;
    t.length_dw = bytes ? 0 : 1; /* a reserved field may have any value */
    t.byte_count = (uint16_t)(r->len - r->got);
    t.lower_addr = (uint8_t)((r->addr + r->got) & 0x7f);
    t.ep = r->fault == POISON && r->got == 0 && bytes;
    if (r->fault == WRONG_COUNT)
        t.byte_count = (uint16_t)(t.byte_count + 16);
    if (r->fault == WRONG_LOWER)
        t.lower_addr ^= 16;
    for (uint32_t i = 0; i < bytes; i++)
        p[i] = octet(r->addr + r->got + i);
    send(b, &t, p, bytes);
}

/* Returns the bytes of the next completion: up to a multiple of 64, or all that are left. */
static inline uint32_t piece(struct bench *b, const struct req *r)
{
    const uint32_t left = r->len - r->got;
    uint32_t n = RCB * (1 + below(b, 4)) - (uint32_t)((r->addr + r->got) % RCB);
    if (b->whole && left <= TN_TNW_PI_PAYLOAD)
        return left;
    if (b->whole)
        n = TN_TNW_PI_PAYLOAD - (uint32_t)((r->addr + r->got) % TN_TNW_PI_PAYLOAD);
    if (r->fault == WRONG_BORDER && left > 32)
        return 16;
    if (r->fault == TOO_LONG)
        return left + 16 <= TN_TNW_PI_PAYLOAD ? left + 16 : TN_TNW_PI_PAYLOAD;
    return n < left ? n : left;
}

static inline void stray(struct bench *b, const struct req *r, bool empty)
{
    struct req s = *r;
    s.fault = NO_FAULT;
    if (!empty)
        s.tag = 31 + 32 * 6;
    complete(b, &s, empty ? 0 : 16, TN_CPL_SC);
}

/* Sends one completion of a read. Returns true when the completion was the last. */
static inline bool answer(struct bench *b, struct req *r)
{
    uint32_t n = piece(b, r);
    if (r->fault == BAD_STATUS || (r->fault == HALF_STATUS && r->got)) {
        complete(b, r, 0, TN_CPL_UR);
        return true;
    }
    if (r->got == 0 && (r->fault == STRAY || r->fault == CPL_EMPTY))
        stray(b, r, r->fault == CPL_EMPTY);
    if (r->fault == HALF_STATUS && n == r->len)
        n = r->len > RCB ? RCB - (uint32_t)(r->addr % RCB) : r->len;
    complete(b, r, n, TN_CPL_SC);
    if (r->fault == TWICE && r->got + n == r->len)
        complete(b, r, n, TN_CPL_SC);
    r->got += n;
    r->due = b->cycle + 1 + below(b, b->delay / 4 + 1);
    return r->got >= r->len;
}

static inline void host(struct bench *b)
{
    for (unsigned i = 0, at = below(b, REQS); i < REQS; i++) {
        struct req *r = &b->req[(at + i) % REQS];
        if (!r->there || b->cycle < r->due || b->tlp_in != b->tlp_out)
            continue;
        if (r->fault == NO_ANSWER || answer(b, r))
            r->there = false;
    }
}

static inline void asked(struct bench *b, const struct tn_tlp *t)
{
    struct req *r = b->req;
    while (r->there)
        tn_require(++r < b->req + REQS);
    *r = (struct req){.there = true,
                      .addr = t->addr,
                      .due = b->cycle + 5 + below(b, b->delay),
                      .len = 4u * t->length_dw,
                      .tag = t->tag};
    b->reqs++;
    if (b->reqs == b->fault_at)
        r->fault = b->fault;
    else if (below(b, 64) < b->faults_of_64)
        r->fault = 1 + below(b, b->fault_n);
    if (r->fault == LATE_ANSWER)
        r->due = b->cycle + b->late;
}

static inline void to_host(struct bench *b, const struct tn_tnw_pi_stream *m)
{
    struct tn_tlp t;
    if (!m->valid || !b->in.m_tlp_ready)
        return;
    for (unsigned i = 0; i < TN_TNW_PI_BEAT; i++)
        if (m->keep >> i / 4 & 1 && b->out.len < sizeof b->out.byte)
            b->out.byte[b->out.len++] = m->data[i];
    if (!m->last)
        return;
    tn_tlp_decode(b->out.byte, b->out.len, b->out.len, &t);
    const uint8_t *p = b->out.byte + t.payload_off;
    if (t.kind == TN_TLP_MRD)
        asked(b, &t);
    if (t.kind == TN_TLP_CPLD) {
        b->answers++;
        b->rdata = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    }
    if (t.kind == TN_TLP_MWR && t.payload_len == TNW_NOTE && t.addr / 0x1000 == NOTES / 0x1000) {
        b->notes++;
        tnw_note_decode(p, &b->note);
    }
    b->out.len = 0;
}

static inline void s_tlp(struct bench *b)
{
    struct tn_tnw_pi_stream *s = &b->in.s_tlp;
    memset(s, 0, sizeof *s);
    if (!b->now.len && b->tlp_in != b->tlp_out) {
        b->now = b->tlp[b->tlp_out++ % TLPS];
        b->sent = 0;
    }
    if (!b->now.len)
        return;
    const size_t left = b->now.len - b->sent, n = left < 16 ? left : 16;
    s->valid = true;
    s->last = left <= 16;
    s->keep = (uint8_t)((1u << n / 4) - 1);
    memcpy(s->data, b->now.byte + b->sent, n);
}

/* Plays m_wr, whose beat holds until ready. */
static inline void m_wr(struct bench *b)
{
    struct tn_tnw_pi_in *in = &b->in;
    if (in->m_wr_valid)
        return;
    if (!b->wr_beats && b->wr_left && below(b, 8) < b->wr_of_8) {
        b->wr_left--;
        b->wr_beats = below(b, 6) ? 8 : 1;
        b->wr_beat = 0;
        b->wr_addr = (tn_rng_next(&b->rng) & 0x3ffff0) | (below(b, 2) ? 1ull << 36 : 0x100000);
        if (below(b, 4) == 0)
            b->wr_addr |= 0xf80;
    }
    if (!b->wr_beats)
        return;
    in->m_wr_valid = true;
    in->m_wr_first = b->wr_beat == 0;
    in->m_wr_last = b->wr_beat == b->wr_beats - 1;
    in->m_wr_addr = b->wr_addr;
    for (unsigned i = 0; i < TN_TNW_PI_BEAT; i++)
        in->m_wr_data[i] = (uint8_t)tn_rng_next(&b->rng);
}

static inline void pins(struct bench *b)
{
    s_tlp(b);
    m_wr(b);
    b->in.m_tlp_ready = below(b, 8) < b->ready_of_8;
    b->in.m_tlp_ok = b->in.inj_ok = 0;
    for (unsigned c = 0; c < 3; c++)
        if (below(b, 8) < b->ok_of_8[c])
            b->in.m_tlp_ok |= (uint8_t)(1u << c);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (below(b, 8) < b->inj_of_8)
            b->in.inj_ok |= (uint8_t)(1u << l);
    b->in.reg_rdata = 0xabcd1234;
}

static inline void step(struct bench *b)
{
    host(b);
    pins(b);
    const struct tn_tnw_pi_out *o = tn_tnw_get_player_eval(b->side);
    tn_tnw_get_judge_cycle(b->judge, &b->in, o, b->cycle);
    tn_tnw_pi_judge_cycle(b->beside, &b->in, o, b->cycle);
    tn_tnw_get_player_clock(b->side, &b->in);
    if (!b->in.rst) {
        to_host(b, &o->m_tlp);
        if (b->in.s_tlp.valid && o->s_tlp_ready && (b->sent += 16) >= b->now.len)
            b->now.len = 0;
        if (b->in.m_wr_valid && o->m_wr_ready) {
            b->in.m_wr_valid = false;
            b->wr_beats = ++b->wr_beat < b->wr_beats ? b->wr_beats : 0;
        }
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
    step(b);
    step(b);
    b->in.rst = false;
    steps(b, 60);
}

/* Reads a register and returns the answer. */
static inline uint32_t read_reg(struct bench *b, unsigned addr)
{
    const unsigned before = b->answers;
    ask_reg(b, addr);
    for (unsigned n = 0; n < 5000 && b->answers == before && !b->judged.n; n++)
        step(b);
    return b->rdata;
}

static inline void no_verdict(const struct bench *b)
{
    first_verdict_none(&b->judged);
}

#endif
