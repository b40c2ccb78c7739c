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

enum { VECTOR_STATE = 512, VECTOR_MAX = 8192 /* bytes of a packet */ };

/* The first word of a packet's line, and how its words are written. */
struct vector_unit {
    const char *name;
    size_t bytes; /* of each word */
    bool frame;   /* a frame of a link, no packet */
};

/* A vector's line that is no packet, or a cycle. */
struct vector_line {
    struct tn_checker *checker;
    /* The trace's own, zeros at its beginning; the form knows what it is. */
    void *state;
    /* Counts packets and cycles of the trace from 1. */
    uint64_t number;
    /* File and line, for messages. */
    const char *where;
};

struct vector_form {
    /* The name of the fabric, and so of its folder in vectors/. */
    const char *fabric;
    /* Its number in events, enum tn_fabric. */
    uint8_t number;
    /* Packets; ends with a NULL name. NULL: the fabric's vectors have cycles alone. */
    const struct vector_unit *units;
    /* Takes a line whose first word is given, the others by strtok(). False: the line is a packet.
     */
    bool (*line)(const struct vector_line *l, const char *word);
    /* A packet with a point is judged between points alone. */
    bool between;
    /* How the IDs of rules begin that belong to a block's contract and need no vectors; ends with
     * NULL. */
    const char *const *blocks;
    /* Rules that need vectors although their IDs begin so; ends with NULL. */
    const char *const *shown;
};

/* Makes a form known. */
void vector_form(const struct vector_form *form);
/* Appends hex digits, unit bytes a word; false when word is not such a word. */
bool vector_hex(const char *word, size_t unit, uint8_t *bytes, uint32_t *len);

#endif
