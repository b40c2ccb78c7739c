/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block whose pins C sees and plays cycle by cycle (harness/bfm/tn_bfm_block.v). Each block's
 * own C side knows what the words mean.
 */
#ifndef TN_BFM_BLOCK_H
#define TN_BFM_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TN_BLOCK_PINS = 16, TN_BLOCK_PLAY = 32, TN_BLOCK_RST = 15 /* word whose bit 0 is rst */ };

/* One cycle: pins as the bench packs them, bit i of unknown set when word i has unknown bits (read
 * as 1; Icarus alone has them), and what was played in it. */
struct tn_block_cycle {
    uint64_t cycle;
    uint32_t unknown;
    uint32_t pins[TN_BLOCK_PINS];
    uint32_t play[TN_BLOCK_PLAY];
};

/* Called for every cycle from the second one of the first reset on, in order, up to 64 cycles late,
 * with test code's right to the simulation. */
typedef void tn_block_fn(void *ctx, const struct tn_block_cycle *c);
int tn_block_subscribe(tn_block_fn *fn, void *ctx); /* 0, or -ENOMEM */

/* Answers each cycle at its end with what the next brings (zeros come in). It runs at the rising
 * edge: it may look at what is its own, and must not call the simulation. NULL: nobody, all 0. */
typedef void tn_block_player_fn(void *ctx, const struct tn_block_cycle *now,
                                uint32_t next[TN_BLOCK_PLAY]);
void tn_block_player(tn_block_player_fn *fn, void *ctx);

/* Whoever disturbs the ports that a player plays; which ports there are says the player. */
struct tn_block_ports {
    /* len bytes pass port now, and may be changed. How often they come out: 0, 1, 2. */
    unsigned (*pass)(unsigned port, uint64_t cycle, uint8_t *bytes, size_t len);
    /* Nothing passes in this cycle. */
    bool (*shut)(unsigned port, uint64_t cycle);
};

#endif
