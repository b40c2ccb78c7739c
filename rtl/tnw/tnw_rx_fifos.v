// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reception FIFOs of a TNW link: eight channels of 2**RX_PKTS_LOG2 packets.
//
// RX_PKTS_LOG2 1 to 4. Payload word wr_n of a packet is written with wr_en, the
// packet is there from the cycle after commit on, its header's vc and offset
// stable until then. A take in t gives beats in t+2 to t+9, and the place is
// free for room from t+11 on; taking says that one is under way. shut: no packet
// is shown. rst empties it. Contract: tnw_link.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rx_fifos #(
    parameter integer RX_PKTS_LOG2 = 4  // log2 of the packets of a channel
) (
    input  wire         clk,
    input  wire         rst,
    // the packet that comes
    input  wire         shut,
    input  wire         wr_en,
    input  wire [4:0]   wr_n,
    input  wire [31:0]  wr_data,
    input  wire [2:0]   wr_vc,
    input  wire [23:0]  wr_offset,
    input  wire         commit,
    // levels
    output wire [7:0]   room,
    output wire [39:0]  levels,  // five bits a channel
    // reception
    output wire [7:0]   rcv_valid,
    input  wire         rcv_take,
    input  wire [2:0]   rcv_vc,
    output reg          rcv_dvalid,
    output reg  [127:0] rcv_data,
    output reg  [23:0]  rcv_offset,
    output wire         taking
);

    localparam integer L = RX_PKTS_LOG2;
    localparam [L:0] SIZE = 1 << L;

    // ---- take: eight beats, then the place is free
    reg          busy_q;
    reg  [2:0]   beat_q;
    reg  [2:0]   vc_q;
    reg  [L-1:0] slot_q;
    reg          gone_q;     // all beats of done_vc_q are read
    reg  [2:0]   gone_vc_q;
    reg          free_q;
    reg  [2:0]   free_vc_q;
    wire         take = rcv_take && rcv_valid[rcv_vc];
    wire         done = busy_q && beat_q == 3'd7;

    // ---- a channel's pointers count packets: written, taken, places given back
    wire [8*L-1:0] wr_slots;
    wire [8*L-1:0] rd_slots;
    genvar v;
    generate
        for (v = 0; v < 8; v = v + 1) begin : g_ch
            reg  [L:0] wr_q;
            reg  [L:0] rd_q;
            reg  [L:0] back_q;
            wire [L:0] held = wr_q - back_q;
            wire [L:0] level = wr_q - rd_q;

            assign room[v]         = held != SIZE;
            assign rcv_valid[v]    = level != {(L + 1) {1'b0}} && !shut;
            assign levels[5*v+:5]  = {{(4 - L) {1'b0}}, level};
            assign wr_slots[L*v+:L] = wr_q[L-1:0];
            assign rd_slots[L*v+:L] = rd_q[L-1:0];

            always @(posedge clk) begin
                if (rst) begin
                    wr_q   <= {(L + 1) {1'b0}};
                    rd_q   <= {(L + 1) {1'b0}};
                    back_q <= {(L + 1) {1'b0}};
                end else begin
                    if (commit && wr_vc == v) wr_q <= wr_q + 1'b1;
                    if (take && rcv_vc == v) rd_q <= rd_q + 1'b1;
                    if (free_q && free_vc_q == v) back_q <= back_q + 1'b1;
                end
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (rst) begin
            busy_q <= 1'b0;
            gone_q <= 1'b0;
            free_q <= 1'b0;
        end else begin
            if (take) busy_q <= 1'b1;
            else if (done) busy_q <= 1'b0;
            gone_q <= done;
            free_q <= gone_q;
        end
        if (take) begin
            vc_q   <= rcv_vc;
            slot_q <= rd_slots[L*rcv_vc+:L];
            beat_q <= 3'd0;
        end else begin
            beat_q <= beat_q + 3'd1;
        end
        gone_vc_q <= vc_q;
        free_vc_q <= gone_vc_q;
    end

    assign taking = busy_q || rcv_dvalid;

    // ---- memory: beats, and an offset a packet
    reg  [95:0]  part_q;  // words of a beat so far
    wire [127:0] beat;
    wire [23:0]  offset;
    wire [L-1:0] wr_slot = wr_slots[L*wr_vc+:L];

    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(64 << L),
        .ADDR_W (6 + L)
    ) u_beats (
        .clk    (clk),
        .wr_en  (wr_en && wr_n[1:0] == 2'd3),
        .wr_addr({wr_vc, wr_slot, wr_n[4:2]}),
        .wr_data({wr_data, part_q}),
        .rd_addr({vc_q, slot_q, beat_q}),
        .rd_data(beat)
    );

    tn_ram #(
        .DATA_W (24),
        .DEPTH_N(8 << L),
        .ADDR_W (3 + L)
    ) u_offsets (
        .clk    (clk),
        .wr_en  (commit),
        .wr_addr({wr_vc, wr_slot}),
        .wr_data(wr_offset),
        .rd_addr({vc_q, slot_q}),
        .rd_data(offset)
    );

    always @(posedge clk) begin
        if (wr_en) part_q <= {wr_data, part_q[95:32]};
        rcv_dvalid <= busy_q && !rst;
        rcv_data   <= beat;
        if (busy_q && beat_q == 3'd0) rcv_offset <= offset;
    end

endmodule

`default_nettype wire
