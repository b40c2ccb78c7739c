/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two nodes made of model, library and firmware, with a wire between them that may harm packets.
 */
#ifndef APE_FIXTURE_H
#define APE_FIXTURE_H

#include <tn/apenet/ape_far.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDES = 2, PID = 0x42, WAIT = 1000, FLIGHTS = 512, ROOM = 1 << 18 };
static const uint16_t own_of[SIDES] = {0x0421, 0x8c3f}; /* {1, 1, 1} and {35, 1, 31} */

struct world {
    struct tn_ape_far side[SIDES];
    struct tn_apn_packet flight[FLIGHTS]; /* that have not come */
    unsigned flights;
    void (*harm)(struct tn_apn_packet *p,
                 unsigned nth); /* NULL: none; words 0: the packet is lost */
    unsigned sent;
    struct tn_rng rng;
    uint8_t data[ROOM], got[ROOM];
};

static inline void leave(void *ctx, const struct tn_apn_packet *p)
{
    struct world *w = ctx;
    assert_true(w->flights < FLIGHTS);
    w->flight[w->flights] = *p;
    if (w->harm)
        w->harm(&w->flight[w->flights], w->sent);
    w->sent++;
    w->flights++;
}

/* Lets all packets come that are on their way, and those that answer them. */
static inline void settle(struct world *w)
{
    for (unsigned i = 0; i < w->flights; i++) {
        struct tn_apn_packet p;
        uint8_t word[TN_APN_WORDS][16];
        const unsigned n = tn_apn_encode(&w->flight[i], word);
        if (w->flight[i].words == 0)
            continue;
        tn_apn_decode((const uint8_t(*)[16])word, n, &p);
        tn_ape_far_packet(&w->side[p.dst == own_of[1]], &p);
    }
    w->flights = 0;
}

static inline int setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    for (unsigned s = 0; s < SIDES; s++)
        assert_int_equal(
            tn_ape_far_open(&w->side[s], own_of[s], tn_memory_new(), 6, 4, s, leave, w), 0);
    tn_rng_seed(&w->rng, 7, 7);
    for (unsigned i = 0; i < ROOM; i++)
        w->data[i] = (uint8_t)(tn_rng_next(&w->rng) | 1);
    *state = w;
    return 0;
}

static inline int teardown(void **state)
{
    struct world *w = *state;
    for (unsigned s = 0; s < SIDES; s++)
        tn_memory_free(w->side[s].host.memory);
    free(w);
    return 0;
}

static inline struct ape_user *user(struct world *w, unsigned side)
{
    return &w->side[side].host.user;
}

static inline struct ape_node node_of(unsigned side)
{
    return (struct ape_node){(uint8_t)(own_of[side] >> 10), (uint8_t)(own_of[side] >> 5 & 31),
                             (uint8_t)(own_of[side] & 31)};
}

static inline int reg(struct world *w, unsigned side, uint64_t vaddr, uint32_t length,
                      unsigned flags)
{
    return ape_register_buffer(user(w, side), &(struct ape_buffer){PID, vaddr, length, flags});
}

/* Expects the next event of a side, with that kind and cause. */
static inline struct ape_event expect(struct world *w, unsigned side, unsigned kind, unsigned cause)
{
    struct ape_event e = {0};
    assert_int_equal(ape_wait_event(user(w, side), &e, WAIT), 0);
    assert_int_equal(e.kind, kind);
    assert_int_equal(e.cause, cause);
    assert_int_equal(e.pid, PID);
    return e;
}

static inline void expect_none(struct world *w)
{
    struct ape_event e;
    for (unsigned s = 0; s < SIDES; s++)
        assert_int_equal(ape_wait_event(user(w, s), &e, WAIT), -ETIMEDOUT);
}

/* Checks that n bytes of a side's process are those of data, or all 0. */
static inline void holds(struct world *w, unsigned side, uint64_t vaddr, const uint8_t *data,
                         size_t n)
{
    static const uint8_t none[ROOM];
    tn_ape_host_peek(&w->side[side].host, PID, vaddr, w->got, n);
    assert_memory_equal(w->got, data ? data : none, n);
}

#endif
