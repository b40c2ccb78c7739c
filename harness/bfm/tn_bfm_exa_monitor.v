// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passive monitor of one ExaNet channel: hands each word that goes over to C,
// and checks how words are offered: a valid and its data hold until that valid's
// ready, one valid at a time, no bit unknown. What a sequence of words means is
// C's to judge.

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
    localparam integer VALID_FELL = 0, DATA_CHANGED = 1, TWO_VALIDS = 2, UNKNOWN_VALID = 3,
                       UNKNOWN_DATA = 4;
    `include "tn_fields.vh"

    reg [2:0]   stalled_q; // the valid that has not met its ready
    reg [127:0] data_q;
    reg [31:0]  waited_q;
    wire        two = (valid & (valid - 3'd1)) != 3'd0;
    wire        gone = |(valid & ready);

    initial done = 1'b0;

    always @(posedge clk) begin
        if (rst) begin
            stalled_q <= 3'd0;
            waited_q  <= 32'd0;
        end else begin
            stalled_q <= gone || two ? 3'd0 : valid;
            waited_q  <= gone || valid == 3'd0 ? 32'd0 : waited_q + 32'd1;
            data_q    <= data;
            if ((^valid ^ ^ready) === 1'bx) begin
                `TN_BROKEN(ID, cycle, UNKNOWN_VALID);
                done <= !done;
            end
            if (two) begin
                `TN_BROKEN(ID, cycle, TWO_VALIDS);
                done <= !done;
            end
            // (nested, as in tn_bfm_monitor: Verilator evaluates all of a condition)
            if (stalled_q != 3'd0 && !two) begin
                if (valid != stalled_q) begin
                    `TN_BROKEN(ID, cycle, VALID_FELL);
                    done <= !done;
                end else if (data !== data_q) begin
                    `TN_BROKEN(ID, cycle, DATA_CHANGED);
                    done <= !done;
                end
            end
            if (gone && !two) begin
`ifndef VERILATOR
                if (^data === 1'bx) begin
                    `TN_BROKEN(ID, cycle, UNKNOWN_DATA);
                    done <= !done;
                end
`endif
                `TN_EXA_WORD(ID, cycle, valid, data, waited_q);
                if (valid[2] || (valid[0] && data[EXA_HDR_FORM_LSB+:EXA_HDR_FORM_W] == 2'b00))
                    done <= !done;
            end
        end
    end
endmodule

`default_nettype wire
