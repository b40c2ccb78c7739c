/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of tenter wave: what is asked for, and what was found in a waveform.
 */
#ifndef TN_TOOLS_WAVE_H
#define TN_TOOLS_WAVE_H

#include "recent.h"

#include <tn/capture.h>
#include <tn/wave.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TN_WAVE_MARKS = 26, TN_WAVE_SLOTS = 1 << 16, TN_WAVE_OPEN_SHOWN = 32 };

/* The time of a verdict in the waveform, for GTKWave. */
struct wave_mark {
    uint64_t tick;
    char rules[48]; /* those broken at that time, as many as have room */
    const struct tn_wave_link *link;
};

struct wave_job {
    const char *file, *out, *junit, *gtkw, *map, *scope, *only, *skip, *from, *to;
    bool list, check, json, quiet, fields;
    struct tn_check_params par;
    struct tn_wave *wave;
    struct tn_writer *writer;
    struct tn_recent *recent; /* packets to show with a verdict */
    struct {
        uint64_t packet, tick;
        const struct tn_wave_channel *channel;
    } when[TN_WAVE_SLOTS]; /* by the low bits of the packet number */
    char *map_text;
    uint64_t packets, failed, open_n;
    uint64_t *open; /* inconclusive verdicts by the rule's place */
    struct wave_mark mark[TN_WAVE_MARKS];
    unsigned mark_n;
    bool no_memory;
    bool cut;        /* the waveform is damaged, or ends in its middle */
    int write_error; /* negative errno */
};

/* Makes the session. Returns an exit code. */
int tn_wave_job_begin(struct wave_job *j);
/* Finds the channels among the signals that were declared, and opens the output. Returns an exit
 * code. */
int tn_wave_job_find(struct wave_job *j);
/* Ends the waveform, unless code says that it failed; reports, closes the output, frees. Returns an
 * exit code. */
int tn_wave_job_end(struct wave_job *j, int code);
/* Prints a time in nanoseconds with as many digits as the file's unit has. */
void tn_wave_print_time(FILE *f, uint64_t tick, int exponent);
/* Prints the channels. */
void tn_wave_report_list(const struct wave_job *j);
/* Prints a verdict. */
void tn_wave_report_verdict(struct wave_job *j, const struct tn_wave_link *link,
                            const struct tn_verdict *v);
/* Prints the last line. Returns how many rules were asked. */
size_t tn_wave_report_summary(const struct wave_job *j);
/* Writes the file of --junit, that of --gtkw. Return an exit code. */
int tn_wave_report_junit(const struct wave_job *j);
int tn_wave_report_gtkw(const struct wave_job *j);
/* Asked and failed, over all links. */
uint64_t tn_wave_asked(const struct wave_job *j, const char *rule);
uint64_t tn_wave_failed(const struct wave_job *j, const char *rule);

#endif
