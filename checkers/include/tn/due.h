/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A row of events that a DUT owes, each expected in a window of cycles. An event carries the rules
 * that it breaks when it comes too early, too late, out of its turn or never. The judge keeps the
 * contents of the event (a packet, a word) in an array of its own, at index tn_due_place() of the
 * event's number.
 */
#ifndef TN_DUE_H
#define TN_DUE_H

#include <tn/judge.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_DUE_MAX = 64 }; /* places in a row: open events, and done events between them */
#define TN_DUE_NONE UINT64_MAX
#define TN_DUE_EVER UINT64_MAX

/* An event that is due. All cycles count on the judge's clock. */
struct tn_due {
    uint64_t from;     /* the first cycle in which the event may come; TN_DUE_EVER: not yet known */
    uint64_t until;    /* the last cycle in which it is in time; TN_DUE_EVER: it is never late */
    uint32_t patience; /* the event is missing after more than that many cycles in which it could
                          come and the receiver was ready; 0: missing after until, ready or not */
    uint64_t behind;   /* TN_DUE_ANY: number of an event that must come before, or TN_DUE_NONE */
    uint8_t early;     /* rule broken when the event comes before from: place in the judge's list */
    uint8_t late;      /* rule broken when it comes after until */
    uint8_t wrong;     /* rule broken when it comes out of its turn */
    uint8_t missing;   /* rule broken when it does not come */
    const char *what;  /* name of the event, for verdicts */
};

enum tn_due_order {
    TN_DUE_FIFO, /* in the order in which they were expected */
    TN_DUE_ANY,  /* in any order, but for .behind */
};

struct tn_due_row {
    enum tn_due_order order;
    struct tn_due due[TN_DUE_MAX];
    bool done[TN_DUE_MAX];       /* the event came, or is no longer due */
    uint32_t waited[TN_DUE_MAX]; /* cycles in which event and receiver were ready */
    uint64_t in;                 /* number of the next event that is added */
    uint64_t out;                /* number of the first event that is open */
    uint64_t may;                /* first cycle in which the event before may have left */
    uint64_t sure;               /* first cycle in which the event before has certainly left */
};

/* Makes r an empty row. */
void tn_due_init(struct tn_due_row *r, enum tn_due_order order);

/* Adds an event. Returns its number; TN_DUE_NONE: the row is full. */
uint64_t tn_due_expect(struct tn_due_row *r, const struct tn_due *d);
/* Returns the place of event n in arrays of TN_DUE_MAX. */
static inline unsigned tn_due_place(uint64_t n)
{
    return n % TN_DUE_MAX;
}
/* Returns the number of the first open event, in the order of addition; TN_DUE_NONE: there
 * is none. */
uint64_t tn_due_first(const struct tn_due_row *r);
/* Returns the number of the open event behind event n; TN_DUE_NONE: there is none. */
uint64_t tn_due_next(const struct tn_due_row *r, uint64_t n);
/* Returns open event n, so that the judge can change its window or rules. */
struct tn_due *tn_due_of(struct tn_due_row *r, uint64_t n);

/* Says whether event n is in turn and may come in cycle now; surely: whether it certainly can,
 * whenever the event before it left. */
bool tn_due_can(const struct tn_due_row *r, uint64_t n, uint64_t now, bool surely);
/* Judges event n, which comes in cycle now, by its turn and its window. Returns whether the scope
 * is still open. */
bool tn_due_in_time(struct tn_due_row *r, struct tn_scope *s, uint64_t n, uint64_t now);
/* Ends event n: it came, or is no longer due. */
void tn_due_done(struct tn_due_row *r, uint64_t n);
/* Ends event n, which left the row in one of the cycles min to max; one event a cycle leaves. */
void tn_due_left(struct tn_due_row *r, uint64_t n, uint64_t min, uint64_t max);
/* Ends event n, which left unseen as soon as it could. */
void tn_due_left_unseen(struct tn_due_row *r, uint64_t n);
/* Blames events that should have come by cycle now and did not. The judge calls this once a cycle.
 * ready: the receiver would have taken an event in this cycle. */
void tn_due_judge_missing(struct tn_due_row *r, struct tn_scope *s, uint64_t now, bool ready);

#ifdef __cplusplus
}
#endif

#endif
