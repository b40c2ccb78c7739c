/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Descriptors of Nget, for the suites of TNW's processor interface.
 */
#ifndef GET_H
#define GET_H

#include "pi.h"

struct get {
    unsigned link, vc;
    uint64_t source, notify;
    uint32_t length, offset, tag;
};

/* Fills n bytes of host memory from an address on; the bytes tell their address. */
static inline void get_memory(uint64_t at, size_t n)
{
    uint8_t bytes[64];
    for (uint64_t a = at & ~63ull; a < at + n; a += sizeof bytes) {
        pi_fill(bytes, sizeof bytes, a);
        assert_int_equal(tn_memory_poke(tn_tnw_host_memory(pi.host), a, bytes, sizeof bytes), 0);
    }
}

static inline uint16_t get_reg(unsigned link, unsigned reg)
{
    return tn_tnw_get_addr(link, reg);
}

static inline uint32_t get_count(enum tn_tnw_get_count c)
{
    return pi_read(tn_tnw_get_counter(c));
}

/* Gives a descriptor by one TLP that writes all seven registers. */
static inline void get_give(const struct get *g)
{
    const uint32_t reg[TN_TNW_GET_RW] = {(uint32_t)g->source,
                                         (uint32_t)(g->source >> 32),
                                         g->length,
                                         g->tag,
                                         g->vc << 29 | g->offset,
                                         (uint32_t)g->notify,
                                         (uint32_t)(g->notify >> 32)};
    pi.nget[g->link * 8 + g->vc] = true;
    assert_int_equal(
        tn_tnw_host_write(pi.host, PI_BAR0 + get_reg(g->link, 0), (const uint8_t *)reg, sizeof reg),
        0);
}

/* Checks that the k-th item that links took is item n of a descriptor. */
static inline void get_item(unsigned k, const struct get *g, uint32_t n)
{
    uint8_t bytes[TNW_PAYLOAD];
    assert_true(tn_tnw_host_items(pi.host) > k);
    const struct tn_tnw_item *i = tn_tnw_host_item(pi.host, k);
    assert_int_equal(i->link, g->link);
    assert_int_equal(i->vc, g->vc);
    const bool last = pi.par.last_en && (n + 1) * TNW_PAYLOAD == g->length;
    assert_int_equal(i->offset, g->offset + 8 * n + last);
    tn_memory_peek(tn_tnw_host_memory(pi.host), g->source + (uint64_t)n * TNW_PAYLOAD, bytes,
                   sizeof bytes);
    assert_memory_equal(i->data, bytes, sizeof bytes);
}

static inline bool get_notes_came(void *ctx)
{
    return tn_tnw_host_notes(pi.host) >= *(const unsigned *)ctx;
}

/* Waits until n notifications came. With one place for descriptors, waits further until that place
 * is free, since a descriptor that is given at once may be queued or refused there. */
static inline void get_wait_notes(unsigned n)
{
    pi_wait("TNW-GET-6", "a notification for each descriptor", get_notes_came, &n, 60000);
    if (pi.par.desc_log2 == 0)
        tn_sim_step(PI_SETTLED);
}

static inline void get_noted(unsigned k, const struct get *g, uint32_t bytes, unsigned cause)
{
    assert_true(tn_tnw_host_notes(pi.host) > k);
    const struct tn_tnw_host_note *n = tn_tnw_host_note(pi.host, k);
    assert_int_equal(n->addr, g->notify);
    assert_int_equal(n->note.kind, 1);
    assert_int_equal(n->note.link, g->link);
    assert_int_equal(n->note.vc, g->vc);
    assert_true(n->note.valid);
    assert_int_equal(n->note.cause, cause);
    assert_int_equal(n->note.bytes, bytes);
    assert_int_equal(n->note.tag, g->tag);
}

#endif
