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
struct tn_check_params;

/* NULL with one line in err (column counted from 1) when text is malformed, or asks for a value that
 * no packet can have. With a filter, err is empty or a hint on how a number was read. */
struct tn_filter *tn_filter_parse(const char *text, const struct tn_check_params *par, char *err,
                                  size_t err_size);
bool tn_filter_match(struct tn_filter *f, const struct tn_event *ev, const struct tn_check_params *par);
/* After the last packet: whether some comparison could not match in any of the packets that have its
 * field, as those of this fabric are; then err says which. */
bool tn_filter_in_vain(const struct tn_filter *f, const struct tn_check_params *par, char *err, size_t err_size);
void tn_filter_free(struct tn_filter *f);

#endif
