/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block as its tables say it (ports.def and regs.def; README.md explains their words), and what
 * is made of them. Every function that prints does so on stdout.
 */
#ifndef TN_FIELDGEN_BLOCK_H
#define TN_FIELDGEN_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLOCK_PARAMS = 32,
    BLOCK_PORTS = 128,
    BLOCK_STREAMS = 32,
    BLOCK_REGS = 256,
    BLOCK_EACHES = 4,
    BLOCK_NONE = -1, /* no such port, no such TN_EACH */
    BLOCK_UNUSABLE = 2,
};

struct block_param {
    const char *name, *text;
    int64_t low, high, value; /* value: the default */
};

/* What a block has many of: lanes, links. */
struct block_each {
    const char *name;
    const char *count; /* expression of parameters */
    int64_t most;
};

/* One signal. */
struct block_port {
    const char *name;
    const char *width; /* expression of parameters */
    const char *text;  /* empty: the stream's */
    int64_t most;      /* bits in the largest shape */
    int each;          /* a port has one of TN_EACH for each; or BLOCK_NONE */
    int with;          /* the port that must be 1 for this one to mean something; or BLOCK_NONE */
    int stream;        /* its stream; or BLOCK_NONE */
    bool in;
    unsigned at; /* the first bit in the vector of inputs, or in that of outputs (block_place()) */
};

struct block_stream {
    const char *name, *text;
    int each;
    bool in;
    int first, n; /* its ports, valid first */
    int ready;    /* BLOCK_NONE: nothing holds the stream up */
    int64_t low, high; /* words of a packet */
    int hold;     /* a word stays until it is taken while this port is 1; BLOCK_NONE: always */
};

struct block_reg {
    const char *name, *text, *bits; /* bits: "7:0", "12:8 4:0"; empty: all */
    int64_t word, reset;
    int each;      /* a register has one of TN_EACH for each, in words that follow each other */
    bool writable; /* software may write the bits */
    bool moves;    /* the value changes while nothing happens at the inputs */
    uint32_t mask; /* of the bits */
};

/* Names of the RTL that the wrapper holds. */
struct block_rtl {
    const char *module, *clock;
    const char *reset;   /* !name: active low */
    const char *pattern; /* of a stream's signal: % is the stream, then % the signal */
};

struct block {
    const char *name, *folder, *ports_path, *regs_path;
    struct block_param params[BLOCK_PARAMS];
    struct block_each eaches[BLOCK_EACHES];
    struct block_port ports[BLOCK_PORTS];
    struct block_stream streams[BLOCK_STREAMS];
    struct block_reg regs[BLOCK_REGS];
    int param_n, each_n, port_n, stream_n, reg_n;
    const char *legal[BLOCK_PARAMS]; /* conditions on the parameters */
    int legal_n;
    const char *prefix; /* of the registers' constants; NULL: there are no registers */
    int64_t addr_bits;  /* of the register window; 0: there is none */
    unsigned pin_bits;  /* of the vector of outputs; bit 0 is rst */
    unsigned known_bits; /* the first of them, which are never unknown behind the first reset */
    unsigned play_bits; /* of the vector of inputs */
    struct block_rtl rtl;
};

/* Reads the tables in a folder. A table that is wrong ends the program with status BLOCK_UNUSABLE
 * and one line on stderr: file:line: message. */
void block_read(struct block *b, const char *name, const char *folder);
/* Evaluates an expression of the parameters' values into *out. Returns NULL, or what is wrong. */
const char *block_eval(const struct block *b, const int64_t *values, const char *text, int64_t *out);
/* The words of outputs that must always be known, a bit each. */
unsigned block_known(const struct block *b);
/* Gives ports their places in the vectors of pins. Returns NULL, or what is wrong. */
const char *block_place(struct block *b);
/* How many words a register has, in the largest shape. */
int64_t block_reg_count(const struct block *b, const struct block_reg *r);

/* The comment that opens a C file made of the tables. */
void block_head(const struct block *b, const char *text);
void block_print_header(const struct block *b); /* tn/gen/<block>.h */
void block_print_player(const struct block *b); /* <block>/pins.h */
void block_print_pins(const struct block *b);   /* <block>/pins.c */
void block_print_table(const struct block *b);  /* <block>/table.c */
void block_print_dut(const struct block *b);    /* <block>/dut.c */
void block_print_bench(const struct block *b);  /* <block>/<block>_tb.v */
void block_print_wrapper(const struct block *b); /* <block>/<block>.v */
void block_print_regs_vh(const struct block *b); /* <block>/regs.vh */
/* A table of a page: "parameters", "ports" or "registers". Returns false when it is none of these. */
bool block_print_doc(const struct block *b, const char *what);

#endif
