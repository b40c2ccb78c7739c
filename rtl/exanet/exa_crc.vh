// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// CRCs of ExaNet's words. Include behind exa_defs.vh inside a module that uses some of them.

`include "tn_crc32_dw.vh"

    // header: CRC-16/IBM-3740 of the bits below the CRC's, most significant byte first
    function [15:0] exa_crc16;
        input [127:0] word;
        reg   [7:0]   x;
        integer       i;
        begin
            exa_crc16 = 16'hffff;
            for (i = EXA_CRC_LSB / 8 - 1; i >= 0; i = i - 1) begin
                x         = exa_crc16[15:8] ^ word[8*i+:8];
                x         = x ^ (x >> 4);
                exa_crc16 = {exa_crc16[7:0], 8'd0} ^ {x[3:0], 12'd0} ^ {3'd0, x, 5'd0} ^ {8'd0, x};
            end
        end
    endfunction

    // footer: CRC-8, polynomial 07, of the bits around the CRC's own, most significant byte first
    function [7:0] exa_crc8;
        input [127:0] word;
        integer       i;
        integer       b;
        begin
            exa_crc8 = 8'hff;
            for (i = 15; i >= 0; i = i - 1)
                if (i != EXA_FTR_CRC_LSB / 8) begin
                    exa_crc8 = exa_crc8 ^ word[8*i+:8];
                    for (b = 0; b < 8; b = b + 1)
                        exa_crc8 = {exa_crc8[6:0], 1'b0} ^ (exa_crc8[7] ? 8'h07 : 8'h00);
                end
        end
    endfunction

    // payload: one word more into the register of a CRC-32, lane 0 first
    function [31:0] exa_crc32;
        input [31:0]  crc;
        input [127:0] lanes;
        exa_crc32 = tn_crc32_dw(tn_crc32_dw(tn_crc32_dw(tn_crc32_dw(crc, lanes[31:0]), lanes[63:32]),
                                            lanes[95:64]), lanes[127:96]);
    endfunction
