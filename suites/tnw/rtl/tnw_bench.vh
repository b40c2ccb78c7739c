// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What TNW benches share: random numbers, CRCs bit by bit from the fabric's page, verdict lines.
// Include inside a bench.

    localparam [31:0] IDLES = 32'h07070707;

    // xorshift32: the same numbers on every simulator
    reg [31:0] rnd_q = 32'd90210;
    function [31:0] rnd;
        input integer below;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q % below;
        end
    endfunction

    // CRC-32/ISO-HDLC, a byte more into the register
    function [31:0] crc32_byte;
        input [31:0] crc;
        input [7:0]  octet;
        integer      b;
        begin
            crc32_byte = crc;
            for (b = 0; b < 8; b = b + 1)
                crc32_byte = (crc32_byte >> 1) ^ (crc32_byte[0] != octet[b] ? 32'hedb88320 : 32'd0);
        end
    endfunction

    function [31:0] crc32_word;  // in lane order
        input [31:0] crc;
        input [31:0] w;
        crc32_word = crc32_byte(crc32_byte(crc32_byte(crc32_byte(crc, w[7:0]), w[15:8]), w[23:16]), w[31:24]);
    endfunction

    // a control word: code, seq, CRC-8 over field bits 23:8, octet
    function [31:0] control;
        input integer code;
        input integer seq;
        input [7:0]   octet;
        reg [15:0]    body;
        reg [7:0]     crc;
        integer       b;
        begin
            body = {code[2:0], seq[4:0], 8'd0};
            crc = 8'hff;
            for (b = 15; b >= 0; b = b - 1)
                crc = {crc[6:0], 1'b0} ^ (crc[7] != body[b] ? 8'h07 : 8'h00);
            control = {body, crc, octet};
        end
    endfunction

    task verdict;
        input integer    wrong;
        input [8*96-1:0] name;
        if (wrong == 0) $display("ok %0s", name);
        else begin
            $display("not ok %0s", name);
            $display("# %0d times", wrong);
        end
    endtask
