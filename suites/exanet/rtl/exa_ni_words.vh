// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Footers and payload CRCs, worked out from the fabric's page bit by bit; all of
// tn_bench.vh. Include inside a bench.

`include "tn_bench.vh"

    function [127:0] footer;  // with its CRC as it should be
        input [31:0] crc;
        input [21:0] src;
        input [13:0] tid, seq;
        reg [119:0] body;
        reg [7:0]   c;
        reg         top;
        integer     i;
        begin
            body = {crc, 27'd0, seq, 11'd0, src, tid};
            c = 8'hff;
            for (i = 119; i >= 0; i = i - 1) begin
                top = c[7] != body[i];
                c = {c[6:0], 1'b0};
                if (top) c = c ^ 8'h07;
            end
            footer = {body[119:88], c, body[87:0]};
        end
    endfunction

    // payload of the packet to send or awaited: words in pay, lanes as on the channel
    reg [127:0] pay [0:15];
    function [31:0] pay_crc;
        input integer n;
        integer i, b;
        reg     low;
        begin
            pay_crc = 32'hffffffff;
            for (i = 0; i < n; i = i + 1)
                for (b = 0; b < 128; b = b + 1) begin
                    low = pay_crc[0] != pay[i][b];
                    pay_crc = pay_crc >> 1;
                    if (low) pay_crc = pay_crc ^ 32'hedb88320;
                end
            pay_crc = n == 0 ? 32'd0 : ~pay_crc;
        end
    endfunction
