// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Chooses the next packet to take among TNW's 48 (link, channel), round-robin.
//
// ask: the (link, channel) has a packet and a credit. ask in t gives take in t+1, if room
// says that a whole packet can be put down and the last take is eight cycles ago; the
// choice is made anew every cycle until the take. No packet is taken from a link that is
// flushed or no longer shows it. rst: number 0 goes first. Contract: tnw_nwp.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rcv_match (
    input  wire        clk,
    input  wire        rst,
    input  wire [47:0] ask,
    input  wire [5:0]  flush,
    input  wire        room,
    output reg  [5:0]  sel,       // number 8*link + channel
    output wire        take,
    output reg  [5:0]  rcv_take,  // take, one hot by link
    output wire [2:0]  rcv_vc
);

    localparam [2:0] GAP = 3'd7;  // cycles between two takes

    reg [5:0] last_q;
    reg [5:0] pick;
    reg       any_q;
    reg [2:0] gap_q;

    // lowest asking number above the last one taken, else lowest of all
    integer i;
    always @* begin
        pick = 6'd0;
        for (i = 47; i >= 0; i = i - 1) if (ask[i]) pick = i[5:0];
        for (i = 47; i >= 0; i = i - 1) if (ask[i] && i[5:0] > last_q) pick = i[5:0];
    end

    assign take   = any_q && ask[sel] && !flush[sel[5:3]] && room && gap_q == 3'd0;
    assign rcv_vc = sel[2:0];

    always @* begin
        rcv_take = 6'd0;
        rcv_take[sel[5:3]] = take;
    end

    always @(posedge clk) begin
        if (rst) begin
            any_q  <= 1'b0;
            sel    <= 6'd0;
            last_q <= 6'd47;
            gap_q  <= 3'd0;
        end else begin
            any_q <= ask != 48'd0;
            sel   <= pick;
            if (take) last_q <= sel;
            if (take) gap_q <= GAP;
            else if (gap_q != 3'd0) gap_q <= gap_q - 3'd1;
        end
    end

endmodule

`default_nettype wire
