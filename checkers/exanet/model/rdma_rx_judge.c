/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the RDMA receiver's channels and of its memory port.
 */
#include "rdma_rx_judge.h"

#include <tn/bug.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { AWAKE_CYC = 300, STALL_CYC = 40, OPEN_MAX = 8, IDLE_CYC = 4 };

static const char *const rules[] = {
    "EXV-CHN-1",  "EXV-FLOW-1", "EXV-CSE-1",  "EXV-CSE-2",  "EXV-CSE-3",  "EXV-CSE-4",  "EXV-CSE-5",
    "EXV-CSE-6",  "EXV-CSE-7",  "EXV-CSE-8",  "EXV-CSE-8",  "EXV-CSE-10", "EXV-CSE-11", "EXV-CSE-12",
    "EXV-CSE-13", "EXV-CSE-14", "EXV-CSE-15", "EXV-CSE-16", "EXV-CSE-17", "EXV-CSE-18", "EXV-CSE-19",
    "EXV-WR-1",   "EXV-WR-2",   "EXV-BNK-1",  "EXV-CTX-1",  "EXV-CTX-2",  "EXV-SEQ-1",  "EXV-SEQ-2",  "EXV-SEQ-3",  "EXV-MIS-1",  "EXV-BIT-1",  "EXV-RSP-1",
    "EXV-RSP-2",  "EXV-NTF-1",  "EXV-NTF-2",  "EXV-NCK-1",  "EXV-NCK-2",  "EXV-MSG-1",  "EXV-ACK-1",
    "EXV-QUE-1",  "EXV-DBG-1",  "EXV-CNT-1",  "AXS-ACC-4",  "AXS-ORD-1",  NULL};

/* Two ways that differ in counters alone are one. */
static bool join(void *into, const void *from)
{
    struct tn_exv *a = into;
    const struct tn_exv *b = from;
    if (memcmp(a, b, offsetof(struct tn_exv, lo)) != 0)
        return false;
    for (unsigned c = 0; c < TN_EXV_COUNTERS; c++) {
        a->lo[c] = b->lo[c] < a->lo[c] ? b->lo[c] : a->lo[c];
        a->hi[c] = b->hi[c] > a->hi[c] ? b->hi[c] : a->hi[c];
    }
    return true;
}

struct tn_exv_judge *tn_exv_judge_new(const struct tn_exv_params *p, uint32_t own, tn_verdict_fn *fn,
                                      tn_exv_byte_fn *byte, void *ctx)
{
    struct tn_exv_judge *j = calloc(1, sizeof *j);
    if (!j || !(j->place = calloc(2 * EXV_WAYS, sizeof *j->place))) {
        free(j);
        return NULL;
    }
    j->params = *p;
    j->byte = byte;
    j->ctx = ctx;
    tn_judge_init(&j->judge, rules, fn, ctx);
    tn_fork_init(&j->ways, j->place, sizeof *j->place, EXV_WAYS, join);
    tn_exv_judge_reset(j, own);
    return j;
}

void tn_exv_judge_free(struct tn_exv_judge *j)
{
    if (j)
        free(j->place);
    free(j);
}

void tn_exv_judge_reset(struct tn_exv_judge *j, uint32_t own)
{
    const size_t from = offsetof(struct tn_exv_judge, rx), size = offsetof(struct tn_exv_judge, now) - from;
    memset((char *)j + from, 0, size);
    j->own = own;
    j->unsure = false;
    j->awake = j->now + 1;
    j->busy = j->now;
    tn_exv_init(&j->work, &j->params, own);
    tn_fork_clear(&j->ways);
    tn_fork_add(&j->ways, &j->work);
    tn_due_init(&j->row, TN_DUE_FIFO);
    tn_scope_open(&j->all, &j->judge, NULL);
    tn_exv_axi_reset(j);
}

bool tn_exv_ask(struct tn_exv_judge *j, unsigned rule, bool ok, const char *expected, const char *found, ...)
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

void tn_exv_lose(struct tn_exv_judge *j)
{
    if (tn_scope_is_open(&j->all))
        j->unsure = true;
    tn_scope_close(&j->all);
}

