/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What ExaNet brings to benches.
 */
#include "exa_bench.h"

static const struct tn_boundary *const boundaries[] = {
    &tn_exa_source_boundary, &tn_exa_monitor_boundary, &tn_exa_pins_boundary, &tn_exa_line_boundary,
    NULL};
static const struct tn_saboteur_form *const saboteurs[] = {&tn_exa_saboteur_form, NULL};
const struct tn_bench_parts tn_bench_exanet = {.boundaries = boundaries, .saboteurs = saboteurs};
