// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_pcs, its symbols back into itself over a line that moves each lane by bits and cycles: the line's check
// value of tnw.md section 5, borders, decoding, lanes, loss and return (tnw_link.md section 2).

`timescale 1ns / 1ps
`default_nettype none

module tnw_pcs_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    reg         clk = 1'b0, rst = 1'b1;
    reg  [31:0] data = IDLES;
    reg  [3:0]  flags = 4'b1111;
    wire [39:0] sym;
    reg  [39:0] rx = 40'd0;
    wire [31:0] out;
    wire [3:0]  out_flags, sync;
    wire        up;
    wire [2:0]  code_n, disp_n;
    always #2 clk = !clk;

    tnw_pcs dut (
        .clk(clk), .rst(rst), .tx_data(data), .tx_flags(flags), .tx_sym(sym), .rx_sym(rx), .rx_data(out),
        .rx_flags(out_flags), .rx_up(up), .rx_code_n(code_n), .rx_disp_n(disp_n), .obs_sync(sync)
    );

    // the line: lane i comes late[i] bits later, xored, and zero where it is cut
    integer     late [0:3];
    reg [99:0]  past [0:3];
    reg [109:0] all;
    reg [39:0]  xors = 40'd0;
    reg [3:0]   cut = 4'd0;
    integer     p;
    always @(negedge clk)
        for (p = 0; p < 4; p = p + 1) begin
            all = {sym[10*p+:10] ^ xors[10*p+:10], past[p]};
            past[p] = all[109:10];
            rx[10*p+:10] = cut[p] ? 10'd0 : past[p] >> (90 - late[p]);
        end

    integer i, k, n, codes, lane, cycle = 0;
    reg [31:0] crc, w;
    reg [35:0] sent [0:1023];  // what was sent in which cycle
    integer delay = -1, fell = 0;
    reg was_up = 1'b0;
    always @(posedge clk) begin
        sent[cycle % 1024] = {flags, data};
        if (was_up && !up) fell = fell + 1;
        was_up = up;
        if (cycle > 1 && !up && {out_flags, out, code_n, disp_n} !== {4'b1111, {4{8'hfe}}, 6'd0}) wrong = wrong + 1;
        cycle = cycle + 1;
    end

    task step;
        input [3:0]  f;
        input [31:0] d;
        begin
            flags = f;
            data = d;
            @(posedge clk);
            #1;
        end
    endtask
    task idle; input integer m; repeat (m) step(4'b1111, IDLES); endtask
    task restart;
        begin
            rst = 1'b1;
            idle(3);
            rst = 1'b0;
        end
    endtask
    task lates; input integer a, b, c, d; begin late[0] = a; late[1] = b; late[2] = c; late[3] = d; end endtask
    task bring_up;  // in 48 columns, the way through encoder, line and decoder of 12 cycles, and the slowest lane
        input integer more;
        begin
            n = 0;
            while (!up && n < 100) begin
                idle(1);
                n = n + 1;
            end
            if (n > 48 + 10 + more) begin
                wrong = wrong + 1;
                $display("# up after %0d", n);
            end
        end
    endtask
    task traffic;  // random words, each to come after the same time
        integer k;
        reg [31:0] mark;
        begin
            idle(20);
            mark = rnd(32'h7fffffff);
            step(4'd0, mark);
            delay = 1;
            while (out !== mark && delay < 40) begin
                step(4'd0, rnd(32'h7fffffff) | 32'h80000000);
                delay = delay + 1;
            end
            for (k = 0; k < 24; k = k + 1) begin
                if (rnd(4) == 0) step(4'b0001, {rnd(16777216), 8'hfb});
                else if (rnd(4) == 0) step(4'b1111, IDLES);
                else if (rnd(4) == 0) step(4'd0, IDLES);  // data of the same octets
                else step(4'd0, rnd(32'h7fffffff));
                if (!up || {out_flags, out} !== sent[(cycle - delay) % 1024] || code_n != 0 || disp_n != 0)
                    wrong = wrong + 1;
            end
        end
    endtask
    localparam [31:0] D21_5 = 32'hb5b5b5b5;  // balanced: nothing follows from it
    task calm; input integer m; repeat (m) step(4'd0, D21_5); endtask
    task bad;  // an invalid symbol on one lane
        begin
            cut[lane] = 1'b1;
            calm(1);
            cut[lane] = 1'b0;
        end
    endtask
    task up_with;  // aligned; lanes so many cycles late
        input integer a, b, c, d;
        begin
            lates(10 * a, 10 * b, 10 * c, 10 * d);
            restart;
            bring_up(8);
            calm(20);
        end
    endtask
    task up_on_time;  // aligned, bits where they are sent
        begin
            lates(0, 0, 0, 0);
            restart;
            bring_up(0);
            calm(10);
        end
    endtask

    initial begin
        for (i = 0; i < 4; i = i + 1) begin
            late[i] = 0;
            past[i] = 100'd0;
        end
        if (test("the page's line has CRC 286251A8, two cycles behind its words")) begin
            // the line of the page; the symbols of a word are seen two steps later
            restart;
            crc = 32'hffffffff;
            w = 32'hffffffff;
            for (i = 0; i < 53; i = i + 1) begin
                if (i < 4 || i >= 39) step(4'b1111, IDLES);
                else if (i == 4) step(4'b0001, 32'h0000d7fb);
                else if (i == 5) step(4'd0, 32'hb100abcd);
                else if (i == 38) step(4'd0, 32'ha72f77c6);
                else step(4'd0, {8'd3, 8'd2, 8'd1, 8'd0} + (i - 6) * 32'h04040404);
                if (i >= 1 && i <= 51) for (k = 0; k < 5; k = k + 1) crc = crc32_byte(crc, sym[8*k+:8]);
                if ((i == 1 && sym !== 40'h5f17c5f17c) || (i == 2 && sym !== 40'hd0f43d0f43) || (i == 5 && sym !== 40'h2e4b965c5b)
                    || (i == 6 && sym !== 40'h5c4b952d8d) || (i == 39 && sym !== 40'h51e7a3a1a6) || (i == 51 && sym !== 40'hcf0c3cf33c)) begin
                    wrong = wrong + 1;
                    $display("# word %0d: %h", i - 1, sym);
                end
            end
            if (~crc !== 32'h286251a8) begin
                wrong = wrong + 1;
                $display("# %h", ~crc);
            end
            judge;
        end

        // three commas are not enough, four with words between them are; an invalid symbol begins anew
        if (test("four commas, no invalid symbol between them, give a lane its borders")) begin
            for (lane = 0; lane < 4; lane = lane + 1) begin
                lates(0, 0, 0, 0);
                restart;
                idle(6);
                calm(8);
                if (sync != 0) wrong = wrong + 1;
                idle(1);
                calm(6);
                if (sync != 4'b1111) wrong = wrong + 1;
                restart;
                idle(6);
                calm(4);
                bad;
                idle(6);
                calm(8);
                if (sync != ~(4'd1 << lane)) wrong = wrong + 1;
                idle(1);
                calm(6);
                if (sync != 4'b1111) wrong = wrong + 1;
            end
            judge;
        end

        // Inverted, a comma is one of the other column: invalid where the lane is first inverted, valid from then on.
        if (test("an invalid symbol that is itself a comma starts the count with 1, any other with 0")) begin
            for (lane = 0; lane < 4; lane = lane + 1) begin
                lates(0, 0, 0, 0);
                restart;
                idle(6);  // three commas
                calm(6);
                xors[10*lane+:10] = 10'h3ff;
                calm(6);
                idle(6);  // the invalid one and two more
                calm(8);
                if (sync != ~(4'd1 << lane)) wrong = wrong + 1;
                idle(1);
                calm(8);
                if (sync != 4'b1111) wrong = wrong + 1;
                xors = 40'd0;
                restart;
                idle(4);  // two commas
                calm(4);
                bad;
                idle(5);  // three more, valid ones: the zeros left the disparity that the first of them needs
                calm(8);
                if (sync != ~(4'd1 << lane)) wrong = wrong + 1;
                idle(2);
                calm(8);
                if (sync != 4'b1111) wrong = wrong + 1;
            end
            judge;
        end

        if (test("each lane finds its borders at any bit, in 48 idle columns")) begin
            for (lane = 0; lane < 4; lane = lane + 1)
                for (i = 0; i < 10; i = i + 1) begin
                    lates(3, 7, 0, 9);
                    late[lane] = i;
                    restart;
                    bring_up(1);
                    traffic;
                    if (delay > 2 + 6 + 1) wrong = wrong + 1;
                end
            judge;
        end
        if (test("lanes up to 7 cycles apart come in one word, six cycles later at most")) begin
            for (lane = 0; lane < 4; lane = lane + 1)
                for (i = 0; i < 8; i = i + 1) begin
                    lates(4, 4, 4, 4);
                    late[lane] = 10 * i + 4;
                    restart;
                    bring_up(i + 1);
                    traffic;
                    if (delay > 2 + 6 + 1 + i) wrong = wrong + 1;
                    if (i % 2 == 1) lates(10 * i + 6, 10 * i + 6, 10 * i + 6, 10 * i + 6);
                    if (i % 2 == 1) begin
                        late[lane] = 6;
                        restart;
                        bring_up(i + 1);
                        traffic;
                        if (delay > 2 + 6 + 1 + i) wrong = wrong + 1;
                    end
                end
            judge;
        end
        if (test("lanes 8 cycles apart do not")) begin
            lates(0, 80, 80, 80);
            restart;
            idle(200);
            if (up || sync != 4'b1111) wrong = wrong + 1;
            judge;
        end

        if (test("a symbol that is none gives FE on its lane and one code error")) begin
            for (k = 0; k < 8; k = k + 1) begin
                lane = k % 4;
                if (k < 4) up_on_time;
                else up_with(lane == 0 ? 0 : 7, lane == 1 ? 0 : 7, lane == 2 ? 0 : 7, lane == 3 ? 0 : 7);
                n = 0;
                codes = 0;
                for (i = 0; i < 20; i = i + 1) begin
                    if (i == 0) bad;
                    else calm(1);
                    codes = codes + code_n;
                    n = n + disp_n;
                    if ({out_flags, out} !== {4'd0, D21_5}
                        && (code_n != 1 || {out_flags, out} !== {4'd1 << lane, D21_5 & ~(32'hff << 8 * lane) | 32'hfe << 8 * lane}))
                        wrong = wrong + 1;
                end
                if (codes != 1 || n != 0) wrong = wrong + 1;
            end
            judge;
        end

        // D0.0 turned round on two lanes; the next unbalanced symbol contradicts what its bits left behind
        if (test("a symbol of the other column gives FE and a disparity error")) begin
            for (k = 0; k < 2; k = k + 1) begin
                if (k == 0) up_on_time;
                else up_with(0, 7, 0, 7);
                step(4'd0, 32'd0);
                calm(1);
                xors = {10'd0, 10'h3ff, 10'd0, 10'h3ff};
                calm(1);
                xors = 40'd0;
                n = 0;
                for (i = 0; i < 24; i = i + 1) begin
                    if (i < 3) calm(1);
                    else step(4'd0, 32'h20202020);
                    if (disp_n != 0) begin
                        n = n + 1;
                        if (disp_n != 2 || out_flags != 4'b0101 || {out[23:16], out[7:0]} !== 16'hfefe) wrong = wrong + 1;
                    end
                    if (code_n != 0) wrong = wrong + 1;
                end
                if (n != 2) wrong = wrong + 1;
            end
            judge;
        end

        if (test("four invalid symbols, less one for four valid, take the borders")) begin
            for (lane = 0; lane < 4; lane = lane + 1) begin
                up_on_time;
                fell = 0;
                repeat (3) bad;  // 3
                calm(4);         // 2
                bad;
                calm(7);         // 2: three of them did not suffice
                bad;             // 3
                calm(6);
                if (fell != 0 || sync != 4'b1111) wrong = wrong + 1;
                calm(2);         // 1
                repeat (2) bad;
                calm(3);         // 3
                bad;
                calm(6);
                if (fell != 1 || sync != ~(4'd1 << lane)) wrong = wrong + 1;
                bring_up(0);
                traffic;
            end
            judge;
        end

        // D0.0 turned round is of the other column, and so is the next that is not: each is an error
        if (test("disparity errors take the borders as code errors do")) begin
            for (lane = 0; lane < 4; lane = lane + 1) begin
                up_on_time;
                fell = 0;
                for (i = 0; i < 40; i = i + 1) begin
                    xors[10*lane+:10] = i == 4 || i == 20 || i == 22 ? 10'h3ff : 10'd0;
                    step(4'd0, 32'd0);
                    if (i == 18 && fell != 0) wrong = wrong + 1;  // two of them
                end
                if (fell != 1 || sync != ~(4'd1 << lane)) wrong = wrong + 1;  // four
            end
            judge;
        end
        if (test("the second column of /A/ must agree with the first, or is the first")) begin
            for (i = 0; i < 8; i = i + 1) begin
                lane = i % 4;
                lates(10, 10, 10, 10);
                restart;
                while (!dut.u_deskew.set_q) idle(1);
                late[lane] = i < 4 ? 0 : 20;
                n = 0;
                while (!up && n < 60) begin
                    idle(1);
                    n = n + 1;
                end
                if (n <= 20 || n > 40) wrong = wrong + 1;
                traffic;
            end
            judge;
        end
        if (test("four incomplete columns lower rx_up, and the lanes align anew")) begin
            for (lane = 0; lane < 4; lane = lane + 1) begin
                up_on_time;
                idle(20);
                fell = 0;
                repeat (3) begin  // one column of three is torn, in three words: never four without a whole one
                    late[lane] = 10;
                    late[(lane + 1) % 4] = 20;
                    idle(16);
                    lates(0, 0, 0, 0);
                    idle(32);
                end
                if (fell != 0 || !up) wrong = wrong + 1;
                late[lane] = 10;  // two of each column's words are incomplete now
                idle(7);
                if (fell != 0) wrong = wrong + 1;
                idle(33);
                if (fell != 1 || sync != 4'b1111) wrong = wrong + 1;
                bring_up(1);
                traffic;
            end
            judge;
        end
        $finish;
    end
    initial #400000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
