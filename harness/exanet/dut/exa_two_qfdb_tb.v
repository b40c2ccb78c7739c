// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of two boards (harness/exanet/dut/exa_boards.vh).

`define EXA_BOARDS_TB exa_two_qfdb_tb
`define EXA_BOARDS_DUT "exa_two_qfdb"
`include "exa_boards.vh"
