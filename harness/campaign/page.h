/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Parts of the report page: text, bars, tables.
 */
#ifndef TN_PAGE_H
#define TN_PAGE_H

#include <tn/campaign.h>

#include <stdio.h>

/* Faults of one row, by outcome; n counts those that struck. */
struct tn_counts {
    unsigned long n, of[TN_OUTCOMES];
};

void tn_page_head(FILE *f, const char *title);
void tn_page_foot(FILE *f);
/* text with <, >, & and quotes escaped, control characters shown. */
void tn_page_text(FILE *f, const char *text);
/* A stacked bar of the counts. */
void tn_page_bar(FILE *f, const struct tn_counts *c);
/* The cells "count share interval" of k of n; the interval also drawn. */
void tn_page_share(FILE *f, unsigned long k, unsigned long n);
/* The key of colours. */
void tn_page_legend(FILE *f);
/* Column chart of counts by powers of two: bin i holds 2^i to 2^(i+1)-1 cycles. */
void tn_page_histogram(FILE *f, const unsigned long *bin, unsigned bins);

#endif
