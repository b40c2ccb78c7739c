/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's scoreboard. A cycle is given to the model two cycles later: a
 * read's access is done in the cycle before its data are first valid, so what is known of
 * a cycle is complete only when the next one was seen.
 *
 * Where the page leaves two ways open (tn_exn_choose()) both are followed, each on a model of its
 * own, until what the block does agrees with one of them only. Verdicts are those of a cycle
 * that agrees with none.
 */
#include <tn/exanet/exa_ni_board.h>

#include "exa_ni_player.h"

#include <tn/bug.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LAG = 2, WAYS = 256, FROM_FOOTER = TN_EXN_FCRC, READY = 7, AWAKE = 3, MERGE = 32 };

struct tn_exn_board {
    tn_verdict_fn *fn;
    void *ctx;
    struct {
        uint64_t cycle;
        struct tn_exa_pins in, out;
    } pins[LAG];
    unsigned pins_n;
    uint64_t seen, stalled; /* cycles of pins; since when a ready is low, or 0 */
    struct tn_exn_cycle now;
    bool waiting[TN_AXI_CH_N];  /* a beat offered and not taken */
    uint64_t footers, judged;   /* packets' ends accepted; causes shown that come of one */
    struct tn_exn_player *way[WAYS]; /* [0] has the caller's model */
    unsigned ways, most;
    bool crowded; /* more ways than are kept: one left out may be the right one */
    bool given_up; /* ... and now none of those kept is */
    struct exn_counts counts;
    struct tn_exn_board_counts n;
};

struct tn_exn_board *tn_exn_board_new(struct tn_exn *model, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exn_board *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->way[0] = calloc(1, sizeof *b->way[0]);
    if (!b->way[0]) {
        free(b);
        return NULL;
    }
    *b->way[0] = (struct tn_exn_player){.model = model, .counts = &b->counts};
    b->ways = b->most = 1;
    b->fn = fn;
    b->ctx = ctx;
    tn_exn_tell(model, tn_exn_player_told, b->way[0]);
    return b;
}

void tn_exn_board_free(struct tn_exn_board *b)
{
    if (!b)
        return;
    tn_exn_tell(b->way[0]->model, NULL, NULL);
    for (unsigned i = 0; i < WAYS; i++) {
        if (i > 0 && b->way[i])
            tn_exn_free(b->way[i]->model);
        free(b->way[i]);
    }
    free(b);
}

void tn_exn_board_counts(const struct tn_exn_board *b, struct tn_exn_board_counts *n)
{
    *n = b->n;
    n->ways = b->given_up ? 0 : b->most;
}

void tn_exn_board_rules(const struct tn_exn_board *b, tn_exn_rule_fn *fn, void *ctx)
{
    for (unsigned i = 0; i < b->counts.n; i++)
        fn(ctx, b->counts.of[i].rule, b->counts.of[i].asked, b->counts.of[i].failed);
    for (const char *const *rule = tn_exn_rules(); *rule; rule++)
        fn(ctx, *rule, tn_exn_asked(b->way[0]->model, *rule),
           tn_exn_failed(b->way[0]->model, *rule));
}

/* to becomes what from is, its model too. */
static void assign(struct tn_exn_player *to, const struct tn_exn_player *from)
{
    struct tn_exn *model = to->model;
    *to = *from;
    to->model = model;
    tn_require(tn_exn_assign(model, from->model) == 0);
}

/* One more way, the same as from; NULL when there are too many. */
static struct tn_exn_player *fork_way(struct tn_exn_board *b, const struct tn_exn_player *from)
{
    struct tn_exn_player **s = &b->way[b->ways];
    if (b->ways == WAYS) {
        b->crowded = true;
        return NULL;
    }
    if (!*s) {
        *s = calloc(1, sizeof **s);
        tn_require(*s != NULL);
        (*s)->model = tn_exn_copy(from->model);
        tn_require((*s)->model != NULL);
        tn_exn_tell((*s)->model, tn_exn_player_told, *s);
    }
    assign(*s, from);
    b->ways++;
    return *s;
}

/* Runs this cycle on way i: from bit first on it may go both ways, which is the bits before. */
static void run_way(struct tn_exn_board *b, unsigned i, uint32_t which, unsigned first)
{
    struct tn_exn_player *s = b->way[i], *before = NULL;
    const unsigned at = b->ways;
    unsigned met;
    s->told_n = 0;
    if (tn_exn_may_choose(s->model, b->now.cycle + 1))
        before = fork_way(b, s);
    tn_exn_choose(s->model, which);
    tn_exn_player_run(s, &b->now);
    met = tn_exn_chosen(s->model);
    if (!before)
        return;
    if (met <= first) { /* nothing was open: the copy goes */
        b->ways--;
        return;
    }
    /* the copy itself goes the last of the other ways, copies of it those before */
    for (unsigned k = first; k + 1 < met; k++) {
        const unsigned next = b->ways;
        if (fork_way(b, before))
            run_way(b, next, which | 1u << k, k + 1);
    }
    run_way(b, at, which | 1u << (met - 1), met);
}

/* Ways that this cycle showed to be wrong are given up, unless all are. */
static void settle(struct tn_exn_board *b)
{
    unsigned kept = 0, good = 0;
    for (unsigned i = 0; i < b->ways; i++)
        good += b->way[i]->told_n == 0;
    for (unsigned i = 0; i < b->ways; i++) {
        if (good ? b->way[i]->told_n > 0 : i > 0)
            continue;
        if (i != kept)
            assign(b->way[kept], b->way[i]);
        kept++;
    }
    b->ways = kept;
    b->given_up |= !good && b->crowded;
    for (unsigned k = 0; !good && !b->given_up && k < b->way[0]->told_n; k++)
        b->fn(b->ctx, &b->way[0]->told[k]);
    b->way[0]->told_n = 0;
}

