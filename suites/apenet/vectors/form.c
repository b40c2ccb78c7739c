/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lines of vectors/apenet: packets as words of 16 bytes, and words of a link of 17, each behind its
 * leading byte. Rules of blocks need no vectors.
 */
#include "../../unit/vector.h"

static const struct vector_unit units[] = {
    {"packet", 16, false}, {"words", 17, true}, {NULL, 0, false}};
static const char *const blocks[] = {"APL-", "APR-", "APN-", "APB-", NULL};
static const struct vector_form form = {
    .fabric = "apenet", .number = TN_FABRIC_APENET, .units = units, .blocks = blocks};

static void __attribute__((constructor)) give(void)
{
    vector_form(&form);
}
