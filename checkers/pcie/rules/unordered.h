/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the rules of merged captures: the TLPs that wait, and tags that were used again.
 */
#ifndef TN_RULES_PCIE_UNORDERED_H
#define TN_RULES_PCIE_UNORDERED_H

#include "transaction.h"

enum { WAITING = 512, REUSED = 64, ENOUGH = 8, POINTS = 8, SHORTEST = 8 };

struct tn_unordered {
    struct tn_early waiting[WAITING]; /* in the order of their packets */
    unsigned n;
    /* The first TLP of a point: whether its copy is one, the reader cannot say, which knows
     * copies by numbers that change. */
    struct tn_tlp first[POINTS];
    uint8_t seen[POINTS]; /* TLPs of that point, up to 2 */
    /* A tag that was used again before the last completion, by where they stand: it was, or
     * the completions' clock is late. Then no completion is as early as that. */
    struct {
        struct tn_event ev;
        uint64_t key, related;
        int64_t gap; /* ns from the completion to the request */
        struct tn_early stray; /* if the tag was taken, a completion with another tag is no second fault */
        bool excused;          /* there is one */
        bool unanswered;       /* the request got no answer */
    } reused[REUSED];
    unsigned reused_n, pairs;
    int64_t shortest[SHORTEST]; /* ns from a request to a completion of it: the lowest, sorted */
    bool shuffled;    /* it is, for other reasons */
};


/* Takes note of the ns from a request to a completion that fits it. */
void tn_waits_note(struct tn_unordered *u, int64_t wait);
/* The shortest wait that is to be believed: a few completions may have met another's request. */
int64_t tn_waits_shortest(const struct tn_unordered *u);
/* Keeps a completion without a request until it is known whether a tag was taken before it. */
bool tn_reused_excuse(struct tn_unordered *u, const struct tn_early *e);
/* Takes note of a request whose tag was taken where it stands, and is free since a completion behind it. */
void tn_reused_note(struct tn_unordered *u, const struct tn_early *e, const struct tn_event *last);
/* Judges at the end whether the tag i was taken, or the completions' clock is late. Returns whether the completion that was
 * excused for it has no request after all. */
bool tn_reused_judge(struct tn_checker *c, const struct tn_unordered *u, unsigned i);

#endif
