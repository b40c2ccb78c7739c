/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A fork holds the states that a DUT may be in when its page leaves open which of two things the
 * DUT does, or when. A state splits where the DUT chooses and dies when an output contradicts it. A
 * judge blames the DUT when no state is left. The number of states is bounded: when a state finds
 * no place, the fork becomes unsure, and no output contradicts it until tn_fork_clear(). The judge
 * should then report that it is unsure.
 */
#ifndef TN_FORK_H
#define TN_FORK_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_fork {
    char *state;  /* the caller's memory for 2 x max states */
    size_t size;  /* bytes of a state; they are compared, so padding must be absent or zero */
    unsigned max; /* largest number of states at a time */
    unsigned n;   /* present number of states */
    bool unsure;  /* a state found no place */
    bool (*join)(void *into, const void *from); /* as in tn_fork_init() */
};

/* Makes f a fork without states. place has room for 2 x max states of size bytes. join merges state
 * from into state into when one state can stand for both (ranges that meet), else it returns false.
 * join NULL: only states with equal bytes are merged. */
void tn_fork_init(struct tn_fork *f, void *place, size_t size, unsigned max,
                  bool (*join)(void *into, const void *from));
/* Removes all states and makes the fork sure again. */
void tn_fork_clear(struct tn_fork *f);
/* Adds a possible state. */
void tn_fork_add(struct tn_fork *f, const void *state);
/* Returns state i, 0 <= i < n. */
void *tn_fork_state(const struct tn_fork *f, unsigned i);
/* Says whether the state is possible; an unsure fork always says yes. */
bool tn_fork_has(const struct tn_fork *f, const void *state);

/* Replaces each state by its successors: step() is called for each state and passes the successors
 * to tn_fork_add(), or adds none when the state dies. */
void tn_fork_split(struct tn_fork *f, void (*step)(void *ctx, struct tn_fork *f, const void *state),
                   void *ctx);
/* Removes the states for which could() returns false: states that contradict an output. When that
 * would remove all states, the function keeps them and returns false: the DUT is to blame. */
bool tn_fork_keep(struct tn_fork *f, bool (*could)(void *ctx, const void *state), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
