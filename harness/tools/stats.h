/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The statistics that tenter show --stats and --ladder gather over a capture.
 */
#ifndef TN_STATS_H
#define TN_STATS_H

#include <tn/event.h>

#include <stdio.h>

struct tn_stats;
struct tn_stats *tn_stats_new(void); /* NULL on ENOMEM */
void tn_stats_event(struct tn_stats *s, const struct tn_event *ev);
void tn_stats_print(const struct tn_stats *s, FILE *f);
void tn_stats_free(struct tn_stats *s);

/* One line of the message-sequence chart: ev is the event that s counted last. */
void tn_ladder_line(FILE *f, const struct tn_stats *s, const struct tn_event *ev);

#endif
