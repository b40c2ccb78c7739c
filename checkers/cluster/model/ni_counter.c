/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Counters: which adds have come, and in which order, is a fork (cl_ni.md 7).
 */
#include "ni.h"

#include <stdlib.h>
#include <string.h>

enum { W_WORD = 1, W_ADDR = 2, ADDRS = 4, W_REARM = 6, W_FLAGS = 7, F_REARM = 1, F_ERROR = 8 };

/* A step of a counter's fork, or a question to its states. */
struct ask {
    struct tn_cl_ni_judge *j;
    struct cl_ni_counter *c;
    uint32_t mask, value; /* of a question */
};

static uint32_t config(const struct tn_cl_ni_judge *j, const struct cl_ni_counter *c, unsigned i)
{
    return j->word[c->line * CL_NI_LINE_WORDS + i].is;
}

static void add(struct cl_ni_count *s, uint32_t value)
{
    const bool crosses = s->value && s->value + value == 0;
    s->value += value;
    if (crosses && (uint8_t)(s->fires - s->ends) < 2)
        s->fires++;
    else
        s->error |= (uint16_t)crosses;
}

/* Says whether a change waits for another of its order. */
static bool is_behind(const struct ask *a, const struct cl_ni_count *s,
                      const struct cl_ni_change *ch)
{
    for (unsigned i = 0; i < SLOTS && ch->order; i++) {
        const struct cl_ni_change *o = cl_ni_find(a->j, a->c->slot[i]);
        if (o && o->order == ch->order && o->id < ch->id && !(s->applied >> i & 1))
            return true;
    }
    return false;
}

/* One more change has its effect, or a firing ends, or nothing happens. */
static void step(void *ctx, struct tn_fork *f, const void *state)
{
    const struct ask *a = ctx;
    const struct cl_ni_count *s = state;
    tn_fork_add(f, s);
    for (unsigned i = 0; i < SLOTS; i++) {
        const struct cl_ni_change *ch = cl_ni_find(a->j, a->c->slot[i]);
        if (!ch || s->applied >> i & 1 || is_behind(a, s, ch))
            continue;
        struct cl_ni_count n = *s;
        n.applied |= 1u << i;
        if (ch->kind == NI_ADD)
            add(&n, ch->data[0]);
        else
            n.error |= 1;
        tn_fork_add(f, &n);
    }
    if (s->fires != s->ends) {
        struct cl_ni_count n = *s;
        n.ends++;
        if (config(a->j, a->c, W_FLAGS) & F_REARM)
            add(&n, config(a->j, a->c, W_REARM));
        tn_fork_add(f, &n);
    }
}

/* Least and greatest number of firings of the states, behind a number. */
static int fires(const struct cl_ni_counter *c, uint8_t behind, bool most)
{
    int n = 0;
    for (unsigned i = 0; i < c->fork.n; i++) {
        const struct cl_ni_count *s = tn_fork_state(&c->fork, i);
        const int d = (int8_t)(s->fires - behind);
        n = i == 0 || (most ? d > n : d < n) ? d : n;
    }
    return n;
}

/* Opens the adds of a firing to this CPU's own lines. */
static void post(struct tn_cl_ni_judge *j, struct cl_ni_counter *c)
{
    const uint8_t order = j->order;
    c->posted++;
    j->order = NI_ANY;
    for (unsigned i = 0; i < ADDRS; i++) {
        const uint32_t to = config(j, c, W_ADDR + i);
        struct cl_ni_change *ch = to && cl_ni_here(j, to) ? cl_ni_deliver(j, TN_cl_hdr_type_ADD, to,
                                                                          config(j, c, W_WORD), 0)
                                                          : NULL;
        if (!ch)
            continue;
        ch->by = c->line;
        ch->firing = c->posted;
        ch->until = TN_DUE_EVER;
    }
    j->order = order;
}

/* The states' certain firings make their own adds certain, impossible ones withdraw them. */
static void settle(struct tn_cl_ni_judge *j, struct cl_ni_counter *c)
{
    for (unsigned i = 0; i < CHANGES; i++) {
        struct cl_ni_change *ch = &j->change[i];
        if (!ch->open || ch->by != c->line)
            continue;
        if (fires(c, ch->firing, false) >= 0) {
            ch->by = CL_NI_LINES;
            ch->until = j->calm + SETTLE_CYC;
        } else if (fires(c, ch->firing, true) < 0) {
            ch->open = false;
            if (cl_ni_state_of(j, ch->word) == CL_NI_COUNTER)
                cl_ni_counter_end(j, ch, false);
        }
    }
}

