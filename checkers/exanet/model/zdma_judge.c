/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of loads and stores to other nodes: both channels, causes, and the order of what is
 * seen.
 */
#include "zdma_judge.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const rules[] = {
    "EXZ-CHN-1",  "EXZ-WIN-1",  "EXZ-WIN-2",  "EXZ-SLT-1",  "EXZ-PKT-1",  "EXZ-ANS-1",
    "EXZ-ANS-2",  "EXZ-TMO-1",  "EXZ-SRV-1",  "EXZ-BNK-1",  "EXZ-SRV-2",  "EXZ-SRV-3",  "EXZ-CSE-1",
    "EXZ-CSE-2",  "EXZ-CSE-3",  "EXZ-CSE-4",  "EXZ-CSE-5",  "EXZ-CSE-6",  "EXZ-CSE-7",
    "EXZ-CSE-8",  "EXZ-CSE-9",  "EXZ-CSE-10", "EXZ-CSE-11", "EXZ-CSE-12", "EXZ-CSE-13",
    "EXZ-CSE-14", "EXZ-CSE-15", "EXZ-CNT-1",  "AXS-ACC-4",  "AXS-ORD-1",  NULL};

struct tn_exz_judge *tn_exz_judge_new(unsigned req_log2, uint32_t own, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exz_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    tn_judge_init(&j->judge, rules, fn, ctx);
    j->m.req_log2 = req_log2;
    tn_exz_judge_reset(j, own);
    return j;
}

void tn_exz_judge_free(struct tn_exz_judge *j)
{
    free(j);
}

void tn_exz_judge_reset(struct tn_exz_judge *j, uint32_t own)
{
    const struct tn_judge judge = j->judge;
    const uint64_t now = j->now;
    const unsigned req_log2 = j->m.req_log2;
    memset(j, 0, sizeof *j);
    j->judge = judge;
    j->now = j->busy = now;
    tn_exz_init(&j->m, req_log2, own);
    tn_scope_open(&j->all, &j->judge, NULL);
    tn_exz_registers_reset(j);
}

bool tn_exz_ask(struct tn_exz_judge *j, unsigned rule, bool ok, const char *expected,
                const char *found, ...)
{
    va_list args;
    if (!tn_scope_is_open(&j->all))
        return false;
    va_start(args, found);
    tn_judge_v(&j->judge, rule, ok, expected, found, args);
    va_end(args);
    if (!ok)
        tn_scope_close(&j->all);
    return ok;
}

void tn_exz_lose(struct tn_exz_judge *j)
{
    if (tn_scope_is_open(&j->all))
        j->unsure = true;
    tn_scope_close(&j->all);
}

bool tn_exz_judge_is_unsure(const struct tn_exz_judge *j)
{
    return j->unsure;
}

bool tn_exz_equal(const struct exa_packet *a, const struct exa_packet *b)
{
    struct tn_exa_word v[TN_EXA_PACKET_WORDS], w[TN_EXA_PACKET_WORDS];
    const int n = tn_exa_words_of(a, v);
    if (n <= 0 || n != tn_exa_words_of(b, w))
        return false;
    for (int i = 0; i < n; i++)
        if (!tn_exa_word_same(&v[i], &w[i]))
            return false;
    return true;
}

/* Events wait for causes. */

static void event(struct tn_exz_judge *j, enum exz_which which, const struct exz_event *e)
{
    struct exz_side *s = &j->side[which];
    if (s->events == EXZ_EVENTS)
        tn_exz_lose(j);
    else
        s->event[s->events++] = *e;
}

/* Judges the side's events before cycle `sure`, and those that no packet without cause came before.
 */
