/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a program tells its user: a line, whatever stands in the names it repeats.
 */
#ifndef TN_SAY_H
#define TN_SAY_H

/* "who: text" and a newline on stderr; control characters as \xHH, and no more than 8191
 * bytes. */
void tn_say(const char *who, const char *text);

#endif
