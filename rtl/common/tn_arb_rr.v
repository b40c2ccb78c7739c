// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Round-robin arbiter: the requester after the last one granted goes first.
//
// REQ_N >= 2 requesters. grant (encoded) and any are combinational; a requester
// that keeps asking waits for at most REQ_N - 1 grants of others. The turn moves
// on in a cycle with advance high and any requester asking. rst: requester 0
// goes first.

`timescale 1ns / 1ps
`default_nettype none

module tn_arb_rr #(
    parameter integer REQ_N = 3,  // requesters
    parameter integer IDX_W = 2   // bits of grant, 2**IDX_W >= REQ_N
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [REQ_N-1:0] req,
    input  wire             advance,
    output reg              any,
    output reg  [IDX_W-1:0] grant
);

    generate
        if (REQ_N < 2 || (1 << IDX_W) < REQ_N) begin : g_check
            tn_error_REQ_N_or_IDX_W_out_of_range u_error ();
        end
    endgenerate

    reg [IDX_W-1:0] last_q;

    // lowest asking index above the last winner, else lowest of all
    integer i;
    always @* begin
        any   = 1'b0;
        grant = {IDX_W{1'b0}};
        for (i = REQ_N - 1; i >= 0; i = i - 1)
            if (req[i]) begin
                any   = 1'b1;
                grant = i[IDX_W-1:0];
            end
        for (i = REQ_N - 1; i >= 0; i = i - 1)
            if (req[i] && i[IDX_W-1:0] > last_q) grant = i[IDX_W-1:0];
    end

    localparam integer TOP = REQ_N - 1;

    always @(posedge clk) begin
        if (rst) last_q <= TOP[IDX_W-1:0];
        else if (advance && any) last_q <= grant;
    end

endmodule

`default_nettype wire