struct tn_exv *tn_exv_way(const struct tn_exv_judge *j, unsigned i)
{
    return tn_fork_state(&j->ways, i);
}

/* Looks whether the ways still tell anything. */
static void look_at_ways(struct tn_exv_judge *j)
{
    bool unsure = j->ways.unsure;
    for (unsigned i = 0; i < j->ways.n; i++)
        unsure |= tn_exv_way(j, i)->unsure != 0;
    if (j->ways.n > j->most)
        j->most = j->ways.n;
    if (unsure)
        tn_exv_lose(j);
}

/* Causes. */

static void expect_early(struct tn_exv_judge *j, enum tn_exv_cause cause)
{
    if (tn_exv_ask(j, EXV_CSE + cause - 1, j->earlies < EXV_WAITING, "obs_rx to show the cause", "nothing"))
        j->early[j->earlies++] = (uint8_t)cause;
}

static void header(struct tn_exv_judge *j, const struct tn_exa_word *w)
{
    struct exa_packet k;
    unsigned total;
    const bool sound = tn_exa_word_header(w->data, &k);
    j->rx.state = EXV_DROPPING;
    if (!sound) {
        expect_early(j, TN_EXV_HCRC);
    } else if (!exa_well_formed(&k)) {
        expect_early(j, TN_EXV_MALF);
    } else if (exa_form(&k) == EXA_H) {
        j->rx.state = EXV_IDLE;
        expect_early(j, k.type == EXA_RELEASE ? TN_EXV_SHORT : k.type == EXA_FLOW_RATE ? TN_EXV_FLOW : TN_EXV_UNEXP);
    } else {
        j->rx.state = EXV_INSIDE;
        j->rx.want = tn_exa_word_count(&k, &total);
        j->rx.word[0] = *w;
        j->rx.n = 1;
    }
}

/* A footer came. A packet that no context is asked for may show its cause before packets that came earlier. */
static void footer(struct tn_exv_judge *j)
{
    struct exa_packet k;
    j->rx.state = EXV_IDLE;
    tn_exa_words_decode(j->rx.word, j->rx.n, &k);
    if (k.ftr_crc != exa_want_ftr_crc(&k)) {
        expect_early(j, TN_EXV_FCRC);
    } else if (!tn_exv_takes(&k)) {
        expect_early(j, TN_EXV_UNEXP);
    } else if (tn_exv_ask(j, EXV_CSE + TN_EXV_TAKEN - 1, j->packets < EXV_WAITING, "obs_rx to show causes", "nothing")) {
        j->packet[j->packets].k = k;
        j->packet[j->packets++].at = j->now;
    }
}

/* Takes a cause out of those that headers and words must show. Returns whether it was there. */
static bool take_early(struct tn_exv_judge *j, unsigned cause)
{
    for (unsigned i = 0; i < j->earlies; i++) {
        if (j->early[i] != cause)
            continue;
        memmove(j->early + i, j->early + i + 1, --j->earlies - i);
        return true;
    }
    return false;
}

static void word_in(struct tn_exv_judge *j, const struct tn_exa_word *w)
{
    const bool end = w->kind == TN_EXA_FTR;
    if (w->kind == TN_EXA_HDR) {
        if (j->rx.state == EXV_INSIDE)
            expect_early(j, TN_EXV_BROKEN);
        header(j, w);
    } else if (j->rx.state == EXV_DROPPING) {
        j->rx.state = end ? EXV_IDLE : EXV_DROPPING;
    } else if (j->rx.state == EXV_IDLE) {
        expect_early(j, TN_EXV_STRAY);
    } else if (end ? j->rx.n == j->rx.want + 1 : j->rx.n <= j->rx.want) {
        j->rx.word[j->rx.n++] = *w;
        if (end)
            footer(j);
    } else {
        expect_early(j, TN_EXV_BROKEN);
        j->rx.state = end ? EXV_IDLE : EXV_DROPPING;
    }
}

