/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Expected in a window: events that a DUT owes, in a row. An event has the cycles in which it may
 * come and the rules that it breaks when it comes too early, too late, out of its turn or
 * never. The judge keeps what the event is (a packet, a word) in an array of its own, at
 * tn_due_place() of the event's number.
 */
#ifndef TN_DUE_H
#define TN_DUE_H

#include <tn/judge.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_DUE_MAX = 64 }; /* events open in a row, and done ones among them */
#define TN_DUE_NONE UINT64_MAX
#define TN_DUE_EVER UINT64_MAX

/* All cycles count on one clock, the judge's. */
struct tn_due {
    uint64_t from;     /* the first cycle in which the event may come; TN_DUE_EVER: not yet known */
    uint64_t until;    /* the last cycle in which it is in time; TN_DUE_EVER: it is never late */
    uint32_t patience; /* missing after more cycles than that with a receiver that was ready; 0:
                          missing after until, ready or not */
    uint64_t behind;   /* in a row of any order: number of the event that comes first, or NONE */
    uint8_t early, late, wrong, missing; /* rules: places in the judge's list; wrong: turn */
    const char *what;                    /* what is expected, for verdicts */
};

enum tn_due_order {
    TN_DUE_FIFO, /* in the order in which they were expected */
    TN_DUE_ANY,  /* in any order, but for .behind */
};

struct tn_due_row {
    enum tn_due_order order;
    struct tn_due due[TN_DUE_MAX];
    bool done[TN_DUE_MAX];
    uint32_t waited[TN_DUE_MAX]; /* cycles in which it could have come */
    uint64_t in, out;            /* numbers: of the next event, of the first that is open */
    uint64_t may, sure;          /* FIFO: cycle from which the next event can come, and must be able
                                    to: the one before it left, perhaps and for certain */
};

void tn_due_init(struct tn_due_row *r, enum tn_due_order order);

/* Returns the event's number; TN_DUE_NONE: the row is full. */
uint64_t tn_due_expect(struct tn_due_row *r, const struct tn_due *d);
static inline unsigned tn_due_place(uint64_t n)
{
    return n % TN_DUE_MAX;
}
/* The open events in the order in which they were expected; TN_DUE_NONE behind the last. */
uint64_t tn_due_first(const struct tn_due_row *r);
uint64_t tn_due_next(const struct tn_due_row *r, uint64_t n);
/* An open event, to change its window or rules. */
struct tn_due *tn_due_of(struct tn_due_row *r, uint64_t n);

/* Is it the turn of event n, and can it come in cycle now? surely: whatever the DUT chose. */
bool tn_due_can(const struct tn_due_row *r, uint64_t n, uint64_t now, bool surely);
/* Judges event n, which comes in cycle now: its turn, early, late. */
bool tn_due_in_time(struct tn_due_row *r, struct tn_scope *s, uint64_t n, uint64_t now);
/* The event came, or no longer is due. */
void tn_due_done(struct tn_due_row *r, uint64_t n);
/* The same, and it left the row in one of the cycles min to max: one event a cycle leaves. */
void tn_due_left(struct tn_due_row *r, uint64_t n, uint64_t min, uint64_t max);
/* The same, unseen: it left as soon as it could. */
void tn_due_left_unseen(struct tn_due_row *r, uint64_t n);
/* Judges, once in a cycle, what should have come and did not; ready: the receiver would have
 * taken it. */
void tn_due_judge_missing(struct tn_due_row *r, struct tn_scope *s, uint64_t now, bool ready);

#ifdef __cplusplus
}
#endif

#endif