static void drain(struct tn_exz_judge *j, enum exz_which which, uint64_t sure)
{
    struct exz_side *s = &j->side[which];
    unsigned n = 0;
    for (; n < s->events && tn_scope_is_open(&j->all); n++) {
        const struct exz_event *e = &s->event[n];
        if (s->ins && s->in[0].at <= e->cycle && e->cycle >= sure &&
            j->now < e->cycle + TN_EXZ_LATE)
            break;
        if (which == EXZ_ASK)
            tn_exz_ask_event(j, e);
        else
            tn_exz_serve_event(j, e);
    }
    s->events -= n;
    memmove(s->event, s->event + n, s->events * sizeof s->event[0]);
}

void tn_exz_judge_axi(struct tn_exz_judge *j, enum tn_exz_port port, const struct tn_axi_seen *seen)
{
    struct exz_event e = {.cycle = seen->cycle, .seen = *seen};
    if (seen->rst)
        return;
    j->now = j->judge.cycle = seen->cycle;
    if (seen->valid && port != TN_EXZ_REGISTERS)
        j->busy = seen->cycle;
    if (!seen->valid || !seen->ready || !tn_scope_is_open(&j->all))
        return;
    if (port == TN_EXZ_REGISTERS)
        tn_exz_registers(j, seen);
    else
        event(j, port == TN_EXZ_WINDOW ? EXZ_ASK : EXZ_SERVE, &e);
    if (port != TN_EXZ_REGISTERS && port != TN_EXZ_WINDOW)
        tn_exz_serve_closed(j, seen);
}

/* The input. */

static void early(struct tn_exz_judge *j, enum tn_exz_cause cause)
{
    j->early[cause]++;
}

/* The last word of a packet came. */
static void whole(struct tn_exz_judge *j)
{
    struct exa_packet k;
    struct exz_side *s;
    j->rx.state = EXZ_IDLE;
    tn_exa_words_decode(j->rx.word, j->rx.n, &k);
    if (k.has_footer && k.ftr_crc != exa_want_ftr_crc(&k)) {
        early(j, TN_EXZ_FCRC);
        return;
    }
    if (!tn_exz_is_request(&k) && !tn_exz_is_answer(&k)) {
        early(j, TN_EXZ_UNEXP);
        return;
    }
    s = &j->side[tn_exz_is_request(&k) ? EXZ_SERVE : EXZ_ASK];
    if (s->ins == EXZ_PENDING || j->changing[s - j->side]) {
        tn_exz_lose(j);
        return;
    }
    s->in[s->ins].k = k;
    s->in[s->ins++].at = j->now;
}

static void header(struct tn_exz_judge *j, const struct tn_exa_word *w)
{
    struct exa_packet k;
    unsigned total;
    const bool sound = tn_exa_word_header(w->data, &k);
    j->rx.state = EXZ_DROPPING;
    j->rx.word[0] = *w;
    j->rx.n = 1;
    if (!sound) {
        early(j, TN_EXZ_HCRC);
    } else if (!exa_well_formed(&k)) {
        early(j, TN_EXZ_MALF);
    } else if (k.type == EXA_RELEASE || k.type == EXA_FLOW_RATE) {
        j->rx.state = EXZ_IDLE;
        early(j, k.type == EXA_RELEASE ? TN_EXZ_SHORT : TN_EXZ_FLOW);
    } else if (exa_form(&k) == EXA_H) {
        whole(j);
    } else {
        j->rx.state = EXZ_INSIDE;
        j->rx.want = tn_exa_word_count(&k, &total);
    }
}

static void word_in(struct tn_exz_judge *j, const struct tn_exa_word *w)
{
    const bool end = w->kind == TN_EXA_FTR;
    if (w->kind == TN_EXA_HDR) {
        if (j->rx.state == EXZ_INSIDE)
            early(j, TN_EXZ_BROKEN);
        header(j, w);
    } else if (j->rx.state == EXZ_DROPPING) {
        j->rx.state = end ? EXZ_IDLE : EXZ_DROPPING;
    } else if (j->rx.state == EXZ_IDLE) {
        early(j, TN_EXZ_STRAY);
    } else if (end ? j->rx.n == j->rx.want + 1 : j->rx.n <= j->rx.want) {
        j->rx.word[j->rx.n++] = *w;
        if (end)
            whole(j);
    } else {
        early(j, TN_EXZ_BROKEN);
        j->rx.state = end ? EXZ_IDLE : EXZ_DROPPING;
    }
}