/* A footer's cause as obs_rx showed it, and what the ways said instead. */
struct shown {
    struct tn_exv_judge *j;
    enum tn_exv_cause cause, said;
    struct tn_exv_result result;
};

static void try_footer(void *ctx, struct tn_fork *f, const void *state)
{
    struct shown *s = ctx;
    struct tn_exv_judge *j = s->j;
    struct tn_exv_script next = {{0}, {0}, 0};
    bool more;
    do {
        memcpy(&j->work, state, sizeof j->work);
        j->work.script = next;
        const struct tn_exv_result r = tn_exv_footer(&j->work, &j->packet[0].k, j->packet[0].at, j->now);
        more = tn_exv_next_way(&j->work, &next);
        s->said = s->said ? s->said : r.cause;
        if (r.cause == s->cause) {
            s->result = r;
            tn_fork_add(f, &j->work);
        }
    } while (more);
}

static void expect_write(struct tn_exv_judge *j, const struct exa_packet *k)
{
    const struct tn_due due = {.from = 0, .until = TN_DUE_EVER, .patience = EXV_REST, .behind = TN_DUE_NONE,
                               .early = EXV_WR_1, .late = EXV_WR_1, .wrong = EXV_WR_1, .missing = EXV_WR_1,
                               .what = "the address of a packet's write"};
    const uint64_t n = tn_due_expect(&j->row, &due);
    struct exv_burst *b = &j->burst[tn_due_place(n)];
    if (!tn_exv_ask(j, EXV_WR_1, n != TN_DUE_NONE, "writes to leave", "64 packets wait"))
        return;
    b->addr = k->addr & ~15ull;
    b->first = k->addr & 15;
    b->end = b->first + k->size;
    b->words = k->word_n;
    memcpy(b->lanes, k->lanes, sizeof b->lanes);
    j->open++;
}

static void footer_judged(struct tn_exv_judge *j, enum tn_exv_cause cause)
{
    struct shown s = {j, cause, TN_EXV_NONE, {TN_EXV_NONE, false, 0}};
    const struct exa_packet k = j->packet[0].k;
    const bool awaits = tn_exv_awaits_bank(j, k.pdid);
    tn_fork_split(&j->ways, try_footer, &s);
    memmove(&j->packet[0], &j->packet[1], (--j->packets) * sizeof j->packet[0]);
    if (!j->ways.unsure &&
        !tn_exv_ask(j, awaits && s.said == TN_EXV_PROT ? EXV_BNK_1 : tn_exv_rule_of_cause(cause, s.said), j->ways.n > 0, "this packet's cause", "cause %u, not %u", cause, s.said))
        return;
    if (awaits)
        tn_judge_held(&j->judge, EXV_BNK_1);
    if (cause == TN_EXV_STALE)
        tn_judge_held(&j->judge, EXV_SEQ_1);
    if (cause == TN_EXV_MISMATCH)
        tn_judge_held(&j->judge, EXV_MIS_1);
    if (cause == TN_EXV_NOCTX)
        tn_judge_held(&j->judge, EXV_CTX_1);
    look_at_ways(j);
    if (s.result.writes && tn_scope_is_open(&j->all))
        expect_write(j, &k);
}

void tn_exv_judge_cause(struct tn_exv_judge *j, uint64_t cycle, unsigned cause)
{
    j->now = j->judge.cycle = j->busy = cycle;
    if (!tn_scope_is_open(&j->all))
        return;
    tn_exv_judge_beats(j);
    if (take_early(j, cause)) {
        for (unsigned i = 0; i < j->ways.n; i++)
            tn_exv_count(tn_exv_way(j, i), (enum tn_exv_cause)cause);
        tn_judge_held(&j->judge, EXV_CSE + cause - 1);
    } else if (cause == 0 || cause >= TN_EXV_CAUSES) {
        tn_exv_ask(j, EXV_CNT_1, false, "a cause", "bit %u of obs_rx", cause);
    } else if (j->packets && cause > TN_EXV_UNEXP) {
        footer_judged(j, (enum tn_exv_cause)cause);
    } else {
        tn_exv_ask(j, EXV_CSE + (j->earlies ? j->early[0] : cause) - 1, false, j->earlies ? "another cause" : "no cause",
                  "cause %u", cause);
    }
}

