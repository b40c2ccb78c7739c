/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * C side of the saboteurs on serial lines (tn_line_saboteur.v). Each says at which block it has to
 * be asked again: the place of the next random error is drawn at once, geometrically, so that
 * rare errors cost nothing in between.
 */
#include "../../fault/arm.h"
#include "../../fault/saboteur.h"
#include "../../sim/core.h"

#include "../bfm/exa_bench.h"

#include <tn/exanet/exa_fault.h>
#include <tn/line_fault.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES = TN_LINES, BITS = 66, HEAD = 2 };
/* as tn_exa_line_saboteur.v */
enum { PASS, LOSE, REPEAT, JOIN, FILL = 8, FILL_LEAST = 3, FILL_MOST = 13 };
enum { BLOCK_CYCLES = 8 }; /* of the bench, that a block takes at most */

/* Of an armed fault's own: the next bit to invert, counted from the first block's; where to stop.
 */
enum { BIT, END };

static struct line {
    struct tn_arm_queue faults;
    int fill;
    uint64_t nfcs; /* seen */
    struct tn_line_done done;
} lines[LINES];

static void done(unsigned id, struct tn_line_done *out)
{
    *out = lines[id].done;
}

static void calm(void)
{
    for (unsigned i = 0; i < LINES; i++)
        lines[i].faults.n = 0;
}

static void clear(void)
{
    for (unsigned i = 0; i < LINES; i++) {
        lines[i].fill = FILL;
        lines[i].nfcs = 0;
        memset(&lines[i].done, 0, sizeof lines[i].done);
    }
}

/* Whether it is a fault of a serial line's blocks. */
static bool strikes_blocks(unsigned kind)
{
    static const unsigned kinds[] = {TN_FAULT_FLIP, TN_FAULT_BURST,   TN_FAULT_DROP,
                                     TN_FAULT_DUP,  TN_FAULT_JOIN,    TN_FAULT_SLIP,
                                     TN_FAULT_BER,  TN_FAULT_NFCLOSE, TN_FAULT_NFCFLIP};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    struct tn_armed *a;
    return tn_arm(&lines[id].faults, id, f, seed, strikes_blocks(f->kind) ? NULL : "not on a line",
                  &a, err, err_size);
}

/* Bits from one error to the next at a rate of 10^-exponent: 1 and more. */
static uint64_t gap(struct tn_rng *rng, uint32_t exponent)
{
    double u = ((double)(tn_rng_next(rng) >> 11) + 1) / 9007199254740992.0; /* (0, 1] */
    double bits = log(u) / log1p(-pow(10, -(double)exponent));
    return bits < 1e18 ? 1 + (uint64_t)bits : (uint64_t)1 << 62;
}

static bool of_bits(const struct tn_armed *a)
{
    return a->f.kind == TN_FAULT_FLIP || a->f.kind == TN_FAULT_BURST || a->f.kind == TN_FAULT_BER;
}

static bool of_nfc(const struct tn_armed *a)
{
    return a->f.kind == TN_FAULT_NFCLOSE || a->f.kind == TN_FAULT_NFCFLIP;
}

/* Its time has come with this block. */
static void begin(struct tn_armed *a, uint64_t block)
{
    const uint64_t never = UINT64_MAX / BITS, first = block * BITS;
    a->begun = true;
    if (a->f.kind == TN_FAULT_BER) {
        a->own[BIT] = first + gap(&a->rng, a->f.arg) - 1;
        a->own[END] = a->f.len ? first + (uint64_t)a->f.len * BITS : never * BITS;
    } else if (of_bits(a)) {
        a->own[BIT] = first + tn_armed_bit(a, BITS);
        a->own[END] = a->own[BIT] + (a->f.kind == TN_FAULT_BURST ? a->f.len : 1);
    }
}

static void invert(struct tn_core_line *out, unsigned bit)
{
    if (bit < HEAD)
        out->head ^= 1u << bit;
    else
        out->data[(bit - HEAD) / 32] ^= 1u << (bit - HEAD) % 32;
}