/* Causes. */

static bool may(const struct tn_exz_judge *j, unsigned which, unsigned cause)
{
    const struct exz_side *s = &j->side[which];
    if (s->ins == 0)
        return false;
    return which == EXZ_ASK ? tn_exz_ask_may(j, &s->in[0].k, s->in[0].at, cause)
                            : tn_exz_serve_may(j, &s->in[0].k, s->in[0].at, cause);
}

/* Says whether the oldest request's PDID has a bank that drains. */
static bool awaits_bank(const struct tn_exz_judge *j)
{
    const struct exz_side *s = &j->side[EXZ_SERVE];
    bool awaits = false;
    for (unsigned b = 0; b < TN_EXZ_BANKS && s->ins; b++)
        awaits = awaits || tn_exa_bank_awaits(&j->m.life[b], j->m.bank[b], s->in[0].k.pdid);
    return awaits;
}

/* Returns the rule that a cause which is not due breaks: that of a cause that is due. */
static unsigned due(const struct tn_exz_judge *j, unsigned cause)
{
    for (unsigned c = 1; c < TN_EXZ_CAUSES; c++)
        if (j->early[c])
            return EXZ_CSE + c - 1;
    for (unsigned which = 0; which < EXZ_SIDES; which++)
        for (unsigned c = TN_EXZ_PCRC; c < TN_EXZ_CAUSES; c++)
            if (may(j, which, c))
                return c == TN_EXZ_PROT && awaits_bank(j) ? EXZ_BNK_1 : EXZ_CSE + c - 1;
    return EXZ_CSE + cause - 1;
}

static void of_side(struct tn_exz_judge *j, unsigned which, unsigned cause)
{
    struct exz_side *s = &j->side[which];
    const struct exa_packet k = s->in[0].k;
    const uint64_t at = s->in[0].at;
    memmove(&s->in[0], &s->in[1], --s->ins * sizeof s->in[0]);
    tn_judge_held(&j->judge, EXZ_CSE + cause - 1);
    if (which == EXZ_ASK)
        tn_exz_ask_cause(j, &k, cause);
    else
        tn_exz_serve_cause(j, &k, at, cause);
}

void tn_exz_judge_cause(struct tn_exz_judge *j, uint64_t cycle, unsigned cause)
{
    j->now = j->judge.cycle = j->busy = cycle;
    for (unsigned which = 0; which < EXZ_SIDES; which++)
        drain(j, which, 0);
    if (!tn_exz_ask(j, EXZ_CNT_1, cause > 0 && cause < TN_EXZ_CAUSES, "a cause", "bit %u of obs_rx",
                    cause))
        return;
    j->m.counter[cause]++;
    if (j->early[cause]) {
        j->early[cause]--;
        tn_judge_held(&j->judge, EXZ_CSE + cause - 1);
        return;
    }
    const bool ask = may(j, EXZ_ASK, cause), serve = may(j, EXZ_SERVE, cause);
    if (ask || serve)
        of_side(j,
                ask && (!serve || j->side[EXZ_ASK].in[0].at <= j->side[EXZ_SERVE].in[0].at)
                    ? EXZ_ASK
                    : EXZ_SERVE,
                cause);
    else
        tn_exz_ask(j, due(j, cause), false, "the cause of a packet that came", "cause %u", cause);
}

/* The output. */

static void packet_out(struct tn_exz_judge *j)
{
    struct exz_event e;
    memset(&e, 0, sizeof e);
    e.cycle = j->now;
    e.begun = j->tx.begun;
    e.packet = true;
    tn_exa_words_decode(j->tx.word, j->tx.n, &e.k);
    j->tx.n = 0;
    event(j, tn_exz_is_answer(&e.k) ? EXZ_SERVE : EXZ_ASK, &e);
}

