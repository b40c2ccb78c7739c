/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the case parser: one line at a time, cut into words.
 * Functions return 0 or -EINVAL (-ENOMEM) with the message already written.
 */
#ifndef TN_CASE_PARSE_H
#define TN_CASE_PARSE_H

#include <tn/case.h>

enum { CASE_WORDS = 256, CASE_LINE = 16384 };

struct case_parser {
    const char *path;
    unsigned line;
    char *err; /* TN_CASE_ERROR bytes */
    struct tn_case *c;
    unsigned step_room;
    char text[CASE_LINE]; /* the line, cut in place */
    char *word[CASE_WORDS];
    unsigned word_n;
};

/* Writes "path:line: message" and returns -EINVAL. */
int case_fail(struct case_parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Decimal or 0x..., '_' between digits; what names the thing in the message. */
int case_number(struct case_parser *p, const char *what, const char *text, uint64_t max,
                uint64_t *out);
/* bus:device.function or a number. */
int case_bdf(struct case_parser *p, const char *what, const char *text, uint64_t *out);
/* A pattern of stalls from words[at..end): none, forever, random N/D, ... */
int case_stall(struct case_parser *p, unsigned at, unsigned end, struct tn_case_stall *out);
/* A rule's ID in the catalogue. */
int case_rule(struct case_parser *p, const char *text, const char **out);

/* The stream that sends to (or comes from) the side "usr" or "dev", or a stream by its name. */
int case_point(struct case_parser *p, const char *text, bool input, const char **out);
/* A register by name or address. */
int case_register(struct case_parser *p, const char *text, uint32_t *out);

/* A step more, zeroed but for its line; NULL with the message written. */
struct tn_case_step *case_step(struct case_parser *p, enum tn_case_op op);
int case_write(struct case_parser *p, uint32_t addr, uint32_t value);

/* A TLP from words[at..end): fields, or `hex` and DWs. masked: don't-cares may be
 * in it. user: it is one of the user side (Dest CPU, digest). */
int case_tlp(struct case_parser *p, unsigned at, unsigned end, bool masked, bool user,
             struct tn_case_tlp *out);
/* Data as DWs: hex digits, N*DW, '_' between, x for a nibble that does not count. */
int case_data(struct case_parser *p, const char *text, bool masked, uint8_t *bytes, uint8_t *mask,
              size_t cap, size_t *len);

/* words[0] is the first word of a line of the body. */
int case_body_line(struct case_parser *p);
/* stage, entry, clear: the remapper's tables. */
int case_table_line(struct case_parser *p);

#endif