/* The output. */

struct leaving {
    struct tn_exa_word word;
    struct tn_exv_judge *j;
    struct tn_exv_answer answer;
};

static void try_leave(void *ctx, struct tn_fork *f, const void *state)
{
    struct leaving *l = ctx;
    memcpy(&l->j->work, state, sizeof l->j->work);
    if (tn_exv_leave(&l->j->work, &l->word, l->j->now, &l->answer))
        tn_fork_add(f, &l->j->work);
}

/* Counts the rules that an answer kept. */
static void kept(struct tn_exv_judge *j, const struct tn_exv_answer *a)
{
    tn_judge_held(&j->judge, EXV_QUE_1);
    tn_judge_held(&j->judge, EXV_ACK_1);
    if (a->kind == TN_EXV_NOTE) {
        tn_judge_held(&j->judge, EXV_NTF_1);
        tn_judge_held(&j->judge, EXV_NTF_2);
    } else if (a->tid & EXA_TID_MSG) {
        tn_judge_held(&j->judge, EXV_MSG_1);
    } else if (a->code) {
        tn_judge_held(&j->judge, EXV_NCK_1);
    } else {
        tn_judge_held(&j->judge, a->of_b ? EXV_RSP_1 : EXV_RSP_2);
        tn_judge_held(&j->judge, EXV_NCK_2);
        if (a->of_b && a->seq % EXA_ATTEMPTS)
            tn_judge_held(&j->judge, EXV_SEQ_2);
    }
}

static void begins(struct tn_exv_judge *j, const struct tn_exa_word *w)
{
    struct leaving l = {.word = *w, .j = j};
    struct exa_packet k;
    struct tn_exv first;
    if (w->kind != TN_EXA_HDR) {
        tn_exv_ask(j, EXV_CHN_1, false, "a header", "a word of another kind");
        return;
    }
    memcpy(&first, tn_exv_way(j, 0), sizeof first);
    tn_fork_split(&j->ways, try_leave, &l);
    if (j->ways.n == 0) {
        tn_exv_until(&first, j->now + TN_EXV_NEAR);
        tn_fork_add(&j->ways, &first);
        tn_exa_word_header(w->data, &k);
        tn_exv_ask(j, tn_exv_rule_of_answer(j, &k), false, "an answer that is due", "type %u, tid %x, seq %x, code %u for %06x",
                  k.type, k.tid, k.seq, k.code, exa_node_bits(k.dst));
        return;
    }
    kept(j, &l.answer);
    j->out_n = (unsigned)tn_exv_answer_words(&first, &l.answer, j->out);
    j->out_at = 0;
}

/* Returns the cycle of the oldest event whose answer certainly waits; UINT64_MAX: there may be none. */
static uint64_t oldest_answer(const struct tn_exv_judge *j)
{
    uint64_t least = 0;
    for (unsigned i = 0; i < j->ways.n; i++) {
        const struct tn_exv *m = tn_exv_way(j, i);
        const uint64_t at = m->answers ? m->answer[0].at : UINT64_MAX;
        least = at > least ? at : least;
    }
    return least;
}

static void nothing_out(struct tn_exv_judge *j)
{
    if (!tn_exv_ask(j, EXV_QUE_1, j->out_at == j->out_n, "the packet's next word", "an idle cycle"))
        return;
    if (j->now % 8 == 0 && j->now > j->left + IDLE_CYC) {
        const uint64_t at = oldest_answer(j);
        if (at == UINT64_MAX)
            return;
        if (at + 2 * EXV_LATE < j->left)
            tn_exv_ask(j, EXV_QUE_1, false, "the next answer that waits", "%llu idle cycles",
                      (unsigned long long)(j->now - j->left));
        else if (at + EXV_REST < j->now)
            tn_exv_ask(j, EXV_RSP_1, false, "an answer", "none for %llu cycles", (unsigned long long)(j->now - at));
    }
}

