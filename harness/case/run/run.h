/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the case runner: what was seen, and what was said of it.
 * Cycles and packet numbers count from the case's first reset.
 */
#ifndef TN_CASE_RUN_PRIVATE_H
#define TN_CASE_RUN_PRIVATE_H

#include <tn/case_run.h>
#include <tn/cz_board.h>
#include <tn/event.h>
#include <tn/rules.h>

enum { STREAMS = 4, RULES_MAX = 256, REJECTS_MAX = 1024 };

/* A TLP that passed. */
struct seen {
    uint64_t first, last; /* cycles of its beats */
    uint64_t number;      /* packet */
    unsigned port;
    bool taken; /* an expectation has named it */
    uint32_t len;
    uint8_t *bytes;
};

struct stream {
    const char *name;
    struct seen *tlps;
    unsigned n, room, next; /* next: the first not taken */
    struct tn_checker *checker;
    bool failed[RULES_MAX]; /* rules of PCIe that the checker saw broken */
};

struct seen_reject {
    uint64_t cycle;
    unsigned dir, cause, port;
    bool taken;
};

/* What is known of a rule. */
struct judged {
    bool asked, failed;
    uint64_t cycle, packet;
    char text[TN_CASE_ERROR]; /* of the first failure */
};

struct runner {
    const struct tn_case *c;
    const struct tn_case_how *how;
    uint64_t start;      /* absolute cycle of the reset */
    uint64_t packets;    /* so far */
    uint64_t mark;       /* where windows begin */
    const char *stopped; /* rule of the expectation that failed: what follows means nothing */
    long latency;        /* of the first `expect latency`, or -1 */
    struct stream streams[STREAMS];
    struct seen_reject rejects[REJECTS_MAX];
    unsigned reject_n;
    struct judged judged[RULES_MAX]; /* by place in the catalogue */
    struct tn_cz_remap *model;
    struct tn_cz_board *board;
};

/* The end of a line's window, counted from its mark. */
uint64_t run_window(const struct runner *r, const struct tn_case_step *s);
/* Cycles since the reset. */
uint64_t run_now(const struct runner *r);
struct stream *run_stream(struct runner *r, const char *name);

/* Attaches everything to the streams of a DUT that was just reset. */
int run_watch(struct runner *r);
/* After a reset in the middle of a case: what was under way is forgotten. */
int run_forget(struct runner *r);
/* Judges what only the end shows, and lets go. */
void run_unwatch(struct runner *r);

/* The rule is broken; the first time counts. */
void run_fail(struct runner *r, const char *rule, uint64_t packet, uint64_t cycle, const char *fmt,
              ...) __attribute__((format(printf, 5, 6)));
/* One expectation. False: it failed, and that was said. */
bool run_expect(struct runner *r, const struct tn_case_step *s);
/* TLPs that no line named break the case's first rule. */
void run_leftovers(struct runner *r);

/* Does what came agree with what was written, and at the port (user side)? */
bool run_matches(const struct tn_case_tlp *want, const struct seen *got, bool user);
/* The rule that the difference breaks: the line's own where it is about what differs,
 * else the one that is. */
const char *run_blame(const struct tn_case_step *s, const struct seen *got, bool user);

#endif
