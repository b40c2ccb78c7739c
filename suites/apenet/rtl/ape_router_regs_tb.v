// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The registers of ape_router at every address, each bit of them, and its counters where they wrap (ape_router.md section 4). The bench
// writes the counters, which no traffic brings near their wrap.

`timescale 1ns / 1ps
`default_nettype none

module ape_router_regs_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer N = 6, OUT = 8, IN = 14, COORD_ME = 6, SIZE = 8, ORDER = 16, ARB = 17, HOPS = 18, PORT_EN = 19;
    localparam [15:0] COORD = 16'h9a5c;
    localparam [21:0] LATTICE = 22'h1a2b35;

    reg            clk = 1'b0, rst = 1'b1, wr = 1'b0, rd = 1'b0;
    reg  [11:0]    addr = 12'd0;
    reg  [31:0]    wdata = 32'd0;
    reg  [IN-1:0]  ool = 0, hops = 0, port = 0, head = 0;
    reg  [OUT-1:0] out = 0;
    wire [31:0]    rdata;
    wire [15:0]    coord;
    wire [21:0]    lattice;
    wire [5:0]     order, port_en;
    wire           round;
    wire [9:0]     limit;
    always #1 clk = !clk;

    ape_router_regs #(.LINK_N(N), .OUT_N(OUT), .IN_N(IN), .COORD(COORD), .LATTICE(LATTICE)) dut (
        .clk(clk), .rst(rst), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata), .coord(coord),
        .lattice(lattice), .order(order), .round(round), .hop_limit(limit), .port_en(port_en), .ev_ool(ool), .ev_hops(hops),
        .ev_port(port), .ev_head(head), .ev_out(out)
    );

    // ---- the page's registers, up to word 63: above it a node has its links'
    reg [31:0] due [0:63];
    function [31:0] bits_of;   // that software writes
        input integer word;
        case (word)
            COORD_ME: bits_of = 32'h0000ffff;
            SIZE: bits_of = 32'h003f3f7f;
            ORDER, PORT_EN: bits_of = 32'h0000003f;
            ARB: bits_of = 32'h00000001;
            HOPS: bits_of = 32'h000003ff;
            default: bits_of = 32'd0;
        endcase
    endfunction
    task reset_values;
        integer n;
        begin
            for (n = 0; n < 64; n = n + 1) due[n] = 32'd0;
            due[5] = 32'h41500001;
            due[COORD_ME] = COORD;
            due[SIZE] = LATTICE;
            due[ORDER] = 32'h06;
            due[ARB] = 32'd1;
            due[HOPS] = 32'h3ff;
            due[PORT_EN] = 32'h3f;
        end
    endtask
    task check;
        input ok;
        if (ok !== 1'b1) wrong = wrong + 1;
    endtask
    task look;  // at every address
        integer n;
        begin
            for (n = 0; n < 64; n = n + 1) begin
                addr = 4 * n;
                rd = 1'b1;
                @(negedge clk) rd = 1'b0;
                if (rdata !== due[n]) begin
                    wrong = wrong + 1;
                    $display("# register %0d: %0h, not %0h", n, rdata, due[n]);
                end
            end
            check(coord === due[COORD_ME][15:0] && lattice === due[SIZE][21:0] && order === due[ORDER][5:0]);
            check(round === due[ARB][0] && limit === due[HOPS][9:0] && port_en === due[PORT_EN][5:0]);
        end
    endtask
    function [31:0] ones;
        input [IN-1:0] of;
        integer        n;
        begin
            ones = 32'd0;
            for (n = 0; n < IN; n = n + 1) ones = ones + {31'd0, of[n]};
        end
    endfunction

    integer i, c;
    initial begin
        repeat (2) @(negedge clk);
        rst = 1'b0;
        reset_values;
        look;
        if (test("a write changes the bits of its register, and nothing else")) begin
            for (i = 0; i < 512; i = i + 1) begin
                addr = 4 * (i % 64);
                wdata = i < 64 ? 32'hffffffff : {rnd(65536), 16'd0} | rnd(65536);
                due[i%64] = bits_of(i % 64) == 32'd0 ? due[i%64] : wdata & bits_of(i % 64);
                wr = 1'b1;
                @(negedge clk) wr = 1'b0;
                if (i % 64 == 63) look;
            end
            judge;
        end
        if (test("each counter counts its events, all 32 bits of it, and wraps")) begin
            dut.ool_q = -32'd50;
            dut.hops_q = -32'd60;
            dut.port_q = -32'd70;
            dut.head_q = -32'd80;
            for (c = 0; c < 4; c = c + 1) due[20+c] = -32'd50 - 10 * c;
            for (c = 0; c < OUT; c = c + 1) begin
                dut.out_q[32*c+:32] = -32'd20 - c;
                due[24+c] = -32'd20 - c;
            end
            look;
            for (i = 0; i < 160; i = i + 1) begin
                {ool, hops, port, head, out} = 0;
                // one at a time, then many
                if (i < 56) begin
                    case (i % 4)
                        0: ool[i/4] = 1'b1;
                        1: hops[i/4] = 1'b1;
                        2: port[i/4] = 1'b1;
                        default: head[i/4] = 1'b1;
                    endcase
                    if (i < OUT) out[i] = 1'b1;
                end else begin
                    ool = i == 56 ? ~14'd0 : rnd(16384) & rnd(16384);
                    hops = i == 56 ? ~14'd0 : rnd(16384) & rnd(16384);
                    port = i == 56 ? ~14'd0 : rnd(16384) & rnd(16384);
                    head = i == 56 ? ~14'd0 : rnd(16384) & rnd(16384);
                    out = rnd(256) & rnd(256);
                end
                due[20] = due[20] + ones(ool);
                due[21] = due[21] + ones(hops);
                due[22] = due[22] + ones(port);
                due[23] = due[23] + ones(head);
                for (c = 0; c < OUT; c = c + 1) due[24+c] = due[24+c] + {31'd0, out[c]};
                @(negedge clk);
                if (i == 55) begin
                    {ool, hops, port, head, out} = 0;
                    look;
                end
            end
            {ool, hops, port, head, out} = 0;
            look;
            judge;
        end
        if (test("a reset of one cycle sets every register to its value")) begin
            rst = 1'b1;
            {ool, hops, port, head, out} = ~64'd0;
            wr = 1'b1;
            addr = 4 * HOPS;
            @(negedge clk) {rst, wr} = 2'b00;
            {ool, hops, port, head, out} = 0;
            reset_values;
            look;
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