/* Adds all states that the counter may get to. */
static void close(struct tn_cl_ni_judge *j, struct cl_ni_counter *c)
{
    unsigned n;
    do {
        n = c->fork.n;
        tn_fork_split(&c->fork, step, &(struct ask){.j = j, .c = c});
    } while (c->fork.n > n && !c->fork.unsure);
    while (!c->fork.unsure && fires(c, c->posted, true) > 0)
        post(j, c);
}

static bool has_applied(void *ctx, const void *state)
{
    const struct ask *a = ctx;
    return (((const struct cl_ni_count *)state)->applied & a->mask) == a->value;
}

static bool has_value(void *ctx, const void *state)
{
    return ((const struct cl_ni_count *)state)->value == ((const struct ask *)ctx)->value;
}

static bool has_error(void *ctx, const void *state)
{
    return ((const struct cl_ni_count *)state)->error == ((const struct ask *)ctx)->value;
}

/* A firing begins when all before it have ended. */
static bool has_fired(void *ctx, const void *state)
{
    const struct ask *a = ctx;
    const struct cl_ni_count *s = state;
    return (int8_t)(s->fires - a->c->seen) > 0 && (int8_t)(s->ends - a->c->seen) >= 0;
}

static bool has_ended(void *ctx, const void *state)
{
    const struct ask *a = ctx;
    return (int8_t)(((const struct cl_ni_count *)state)->ends - a->c->seen) >= 0;
}

static bool is_still(void *ctx, const void *state)
{
    const struct ask *a = ctx;
    const struct cl_ni_count *s = state;
    return s->fires == s->ends && (!a->mask || s->fires == a->c->seen);
}

void cl_ni_counter_new(struct tn_cl_ni_judge *j, unsigned line)
{
    struct cl_ni_counter *c = j->line[line].counter;
    if (!c)
        c = j->line[line].counter = malloc(sizeof *c);
    if (!c) {
        tn_scope_close(&j->all);
        return;
    }
    memset(c, 0, sizeof *c);
    c->line = line;
    tn_fork_init(&c->fork, c->place, sizeof *c->place, STATES, NULL);
    tn_fork_add(&c->fork, &(struct cl_ni_count){0});
}

void cl_ni_counter_change(struct tn_cl_ni_judge *j, struct cl_ni_change *ch)
{
    struct cl_ni_counter *c = j->line[ch->word / CL_NI_LINE_WORDS].counter;
    for (ch->slot = 0; ch->slot < SLOTS && c->slot[ch->slot]; ch->slot++)
        ;
    if (ch->slot < SLOTS)
        c->slot[ch->slot] = ch->id;
    else
        c->fork.unsure = true;
    c->changed = j->now;
    close(j, c);
}

void cl_ni_counter_end(struct tn_cl_ni_judge *j, struct cl_ni_change *ch, bool applied)
{
    struct cl_ni_counter *c = j->line[ch->word / CL_NI_LINE_WORDS].counter;
    if (ch->slot >= SLOTS)
        return;
    const uint32_t bit = 1u << ch->slot;
    tn_fork_keep(&c->fork, has_applied, &(struct ask){.mask = bit, .value = applied ? bit : 0});
    for (unsigned i = 0; i < c->fork.n; i++)
        ((struct cl_ni_count *)tn_fork_state(&c->fork, i))->applied &= ~bit;
    c->slot[ch->slot] = 0;
    settle(j, c);
}

void cl_ni_counter_store(struct tn_cl_ni_judge *j, unsigned word, uint32_t value)
{
    struct cl_ni_counter *c = j->line[word / CL_NI_LINE_WORDS].counter;
    const unsigned i = word % CL_NI_LINE_WORDS;
    if (i == W_FLAGS)
        for (unsigned s = 0; s < c->fork.n; s++)
            ((struct cl_ni_count *)tn_fork_state(&c->fork, s))->error = value / F_ERROR & 1;
    if (i) {
        cl_ni_set(j, word, i == W_FLAGS ? value & F_REARM : value);
        return;
    }
    struct cl_ni_change *ch = cl_ni_open(j, NI_ADD, word, 1, &value);
    if (!ch)
        return;
    cl_ni_counter_change(j, ch);
    cl_ni_come(j, ch->id);
}

