/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of cZodiac: its records are PCIe's, its rules those of the remapper, of the data link layer and of framing.
 */
#include <tn/face.h>

static const char *const rules[] = {"CZR-", "CZD-", "CZF-", NULL};

const struct tn_face tn_face_czodiac = {
    .name = "czodiac",
    .rules = rules,
    .dut = "cz_ioport_remap",
};
