// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// txFifo and txBuffer of a TNW link: one memory, in which an item never moves.
//
// TX_ITEMS_LOG2 2 to 6; RING_LOG2: 2**RING_LOG2 >= 2**TX_ITEMS_LOG2 + 15 places.
// Items from next to wr are those of txFifo, packets from oldest (the
// transmitter's) to next those of txBuffer: a START moves next and nothing else.
// A last beat in t moves wr in t+1. rd_data is beat rd_beat of place rd_slot,
// rd_info its {vc, offset}: latency 0. ok: inj_ok. begun: an item is under way
// that counts as in txFifo; lost: one begins that finds the link DOWN. rst and
// flush empty it; beats of an item under way at a flush are taken and lost.
// Paper section 2.2; contract: tnw_link.md sections 3 and 6.

`timescale 1ns / 1ps
`default_nettype none

module tnw_tx_store #(
    parameter integer TX_ITEMS_LOG2 = 4,  // log2 of the items of txFifo
    parameter integer RING_LOG2     = 5   // log2 of all places
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 flush,
    // injection
    input  wire                 up,    // items may begin
    input  wire                 take,  // items that begin are kept
    output wire                 ok,
    input  wire                 inj_valid,
    input  wire                 inj_last,
    input  wire [127:0]         inj_data,
    input  wire [2:0]           inj_vc,
    input  wire [23:0]          inj_offset,
    // pointers and events
    input  wire [RING_LOG2-1:0] next,
    output reg  [RING_LOG2-1:0] wr,
    output wire                 begun,
    output wire                 lost,
    // the item that is sent
    input  wire [RING_LOG2-1:0] rd_slot,
    input  wire [2:0]           rd_beat,
    output wire [127:0]         rd_data,
    output wire [26:0]          rd_info
);

    localparam [RING_LOG2-1:0] ITEMS = 1 << TX_ITEMS_LOG2;

    reg       busy_q;  // an item is under way,
    reg       drop_q;  // and is not kept
    reg [2:0] beat_q;

    wire [RING_LOG2-1:0] level = wr - next;
    wire                 first = inj_valid && !busy_q;
    wire                 keep = busy_q ? !drop_q : take;

    assign begun = (busy_q || first) && keep;
    assign lost  = first && !take;
    assign ok    = up && level + {{(RING_LOG2 - 1) {1'b0}}, busy_q && !drop_q} < ITEMS;

    always @(posedge clk) begin
        if (rst || flush) wr <= {RING_LOG2{1'b0}};
        else if (inj_valid && inj_last && keep) wr <= wr + 1'b1;
        if (flush) drop_q <= 1'b1;
        else if (first) drop_q <= !take;
        if (rst) busy_q <= 1'b0;
        else if (inj_valid) busy_q <= !inj_last;
        if (inj_valid) beat_q <= first ? 3'd1 : beat_q + 3'd1;
    end

    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(8 << RING_LOG2),
        .ADDR_W (RING_LOG2 + 3)
    ) u_beats (
        .clk    (clk),
        .wr_en  (inj_valid && keep),
        .wr_addr({wr, first ? 3'd0 : beat_q}),
        .wr_data(inj_data),
        .rd_addr({rd_slot, rd_beat}),
        .rd_data(rd_data)
    );

    tn_ram #(
        .DATA_W (27),
        .DEPTH_N(1 << RING_LOG2),
        .ADDR_W (RING_LOG2)
    ) u_info (
        .clk    (clk),
        .wr_en  (inj_valid && keep),
        .wr_addr(wr),
        .wr_data({inj_vc, inj_offset}),
        .rd_addr(rd_slot),
        .rd_data(rd_info)
    );

endmodule

`default_nettype wire
