/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Fault-injection campaigns: a plan, the faults drawn from it, and their outcomes. The language of
 * plans is described in harness/campaign/README.md.
 */
#ifndef TN_CAMPAIGN_H
#define TN_CAMPAIGN_H

#include <tn/fault.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The outcome of a fault. */
enum tn_outcome {
    TN_NO_EFFECT,
    TN_CORRECTED,   /* a retransmission repaired the fault */
    TN_REPORTED,    /* a rule or an error register showed the fault, and no wrong data were used */
    TN_SILENT,      /* silent corruption: data were wrong or lost, and nothing showed it */
    TN_HANG,        /* the DUT stopped */
    TN_FALSE_ALARM, /* an error was shown although no data were wrong */
    TN_OUTCOMES,
    TN_NOT_STRUCK = TN_OUTCOMES, /* the fault's packet or bit never came: counted in no share */
    TN_BROKEN, /* the simulation of the fault ended by itself: a fault of Tenter */
    TN_OUTCOMES_ALL
};
/* Returns the name of the outcome, as reports print it. */
const char *tn_outcome_name(enum tn_outcome o);

/* Gives the Wilson score interval at 95 % of k successes in n trials (E. B. Wilson, JASA 22, 1927).
 * n = 0 gives 0 to 1. */
void tn_wilson(unsigned long k, unsigned long n, double *low, double *high);

enum { TN_PLAN_PATH = 512, TN_PLAN_SPACES = 32, TN_PLAN_GLOBS = 16, TN_PLAN_SAMPLE_MAX = 10000000 };

/* One line of the fault space: a kind of fault and the places that it may strike. */
struct tn_plan_space {
    struct tn_fault f; /* kind, arg and len as the plan gives them; the rest is drawn */
    char glob[TN_PLAN_GLOBS][TN_FAULT_WHERE]; /* patterns of the places */
    unsigned globs;
};

struct tn_plan {
    char path[TN_PLAN_PATH];
    char dut[64], sim[16], timing[16];
    char stimulus[TN_PLAN_PATH]; /* path of the capture, relative to the working directory */
    char map[256];               /* where packets enter, in the DUT's words; "-": the default */
    double scale;                /* cycles for each 4 ns of the capture */
    bool digest;                 /* every TLP gets a right digest */
    uint32_t packets;            /* packets of the stimulus */
    uint32_t window;             /* cycles that a run goes on after the fault */
    uint32_t sample;             /* number of faults to draw */
    uint64_t seed;
    struct tn_plan_space space[TN_PLAN_SPACES];
    unsigned spaces;
    char exclude[TN_PLAN_GLOBS][TN_FAULT_WHERE]; /* patterns of places that no fault strikes */
    unsigned excludes;
    char *text; /* contents of the file, owned; a database keeps them to recognise its plan */
};

/* Reads a plan. Returns 0, or negative errno with "file:line: message" in err. */
int tn_plan_read(const char *path, struct tn_plan *p, char *err, size_t err_size);
/* Frees the plan's text. */
void tn_plan_free(struct tn_plan *p);

enum { TN_SURVEY_LINES = 64 };

/* The places that faults can strike, as the survey run of the simulation printed them. */
struct tn_survey {
    struct tn_survey_state {
        char name[TN_FAULT_WHERE];
        uint32_t bits;
        uint64_t words; /* 0: a register */
        int64_t first;
    } * state;
    size_t states;
    struct tn_survey_packet {
        char link[16];
        uint32_t number; /* on its link, from 1 */
        uint64_t cycle;
        uint32_t bits;
    } * packet;
    size_t packets;
    char line[TN_SURVEY_LINES][16]; /* serial lines: their faults are by cycle */
    size_t lines;
    uint64_t start, end; /* cycles between which the stimulus is sent */
};

/* Adds one line that the survey run printed. Returns false when the line does not belong to a
 * survey. */
bool tn_survey_line(struct tn_survey *s, const char *line);
/* Frees the survey's arrays. */
void tn_survey_free(struct tn_survey *s);

/* A fault that was drawn. */
struct tn_drawn {
    struct tn_fault f;
    uint64_t arm; /* cycle by which the fault must be armed */
};

/* Draws the plan's sample; the same plan and survey give the same faults. Returns 0, or -ENOENT
 * when a line of the plan matches no place (err says which line). The caller frees the array *out.
 */
int tn_space_draw(const struct tn_plan *p, const struct tn_survey *s, struct tn_drawn **out,
                  char *err, size_t err_size);

#endif
