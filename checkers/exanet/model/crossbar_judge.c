/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The switch's time and arbitration, from its pins (exa_crossbar.md section 4); of the mux and the
 * demux, too.
 *
 * Each input owes the words that it took, in their order, one a cycle: a word that stands on an
 * output in cycle c for the first time left its input in c-1, and a word that is dropped leaves
 * unseen when it can. So it is known in which cycles the next word of an input asks, perhaps and
 * for certain; the two differ behind the footer of zeros of a broken packet alone.
 */
#include <tn/exanet/exa_crossbar_judge.h>

#include "model.h"

#include <tn/due.h>

#include <stdlib.h>
#include <string.h>

enum { PORTS = TN_EXA_XBAR_PORTS, HELD = 2, READY = 7, SETTLE = 3 };

enum rule { CHN_1, CHN_2, CHN_3, ORD_2, ARB_1, ARB_2, PAR_1, LAT_1, IDL_1 };
static const char *const rule_ids[][10] = {
    [EXA_CROSSBAR] = {"EXX-CHN-1", "EXX-CHN-2", "EXX-CHN-3", "EXX-ORD-2", "EXX-ARB-1", "EXX-ARB-2",
                      "EXX-PAR-1", "EXX-LAT-1", "EXX-IDL-1", NULL},
    [EXA_MUX] = {"EXX-CHN-1", "EXX-CHN-2", "EXX-CHN-3", "EXU-ORD-1", "EXU-ARB-1", "EXU-ARB-2",
                 "EXX-PAR-1", "EXU-LAT-1", "EXU-LAT-1", NULL},
    [EXA_DEMUX] = {"EXX-CHN-1", "EXX-CHN-2", "EXX-CHN-3", "EXU-RTE-1", "EXU-RTE-1", "EXU-RTE-1",
                   "EXU-BLK-1", "EXU-LAT-2", "EXU-LAT-2", NULL},
};

/* A word that an input owes. */
struct owed {
    struct tn_exa_word word;
    int out;    /* -1: dropped */
    bool last;  /* of its packet */
    bool zeros; /* the footer that ends a broken packet */
    bool holds; /* takes up one of the input's two places */
    uint64_t taken;
};

struct in {
    struct exa_xbar_in parse;
    struct tn_due_row row;
    struct owed owed[TN_DUE_MAX];
    const struct owed *may, *sure; /* the word that can leave in this cycle; NULL: none */
    unsigned n, n_before;          /* words held now, and in the cycle before */
    uint64_t sure_from;            /* from this cycle on n is exact */
};

struct out {
    int from;          /* input that holds it, or -1 */
    unsigned last;     /* input served last */
    bool shown, taken; /* in the cycle before: a word stood; it met its ready */
    struct tn_exa_word word;
    unsigned ready_for; /* cycles in a row with all readies, up to the one before */
};

struct tn_exa_xbar_judge {
    struct exa_switch conf;
    uint64_t cycle;
    struct in in[PORTS];
    struct out out[PORTS];
    struct tn_judge judge;
    struct tn_scope words; /* closed: words cannot be followed any longer */
};

struct tn_exa_xbar_judge *exa_switch_judge_new(const struct exa_switch *x, tn_verdict_fn *fn,
                                               void *ctx)
{
    struct tn_exa_xbar_judge *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->conf = *x;
    tn_judge_init(&w->judge, rule_ids[x->kind], fn, ctx);
    tn_exa_xbar_judge_reset(w, x->own);
    return w;
}

struct tn_exa_xbar_judge *tn_exa_xbar_judge_new(const struct tn_exa_xbar_params *p, uint32_t own,
                                                tn_verdict_fn *fn, void *ctx)
{
    const struct exa_switch x = exa_switch_of_crossbar(p, own);
    return exa_switch_judge_new(&x, fn, ctx);
}

void tn_exa_xbar_judge_reset(struct tn_exa_xbar_judge *w, uint32_t own)
{
    w->conf.own = own;
    w->cycle += SETTLE; /* so that c-1 and c-2 are there */
    tn_scope_open(&w->words, &w->judge, NULL);
    for (unsigned i = 0; i < PORTS; i++) {
        memset(&w->in[i], 0, sizeof w->in[i]);
        tn_due_init(&w->in[i].row, TN_DUE_FIFO);
        w->in[i].sure_from = w->cycle + SETTLE;
        w->out[i] = (struct out){.from = -1, .last = w->conf.ins - 1};
    }
}

