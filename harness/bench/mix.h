/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Mixes: random traffic as text, for the bench of any block of the kit. suites/mixes/README.md
 * describes the language.
 */
#ifndef TN_MIX_H
#define TN_MIX_H

#include <tn/bench.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MIX_LINES = 128, MIX_CHOICES = 8, MIX_STREAMS = 4, MIX_ERROR = 256, MIX_NAME = 64 };

/* A number that may be a parameter of the bench: the parameter's value, or 0, and a number. */
struct mix_number {
    char parameter[24]; /* "": none */
    long plus;
};

/* One of several ranges. */
struct mix_value {
    unsigned n;
    struct {
        struct mix_number low, high;
    } range[MIX_CHOICES];
};

enum mix_of { MIX_ONE, MIX_ALL, MIX_ANY };
/* Which of the streams or knobs of one name. */
struct mix_index {
    enum mix_of of;
    unsigned at; /* of MIX_ONE */
};

enum mix_op {
    MIX_SET,    /* place: a knob, index, value */
    MIX_WRITE,  /* addr, value */
    MIX_STALL,  /* place: a stream, index, value: cycles of 16 in which a word moves */
    MIX_GAP,    /* value: cycles between two rounds of packets */
    MIX_SEND,   /* streams, value: packets, percent, wishes */
    MIX_WAIT,   /* value: cycles */
    MIX_SETTLE, /* all that is under way comes to its end, and all registers are read */
    MIX_RESET,  /* value: cycles */
    MIX_REPEAT, /* value: how often; to: the line of its end */
    MIX_END,    /* to: the line of its repeat */
};

/* The wishes for a packet; values are drawn for each packet. */
struct mix_packet {
    unsigned n;
    struct {
        const char *field;
        struct mix_value value;
    } wish[TN_BENCH_WISHES];
};

struct mix_line {
    enum mix_op op;
    unsigned number; /* of the line in the file */
    bool every;      /* the line is done again and again, each time after `period` cycles */
    struct mix_value period;
    unsigned place;
    struct mix_index index;
    struct {
        unsigned place;
        struct mix_index index;
    } stream[MIX_STREAMS]; /* of MIX_SEND */
    unsigned streams;
    uint32_t addr;
    struct mix_value value;
    bool percent; /* value is hundredths of the packets of the run, over all streams of the line */
    struct mix_packet packet[MIX_CHOICES];
    unsigned packets;
    unsigned to;
};

struct mix {
    char name[MIX_NAME];
    char dut[MIX_NAME];
    struct {
        char name[24];
        char op; /* '=', '<' or '>': equal, at most, at least */
        long value;
    } need[MIX_CHOICES]; /* conditions on the bench's parameters */
    unsigned needs, lines;
    struct mix_line line[MIX_LINES];
};

/* Reads a mix. Returns 0, or -EINVAL or another negative errno with one line "path:line: message"
 * in err. The caller frees *out with free(). */
int tn_mix_read(const char *path, struct mix **out, char err[MIX_ERROR]);

enum mix_verdict { MIX_PASSED, MIX_FAILED, MIX_SKIPPED };
/* Plays a mix on the DUT that runs. why receives one line about a mix that failed or does not fit
 * the shape. Returns an enum mix_verdict, or negative errno. */
int tn_mix_play(const struct mix *m, char why[MIX_ERROR]);

/* The program `mixes`: plays the mixes that argv names, or all of a folder. Returns the exit
 * status. */
int tn_mixes_main(int argc, char **argv, const char *folder);

#endif
