/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two functional nodes with their firmware, memories, and a network that loses, doubles, delays,
 * corrupts. A register access takes 10 cycles; the network and the engines go on in them.
 */
#ifndef EXA_FW_FIXTURE_H
#define EXA_FW_FIXTURE_H

#include <tn/exanet/exa_fw.h>
#include <tn/exanet/exa_node_model.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MEMORY = 1 << 19,
    PAGES = MEMORY / 4096,
    FLIGHTS = 4096,
    PDID = 0x42,
    ACCESS = 10,
    SEND = 20,
    WAY = 40,
    GO_WORD = 1,
};

/* Kinds of packets, for strikes and counts. */
enum kind { K_DATA, K_CONTROL, K_RESPONSE, K_NOTIFY, K_REQUEST, K_MESSAGE, K_MSG_ACK, K_KINDS };
enum harm { H_NONE, H_LOSE, H_DOUBLE, H_DELAY, H_PAYLOAD, H_HEADER, H_FOOTER, H_HARMS, H_BAD_COPY };

struct flight {
    struct exa_packet k;
    unsigned to;
    uint64_t at;
};

/* One packet that is harmed: the nth of that kind from now on, counted from 0. */
struct strike {
    enum kind kind;
    unsigned nth;
    enum harm harm;
};

struct world;

struct side {
    struct world *w;
    struct tn_exa_node *node;
    struct tn_fw *fw;
    uint8_t *mem, *want;
    uint64_t there_at[PAGES]; /* cycle from which a page is there */
    uint64_t serve_at[PAGES]; /* cycle in which a fault of the source is served; 0: none */
    bool asleep;              /* the firmware stands still */
    bool halted;              /* the node's ExaDMA stands still */
};

struct world {
    uint64_t now, sent_at;
    struct side side[2];
    struct flight flight[FLIGHTS];
    unsigned flights;
    unsigned seen[K_KINDS], doubled[K_KINDS];
    struct strike strike[64];
    unsigned strikes;
    unsigned per_mille[H_HARMS]; /* random harm */
    uint64_t quiet_from;         /* no random harm from that cycle on */
    uint64_t serve_delay;        /* cycles from a fault to its service; 0: never */
    uint64_t late;               /* cycles that DELAY adds */
    unsigned wrong_domain;       /* accesses to memory under another PDID */
    struct tn_rng rng;
};

static const struct exa_node coordinates[2] = {{1, 2, 3, 0, 0x40}, {1, 2, 3, 1, 0x40}};

static inline enum kind kind_of(const struct exa_packet *k)
{
    switch (k->type) {
    case EXA_DMA_CTL:
        return K_CONTROL;
    case EXA_NOTIFY:
        return K_NOTIFY;
    case EXA_READ_REQ:
        return K_REQUEST;
    case EXA_ACK:
        return exa_is_message(k) ? K_MSG_ACK : K_RESPONSE;
    default:
        return exa_is_message(k) ? K_MESSAGE : K_DATA;
    }
}

static inline enum harm harm_of(struct world *w, const struct exa_packet *k)
{
    const enum kind kind = kind_of(k);
    const unsigned nth = w->seen[kind]++;
    unsigned dice;
    for (unsigned i = 0; i < w->strikes; i++)
        if (w->strike[i].kind == kind && w->strike[i].nth == nth)
            return w->strike[i].harm;
    if (w->now >= w->quiet_from)
        return H_NONE;
    dice = (unsigned)tn_rng_below(&w->rng, 1000);
    for (unsigned h = H_LOSE; h < H_HARMS; h++) {
        if (dice < w->per_mille[h])
            return (enum harm)h;
        dice -= w->per_mille[h];
    }
    return H_NONE;
}

static inline void fly(struct world *w, const struct exa_packet *k, uint64_t delay)
{
    struct flight *f = &w->flight[w->flights++];
    assert_true(w->flights < FLIGHTS);
    f->k = *k;
    f->to = exa_node_bits(k->dst) == exa_node_bits(coordinates[1]);
    f->at = w->now + WAY + delay;
}

static void node_send(void *ctx, const struct exa_packet *sent)
{
    struct world *w = ((struct side *)ctx)->w;
    struct exa_packet k = *sent;
    const enum harm h = harm_of(w, &k);
    if (h == H_BAD_COPY) {
        fly(w, sent, w->late);
        k.lanes[0] ^= 1;
        fly(w, &k, 0);
        return;
    }
    if (h == H_PAYLOAD)
        k.lanes[0] ^= 1;
    if (h == H_HEADER)
        k.hdr_crc ^= 1u << 3;
    if (h == H_FOOTER)
        k.ftr_crc ^= 1;
    if (h != H_LOSE)
        fly(w, &k, h == H_DELAY ? w->late : 0);
    w->doubled[kind_of(&k)] += h == H_DOUBLE;
    if (h == H_DOUBLE)
        fly(w, &k, tn_rng_below(&w->rng, 2) ? 0 : w->late);
}

