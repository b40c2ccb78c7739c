/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture played into two nodes (checkers/exanet/spec/exa_two_nodes.md): each of its transactions is a transfer that a
 * user of a node asks for and that the firmware of both nodes carries out. The session (exa_nodes_session.c) lets time pass,
 * the software of a node (exa_nodes_software.c) is a coroutine that does register accesses, and the judge
 * (exa_nodes_judge.c) compares bytes.
 */
#ifndef TN_EXA_NODES_SESSION_H
#define TN_EXA_NODES_SESSION_H

#include "exa_dma_reader.h"

#include <tn/axi.h>
#include <tn/exanet/exa_fw.h>
#include <tn/exanet/exa_transfer_board.h>
#include <tn/exanet/exa_user.h>
#include <tn/exanet/exa_user_judge.h>
#include <tn/rng.h>

#include <ucontext.h>

enum {
    TN_NODES = TN_EXF_BOARD_NODES,
    TN_NODES_USERS = 2, /* processes of a node, each with its domain */
    TN_NODES_JOBS = 254,
    TN_NODES_FAULTS = 64, /* pages that the kernel of a node has to bring in */
    TN_NODES_TIDS = 1024,
    TN_NODES_TURN = 4,    /* cycles between two turns of software */
    TN_NODES_BOARD = 0x1000, /* register of the bench: the board's coordinates, TN_NODES_XYZ */
    TN_NODES_XYZ = 0x53 << 12 | 3 << 8 | 9 << 4 | 5,
    TN_NODES_RESET = 40,
};

/* A transfer. */
struct tn_nodes_job {
    unsigned node, user; /* of the user that asks for it */
    bool get, notify;
    bool home;       /* the notification goes to the node that asks, else to the one with the bytes then */
    unsigned holder; /* node with the bytes */
    uint64_t at;     /* cycle in which it is due */
    uint64_t src, dst;
    unsigned length;
    uint8_t *bytes; /* length of them */
    enum { TN_JOB_WAITS, TN_JOB_BEGUN, TN_JOB_ENDED, TN_JOB_NEVER } state;
    int handle;
    uint64_t begun;
    unsigned err, notes;
    bool wrong; /* a user was told of bytes that are not there */
};

/* A page that is to be missing for the next transfer. */
struct tn_nodes_page {
    bool due;
    unsigned which;  /* 0 the page of the first byte, 1 of one in the middle, 2 of the last */
    unsigned served; /* cycles until the kernel brings it in */
};

struct tn_nodes_run;

/* A node and its software. */
struct tn_nodes_site {
    struct tn_nodes_run *run;
    unsigned n;
    struct tn_axi_master *cpu;
    struct tn_fw firmware;
    struct exa_user user[TN_NODES_USERS];
    struct {
        uint16_t pdid;
        uint64_t va, at; /* the kernel brings it in at that cycle */
        bool write;
    } fault[TN_NODES_FAULTS];
    unsigned faults;
    uint64_t firmware_sleeps, user_sleeps; /* until these cycles */
    struct tn_nodes_page source, target;   /* of a transfer whose bytes are here, or come here */
    ucontext_t here;
    uint8_t *stack;
    struct tn_axi_txn *txn; /* the access under way */
    uint64_t since;         /* it was asked for in that cycle */
    bool deaf;              /* an access had no answer */
    bool open;
};

struct tn_nodes_run {
    struct tn_session *s;
    struct tn_dma_reader *capture;
    struct tn_exf_board *board;
    struct tn_exu_judge *ends;
    struct tn_nodes_site site[TN_NODES];
    struct tn_nodes_job job[TN_NODES_JOBS + TN_NODES]; /* the last two are probes */
    unsigned jobs;
    uint32_t source[64]; /* of the capture, in the order of their first packets */
    unsigned sources;
    uint16_t pdid[TN_NODES_USERS];
    uint32_t own[TN_NODES];
    ucontext_t session;
    unsigned phase;
    uint16_t notified[TN_NODES][TN_NODES_TIDS]; /* by receiver and number: the generation that was notified last, and 1 */
    unsigned struck_pages; /* pages that a fault took away */
    uint64_t struck_at;    /* cycle in which a page was taken away first */
};

/* exa_nodes_run.c */

/* After a reset: makes judges and software (r->s and r->pdid are set), waits until the lines carry and the firmware works.
 * Returns 0, or negative errno with one line in err. */
int tn_nodes_open(struct tn_nodes_run *r, char *err, size_t err_size);
/* Ends the use of the bench and frees what open() made. */
void tn_nodes_close(struct tn_nodes_run *r);
/* Lets n cycles pass, in which software works. */
void tn_nodes_step(struct tn_nodes_run *r, uint64_t n);
/* Adds a transfer of bytes that the node `holder` has; get: the other node asks for it. Bytes that are 0 become others. */
struct tn_nodes_job *tn_nodes_add(struct tn_nodes_run *r, unsigned holder, bool get, const uint8_t *bytes, unsigned length);
/* Says whether each transfer has ended. */
bool tn_nodes_over(const struct tn_nodes_run *r);
/* Lets software work until each transfer has ended, that cycle has come, or an access had no answer. */
void tn_nodes_await(struct tn_nodes_run *r, uint64_t until);

/* exa_nodes_software.c */

/* Makes the coroutine of node n. Returns 0 or -ENOMEM. */
int tn_nodes_site_start(struct tn_nodes_run *r, unsigned n);
/* Lets both nodes' software work until each waits for time to pass. */
void tn_nodes_sites_turn(struct tn_nodes_run *r);
void tn_nodes_sites_end(struct tn_nodes_run *r);

/* exa_nodes_judge.c */

/* Makes the judges; what they watch is from now on. Returns 0 or -ENOMEM. */
int tn_nodes_judge_open(struct tn_nodes_run *r);
/* Gives a job, whose src and dst are offsets so far, its addresses, its pages and its bytes. */
void tn_nodes_place(struct tn_nodes_run *r, struct tn_nodes_job *j);
/* A job begins; takes away the pages that faults are about. */
void tn_nodes_begun(struct tn_nodes_run *r, struct tn_nodes_job *j);
/* A user of a node is told of an end. */
void tn_nodes_ended(struct tn_nodes_run *r, unsigned node, unsigned user, const struct exa_end *e);
/* A process of a node reads a notification. */
void tn_nodes_note(struct tn_nodes_run *r, unsigned node, unsigned user, uint64_t low, uint64_t high);
/* Counts the fate of each job in the session's tally. */
void tn_nodes_judge_end(struct tn_nodes_run *r);
void tn_nodes_judge_close(struct tn_nodes_run *r);

#endif
