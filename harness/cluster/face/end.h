/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a lane, run by run, for tenter gen: it makes packets, sends them, goes back, takes,
 * acknowledges and frees (checkers/cluster/spec/cluster.md sections 4 and 5).
 */
#ifndef TN_FACE_CLUSTER_END_H
#define TN_FACE_CLUSTER_END_H

#include <tn/cluster/cluster.h>
#include <tn/rng.h>

/* A run of a lane. */
struct cl_gen_run {
    uint16_t word[CL_WORDS_MAX];
    unsigned n;
};

/* All 0 but rng, attacks, left and node: as after reset. */
struct cl_gen_end {
    struct tn_rng *rng, *attacks;
    uint64_t left;       /* packets to make */
    uint8_t node, plane; /* where it is */
    uint64_t free_at;    /* cycle in which the next run may begin, and the first comma word stood */
    struct cl_gen_run kept[CL_WINDOW]; /* the packets not acknowledged, the oldest first */
    unsigned kept_n, sent;             /* their number; those that need not be sent now */
    uint8_t seq;                       /* number of the next new packet */
    unsigned out[CL_PRIOS];            /* packets not freed */
    uint8_t seen[CL_PRIOS];            /* counts of freed packets that came last */
    uint64_t progress;                 /* cycle from which the timer counts */
    uint8_t expected;                  /* number of the packet to take */
    bool told;                         /* a NACK was sent since the last packet was taken */
    bool nack, due;                    /* a link packet is due, with NACK */
    unsigned since;                    /* packets sent while it was due */
    struct {
        uint64_t cycle;
        uint8_t prio;
    } held[CL_WINDOW]; /* packets taken: when each will be freed */
    unsigned held_n;
    uint8_t freed[CL_PRIOS];
};

/* Gives the run that begins in this cycle; false: a comma word stands. */
bool cl_gen_end_send(struct cl_gen_end *e, uint64_t now, struct cl_gen_run *r);
/* Takes a run that came whole; NULL: one that is not good. */
void cl_gen_end_take(struct cl_gen_end *e, uint64_t now, const struct cl_gen_run *r);
/* Says whether anything is to be sent, acknowledged or freed. */
bool cl_gen_end_busy(const struct cl_gen_end *e);

#endif
