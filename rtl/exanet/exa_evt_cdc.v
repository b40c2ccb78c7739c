// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Counts events across clocks; no event is lost.
//
// EVT_N kinds of events, at most one of each kind in a cycle of src_clk. inc has
// four bits a kind: events since the last cycle of clk, at most 15, which is enough
// while src_clk is at most four times as fast as clk. The resets clear inc.

`timescale 1ns / 1ps
`default_nettype none

module exa_evt_cdc #(
    parameter integer EVT_N = 2  // kinds of events
) (
    input  wire               src_clk,
    input  wire               src_rst,
    input  wire [EVT_N-1:0]   evt,
    input  wire               clk,
    input  wire               rst,
    output reg  [4*EVT_N-1:0] inc
);

    reg  [4*EVT_N-1:0] bin_q;
    reg  [4*EVT_N-1:0] bin_d;
    reg  [4*EVT_N-1:0] gray_q;
    reg  [4*EVT_N-1:0] gray_d;
    wire [4*EVT_N-1:0] seen;
    reg  [4*EVT_N-1:0] seen_bin;
    reg  [4*EVT_N-1:0] last_q;

    integer i;
    always @* begin
        for (i = 0; i < EVT_N; i = i + 1) begin
            bin_d[4*i+:4]  = bin_q[4*i+:4] + {3'd0, evt[i]};
            gray_d[4*i+:4] = bin_d[4*i+:4] ^ {1'b0, bin_d[4*i+1+:3]};
        end
    end

    always @(posedge src_clk) begin
        if (src_rst) begin
            bin_q  <= {4 * EVT_N{1'b0}};
            gray_q <= {4 * EVT_N{1'b0}};
        end else begin
            bin_q  <= bin_d;
            gray_q <= gray_d;
        end
    end

    exa_sync #(
        .DATA_W(4 * EVT_N)
    ) u_sync (
        .clk(clk),
        .rst(rst),
        .d  (gray_q),
        .q  (seen)
    );

    integer j;
    always @* begin
        for (j = 0; j < EVT_N; j = j + 1) begin
            seen_bin[4*j+3] = seen[4*j+3];
            seen_bin[4*j+2] = ^seen[4*j+2+:2];
            seen_bin[4*j+1] = ^seen[4*j+1+:3];
            seen_bin[4*j]   = ^seen[4*j+:4];
            inc[4*j+:4]     = seen_bin[4*j+:4] - last_q[4*j+:4];
        end
    end

    always @(posedge clk) begin
        if (rst) last_q <= {4 * EVT_N{1'b0}};
        else last_q <= seen_bin;
    end

endmodule

`default_nettype wire
