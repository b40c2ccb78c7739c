/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the case parser. The parser reads a case line by line and cuts each line into
 * words. The language is the same for every DUT but for the words of struct tn_case_words.
 * Functions return 0, or -EINVAL with the message already written to the parser's err.
 */
#ifndef TN_CASE_PARSE_H
#define TN_CASE_PARSE_H

#include <tn/case.h>

enum { CASE_WORDS = 256, CASE_LINE = 16384, CASE_NAMED = 64 };

struct tn_case_parser;
struct tn_dut;

/* A register of the contract, or an array of n registers that a case writes as NAME[i]. */
struct tn_case_register {
    const char *name;
    uint32_t addr;   /* bytes, of register 0 */
    uint32_t stride; /* bytes from one register of the array to the next */
    uint32_t n;      /* registers in the array; 1: the name takes no index */
};

/* The part of the language that belongs to one DUT: its ports, registers and packets. */
struct tn_case_words {
    const char *ports;          /* all port names, for messages: "usr|dev" */
    const char *const *streams; /* names of all streams, NULL behind the last */
    const char *const *classes; /* the three class names that a line `ok` takes */
    const struct tn_case_register *registers;
    unsigned register_n;
    const char *reject;        /* the word behind `expect` in a line `expect WORD port CAUSE` */
    const char *const *causes; /* names of causes, by number; number 0 is unused */
    unsigned cause_n;          /* entries of causes, the unused one included */
    bool reject_port;          /* a line that expects a reject may end in port=N */
    bool cause_is_port;        /* the number of the cause is also the port that shows the reject */
    bool axi;                  /* registers lie behind an AXI port, which answers each access */
    uint32_t reg_max;  /* highest register address in numbers; 0: fffh, or fffffh with axi */
    uint32_t reset_least; /* cycles of the shortest reset that the contract allows; 0: one */
    const char *lines; /* first words of the DUT's own lines, for messages */

    /* Finds the stream by its own name, or by its port: the stream into the port when input is set,
     * else the stream out of it. Returns 0 or -EINVAL. */
    int (*point)(struct tn_case_parser *p, const char *text, bool input, const char **out);
    /* Returns the stream through which a packet that leaves at point came in; NULL when the case
     * must say it. The pointer may be NULL: the case must always say it. */
    const char *(*across)(const char *point);
    /* Fills in dir and port of an expected reject from its point. NULL: both are 0. */
    void (*rejected)(struct tn_case_step *s);
    /* Parses a packet from words[at..end). masked: the packet may have nibbles that do not count.
     * Returns 0 or -EINVAL. */
    int (*form)(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, const char *point,
                struct tn_case_tlp *out);
    /* Finds the address of a register that the table of registers does not list. Returns 0,
     * -EINVAL, or 1 if text is no such register. May be NULL. */
    int (*reg)(struct tn_case_parser *p, const char *text, uint32_t *out);
    /* Parses one line of the DUT's own vocabulary. Returns 0, -EINVAL, or 1 if the line is not one
     * of its own. */
    int (*line)(struct tn_case_parser *p);
};

/* A packet that the case has given a name. */
struct tn_case_named {
    char name[24];
    struct tn_case_tlp packet;
};

struct tn_case_parser {
    const char *path;                  /* of the case, for messages */
    unsigned line;                     /* number of the line, from 1 */
    char *err;                         /* the message; TN_CASE_ERROR bytes */
    struct tn_case *c;                 /* the case as parsed so far */
    const struct tn_dut *dut;          /* set by the key dut; NULL: there is no such DUT */
    const struct tn_case_words *words; /* vocabulary of dut; NULL: the DUT has no cases */
    struct tn_case_words made;         /* the vocabulary of a block of the kit */
    unsigned step_room;                /* steps that c->steps has memory for */
    struct tn_case_named named[CASE_NAMED];
    unsigned named_n;
    uint32_t own;         /* what the fabric's words keep of the DUT, its coordinates for example */
    char text[CASE_LINE]; /* the line; spaces between words are overwritten by 0 */
    char *word[CASE_WORDS]; /* the words of the line, in text */
    unsigned word_n;
};

