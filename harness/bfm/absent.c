/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A module of the bench that a program asks for and the bench lacks.
 */
#include "bfm.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { UNUSABLE = 2 }; /* exit status of a run that cannot be done */

static char missed[TN_BFM_NAME]; /* the name that was looked for last and not found */

void tn_bfm_missed(const char *name)
{
    tn_bfm_name(missed, name);
}

void tn_bfm_absent(const char *kind, const char *(*nth)(unsigned i))
{
    const char *name;
    fflush(stdout);
    fprintf(stderr, "tenter: the bench has no %s '%s'; it has:", kind, missed);
    unsigned n = 0;
    for (unsigned i = 0; (name = nth(i)) != NULL; i++)
        if (*name) {
            fprintf(stderr, " %s", name);
            n++;
        }
    fprintf(stderr, "%s\n", n ? "" : " none");
    fflush(stderr);
    _exit(UNUSABLE); /* the simulator is in the middle of a cycle, and its own end would run the program on */
}
