/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of cZodiac: its records are PCIe's, its rules those of the remapper and of the data link layer.
 */
#include <tn/face.h>

static const char *const rules[] = {"CZR-", "CZD-", NULL};

const struct tn_face tn_face_czodiac = {
    .name = "czodiac",
    .rules = rules,
    .dut = "cz_ioport_remap",
};