static void output(struct tn_exv_judge *j, const struct tn_exa_pins *out)
{
    struct tn_exa_word w = {.kind = out->valid};
    memcpy(w.data, out->data, sizeof w.data);
    if (!out->valid) {
        if (tn_scope_is_open(&j->all))
            nothing_out(j);
        return;
    }
    j->busy = j->now;
    if (!j->offered && j->out_at == j->out_n)
        begins(j, &w);
    if (!tn_scope_is_open(&j->all))
        return;
    tn_exv_ask(j, j->out_n > 1 ? EXV_NTF_1 : EXV_ACK_1, tn_exa_word_same(&w, &j->out[j->out_at]),
              "the words of this answer, held until they are taken", "another word %u", j->out_at);
    j->offered = (out->valid & out->ready) == 0;
    if (!j->offered && ++j->out_at == j->out_n)
        j->left = j->now;
}

/* Time. */

static void judge_stall(struct tn_exv_judge *j, const struct tn_exa_pins *in)
{
    bool excused = j->now < j->awake + AWAKE_CYC || j->aw_waits || j->w_waits;
    for (unsigned i = 0; i < TN_EXV_BANKS; i++)
        excused |= j->of_bank[i].in - j->of_bank[i].out >= OPEN_MAX;
    j->stalled = in->valid && !(in->valid & in->ready) && !excused ? j->stalled + 1 : 0;
    if (j->stalled)
        tn_exv_ask(j, EXV_FLOW_1, j->stalled <= STALL_CYC, "readiness within 40 cycles", "%u cycles without", j->stalled);
}

bool tn_exv_judge_at_rest(const struct tn_exv_judge *j)
{
    return j->open == 0 && j->now >= j->busy + EXV_REST;
}

/* What is due at rest must have come. */
static void rest(struct tn_exv_judge *j)
{
    for (unsigned i = 0; i < j->ways.n; i++)
        tn_exv_until(tn_exv_way(j, i), j->now);
    tn_exv_ask(j, EXV_CSE + TN_EXV_TAKEN - 1, j->packets == 0 && j->earlies == 0, "a cause for each packet",
              "%u packets without", j->packets + j->earlies);
    tn_exv_ask(j, EXV_RSP_1, oldest_answer(j) == UINT64_MAX, "every answer", "one is missing");
    tn_exv_ask(j, EXV_WR_1, tn_due_first(&j->row) == TN_DUE_NONE && j->w_at == j->row.in, "every packet taken to be written",
              "one was not");
}

void tn_exv_judge_pins(struct tn_exv_judge *j, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out)
{
    struct tn_exa_word w = {.kind = in->valid & in->ready};
    j->now = j->judge.cycle = cycle;
    output(j, out);
    if (in->valid)
        j->busy = cycle;
    if (!tn_scope_is_open(&j->all))
        return;
    tn_exv_judge_beats(j);
    judge_stall(j, in);
    if (w.kind) {
        memcpy(w.data, in->data, sizeof w.data);
        word_in(j, &w);
    }
    if (j->now == j->busy + EXV_REST && j->open == 0)
        rest(j);
    else if (j->now < j->busy + EXV_REST)
        tn_exv_forget_page(j);
}

void tn_exv_judge_finish(struct tn_exv_judge *j)
{
    if (tn_scope_is_open(&j->all) &&
        tn_exv_ask(j, EXV_FLOW_1, tn_exv_judge_at_rest(j), "rest", "traffic that does not end"))
        rest(j);
}

bool tn_exv_judge_is_unsure(const struct tn_exv_judge *j)
{
    return j->unsure;
}

unsigned tn_exv_judge_ways(const struct tn_exv_judge *j)
{
    return j->most;
}

void tn_exv_judge_rules(const struct tn_exv_judge *j, tn_exv_rule_fn *fn, void *ctx)
{
    for (unsigned i = 0; rules[i]; i++)
        if (i == 0 || strcmp(rules[i], rules[i - 1]) != 0)
            fn(ctx, rules[i], tn_judge_asked(&j->judge, rules[i]), tn_judge_failed(&j->judge, rules[i]));
}
