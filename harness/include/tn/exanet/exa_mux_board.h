/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Mux and demux are judged by the switch's scoreboard (<tn/exanet/exa_xbar_board.h>) on their models
 * (<tn/exanet/exa_mux.h>): a word means the same there. Its verdicts name the switch's rules.
 */
#ifndef TN_EXA_MUX_BOARD_H
#define TN_EXA_MUX_BOARD_H

/* The rule of checkers/exanet/spec/exa_mux.md for one of the switch's (EXX-...) or of a channel's
 * (EXA-CHN-..., at an output). Those of the channel stay the switch's; others as they are. */
const char *tn_exa_mux_rule(const char *rule);

#endif
