/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Parts of the report page: text, bars, tables.
 */
#ifndef TN_PAGE_H
#define TN_PAGE_H

#include <tn/campaign.h>

#include <stdio.h>

/* Numbers of faults in one row. */
struct tn_counts {
    unsigned long n;               /* faults that struck */
    unsigned long of[TN_OUTCOMES]; /* faults with each outcome */
};

/* Writes the head of the page. */
void tn_page_head(FILE *f, const char *title);
/* Writes the end of the page. */
void tn_page_foot(FILE *f);
/* Writes text with <, >, & and quotes escaped and control characters made visible. */
void tn_page_text(FILE *f, const char *text);
/* Writes a stacked bar of the counts. */
void tn_page_bar(FILE *f, const struct tn_counts *c);
/* Writes the cells count, share and interval of k in n; the interval is also drawn. */
void tn_page_share(FILE *f, unsigned long k, unsigned long n);
/* Writes the key of colours. */
void tn_page_legend(FILE *f);
/* Writes a column chart of counts by powers of two: bin i holds 2^i to 2^(i+1)-1 cycles. */
void tn_page_histogram(FILE *f, const unsigned long *bin, unsigned bins);

#endif
