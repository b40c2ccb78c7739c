// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What the modules of the data link layer share: classes and credits of a TLP, the CRC of a
// DLLP (PCIe 3.0 sections 2.2.1, 2.6.1 and 3.4.1). Include inside a module.

`include "tn_crc32_dw.vh"

    // the register from which two bytes of 0 lead to all ones: the LCRC begins behind them
    localparam [31:0] LCRC_START = 32'h9a1c9d90;
    // the register behind a right LCRC, and behind an inverted one
    localparam [31:0] LCRC_GOOD = 32'hdebb20e3;
    localparam [31:0] LCRC_NULL = 32'h00000000;

    localparam [7:0] DLLP_ACK   = 8'h00;
    localparam [7:0] DLLP_NAK   = 8'h10;
    localparam [1:0] FC_INIT1   = 2'd1;
    localparam [1:0] FC_UPDATE  = 2'd2;
    localparam [1:0] FC_INIT2   = 2'd3;

    // class of a TLP by its first byte: 0 posted, 1 non-posted, 2 completion
    function [1:0] dll_class;
        input [7:0] fmt_type;
        if (fmt_type[4:1] == 4'b0101)
            dll_class = 2'd2;
        else if (fmt_type[4] || (fmt_type[6] && fmt_type[4:0] == 5'd0))
            dll_class = 2'd0;
        else
            dll_class = 2'd1;
    endfunction

    // DWs of payload, and data credits, of a TLP by its first DW, in lane order
    function [11:0] dll_dws;
        input [31:0] dw;
        dll_dws = !dw[6] ? 12'd0 : {1'b0, {dw[17:16], dw[31:24]} == 10'd0, dw[17:16], dw[31:24]};
    endfunction
    function [8:0] dll_data_credits;
        input [31:0] dw;
        reg   [11:0] dws;
        begin
            dws = dll_dws(dw);
            dll_data_credits = dws[10:2] + {8'd0, dws[1:0] != 2'd0};
        end
    endfunction

    // CRC of a DLLP's four bytes in lane order, the byte sent first in the low byte
    function [15:0] dll_crc16;
        input [31:0] dw;
        integer      b;
        begin
            dll_crc16 = 16'hffff;
            for (b = 0; b < 32; b = b + 1)
                dll_crc16 = (dll_crc16 >> 1) ^ (dll_crc16[0] != dw[b] ? 16'hd008 : 16'h0000);
            dll_crc16 = ~dll_crc16;
        end
    endfunction
