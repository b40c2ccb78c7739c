/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words that must still leave, and what is offered at m.
 */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

enum { FWD, DROP, HSK };
static const char *const rules[] = {[FWD] = "MY-FWD-1", [DROP] = "MY-DROP-1", [HSK] = "MY-HSK-1", NULL};

enum { HELD = 64 /* words that a filter may hold */ };

struct word {
    uint32_t data[4], user;
    uint16_t keep;
    bool last;
};

struct tn_my_filter_judge {
    struct tn_judge judge;
    struct tn_scope packets, offer;
    unsigned kind_max;
    struct word held[HELD], offered;
    unsigned first, n;
    bool inside, passes; /* of the packet that comes in */
    bool waits;          /* offered was not taken in the cycle before */
};

struct tn_my_filter_judge *tn_my_filter_judge_new(unsigned (*of)(const char *parameter),
                                                  tn_verdict_fn *fn, void *ctx)
{
    struct tn_my_filter_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    tn_judge_init(&j->judge, rules, fn, ctx);
    j->kind_max = of("KIND_MAX");
    return j;
}

void tn_my_filter_judge_free(struct tn_my_filter_judge *j)
{
    free(j);
}

static bool same(const struct word *a, const struct word *b)
{
    for (unsigned i = 0; i < 16; i++) /* bytes without keep do not count */
        if (a->keep >> i & 1 && (a->data[i / 4] ^ b->data[i / 4]) >> 8 * (i % 4) & 0xff)
            return false;
    return a->user == b->user && a->keep == b->keep && a->last == b->last;
}

/* A word is taken at s. */
static void enter(struct tn_my_filter_judge *j, struct word w)
{
    const uint32_t kind = w.user & 0xff;
    if (!j->inside)
        j->passes = kind != 0 && kind <= j->kind_max;
    j->inside = !w.last;
    w.user = (w.user & 0xffff00ff) | ((w.user + 0x100) & 0xff00);
    if (j->passes && tn_scope_judge(&j->packets, FWD, j->n < HELD, "at most 64 words inside", "another one is taken"))
        j->held[(j->first + j->n++) % HELD] = w;
    else if (!j->passes)
        tn_judge_held(&j->judge, DROP);
}

/* A word is taken at m. */
static void leave(struct tn_my_filter_judge *j, const struct word *w)
{
    const uint32_t kind = w->user & 0xff;
    tn_scope_judge(&j->packets, DROP, kind != 0 && kind <= j->kind_max, "kinds 1 to KIND_MAX", "kind %u", kind);
    if (!tn_scope_judge(&j->packets, FWD, j->n && same(&j->held[j->first], w),
                        j->n ? "the next word that was taken at s, counted" : "no word", "user %08x", w->user))
        return;
    j->first = (j->first + 1) % HELD;
    j->n--;
}

void tn_my_filter_judge_cycle(struct tn_my_filter_judge *j, const struct tn_my_filter_pins *p,
                              uint64_t cycle)
{
    struct word in = {.user = p->s_user, .keep = p->s_keep, .last = p->s_last},
                out = {.user = p->m_user, .keep = p->m_keep, .last = p->m_last};
    memcpy(in.data, p->s_data, sizeof in.data);
    memcpy(out.data, p->m_data, sizeof out.data);
    j->judge.cycle = cycle;
    if (p->rst) {
        j->n = 0;
        j->inside = j->waits = false;
        tn_scope_open(&j->packets, &j->judge, NULL);
        tn_scope_open(&j->offer, &j->judge, &j->packets);
        return;
    }
    if (j->waits)
        tn_scope_judge(&j->offer, HSK, p->m_valid && same(&j->offered, &out), "the offer stays until it is taken", "another one");
    j->waits = p->m_valid && !p->m_ready;
    j->offered = out;
    if (p->s_valid && p->s_ready)
        enter(j, in);
    if (p->m_valid && p->m_ready)
        leave(j, &out);
}

bool tn_my_filter_judge_idle(const struct tn_my_filter_judge *j)
{
    return j->n == 0;
}

const struct tn_judge *tn_my_filter_judge_of(const struct tn_my_filter_judge *j)
{
    return &j->judge;
}
