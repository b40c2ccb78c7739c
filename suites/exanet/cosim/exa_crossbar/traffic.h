/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets for the switch: where they go, how long they are, what is wrong
 * with them.
 */
#ifndef XBAR_TRAFFIC_H
#define XBAR_TRAFFIC_H

#include "xbar.h"

#include "../shape.h"

#include <tn/exanet/exa_crossbar.h>
#include <tn/rng.h>

enum { TRAFFIC_WORDS = 512 }; /* most words of a packet with the errors around it */

/* The settings of random traffic. */
struct traffic {
    struct tn_rng *rng;
    struct tn_exa_xbar_params par;
    struct exa_node own;
    unsigned bad;   /* one of so many packets is malformed; 0: none is */
    unsigned stray; /* one of so many destinations is any node; 0: none is */
    bool small;     /* packets are headers only, or headers with footers */
    uint16_t mark;  /* mark of the next packet */
    unsigned long sent; /* packets made */
};

/* The bench's parameters. */
static inline void traffic_params(struct tn_exa_xbar_params *p)
{
    unsigned step = (unsigned)tn_sim_param("RANGE_STEP"), span = (unsigned)tn_sim_param("RANGE_SPAN");
    p->port_n = (unsigned)tn_sim_param("PORT_N");
    p->link_base = (unsigned)tn_sim_param("LINK_BASE");
    p->gw_base = (unsigned)tn_sim_param("GW_BASE");
    p->dram_port = (unsigned)tn_sim_param("DRAM_PORT");
    p->range_en = (uint16_t)tn_sim_param("RANGE_EN");
    for (unsigned i = 0; i < TN_EXA_XBAR_PORTS; i++) {
        p->range_lo[i] = (uint8_t)(step * i);
        p->range_hi[i] = (uint8_t)(step * i + span);
    }
}

static inline unsigned traffic_below(struct traffic *t, unsigned n)
{
    return (unsigned)tn_rng_below(t->rng, n);
}

static inline uint64_t traffic_peripheral(unsigned index)
{
    return (uint64_t)EXA_PERIPHERALS << 39 | (uint64_t)index << 32;
}

/* A place for a packet, near or far, without regard to whether it is one. */
static inline void traffic_anywhere(struct traffic *t, struct exa_node *dst, uint64_t *addr)
{
    *dst = t->own;
    if (traffic_below(t, 2))
        dst->fpga = (uint8_t)traffic_below(t, 4);
    if (traffic_below(t, 4) == 0) {
        dst->x = (uint8_t)(dst->x ^ 1u << traffic_below(t, 4));
        dst->z = (uint8_t)(dst->z ^ traffic_below(t, 2));
        dst->tor = (uint8_t)(dst->tor ^ (traffic_below(t, 2) ? 1u << traffic_below(t, 8) : 0));
    }
    *addr = tn_rng_next(t->rng) & 0x3ffffffffffu;
    if (traffic_below(t, 4))
        *addr = traffic_peripheral(traffic_below(t, 8) ? traffic_below(t, 128) : EXA_P_DEAD) |
                (uint32_t)tn_rng_next(t->rng);
}

/* A place that input in reaches through output out: false when there is none. */
static inline bool traffic_through(struct traffic *t, unsigned in, unsigned out, struct exa_node *dst,
                                   uint64_t *addr)
{
    for (unsigned tries = 0; tries < 64; tries++) {
        struct exa_packet k = {0};
        enum tn_exa_xbar_cause cause;
        unsigned fpga = out - t->par.link_base;
        *dst = t->own;
        *addr = tn_rng_next(t->rng) & 0x1ffffffffffu;
        if (fpga < 4 && fpga != t->own.fpga)
            dst->fpga = (uint8_t)fpga;
        else if (fpga < 4)
            *addr = traffic_peripheral(EXA_P_DEAD);
        else if (out != t->par.dram_port || traffic_below(t, 2))
            *addr = traffic_peripheral(t->par.range_lo[out] + traffic_below(t, 1u + t->par.range_hi[out] -
                                                                                   t->par.range_lo[out])) |
                    (uint32_t)*addr;
        if (tries % 4 == 3)
            dst->y = (uint8_t)(t->own.y ^ 1u << traffic_below(t, 4));
        k.dst = *dst;
        k.addr = *addr;
        if (tn_exa_xbar_route(&t->par, exa_node_bits(t->own), in, &k, &cause) == (int)out)
            return true;
    }
    return false;
}

