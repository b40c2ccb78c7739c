/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: a call of a $tn_... task, its arguments and their values.
 *
 * Values are of 32-bit words, the low one first.
 */
#ifndef TN_SIM_VPI_CALL_H
#define TN_SIM_VPI_CALL_H

#include "core.h"

#include <vpi_user.h>

#include <stdint.h>

enum {
    CALL_ARGS = 10,        /* arguments of a call; $tn_source_beats has the most */
    CALL_VALUE_WORDS = 32, /* words of the longest value that is put: a block's inputs */
};

/* One place in the Verilog text that calls a task. */
struct call {
    vpiHandle arg[CALL_ARGS];
    vpiHandle word[TN_CORE_BEATS]; /* the words of an argument that is a memory of beats */
    int words[CALL_ARGS];          /* the words of an argument that is a vector; 0: not yet asked */
};

/* A task by its name; tables of them end with a NULL name. */
struct call_task {
    const char *name;
    void (*fn)(struct call *c);
};
extern const struct call_task call_stream_tasks[]; /* vpi_streams.c */
extern const struct call_task call_beat_tasks[];   /* vpi_beats.c */
extern const struct call_task call_pin_tasks[];    /* vpi_pins.c */

/* Ends a run whose design loops without delay with a line on stderr and status 124, from now on: when TN_HANG seconds (30; 0:
 * never) of processor time bring no time step. A TN_HANG that is no number ends the run with status 2. */
void vpi_hang_watch(void);

/* Returns the call under way. */
struct call *call_this(void);
/* Returns word `at` of the memory that is argument arg. */
vpiHandle call_word(struct call *c, int arg, unsigned at);

/* Returns the number of 32-bit words of an argument that is a vector, max at most. */
int call_words(struct call *c, int arg, int max);

/* Reads a text argument, cut to CALL_TEXT characters. */
enum { CALL_TEXT = 64 };
void call_get_text(vpiHandle h, char text[CALL_TEXT]);

/* Return a value's low bits; an unknown bit reads as 0 in the first function, as 1 in the
 * second. */
uint32_t call_get32(vpiHandle h);
uint64_t call_get64(vpiHandle h);
/* Reads n words; an unknown bit reads as 1. */
void call_get_words(vpiHandle h, uint32_t *words, int n);
/* Reads n words, 32 at most, likewise; returns the set of words with an unknown bit. */
uint32_t call_get_pins(vpiHandle h, uint32_t *words, int n);

/* Puts n words, CALL_VALUE_WORDS at most; the value takes effect at once, without delay. */
void call_put_words(vpiHandle h, const uint32_t *words, int n);
void call_put32(vpiHandle h, uint32_t value);

#endif
