/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a block has, from its ports.def and regs.def, as data: for runners that read words of cases,
 * and for tests that are the same for every block. Make's blockgen makes a `tn_table_<block>` of each;
 * a block's descriptor names it (tn/dut.h).
 */
#ifndef TN_BLOCK_TABLE_H
#define TN_BLOCK_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TN_BLOCK_NONE = -1 }; /* in a place of an index: there is none */

struct tn_block_param {
    const char *name, *text;
    int32_t low, high, usual; /* usual: the default */
};

/* What the block has many of: lanes, links. */
struct tn_block_each {
    const char *name;
    uint16_t most;                                   /* that any shape has */
    unsigned (*count)(unsigned (*of)(const char *)); /* of a shape; of: the value of a parameter */
};

/* One signal. Names and texts are those of the page. */
struct tn_block_port {
    const char *name, *text;
    bool in;        /* the block's input */
    int16_t each;   /* index of what has one each; TN_BLOCK_NONE: the block has one */
    int16_t stream; /* index of its stream */
    int16_t with;   /* index of the port that must be 1 for this one to mean something */
    uint16_t width; /* bits, in the largest shape */
    uint16_t bit;   /* its first bit in the bench's vector of inputs, or of outputs */
    size_t at;      /* its member in struct tn_<block>_pins: bool, uint8_t, uint16_t, or words */
    size_t stride;  /* from one of each to the next */
    uint16_t (*bits)(unsigned (*of)(const char *)); /* in a shape; NULL: width in every shape */
};

struct tn_block_stream {
    const char *name, *text;
    bool in;
    int16_t each;
    int16_t first, n; /* its ports: valid, then those of its row in order */
    int16_t ready;    /* index of the port; TN_BLOCK_NONE: nothing holds the stream up */
    uint16_t low, high; /* words of a packet */
    int16_t hold;     /* a word stays until it is taken while this port is 1; TN_BLOCK_NONE: always */
};

struct tn_block_reg {
    const char *name, *text;
    uint16_t word; /* of the first */
    int16_t each;  /* a register has one of each, in words that follow each other */
    bool writable;
    bool moves;    /* its value changes while nothing happens at the inputs */
    uint32_t mask; /* the bits that it has; others read 0 */
    uint32_t reset;
};

struct tn_block_table {
    const char *name;
    size_t pins_size; /* of struct tn_<block>_pins */
    const struct tn_block_param *params;
    const struct tn_block_each *eaches;
    const struct tn_block_port *ports;
    const struct tn_block_stream *streams;
    const struct tn_block_reg *regs;
    uint32_t known; /* words of the vector of outputs that must always be known, a bit each */
    uint16_t param_n, each_n, port_n, stream_n, reg_n;
    uint16_t addr_bits; /* of the register window, which has 4 bytes a word; 0: there is none */
};

/* Return the port, stream or register with that name, or NULL. */
const struct tn_block_port *tn_block_port_find(const struct tn_block_table *t, const char *name);
const struct tn_block_stream *tn_block_stream_find(const struct tn_block_table *t,
                                                   const char *name);
const struct tn_block_reg *tn_block_reg_find(const struct tn_block_table *t, const char *name);

/* Returns a port's value in a struct tn_<block>_pins: of the i-th of each, its word k (of wide
 * ports alone above 0). */
uint32_t tn_block_port_get(const struct tn_block_port *p, const void *pins, unsigned i, unsigned k);
/* Sets it; bits that the port does not have are cut off. */
void tn_block_port_set(const struct tn_block_port *p, void *pins, unsigned i, unsigned k,
                       uint32_t value);

#endif
