/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A file that appears under its name only when it is whole: written as
 * path.part beside it, and renamed at the end.
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
    char part[4104]; /* where it is written */
    char path[4096];
    bool special; /* a device, a pipe, standard output: written in place */
};

/* Opens it for writing; "-" is standard output. 0, or -1 with errno. At most 4 can be
 * open at a time (EMFILE). */
int tn_part_open(struct tn_part *p, const char *path);
/* Renames into place when keep, else nothing is left; 0 or negative errno: a write
 * that failed earlier counts. Closes file, unless it is NULL: closed already. */
int tn_part_close(struct tn_part *p, bool keep);

/* What a message calls it: standard output when path is "-". */
const char *tn_part_name(const char *path);

/* From now on INT, TERM, HUP and PIPE remove what is open and then end this process as they
 * do; those that are ignored, or somebody handles, stay so. For a program's main. */
void tn_part_remove_on_signals(void);
/* Removes what is open now, for a program that handles signals itself; it may be called in a handler. */
void tn_part_remove_open(void);

#ifdef __cplusplus
}
#endif

#endif
