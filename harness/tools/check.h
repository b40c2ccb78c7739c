/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of tenter check: the results that it gathers, and their report.
 */
#ifndef TN_TOOLS_CHECK_H
#define TN_TOOLS_CHECK_H

#include <tn/capture.h>
#include <tn/rules.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPEN_SHOWN = 32 }; /* inconclusive verdicts that the text has a line for */

struct link {
    char *name;
    struct tn_checker *checker;
};

struct check {
    struct tn_check_params par;
    const char *only, *skip, *junit;
    bool json, quiet;
    bool one_link; /* all points watch the same link */
    uint64_t failed, artefacts;
    uint64_t *open, open_n; /* inconclusive verdicts by the rule's place, NULL: none; and all */
    uint64_t unjudged; /* the first record of a fabric that nothing judges; 0: none */
    unsigned unjudged_fabric;
    struct tn_artefact_count order; /* ART-ORDER, which the rules find */
    struct link *links;
    unsigned link_n, link_cap;
    struct tn_checker **of_point; /* by point: found once each */
    unsigned point_n;
};

/* The kinds of artefact seen, a line each; counts them into k->artefacts. */
void tn_report_artefacts(struct check *k, const struct tn_reader *r);
/* The last line; returns how many rules were asked. */
size_t tn_report_summary(const struct check *k, uint64_t packets, const char *form);
/* The file of --junit; an exit code. */
int tn_report_junit(const struct check *k, const struct tn_reader *r, const char *file);

#endif
