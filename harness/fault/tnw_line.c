/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on the lines of a TNW link: what a fault's text becomes on the words and symbols that
 * <tn/bfm_tnw.h> carries. line0 leaves the DUT, line1 comes to it.
 */
#include <tn/tnw_fault.h>

#include <tn/line_fault.h>
#include <tn/rng.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 2, FAULTS = 16, BITS = 40 };

struct armed {
    struct tn_fault f;
    struct tn_rng rng;
    unsigned kinds;  /* what each blow is: enum tn_tnw_error */
    bool begun;
    uint64_t until;  /* ber, valid0, ready0: cycle */
    double rate;     /* ber: of a word to be hurt */
    uint32_t left;   /* blows, of those that are counted */
};

static struct line {
    struct armed armed[FAULTS];
    unsigned n;
    uint64_t shut; /* nothing is taken at its end until this cycle */
    struct tn_line_done done;
    uint64_t first, restart; /* cycles of the first blow since it was calm, of the first RESTART since; 0 none */
} lines[LINES];

/* The error of a kind of fault, or -1. */
static int error_of(enum tn_fault_kind kind)
{
    switch (kind) {
    case TN_FAULT_FLIP: return TN_TNW_E_BIT;
    case TN_FAULT_NFCFLIP: return TN_TNW_E_FIELD;
    case TN_FAULT_BURST: return TN_TNW_E_LANE;
    case TN_FAULT_DROP: return TN_TNW_E_LOSE;
    case TN_FAULT_DUP: return TN_TNW_E_DOUBLE;
    case TN_FAULT_REORDER: return TN_TNW_E_SWAP;
    case TN_FAULT_TRUNC: return TN_TNW_E_PACKET;
    case TN_FAULT_NFCLOSE: return TN_TNW_E_IDLE;
    case TN_FAULT_SLIP: return TN_TNW_E_SKEW;
    case TN_FAULT_JOIN: return TN_TNW_E_SYMBOL;
    case TN_FAULT_BER: return TN_TNW_E_LINE;
    case TN_FAULT_VALID0:
    case TN_FAULT_READY0: return TN_TNW_E_DARK;
    default: return -1;
    }
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    struct line *l = &lines[id];
    const int kind = error_of(f->kind);
    if (kind < 0 || f->by_packet || (kind == TN_TNW_E_SKEW && id == TN_TNW_FROM_DUT) || l->n == FAULTS) {
        snprintf(err, err_size, "fault %s@%s: %s", tn_fault_name(f->kind), f->where,
                 l->n == FAULTS  ? "too many at a time"
                 : f->by_packet  ? "on a TNW line faults are by cycle"
                                 : "not on this line");
        return l->n == FAULTS ? -ENOSPC : -EINVAL;
    }
    struct armed *a = &l->armed[l->n++];
    *a = (struct armed){.f = *f, .kinds = 1u << kind, .left = f->len ? f->len : 1};
    tn_rng_seed(&a->rng, seed, tn_line_stream(id, l->n - 1));
    if (f->kind == TN_FAULT_BER)
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
static bool blow(struct line *l, struct armed *a, uint64_t cycle, struct tnw_word w, bool *over)
{
    const bool feedback = a->f.kind == TN_FAULT_NFCFLIP || a->f.kind == TN_FAULT_NFCLOSE;
    *over = false;
    if (cycle < a->f.cycle)
        return false;
    if (!a->begun) {
        a->begun = true;
        a->until = cycle + (a->f.kind == TN_FAULT_BER ? (a->f.len ? a->f.len : UINT32_MAX) : a->f.arg);
    }
    switch (a->f.kind) {
    case TN_FAULT_READY0:
        l->shut = a->until;
        *over = true;
        return true;
    case TN_FAULT_BER:
        *over = cycle >= a->until;
        return !*over && (double)(tn_rng_next(&a->rng) >> 11) / 9007199254740992.0 < a->rate;
    case TN_FAULT_VALID0: *over = cycle >= a->until; return !*over;
    default:
        if (feedback && !is_feedback(w))
            return false;
        /* an idle line has nothing to lose; all else waits for a word that says something */
        if (!feedback && tnw_classify(w) == TNW_IDLE && a->f.kind != TN_FAULT_SLIP && a->f.kind != TN_FAULT_JOIN)
            return false;
        *over = --a->left == 0;
        return true;
    }
}

/* What the blow is: feedback of a START is lost by its CRC-8, as its packet is not to be. */
static unsigned blow_on(const struct armed *a, struct tnw_word w)
{
    if (a->f.kind == TN_FAULT_NFCLOSE && tnw_classify(w) == TNW_START)
        return 1u << TN_TNW_E_FIELD;
    return a->f.kind == TN_FAULT_READY0 ? 0 : a->kinds;
}

static void count(struct tn_line_done *d, enum tn_fault_kind kind)
{
    switch (kind) {
    case TN_FAULT_DROP:
    case TN_FAULT_TRUNC: d->lost++; break;
    case TN_FAULT_DUP: d->repeated++; break;
    case TN_FAULT_SLIP: d->slips++; break;
    case TN_FAULT_NFCLOSE:
    case TN_FAULT_NFCFLIP: d->nfcs++; break;
    default: d->bits++; break;
    }
}

static unsigned strike(void *ctx, enum tn_tnw_way way, uint64_t cycle, struct tnw_word w)
{
    struct line *l = &lines[way];
    unsigned kinds = 0, left = 0;
    l->done.blocks++;
    for (unsigned i = 0; i < l->n; i++) {
        struct armed *a = &l->armed[i];
        bool over;
        if (blow(l, a, cycle, w, &over)) {
            kinds |= blow_on(a, w);
            count(&l->done, a->f.kind);
            l->first = l->first ? l->first : cycle;
        }
        if (!over)
            l->armed[left++] = *a;
    }
    l->n = left;
    if (!l->restart && tn_tnw_fault_began() && tnw_classify(w) == TNW_SET &&
        tnw_ctl_decode(w.data).code == TNW_RESTART)
        l->restart = cycle;
    if (l->shut) {
        tn_tnw_far_close(ctx, way, cycle < l->shut);
        l->shut = cycle < l->shut ? l->shut : 0;
    }
    return kinds;
}

static void done(unsigned id, struct tn_line_done *out)
{
    *out = lines[id].done;
    out->cycle = lines[id].first;
}

static void calm(void)
{
    for (unsigned i = 0; i < LINES; i++) {
        lines[i].n = 0;
        lines[i].shut = lines[i].first = lines[i].restart = 0;
    }
}

void tn_tnw_faults(struct tn_tnw_far *far)
{
    static const struct tn_line_ops ops = {arm, done, calm};
    tn_line_behind(far ? &ops : NULL, LINES);
    calm();
    memset(lines, 0, sizeof lines);
    if (far)
        tn_tnw_far_strike(far, strike, far);
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
