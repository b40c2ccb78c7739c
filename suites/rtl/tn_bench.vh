// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What ExaNet benches share: random numbers, header words worked out from the
// fabric's page (CRC bit by bit), verdict lines. Include inside a bench.

    localparam integer HDR = 0, PLD = 1, FTR = 2;

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

    function [127:0] rnd_word;
        input unused;
        reg [31:0] a, b, c;
        begin
            a = rnd(2147483647);
            b = rnd(2147483647);
            c = rnd(2147483647);
            rnd_word = {a ^ (b << 3), b, c, a ^ (c << 5)};
        end
    endfunction

    // the header word with its CRC, one bit at a time from bit 111 on
    function [127:0] sealed;
        input [111:0] body;
        reg   [15:0]  crc;
        reg           top;
        integer       b;
        begin
            crc = 16'hffff;
            for (b = 111; b >= 0; b = b - 1) begin
                top = crc[15] != body[b];
                crc = {crc[14:0], 1'b0};
                if (top) crc = crc ^ 16'h1021;
            end
            sealed = {crc, body};
        end
    endfunction

    function [127:0] header;
        input [15:0] pdid;
        input [21:0] dst;
        input [41:0] addr;
        input [4:0]  kind;
        input [1:0]  form;
        input [8:0]  len;
        header = sealed({pdid, dst, addr, kind, form, len, 16'd0});
    endfunction

    // With +only=NAME, what suites/rtl/mutants has time for, a bench that counts faults to its end may ask for its
    // verdicts at each fault, early: the one of that name ends it, when it is bad.
    reg [8*72-1:0] only = 0;
    reg            early = 1'b0;
    initial if (!$value$plusargs("only=%s", only)) only = 0;

    task verdict;
        input integer    wrong;
        input [8*72-1:0] name;
        if (wrong != 0 && (!early || name == only)) begin
            $display("not ok %0s", name);
            $display("# %0d times", wrong);
            if (early) $finish;
        end else if (!early) $display("ok %0s", name);
    endtask