/* Ways that came to the same are one. */
static void merge(struct tn_exn_board *b)
{
    const size_t from = offsetof(struct tn_exn_player, reads),
                 size = offsetof(struct tn_exn_player, told) - from;
    for (unsigned i = 0; i < b->ways; i++)
        for (unsigned k = i + 1; k < b->ways;) {
            if (memcmp((char *)b->way[i] + from, (char *)b->way[k] + from, size) != 0 ||
                !tn_exn_same(b->way[i]->model, b->way[k]->model)) {
                k++;
                continue;
            }
            b->ways--;
            if (k != b->ways)
                assign(b->way[k], b->way[b->ways]);
        }
}

static void told_now(struct tn_exn_board *b, const char *rule, bool ok, uint64_t cycle,
                     const char *expected, const char *found)
{
    struct tn_exn_player *s = b->way[0];
    s->told_n = 0;
    tn_exn_judge(s, rule, ok, cycle, expected, "%s", found);
    for (unsigned k = 0; k < s->told_n; k++)
        b->fn(b->ctx, &s->told[k]);
    s->told_n = 0;
}

void tn_exn_board_axi(struct tn_exn_board *b, const struct tn_axi_seen *y)
{
    struct tn_axi_seen *e = &b->now.axi[b->now.axi_n];
    if (y->rst || y->channel >= TN_AXI_CH_N)
        return;
    tn_require(b->now.axi_n < EXN_EVENTS);
    *e = *y;
    e->packet = y->valid && !b->waiting[y->channel]; /* here: first seen in this cycle */
    b->waiting[y->channel] = y->valid && !y->ready;
    b->n.reads += y->channel == TN_AXI_CH_R && e->packet;
    b->n.writes += y->channel == TN_AXI_CH_W && y->valid && y->ready;
    b->now.axi_n++;
}

static void run(struct tn_exn_board *b, uint64_t cycle, const struct tn_exa_pins *in,
                const struct tn_exa_pins *out)
{
    const unsigned ways = b->ways;
    unsigned left = 0;
    b->now.cycle = cycle;
    b->now.in = *in;
    b->now.out = *out;
    b->n.out += (out->valid & out->ready) != 0;
    b->n.in += (in->valid & in->ready) != 0;
    for (unsigned i = 0; i < ways && !b->given_up; i++)
        run_way(b, i, 0, 0);
    settle(b);
    if (b->ways > 1 && (b->ways != ways || cycle % MERGE == 0))
        merge(b);
    if (b->ways > b->most)
        b->most = b->ways;
    for (unsigned i = 0; i < b->now.axi_n; i++)
        if (b->now.axi[i].cycle > cycle)
            b->now.axi[left++] = b->now.axi[i];
    b->now.axi_n = left;
    memset(b->now.rx, 0, sizeof b->now.rx);
}

/* A reset, which ends the board, looks like a stall: one is told when it is over. */
static void judge_readies(struct tn_exn_board *b, uint64_t cycle, bool ready)
{
    if (++b->seen <= AWAKE) /* since reset */
        return;
    if (!ready && !b->stalled)
        b->stalled = cycle;
    if (!ready)
        return;
    told_now(b, "EXN-CHN-2", !b->stalled, b->stalled ? b->stalled : cycle, "all readies high",
             "one low");
    b->stalled = 0;
}

/* Whether the word that goes over is a footer, or a header alone. */
static bool ends_packet(const struct tn_exa_pins *in)
{
    struct exa_packet k;
    const unsigned taken = in->valid & in->ready;
    return taken == TN_EXA_FTR ||
           (taken == TN_EXA_HDR && tn_exa_word_header(in->data, &k) && exa_form(&k) == EXA_H);
}

void tn_exn_board_pins(struct tn_exn_board *b, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out)
{
    if (b->pins_n == LAG) {
        run(b, b->pins[0].cycle, &b->pins[0].in, &b->pins[0].out);
        memmove(&b->pins[0], &b->pins[1], (LAG - 1) * sizeof b->pins[0]);
        b->pins_n--;
    }
    b->pins[b->pins_n].cycle = cycle;
    b->pins[b->pins_n].in = *in;
    b->pins[b->pins_n++].out = *out;
    b->footers += ends_packet(in);
    judge_readies(b, cycle, (in->ready & READY) == READY);
}

void tn_exn_board_obs(struct tn_exn_board *b, uint64_t cycle, unsigned cause)
{
    tn_require(cause < TN_EXN_CAUSES);
    if (b->now.rx[cause] < UINT8_MAX)
        b->now.rx[cause]++;
    if (cause < FROM_FOOTER)
        return;
    b->judged++;
    told_now(b, "EXN-RX-1", b->judged <= b->footers, cycle, "a packet's end before what comes of it",
             "more causes than ends");
    if (b->judged > b->footers)
        b->judged = b->footers;
}

void tn_exn_board_finish(struct tn_exn_board *b)
{
    uint64_t now = b->pins_n ? b->pins[b->pins_n - 1].cycle : 0;
    for (unsigned i = 0; i < b->pins_n; i++)
        run(b, b->pins[i].cycle, &b->pins[i].in, &b->pins[i].out);
    b->pins_n = 0;
    if (b->stalled)
        told_now(b, "EXN-CHN-2", false, b->stalled, "all readies high", "one low");
    for (unsigned i = 0; i < b->ways && !b->given_up; i++)
        tn_exn_player_finish(b->way[i], now);
    settle(b);
}
