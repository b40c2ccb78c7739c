/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Output files that appear under their name only when they are whole: a file is written as
 * path.part and renamed at the end.
 */
#ifndef TN_PART_H
#define TN_PART_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_part {
    FILE *file;
    char part[4104]; /* name while it is written */
    char path[4096]; /* name when it is whole */
    bool special;    /* a device, a pipe or standard output: written in place */
};

/* Opens a file for writing; "-" is standard output. Returns 0, or -1 with errno. At most 4 files
 * can be open at a time (EMFILE). */
int tn_part_open(struct tn_part *p, const char *path);
/* Closes p->file unless that is NULL, then renames the file into place (keep) or removes it.
 * Returns 0 or negative errno; a write that failed earlier counts as an error. */
int tn_part_close(struct tn_part *p, bool keep);

/* Returns the name for messages: path, or "standard output" when path is "-". */
const char *tn_part_name(const char *path);

/* Makes the signals INT, TERM, HUP and PIPE remove all open files before they end this process.
 * Signals that are ignored or have a handler stay so. A program's main calls this. */
void tn_part_remove_on_signals(void);
/* Removes all open files, for programs that handle signals themselves; safe in a signal handler. */
void tn_part_remove_open(void);

#ifdef __cplusplus
}
#endif

#endif
