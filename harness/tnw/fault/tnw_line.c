/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on the lines of a TNW link: what a fault's text becomes on the words and symbols that
 * <tn/tnw/bfm_tnw.h> carries. line0 leaves the DUT, line1 comes to it.
 */
#include "../../fault/arm.h"
#include "../dut/tnw_duts.h"

#include <tn/tnw/tnw_fault.h>
#include <tn/tnw/tnw_fault_kinds.h>

#include <tn/line_fault.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 2, BITS = 40 };
/* Of an armed fault's own: what each blow is, a set of enum tn_tnw_error. */
enum { KINDS };

static struct line {
    struct tn_arm_queue faults;
    uint64_t shut; /* nothing is taken at its end until this cycle */
    struct tn_line_done done;
    uint64_t first, restart; /* cycles of the first blow since it was calm, of the first RESTART
                                since; 0 none */
} lines[LINES];
static bool played; /* a far end plays the lines */

/* The error of a kind of fault, or -1. */
static int error_of(unsigned kind)
{
    switch (kind) {
    case TN_FAULT_FLIP:
        return TN_TNW_E_BIT;
    case TN_FAULT_TNW_FEEDBACK_FLIP:
        return TN_TNW_E_FIELD;
    case TN_FAULT_BURST:
        return TN_TNW_E_LANE;
    case TN_FAULT_DROP:
        return TN_TNW_E_LOSE;
    case TN_FAULT_DUP:
        return TN_TNW_E_DOUBLE;
    case TN_FAULT_REORDER:
        return TN_TNW_E_SWAP;
    case TN_FAULT_TRUNC:
        return TN_TNW_E_PACKET;
    case TN_FAULT_TNW_FEEDBACK_LOSE:
        return TN_TNW_E_IDLE;
    case TN_FAULT_TNW_SKEW:
        return TN_TNW_E_SKEW;
    case TN_FAULT_TNW_SYMBOL:
        return TN_TNW_E_SYMBOL;
    case TN_FAULT_BER:
        return TN_TNW_E_LINE;
    case TN_FAULT_VALID0:
    case TN_FAULT_READY0:
        return TN_TNW_E_DARK;
    default:
        return -1;
    }
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    const unsigned own = tn_fault_own(&tn_fault_kinds_tnw, f->kind);
    const int kind = error_of(own);
    const char *why = !played        ? "the line has no player yet"
                      : f->by_packet ? "on a TNW line faults are by cycle"
                                     : NULL;
    struct tn_armed *a;
    if (!why && (kind < 0 || (kind == TN_TNW_E_SKEW && id == TN_TNW_FROM_DUT)))
        why = "not on this line";
    if (tn_arm(&lines[id].faults, id, f, seed, why, &a, err, err_size) < 0)
        return why ? -EINVAL : -ENOSPC;
    a->f.kind = own;
    a->own[KINDS] = 1u << kind;
    if (own == TN_FAULT_BER)
        a->rate = 1 - pow(1 - pow(10, -(double)f->arg), BITS);
    return 0;
}

static bool is_feedback(struct tnw_word w)
{
    const enum tnw_class kind = tnw_classify(w);
    const unsigned code = tnw_ctl_decode(w.data).code;
    return (kind == TNW_SET || kind == TNW_START) && code >= TNW_ACK && code <= TNW_NACK_FULL;
}