void tn_exa_xbar_judge_free(struct tn_exa_xbar_judge *w)
{
    free(w);
}

uint64_t tn_exa_xbar_judge_asked(const struct tn_exa_xbar_judge *w, const char *rule)
{
    return tn_judge_asked(&w->judge, rule);
}

uint64_t tn_exa_xbar_judge_failed(const struct tn_exa_xbar_judge *w, const char *rule)
{
    return tn_judge_failed(&w->judge, rule);
}

/* Words of s that are dropped leave up to cycle t; which word can leave in it? */
static void look(struct in *s, uint64_t t)
{
    uint64_t n;
    while (s->may = NULL, n = tn_due_first(&s->row), tn_due_can(&s->row, n, t, false)) {
        s->may = &s->owed[tn_due_place(n)];
        if (s->may->out >= 0)
            break;
        s->n -= s->may->holds;
        tn_due_left_unseen(&s->row, n);
    }
    s->sure = tn_due_can(&s->row, n, t, true) ? s->may : NULL;
}

/* The word that could leave s left in cycle t. What broke a packet goes with the zeros or behind
 * them; a header in its place is a word of its own. */
static void leaves(struct in *s, uint64_t t)
{
    const struct owed *o = s->may;
    s->n -= o->holds;
    if (o->zeros)
        s->sure_from = t + 2 + SETTLE;
    tn_due_left(&s->row, tn_due_first(&s->row), t, t + (o->zeros ? 1 + o->holds : 0));
    s->may = s->sure = NULL;
}

/* The inputs that have a header for output o, a bit each. */
static uint32_t asking(const struct tn_exa_xbar_judge *w, unsigned o, bool surely)
{
    uint32_t is = 0;
    for (unsigned i = 0; i < w->conf.ins; i++) {
        const struct owed *f = surely ? w->in[i].sure : w->in[i].may;
        is |= (uint32_t)(f && f->word.kind == TN_EXA_HDR && f->out == (int)o) << i;
    }
    return is;
}

/* The first input behind the one served last that could send the word of output o; -1: none.
 * among: a bit each. */
static int sender(const struct tn_exa_xbar_judge *w, unsigned o, uint32_t among)
{
    for (unsigned n = 1; n <= w->conf.ins; n++) {
        const unsigned i = (w->out[o].last + n) % w->conf.ins;
        if (among >> i & 1 && w->in[i].may &&
            tn_exa_word_same(&w->in[i].may->word, &w->out[o].word))
            return (int)i;
    }
    return -1;
}

static bool of_word(struct tn_exa_xbar_judge *w, enum rule rule, bool ok, unsigned o,
                    const char *expected)
{
    const struct tn_exa_word *word = &w->out[o].word;
    return tn_scope_judge(&w->words, rule, ok, expected, "output %u: kind %u, first lane %02x", o,
                          word->kind, word->data[0]);
}

/* A word is new on output o: the header of the next input that asks, or the next word of the
 * packet that holds the output. It left in cycle t. */
static void judge_word(struct tn_exa_xbar_judge *w, unsigned o, uint64_t t)
{
    struct out *out = &w->out[o];
    const bool begins = out->from < 0;
    const int i = begins ? sender(w, o, asking(w, o, false)) : out->from;
    const struct owed *f = i < 0 ? NULL : w->in[i].may;
    const bool right = f && f->out == (int)o && tn_exa_word_same(&f->word, &out->word);
    if (!of_word(w, CHN_3, !begins || out->word.kind == TN_EXA_HDR, o, "a header first") ||
        !of_word(w, ARB_2, right || begins || sender(w, o, ~(1u << i)) < 0, o,
                 "the packet under way") ||
        !of_word(w, ORD_2, right, o, "the next word that an input owes"))
        return;
    if (begins) {
        const uint32_t sure = asking(w, o, true);
        unsigned n = out->last + 1;
        while (n % w->conf.ins != (unsigned)i && !(sure >> n % w->conf.ins & 1))
            n++;
        tn_scope_remark(&w->words, ARB_1, n % w->conf.ins == (unsigned)i,
                        "the next input that asks", "output %u: input %d before %u, after %u", o, i,
                        n % w->conf.ins, out->last);
        out->last = (unsigned)i;
    }
    out->from = f->last ? -1 : i;
    leaves(&w->in[i], t);
}

static bool at_most_one(uint32_t bits)
{
    return (bits & (bits - 1)) == 0;
}

