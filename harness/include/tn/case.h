/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Conformance cases: scenarios as text that hardware engineers read and write. This header has the
 * parsed form of a case and the parser; tn/case_run.h runs cases. suites/cases/README.md describes
 * the language.
 */
#ifndef TN_CASE_H
#define TN_CASE_H

#include <tn/fault.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TN_CASE_BYTES = 1 << 18,  /* longest file */
    TN_CASE_STEPS = 4096,     /* steps of a case, register writes of `entry` included */
    TN_CASE_RULES = 8,        /* rules that a case asks */
    TN_CASE_NEEDS = 8,        /* conditions of `requires` */
    TN_CASE_ALTERNATIVES = 4, /* TLPs joined by `or` */
    TN_CASE_CYCLES = 1000000, /* longest wait or window */
    TN_CASE_COUNT = 1000,     /* largest `N*` */
    TN_CASE_NAME = 64,
    TN_CASE_ERROR = 512, /* bytes that hold every message */
};

/* A packet as the case writes it. */
struct tn_case_tlp {
    uint8_t *bytes; /* len bytes; the allocation of all three arrays */
    uint8_t *mask;  /* len bytes; a bit that is 0 lets an expected bit have any value */
    uint8_t *kinds; /* of each word, where the fabric's channel has kinds; in the same allocation */
    size_t len;
    unsigned port; /* s_usr_port or m_usr_port */
};

enum tn_case_op {
    TN_CASE_WRITE,          /* addr, value */
    TN_CASE_BENCH,          /* addr, value: a register of the bench */
    TN_CASE_SEND,           /* point, count, tlp[0] */
    TN_CASE_EXPECT,         /* point, count, tlp, first, last, unordered */
    TN_CASE_EXPECT_NO,      /* point, last: cycles */
    TN_CASE_EXPECT_REG,     /* addr, value, mask */
    TN_CASE_EXPECT_ERROR,   /* addr, value, write, response */
    TN_CASE_EXPECT_REJECT,  /* dir, cause, port, first, last */
    TN_CASE_EXPECT_LATENCY, /* point, first, last */
    TN_CASE_EXPECT_SAME,    /* point: the latency seen before */
    TN_CASE_EXPECT_STREAM,  /* point, count: TLPs back to back */
    TN_CASE_OK,             /* point, classes */
    TN_CASE_STALL,          /* point, stall */
    TN_CASE_FAULT,          /* fault */
    TN_CASE_LINE,           /* a word of the DUT's own: cause says which, by the fabric's list */
    TN_CASE_WAIT,           /* last: cycles */
    TN_CASE_RESET,          /* last: cycles */
};

/* The same as struct tn_stall of tn/bfm.h, which belongs to the simulator. */
struct tn_case_stall {
    unsigned kind; /* enum tn_stall_kind */
    uint32_t num, den;
};

/* A step of a case. Which members count depends on op. */
struct tn_case_step {
    enum tn_case_op op;
    unsigned line;     /* number of the line in the file, from 1 */
    const char *point; /* a stream of the DUT ("s_usr", "m_dev"); static */
    const char *from;  /* latency: the stream where the packet came in; static */
    const char *rule;  /* rule that a failure breaks; static; never NULL in an expectation */
    unsigned count;    /* packets */
    bool unordered;    /* the packets may come in any order */
    uint32_t addr, value, mask;
    bool write;           /* the access writes, else it reads */
    unsigned response;    /* of AXI: 2 SLVERR, 3 DECERR */
    uint64_t first, last; /* cycles of the window */
    struct tn_case_stall stall;
    struct tn_fault fault; /* armed by the step */
    unsigned classes;      /* bit i: class i may begin */
    unsigned dir, cause, port;
    struct tn_case_tlp tlp[TN_CASE_ALTERNATIVES];
    unsigned packet_n;
};

/* One condition on a parameter of the bench. */
struct tn_case_need {
    char name[24];
    enum { TN_CASE_EQ, TN_CASE_GE, TN_CASE_LE } op;
    long value;
};

/* A parsed case. */
struct tn_case {
    char name[TN_CASE_NAME]; /* of the file, without folder and .case */
    char dut[TN_CASE_NAME];
    char spec[TN_CASE_NAME];          /* section and paragraph of the contract */
    const char *rules[TN_CASE_RULES]; /* static IDs; a line that names no rule means the first */
    unsigned rule_n;
    struct tn_case_need needs[TN_CASE_NEEDS];
    unsigned need_n;
    unsigned bug;            /* the seeded bug that the RTL must have; 0: none */
    bool no_board;           /* scoreboard = off */
    bool no_stalls;          /* stalls = off: the runner adds no stalls of its own */
    bool fitted;             /* the runner has changed the case to the bench's shape already */
    uint64_t seed;           /* of the stall patterns */
    const char *expect_rule; /* the rule that must be broken; NULL: the case must pass */
    struct tn_case_step *steps;
    unsigned step_n;
};

/* Reads the file at path. The caller frees *out with tn_case_free(). Returns 0, -EINVAL (not a
 * case), -ENOMEM, or another negative errno when the file cannot be read; then *out is NULL and err
 * holds one line "path:line: message". */
int tn_case_read(const char *path, struct tn_case **out, char err[TN_CASE_ERROR]);

/* Parses len bytes of text in memory; path stands in messages and gives the case its name. Else as
 * tn_case_read(). */
int tn_case_parse(const char *path, const char *text, size_t len, struct tn_case **out,
                  char err[TN_CASE_ERROR]);

/* Frees the case; c may be NULL. */
void tn_case_free(struct tn_case *c);

#endif
