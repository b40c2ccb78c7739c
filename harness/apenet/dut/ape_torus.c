/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus of APEnet nodes. Its bench names the lines.
 */
#include "ape_duts.h"

#include <tn/dut.h>

const struct tn_dut tn_dut_ape_torus = {
    .name = "ape_torus",
    .fabric = "apenet",
    .packet = "message",
    .scope = "u_dut",
    .line_early = 300,
    TN_DUT_SESSION(tn_ape_torus_session),
    TN_DUT_TRACE(tn_ape_torus_trace),
};
