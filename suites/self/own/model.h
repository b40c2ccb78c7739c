/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of my_filter (my_filter.md), and what it expects of a run.
 */
#ifndef MY_FILTER_MODEL_H
#define MY_FILTER_MODEL_H

#include <tn/event.h>
#include <tn/verdict.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The packet that leaves when in comes in, in place; false: it is dropped. */
bool my_filter(uint8_t *packet, size_t len, unsigned kind_max);

/* Packets that must still leave, and where a difference is told. */
struct my_expected;
struct my_expected *my_expected_new(unsigned kind_max, tn_verdict_fn *fn, void *ctx);
/* A packet has passed at "s_in" or "m_out". */
void my_expected_event(struct my_expected *x, const char *stream, const struct tn_event *ev);
/* The number of packets that must still leave. */
size_t my_expected_left(const struct my_expected *x);
/* The traffic has ended: a packet that is missing is told. Frees x; NULL is none. */
void my_expected_end(struct my_expected *x);

#endif
