/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on the lane of a cl_link that C plays: a run is kept until its end, struck, and sent on.
 */
#include "../../fault/arm.h"
#include "../dut/cl_duts.h"

#include <tn/cluster/cl_lane_fault.h>
#include <tn/cluster/cluster.h>
#include <tn/line_fault.h>

#include <string.h>

enum { WAYS = 2, WORD_BITS = 16, ROOM = 1024 /* words on their way, a power of two */ };

/* A way of the lane, in the descriptor's order: from the DUT, to it. */
static struct way {
    struct tn_arm_queue faults;
    struct tn_arm_packet packet[TN_ARM_MAX]; /* runs that faults wait for: own[0] of the fault */
    unsigned armed_n;                        /* faults armed so far */
    uint32_t runs;                           /* that passed */
    uint64_t dark;                           /* no valid symbol passes before this cycle */
    struct cl_run_seen run;                   /* that comes in */
    struct tn_cl_word word[ROOM];            /* what is on its way */
    uint32_t in, out;
    struct tn_line_done done;
} ways[WAYS];
static bool played; /* a player asks what becomes of words */

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    const unsigned k = tn_fault_own(&tn_fault_kinds_cluster, f->kind);
    const bool known = k == TN_FAULT_FLIP || k == TN_FAULT_BURST || k == TN_FAULT_DROP ||
                       k == TN_FAULT_DUP || k == TN_FAULT_JOIN || k == TN_FAULT_VALID0 ||
                       k == TN_FAULT_BER || k == TN_FAULT_CL_WORD_LOSE ||
                       k == TN_FAULT_CL_WORD_DUP || k == TN_FAULT_CL_SYMBOL ||
                       k == TN_FAULT_CL_DIE || k == TN_FAULT_CL_COMMA;
    const char *why = !played ? "the lane has no player yet" : known ? NULL : "not on this lane";
    struct tn_armed *a;
    const int rc = tn_arm(&ways[id].faults, id, f, seed, why, &a, err, err_size);
    if (rc == 0) {
        a->f.kind = k;
        a->own[0] = ways[id].armed_n++ % TN_ARM_MAX;
        tn_arm_forget(&ways[id].packet[a->own[0]]);
    }
    return rc;
}

/* A run that passes, as all faults of its way see it. */
struct passing {
    struct way *way;
    uint64_t cycle;
    struct cl_run_seen *run;
    unsigned copies;
    bool joined;  /* no comma word stands behind it */
    unsigned cut; /* its word that reads as a comma word, counted from 1; 0: none */
};

static void struck(const struct passing *y, unsigned bits)
{
    struct tn_line_done *d = &y->way->done;
    d->bits += bits ? bits : 1;
    d->spoilt++;
    d->cycle = d->cycle ? d->cycle : y->cycle;
}

static void flip(const struct passing *y, uint64_t bit)
{
    y->run->word[bit / WORD_BITS] ^= (uint16_t)(0x8000u >> bit % WORD_BITS);
    struck(y, 1);
}

/* flip, burst: bits of the run. */
static void invert(const struct passing *y, struct tn_armed *a)
{
    const uint32_t bits = y->run->n * WORD_BITS, n = a->f.kind == TN_FAULT_BURST ? a->f.len : 1,
                   first = tn_armed_bit(a, bits);
    for (uint32_t bit = first; bit < first + n && bit < bits; bit++)
        flip(y, bit);
}

/* Errors of a rate, for so many runs. Returns whether the fault is over. */
static bool errors(const struct passing *y, struct tn_armed *a)
{
    double rate = 1;
    if (!a->begun)
        a->left = a->f.len;
    a->begun = true;
    for (uint32_t i = 0; i < a->f.arg; i++)
        rate /= 10;
    for (uint64_t bit = 0; bit < (uint64_t)y->run->n * WORD_BITS; bit++)
        if ((double)(tn_rng_next(&a->rng) >> 11) < rate * 9007199254740992.0)
            flip(y, bit);
    return a->f.len && --a->left == 0;
}

/* wordlose, worddup, symbol, wordcomma: one word. */
static void strike_word(struct passing *y, struct tn_armed *a)
{
    struct cl_run_seen *r = y->run;
    const unsigned at = tn_armed_bit(a, r->n), dup = a->f.kind == TN_FAULT_CL_WORD_DUP;
    struck(y, WORD_BITS);
    if (a->f.kind == TN_FAULT_CL_SYMBOL) {
        r->err[at] = true;
        return;
    }
    if (a->f.kind == TN_FAULT_CL_COMMA) {
        y->cut = at + 1;
        return;
    }
    if (dup && r->n == CL_RUN_WORDS)
        return;
    memmove(&r->word[at + dup], &r->word[at + !dup], (r->n - at - !dup) * sizeof *r->word);
    memmove(&r->err[at + dup], &r->err[at + !dup], (r->n - at - !dup) * sizeof *r->err);
    r->n += dup ? 1u : (unsigned)-1;
}

