/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lines of vectors/toy: packets as words of 4 bytes; with a point they are judged between points.
 */
#include "../../unit/vector.h"

static const struct vector_unit units[] = {{"packet", 4, false}, {NULL, 0, false}};
static const struct vector_form form = {
    .fabric = "toy", .number = TN_FABRIC_TOY, .units = units, .between = true};

static void __attribute__((constructor)) give(void)
{
    vector_form(&form);
}
