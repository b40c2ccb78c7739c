/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lines of vectors/pcie: TLPs as double words, frames of a link as bytes.
 */
#include "../../unit/vector.h"

static const struct vector_unit units[] = {
    {"tlp", 4, false}, {"frame", 1, true}, {"bytes", 1, false}, {NULL, 0, false}};
static const struct vector_form form = {.fabric = "pcie", .number = TN_FABRIC_PCIE, .units = units};

static void __attribute__((constructor)) give(void)
{
    vector_form(&form);
}
