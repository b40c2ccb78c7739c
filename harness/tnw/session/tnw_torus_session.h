/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the session of two nodes of a TNW torus, the programs on them, and who judges the run.
 */
#ifndef TN_TNW_TORUS_SESSION_H
#define TN_TNW_TORUS_SESSION_H

#include "tnw_torus_stimulus.h"

#include <tn/tnw/tnw_bench.h>

enum { TN_TORUS_NODES = 2, TN_TORUS_LIST = 512 };

/* What becomes of a message. */
struct tn_torus_post {
    struct tn_torus_message m;
    uint32_t credit, get; /* handles */
    bool credited, sent, get_open;
    enum { TN_TORUS_OPEN, TN_TORUS_RIGHT, TN_TORUS_OTHER, TN_TORUS_TOLD } end; /* at who receives */
    uint64_t cycle;       /* of its end */
};

struct tn_session;
struct tn_torus_run;

/* A node's write-combining buffers, and the run that the node is in: the context of its struct
 * tnw_io. */
struct tn_torus_buffers {
    struct tn_tnw_wc wc; /* first: tn_tnw_wc_io takes the same pointer */
    struct tn_torus_run *run;
};

struct tn_torus_run {
    struct tn_session *s;
    struct tn_tnw_bench b;
    struct tn_torus_buffers buffers[TN_TORUS_NODES];
    struct tnw t[TN_TORUS_NODES];
    struct tn_torus_post *post[TN_TORUS_NODES]; /* by who sends */
    unsigned want[TN_TORUS_NODES];
    unsigned given[TN_TORUS_NODES]; /* credits for them, by who sends */
    unsigned begun[TN_TORUS_NODES]; /* sends */
    uint64_t start;
    bool opened[TN_TORUS_NODES], ended[TN_TORUS_NODES];
    bool closing; /* programs end: what waits gives up */
    bool look;    /* ... and read the registers that tell of errors, before */
    int gave_up[TN_TORUS_NODES];    /* what the library said, 0 nothing */
    uint32_t told[TN_TORUS_NODES];  /* address in BAR0 of the first register that tells of an error, 0 none */
    uint64_t moved; /* cycle in which something ended last */
    struct tnw_io io; /* of the programs */
    struct {
        bool counting;     /* the nodes are open: what is wrong or tells goes into the tally */
        unsigned verdicts; /* of the lines' rules that were counted */
        unsigned strays;   /* writes of nodes elsewhere */
        uint64_t restart;  /* cycle of the first RESTART behind a fault */
    } judge;
};

/* The program of a node, for tn_tnw_spmd(); arg is the struct tn_torus_run. */
int tn_torus_program(void *arg, unsigned node);
/* In host memory: where message i from a node goes, and where Nget takes it from. */
uint64_t tn_torus_target(unsigned from, unsigned i);
uint64_t tn_torus_source(unsigned from, unsigned i);

/* The judge of a run looks on from open() on, 0 or a negative errno. begin(): the nodes are open,
 * and from now on what is wrong or tells goes into the session's tally. lines() now and then, of
 * what the lines' rules say; end() when the run has ended. */
int tn_torus_judge_open(struct tn_torus_run *r);
void tn_torus_judge_begin(struct tn_torus_run *r);
void tn_torus_judge_lines(struct tn_torus_run *r);
void tn_torus_judge_end(struct tn_torus_run *r);
/* What became of the messages, in one line. */
void tn_torus_judge_summary(const struct tn_torus_run *r, char *out, size_t size);

#endif
