/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The report of a campaign: a table for the terminal, a page for the browser.
 */
#ifndef TN_REPORT_H
#define TN_REPORT_H

/* Prints the outcomes. html, unless NULL, is the path of the page, which is written whole or not at
 * all. Returns an exit code: 0, or 2 with a message. */
int tn_campaign_report(const char *db, const char *html);

#endif
