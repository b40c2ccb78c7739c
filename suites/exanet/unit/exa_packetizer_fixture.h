/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the packetizer's unit tests: eight channels; 2 and 3 are bound to PDID 77;
 * timeout 100 cycles, two tries more. Included once, by a test's file.
 */
#include "exa_ni_fixture.h"

enum { PDID = 77, BOUND = 1u << 31, CHANS = 8, TIMEOUT = 100, TRIES = 2 };
enum { DST = 0x40, CTRL = 0x48, STATUS = 0x50, BOUND_R = 0x54 };
enum { IDLE, BUSY, ACKED, NACKED, TIMED_OUT, REFUSED };
enum { R_ACKED = KERNEL + 0x488, R_NACKED = KERNEL + 0x48c, R_TIMEOUTS = KERNEL + 0x490 };

static inline int setup(void **state)
{
    struct dev *d = calloc(1, sizeof *d);
    d->m = tn_exp_new(CHANS, OWN, first_verdict, &d->judged);
    d->cycle = 100;
    put(d, KERNEL + 4 * 2, BOUND | PDID);
    put(d, KERNEL + 4 * 3, BOUND | PDID);
    put(d, KERNEL + 0x410, TIMEOUT);
    put(d, KERNEL + 0x414, TRIES);
    *state = d;
    return 0;
}

static inline int teardown(void **state)
{
    struct dev *d = *state;
    assert_int_equal(tn_exn_chosen(d->m), 0);
    tn_exn_free(d->m);
    free(d);
    return 0;
}

static inline uint32_t page(unsigned chan)
{
    return chan << 12;
}

/* len bytes 10h, 11h... to addr of the sender's node; the response of CTRL's write. */
static inline enum tn_axs_resp message(struct dev *d, unsigned chan, uint64_t addr, unsigned type,
                                unsigned len)
{
    const uint64_t dst = (uint64_t)SENDER << 42 | addr;
    for (unsigned i = 0; i < 64; i += 4)
        put(d, page(chan) + i, 0x13121110 + 0x04040404 * (i / 4));
    put(d, page(chan) + DST, (uint32_t)dst);
    put(d, page(chan) + DST + 4, (uint32_t)(dst >> 32));
    return put(d, page(chan) + CTRL, type << 8 | len);
}

/* The packet of it, by the table of section 3. */
static inline struct words packet_of(unsigned chan, uint64_t addr, unsigned type, unsigned len,
                              unsigned number)
{
    struct exa_packet k = packet(sender, addr, type, len, 0x10);
    k.pdid = PDID;
    k.tid = (uint16_t)(MSG | chan);
    k.seq = (uint16_t)number;
    k.src = own_node;
    exa_seal(&k);
    return words_of(&k);
}

static inline unsigned state_of(struct dev *d, unsigned chan)
{
    return get(d, page(chan) + STATUS) & 15;
}

static inline struct exa_packet answer(unsigned chan, unsigned number, unsigned code)
{
    struct exa_packet k = packet(own_node, exa_peripheral_addr(EXA_P_PACKETIZER, 0), EXA_ACK, 0, 0);
    k.pdid = PDID;
    k.tid = (uint16_t)(MSG | chan);
    k.seq = (uint16_t)number;
    k.code = (uint8_t)code;
    exa_seal(&k);
    return k;
}

static inline void say(struct dev *d, unsigned chan, unsigned number, unsigned code,
                enum tn_exn_cause cause)
{
    struct exa_packet k = answer(chan, number, code);
    give_packet(d, &k);
    assert_int_equal(tn_exn_cause(d->m), cause);
}

/* Channel 2 sends 20 bytes to 1003h: the words. */
static inline struct words send(struct dev *d, unsigned number)
{
    struct words s = packet_of(2, 0x1003, EXA_WRITE, 20, number);
    assert_int_equal(message(d, 2, 0x1003, EXA_WRITE, 20), TN_AXS_OKAY);
    quiet(d, 3);
    out_words(d, &s);
    assert_int_equal(d->judged.n, 0);
    return s;
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
