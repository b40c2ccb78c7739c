/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Names of rules for the board of mux and demux. The switch's board (<tn/exanet/exa_xbar_board.h>)
 * judges both blocks by their models (<tn/exanet/exa_mux.h>), and its verdicts name rules of the
 * switch.
 */
#ifndef TN_EXA_MUX_BOARD_H
#define TN_EXA_MUX_BOARD_H

/* Returns the rule of checkers/exanet/spec/exa_mux.md for a rule of the switch (EXX-...). A rule of
 * the channel at an output (EXA-CHN-...) becomes the switch's rule for it; any other rule is
 * returned unchanged. */
const char *tn_exa_mux_rule(const char *rule);

#endif
