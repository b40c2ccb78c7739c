// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// harness/bfm/tn_bfm_monitor.v by itself: C hears of a beat that was not held, and of a packet's end, in the cycle in which
// they are, both at once or one alone. done is what says so: it changes in such a cycle and in no other. (It did twice
// when the packet's last beat had changed: C heard of both with the next event.) The calls into C are this bench's own;
// with -DVERILATOR it is the monitor's other half, whose beats C reads by itself. Prints a line a case.

`timescale 1ns / 1ps
`default_nettype none

`define TN_SIM_VH
`define TN_MONITOR(id, beats, note)
`define TN_HELD(id, cycle, what, was, was_rest, now, now_rest) stream_tb.held(what)
`define TN_BEATS(id, start, cycle, beats, at, keep, last, port, ok) stream_tb.ended
`include "tn_bfm_monitor.v"

module stream_tb;
    localparam [4:0] NONE = 5'd0, FELL = 5'd1, CHANGED = 5'd2, OTHER = 5'd4;

    reg         clk = 1'b0;
    reg         rst = 1'b1;
    reg [63:0]  cycle = 64'd1;
    reg         valid = 1'b0;
    reg [127:0] data = 128'd0;
    reg [3:0]   keep = 4'hf;
    reg         last = 1'b0;
    reg         ready = 1'b0;
    wire        done;

    tn_bfm_monitor #(
        .ID(3)
    ) u_monitor (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(valid), .data(data), .keep(keep), .last(last), .port(4'd2),
        .ready(ready), .ok(3'd7), .done(done)
    );

    // ---- what C was told in this cycle
    reg [4:0] broken;
    reg       packet;

    // bits 0 unknown, 1 a beat waited, 2 valid
    task held(input integer what);
        broken = broken | (what == 2 ? FELL : what == 6 ? CHANGED : OTHER);
    endtask

    task ended;
        packet = 1'b1;
    endtask

    // ---- a cycle: a beat (its data are b in all bytes) and whether it is taken
    reg         was;
    reg         wrong;
    integer     n = 0;
    integer     wrongs = 0;

    task one(input v, input [7:0] b, input [3:0] k, input l, input r, input [4:0] rules, input handed);
        begin
            valid  = v;
            data   = {16{b}};
            keep   = k;
            last   = l;
            ready  = r;
            broken = NONE;
            packet = 1'b0;
            was    = done;
            #1 clk = 1'b1;
            #1;
`ifdef VERILATOR
            packet = u_monitor.note[2] === cycle;
`endif
            if (broken !== rules || packet !== handed || (done !== was) !== (rules != NONE || handed)) begin
                wrong = 1'b1;
                $display("# cycle %0d: rules %b, handed over %b, done %b -> %b", cycle, broken, packet, was, done);
            end
            clk   = 1'b0;
            cycle = cycle + 64'd1;
            #1;
        end
    endtask

    task idle;
        one(1'b0, 8'd0, 4'hf, 1'b0, 1'b1, NONE, 1'b0);
    endtask

    task told(input [8*64-1:0] what);
        begin
            idle;
            n = n + 1;
            if (wrong) wrongs = wrongs + 1;
            $display("%0sok %0s", wrong ? "not " : "", what);
            wrong = 1'b0;
        end
    endtask

    integer i;
    initial begin
        wrong = 1'b0;
        idle;
        rst = 1'b0;
        idle;

        one(1'b1, 8'd1, 4'hf, 1'b0, 1'b1, NONE, 1'b0);
        one(1'b1, 8'd2, 4'h7, 1'b1, 1'b0, NONE, 1'b0);
        one(1'b1, 8'd2, 4'h7, 1'b1, 1'b1, NONE, 1'b1);
        told("a packet is told with its last beat");

        one(1'b1, 8'd1, 4'hf, 1'b1, 1'b0, NONE, 1'b0);
        one(1'b1, 8'd9, 4'hf, 1'b1, 1'b1, CHANGED, 1'b1);
        told("a last beat that changed is told with its packet");

        one(1'b1, 8'd1, 4'h5, 1'b1, 1'b1, NONE, 1'b1);
        told("a last beat with holes ends its packet");

        one(1'b1, 8'd1, 4'hf, 1'b1, 1'b0, NONE, 1'b0);
        one(1'b1, 8'd1, 4'hb, 1'b1, 1'b1, CHANGED, 1'b1);
        told("a last beat that changed and has holes is told with its packet");

        one(1'b1, 8'd1, 4'hf, 1'b1, 1'b0, NONE, 1'b0);
        one(1'b1, 8'd2, 4'hf, 1'b1, 1'b0, CHANGED, 1'b0);
        one(1'b1, 8'd2, 4'hf, 1'b1, 1'b1, NONE, 1'b1);
        told("a beat that changes while it waits is told then");

        one(1'b1, 8'd1, 4'hf, 1'b0, 1'b0, NONE, 1'b0);
        one(1'b1, 8'd2, 4'hf, 1'b0, 1'b1, CHANGED, 1'b0);
        one(1'b1, 8'd3, 4'hf, 1'b1, 1'b1, NONE, 1'b1);
        told("a beat amid a packet that changed is told by itself");

        one(1'b1, 8'd1, 4'hf, 1'b1, 1'b0, NONE, 1'b0);
        one(1'b0, 8'd1, 4'hf, 1'b1, 1'b0, FELL, 1'b0);
        told("valid that falls is told by itself");

        one(1'b1, 8'd1, 4'hf, 1'b0, 1'b0, NONE, 1'b0);
        one(1'b1, 8'd1, 4'h3, 1'b0, 1'b1, CHANGED, 1'b1);
        one(1'b1, 8'd2, 4'hf, 1'b1, 1'b1, NONE, 1'b1);
        told("a beat with holes amid a packet hands over what came so far");

        for (i = 0; i < 63; i = i + 1) one(1'b1, i[7:0], 4'hf, 1'b0, 1'b1, NONE, 1'b0);
        one(1'b1, 8'd63, 4'hf, 1'b0, 1'b0, NONE, 1'b0);
        one(1'b1, 8'd64, 4'hf, 1'b0, 1'b1, CHANGED, 1'b1);
        one(1'b1, 8'd65, 4'hf, 1'b1, 1'b1, NONE, 1'b1);
        told("the last of 64 beats that changed is told with them");

        $finish(wrongs != 0);
    end
endmodule

`default_nettype wire
