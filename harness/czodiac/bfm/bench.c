/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cZodiac brings to benches: the rule of streams.
 */
#include "../../sim/boundary.h"

#include <tn/czodiac/handshake.h>

static const struct tn_stream_judge judge = {
    .rules = "CZR-STR-1", .seen = tn_checker_stream, .packet = tn_checker_stream_packet};
const struct tn_bench_parts tn_bench_czodiac = {.judge = &judge};
