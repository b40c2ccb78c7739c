/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on the wire of a PCIe link that C plays: the meaning of a fault's text there.
 */
#include "../../fault/arm.h"
#include "../dut/cz_duts.h"

#include <tn/czodiac/cz_wire_fault.h>
#include <tn/line_fault.h>

#include <string.h>

enum { LINES = 2, NUMBER_AT = 2 };

/* A way of the wire, in the descriptor's order: from the DUT, to it. */
static struct way {
    struct tn_arm_queue faults;
    struct tn_arm_packet packet[TN_ARM_MAX]; /* packets that faults wait for: own[0] of the fault */
    unsigned armed_n;                        /* faults armed so far */
    uint32_t frames;                         /* that passed */
    uint64_t silent;                         /* no frame passes before this cycle */
    struct tn_line_done done;
} ways[LINES];
static bool played; /* a player asks what becomes of frames */

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    const unsigned k = f->kind;
    const bool known = k == TN_FAULT_FLIP || k == TN_FAULT_BURST || k == TN_FAULT_DROP ||
                       k == TN_FAULT_DUP || k == TN_FAULT_SYMBOL || k == TN_FAULT_LINKDOWN ||
                       k == TN_FAULT_VALID0 || k == TN_FAULT_BER;
    const char *why = !played ? "the wire has no player yet" : known ? NULL : "not on this wire";
    struct tn_armed *a;
    const int rc = tn_arm(&ways[id].faults, id, f, seed, why, &a, err, err_size);
    if (rc == 0) {
        a->own[0] = ways[id].armed_n++ % TN_ARM_MAX;
        tn_arm_forget(&ways[id].packet[a->own[0]]);
    }
    return rc;
}

/* A frame that passes, as all faults of its way see it. */
struct passing {
    struct way *way;
    uint64_t cycle;
    struct tn_cz_frame *f;
    unsigned copies;
    unsigned down;
};

static void struck(const struct passing *y, unsigned bits)
{
    struct tn_line_done *d = &y->way->done;
    d->bits += bits ? bits : 1;
    d->spoilt++;
    d->cycle = d->cycle ? d->cycle : y->cycle;
}

/* The bytes of the frame that are on the wire: a TLP's from its number on, a DLLP's six. */
static uint8_t *on_wire(const struct tn_cz_frame *f, size_t *len)
{
    *len = f->dllp ? TN_DLLP_BYTES : f->len > NUMBER_AT ? f->len - NUMBER_AT : 0;
    return (uint8_t *)f->bytes + (f->dllp ? 0 : NUMBER_AT);
}

static void invert(const struct passing *y, struct tn_armed *a)
{
    size_t len;
    uint8_t *p = on_wire(y->f, &len);
    const uint64_t bits = 8 * (uint64_t)len, n = a->f.kind == TN_FAULT_BURST ? a->f.len : 1;
    const uint64_t first = bits ? tn_armed_bit(a, (uint32_t)bits) % bits : 0;
    for (uint64_t bit = first; bit < first + n && bit < bits; bit++)
        p[bit / 8] ^= (uint8_t)(0x80u >> bit % 8);
    struck(y, (unsigned)n);
}

/* Errors of a rate, while the fault lasts. Returns whether it is over. */
static bool errors(const struct passing *y, struct tn_armed *a)
{
    size_t len;
    uint8_t *p = on_wire(y->f, &len);
    double rate = 1;
    if (!a->begun)
        a->left = a->f.len;
    a->begun = true;
    for (uint32_t i = 0; i < a->f.arg; i++)
        rate /= 10;
    for (size_t bit = 0; bit < 8 * len; bit++)
        if ((double)(tn_rng_next(&a->rng) >> 11) < rate * 9007199254740992.0) {
            p[bit / 8] ^= (uint8_t)(0x80u >> bit % 8);
            struck(y, 1);
        }
    return a->f.len && --a->left == 0;
}

static bool spoil(void *ctx, struct tn_armed *a)
{
    struct passing *y = ctx;
    size_t len;
    const uint8_t *p = on_wire(y->f, &len);
    if (a->f.kind == TN_FAULT_LINKDOWN)
        return false;
    if (!a->begun &&
        !tn_arm_strikes(&y->way->packet[a->own[0]], &a->f, y->way->frames, y->cycle, p, len))
        return false;
    switch (a->f.kind) {
    case TN_FAULT_BER:
        return errors(y, a);
    case TN_FAULT_VALID0:
        y->way->silent = y->cycle + a->f.arg;
        struck(y, 0);
        return true;
    case TN_FAULT_DROP:
    case TN_FAULT_DUP:
        y->copies = a->f.kind == TN_FAULT_DUP ? 2 : 0;
        struck(y, 0);
        return true;
    case TN_FAULT_SYMBOL:
        y->f->err = true;
        struck(y, 0);
        return true;
    default:
        invert(y, a);
        return true;
    }
}

unsigned tn_cz_wire_pass(enum tn_cz_place way, uint64_t cycle, struct tn_cz_frame *f)
{
    struct way *w = &ways[way == TN_CZ_S_FRM];
    struct passing y = {.way = w, .cycle = cycle, .f = f, .copies = 1};
    w->frames++;
    tn_arm_turn(&w->faults, spoil, &y);
    return cycle < w->silent ? 0 : y.copies;
}

static bool fall(void *ctx, struct tn_armed *a)
{
    struct passing *y = ctx;
    if (a->f.kind != TN_FAULT_LINKDOWN || y->cycle < a->f.cycle || y->down)
        return false;
    y->down = a->f.arg ? a->f.arg : 1;
    struck(y, 0);
    return true;
}

unsigned tn_cz_wire_down(uint64_t cycle)
{
    struct passing y = {.cycle = cycle};
    for (unsigned i = 0; i < LINES && !y.down; i++) {
        y.way = &ways[i];
        tn_arm_turn(&ways[i].faults, fall, &y);
    }
    return y.down;
}

static void done(unsigned id, struct tn_line_done *out)
{
    *out = ways[id].done;
}

static void forget(struct way *w)
{
    for (unsigned i = 0; i < TN_ARM_MAX; i++)
        tn_arm_forget(&w->packet[i]);
    w->faults.n = 0;
    w->silent = 0;
}

static void calm(void)
{
    for (unsigned i = 0; i < LINES; i++)
        forget(&ways[i]);
}

const struct tn_line_ops tn_cz_wire_lines = {.arm = arm, .done = done, .calm = calm};

void tn_cz_wire_play(bool play)
{
    calm();
    memset(ways, 0, sizeof ways);
    played = play;
}