/* A fault on this word? over: it will never strike again. */
static bool blow(struct line *l, struct tn_armed *a, uint64_t cycle, struct tnw_word w, bool *over)
{
    const bool feedback =
        a->f.kind == TN_FAULT_TNW_FEEDBACK_FLIP || a->f.kind == TN_FAULT_TNW_FEEDBACK_LOSE;
    *over = false;
    if (cycle < a->f.cycle)
        return false;
    if (!a->begun) {
        a->begun = true;
        a->until =
            cycle + (a->f.kind == TN_FAULT_BER ? (a->f.len ? a->f.len : UINT32_MAX) : a->f.arg);
    }
    switch (a->f.kind) {
    case TN_FAULT_READY0:
        l->shut = a->until;
        *over = true;
        return true;
    case TN_FAULT_BER:
        *over = cycle >= a->until;
        return !*over && (double)(tn_rng_next(&a->rng) >> 11) / 9007199254740992.0 < a->rate;
    case TN_FAULT_VALID0:
        *over = cycle >= a->until;
        return !*over;
    default:
        if (feedback && !is_feedback(w))
            return false;
        /* an idle line has nothing to lose; all else waits for a word that says something */
        if (!feedback && tnw_classify(w) == TNW_IDLE && a->f.kind != TN_FAULT_TNW_SKEW &&
            a->f.kind != TN_FAULT_TNW_SYMBOL)
            return false;
        *over = --a->left == 0;
        return true;
    }
}

/* What the blow is: feedback of a START is lost by its CRC-8, as its packet is not to be. */
static unsigned blow_on(const struct tn_armed *a, struct tnw_word w)
{
    if (a->f.kind == TN_FAULT_TNW_FEEDBACK_LOSE && tnw_classify(w) == TNW_START)
        return 1u << TN_TNW_E_FIELD;
    return a->f.kind == TN_FAULT_READY0 ? 0 : (unsigned)a->own[KINDS];
}

static void count(struct tn_line_done *d, unsigned kind)
{
    switch (kind) {
    case TN_FAULT_DROP:
    case TN_FAULT_TRUNC:
        d->lost++;
        break;
    case TN_FAULT_DUP:
        d->repeated++;
        break;
    case TN_FAULT_TNW_SKEW:
        d->slips++;
        break;
    case TN_FAULT_TNW_FEEDBACK_LOSE:
    case TN_FAULT_TNW_FEEDBACK_FLIP:
        d->nfcs++;
        break;
    default:
        d->bits++;
        break;
    }
}

/* A word, as all faults of its line see it. */
struct passing {
    struct line *line;
    uint64_t cycle;
    struct tnw_word word;
    unsigned kinds; /* what becomes of it */
};

static bool pass(void *ctx, struct tn_armed *a)
{
    struct passing *p = ctx;
    bool over;
    if (blow(p->line, a, p->cycle, p->word, &over)) {
        p->kinds |= blow_on(a, p->word);
        count(&p->line->done, a->f.kind);
        p->line->first = p->line->first ? p->line->first : p->cycle;
    }
    return over;
}

static unsigned strike(void *ctx, enum tn_tnw_way way, uint64_t cycle, struct tnw_word w)
{
    struct line *l = &lines[way];
    struct passing p = {l, cycle, w, 0};
    l->done.blocks++;
    tn_arm_turn(&l->faults, pass, &p);
    if (!l->restart && tn_tnw_fault_began() && tnw_classify(w) == TNW_SET &&
        tnw_ctl_decode(w.data).code == TNW_RESTART)
        l->restart = cycle;
    if (l->shut) {
        tn_tnw_peer_close(ctx, way, cycle < l->shut);
        l->shut = cycle < l->shut ? l->shut : 0;
    }
    return p.kinds;
}

static void done(unsigned id, struct tn_line_done *out)
{
    *out = lines[id].done;
    out->cycle = lines[id].first;
}

static void calm(void)
{
    for (unsigned i = 0; i < LINES; i++) {
        lines[i].faults.n = 0;
        lines[i].shut = lines[i].first = lines[i].restart = 0;
    }
}

const struct tn_line_ops tn_tnw_link_lines = {.arm = arm, .done = done, .calm = calm};

void tn_tnw_faults(struct tn_tnw_peer *far)
{
    played = far != NULL;
    calm();
    memset(lines, 0, sizeof lines);
    if (far)
        tn_tnw_peer_strike(far, strike, far);
}

uint64_t tn_tnw_fault_began(void)
{
    const uint64_t a = lines[0].first, b = lines[1].first;
    return !a || (b && b < a) ? b : a;
}

uint64_t tn_tnw_fault_restart(enum tn_tnw_way way)
{
    return lines[way].restart;
}
