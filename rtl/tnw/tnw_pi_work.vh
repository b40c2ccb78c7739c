// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What is to be done with a TLP from the host, and the causes of tnw_pi.md section 2. Include inside a module that uses
// some of them.

    /* verilator lint_off UNUSEDPARAM */
    localparam [2:0] WORK_NONE  = 3'd0;
    localparam [2:0] WORK_WRITE = 3'd1;  // registers, a DW a cycle
    localparam [2:0] WORK_READ  = 3'd2;  // registers, a DW a cycle, and the answer
    localparam [2:0] WORK_UR    = 3'd3;  // an answer without data
    localparam [2:0] WORK_FRAG  = 3'd4;  // Pput, 16 bytes a cycle
    localparam [2:0] WORK_FORM  = 3'd5;  // a Pput window goes to ERROR
    localparam [2:0] WORK_CPL   = 3'd6;  // Nget: header, then 16 bytes a cycle

    localparam [3:0] CAUSE_MALF  = 4'd1;
    localparam [3:0] CAUSE_CPL   = 4'd2;
    localparam [3:0] CAUSE_UNSUP = 4'd3;
    localparam [3:0] CAUSE_EP    = 4'd4;
    localparam [3:0] CAUSE_NOBAR = 4'd5;
    localparam [3:0] CAUSE_REG   = 4'd6;
    localparam [3:0] CAUSE_REGRD = 4'd7;
    localparam [3:0] CAUSE_PPUT  = 4'd8;
    localparam [3:0] CAUSE_FINE  = 4'd9;
    /* verilator lint_on UNUSEDPARAM */
