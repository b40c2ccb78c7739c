// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The bytes of Nget's slots, all links': completions' beats in, items' beats out.
//
// TAG_LOG2 (1 to 5): 2** of it slots of 512 bytes a link. store with cpl in t: its beats, from t+1 on, go to store_to on;
// cpl without store: they are dropped. put: a beat was stored. serve in t: beats at read_at in t to t+7 are on inj in t+1
// to t+8. Contract: tnw_pi.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nget_data #(
    parameter integer TAG_LOG2 = 3  // log2 of the slots of a link
) (
    input  wire                clk,
    input  wire                rst,
    // data of completions
    input  wire                cpl,
    input  wire                store,
    input  wire [TAG_LOG2+7:0] store_to,    // {link, slot, beat}
    input  wire [4:0]          store_n,     // beats
    input  wire                cpl_dvalid,
    input  wire [127:0]        cpl_data,
    // bytes that are stored
    output wire                put,
    output wire [TAG_LOG2+2:0] put_to,      // {link, slot}
    output wire                writing,     // of put_to's link: beats are to come
    // the item that is served
    input  wire                serve,
    input  wire [TAG_LOG2+7:0] read_at,
    input  wire [2:0]          serve_link,
    input  wire [2:0]          serve_vc,
    input  wire [23:0]         serve_offset,
    // the item
    output wire                inj_valid,
    output wire                inj_last,
    output reg  [127:0]        inj_data,
    output reg  [2:0]          inj_link,
    output reg  [2:0]          inj_vc,
    output reg  [23:0]         inj_offset
);

    // ---- in
    reg  [TAG_LOG2+7:0] to_q;
    reg  [4:0]          left_q;

    assign put     = cpl_dvalid && writing;
    assign put_to  = to_q[TAG_LOG2+7:5];
    assign writing = left_q != 5'd0;

    always @(posedge clk) begin
        if (rst) left_q <= 5'd0;
        else if (cpl) left_q <= store ? store_n : 5'd0;
        else if (put) left_q <= left_q - 5'd1;
        if (rst) to_q <= {(TAG_LOG2 + 8) {1'b0}};
        else if (store) to_q <= store_to;
        else if (put) to_q[4:0] <= to_q[4:0] + 5'd1;
    end

    // ---- out
    reg  [3:0]   beats_q;
    wire [127:0] beat;

    assign inj_valid = beats_q != 4'd0;
    assign inj_last  = beats_q == 4'd1;

    always @(posedge clk) begin
        if (rst) beats_q <= 4'd0;
        else if (serve) beats_q <= 4'd8;
        else if (inj_valid) beats_q <= beats_q - 4'd1;
        if (serve || inj_valid) inj_data <= beat;
        if (serve) begin
            inj_link   <= serve_link;
            inj_vc     <= serve_vc;
            inj_offset <= serve_offset;
        end
    end

    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(6 * 32 << TAG_LOG2),
        .ADDR_W (8 + TAG_LOG2)
    ) u_ram (
        .clk    (clk),
        .wr_en  (put),
        .wr_addr(to_q),
        .wr_data(cpl_data),
        .rd_addr(read_at),
        .rd_data(beat)
    );

endmodule

`default_nettype wire
