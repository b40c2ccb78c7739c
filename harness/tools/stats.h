/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What tenter show --stats and --ladder gather over a capture.
 */
#ifndef TN_STATS_H
#define TN_STATS_H

#include <tn/event.h>

#include <stdbool.h>
#include <stdio.h>

struct tn_stats;
struct tn_stats *tn_stats_new(void); /* NULL on ENOMEM */
void tn_stats_event(struct tn_stats *s, const struct tn_event *ev);
void tn_stats_print(const struct tn_stats *s, FILE *f);
void tn_stats_free(struct tn_stats *s);

/* The part of it that ExaNet packets have. */
struct tn_stats_exa;
struct exa_packet;
struct tn_stats_exa *tn_stats_exa_new(void); /* NULL on ENOMEM */
/* Counts k; the time since what it answers, ns, or -1. */
long long tn_stats_exa_packet(struct tn_stats_exa *s, const struct tn_event *ev,
                              const struct exa_packet *k);
void tn_stats_exa_print(const struct tn_stats_exa *s, FILE *f); /* nothing when there were none */
void tn_stats_exa_free(struct tn_stats_exa *s);

/* The part of it that TNW records have. */
struct tn_stats_tnw;
struct tn_tnw_view;
struct tn_stats_tnw *tn_stats_tnw_new(void); /* NULL on ENOMEM */
/* Counts v; the time since the packet that it acknowledges was sent first, ns, or -1. */
long long tn_stats_tnw_record(struct tn_stats_tnw *s, const struct tn_event *ev,
                              const struct tn_tnw_view *v);
/* The last packet was sent before. */
bool tn_stats_tnw_again(const struct tn_stats_tnw *s);
void tn_stats_tnw_print(const struct tn_stats_tnw *s, FILE *f); /* nothing when there were none */
void tn_stats_tnw_free(struct tn_stats_tnw *s);

/* One line of the message-sequence chart: ev is the event that s counted last. */
void tn_ladder_line(FILE *f, const struct tn_stats *s, const struct tn_event *ev);
void tn_ladder_exa(FILE *f, const struct tn_event *ev, long long latency_ns);
void tn_ladder_tnw(FILE *f, const struct tn_event *ev, bool again, long long latency_ns);

#endif
