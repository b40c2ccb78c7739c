/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on a line of symbols. A lane is a stream of bits; a symbol that is lost or doubled and a
 * change of the skew move all bits behind them, so C keeps the symbols as they left and says which
 * bits to invert for the line to carry the moved ones.
 */
#include "ape_lane.h"

#include <tn/apenet/ape_fault_kinds.h>

#include <math.h>

enum { SYMBOL = 10, GROUP = TN_APE_LANES * TN_APE_LANE_BITS };
enum { LANE, BIT = LANE }; /* of an armed fault's own */
static const uint64_t LANE_MASK = (UINT64_C(1) << TN_APE_LANE_BITS) - 1;

bool tn_ape_lanes_do(unsigned k)
{
    return k == TN_FAULT_FLIP || k == TN_FAULT_BURST || k == TN_FAULT_BER || k == TN_FAULT_VALID0 ||
           k == TN_FAULT_APE_SYMBOL_LOSE || k == TN_FAULT_APE_SYMBOL_DUP ||
           k == TN_FAULT_APE_LANE_DARK || k == TN_FAULT_APE_LANE_SKEW;
}

bool tn_ape_lanes_moved(const struct tn_ape_lanes *s)
{
    for (unsigned l = 0; l < TN_APE_LANES; l++)
        if (s->late[l])
            return true;
    return false;
}

void tn_ape_lanes_calm(struct tn_ape_lanes *s, const struct tn_arm_queue *faults)
{
    for (unsigned i = 0; i < faults->n; i++) {
        const struct tn_armed *a = &faults->armed[i];
        if (a->f.kind == TN_FAULT_APE_LANE_SKEW && a->begun)
            s->late[a->own[LANE]] -= (int32_t)a->f.arg;
    }
}

void tn_ape_lanes_sent(struct tn_ape_lanes *s, uint64_t cycle, const uint32_t *words)
{
    uint64_t *lane = s->sent[cycle % TN_APE_LANE_KEPT];
    for (unsigned l = 0; l < TN_APE_LANES; l++) {
        lane[l] = 0;
        for (unsigned i = 0; i < TN_APE_LANE_BITS; i++) {
            const unsigned bit = TN_APE_LANE_BITS * l + i;
            lane[l] |= (uint64_t)(words[bit / 32] >> bit % 32 & 1) << i;
        }
    }
    if (!s->first || cycle != s->last + 1)
        s->first = cycle;
    s->last = cycle;
}

/* A lane's bits of the group that left in that cycle; none: zeros. */
static uint64_t left(const struct tn_ape_lanes *s, uint64_t cycle, unsigned lane)
{
    return s->first && cycle >= s->first && cycle <= s->last && cycle + TN_APE_LANE_KEPT > s->last
               ? s->sent[cycle % TN_APE_LANE_KEPT][lane]
               : 0;
}

/* A lane's bits that come in when the group of that cycle would. */
static uint64_t arrives(const struct tn_ape_lanes *s, uint64_t cycle, unsigned lane)
{
    const uint64_t from = cycle * TN_APE_LANE_BITS - (uint64_t)(int64_t)s->late[lane],
                   group = from / TN_APE_LANE_BITS;
    const unsigned at = (unsigned)(from % TN_APE_LANE_BITS);
    return (left(s, group, lane) >> at |
            (at ? left(s, group + 1, lane) << (TN_APE_LANE_BITS - at) : 0)) &
           LANE_MASK;
}

/* The symbols that come in in a cycle, as all faults of the line see them. */
struct coming {
    struct tn_ape_lanes *lanes;
    struct tn_line_done *done;
    uint64_t cycle;                /* in which they come */
    unsigned delay;                /* since they left */
    bool cut;                      /* the line */
    bool dark[TN_APE_LANES];       /* a lane */
    uint64_t invert[TN_APE_LANES]; /* bits, lane by lane */
};

static void count(struct coming *c, uint64_t *what)
{
    ++*what;
    if (!c->done->cycle)
        c->done->cycle = c->cycle;
}

static void invert(struct coming *c, unsigned lane, unsigned bit)
{
    c->invert[lane] ^= UINT64_C(1) << bit;
    count(c, &c->done->bits);
}

