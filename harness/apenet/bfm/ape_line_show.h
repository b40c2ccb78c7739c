/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the words on lines, for who follows a whole run (harness/bfm/show.h).
 */
#ifndef TN_APE_LINE_SHOW_H
#define TN_APE_LINE_SHOW_H

#include "../../bfm/show.h"

/* A word is on a line: struct tn_ape_line_word. */
extern struct tn_show_list tn_show_ape_line;

/* Returns whether anybody receives words: a bench may spare the simulator its lines otherwise. */
bool tn_ape_line_watched(void);

#endif
