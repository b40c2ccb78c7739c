/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a campaign found: a table for the terminal, a page for the browser.
 */
#ifndef TN_REPORT_H
#define TN_REPORT_H

/* Prints the outcomes; with html, writes the page there as well, whole or not at
 * all. Exit code: 0, or 2 with a message. */
int tn_campaign_report(const char *db, const char *html);

#endif
