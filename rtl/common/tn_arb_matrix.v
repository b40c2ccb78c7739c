// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Matrix arbiter: of those that ask, the one served longest ago is granted.
//
// REQ_N >= 2 requesters. grant (encoded) and any are combinational; the winner
// becomes the last in line in a cycle with advance high and any requester
// asking. rst: requester 0 is first in line, REQ_N - 1 last.

`timescale 1ns / 1ps
`default_nettype none

module tn_arb_matrix #(
    parameter integer REQ_N = 4,  // requesters
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

    // before_q[i*REQ_N+j]: i stands before j
    reg [REQ_N*REQ_N-1:0] before_q;
    reg [REQ_N*REQ_N-1:0] before_d;
    reg                   beaten;

    integer i;
    integer j;
    always @* begin
        any    = 1'b0;
        grant  = {IDX_W{1'b0}};
        beaten = 1'b0;
        for (i = 0; i < REQ_N; i = i + 1) begin
            beaten = 1'b0;
            for (j = 0; j < REQ_N; j = j + 1)
                if (req[j] && before_q[j*REQ_N+i]) beaten = 1'b1;
            if (req[i] && !beaten) begin
                any   = 1'b1;
                grant = i[IDX_W-1:0];
            end
        end
    end

    integer k;
    integer l;
    always @* begin
        before_d = before_q;
        for (k = 0; k < REQ_N; k = k + 1)
            for (l = 0; l < REQ_N; l = l + 1)
                if (rst) before_d[k*REQ_N+l] = k < l;
                else if (advance && any && k != l)
                    if (grant == k[IDX_W-1:0]) before_d[k*REQ_N+l] = 1'b0;
                    else if (grant == l[IDX_W-1:0]) before_d[k*REQ_N+l] = 1'b1;
    end

    always @(posedge clk) before_q <= before_d;

endmodule

`default_nettype wire
