// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Queue of eight reads of host memory; each read waits until the TLPs that were in the row before it have left.
//
// A read taken in t can go in t+1. row: number of TLPs in the row in this cycle; row_pop: the oldest leaves. rst empties.
// Contract: tnw_pi.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_reads (
    input  wire        clk,
    input  wire        rst,
    // reads to be sent
    input  wire        rd_valid,
    output wire        rd_ready,
    input  wire [63:0] rd_addr,
    input  wire [7:0]  rd_dw,
    input  wire [7:0]  rd_tag,
    // posted TLPs and completions before them
    input  wire [4:0]  row,
    input  wire        row_pop,
    // the oldest read
    output wire        valid,     // of the oldest: nothing it must not pass is left
    output wire [63:0] addr,
    output wire [7:0]  dw,
    output wire [7:0]  tag,
    input  wire        pop
);

    wire       there;
    wire [3:0] level;
    reg  [2:0] in_q;
    reg  [2:0] out_q;
    reg  [39:0] ahead_q;  // 5 bits each

    tn_fifo #(
        .DATA_W    (80),
        .DEPTH_LOG2(3)
    ) u_fifo (
        .clk    (clk),
        .rst    (rst),
        .s_valid(rd_valid),
        .s_ready(rd_ready),
        .s_data ({rd_tag, rd_dw, rd_addr}),
        .m_valid(there),
        .m_ready(pop),
        .m_data ({tag, dw, addr}),
        .level  (level)
    );

    assign valid = there && ahead_q[5*out_q+:5] == 5'd0;

    integer e;
    always @(posedge clk) begin
        if (rst) begin
            in_q  <= 3'd0;
            out_q <= 3'd0;
        end else begin
            if (rd_valid && rd_ready) in_q <= in_q + 3'd1;
            if (pop) out_q <= out_q + 3'd1;
        end
        // all stay as they are otherwise: a simulator need not go round eight times in each cycle
        if (rd_valid || row_pop)
            for (e = 0; e < 8; e = e + 1)
                if (rd_valid && rd_ready && in_q == e[2:0]) ahead_q[5*e+:5] <= row - {4'd0, row_pop};
                else if (row_pop && ahead_q[5*e+:5] != 5'd0) ahead_q[5*e+:5] <= ahead_q[5*e+:5] - 5'd1;
    end

    wire unused = &{1'b0, level};

endmodule

`default_nettype wire