/* Writes "path:line: message" to p->err and returns -EINVAL. */
int tn_case_fail(struct tn_case_parser *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Says whether word number at of the line exists and equals word. */
bool tn_case_is(const struct tn_case_parser *p, unsigned at, const char *word);
/* Reads the number of NAME=NUMBER among words[at..end) into *v; *v is 0 when no word has that NAME.
 * A number above max is an error. */
int tn_case_field(struct tn_case_parser *p, unsigned at, unsigned end, const char *name,
                  uint64_t max, uint64_t *v);
/* Demands that each of words[at..end) is NAME=... with a NAME among names, which end with NULL. */
int tn_case_known(struct tn_case_parser *p, unsigned at, unsigned end, const char *const *names);
/* Allocates len bytes and a mask in which all bits count. */
int tn_case_room(struct tn_case_parser *p, struct tn_case_tlp *out, size_t len);

/* Reads a number from 0 to max: decimal or 0x..., with '_' allowed between digits. what names the
 * number in messages. */
int tn_case_number(struct tn_case_parser *p, const char *what, const char *text, uint64_t max,
                   uint64_t *out);
/* Reads an ID of 16 bits: bus:device.function (1b:00.0) or a number. */
int tn_case_bdf(struct tn_case_parser *p, const char *what, const char *text, uint64_t *out);
/* Reads a pattern of stalls from words[at..end): none, forever, random N/M, periodic N/M, burst
 * N/M. */
int tn_case_stall(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_stall *out);
/* Looks the rule up in the catalogue; *out receives its ID in static storage. */
int tn_case_rule(struct tn_case_parser *p, const char *text, const char **out);

/* Demands that the case has named a DUT that cases can be written for. */
int tn_case_need_dut(struct tn_case_parser *p);
/* Finds a stream of the DUT by its name; *out receives the name in static storage. */
int tn_case_stream(struct tn_case_parser *p, const char *text, const char **out);
/* Finds the address of a register of the DUT: NAME, NAME[i] or a number that is a multiple of 4. */
int tn_case_register(struct tn_case_parser *p, const char *text, uint32_t *out);
/* Finds the address of NAME or NAME[i] in a table of n entries. */
int tn_case_register_of(struct tn_case_parser *p, const struct tn_case_register *registers,
                        unsigned n, const char *text, uint32_t *out);

/* Reads the word N* at *at, which says how often, and moves *at behind it. Leaves both as they are
 * when another word stands there. */
int tn_case_count(struct tn_case_parser *p, unsigned *at, unsigned *count);
/* Appends a step to the case: op, the present line, a count of 1, the case's first rule, all else
 * 0. Returns NULL, with the message written, when there is no room. */
struct tn_case_step *tn_case_step(struct tn_case_parser *p, enum tn_case_op op);
/* Appends a step that writes value to the register at addr. */
int tn_case_write(struct tn_case_parser *p, uint32_t addr, uint32_t value);

/* Parses a TLP from words[at..end): fields, or `hex` and DWs. masked: nibbles may be x. user: the
 * TLP has the form of the user side (Dest CPU, digest). */
int tn_case_tlp(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, bool user,
                struct tn_case_tlp *out);
/* Parses the data of a packet: DWs as hex digits, N*DW for a repeated DW, AA..BB for bytes that
 * each exceed the byte before by one, '_' as a separator, and, when masked, x for a nibble that
 * does not count. At most cap bytes; *len receives their number. */
int tn_case_data(struct tn_case_parser *p, const char *text, bool masked, uint8_t *bytes,
                 uint8_t *mask, size_t cap, size_t *len);

/* Makes the vocabulary of p->dut, a block of the kit, in p->made. */
const struct tn_case_words *tn_case_bench_words(struct tn_case_parser *p);
/* Reads NAME, or NAME[i] with i below most where most is above 1. Returns 0, -EINVAL, or 1 when text
 * has another name. */
int tn_case_indexed(struct tn_case_parser *p, const char *text, const char *name, unsigned most,
                    unsigned *index);

/* Parses one line of the body, behind the keys. */
int tn_case_body_line(struct tn_case_parser *p);
/* Parses a line `stage`, `entry` or `clear`, which writes the remapper's tables. */
int tn_case_table_line(struct tn_case_parser *p);

#endif