static inline unsigned node_access(struct side *s, unsigned pdid, uint64_t addr, unsigned n)
{
    s->w->wrong_domain += pdid != PDID;
    if (addr + n > MEMORY)
        return 3;
    for (uint64_t p = addr / 4096; p <= (addr + n - 1) / 4096; p++)
        if (s->w->now < s->there_at[p])
            return 2;
    return 0;
}

static unsigned node_read(void *ctx, unsigned pdid, uint64_t addr, unsigned n, uint8_t *data)
{
    struct side *s = ctx;
    const unsigned resp = node_access(s, pdid, addr, n);
    if (!resp)
        memcpy(data, s->mem + addr, n);
    return resp;
}

static unsigned node_write(void *ctx, unsigned pdid, uint64_t addr, unsigned n, const uint8_t *data)
{
    struct side *s = ctx;
    const unsigned resp = node_access(s, pdid, addr, n);
    if (!resp)
        memcpy(s->mem + addr, data, n);
    return resp;
}

/* Lets n cycles pass. */
static inline void pass(struct world *w, unsigned n)
{
    w->now += n;
    for (unsigned i = 0; i < w->flights;) {
        if (w->flight[i].at > w->now) {
            i++;
            continue;
        }
        const struct flight f = w->flight[i];
        memmove(&w->flight[i], &w->flight[i + 1], (--w->flights - i) * sizeof f);
        tn_exa_node_take(w->side[f.to].node, &f.k, w->now);
    }
    while (w->now - w->sent_at >= SEND) {
        w->sent_at += SEND;
        for (unsigned i = 0; i < 2; i++)
            if (!w->side[i].halted)
                tn_exa_node_go(w->side[i].node, w->now);
    }
}

static uint64_t fw_now(void *ctx)
{
    return ((struct side *)ctx)->w->now;
}

static int fw_read(void *ctx, uint32_t addr, unsigned bytes, uint8_t *data)
{
    struct side *s = ctx;
    pass(s->w, ACCESS);
    return tn_exa_node_read(s->node, addr, bytes, data, s->w->now);
}

static int fw_write(void *ctx, uint32_t addr, unsigned bytes, const uint8_t *data)
{
    struct side *s = ctx;
    pass(s->w, ACCESS);
    return tn_exa_node_write(s->node, addr, bytes, data, s->w->now);
}

static void fw_fault(void *ctx, uint16_t pdid, uint64_t page)
{
    struct side *s = ctx;
    assert_int_equal(pdid, PDID);
    assert_true(page < MEMORY);
    if (s->w->serve_delay)
        s->serve_at[page / 4096] = s->w->now + s->w->serve_delay;
}

static const struct tn_fw_ops fw_ops = {fw_now, fw_read, fw_write, fw_fault};
static const struct tn_exa_node_ops node_ops = {node_read, node_write, node_send};

/* Makes side i: a node whose receiver has 2^way_log2 ways, memory of random bytes. */
static inline void make_side(struct world *w, unsigned i, unsigned txn_log2, unsigned way_log2)
{
    struct side *s = &w->side[i];
    s->w = w;
    s->node = tn_exa_node_new(exa_node_bits(coordinates[i]), txn_log2, way_log2, &node_ops, s);
    s->fw = malloc(sizeof *s->fw);
    s->mem = malloc(MEMORY);
    s->want = malloc(MEMORY);
    assert_true(s->node && s->fw && s->mem && s->want);
    for (unsigned b = 0; b < MEMORY; b++)
        s->mem[b] = (uint8_t)tn_rng_next(&w->rng);
    memcpy(s->want, s->mem, MEMORY);
}

/* Starts the firmware of side i with a page and a bank for the domain. */
static inline void start_side(struct world *w, unsigned i, const struct tn_fw_config *c)
{
    struct tn_fw *f = w->side[i].fw;
    assert_int_equal(tn_fw_start(f, c, &fw_ops, &w->side[i]), 0);
    assert_int_equal(tn_fw_set_bank(f, 3, PDID, true), 0);
    assert_int_equal(tn_fw_bind_page(f, 2, PDID), 0);
}

/* Makes two sides; c NULL: the defaults, without the wait at the start. */
static inline struct world *make_world(const struct tn_fw_config *c, unsigned txn_log2,
                                       unsigned way_log2, uint64_t seed)
{
    struct world *w = calloc(1, sizeof *w);
    struct tn_fw_config cold;
    tn_fw_defaults(&cold);
    cold.cold = true;
    w->now = w->sent_at = 1000;
    w->serve_delay = 5000;
    w->late = 3000;
    w->quiet_from = UINT64_MAX;
    tn_rng_seed(&w->rng, seed, 0);
    for (unsigned i = 0; i < 2; i++)
        make_side(w, i, txn_log2, way_log2);
    for (unsigned i = 0; i < 2; i++)
        start_side(w, i, c ? c : &cold);
    return w;
}

