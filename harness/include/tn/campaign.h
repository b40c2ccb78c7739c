/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Fault-injection campaigns: a plan, the faults drawn from it, their outcomes.
 * The plan's language: harness/campaign/README.md.
 */
#ifndef TN_CAMPAIGN_H
#define TN_CAMPAIGN_H

#include <tn/fault.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What became of a fault. */
enum tn_outcome {
    TN_NO_EFFECT,
    TN_CORRECTED, /* by retransmission */
    TN_REPORTED,  /* by a rule or an error register, and no wrong data used */
    TN_SILENT,    /* silent corruption: wrong or lost data and no sign of it */
    TN_HANG,
    TN_FALSE_ALARM, /* a sign, and nothing was wrong */
    TN_OUTCOMES,
    TN_NOT_STRUCK = TN_OUTCOMES, /* its packet or bit never came: counted in no share */
    TN_BROKEN, /* the simulation of this fault ended by itself: a fault of ours */
    TN_OUTCOMES_ALL
};
const char *tn_outcome_name(enum tn_outcome o);

/* Wilson score interval of k successes in n trials at 95 % (E. B. Wilson, JASA 22,
 * 1927). n 0 gives 0 to 1. */
void tn_wilson(unsigned long k, unsigned long n, double *low, double *high);

enum { TN_PLAN_PATH = 512, TN_PLAN_SPACES = 32, TN_PLAN_GLOBS = 16, TN_PLAN_SAMPLE_MAX = 10000000 };

/* One line of the fault space: a kind and the places it may strike. */
struct tn_plan_space {
    struct tn_fault f; /* kind, arg and len as given; the rest is drawn */
    char glob[TN_PLAN_GLOBS][TN_FAULT_WHERE];
    unsigned globs;
};

struct tn_plan {
    char path[TN_PLAN_PATH];
    char dut[64], sim[16], timing[16];
    char stimulus[TN_PLAN_PATH]; /* a path that can be opened from here */
    char map[256]; /* where packets enter, in the DUT's words; "-" its default */
    double scale;
    bool digest;
    uint32_t packets, window;    /* TLPs of the stimulus; cycles run after the fault */
    uint32_t sample;             /* faults */
    uint64_t seed;
    struct tn_plan_space space[TN_PLAN_SPACES];
    unsigned spaces;
    char exclude[TN_PLAN_GLOBS][TN_FAULT_WHERE];
    unsigned excludes;
    char *text; /* the file, owned: a database keeps it to know its plan again */
};

/* Reads a plan; 0, or negative errno with "file:line: message" in err. */
int tn_plan_read(const char *path, struct tn_plan *p, char *err, size_t err_size);
void tn_plan_free(struct tn_plan *p);

enum { TN_SURVEY_LINES = 8 };

/* What can be struck, as the survey run of the simulation told. */
struct tn_survey {
    struct tn_survey_state {
        char name[TN_FAULT_WHERE];
        uint32_t bits;
        uint64_t words; /* 0: a register */
        int64_t first;
    } *state;
    size_t states;
    struct tn_survey_packet {
        char link[16];
        uint32_t number; /* on its link, from 1 */
        uint64_t cycle;
        uint32_t bits;
    } *packet;
    size_t packets;
    char line[TN_SURVEY_LINES][16]; /* serial lines: their faults are by cycle */
    size_t lines;
    uint64_t start, end; /* cycles between which the stimulus is sent */
};

/* Takes one line that the survey printed; false when it is none of its lines. */
bool tn_survey_line(struct tn_survey *s, const char *line);
void tn_survey_free(struct tn_survey *s);

/* One fault drawn: its text, and the cycle by which it must be armed. */
struct tn_drawn {
    struct tn_fault f;
    uint64_t arm;
};

/* Draws the plan's sample: the same plan and survey give the same faults. 0, or
 * -ENOENT when a line of the plan matches nothing; err says which. The array is
 * the caller's to free. */
int tn_space_draw(const struct tn_plan *p, const struct tn_survey *s, struct tn_drawn **out,
                  char *err, size_t err_size);

#endif
