// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Saboteur on the lines of a TNW torus without symbols whose wires take one cycle: it sees the words
// as they are sent and says what is to be inverted on the line a cycle later, so that a word that
// says something is hurt, lost, doubled or swapped with the next. One fault at a time. Registers of
// the bench:
//   1020       bits 8:0 the line, 17:9 the link that sends on it, both 6 x node + link
//   1024, 1028 bits inverted, 35:0
//   102C       arms: bits 1:0 what: 0 inverts, 1 loses (the line is idle), 2 repeats, 3 swaps with the next;
//              3:2 which word: 0 any but IDLE, 1 START or SET, 2 START; 31:16 so many words from it on

`timescale 1ns / 1ps
`default_nettype none

module tn_tnw_wire_saboteur #(
    parameter integer LINES = 12
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                cmd,
    input  wire [31:0]         cmd_addr,
    input  wire [31:0]         cmd_wdata,
    input  wire [32*LINES-1:0] tx_data,
    input  wire [4*LINES-1:0]  tx_flags,
    output wire                active, // in the cycle in which the line shows the fault
    output wire [8:0]          at,
    output reg  [39:0]         flip
);
    localparam [1:0]  INVERT = 2'd0, LOSE = 2'd1, REPEAT = 2'd2, SWAP = 2'd3;
    localparam [35:0] IDLE   = 36'hf_07070707;
    localparam [7:0]  START  = 8'hfb;

    reg [8:0]  line_q, from_q;
    reg [35:0] mask_q;
    reg [1:0]  what_q, which_q;
    reg [15:0] left_q;   // words that are still to be hurt
    reg        armed_q, begun_q;
    reg [35:0] word_q, before_q; // on the line now, and a cycle ago
    reg        hit_q, second_q;  // the word on the line is hurt; is the second of two

    wire [35:0] now   = {tx_flags[4*from_q+:4], tx_data[32*from_q+:32]};
    wire        start = now[35:32] == 4'd1 && now[7:0] == START;
    wire        fits  = which_q == 2'd2 ? start : which_q == 2'd1 ? now[35:32] == 4'd1 : now != IDLE;
    wire        take  = armed_q && left_q != 16'd0 && (begun_q || fits);

    assign active = hit_q;
    assign at     = line_q;

    always @* begin
        flip = 40'd0;
        if (hit_q)
            case (what_q)
                INVERT:  flip[35:0] = mask_q;
                LOSE:    flip[35:0] = word_q ^ IDLE;
                REPEAT:  flip[35:0] = second_q ? word_q ^ before_q : 36'd0;
                default: flip[35:0] = second_q ? word_q ^ before_q : word_q ^ now;
            endcase
    end

    always @(posedge clk)
        if (rst) begin
            armed_q  <= 1'b0;
            begun_q  <= 1'b0;
            hit_q    <= 1'b0;
            second_q <= 1'b0;
            left_q   <= 16'd0;
            what_q   <= INVERT;
            which_q  <= 2'd0;
            line_q   <= 9'd0;
            from_q   <= 9'd0;
            mask_q   <= 36'd0;
            word_q   <= IDLE;
            before_q <= IDLE;
        end else begin
            word_q   <= now;
            before_q <= word_q;
            hit_q    <= take;
            second_q <= take && begun_q && !second_q;
            if (take) begin
                begun_q <= 1'b1;
                left_q  <= left_q - 16'd1;
                armed_q <= left_q != 16'd1;
            end
            if (cmd)
                case (cmd_addr)
                    32'h1020: {from_q, line_q} <= cmd_wdata[17:0];
                    32'h1024: mask_q[31:0]  <= cmd_wdata;
                    32'h1028: mask_q[35:32] <= cmd_wdata[3:0];
                    32'h102c: begin
                        what_q  <= cmd_wdata[1:0];
                        which_q <= cmd_wdata[3:2];
                        left_q  <= cmd_wdata[31:16];
                        armed_q <= 1'b1;
                        begun_q <= 1'b0;
                    end
                    default: ;
                endcase
        end
endmodule

`default_nettype wire
