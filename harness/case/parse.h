/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the case parser: one line at a time, cut into words. The language
 * is the same for every DUT but for the words of struct tn_case_words.
 * Functions return 0 or -EINVAL (-ENOMEM) with the message already written.
 */
#ifndef TN_CASE_PARSE_H
#define TN_CASE_PARSE_H

#include <tn/case.h>

enum { CASE_WORDS = 256, CASE_LINE = 16384, CASE_NAMED = 64 };

struct tn_case_parser;
struct tn_dut;

/* A register of the contract by name; NAME[i] where n is above 1. */
struct tn_case_register {
    const char *name;
    uint32_t addr, stride, n;
};

/* What only the cases of one DUT know: its ports, registers and packets. */
struct tn_case_words {
    const char *ports;           /* for messages: "usr|dev" */
    const char *const *streams;  /* all names, NULL behind the last */
    const char *const *classes;  /* three, of `ok` */
    const struct tn_case_register *registers;
    unsigned register_n;
    /* `expect WORD port CAUSE`: causes by number, the first unused */
    const char *reject;
    const char *const *causes;
    unsigned cause_n;
    bool reject_port; /* takes port=N */
    bool cause_is_port; /* the cause says at which port it is shown */
    bool axi;           /* registers are behind an AXI port, which answers */
    uint32_t reg_max;   /* highest address that a number may be; 0: fffh */
    const char *lines; /* its own lines, for messages */

    /* The stream that sends to (or comes from) a port, or a stream by its name. */
    int (*point)(struct tn_case_parser *p, const char *text, bool input, const char **out);
    /* Where a packet that leaves at point came in, or NULL: the line must say it. May be NULL. */
    const char *(*across)(const char *point);
    /* Fills in dir and port of an expected reject from its point. NULL: both are 0. */
    void (*rejected)(struct tn_case_step *s);
    /* A packet from words[at..end). masked: don't-cares may be in it. */
    int (*form)(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, const char *point,
                struct tn_case_tlp *out);
    /* A register that the table does not say; 1: it is none. May be NULL. */
    int (*reg)(struct tn_case_parser *p, const char *text, uint32_t *out);
    /* One of its own lines; 1: it is none. */
    int (*line)(struct tn_case_parser *p);
};

/* A packet by its name. */
struct tn_case_named {
    char name[24];
    struct tn_case_tlp packet;
};

struct tn_case_parser {
    const char *path;
    unsigned line;
    char *err; /* TN_CASE_ERROR bytes */
    struct tn_case *c;
    const struct tn_dut *dut; /* from the key dut on; NULL: there is no such DUT */
    const struct tn_case_words *words; /* those of dut; NULL: it has no cases */
    unsigned step_room;
    struct tn_case_named named[CASE_NAMED];
    unsigned named_n;
    uint32_t own; /* ExaNet: coordinates of the DUT */
    char text[CASE_LINE]; /* the line, cut in place */
    char *word[CASE_WORDS];
    unsigned word_n;
};

/* Writes "path:line: message" and returns -EINVAL. */
int tn_case_fail(struct tn_case_parser *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Is the line's word at that word? */
bool tn_case_is(const struct tn_case_parser *p, unsigned at, const char *word);
/* NAME=NUMBER among words[at..end): 0 when it is not there. */
int tn_case_field(struct tn_case_parser *p, unsigned at, unsigned end, const char *name,
                  uint64_t max, uint64_t *v);
/* Each of words[at..end) is NAME=...; names end with NULL. */
int tn_case_known(struct tn_case_parser *p, unsigned at, unsigned end, const char *const *names);
/* Room for len bytes that all count. */
int tn_case_room(struct tn_case_parser *p, struct tn_case_tlp *out, size_t len);

/* Decimal or 0x..., '_' between digits; what names the thing in the message. */
int tn_case_number(struct tn_case_parser *p, const char *what, const char *text, uint64_t max,
                   uint64_t *out);
/* bus:device.function or a number. */
int tn_case_bdf(struct tn_case_parser *p, const char *what, const char *text, uint64_t *out);
/* A pattern of stalls from words[at..end): none, forever, random N/D, ... */
int tn_case_stall(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_stall *out);
/* A rule's ID in the catalogue. */
int tn_case_rule(struct tn_case_parser *p, const char *text, const char **out);

/* -EINVAL with a message when the DUT has no words that we know. */
int tn_case_need_dut(struct tn_case_parser *p);
/* A stream by its name. */
int tn_case_stream(struct tn_case_parser *p, const char *text, const char **out);
/* A register by name or address. */
int tn_case_register(struct tn_case_parser *p, const char *text, uint32_t *out);
/* ... of a table. */
int tn_case_register_of(struct tn_case_parser *p, const struct tn_case_register *registers,
                        unsigned n, const char *text, uint32_t *out);

/* A step more, zeroed but for its line; NULL with the message written. */
struct tn_case_step *tn_case_step(struct tn_case_parser *p, enum tn_case_op op);
int tn_case_write(struct tn_case_parser *p, uint32_t addr, uint32_t value);

/* A TLP: fields, or `hex` and DWs. user: it is one of the user side (Dest CPU, digest). */
int tn_case_tlp(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, bool user,
                struct tn_case_tlp *out);
/* Data as DWs: hex digits, N*DW, bytes AA..BB each one more than the one before, '_' between, x for a
 * nibble that does not count. */
int tn_case_data(struct tn_case_parser *p, const char *text, bool masked, uint8_t *bytes,
                 uint8_t *mask, size_t cap, size_t *len);

/* words[0] is the first word of a line of the body. */
int tn_case_body_line(struct tn_case_parser *p);
/* stage, entry, clear: the remapper's tables. */
int tn_case_table_line(struct tn_case_parser *p);

#endif