static void output(struct tn_exz_judge *j, const struct tn_exa_pins *out)
{
    struct tn_exa_word w = {.kind = out->valid};
    struct exa_packet k;
    unsigned total = 1;
    const unsigned want = j->tx.n == 0                ? TN_EXA_HDR
                          : j->tx.n == j->tx.want - 1 ? TN_EXA_FTR
                                                      : TN_EXA_PLD;
    if (!out->valid)
        return;
    j->busy = j->now;
    if (!tn_exz_ask(j, EXZ_CHN_1, out->valid == want, "header, payload and footer in their order",
                    "valid %u", out->valid))
        return;
    memcpy(w.data, out->data, sizeof w.data);
    if (j->tx.n == 0 && !j->tx.offered)
        j->tx.begun = j->now;
    j->tx.offered = (out->valid & out->ready) == 0;
    if (j->tx.offered)
        return;
    if (j->tx.n == 0) {
        const bool sound = tn_exa_word_header(w.data, &k);
        if (!tn_exz_ask(j, EXZ_PKT_1, sound && exa_well_formed(&k), "a header that is right",
                        "type %u, size %u", k.type, k.size))
            return;
        tn_exa_word_count(&k, &total);
        j->tx.want = total;
    }
    j->tx.word[j->tx.n++] = w;
    if (j->tx.n == j->tx.want)
        packet_out(j);
}

/* Time. */

void tn_exz_judge_pins(struct tn_exz_judge *j, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out)
{
    struct tn_exa_word w = {.kind = in->valid};
    j->now = j->judge.cycle = cycle;
    if (!tn_scope_is_open(&j->all))
        return;
    output(j, out);
    if (in->valid) {
        j->busy = cycle;
        tn_exz_ask(j, EXZ_CHN_1, (in->valid & in->ready) == in->valid, "an input that never stalls",
                   "a word that waits");
        memcpy(w.data, in->data, sizeof w.data);
        word_in(j, &w);
    }
    drain(j, EXZ_ASK, 0);
    drain(j, EXZ_SERVE, 0);
    tn_exz_ask_time(j);
}

bool tn_exz_judge_at_rest(const struct tn_exz_judge *j)
{
    bool idle = tn_exz_ask_idle(j) && tn_exz_serve_idle(j) && j->tx.n == 0 && !j->tx.offered;
    for (unsigned which = 0; which < EXZ_SIDES; which++)
        idle = idle && j->side[which].ins == 0 && j->side[which].events == 0;
    return idle && j->now > j->busy + TN_EXZ_LATE;
}

void tn_exz_judge_finish(struct tn_exz_judge *j)
{
    j->now += TN_EXZ_LATE;
    for (unsigned which = 0; which < EXZ_SIDES; which++)
        drain(j, which, UINT64_MAX);
    for (unsigned c = 1; c < TN_EXZ_CAUSES; c++)
        if (j->early[c])
            tn_exz_ask(j, EXZ_CSE + c - 1, false, "this cause on obs_rx", "nothing");
    for (unsigned which = 0; which < EXZ_SIDES; which++)
        if (j->side[which].ins)
            tn_exz_ask(j, due(j, TN_EXZ_TAKEN), false, "the cause of a packet", "nothing");
    tn_exz_ask(j, EXZ_CHN_1, j->tx.n == 0, "whole packets", "%u words", j->tx.n);
    tn_exz_serve_finish(j);
    tn_exz_ask_finish(j);
}

void tn_exz_judge_rules(const struct tn_exz_judge *j, tn_exz_rule_fn *fn, void *ctx)
{
    for (unsigned i = 0; rules[i]; i++)
        fn(ctx, rules[i], tn_judge_asked(&j->judge, rules[i]),
           tn_judge_failed(&j->judge, rules[i]));
}
