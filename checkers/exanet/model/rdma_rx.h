/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the RDMA receiver's model.
 */
#ifndef TN_EXA_RDMA_RX_PRIVATE_H
#define TN_EXA_RDMA_RX_PRIVATE_H

#include <tn/exanet/exa_rdma_rx.h>

/* A packet as the receiver looks at it. */
struct exv_packet {
    const struct exa_packet *k;
    uint64_t at, now;  /* at: cycle of its footer; now: by when it was judged */
    uint32_t src, blk; /* blk: addr[41:14] */
    uint16_t tid, seq; /* as contexts have them */
    unsigned index;    /* addr[13:8] */
    bool data;
    bool transaction;  /* data or control */
    bool message;
};

/* Takes the next choice of n ways; 0 is the first way. */
unsigned tn_exv_pick(struct tn_exv *m, unsigned n);
/* Counts n of c. */
void tn_exv_add(struct tn_exv *m, enum tn_exv_counter c, uint32_t n);

/* Returns the first way of the set of {src, tid}. */
struct tn_exv_context *tn_exv_set_of(struct tn_exv *m, uint32_t src, unsigned tid);
/* Ends a context whose time is over. */
void tn_exv_expire(struct tn_exv *m, struct tn_exv_context *c);
/* Ends a context whose time may be over, when the script says so. Returns whether c is free now. */
bool tn_exv_may_expire(struct tn_exv *m, struct tn_exv_context *c, uint64_t at);
/* Makes c the context of a new transaction. */
void tn_exv_begin_context(struct tn_exv_context *c, const struct exv_packet *p);
/* Returns a context for a new transaction; NULL: none can be had. */
struct tn_exv_context *tn_exv_new_context(struct tn_exv *m, const struct exv_packet *p);

/* Returns the index of the B that came first, by cycle until, and has had no effect yet; m->writes: there is none. */
unsigned tn_exv_first_b(const struct tn_exv *m, uint64_t until);
/* Gives effect to that B. */
void tn_exv_do_b(struct tn_exv *m, unsigned i);

/* Says whether a message that is judged in cycle at is a duplicate. */
bool tn_exv_is_duplicate(struct tn_exv *m, uint32_t src, uint16_t tid, uint16_t seq, uint64_t at);
/* Enters a message into the table of duplicates. */
void tn_exv_note_message(struct tn_exv *m, uint32_t src, uint16_t tid, uint16_t seq, uint64_t at);

#endif
