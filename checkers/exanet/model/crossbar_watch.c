/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The switch's time and arbitration, from its pins (exa_crossbar.md section 4).
 *
 * A word seen on an output in cycle c for the first time left its input in c-1. A dropped word
 * leaves when it comes to the front. So the first cycle in which the next word of the input is at
 * the front, where it asks, is known; after a broken packet, whose footer of zeros takes a
 * cycle or none, between two bounds.
 */
#include <tn/exanet/exa_crossbar_watch.h>

#include "model.h"

#include <stdlib.h>
#include <string.h>

enum { PORTS = TN_EXA_XBAR_PORTS, HELD = 2, KEEP = 64, READY = 7, SETTLE = 3 };

enum rule { CHN_1, CHN_2, CHN_3, ORD_2, ARB_1, ARB_2, PAR_1, LAT_1, IDL_1 };
static const char *const rule_ids[][10] = {
    [EXA_CROSSBAR] = {"EXX-CHN-1", "EXX-CHN-2", "EXX-CHN-3", "EXX-ORD-2", "EXX-ARB-1", "EXX-ARB-2",
                      "EXX-PAR-1", "EXX-LAT-1", "EXX-IDL-1", NULL},
    [EXA_MUX] = {"EXX-CHN-1", "EXX-CHN-2", "EXX-CHN-3", "EXU-ORD-1", "EXU-ARB-1", "EXU-ARB-2",
                 "EXX-PAR-1", "EXU-LAT-1", "EXU-LAT-1", NULL},
    [EXA_DEMUX] = {"EXX-CHN-1", "EXX-CHN-2", "EXX-CHN-3", "EXU-RTE-1", "EXU-RTE-1", "EXU-RTE-1",
                   "EXU-BLK-1", "EXU-LAT-2", "EXU-LAT-2", NULL},
};

/* A word that an input took and has not handed on. */
struct held {
    struct tn_exa_word word;
    struct tn_exa_xbar_step step;
    uint64_t taken;
};

struct in {
    struct exa_xbar_in parse;
    struct held held[KEEP];
    unsigned n, n_before;        /* now, and in the cycle before */
    uint64_t free_min, free_max; /* the cycle after the last word left */
    uint64_t sure_from;          /* from this cycle on n is exact */
};

struct out {
    int from;          /* input that holds it, or -1 */
    unsigned last;     /* input served last */
    bool shown, taken; /* in the cycle before: a word stood; it met its ready */
    struct tn_exa_word word;
    unsigned ready_for; /* cycles in a row with all readies, up to the one before */
};

struct tn_exa_xbar_watch {
    struct exa_switch conf;
    bool lost;
    uint64_t cycle;
    struct in in[PORTS];
    struct out out[PORTS];
    struct tn_judge judge;
};

struct tn_exa_xbar_watch *exa_switch_watch_new(const struct exa_switch *x, tn_verdict_fn *fn,
                                               void *ctx)
{
    struct tn_exa_xbar_watch *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->conf = *x;
    tn_judge_init(&w->judge, rule_ids[x->kind], fn, ctx);
    tn_exa_xbar_watch_reset(w, x->own);
    return w;
}

struct tn_exa_xbar_watch *tn_exa_xbar_watch_new(const struct tn_exa_xbar_params *p, uint32_t own,
                                                tn_verdict_fn *fn, void *ctx)
{
    const struct exa_switch x = exa_switch_of_crossbar(p, own);
    return exa_switch_watch_new(&x, fn, ctx);
}

void tn_exa_xbar_watch_reset(struct tn_exa_xbar_watch *w, uint32_t own)
{
    w->conf.own = own;
    w->lost = false;
    w->cycle += SETTLE; /* so that c-1 and c-2 are there */
    memset(w->in, 0, sizeof w->in);
    memset(w->out, 0, sizeof w->out);
    for (unsigned i = 0; i < PORTS; i++) {
        w->in[i].sure_from = w->cycle + SETTLE;
        w->out[i].from = -1;
        w->out[i].last = w->conf.ins - 1;
    }
}

void tn_exa_xbar_watch_free(struct tn_exa_xbar_watch *w)
{
    free(w);
}

uint64_t tn_exa_xbar_watch_asked(const struct tn_exa_xbar_watch *w, const char *rule)
{
    return tn_judge_asked(&w->judge, rule);
}