/* Inverts what lies in this block; says in which block the next one lies. */
static uint64_t bits_of(struct line *l, struct tn_armed *a, uint64_t block,
                        struct tn_core_line *out)
{
    while (a->own[BIT] < a->own[END] && a->own[BIT] < (block + 1) * BITS) {
        if (a->own[BIT] >= block * BITS) {
            invert(out, (unsigned)(a->own[BIT] % BITS));
            l->done.bits++;
        }
        a->own[BIT] += a->f.kind == TN_FAULT_BER ? gap(&a->rng, a->f.arg) : 1;
    }
    a->over = a->own[BIT] >= a->own[END];
    return a->own[BIT] / BITS;
}

/* Loses, repeats or joins, while the queue allows it. */
static void whole(struct line *l, unsigned kind, struct tn_core_line *out)
{
    const bool more = kind == TN_FAULT_DUP;
    if (out->what != PASS || (more ? l->fill > FILL_MOST : l->fill < FILL_LEAST))
        return;
    l->fill += more ? 1 : -1;
    out->what = more ? REPEAT : kind == TN_FAULT_JOIN ? JOIN : LOSE;
    ++*(more ? &l->done.repeated : kind == TN_FAULT_JOIN ? &l->done.joined : &l->done.lost);
}

/* An NFC: lost is one whose sync header is invalid, so that nothing behind it changes. */
static void nfc(struct line *l, struct tn_armed *a, struct tn_core_line *out)
{
    if (a->f.kind == TN_FAULT_NFCLOSE)
        invert(out, 0);
    else
        invert(out, HEAD + tn_armed_bit(a, 16));
    l->done.nfcs++;
    a->over = --a->left == 0;
}

static void strike(struct line *l, struct tn_armed *a, struct tn_core_line *out)
{
    a->over = true;
    if (a->f.kind == TN_FAULT_SLIP) {
        uint32_t bits =
            a->f.has_arg ? a->f.arg % BITS : 1 + (uint32_t)tn_rng_below(&a->rng, BITS - 1);
        out->slip = (out->slip + bits) % BITS;
        l->done.slips++;
    } else {
        whole(l, a->f.kind, out);
    }
}

/* The block to ask again at. */
static uint64_t turn(struct line *l, struct tn_armed *a, uint64_t cycle, uint64_t block,
                     bool is_nfc, struct tn_core_line *out)
{
    if (!a->begun && !a->f.by_packet && cycle < a->f.cycle)
        return block + 1 + (a->f.cycle - cycle) / BLOCK_CYCLES;
    if (of_nfc(a)) {
        a->begun = a->begun || !a->f.by_packet || l->nfcs >= a->f.packet;
        if (a->begun && is_nfc)
            nfc(l, a, out);
        out->watch = 1;
        return UINT64_MAX;
    }
    if (!a->begun && a->f.by_packet && block < a->f.packet)
        return a->f.packet;
    if (!a->begun)
        begin(a, block);
    if (of_bits(a))
        return bits_of(l, a, block, out);
    strike(l, a, out);
    return UINT64_MAX;
}

/* A block, as all faults of its line see it. */
struct passing {
    struct line *line;
    uint64_t cycle, block;
    bool is_nfc;
    struct tn_core_line *out;
    uint64_t due; /* the block at which the first of them wants to be asked again */
};

static bool pass(void *ctx, struct tn_armed *a)
{
    struct passing *p = ctx;
    const uint64_t at = turn(p->line, a, p->cycle, p->block, p->is_nfc, p->out);
    if (!a->over && at < p->due)
        p->due = at;
    return a->over;
}

static void pass_block(unsigned id, uint64_t cycle, uint64_t block, bool is_nfc,
                       struct tn_core_line *out)
{
    struct line *l = &lines[id];
    struct passing p = {l, cycle, block, is_nfc, out, UINT64_MAX};
    *out = (struct tn_core_line){.what = PASS};
    l->done.blocks = block;
    l->nfcs += is_nfc;
    tn_arm_turn(&l->faults, pass, &p);
    l->done.spoilt += out->head || out->data[0] || out->data[1];
    out->due[0] = (uint32_t)p.due;
    out->due[1] = (uint32_t)(p.due >> 32);
}

static void declare(unsigned id, const char *name)
{
    static const struct tn_line_ops ops = {
        .arm = arm, .done = done, .calm = calm, .clear = clear, .pass = pass_block};
    tn_line_declare(id, name, &ops);
}

const struct tn_boundary tn_exa_line_boundary = {.name = "exa_line", .declare = declare};
