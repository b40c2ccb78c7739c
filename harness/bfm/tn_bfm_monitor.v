// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passive monitor of one stream: hands each transferred beat to C, and checks
// the handshake (AXI4-Stream: valid and what goes with it are held until
// ready; keep is contiguous).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_monitor #(
    parameter integer ID = 0 // index among the bench's monitors: the point
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         valid,
    input  wire [127:0] data,
    input  wire [3:0]   keep,
    input  wire         last,
    input  wire [3:0]   port,
    input  wire         ready,
    input  wire [2:0]   ok,
    output reg          done // toggles when C has something to deliver
);
    localparam integer VALID_FELL = 0, DATA_CHANGED = 1, KEEP_MIDDLE = 2, KEEP_LAST = 3,
                       UNKNOWN = 4;

    reg         stalled_q, open_q;
    reg [127:0] data_q; // of a stalled beat, and the rest of it
    reg [8:0]   rest_q;
    reg [2:0]   ok_q, ok_start_q;
    wire [8:0]   rest = {keep, last, port};
    wire [127:0] lanes = {{32{keep[3]}}, {32{keep[2]}}, {32{keep[1]}}, {32{keep[0]}}};
    wire         first = valid && !open_q && !stalled_q;
    wire [2:0]   ok_start = first ? ok_q : ok_start_q;

    initial done = 1'b0;

    always @(posedge clk) begin
        ok_q <= ok;
        if (rst) begin
            stalled_q <= 1'b0;
            open_q    <= 1'b0;
        end else begin
            ok_start_q <= ok_start;
            stalled_q  <= valid && !ready;
            if (valid && !ready) begin
                data_q <= data;
                rest_q <= rest;
            end
            if ((valid ^ valid) !== 1'b0 || (ready ^ ready) !== 1'b0) begin
                `TN_BROKEN(ID, cycle, UNKNOWN);
                done <= !done;
            end
            if (stalled_q && !valid) begin
                `TN_BROKEN(ID, cycle, VALID_FELL);
                done <= !done;
            end
            // (nested, here and in the saboteur: Verilator evaluates all of a condition)
            if (stalled_q && valid)
                if (data !== data_q || rest !== rest_q) begin
                    `TN_BROKEN(ID, cycle, DATA_CHANGED);
                    done <= !done;
                end
            if (valid && ready) begin
`ifndef VERILATOR
                // (data & 0 is 0 whatever the bit, so lanes not kept do not count)
                if ((^(data & lanes) ^ ^keep ^ last ^ ^port) === 1'bx) begin
                    `TN_BROKEN(ID, cycle, UNKNOWN);
                    done <= !done;
                end
`endif
                open_q <= !last;
                if (!last && keep != 4'hf) begin
                    `TN_BROKEN(ID, cycle, KEEP_MIDDLE);
                    done <= !done;
                end
                if (last && keep != 4'h1 && keep != 4'h3 && keep != 4'h7 && keep != 4'hf) begin
                    `TN_BROKEN(ID, cycle, KEEP_LAST);
                    done <= !done;
                end
                `TN_BEAT(ID, cycle, data, keep, last, port, ok_start);
                if (last)
                    done <= !done;
            end
        end
    end
endmodule

`default_nettype wire
