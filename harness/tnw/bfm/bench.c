/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What TNW brings to benches.
 */
#include "tnw_show.h"

#include "../../sim/boundary.h"

static const struct tn_boundary *const boundaries[] = {&tn_tnw_pins_boundary, NULL};
const struct tn_bench_parts tn_bench_tnw = {.boundaries = boundaries};
