/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the files that a program of a simulation plays.
 */
#ifndef TN_RUN_FILES_H
#define TN_RUN_FILES_H

#include <stdbool.h>

/* Plays a file; of_folder: the user named its folder. Returns 0, or 2 when that was not possible. */
typedef int tn_run_file_fn(void *ctx, const char *path, bool of_folder);

/* Calls fn for the file of that name, or for each file of that folder whose name has the suffix and
 * fits TN_TESTS, in the order of their names. Returns 0, or 2 when a call did or when there is no
 * such file, after a line on stderr. */
int tn_run_files(const char *program, const char *name, const char *suffix, tn_run_file_fn *fn,
                 void *ctx);

#endif
