/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the cluster brings to benches.
 */
#include "cl_switch_pins.h"

static const struct tn_boundary *const boundaries[] = {&tn_cl_switch_boundary, NULL};
const struct tn_bench tn_bench_cluster = {.boundaries = boundaries};
