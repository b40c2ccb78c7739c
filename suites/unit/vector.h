/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a fabric says of its folder of vectors. suites/<fabric>/vectors/form.c makes it known before
 * main().
 */
#ifndef VECTOR_H
#define VECTOR_H

#include <tn/event.h>
#include <tn/rules.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VECTOR_STATE = 512, VECTOR_MAX = 8192 /* bytes of a form's state, bytes of a packet */ };

/* The first word of a packet's line, and how its words are written. */
struct vector_unit {
    const char *name;
    size_t bytes; /* bytes of each word */
    bool frame;   /* the unit is a frame of a link and no packet */
};

/* A line of a vector: a cycle, or another line that is no packet. */
struct vector_line {
    struct tn_checker *checker;
    /* The form's own state of the trace; zeros at the trace's beginning. */
    void *state;
    /* Counts packets and cycles of the trace from 1. */
    uint64_t number;
    /* File and line, for messages. */
    const char *where;
};

struct vector_form {
    /* The name of the fabric, and so of its folder in vectors/. */
    const char *fabric;
    /* The fabric's number in events, enum tn_fabric. */
    uint8_t number;
    /* The units in which packets are written; ends with a NULL name. NULL: the fabric's vectors
     * have cycles alone. */
    const struct vector_unit *units;
    /* Takes a line whose first word is given; strtok() gives the others. Returns false when the
     * line is a packet. */
    bool (*line)(const struct vector_line *l, const char *word);
    /* Packets with a point are judged by the rules between points alone. */
    bool between;
    /* Beginnings of the IDs of rules that belong to a block's contract and need no vectors; ends
     * with NULL. */
    const char *const *blocks;
    /* Rules that need vectors although their IDs have such a beginning; ends with NULL. */
    const char *const *shown;
};

/* Registers a form. */
void vector_form(const struct vector_form *form);
/* Appends the bytes of a word of `unit` bytes in hex digits. Returns false when word is no such
 * word. */
bool vector_hex(const char *word, size_t unit, uint8_t *bytes, uint32_t *len);

#endif
