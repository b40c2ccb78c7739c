/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lines of vectors/cluster: packets as words of 2 bytes, runs of a lane as words of 3 bytes. Rules
 * of blocks need no vectors.
 */
#include "../../unit/vector.h"

static const struct vector_unit units[] = {
    {"packet", 2, false}, {"run", 3, true}, {NULL, 0, false}};
static const char *const blocks[] = {"CLL-", "CLS-", "CLN-", NULL};
static const struct vector_form form = {
    .fabric = "cluster", .number = TN_FABRIC_CLUSTER, .units = units, .blocks = blocks};

static void __attribute__((constructor)) give(void)
{
    vector_form(&form);
}
