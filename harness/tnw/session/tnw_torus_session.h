/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the session of two nodes of a TNW torus, the programs on them, and the judge of the run.
 */
#ifndef TN_TNW_TORUS_SESSION_H
#define TN_TNW_TORUS_SESSION_H

#include "tnw_torus_stimulus.h"

#include <tn/tnw/tnw_bench.h>

enum { TN_TORUS_NODES = 2, TN_TORUS_LIST = 512 };

/* A message and its fate. */
struct tn_torus_post {
    struct tn_torus_message m;
    uint32_t credit, get; /* handles */
    bool credited, sent, get_open;
    enum { TN_TORUS_OPEN, TN_TORUS_RIGHT, TN_TORUS_OTHER, TN_TORUS_TOLD } end; /* at the receiver */
    uint64_t cycle;                                                            /* of its end */
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
    struct tn_torus_post *post[TN_TORUS_NODES]; /* messages, by sender */
    unsigned want[TN_TORUS_NODES];              /* messages to be sent, by sender */
    unsigned given[TN_TORUS_NODES];             /* credits given for them, by sender */
    unsigned begun[TN_TORUS_NODES];             /* messages whose sending has begun */
    uint64_t start;
    bool opened[TN_TORUS_NODES], ended[TN_TORUS_NODES];
    bool closing; /* programs end: all waiting calls give up */
    bool look;    /* ... and before that they read the registers that tell of errors */
    int gave_up[TN_TORUS_NODES];   /* error of the library, 0: none */
    uint32_t told[TN_TORUS_NODES]; /* address in BAR0 of the first register that tells of an error,
                                      0 none */
    uint64_t moved;                /* cycle in which a message ended last */
    struct tnw_io io;              /* of the programs */
    struct {
        bool counting;     /* the nodes are open: differences and signs go into the tally */
        unsigned verdicts; /* verdicts of the lines' rules that were counted */
        unsigned strays;   /* writes of nodes to other places */
        uint64_t restart;  /* cycle of the first RESTART behind a fault */
    } judge;
};

/* The program of a node, for tn_tnw_spmd(); arg is the struct tn_torus_run. */
int tn_torus_program(void *arg, unsigned node);
/* Returns the address in the receiver's memory to which message i from a node goes. */
uint64_t tn_torus_target(unsigned from, unsigned i);
/* Returns the address in the sender's memory from which Nget takes message i. */
uint64_t tn_torus_source(unsigned from, unsigned i);

/* Opens the judge of a run. Returns 0 or negative errno. */
int tn_torus_judge_open(struct tn_torus_run *r);
/* The nodes are open: from now on differences and signs go into the session's tally. */
void tn_torus_judge_begin(struct tn_torus_run *r);
/* Takes new verdicts of the lines' rules into the tally; called now and then. */
void tn_torus_judge_lines(struct tn_torus_run *r);
/* Judges the end of the run. */
void tn_torus_judge_end(struct tn_torus_run *r);
/* Writes the fate of the messages in one line. */
void tn_torus_judge_summary(const struct tn_torus_run *r, char *out, size_t size);

#endif
