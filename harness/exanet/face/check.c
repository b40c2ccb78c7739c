/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What ExaNet adds to tenter check: what is known of paths and transfers, and what the form of a
 * capture says.
 */
#include "exanet.h"

#include <tn/rules.h>

#include <string.h>

enum { MULTIPATH, TRANSFERS };
static const struct tn_face_option options[] = {
    [MULTIPATH] = {.name = "multipath"},
    [TRANSFERS] = {.name = "transfers"},
    {.name = NULL},
};

static int option(struct tn_check_params *par, size_t i, const char *text, uint64_t n)
{
    (void)text;
    (void)n;
    *(i == MULTIPATH ? &par->multipath : &par->transfers) = true;
    return TN_EXIT_OK;
}

/* The senders of RoCEv2 packets wait as long as they like. */
static void origin(struct tn_check_params *par, const char *form)
{
    if (strcmp(form, "RoCEv2") == 0)
        par->completion_timeout_ns = UINT64_MAX / 2;
}

const struct tn_face_check tn_check_exanet = {
    .options = options, .option = option, .origin = origin};