/* Output o in cycle t + 1 shows a word (or none): was that what cycle t asked for? */
static void judge_time(struct tn_exa_xbar_judge *w, unsigned o, bool shows, uint64_t t)
{
    const struct out *out = &w->out[o];
    if (out->from >= 0) {
        const struct owed *f = w->in[out->from].sure;
        if (f && !f->zeros && out->ready_for >= 2)
            tn_scope_remark(&w->words, IDL_1, shows, "a word each cycle",
                            "output %u idle in a packet of input %d", o, out->from);
        return;
    }
    const uint32_t may = asking(w, o, false), sure = asking(w, o, true);
    if (sure && may == sure && at_most_one(sure) && !out->shown &&
        w->in[__builtin_ctz(sure)].sure->taken + 1 == t)
        tn_scope_remark(&w->words, LAT_1, shows, "the header two cycles after it was taken",
                        "output %u idle, the inputs of %x ask", o, sure);
    else if (sure && out->ready_for >= 2)
        tn_scope_remark(&w->words, IDL_1, shows, "no idle cycle between packets",
                        "output %u idle, the inputs of %x ask", o, sure);
}

static void output(struct tn_exa_xbar_judge *w, unsigned o, const struct tn_exa_pins *y)
{
    struct out *out = &w->out[o];
    const uint64_t t = w->cycle - 1;
    struct tn_exa_word now = {.kind = y->valid};
    memcpy(now.data, y->data, EXA_WORD);
    if (!tn_scope_judge(&w->words, CHN_2, at_most_one(y->valid), "one valid",
                        "output %u: valids %x", o, y->valid))
        return;
    if (out->shown && !out->taken) {
        tn_scope_judge(&w->words, CHN_1, tn_exa_word_same(&now, &out->word),
                       "valid and data as before", "output %u: kind %u changed before ready", o,
                       now.kind);
    } else {
        judge_time(w, o, y->valid != 0, t);
        out->word = now;
        if (y->valid)
            judge_word(w, o, t);
    }
    out->shown = y->valid != 0;
    out->taken = out->shown && (y->valid & y->ready);
    out->ready_for = (y->ready & READY) == READY ? out->ready_for + 1 : 0;
}

static void owe(struct tn_exa_xbar_judge *w, struct in *s, const struct owed *o)
{
    const struct tn_due d = {.from = o->taken + 1, .until = TN_DUE_EVER, .behind = TN_DUE_NONE};
    const uint64_t n = tn_due_expect(&s->row, &d);
    s->n += o->holds;
    if (tn_scope_judge(&w->words, ORD_2, n != TN_DUE_NONE, "words leave", "%u do not", TN_DUE_MAX))
        s->owed[tn_due_place(n)] = *o;
}

static void input(struct tn_exa_xbar_judge *w, unsigned i, const struct tn_exa_pins *y)
{
    struct in *s = &w->in[i];
    struct owed o = {.word.kind = y->valid, .taken = w->cycle};
    struct tn_exa_xbar_step step;
    if (w->conf.kind != EXA_MUX && w->cycle >= s->sure_from && s->n < HELD && s->n_before < HELD)
        tn_scope_remark(&w->words, PAR_1, (y->ready & READY) != 0,
                        "ready while two words are not held", "input %u stalls with %u", i, s->n);
    s->n_before = s->n;
    if (!y->valid || !at_most_one(y->valid) || !(y->valid & y->ready))
        return;
    memcpy(o.word.data, y->data, EXA_WORD);
    exa_xbar_step(&w->conf, i, &s->parse, &o.word, &step);
    const bool replaced = step.broke >= 0 && y->valid != TN_EXA_HDR;
    if (step.broke >= 0)
        owe(w, s,
            &(struct owed){.word.kind = TN_EXA_FTR,
                           .out = step.broke,
                           .last = true,
                           .zeros = true,
                           .holds = replaced,
                           .taken = w->cycle});
    o.out = step.out;
    o.last = step.last;
    o.holds = true;
    if (!replaced)
        owe(w, s, &o);
}

void tn_exa_xbar_judge_cycle(struct tn_exa_xbar_judge *w, const struct tn_exa_xbar_pins *y)
{
    w->judge.cycle = y->cycle;
    for (unsigned i = 0; i < w->conf.ins; i++)
        look(&w->in[i], w->cycle - 1);
    for (unsigned o = 0; o < w->conf.outs; o++)
        output(w, o, &y->out[o]);
    for (unsigned i = 0; i < w->conf.ins && tn_scope_is_open(&w->words); i++)
        input(w, i, &y->in[i]);
    w->cycle++;
}
