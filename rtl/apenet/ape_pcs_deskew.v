// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Puts four lanes up to 16 words apart into words: a queue a lane, written behind the lane's mark, read when none is empty.
//
// No parameters. Lane i has octets 32*i+31:32*i and bits 8*i+7:8*i of kind (ape_pcs_lane). A word leaves two cycles after its last lane came. A lane
// without borders, a slip, marks that twice do not come together, or lanes further apart empty the queues. rst: empty.
// Contract: ape_pcs.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_pcs_deskew (
    input  wire         clk,
    input  wire         rst,
    // lanes
    input  wire [3:0]   sync,
    input  wire [127:0] octets,
    input  wire [31:0]  kind,
    input  wire [3:0]   mark,
    input  wire [3:0]   slip,
    // words
    output reg          up,
    output reg          word_valid,
    output reg          word_k,
    output reg  [127:0] word_data,
    // how far each lane is in front of the last one
    output wire [19:0]  skew,
    // a mark on some lanes and not on the others
    output wire         ev_torn
);

`include "ape_defs.vh"

    localparam [4:0] SKEW_N = 5'd16;
    localparam [4:0] HALF = 5'd8;      // so many K28.5 or K28.3 are no word
    localparam [4:0] CONTROL = 5'd12;  // so many K27.7 or K29.7 are a control word
    localparam [1:0] NONE = 2'd1, STARTS = 2'd2, MAGICS = 2'd3;

    reg  [3:0]   sync_q;
    reg  [3:0]   on_q;    // the lane is written
    reg  [4:0]   wait_q;  // cycles since the first lane was
    reg          torn_q;  // the last marks did not come together
    wire         restart;
    wire [3:0]   valid;
    wire [127:0] data;
    wire [31:0]  kinds;
    wire [3:0]   at_mark;
    wire         pop = &valid;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            wire [5:0] level;
            wire       unused_ready;
            wire       unused_level = &{1'b0, level[5]};

            assign skew[5*i+:5] = pop ? level[4:0] - 5'd1 : 5'd0;

            tn_fifo #(
                .DATA_W    (41),
                .DEPTH_LOG2(5)
            ) u_queue (
                .clk    (clk),
                .rst    (restart),
                .s_valid(on_q[i]),
                .s_ready(unused_ready),
                .s_data ({mark[i], kind[8*i+:8], octets[32*i+:32]}),
                .m_valid(valid[i]),
                .m_ready(pop),
                .m_data ({at_mark[i], kinds[8*i+:8], data[32*i+:32]}),
                .level  (level)
            );
        end
    endgenerate

    assign ev_torn = pop && at_mark != 4'h0 && at_mark != 4'hf;
    assign restart = rst || (sync_q & ~sync) != 4'd0 || slip != 4'd0 || (wait_q == SKEW_N && !(&on_q)) || (ev_torn && torn_q);

    reg  [4:0] none_n, start_n, magic_n;
    integer    n;
    always @* begin
        none_n  = 5'd0;
        start_n = 5'd0;
        magic_n = 5'd0;
        for (n = 0; n < 16; n = n + 1) begin
            none_n  = none_n + {4'd0, kinds[2*n+:2] == NONE};
            start_n = start_n + {4'd0, kinds[2*n+:2] == STARTS};
            magic_n = magic_n + {4'd0, kinds[2*n+:2] == MAGICS};
        end
    end

    wire is_start = start_n >= CONTROL;
    wire is_magic = magic_n >= CONTROL;

    always @(posedge clk) begin
        sync_q <= rst ? 4'd0 : sync;
        if (restart) begin
            on_q       <= 4'd0;
            wait_q     <= 5'd0;
            torn_q     <= 1'b0;
            up         <= 1'b0;
            word_valid <= 1'b0;
        end else begin
            on_q       <= on_q | mark;
            if (on_q != 4'd0 && !(&on_q)) wait_q <= wait_q + 5'd1;
            if (pop && at_mark != 4'd0) torn_q <= ev_torn;
            up         <= pop;
            word_valid <= pop && none_n < HALF;
        end
        word_k    <= is_start || is_magic;
        word_data <= is_start ? APE_START : is_magic ? APE_MAGIC : data;
    end

endmodule

`default_nettype wire
