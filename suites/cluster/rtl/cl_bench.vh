// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What the cluster's benches share: random numbers, the CRC bit by bit from the fabric's page, verdict lines.
// Include inside a bench.

    localparam [15:0] COMMA = 16'hc5bc;

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

    // CRC-16/IBM-3740, a word more into the register, its bit 15 first
    function [15:0] crc_word;
        input [15:0] crc;
        input [15:0] word;
        integer      b;
        begin
            crc_word = crc;
            for (b = 15; b >= 0; b = b - 1)
                crc_word = {crc_word[14:0], 1'b0} ^ (crc_word[15] != word[b] ? 16'h1021 : 16'h0000);
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
