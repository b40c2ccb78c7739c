// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A direction of a PCIe link's lanes, where a harness takes hold of the symbols: delayed, then cut or changed.
//
// q in t is d in t-WIRE_CYC, each bit inverted where flip is 1, or zeros (which are no symbols) where cut is 1 for the lane. cut and flip
// work in their cycle; a lane that is cut is not inverted. rst: q is zeros for WIRE_CYC cycles more. Contract: cz_framing.md section 8.

`timescale 1ns / 1ps
`default_nettype none

module cz_wire #(
    parameter integer LANES    = 4, // 1, 4, 8
    parameter integer WIRE_CYC = 8  // 1 to 63
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [10*LANES-1:0] d,
    input  wire [LANES-1:0]    cut,
    input  wire [10*LANES-1:0] flip,
    output reg  [10*LANES-1:0] q
);
    localparam integer W = 10 * LANES;

    generate
        if (LANES != 1 && LANES != 4 && LANES != 8) begin : g_lanes
            tn_error_LANES_must_be_1_4_or_8 u_error ();
        end
        if (WIRE_CYC < 1 || WIRE_CYC > 63) begin : g_cyc
            tn_error_WIRE_CYC_must_be_1_to_63 u_error ();
        end
    endgenerate

    // a ring of places, each read as it is written again
    wire [W-1:0] old;
    reg  [5:0]   at_q, full_q; // places written since rst
    localparam [5:0] LAST = WIRE_CYC[5:0] - 6'd1;
    wire [W-1:0] late = full_q > LAST ? old : {W{1'b0}};
    integer      i;

    tn_ram #(.DATA_W(W), .DEPTH_N(64), .ADDR_W(6)) u_places (
        .clk(clk), .wr_en(1'b1), .wr_addr(at_q), .wr_data(d), .rd_addr(at_q), .rd_data(old)
    );

    always @(posedge clk)
        if (rst)
            {at_q, full_q} <= 12'd0;
        else begin
            at_q   <= at_q == LAST ? 6'd0 : at_q + 6'd1;
            full_q <= full_q + {5'd0, full_q <= LAST};
        end

    always @* begin
        q = late ^ flip;
        for (i = 0; i < LANES; i = i + 1)
            if (cut[i]) q[10*i +: 10] = 10'd0;
    end
endmodule

`default_nettype wire
