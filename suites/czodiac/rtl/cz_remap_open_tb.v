// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The open requests of each entry (cz_ioport_remap.md section 2): requests and ends in every combination, at no open
// request, at some and at 511, by direction and entry. A completion that ends nothing takes no request away, and
// such a one in the cycle of a request does not hide it.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_open_tb;
`include "tn_bench.vh"
    localparam integer FUNC_N = 3;

    reg                 clk = 0, rst = 1;
    reg  [FUNC_N-1:0]   ask_u = 0, end_u = 0, ask_d = 0, end_d = 0, forget = 0;
    wire [FUNC_N-1:0]   busy;
    wire [FUNC_N*9-1:0] open_u, open_d;
    always #1 clk = !clk;

    cz_remap_open #(.FUNC_N(FUNC_N)) dut (
        .clk(clk), .rst(rst), .ask_u2d(ask_u), .end_u2d(end_u), .ask_d2u(ask_d), .end_d2u(end_d), .forget(forget),
        .busy(busy), .open_u2d(open_u), .open_d2u(open_d)
    );

    integer want_u [0:FUNC_N-1];
    integer want_d [0:FUNC_N-1];
    integer i, n, bad = 0;

    function integer after;
        input integer was;
        input         asks, ends;
        begin
            after = was;
            if (was != 511) begin
                if (ends && after > 0) after = after - 1;
                if (asks) after = after + 1;
            end
        end
    endfunction

    // what is held before the edge, then the step
    task step;
        begin
            #0.5 for (i = 0; i < FUNC_N; i = i + 1) begin
                if (open_u[i*9 +: 9] !== want_u[i] || open_d[i*9 +: 9] !== want_d[i]) bad = bad + 1;
                if (busy[i] !== (want_u[i] != 0 || want_d[i] != 0 || ask_u[i] || ask_d[i])) bad = bad + 1;
            end
            @(posedge clk);
            for (i = 0; i < FUNC_N; i = i + 1) begin
                want_u[i] = rst || forget[i] ? 0 : after(want_u[i], ask_u[i], end_u[i]);
                want_d[i] = rst || forget[i] ? 0 : after(want_d[i], ask_d[i], end_d[i]);
            end
            @(negedge clk);
        end
    endtask

    task all_of; // each combination of request and end, in both directions, at what is open now
        input integer entry;
        for (n = 0; n < 16; n = n + 1) begin
            ask_u = n[0] << entry; end_u = n[1] << entry; ask_d = n[2] << entry; end_d = n[3] << entry;
            step;
        end
    endtask

    task still;
        begin ask_u = 0; end_u = 0; ask_d = 0; end_d = 0; forget = 0; end
    endtask

    initial begin
        for (i = 0; i < FUNC_N; i = i + 1) begin want_u[i] = 0; want_d[i] = 0; end
        @(posedge clk); @(negedge clk);
        rst = 0;

        for (n = 0; n < 4; n = n + 1) begin // the end that answers nothing, beside a request
            ask_u = 3'b010; end_u = 3'b010; step;
            still; end_u = 3'b010; step;
            still; ask_d = 3'b100; end_d = 3'b100; step;
            still; end_d = 3'b100; step;
        end
        still; step;
        verdict(bad, "an end of nothing beside a request hides no request");

        all_of(0); still;
        all_of(1); still;
        all_of(2); still;
        for (n = 0; n < 2000; n = n + 1) begin
            ask_u = $random; end_u = $random; ask_d = $random; end_d = $random;
            forget = n % 97 == 0 ? $random : 0;
            rst = n % 501 == 500;
            step;
        end
        rst = 0; still;
        verdict(bad, "requests and ends are counted by entry and direction");

        for (n = 0; n < 520; n = n + 1) begin ask_u = 3'b001; ask_d = n % 2 ? 3'b001 : 3'b000; step; end
        still;
        for (n = 0; n < 20; n = n + 1) begin end_u = 3'b001; ask_u = n % 3 == 0 ? 3'b001 : 3'b000; step; end
        still; step;
        verdict(bad + (open_u[8:0] !== 9'd511), "at 511 the number is unknown, and stays");
        forget = 3'b001; step;
        still; step;
        verdict(bad + (open_u[8:0] !== 9'd0), "until the entry is written");
        $finish;
    end
endmodule

`default_nettype wire
