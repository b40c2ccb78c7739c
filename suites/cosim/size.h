/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * How many packets a suite sends: TN_PACKETS or TN_TLPS says it, and a suite that sends fewer has failed. A suite calls
 * size_asked() where it learns its size and tn_sim_sent() where the packets are through the block.
 */
#ifndef COSIM_SIZE_H
#define COSIM_SIZE_H

#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Returns the number in an environment variable, or `otherwise` when the variable is not set,
 * divided by `share`. A variable without a number, and a size of 0, end the test. */
static inline unsigned long size_of_run(const char *variable, unsigned long otherwise, unsigned share)
{
    const char *text = getenv(variable);
    char *end = NULL, what[160];
    const unsigned long n = (text ? strtoul(text, &end, 0) : otherwise) / share;
    if (n > 0 && !(text && *end))
        return n;
    snprintf(what, sizeof what, "%s='%.40s' asks for no packet, so that nothing would be tested", variable, text ? text : "");
    print_message("%s\n", what);
    tn_sim_failed(NULL, 0, 0, what);
    fail();
    return 0;
}

/* Returns the same number, and holds the suite to it: tn_sim_sent() must tell of as many
 * packets. */
static inline unsigned long size_asked(const char *variable, unsigned long otherwise, unsigned share)
{
    const unsigned long n = size_of_run(variable, otherwise, share);
    tn_sim_asked(n);
    return n;
}

#endif
