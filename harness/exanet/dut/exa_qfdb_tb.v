// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of a board: two of them, whose gateway lines the bench joins (harness/exanet/dut/exa_boards.vh).

`define EXA_BOARDS_TB exa_qfdb_tb
`define EXA_BOARDS_DUT "exa_qfdb"
`define EXA_LINES
`include "exa_boards.vh"
