// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Sends the reads and notifications of Nget's six engines, each in turn.
//
// TAG_LOG2 (1 to 5): bits of a slot. Engine l asks in bit l, with its read {address in 16 bytes, 16 bytes each} and slot,
// or its notification {address in 16 bytes, vc, items, cause, tag}. go and pick in t: it is on rd or note from t+1
// on, until ready. No read goes while a notification waits, which it would pass. rst empties it; engine 0 goes first.
// Contract: tnw_pi.md sections 3 and 5, tnw.md section 6.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nget_out #(
    parameter integer TAG_LOG2 = 3
) (
    input  wire                  clk,
    input  wire                  rst,
    // the engines' reads
    input  wire [5:0]            rd_ask,
    input  wire [395:0]          rd,
    input  wire [6*TAG_LOG2-1:0] rd_slot,
    output wire                  rd_go,
    output wire [2:0]            rd_pick,
    // the read that is sent
    output reg                   rd_valid,
    input  wire                  rd_ready,
    output wire [63:0]           rd_addr,
    output wire [7:0]            rd_dw,
    output reg  [7:0]            rd_tag,
    // the engines' notifications
    input  wire [5:0]            note_ask,
    input  wire [749:0]          note,
    output wire                  note_go,
    output wire [2:0]            note_pick,
    output reg  [2:0]            note_link,   // whose is on note
    // the notification that is sent
    output reg                   note_valid,
    input  wire                  note_ready,
    output wire [63:0]           note_addr,
    output wire [127:0]          note_data,
    // counted events
    output wire                  inc_failed
);

    localparam integer T = TAG_LOG2;

    // ---- reads
    wire       rd_any;
    wire       note_any;
    wire [7:0] slot = {{(8 - T) {1'b0}}, rd_slot[T*rd_pick+:T]};
    reg [65:0] rd_q;

    tn_arb_rr #(
        .REQ_N(6),
        .IDX_W(3)
    ) u_rd_arb (
        .clk    (clk),
        .rst    (rst),
        .req    (rd_ask),
        .advance(rd_go),
        .any    (rd_any),
        .grant  (rd_pick)
    );

    assign rd_go   = rd_any && (!rd_valid || rd_ready) && !note_any && !note_valid;
    assign rd_addr = {rd_q[65:6], 4'd0};
    assign rd_dw   = {rd_q[5:0], 2'd0};

    always @(posedge clk) begin
        if (rst) rd_valid <= 1'b0;
        else if (rd_go || rd_ready) rd_valid <= rd_go;
        if (rd_go) begin
            rd_q   <= rd[66*rd_pick+:66];
            rd_tag <= {rd_pick, slot[4:0]};
        end
    end

    // ---- notifications
    reg [124:0] note_q;

    tn_arb_rr #(
        .REQ_N(6),
        .IDX_W(3)
    ) u_note_arb (
        .clk    (clk),
        .rst    (rst),
        .req    (note_ask),
        .advance(note_go),
        .any    (note_any),
        .grant  (note_pick)
    );

    assign note_go    = note_any && (!note_valid || note_ready);
    assign note_addr  = {note_q[124:65], 4'd0};
    assign note_data  = {23'd0, 1'b1, 1'b0, note_link, 1'b0, note_q[64:62], 1'b1, 23'd0, note_q[39:32], 3'd0, note_q[61:40],
                         7'd0, note_q[31:0]};
    assign inc_failed = note_valid && note_ready && note_q[39:32] != 8'd0;

    always @(posedge clk) begin
        if (rst) note_valid <= 1'b0;
        else if (note_go || note_ready) note_valid <= note_go;
        if (note_go) begin
            note_link <= note_pick;
            note_q    <= note[125*note_pick+:125];
        end
    end

    wire unused = &{1'b0, slot[7:5]};

endmodule

`default_nettype wire
