/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The statistics that tenter show --stats and --ladder gather over a capture.
 */
#ifndef TN_STATS_H
#define TN_STATS_H

#include <tn/capture.h>
#include <tn/event.h>
#include <tn/rules.h>

#include <stdio.h>

struct tn_stats;
struct tn_stats *tn_stats_new(const struct tn_check_params *par); /* NULL on ENOMEM */
/* Counts the event. Returns the time since the packet that it answers, ns, or -1. */
long long tn_stats_event(struct tn_stats *s, const struct tn_event *ev);
/* Takes note of a request or an answer, before the event is counted that brought it; s is a struct tn_stats. */
void tn_stats_pair(void *s, const struct tn_pair *p);
void tn_stats_print(const struct tn_stats *s, const struct tn_reader *r, FILE *f);
void tn_stats_free(struct tn_stats *s);

/* One line of the message-sequence chart: ev is the event that s counted last. */
void tn_ladder_line(FILE *f, const struct tn_stats *s, const struct tn_event *ev, uint64_t start_ns);

#endif
