/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two boards of ExaNet in a torus. Its bench names the lines.
 */
#include "ape_duts.h"

#include <tn/dut.h>

const struct tn_dut tn_dut_ape_boards = {
    .name = "ape_boards",
    .fabric = "apenet",
    .packet = "packet",
    TN_DUT_TRACE(tn_ape_boards_trace),
};