void cl_ni_counter_load(struct tn_cl_ni_judge *j, unsigned word, uint32_t value)
{
    struct cl_ni_counter *c = j->line[word / CL_NI_LINE_WORDS].counter;
    const unsigned i = word % CL_NI_LINE_WORDS;
    struct ask a = {.j = j, .c = c, .value = value};
    bool right = true;
    if (i == 0)
        right = tn_fork_keep(&c->fork, has_value, &a);
    else if (i != W_FLAGS)
        right = cl_ni_may_be(j, word, value, j->c_since);
    else {
        a.value = value / F_ERROR & 1;
        right = (value & F_REARM) == config(j, c, i) && tn_fork_keep(&c->fork, has_error, &a);
    }
    tn_scope_judge(&j->all, N_CNT_1, right, "the sum of its adds", "word %u of line %u reads %08x",
                   i, c->line, value);
    for (unsigned s = 0; s < SLOTS && right; s++) {
        bool in_all = c->slot[s] && !c->fork.unsure;
        for (unsigned n = 0; n < c->fork.n; n++)
            in_all &= ((struct cl_ni_count *)tn_fork_state(&c->fork, n))->applied >> s & 1;
        if (in_all)
            cl_ni_come(j, c->slot[s]);
    }
    close(j, c);
    settle(j, c);
}

/* Returns the next address in another CPU, from i on; ADDRS: none. */
static unsigned next_addr(const struct tn_cl_ni_judge *j, const struct cl_ni_counter *c, unsigned i)
{
    while (i < ADDRS && (!config(j, c, W_ADDR + i) || cl_ni_here(j, config(j, c, W_ADDR + i))))
        i++;
    return i;
}

bool cl_ni_counter_sends(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    for (unsigned most = 0; most < 2; most++)
        for (unsigned i = 0; i < CL_NI_LINES; i++) {
            struct cl_ni_counter *c = j->line[i].counter;
            if (j->line[i].state != CL_NI_COUNTER)
                continue;
            const unsigned a = next_addr(j, c, c->next);
            if (a == ADDRS || config(j, c, W_ADDR + a) != k->body.first ||
                config(j, c, W_WORD) != k->body.value ||
                (!c->fork.unsure && fires(c, c->seen, most) <= 0))
                continue;
            tn_fork_keep(&c->fork, has_fired, &(struct ask){.j = j, .c = c});
            c->changed = j->now;
            c->next = next_addr(j, c, a + 1);
            if (c->next == ADDRS) {
                c->next = 0;
                c->seen++;
                c->seen_at = j->calm;
            }
            settle(j, c);
            return true;
        }
    return false;
}

void cl_ni_counters(struct tn_cl_ni_judge *j, struct cl_ni_counter *c)
{
    if (next_addr(j, c, 0) < ADDRS && c->next == 0 && j->calm > c->seen_at + SETTLE_CYC) {
        tn_fork_keep(&c->fork, has_ended, &(struct ask){.j = j, .c = c});
        settle(j, c);
    }
    if (j->quiet[0] <= MISS_CYC || j->now <= c->changed + MISS_CYC || c->fork.unsure)
        return;
    for (unsigned s = 0; s < SLOTS; s++)
        if (c->slot[s])
            return;
    const bool remote = next_addr(j, c, 0) < ADDRS;
    tn_scope_judge(&j->all, N_CNT_2,
                   tn_fork_keep(&c->fork, is_still, &(struct ask){.j = j, .c = c, .mask = remote}),
                   "the ADDs of each firing", "too few of line %u", c->line);
    settle(j, c);
}

bool cl_ni_counter_idle(const struct tn_cl_ni_judge *j, const struct cl_ni_counter *c)
{
    return c->fork.unsure ||
           (c->next == 0 && (next_addr(j, c, 0) == ADDRS || fires(c, c->seen, false) <= 0));
}
