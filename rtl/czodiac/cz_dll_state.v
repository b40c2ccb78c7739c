// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// State of the link: down, flow control initialisation, active (PCIe 3.0 3.2 and 3.3).
//
// A round of InitFC is P, NP, Cpl; rounds follow each other at GAP cycles. Each of the two
// stages sends one whole round at least. known: the other end's values of all classes have come.
// Contract: cz_dll.md sections 3 and 6.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_state #(
    parameter integer GAP = 250 // cycles from one round of InitFC to the next, below 8500
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       dl_up,
    input  wire       empty,      // no TLP waits in the receive queues
    input  wire       first_init, // an InitFC came whose class was not known
    input  wire [1:0] first_class,
    input  wire       answered,   // an InitFC2 came, or in FC_INIT2 an UpdateFC or a TLP
    output reg  [1:0] state,      // 0 inactive, 1 FC_INIT1, 2 FC_INIT2, 3 active
    output reg  [2:0] known,
    output wire       init_due,
    output wire [1:0] init_kind,
    output reg  [1:0] init_class,
    input  wire       init_taken
);
    localparam [15:0] PAUSE = GAP[15:0];

    reg        round_q;  // one round of this stage has been sent
    reg        seen_q;   // the other end has answered
    reg [15:0] gap_q;

    wire stage  = state == 2'd1 || state == 2'd2;
    wire whole  = init_taken && init_class == 2'd2;
    // what this stage waits for has come, and no round is under way
    wire met    = state == 2'd1 ? known == 3'b111 : seen_q;
    wire rests  = round_q && init_class == 2'd0;
    wire onward = stage && met && (whole || rests);

    assign init_due  = stage && (init_class != 2'd0 || gap_q == 16'd0) && !(met && rests);
    assign init_kind = {state == 2'd2, 1'b1};

    always @(posedge clk) begin
        if (rst || !dl_up) begin
            state <= 2'd0;
            known <= 3'd0;
        end else begin
            if (first_init) known[first_class] <= 1'b1;
            if (state == 2'd0 && empty)
                state <= 2'd1;
            else if (onward)
                state <= state + 2'd1;
        end
        if (rst || !dl_up || !stage) begin
            round_q    <= 1'b0;
            seen_q     <= 1'b0;
            init_class <= 2'd0;
            gap_q      <= 16'd0;
        end else begin
            if (answered) seen_q <= 1'b1;
            if (init_taken) init_class <= whole ? 2'd0 : init_class + 2'd1;
            round_q <= (round_q || whole) && !onward;
            gap_q   <= onward ? 16'd0 : whole ? PAUSE : gap_q - {15'd0, gap_q != 16'd0};
        end
    end
endmodule

`default_nettype wire
