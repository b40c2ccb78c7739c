/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tn_bug() reports a fault of Tenter itself. It is never for bad input and never for a bad DUT.
 */
#ifndef TN_BUG_H
#define TN_BUG_H

#ifdef __cplusplus
extern "C" {
#endif

/* Prints file, line and text to stderr and aborts. */
void tn_bug_at(const char *file, int line, const char *text) __attribute__((noreturn));

/* Aborts with the place of the call and the text. */
#define tn_bug(text) tn_bug_at(__FILE__, __LINE__, (text))
/* Aborts unless the condition holds. */
#define tn_require(cond) ((cond) ? (void)0 : tn_bug(#cond))

#ifdef __cplusplus
}
#endif

#endif