uint64_t tn_exa_xbar_watch_failed(const struct tn_exa_xbar_watch *w, const char *rule)
{
    return tn_judge_failed(&w->judge, rule);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The word at the front of s, if it can be there in cycle t (surely: if it must be). */
static struct held *front(struct in *s, uint64_t t, bool surely)
{
    if (s->n == 0 || later(s->held[0].taken + 1, surely ? s->free_max : s->free_min) > t)
        return NULL;
    return &s->held[0];
}

/* The front of s left between cycles min and max. */
static void leave(struct in *s, uint64_t min, uint64_t max)
{
    s->free_min = min + 1;
    s->free_max = max + 1;
    s->n--;
    memmove(s->held, s->held + 1, s->n * sizeof s->held[0]);
}

/* Words that are dropped leave up to cycle t. */
static void drain(struct in *s, uint64_t t)
{
    struct held *h;
    while ((h = front(s, t, false)) && h->step.out < 0 && h->step.broke < 0)
        leave(s, later(h->taken + 1, s->free_min), later(h->taken + 1, s->free_max));
}

/* Whether input i has, in cycle t, a header at its front for output o. */
static bool asks(struct tn_exa_xbar_watch *w, unsigned i, unsigned o, uint64_t t, bool surely)
{
    const struct held *h = front(&w->in[i], t, surely);
    return h && h->step.broke < 0 && h->word.kind == TN_EXA_HDR && h->step.out == (int)o;
}

/* Verdict on a word from nowhere: nothing can be followed after it. */
static void lose(struct tn_exa_xbar_watch *w, enum rule rule, unsigned o, const char *expected)
{
    tn_judge(&w->judge, rule, false, expected, "output %u: kind %u, first lane %02x", o,
             w->out[o].word.kind, w->out[o].word.data[0]);
    w->lost = true;
}

/* A header stands on the free output o; it left its input in cycle t. */
static void granted(struct tn_exa_xbar_watch *w, unsigned o, uint64_t t)
{
    struct out *out = &w->out[o];
    int passed_over = -1;

    if (out->word.kind != TN_EXA_HDR) {
        lose(w, CHN_3, o, "a header first");
        return;
    }
    for (unsigned n = 1; n <= w->conf.ins; n++) {
        unsigned i = (out->last + n) % w->conf.ins;
        const struct held *h = front(&w->in[i], t, false);
        if (asks(w, i, o, t, false) && tn_exa_word_same(&h->word, &out->word)) {
            tn_judge(&w->judge, ARB_1, passed_over < 0, "the next input that asks",
                     "output %u: input %u before %d, after %u", o, i, passed_over, out->last);
            tn_judge(&w->judge, ORD_2, true, "", " ");
            out->last = i;
            out->from = h->step.last ? -1 : (int)i;
            leave(&w->in[i], t, t);
            return;
        }
        if (passed_over < 0 && asks(w, i, o, t, true))
            passed_over = (int)i;
    }
    lose(w, ORD_2, o, "the header of an input that asks");
}

/* Whether the word on output o is one that another input than out->from could send. */
static bool is_of_another(struct tn_exa_xbar_watch *w, unsigned o, uint64_t t)
{
    const struct out *out = &w->out[o];
    for (unsigned i = 0; i < w->conf.ins; i++) {
        const struct held *h = front(&w->in[i], t, false);
        if ((int)i != out->from && h && tn_exa_word_same(&h->word, &out->word))
            return true;
    }
    return false;
}

/* A word stands on output o, which input out->from holds; it left in cycle t. */
static void continued(struct tn_exa_xbar_watch *w, unsigned o, uint64_t t)
{
    static const struct tn_exa_word zeros = {.kind = TN_EXA_FTR};
    struct out *out = &w->out[o];
    struct in *s = &w->in[out->from];
    struct held *h = front(s, t, false);
    const bool broke = h && h->step.broke == (int)o;
    const struct tn_exa_word *want = broke ? &zeros : h && h->step.out == (int)o ? &h->word : NULL;

    if (!want || !tn_exa_word_same(want, &out->word)) {
        lose(w, is_of_another(w, o, t) ? ARB_2 : ORD_2, o, "the next word of the packet under way");
        return;
    }
    tn_judge(&w->judge, ARB_2, true, "", " ");
    tn_judge(&w->judge, ORD_2, true, "", " ");
    tn_judge(&w->judge, CHN_3, true, "", " ");
    if (!broke) {
        if (h->step.last)
            out->from = -1;
        leave(s, t, t);
        return;
    }
    out->from = -1;
    h->step.broke = -1;
    /* a header goes on its own, another word may have gone with the zeros */
    s->free_min = h->word.kind == TN_EXA_HDR ? t + 1 : t;
    s->free_max = t + 2;
    s->sure_from = t + 2 + SETTLE;
}

/* Output o in cycle t + 1 shows a word (or none): was that what cycle t asked for? */
static void judge_time(struct tn_exa_xbar_watch *w, unsigned o, bool shows, uint64_t t)
{
    const struct out *out = &w->out[o];
    unsigned sure = 0, possible = 0, one = 0;

    if (out->shown && !out->taken)
        return;
    if (out->from >= 0) {
        const struct held *h = front(&w->in[out->from], t, true);
        if (h && h->step.broke < 0 && out->ready_for >= 2)
            tn_judge(&w->judge, IDL_1, shows, "a word each cycle",
                     "output %u idle in a packet of input %d", o, out->from);
        return;
    }
    for (unsigned i = 0; i < w->conf.ins; i++) {
        possible += asks(w, i, o, t, false);
        if (asks(w, i, o, t, true)) {
            sure++;
            one = i;
        }
    }
    if (sure == 1 && possible == 1 && !out->shown && w->in[one].held[0].taken + 1 == t)
        tn_judge(&w->judge, LAT_1, shows, "the header two cycles after it was taken",
                 "output %u idle, input %u asks", o, one);
    else if (sure > 0 && out->ready_for >= 2)
        tn_judge(&w->judge, IDL_1, shows, "no idle cycle between packets",
                 "output %u idle, %u inputs ask", o, sure);
}

static bool one_valid(unsigned valid)
{
    return (valid & (valid - 1)) == 0;
}

static void output(struct tn_exa_xbar_watch *w, unsigned o, const struct tn_exa_pins *y)
{
    struct out *out = &w->out[o];
    struct tn_judge *j = &w->judge;
    const uint64_t t = w->cycle - 1;
    struct tn_exa_word now = {.kind = y->valid};

    memcpy(now.data, y->data, EXA_WORD);
    if (!tn_judge(j, CHN_2, one_valid(y->valid), "one valid", "output %u: valids %x", o,
                  y->valid)) {
        w->lost = true;
        return;
    }
    judge_time(w, o, y->valid != 0, t);
    if (out->shown && !out->taken) {
        if (!tn_judge(j, CHN_1, tn_exa_word_same(&now, &out->word), "valid and data as before",
                      "output %u: kind %u changed before ready", o, now.kind))
            w->lost = true;
    } else if (y->valid) {
        out->word = now;
        if (out->from < 0)
            granted(w, o, t);
        else
            continued(w, o, t);
    }
    out->shown = y->valid != 0;
    out->taken = out->shown && (y->valid & y->ready);
    out->ready_for = (y->ready & READY) == READY ? out->ready_for + 1 : 0;
}

static void input(struct tn_exa_xbar_watch *w, unsigned i, const struct tn_exa_pins *y)
{
    struct in *s = &w->in[i];

    if (w->conf.kind != EXA_MUX && w->cycle >= s->sure_from && s->n < HELD &&
        s->n_before < HELD)
        tn_judge(&w->judge, PAR_1, (y->ready & READY) != 0, "ready while two words are not held",
                 "input %u stalls with %u", i, s->n);
    s->n_before = s->n;
    if (!y->valid || !one_valid(y->valid) || !(y->valid & y->ready))
        return;
    if (s->n == KEEP) {
        tn_judge(&w->judge, ORD_2, false, "words leave", "input %u took %u more than it sent", i,
                 s->n);
        w->lost = true;
        return;
    }
    struct held *h = &s->held[s->n++];
    h->word.kind = y->valid;
    memcpy(h->word.data, y->data, EXA_WORD);
    h->taken = w->cycle;
    exa_xbar_step(&w->conf, i, &s->parse, &h->word, &h->step);
}

void tn_exa_xbar_watch_cycle(struct tn_exa_xbar_watch *w, const struct tn_exa_xbar_pins *y)
{
    w->judge.cycle = y->cycle;
    for (unsigned i = 0; i < w->conf.ins && !w->lost; i++)
        drain(&w->in[i], w->cycle - 1);
    for (unsigned o = 0; o < w->conf.outs && !w->lost; o++)
        output(w, o, &y->out[o]);
    for (unsigned i = 0; i < w->conf.ins && !w->lost; i++) {
        drain(&w->in[i], w->cycle - 1);
        input(w, i, &y->in[i]);
    }
    w->cycle++;
}
