// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// CRCs of a TNW link. Include inside a module that uses some of them.

`include "tn_crc32_dw.vh"

    // feedback: CRC-8, polynomial 07, init FF, of field bits 23:8, most significant first
    function [7:0] tnw_crc8;
        input [15:0] body;
        integer      b;
        begin
            tnw_crc8 = 8'hff;
            for (b = 15; b >= 0; b = b - 1)
                tnw_crc8 = {tnw_crc8[6:0], 1'b0} ^ (tnw_crc8[7] != body[b] ? 8'h07 : 8'h00);
        end
    endfunction

    // packet: one word more into the register of its CRC-32, lane 0 first
    function [31:0] tnw_crc32;
        input [31:0] crc;
        input [31:0] lanes;
        tnw_crc32 = tn_crc32_dw(crc, lanes);
    endfunction
