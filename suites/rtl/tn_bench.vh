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

    // a header, but for its CRC
    function [111:0] bare;
        input [15:0] pdid;
        input [21:0] dst;
        input [41:0] addr;
        input [4:0]  kind;
        input [13:0] size;
        bare = {8'd0, addr, size, kind, dst, pdid, 5'd0};
    endfunction

    function [127:0] header;
        input [15:0] pdid;
        input [21:0] dst;
        input [41:0] addr;
        input [4:0]  kind;
        input [13:0] size;
        header = sealed(bare(pdid, dst, addr, kind, size));
    endfunction

    // an acknowledgment for block `to` (address bits 41:32)
    function [127:0] ack_word;
        input [15:0] pdid;
        input [21:0] dst;
        input [9:0]  to;
        input [13:0] tid;
        input [12:0] seq;
        input [3:0]  resp;
        ack_word = sealed({9'd0, pdid[15:4], seq[12], resp, tid, to, 14'd0, 5'd10, dst, seq[11:0], pdid[3:0], 5'd0});
    endfunction

    // the words of a packet, by the table of types: 0 a header alone, 1 with a footer, 3 with payload, too
    function [1:0] form_of;
        input [4:0]  kind;
        input [13:0] size;
        form_of = kind >= 16 || kind == 10 ? 2'd0 : size == 0 ? 2'd1 : 2'd3;
    endfunction

    // a type that there is, by number: 0 to 6 with a footer, 7 to 9 a header alone
    function [4:0] type_of;
        input integer n;
        case (n)
            0: type_of = 0;
            1: type_of = 1;
            2: type_of = 2;
            3: type_of = 3;
            4: type_of = 6;
            5: type_of = 9;
            6: type_of = 11;
            7: type_of = 10;
            8: type_of = 17;
            default: type_of = 18;
        endcase
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
