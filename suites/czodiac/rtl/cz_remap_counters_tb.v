// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The remapper's counters (cz_ioport_remap.md section 2): each at its own address, of 32 bits, counts what it is
// for, wraps, and goes to 0 in rst. No traffic gets near the wrap: the bench writes them, each another number.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_counters_tb;
`include "tn_bench.vh"
    // events, in the order of their counters: FWD U2D P, NP, CPL, D2U P, NP, CPL; UR to users, to the device; ECRC_BAD
    // of U2D and of D2U are one counter; then rejects U2D 1 to 7, D2U 1 to 7
    localparam integer BAD = 8, BAD_D2U = 9, REJ_U2D = 10, REJ_D2U = 17, EVENT_N = 24;

    reg         clk = 0, rst = 1;
    reg  [9:0]  pulse = 0;
    reg         rej_u = 0, rej_d = 0;
    reg  [3:0]  cause_u = 0, cause_d = 0;
    reg  [11:0] addr = 0;
    wire [31:0] value;
    always #1 clk = !clk;

    cz_remap_counters dut (
        .clk(clk), .rst(rst), .left_u2d(pulse[2:0]), .left_d2u(pulse[5:3]), .ur_usr(pulse[6]), .ur_dev(pulse[7]),
        .bad_u2d(pulse[BAD]), .bad_d2u(pulse[BAD_D2U]), .rej_u2d(rej_u), .cause_u2d(cause_u), .rej_d2u(rej_d),
        .cause_d2u(cause_d), .addr(addr), .value(value)
    );

    // the counter of an event, by address / 4
    function [9:0] place;
        input integer e;
        if (e < BAD) place = 10'h100 + e;
        else if (e < REJ_U2D) place = 10'h108;
        else if (e < REJ_D2U) place = 10'h111 + (e - REJ_U2D);
        else place = 10'h121 + (e - REJ_D2U);
    endfunction

    reg [31:0] want [0:1023];
    integer    a, e, f, n, bad = 0;

    task read_all;
        for (a = 0; a < 4096; a = a + 4) begin
            addr = a;
            #0.01 if (value !== want[a/4]) begin
                bad = bad + 1;
                if (bad < 9) $display("# %03x: %h, not %h", a, value, want[a/4]);
            end
        end
    endtask

    task clear;
        for (a = 0; a < 1024; a = a + 1) want[a] = 0;
    endtask

    // all of them, from `from` down; those of no cause stay as they are, and are never shown
    task fill;
        input [31:0] from;
        input [31:0] step;
        begin
            for (f = 0; f < EVENT_N; f = f + 1) want[place(f)] = from - step * f;
            for (f = 0; f < 6; f = f + 1) dut.fwd[32*f+:32] = want[10'h100+f];
            for (f = 1; f < 8; f = f + 1) begin
                dut.rej_u[32*f+:32] = want[10'h110+f];
                dut.rej_d[32*f+:32] = want[10'h120+f];
            end
            dut.ur_usr_q = want[10'h106];
            dut.ur_dev_q = want[10'h107];
            dut.bad_q = want[10'h108];
        end
    endtask

    task happens;
        input integer which;
        begin
            if (which < REJ_U2D) pulse[which] = 1;
            else if (which < REJ_D2U) begin
                rej_u = 1;
                cause_u = which - REJ_U2D + 1;
            end else begin
                rej_d = 1;
                cause_d = which - REJ_D2U + 1;
            end
            want[place(which)] = want[place(which)] + 1;
        end
    endtask

    // causes stand there without a reject, too
    task tick;
        begin
            @(negedge clk);
            pulse = 0;
            rej_u = 0;
            rej_d = 0;
        end
    endtask

    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        clear;
        @(negedge clk) read_all;
        verdict(bad, "after rst every counter is 0, and so is every other address");

        bad = 0;
        fill(32'hffffff00, 32'h01010101);
        read_all;
        for (e = 0; e < 3; e = e + 1) tick;
        read_all;
        verdict(bad, "each counter has its own address and 32 bits, and stands otherwise");

        bad = 0;
        for (n = 0; n < EVENT_N; n = n + 1) begin
            fill(32'hffffffff, 32'd0);
            happens(n);
            tick;
            read_all;
        end
        verdict(bad, "each event counts one, wraps, and touches no other counter");

        bad = 0;
        fill(32'h7fffffff, 32'h00010000);
        for (n = 1; n < 8; n = n + 1) begin
            for (e = 0; e < REJ_U2D; e = e + 1) happens(e);
            happens(REJ_U2D + n - 1);
            happens(REJ_D2U + 7 - n);
            tick;
        end
        read_all;
        verdict(bad, "what happens in one cycle counts together");

        bad = 0;
        rst = 1;
        for (e = 0; e < EVENT_N; e = e + 1) happens(e);
        tick;
        rst = 0;
        clear;
        read_all;
        verdict(bad, "rst clears them all, whatever happens with it");
        $finish;
    end
endmodule

`default_nettype wire
