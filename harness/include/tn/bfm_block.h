/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block whose pins C code reads and plays in every cycle (harness/bfm/tn_bfm_block.v). The
 * meaning of the words belongs to each block's own C code.
 */
#ifndef TN_BFM_BLOCK_H
#define TN_BFM_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TN_BLOCK_PINS = 16, TN_BLOCK_PLAY = 32, TN_BLOCK_RST = 15 /* word whose bit 0 is rst */ };

/* One cycle of the block. */
struct tn_block_cycle {
    uint64_t cycle;
    uint32_t unknown; /* bit i: word i of pins has unknown bits, which read as 1 (Icarus only) */
    uint32_t pins[TN_BLOCK_PINS]; /* the pins, packed by the bench */
    uint32_t play[TN_BLOCK_PLAY]; /* the inputs that were played in this cycle */
};

/* Receives every cycle from the second cycle of the first reset on, in order and up to 64 cycles
 * late. The function may call the simulation as test code may. */
typedef void tn_block_fn(void *ctx, const struct tn_block_cycle *c);
/* Adds a subscriber. Returns 0 or -ENOMEM. */
int tn_block_subscribe(tn_block_fn *fn, void *ctx);

/* Fills in next, which comes zeroed: the inputs that the block gets in the next cycle. The function
 * runs at the rising edge at the end of each cycle and must not call the simulation. */
typedef void tn_block_player_fn(void *ctx, const struct tn_block_cycle *now,
                                uint32_t next[TN_BLOCK_PLAY]);
/* Sets the player; NULL: all inputs are 0. */
void tn_block_player(tn_block_player_fn *fn, void *ctx);

/* Disturbs the ports that a player plays. The player numbers the ports. */
struct tn_block_ports {
    /* A packet of len bytes passes the port; the function may change it. Returns how often the
     * packet comes out: 0, 1 or 2 times. */
    unsigned (*pass)(unsigned port, uint64_t cycle, uint8_t *bytes, size_t len);
    /* Says whether the port is shut in this cycle, so that nothing passes. */
    bool (*shut)(unsigned port, uint64_t cycle);
};

#endif
