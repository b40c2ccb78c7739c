/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Pins of a block: to its player at once, to the subscribers in batches.
 */
#include "bfm.h"
#include "show.h"


#include <tn/bfm_block.h>
#include <tn/bug.h>

#include <errno.h>
#include <string.h>

enum { SUBSCRIBERS = 4, BATCH = 256 };
_Static_assert((int)TN_BLOCK_PINS <= (int)TN_PINS_WORDS, "words of tn_bfm_block.v");
_Static_assert((int)TN_BLOCK_PLAY == (int)TN_PLAY_WORDS, "words of tn_bfm_block.v");

static struct tn_block_cycle seen[BATCH];
static unsigned seen_n;
static uint32_t played[TN_BLOCK_PLAY]; /* inputs of the cycle that ends next */
static struct {
    tn_block_fn *fn;
    void *ctx;
} subs[SUBSCRIBERS];
static bool in_reset, started; /* started: the first reset has reached the registers */
static unsigned sub_n;
static tn_block_player_fn *player;
static void *player_ctx;

int tn_block_subscribe(tn_block_fn *fn, void *ctx)
{
    if (sub_n == SUBSCRIBERS)
        return -ENOMEM;
    subs[sub_n].fn = fn;
    subs[sub_n++].ctx = ctx;
    return 0;
}

void tn_block_player(tn_block_player_fn *fn, void *ctx)
{
    player = fn;
    player_ctx = ctx;
}

static void pins_of(unsigned id, uint64_t cycle, const uint32_t *pins, uint32_t unknown, uint32_t *play)
{
    struct tn_block_cycle *c = &seen[seen_n];
    (void)id;
    c->cycle = cycle;
    c->unknown = unknown;
    memcpy(c->pins, pins, sizeof c->pins);
    memcpy(c->play, played, sizeof played);
    const bool rst = pins[TN_BLOCK_RST] & 1;
    started |= in_reset && rst;
    in_reset = rst;
    if (started) {
        if (player)
            player(player_ctx, c, play);
        tn_require(seen_n < BATCH - 1);
        seen_n++;
        tn_bfm_more = true;
    }
    memcpy(played, play, sizeof played);
}

static void deliver(void)
{
    for (unsigned i = 0; i < seen_n; i++)
        tn_show(&tn_show_block, NULL, &seen[i]);
    for (unsigned i = 0; i < seen_n; i++)
        for (unsigned k = 0; k < sub_n; k++)
            subs[k].fn(subs[k].ctx, &seen[i]);
    seen_n = 0;
}

static void clear(void)
{
    sub_n = 0;
    player = NULL;
}

static void reset(void)
{
    seen_n = 0;
}

const struct tn_boundary tn_block_boundary = {
    .name = "block", .pins = pins_of, .deliver = deliver, .clear = clear, .reset = reset};
