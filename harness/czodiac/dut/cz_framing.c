/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The framing of a PCIe link, one end.
 */
#include <tn/dut.h>

const struct tn_dut tn_dut_cz_framing = {
    .name = "cz_framing",
    .fabric = "czodiac",
    .packet = "frame",
};
