// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Table of duplicates: the number of the last message of each {sender, tid}, hashed over memory.
//
// ENTRY_N (4 to 1024), rounded up to 2^n sets of four entries. key and num are given two cycles before the
// cycle with look, and ending one cycle before it. In that cycle: dup says that key was last put with number
// num, and used at most age cycles ago; that renews its use. With put in the same cycle the number
// is kept: in the key's entry, else in the entry of its set last used longest ago. What is put in t is
// found by a look from t+2 on. rst frees all. Contract: exa_ni.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module exa_dup #(
    parameter integer ENTRY_N = 64  // entries, 4 to 1024
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [31:0] age,
    // two cycles, one cycle before the look
    input  wire [34:0] key,
    input  wire [13:0] num,
    input  wire        ending,
    // the look
    input  wire        look,
    input  wire        put,
    output wire        dup
);

    generate
        if (ENTRY_N < 4 || ENTRY_N > 1024) begin : g_entry_n
            tn_error_ENTRY_N_must_be_4_to_1024 u_error ();
        end
    endgenerate

`include "exa_defs.vh"

    localparam integer KEY_W = EXA_DST_W + EXA_TID_MSG_BIT;  // the sender, and of its tid what says which message
    localparam integer TAG_W = 1 + KEY_W;
    localparam integer SETS_LOG2 = $clog2(ENTRY_N) - 2;
    localparam integer SET_W = SETS_LOG2 == 0 ? 1 : SETS_LOG2;  // bits of a set's number; of a single set it is 0
    localparam integer SET_N = 1 << SET_W;
    localparam [5:0]   NEVER = 6'd0;  // order of a set never used: way 0 is the oldest, way 3 the newest

    // bit n of a sender, from the one that differs most: fpga, then x, y, z by their bits, then tor
    function integer src_bit;
        input integer n;
        src_bit = n < 2 ? 12 + n : n < 14 ? 4 * ((n - 2) % 3) + (n - 2) / 3 : n;
    endfunction

    // for each bit of the set's number the bits of a key whose sum it is: those of tid go round from the lowest bit up, those of
    // the sender from the highest down
    function [KEY_W*SET_W-1:0] all_sums;
        input integer bits;
        integer n;
        begin
            all_sums = {KEY_W * SET_W{1'b0}};
            for (n = 0; n < EXA_TID_MSG_BIT; n = n + 1) all_sums[KEY_W*(n%SET_W)+n] = bits != 0;
            for (n = 0; n < EXA_DST_W; n = n + 1)
                all_sums[KEY_W*(SET_W-1-n%SET_W)+EXA_TID_MSG_BIT+src_bit(n)] = bits != 0;
        end
    endfunction

    localparam [KEY_W*SET_W-1:0] SUMS = all_sums(SETS_LOG2);

    reg [SET_W-1:0] set;
    integer         s;
    always @* for (s = 0; s < SET_W; s = s + 1) set[s] = ^(key & SUMS[KEY_W*s+:KEY_W]);

    // ---- the key and its set, one cycle before the look and in its cycle
    reg  [KEY_W-1:0]     key1_q;
    reg  [KEY_W-1:0]     key2_q;
    reg  [EXA_SEQ_W-1:0] num1_q;
    reg  [EXA_SEQ_W-1:0] num2_q;
    reg  [SET_W-1:0]     set1_q;
    reg  [SET_W-1:0]     set2_q;

    always @(posedge clk) begin
        key1_q <= key;
        key2_q <= key1_q;
        num1_q <= num;
        num2_q <= num1_q;
        set1_q <= set;
        set2_q <= set1_q;
    end

    // ---- what is written: an entry put or renewed, or one freed that is out of its time
    reg  [SET_N-1:0] live_q;   // the tags of the set are written
    reg  [31:0]      now_q;
    reg              hit_q;    // way_q of the set has the key
    reg  [1:0]       way_q;
    wire             use_it = put || dup;
    wire [1:0]       where;
    wire             free_it;
    reg  [3:0]       tag_wr;
    reg  [SET_W+1:0] sweep_q;  // the entry looked at for its age: set, way
    reg  [SET_W+1:0] swept_q;  // that of the cycle before

    // ---- tags of a set side by side: valid, key
    wire [TAG_W*4-1:0] tags;
    reg  [TAG_W*4-1:0] tags_new;
    reg  [3:0]         wrote_q;       // in the cycle before, the set that was read then,
    reg                wrote_same_q;  // the key that is looked for now,
    reg  [1:0]         wrote_way_q;   // and the way in which it is
    reg  [3:0]         match;
    wire [1:0]         way = {match[3] || match[2], match[3] || match[1]};

    integer w;
    always @* begin
        for (w = 0; w < 4; w = w + 1) begin
            tag_wr[w] = use_it ? where == w[1:0] || !live_q[set2_q] : free_it && swept_q[1:0] == w[1:0];
            match[w]  = wrote_q[w] ? wrote_same_q && wrote_way_q == w[1:0] : tags[TAG_W*w+:TAG_W] == {1'b1, key1_q};
            tags_new[TAG_W*w+:TAG_W] = {use_it && where == w[1:0], key2_q};
        end
    end

    tn_ram_sync #(
        .DATA_W (TAG_W * 4),
        .DEPTH_N(SET_N),
        .ADDR_W (SET_W),
        .COL_W  (TAG_W)
    ) u_tags (
        .clk(clk), .wr_en(tag_wr), .wr_addr(use_it ? set2_q : swept_q[2+:SET_W]), .wr_data(tags_new), .rd_en(1'b1), .rd_addr(set),
        .rd_data(tags)
    );

    always @(posedge clk) begin
        wrote_q      <= use_it && set2_q == set ? tag_wr : 4'd0;
        wrote_same_q <= key2_q == key;
        wrote_way_q  <= where;
        hit_q        <= match != 4'd0;
        way_q        <= way;
    end

    // ---- number and time of last use of an entry: of the way that matches, else of the entry looked at for its age
    wire [EXA_SEQ_W-1:0] last_num;
    wire [31:0]          used;

    tn_ram_sync #(
        .DATA_W (EXA_SEQ_W + 32),
        .DEPTH_N(4 * SET_N),
        .ADDR_W (SET_W + 2)
    ) u_times (
        .clk(clk), .wr_en(use_it), .wr_addr({set2_q, where}), .wr_data({num2_q, now_q}), .rd_en(1'b1),
        .rd_addr(ending ? {set1_q, way} : sweep_q), .rd_data({last_num, used})
    );

    wire [31:0] since = now_q - used;
    wire        young = since <= age;
    wire known = hit_q && live_q[set2_q];

    assign dup = look && known && last_num == num2_q && young;

    // ---- the order of use in a set: a bit a pair of ways says that the higher one was used before the lower one
    wire [5:0] order;
    wire [5:0] order_now = live_q[set2_q] ? order : NEVER;
    wire       b10 = order_now[0], b20 = order_now[1], b30 = order_now[2];
    wire       b21 = order_now[3], b31 = order_now[4], b32 = order_now[5];
    wire [1:0] oldest = !b10 && !b20 && !b30 ? 2'd0 : b10 && !b21 && !b31 ? 2'd1 : b20 && b21 && !b32 ? 2'd2 : 2'd3;
    reg  [5:0] order_next;

    assign where = known ? way_q : oldest;

    always @* begin
        order_next = order_now;
        case (where)
            2'd0: order_next[2:0] = 3'b111;
            2'd1: {order_next[4:3], order_next[0]} = 3'b110;
            2'd2: {order_next[5], order_next[3], order_next[1]} = 3'b100;
            default: {order_next[5:4], order_next[2]} = 3'b000;
        endcase
    end

    tn_ram #(
        .DATA_W (6),
        .DEPTH_N(SET_N),
        .ADDR_W (SET_W)
    ) u_order (
        .clk(clk), .wr_en(use_it), .wr_addr(set2_q), .wr_data(order_next), .rd_addr(set2_q), .rd_data(order)
    );

    // ---- an entry out of its time is freed before the clock comes round, and not sooner, since age may grow; its time was
    // read in the cycle before
    reg spared_q;  // the entry was used in that cycle, or another one's time was read

    assign free_it = since[31] && !young && !spared_q;

    always @(posedge clk) begin
        swept_q  <= sweep_q;
        spared_q <= ending || (use_it && {set2_q, where} == sweep_q);
        if (rst) begin
            live_q  <= {SET_N{1'b0}};
            now_q   <= 32'd0;
            sweep_q <= {SET_W + 2{1'b0}};
        end else begin
            now_q <= now_q + 32'd1;
            if (use_it) live_q[set2_q] <= 1'b1;
            if (!ending) sweep_q <= sweep_q + 1'b1;
        end
    end

endmodule

`default_nettype wire
