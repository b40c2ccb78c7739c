// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Room of the far end's receive buffers, from its credit words and from the words that it cannot have counted yet.
//
// No parameters. Keeps totals, modulo 1024 and 256: words granted, words sent, and the words sent as they were tx_cycles before
// the last credit word. room_... follows a grant or a credit word two cycles behind. rst: no room. Contract: ape_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_link_room (
    input  wire        clk,
    input  wire        rst,
    input  wire [9:0]  thr_data,
    input  wire [7:0]  thr_hdr,
    input  wire [7:0]  tx_cycles,
    // a clean credit word of the far end
    input  wire        credit_valid,
    input  wire [35:0] credit_data,
    // a packet is granted
    input  wire        grant_valid,
    input  wire        grant_vc,
    input  wire [8:0]  grant_words,
    input  wire        grant_alone,
    // words leave
    input  wire [1:0]  sent_hdr,
    input  wire [1:0]  sent_pld,
    output wire [19:0] room_data,
    output wire [15:0] room_hdr
);

    reg  [7:0]  now_q;   // place of this cycle's totals in the memory
    reg  [7:0]  age_q;   // cycles since reset, until 255
    reg         have_q;  // a credit word has come
    wire [35:0] sent;
    wire [35:0] old;

    // an address given in t is read in t+1, and what it held then is asked for with the credit word of t+1
    tn_ram_sync #(
        .DATA_W (36),
        .DEPTH_N(256),
        .ADDR_W (8)
    ) u_past (
        .clk    (clk),
        .wr_en  (1'b1),
        .wr_addr(now_q),
        .wr_data(sent),
        .rd_en  (1'b1),
        .rd_addr(now_q + 8'd1 - tx_cycles),
        .rd_data(old)
    );

    always @(posedge clk) begin
        if (rst) begin
            now_q  <= 8'd0;
            age_q  <= 8'd0;
            have_q <= 1'b0;
        end else begin
            now_q <= now_q + 8'd1;
            if (age_q != 8'hff) age_q <= age_q + 8'd1;
            if (credit_valid) have_q <= 1'b1;
        end
    end

    wire known = age_q >= tx_cycles;

    // as in a credit word {data 1, headers 1, data 0, headers 0}: words granted, words sent, words sent as the last credit word may
    // have counted them, its value, the room
    reg [35:0] granted_q, sent_q, base_q, value_q, room_q;

    assign sent      = sent_q;
    assign room_data = {room_q[35:26], room_q[17:8]};
    assign room_hdr  = {room_q[25:18], room_q[7:0]};

    // sums by field
    function [35:0] plus;
        input [35:0] p;
        input [35:0] q;
        plus = {p[35:26] + q[35:26], p[25:18] + q[25:18], p[17:8] + q[17:8], p[7:0] + q[7:0]};
    endfunction

    // thr - (value + granted - base), not below 0
    function [9:0] left;
        input [9:0] thr;
        input [9:0] value;
        input [9:0] away;
        reg  [10:0] used;
        begin
            used = {1'b0, value} + {1'b0, away};
            left = {1'b0, thr} > used ? thr - used[9:0] : 10'd0;
        end
    endfunction

    wire [9:0] away_d0 = granted_q[17:8] - base_q[17:8];
    wire [9:0] away_d1 = granted_q[35:26] - base_q[35:26];
    wire [7:0] away_h0 = granted_q[7:0] - base_q[7:0];
    wire [7:0] away_h1 = granted_q[25:18] - base_q[25:18];
    wire [9:0] left_d0 = left(thr_data, value_q[17:8], away_d0);
    wire [9:0] left_d1 = left(thr_data, value_q[35:26], away_d1);
    wire [9:0] left_h0 = left({2'd0, thr_hdr}, {2'd0, value_q[7:0]}, {2'd0, away_h0});
    wire [9:0] left_h1 = left({2'd0, thr_hdr}, {2'd0, value_q[25:18]}, {2'd0, away_h1});
    wire       unused  = &{1'b0, left_h0[9:8], left_h1[9:8]};

    wire [17:0] packet = {1'b0, grant_words, grant_alone ? 8'd1 : 8'd2};

    always @(posedge clk) begin
        if (rst) begin
            granted_q <= 36'd0;
            sent_q    <= 36'd0;
            base_q    <= 36'd0;
            value_q   <= 36'd0;
            room_q    <= 36'd0;
        end else begin
            if (grant_valid) granted_q <= plus(granted_q, grant_vc ? {packet, 18'd0} : {18'd0, packet});
            if ({sent_hdr, sent_pld} != 4'd0)
                sent_q <= plus(sent_q, {9'd0, sent_pld[1], 7'd0, sent_hdr[1], 9'd0, sent_pld[0], 7'd0, sent_hdr[0]});
            if (credit_valid) begin
                value_q <= credit_data;
                base_q  <= known ? old : 36'd0;
            end
            room_q <= have_q ? {left_d1, left_h1[7:0], left_d0, left_h0[7:0]} : 36'd0;
        end
    end

endmodule

`default_nettype wire
