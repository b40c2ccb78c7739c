/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A choice not yet seen: the states that a DUT may be in, where its page leaves open which of two
 * things it does, or when. A state splits where the DUT chooses and dies when an output
 * contradicts it. A judge blames the DUT when no state is left. The number of states is
 * bounded: when a state finds no place the fork is unsure, and nothing contradicts it before
 * tn_fork_clear(). The judge should say so.
 */
#ifndef TN_FORK_H
#define TN_FORK_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_fork {
    char *state;  /* place for two times max states of size bytes, the caller's */
    size_t size;  /* states are compared byte by byte: no padding, or all of it zero */
    unsigned max; /* states at a time */
    unsigned n;
    bool unsure;
    bool (*join)(void *into, const void *from); /* NULL: states of the same bytes are one */
};

/* place: room for 2 x max states. join, when not NULL, takes a state into another one that it can
 * be one with (ranges that meet), or returns false. No state is possible yet. */
void tn_fork_init(struct tn_fork *f, void *place, size_t size, unsigned max,
                  bool (*join)(void *into, const void *from));
/* No state is possible; what was unsure is over. */
void tn_fork_clear(struct tn_fork *f);
/* This state is possible, too. */
void tn_fork_add(struct tn_fork *f, const void *state);
/* State i of n. */
void *tn_fork_state(const struct tn_fork *f, unsigned i);
/* Is this state among the possible ones? Yes when unsure. */
bool tn_fork_has(const struct tn_fork *f, const void *state);

/* Each state splits: step() gives to tn_fork_add() what becomes of it, nothing when it dies. */
void tn_fork_split(struct tn_fork *f, void (*step)(void *ctx, struct tn_fork *f, const void *state),
                   void *ctx);
/* Those states die that could not have shown what was seen. Returns false, and keeps all, when it
 * would be all of them: the DUT is to blame. */
bool tn_fork_keep(struct tn_fork *f, bool (*could)(void *ctx, const void *state), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
