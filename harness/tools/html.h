/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter show --html: the ladder and the verdicts as one page that needs nothing else. The page's
 * looks and its program are show.html; its data are made here.
 */
#ifndef TN_TOOLS_HTML_H
#define TN_TOOLS_HTML_H

#include "tools.h"

#include <tn/verdict.h>

struct tn_html;

/* Opens the page (<tn/part.h>) of the capture called name. Returns NULL with a message on failure. */
struct tn_html *tn_html_open(const char *path, const char *name);
/* Adds a packet; latency_ns is the time since the one that it answers, or -1. */
void tn_html_packet(struct tn_html *h, const struct tn_event *ev, const struct tn_look *look, long long latency_ns);
/* Adds a verdict; takes a copy. */
void tn_html_verdict(struct tn_html *h, const struct tn_verdict *v);
/* Ends the page; it appears when keep is set and all could be written. Returns 0 or negative errno. */
int tn_html_close(struct tn_html *h, bool keep);

#endif