/* A good packet for that place, of any type and size. */
static inline unsigned traffic_good(struct traffic *t, struct exa_node dst, uint64_t addr,
                                    struct exa_packet *k, struct tn_exa_word w[TRAFFIC_WORDS])
{
    static const uint8_t small[] = {EXA_ACK, EXA_RELEASE, EXA_FLOW_RATE, EXA_ZREAD_REQ};
    uint8_t data[EXA_MTU];
    const unsigned type = t->small ? small[traffic_below(t, 4)] : exa_type_at(traffic_below(t, EXA_TYPE_N));
    unsigned n = 0;
    if (!t->small && (type != EXA_ZREAD_REQ || traffic_below(t, 2))) {
        unsigned room = EXA_MTU - (unsigned)(addr & (EXA_MTU - 1));
        n = 1 + traffic_below(t, traffic_below(t, 2) ? (room < 48 ? room : 48) : room);
        if (traffic_below(t, 4) == 0) {
            /* sixteen words, from any lane of the first one */
            addr &= ~(uint64_t)(EXA_MTU - 1) | (traffic_below(t, 2) ? EXA_WORD - 1 : 0);
            n = EXA_MTU - (unsigned)(addr & (EXA_MTU - 1));
        }
    }
    for (unsigned i = 0; i < (n > 32 ? n : 32); i++)
        data[i] = (uint8_t)tn_rng_next(t->rng);
    *k = (struct exa_packet){.pdid = t->mark++, .dst = dst, .type = (uint8_t)type, .src = t->own,
                             .tid = (uint16_t)traffic_below(t, 16384), .seq = (uint16_t)traffic_below(t, 16384)};
    assert_int_equal(shape_of_type(k, addr, data, n), 0);
    exa_seal(k);
    int words = tn_exa_words_of(k, w);
    assert_true(words > 0);
    return (unsigned)words;
}

static inline void traffic_random_word(struct traffic *t, struct tn_exa_word *w, unsigned kind)
{
    uint64_t lanes[2] = {tn_rng_next(t->rng), tn_rng_next(t->rng)};
    w->kind = (uint8_t)kind;
    memcpy(w->data, lanes, EXA_WORD);
}

/* A header anew, with right CRC, after its fields were changed. */
static inline void traffic_reseal(struct exa_packet *k, struct tn_exa_word *header)
{
    uint8_t bytes[EXA_KEEP_MAX];
    k->hdr_crc = exa_want_hdr_crc(k);
    assert_true(exa_encode(k, bytes, sizeof bytes) > 0);
    exa_word_turn(bytes, header->data);
}

static inline void traffic_malformed_header(struct traffic *t, struct exa_packet *k)
{
    switch (traffic_below(t, 6)) {
    case 0: /* no such type, often one behind those with a payload */
        do
            shape_as(k, traffic_below(t, 2) ? EXA_ZREAD_RSP + 1 + traffic_below(t, 2) : traffic_below(t, 32));
        while (exa_type_index(k->type) < EXA_TYPE_N);
        break;
    case 1: /* a header alone has no size */
        shape_as(k, EXA_FLOW_RATE);
        k->size = (uint16_t)(1 + traffic_below(t, 16383));
        break;
    case 2: /* not the size of the type */
        shape_as(k, 1 + traffic_below(t, 2));
        k->size = (uint16_t)(traffic_below(t, 2) ? 31 : 33);
        break;
    case 3:
        shape_as(k, EXA_WRITE);
        k->size = 0;
        break;
    case 4:
        shape_as(k, EXA_ZREAD_REQ);
        k->size = (uint16_t)(257 + traffic_below(t, 16127));
        break;
    default: /* 17 words */
        shape_as(k, EXA_WRITE);
        k->addr |= 1 + traffic_below(t, 15);
        k->size = 256;
    }
}

/* Makes something of the n words wrong. */
static inline unsigned traffic_spoil(struct traffic *t, struct exa_packet *k, struct tn_exa_word w[TRAFFIC_WORDS],
                                     unsigned n)
{
    unsigned more;
    switch (traffic_below(t, 9)) {
    case 0:
    case 1: /* header CRC */
        more = traffic_below(t, 128);
        w[0].data[more / 8] ^= (uint8_t)(1u << more % 8);
        return n;
    case 2:
        traffic_malformed_header(t, k);
        traffic_reseal(k, &w[0]);
        return n;
    case 3: /* cut short */
        return n - traffic_below(t, n);
    case 4: /* the footer alone goes missing */
        return n > 1 ? n - 1 : n;
    case 5: /* a payload word is missing */
        if (n < 3)
            return n;
        memmove(w + 1, w + 2, (n - 2) * sizeof *w);
        return n - 1;
    case 6: /* payload words too many, some times very many */
        more = 1 + traffic_below(t, traffic_below(t, 8) ? 4 : 300);
        if (n < 2)
            return n;
        w[n + more - 1] = w[n - 1];
        for (unsigned i = 0; i < more; i++)
            traffic_random_word(t, &w[n - 1 + i], TN_EXA_PLD);
        return n + more;
    case 7: /* strays behind it */
        for (more = 1 + traffic_below(t, 4); more > 0; more--)
            traffic_random_word(t, &w[n++], traffic_below(t, 2) ? TN_EXA_PLD : TN_EXA_FTR);
        return n;
    default: /* any word at all, kinds as they come */
        traffic_random_word(t, &w[traffic_below(t, n)], 1u << traffic_below(t, 3));
        return n;
    }
}

/* The words of one packet of input in for output out (any place when it reaches none there,
 * or now and then). Returns how many. */
static inline unsigned traffic_packet(struct traffic *t, unsigned in, unsigned out,
                                      struct tn_exa_word w[TRAFFIC_WORDS])
{
    struct exa_packet k;
    struct exa_node dst;
    uint64_t addr;
    unsigned n;
    if ((t->stray && traffic_below(t, t->stray) == 0) || !traffic_through(t, in, out, &dst, &addr))
        traffic_anywhere(t, &dst, &addr);
    n = traffic_good(t, dst, addr, &k, w);
    t->sent++;
    return t->bad && traffic_below(t, t->bad) == 0 ? traffic_spoil(t, &k, w, n) : n;
}

#endif
