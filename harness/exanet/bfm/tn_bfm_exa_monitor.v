// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passive monitor of one ExaNet channel. It judges nothing: it hands to C each cycle in
// which a valid is up or falls, but for those that repeat the one before (a word that
// still waits); the checker of EXA-CHN-1 to EXA-CHN-5 (checkers/exanet/rules/channel.c)
// takes them.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_exa_monitor #(
    parameter integer ID = 0 // index among the bench's monitors: the point
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire [2:0]   valid, // bit 0 header, 1 payload, 2 footer
    input  wire [2:0]   ready,
    input  wire [127:0] data,
    output reg          done // toggles when C has something to deliver
);
    localparam [2:0] RST = 3'd1, VALID_UNKNOWN = 3'd2, DATA_UNKNOWN = 3'd4;
    `include "tn_fields.vh"
    // what exa_monitor.c unpacks
    `define EXA_SAY(VALID, READY, FLAGS, WAITED) \
        `TN_SEEN(unit, cycle, {23'd0, (FLAGS), (READY), (VALID)}, (WAITED), {32'd0, data})

    reg [2:0]   waiting_q; // the valid that has not met its ready
    reg [127:0] data_q;
    reg [31:0]  waited_q;
    reg         ran_q;     // cycles were handed over since reset
    integer     unit;
    wire        two = (valid & (valid - 3'd1)) != 3'd0;
    wire        gone = |(valid & ready);

    initial begin
        done  = 1'b0;
        ran_q = 1'b0;
        `TN_OPEN("exa_monitor", ID, unit);
    end

    always @(posedge clk) begin
        if (rst) begin
            if (ran_q)
                `EXA_SAY(3'd0, 3'd0, RST, 32'd0);
            ran_q     <= 1'b0;
            waiting_q <= 3'd0;
            waited_q  <= 32'd0;
        end else if ((^valid ^ ^ready) === 1'bx) begin
            `EXA_SAY((^valid === 1'bx) ? 3'd0 : valid, ready, VALID_UNKNOWN, waited_q);
            done      <= !done;
            ran_q     <= 1'b1;
            waiting_q <= 3'd0;
            waited_q  <= 32'd0;
        end else if (valid != 3'd0) begin
            // (nested, as in tn_bfm_monitor: Verilator evaluates all of a condition)
            if (gone && !two) begin
                `EXA_SAY(valid, ready, (^data === 1'bx) ? DATA_UNKNOWN : 3'd0, waited_q);
                if (^data === 1'bx)
                    done <= !done;
                if (valid[2] || (valid[0] && (data[EXA_HDR_TYPE_LSB+EXA_HDR_TYPE_W-1] ||
                                              data[EXA_HDR_TYPE_LSB+:EXA_HDR_TYPE_W] == EXA_HDR_TYPE_ACK)))
                    done <= !done;
                else if (waiting_q != 3'd0)
                    if (valid != waiting_q || data !== data_q)
                        done <= !done;
                waiting_q <= 3'd0;
                waited_q  <= 32'd0;
            end else begin
                if (two || valid != waiting_q || data !== data_q) begin
                    `EXA_SAY(valid, ready, (^data === 1'bx) ? DATA_UNKNOWN : 3'd0, waited_q);
                    if (two || waiting_q != 3'd0)
                        done <= !done;
                end
                waiting_q <= two ? 3'd0 : valid;
                waited_q  <= gone ? 32'd0 : waited_q + 32'd1;
                data_q    <= data;
            end
            ran_q <= 1'b1;
        end else if (waiting_q != 3'd0) begin
            `EXA_SAY(3'd0, ready, 3'd0, 32'd0);
            done      <= !done;
            waiting_q <= 3'd0;
            waited_q  <= 32'd0;
        end
    end
endmodule

`undef EXA_SAY
`default_nettype wire
