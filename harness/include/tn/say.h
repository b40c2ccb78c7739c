/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages to the user: one line each, even if a name in the message has control characters.
 */
#ifndef TN_SAY_H
#define TN_SAY_H

/* Writes "who: text" and a newline to stderr. Control characters become \xHH; at most 8191 bytes
 * are written. */
void tn_say(const char *who, const char *text);

#endif
