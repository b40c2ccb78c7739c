/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Filter expressions of tenter show: fields, comparisons, && || ! ().
 */
#ifndef TN_FILTER_H
#define TN_FILTER_H

#include <tn/event.h>

#include <stdbool.h>
#include <stddef.h>

struct tn_filter;

/* NULL with one line in err (column counted from 1) when text is malformed. */
struct tn_filter *tn_filter_parse(const char *text, char *err, size_t err_size);
bool tn_filter_match(const struct tn_filter *f, const struct tn_event *ev);
void tn_filter_free(struct tn_filter *f);

#endif