static inline void end_world(struct world *w)
{
    for (unsigned i = 0; i < 2; i++) {
        tn_exa_node_free(w->side[i].node);
        free(w->side[i].fw);
        free(w->side[i].mem);
        free(w->side[i].want);
    }
    free(w);
}

/* Does a turn of both firmwares. */
static inline void turn(struct world *w)
{
    for (unsigned i = 0; i < 2; i++) {
        struct side *s = &w->side[i];
        for (unsigned p = 0; p < PAGES; p++) {
            if (!s->serve_at[p] || s->asleep || w->now < s->serve_at[p])
                continue;
            s->there_at[p] = s->serve_at[p] = 0;
            tn_fw_fault_served(s->fw, PDID, p * 4096ull);
        }
        if (!s->asleep)
            tn_fw_step(s->fw);
    }
    pass(w, ACCESS);
}

/* Runs until both firmwares are idle, or limit cycles have passed. Returns whether they are. */
static inline bool run(struct world *w, uint64_t limit)
{
    const uint64_t end = w->now + limit;
    while (w->now < end) {
        if (tn_fw_idle(w->side[0].fw) && tn_fw_idle(w->side[1].fw))
            return true;
        turn(w);
    }
    return false;
}

/* Lets all that flies arrive, and the firmware see it. */
static inline void settle(struct world *w)
{
    do
        turn(w);
    while (w->flights || tn_exa_node_busy(w->side[0].node) || tn_exa_node_busy(w->side[1].node));
    turn(w);
}

/* A write that side 0's page 2 asks for, to side 1. */
struct put {
    uint64_t src, dst;
    uint32_t length;
    bool notify;
    uint64_t place, note[2];
};

static inline volatile uint64_t *descriptor(struct world *w, unsigned side, unsigned c)
{
    return w->side[side].fw->page[2][c];
}

static inline void ask(struct world *w, unsigned side, unsigned c, const struct put *p)
{
    volatile uint64_t *d = descriptor(w, side, c);
    d[TN_FW_SRC] = p->src;
    d[TN_FW_DST] = exa_place_bits(coordinates[!side], p->dst);
    d[TN_FW_LENGTH] = p->length | (uint64_t)p->notify << 32;
    d[TN_FW_PLACE] = p->place;
    d[TN_FW_NOTE] = p->note[0];
    d[TN_FW_NOTE + 1] = p->note[1];
    d[TN_FW_GO] = (uint64_t)GO_WORD << 32 | c;
}

static inline unsigned state_of(struct world *w, unsigned side, unsigned c)
{
    return (uint8_t)descriptor(w, side, c)[TN_FW_STATUS];
}

static inline unsigned err_of(struct world *w, unsigned side, unsigned c)
{
    return (uint8_t)(descriptor(w, side, c)[TN_FW_STATUS] >> 8);
}

/* What the other side's memory must hold when the put is done. */
static inline void expect(struct world *w, unsigned side, const struct put *p)
{
    memcpy(w->side[!side].want + p->dst, w->side[side].mem + p->src, p->length);
}

/* Returns the place of mailbox m of a side, as control messages have it. */
static inline uint64_t place(unsigned side, unsigned m)
{
    return exa_place_bits(coordinates[side], exa_peripheral_addr(EXA_P_MAILBOX, m << 12));
}

/* Takes the oldest message from mailbox m. Returns false when there is none. */
static inline bool take_note(struct world *w, unsigned side, unsigned m, uint64_t note[2])
{
    struct tn_exa_node *n = w->side[side].node;
    const uint32_t page = 0x100000 + 0x1000 * m;
    uint8_t data[16];
    assert_int_equal(tn_exa_node_read(n, page + 0x40, 4, data, w->now), 0);
    if (!(data[3] >> 7))
        return false;
    assert_int_equal(tn_exa_node_read(n, page, 16, data, w->now), 0);
    note[0] = note[1] = 0;
    for (unsigned i = 0; i < 16; i++)
        note[i / 8] |= (uint64_t)data[i] << 8 * (i % 8);
    assert_int_equal(tn_exa_node_write(n, page + 0x50, 4, (const uint8_t[4]){1}, w->now), 0);
    return true;
}

static inline void memories_are_as_wanted(const struct world *w)
{
    for (unsigned i = 0; i < 2; i++)
        for (unsigned b = 0; b < MEMORY; b++)
            if (w->side[i].mem[b] != w->side[i].want[b])
                fail_msg("side %u: byte %x is %02x, must be %02x", i, b, w->side[i].mem[b],
                         w->side[i].want[b]);
    assert_int_equal(w->wrong_domain, 0);
}

#endif
