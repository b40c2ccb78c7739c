// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What APEnet benches share: random numbers, SECDED and CRC bit by bit from the fabric's page, headers, verdict lines.
// Include inside a bench.

    localparam [127:0] MAGIC = 128'hffffaaaa5555aaaaffffaaaa5555aaaa;
    localparam [127:0] START = 128'hffffbbbb6666bbbbffffbbbb6666bbbb;

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

    // SECDED of 120 bits: positions 3, 5, 6, 7, 9, ... for the data, parity k of those with bit k-1, parity 0 of all
    function [7:0] secded;
        input [119:0] d;
        integer       i, p, k;
        begin
            secded = 8'd0;
            p = 2;
            for (i = 0; i < 120; i = i + 1) begin
                p = p + 1;
                while ((p & (p - 1)) == 0) p = p + 1;
                for (k = 1; k < 8; k = k + 1) if (((p >> (k - 1)) & 1) == 1) secded[k] = secded[k] ^ d[i];
                secded[0] = secded[0] ^ d[i];
            end
            secded[0] = secded[0] ^ (^secded[7:1]);
        end
    endfunction

    function [127:0] sealed;
        input [119:0] d;
        sealed = {secded(d), d};
    endfunction

    // CRC-32/ISO-HDLC, a byte more into the register
    function [31:0] crc_byte;
        input [31:0] crc;
        input [7:0]  octet;
        integer      b;
        begin
            crc_byte = crc;
            for (b = 0; b < 8; b = b + 1)
                crc_byte = (crc_byte >> 1) ^ (crc_byte[0] != octet[b] ? 32'hedb88320 : 32'd0);
        end
    endfunction

    function [31:0] crc_lanes;  // byte 0 first
        input [31:0]  crc;
        input [127:0] w;
        integer       n;
        begin
            crc_lanes = crc;
            for (n = 0; n < 16; n = n + 1) crc_lanes = crc_byte(crc_lanes, w[8*n+:8]);
        end
    endfunction

    function [31:0] crc_number;  // byte 15 first
        input [31:0]  crc;
        input [127:0] w;
        integer       n;
        begin
            crc_number = crc;
            for (n = 15; n >= 0; n = n - 1) crc_number = crc_byte(crc_number, w[8*n+:8]);
        end
    endfunction

    function [31:0] crc_begin;  // header: bits 127:110, 42 and 4:0 as 0
        input [127:0] w;
        crc_begin = crc_number(32'hffffffff, {18'd0, w[109:43], 1'b0, w[41:5], 5'd0});
    endfunction

    function [127:0] footer;  // with its CRC, crc being the register behind header and payload; err 0
        input [31:0] crc;
        input [95:0] body;
        footer = {~crc_number(crc, {32'd0, body[95:48], 1'b0, body[46:0]}), body};
    endfunction

    // a header word; alone: header only
    function [127:0] header;
        input [15:0]  pid;
        input integer x, y, z, port;
        input         alone;
        input integer len;
        input [47:0]  addr;
        header = sealed({10'd0, addr, len[13:0], alone, 4'd1, 1'b0, 1'b0, port[3:0], z[4:0], y[4:0], x[5:0], pid, 5'd0});
    endfunction

    function integer words_of;  // payload words of a header's packet
        input [127:0] w;
        words_of = w[47] ? 0 : (w[61:48] + 15) / 16;
    endfunction

    // a credit word: data and headers of VC 1 and VC 0
    function [127:0] credit_word;
        input integer d1, h1, d0, h0;
        credit_word = sealed({84'd0, d1[9:0], h1[7:0], d0[9:0], h0[7:0]});
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
