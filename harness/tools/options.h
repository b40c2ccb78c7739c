/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The options of a command that judges or reads packets: its own, and behind them those that the
 * faces of the fabrics add (struct tn_face_check).
 */
#ifndef TN_TOOLS_OPTIONS_H
#define TN_TOOLS_OPTIONS_H

#include <tn/face.h>

#include <getopt.h>

enum {
    TN_OPTIONS_MAX = 64,
    TN_OPTIONS_FACE = 256, /* getopt's value for the faces' first option */
};

/* Fills to (TN_OPTIONS_MAX + 1 entries) with own, which ends with a NULL name, and the faces'. */
void tn_options_make(const struct option *own, struct option *to);
/* Takes the faces' option opt (from TN_OPTIONS_FACE on) with its value into par; an exit code. */
int tn_options_take(const char *command, struct tn_check_params *par, int opt, const char *text);

#endif