static bool spoil(void *ctx, struct tn_armed *a)
{
    struct passing *y = ctx;
    uint8_t bytes[CL_RUN_WORDS * CL_WORD];
    cl_words_put(y->run->word, y->run->n, bytes);
    if (a->f.kind == TN_FAULT_CL_DIE || a->f.kind == TN_FAULT_VALID0 || y->run->n == 0)
        return false;
    if (!a->begun && !tn_arm_strikes(&y->way->packet[a->own[0]], &a->f, y->way->runs, y->cycle,
                                     bytes, (size_t)y->run->n * CL_WORD))
        return false;
    switch (a->f.kind) {
    case TN_FAULT_BER:
        return errors(y, a);
    case TN_FAULT_DROP:
    case TN_FAULT_DUP:
        y->copies = a->f.kind == TN_FAULT_DUP ? 2 : 0;
        struck(y, 0);
        return true;
    case TN_FAULT_JOIN:
        y->joined = true;
        struck(y, 0);
        return true;
    case TN_FAULT_FLIP:
    case TN_FAULT_BURST:
        invert(y, a);
        return true;
    default:
        strike_word(y, a);
        return true;
    }
}

static void put(struct way *w, struct tn_cl_word word)
{
    if (w->in - w->out < ROOM)
        w->word[w->in++ % ROOM] = word;
}

static void run_ends(struct way *w, uint64_t cycle)
{
    const struct tn_cl_word comma = {.k = true, .data = CL_COMMA};
    struct passing y = {.way = w, .cycle = cycle, .run = &w->run, .copies = 1};
    w->runs++;
    tn_arm_turn(&w->faults, spoil, &y);
    for (unsigned k = 0; k < y.copies; k++) {
        for (unsigned i = 0; i < w->run.n; i++)
            put(w, i + 1 == y.cut
                       ? comma
                       : (struct tn_cl_word){.err = w->run.err[i], .data = w->run.word[i]});
        if (!y.joined)
            put(w, comma);
    }
    w->run.n = 0;
}

/* valid0, lanedie: at a cycle, whatever the lane carries. */
struct now {
    struct way *way;
    uint64_t cycle;
    unsigned kind;
    bool struck;
};

static bool begin(void *ctx, struct tn_armed *a)
{
    struct now *now = ctx;
    struct tn_line_done *d = &now->way->done;
    if (a->f.kind != now->kind || now->cycle < a->f.cycle)
        return false;
    if (now->kind == TN_FAULT_VALID0)
        now->way->dark = now->cycle + a->f.arg;
    now->struck = true;
    d->bits++;
    d->spoilt++;
    d->cycle = d->cycle ? d->cycle : now->cycle;
    return true;
}

struct tn_cl_word tn_cl_lane_pass(unsigned way, uint64_t cycle, struct tn_cl_word word)
{
    struct way *w = &ways[way];
    struct now now = {.way = w, .cycle = cycle, .kind = TN_FAULT_VALID0};
    struct tn_cl_word out = {.k = true, .data = CL_COMMA};
    tn_arm_turn(&w->faults, begin, &now);
    if (cl_run_word(&w->run, word, cycle))
        run_ends(w, cycle);
    if (w->in != w->out)
        out = w->word[w->out++ % ROOM];
    if (cycle < w->dark)
        out = (struct tn_cl_word){.err = true};
    return out;
}

bool tn_cl_lane_dies(uint64_t cycle)
{
    struct now now = {.cycle = cycle, .kind = TN_FAULT_CL_DIE};
    for (unsigned i = 0; i < WAYS && !now.struck; i++) {
        now.way = &ways[i];
        tn_arm_turn(&ways[i].faults, begin, &now);
    }
    return now.struck;
}

static void done(unsigned id, struct tn_line_done *out)
{
    *out = ways[id].done;
}

static void calm(void)
{
    for (unsigned i = 0; i < WAYS; i++) {
        for (unsigned k = 0; k < TN_ARM_MAX; k++)
            tn_arm_forget(&ways[i].packet[k]);
        ways[i].faults.n = 0;
        ways[i].dark = 0;
    }
}

const struct tn_line_ops tn_cl_lane_lines = {.arm = arm, .done = done, .calm = calm};

void tn_cl_lane_play(bool play)
{
    calm();
    memset(ways, 0, sizeof ways);
    played = play;
}
