/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of AXI ports: they have rules, and no records in captures.
 */
#include <tn/face.h>

static const char *const rules[] = {"AXI-", "AXS-", NULL};

extern const struct tn_wave_kind *const tn_waves_axi[];

const struct tn_face tn_face_axi = {.name = "axi", .rules = rules, .waves = tn_waves_axi};
