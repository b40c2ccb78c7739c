/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of tenter check: the results that it gathers, and their report.
 */
#ifndef TN_TOOLS_CHECK_H
#define TN_TOOLS_CHECK_H

#include "links.h"
#include "recent.h"

#include <tn/capture.h>
#include <tn/rules.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPEN_SHOWN = 32 }; /* inconclusive verdicts that the text has a line for */

struct check {
    struct tn_links links;
    const char *junit;
    bool json, quiet, fields, no_memory;
    bool fail_open; /* what is inconclusive counts as a violation does */
    struct tn_recent *recent;        /* packets to show with a verdict; NULL: none is shown */
    const struct tn_reader *reader;  /* of the capture */
    const char *file;                /* its path */
    const struct tn_protocol *apart_of; /* the fabric whose packets told whether clocks are apart; NULL: nobody asked */
    bool apart;
    uint64_t start_ns;               /* time stamps are shown as the time since then */
    uint64_t failed, artefacts;
    uint64_t *open, open_n; /* inconclusive verdicts by the rule's place, NULL: none; and all */
    uint64_t unjudged; /* the first record of a fabric that nothing judges; 0: none */
    unsigned unjudged_fabric;
    struct tn_artefact_count order; /* ART-ORDER, which the rules find */
};

/* A violation, or what stays open, with the packet's line and that of the packet it refers to. */
void tn_report_verdict(const struct check *k, const struct tn_verdict *v);
/* The kinds of artefact seen, a line each; counts them into k->artefacts. */
void tn_report_artefacts(struct check *k, const struct tn_reader *r);
/* The last lines, a summary by rule and one of all; returns how many rules were asked. */
size_t tn_report_summary(const struct check *k, uint64_t packets, const char *form);
/* The name of the fabric that a rule is of; "own" for a rule of a block of no fabric. */
const char *tn_report_fabric(const char *rule);
/* The file of --junit; an exit code. */
int tn_report_junit(const struct check *k, const struct tn_reader *r, const char *file);

#endif
