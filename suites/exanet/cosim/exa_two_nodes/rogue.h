/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An attacker on each node: a process of a domain that has a channel and nothing else sends messages to everything there is: others'
 * memory, engines, mailboxes, and read requests of others' memory in the name of others.
 */
#ifndef ROGUE_H
#define ROGUE_H

#include "nodes.h"

enum { ROGUE = 0x6666, ROGUE_CHANNEL = 2, ROGUE_RT_BYTES = 32 }; /* the firmware's channel is the last one, tenants have 0 and 1 */

static struct {
    struct tn_rng rng;
    unsigned sent, ended[6]; /* by state */
    bool open[NODES];
} rogue;

static inline void rogue_begin(void)
{
    memset(&rogue, 0, sizeof rogue);
    tn_rng_seed(&rogue.rng, tn_sim_seed(), 92);
    for (unsigned n = 0; n < NODES; n++)
        nd_write(n, N_PKT + N_KERNEL + 4 * ROGUE_CHANNEL, 1u << 31 | ROGUE);
}

/* An address in the memory of others, or in a peripheral's range. */
static inline uint64_t rogue_place(const uint64_t *memory, unsigned places)
{
    static const uint64_t index[] = {0, 0, 0, 3, 3, 3, 3, 3, 3, 2, 4, 5};
    const uint64_t low = tn_rng_below(&rogue.rng, 0x4000) & ~63ull;
    if (tn_rng_chance(&rogue.rng, 1, 2))
        return memory[tn_rng_below(&rogue.rng, places)] + low;
    return (uint64_t)7 << 39 | index[tn_rng_below(&rogue.rng, sizeof index / sizeof *index)] << 32 | low;
}

/* Looks after node n's message, and sends the next one. */
static inline void rogue_step(unsigned n, const uint64_t *memory, unsigned places, uint16_t victim)
{
    const uint32_t page = N_PKT + 0x1000 * ROGUE_CHANNEL;
    uint8_t all[76];
    if (rogue.open[n]) {
        const uint32_t state = nd_read(n, page + 0x50) & 15;
        if (state == 1)
            return;
        RULE("EXP-CH-1", state < 6);
        rogue.ended[state]++;
        rogue.open[n] = false;
    }
    for (unsigned i = 0; i < 64; i++)
        all[i] = (uint8_t)tn_rng_next(&rogue.rng);
    uint64_t to = (uint64_t)nd_own((unsigned)tn_rng_below(&rogue.rng, NODES)) << 42;
    uint32_t ctrl = 1 + (uint32_t)tn_rng_below(&rogue.rng, 64);
    if (tn_rng_chance(&rogue.rng, 1, 3)) { /* a read of a victim's memory to here, signed as the victim of the other node */
        const uint64_t from = memory[tn_rng_below(&rogue.rng, places)], into = (uint64_t)nd_own(n) << 42 | from;
        const uint32_t length = 64, who[2] = {nd_own(1 - n), victim};
        memcpy(all, &from, 8);
        memcpy(all + 8, &into, 8);
        memcpy(all + 16, &length, 4);
        memcpy(all + 24, who, 8);
        to |= (uint64_t)7 << 39 | (uint64_t)1 << 32;
        ctrl = 1u << 8 | ROGUE_RT_BYTES;
    } else {
        to |= rogue_place(memory, places);
    }
    memcpy(all + 64, &to, 8);
    memcpy(all + 72, &ctrl, 4);
    assert_int_equal(tn_axi_write(nd.cpu[n], page, all, sizeof all), TN_AXI_OKAY);
    rogue.sent++;
    rogue.open[n] = true;
}

#endif
