// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Queue of exa_dma's faults.
//
// TXN_LOG2 (2 to 10): log2 of its entries. push adds one, or loses it when the queue is full (lost). entry is the
// oldest while there is any and settled is high: for three cycles at most behind a push or a pop it is not. rst
// empties it. Contract: exa_dma.md sections 9 and 10.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_faults #(
    parameter integer TXN_LOG2 = 10  // log2 of the entries, 2 to 10
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        push,
    input  wire [57:0] push_entry,
    output wire        lost,
    input  wire        pop,
    output wire        any,
    output wire        settled,
    output wire [57:0] entry,
    output wire [10:0] level
);

    localparam integer W = TXN_LOG2;

    reg [W:0] wr_q;
    reg [W:0] rd_q;
    reg       read_q;    // the memory shows the oldest entry

    wire [W:0] held = wr_q - rd_q;
    wire       full = held[W];

    assign any     = wr_q != rd_q;
    assign level   = {{(10 - W) {1'b0}}, held};
    assign lost    = push && full;
    assign settled = read_q || !any;

    tn_ram_sync #(
        .DATA_W (58),
        .DEPTH_N(1 << W),
        .ADDR_W (W)
    ) u_ram (
        .clk    (clk),
        .wr_en  (push && !full),
        .wr_addr(wr_q[W-1:0]),
        .wr_data(push_entry),
        .rd_en  (any && !read_q),
        .rd_addr(rd_q[W-1:0]),
        .rd_data(entry)
    );

    always @(posedge clk) begin
        if (rst) begin
            wr_q   <= {(W + 1) {1'b0}};
            rd_q   <= {(W + 1) {1'b0}};
            read_q <= 1'b0;
        end else begin
            if (push && !full) wr_q <= wr_q + 1'b1;
            if (pop && any) rd_q <= rd_q + 1'b1;
            read_q <= any && !(pop && any);
        end
    end

endmodule

`default_nettype wire
