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
    CALL_ARGS = 10,        /* of $tn_source_beats, which has the most */
    CALL_VALUE_WORDS = 32, /* the longest value that is put: the wires that are played to a block */
};

/* One place in the Verilog text that calls a task. */
struct call {
    vpiHandle arg[CALL_ARGS];
    vpiHandle word[TN_CORE_BEATS]; /* of an argument that is a memory of beats */
    int words[CALL_ARGS];          /* of a vector; 0: not yet asked */
};

/* A task by its name; tables of them end with a NULL name. */
struct call_task {
    const char *name;
    void (*fn)(struct call *c);
};
extern const struct call_task call_stream_tasks[]; /* vpi_streams.c */
extern const struct call_task call_beat_tasks[];   /* vpi_beats.c */
extern const struct call_task call_pin_tasks[];    /* vpi_pins.c */

/* The call under way. */
struct call *call_this(void);
/* Word number at of the memory that is argument arg. */
vpiHandle call_word(struct call *c, int arg, unsigned at);

/* 32-bit words of an argument that is a vector, max at most. */
int call_words(struct call *c, int arg, int max);

/* Text, cut to fit. */
enum { CALL_TEXT = 64 };
void call_get_text(vpiHandle h, char text[CALL_TEXT]);

/* A value's low bits; an unknown one reads as 0 in the first, as 1 in the second. */
uint32_t call_get32(vpiHandle h);
uint64_t call_get64(vpiHandle h);
/* n words; an unknown bit reads as 1. */
void call_get_words(vpiHandle h, uint32_t *words, int n);
/* The same of 32 words at most; gives which of them have an unknown bit. */
uint32_t call_get_pins(vpiHandle h, uint32_t *words, int n);

/* Takes effect at once, without delay; n is CALL_VALUE_WORDS at most. */
void call_put_words(vpiHandle h, const uint32_t *words, int n);
void call_put32(vpiHandle h, uint32_t value);

#endif
