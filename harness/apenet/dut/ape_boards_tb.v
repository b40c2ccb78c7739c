// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of two boards of ExaNet in a torus (harness/exanet/dut/exa_boards.vh, ape_boards.vh).

`define EXA_BOARDS_TB ape_boards_tb
`define EXA_BOARDS_DUT "ape_boards"
`define EXA_BOARDS_JOINED "ape_boards.vh"
`include "exa_boards.vh"