/* flip, burst: bits of a lane, one after the other from one of this group on. */
static bool flip(struct coming *c, struct tn_armed *a)
{
    const bool burst = a->f.kind == TN_FAULT_BURST;
    if (!a->begun) {
        a->begun = true;
        a->own[BIT] = tn_armed_bit(a, GROUP) % GROUP;
        a->left = burst ? a->f.len : 1;
    }
    const unsigned lane = (unsigned)(a->own[BIT] / TN_APE_LANE_BITS);
    for (unsigned i = (unsigned)(a->own[BIT] % TN_APE_LANE_BITS); i < TN_APE_LANE_BITS && a->left;
         i++) {
        invert(c, lane, i);
        a->left--;
    }
    a->own[BIT] = lane * TN_APE_LANE_BITS;
    return a->left == 0;
}

/* symlose, symdup: a lane comes a symbol earlier or later from now on. A lane cannot come before
 * it left. */
static bool symbol(struct coming *c, struct tn_armed *a)
{
    const unsigned lane = tn_armed_bit(a, TN_APE_LANES) % TN_APE_LANES;
    const bool lose = a->f.kind == TN_FAULT_APE_SYMBOL_LOSE;
    int32_t *late = &c->lanes->late[lane];
    if (lose && *late - SYMBOL < -(int32_t)(TN_APE_LANE_BITS * (c->delay - 1)))
        return true;
    *late += lose ? -SYMBOL : SYMBOL;
    count(c, lose ? &c->done->lost : &c->done->repeated);
    return true;
}

/* laneskew: a lane comes later by some bits, for some cycles or as long as there are faults. */
static bool skew(struct coming *c, struct tn_armed *a)
{
    if (!a->begun) {
        a->begun = true;
        a->own[LANE] = tn_rng_below(&a->rng, TN_APE_LANES);
        a->until = a->f.len ? c->cycle + a->f.len : UINT64_MAX;
        c->lanes->late[a->own[LANE]] += (int32_t)a->f.arg;
        count(c, &c->done->slips);
    }
    if (c->cycle < a->until)
        return false;
    c->lanes->late[a->own[LANE]] -= (int32_t)a->f.arg;
    return true;
}

/* lanedark, valid0, ber: for some cycles. */
static bool last(struct coming *c, struct tn_armed *a)
{
    const bool ber = a->f.kind == TN_FAULT_BER;
    if (!a->begun) {
        a->begun = true;
        a->until = c->cycle + (ber ? (a->f.len ? a->f.len : UINT32_MAX) : a->f.arg);
        a->own[LANE] = tn_rng_below(&a->rng, TN_APE_LANES);
        a->rate = 1 - pow(1 - pow(10, -(double)a->f.arg), GROUP);
    }
    if (c->cycle >= a->until)
        return true;
    if (ber) {
        const unsigned bit = (unsigned)tn_rng_below(&a->rng, GROUP);
        if ((double)(tn_rng_next(&a->rng) >> 11) / 9007199254740992.0 < a->rate)
            invert(c, bit / TN_APE_LANE_BITS, bit % TN_APE_LANE_BITS);
        return false;
    }
    c->cut |= a->f.kind == TN_FAULT_VALID0;
    c->dark[a->own[LANE]] |= a->f.kind == TN_FAULT_APE_LANE_DARK;
    count(c, &c->done->lost);
    return false;
}

static bool come(void *ctx, struct tn_armed *a)
{
    struct coming *c = ctx;
    if (c->cycle < a->f.cycle)
        return false;
    switch (a->f.kind) {
    case TN_FAULT_FLIP:
    case TN_FAULT_BURST:
        return flip(c, a);
    case TN_FAULT_APE_SYMBOL_LOSE:
    case TN_FAULT_APE_SYMBOL_DUP:
        return symbol(c, a);
    case TN_FAULT_APE_LANE_SKEW:
        return skew(c, a);
    default:
        return last(c, a);
    }
}

bool tn_ape_lanes_strike(struct tn_ape_lanes *s, struct tn_arm_queue *faults, unsigned delay,
                         struct tn_line_done *done, uint32_t *words)
{
    struct coming c = {.lanes = s, .done = done, .cycle = s->last + 1, .delay = delay};
    const uint64_t own = c.cycle - delay; /* the cycle in which its symbols left */
    if (own < s->first)
        return false;
    tn_arm_turn(faults, come, &c);
    for (unsigned bit = 0; bit < GROUP; bit++) {
        const unsigned l = bit / TN_APE_LANE_BITS, i = bit % TN_APE_LANE_BITS;
        const uint64_t was = left(s, own, l), is = c.dark[l] ? 0 : arrives(s, own, l) ^ c.invert[l];
        words[bit / 32] |= (uint32_t)((was ^ is) >> i & 1) << bit % 32;
    }
    return c.cut;
}
