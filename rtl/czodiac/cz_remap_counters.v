// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The remapper's counters, and their place in the register map
// (checkers/czodiac/spec/cz_ioport_remap.md section 2). 32 bits, they wrap; rst clears
// them. value is combinational.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_counters (
    input  wire        clk,
    input  wire        rst,
    // counted events
    input  wire [2:0]  left_u2d, // a TLP of the class P, NP, CPL left
    input  wire [2:0]  left_d2u,
    input  wire        ur_usr,   // a UR completion was made for this side
    input  wire        ur_dev,
    input  wire        bad_u2d,  // a TLP left whose digest came wrong
    input  wire        bad_d2u,
    input  wire        rej_u2d,
    input  wire [3:0]  cause_u2d,
    input  wire        rej_d2u,
    input  wire [3:0]  cause_d2u,
    // the register port
    input  wire [11:0] addr,
    output reg  [31:0] value     // 0 where no counter stands
);
    localparam [11:0] UR_USR = 12'h418, UR_DEV = 12'h41c, ECRC_BAD = 12'h420;

    // 32 bits a counter, flat: the first one lowest
    reg [6*32-1:0] fwd;
    reg [8*32-1:0] rej_u, rej_d;
    reg [31:0] ur_usr_q, ur_dev_q, bad_q;
    integer    i;

    always @(posedge clk)
        if (rst) begin
            fwd      <= 192'd0;
            rej_u    <= 256'd0;
            rej_d    <= 256'd0;
            ur_usr_q <= 32'd0;
            ur_dev_q <= 32'd0;
            bad_q    <= 32'd0;
        end else begin
            for (i = 0; i < 3; i = i + 1) begin
                if (left_u2d[i])
                    fwd[i*32 +: 32] <= fwd[i*32 +: 32] + 32'd1;
                if (left_d2u[i])
                    fwd[(i+3)*32 +: 32] <= fwd[(i+3)*32 +: 32] + 32'd1;
            end
            if (rej_u2d)
                rej_u[{cause_u2d[2:0], 5'd0} +: 32] <= rej_u[{cause_u2d[2:0], 5'd0} +: 32] + 32'd1;
            if (rej_d2u)
                rej_d[{cause_d2u[2:0], 5'd0} +: 32] <= rej_d[{cause_d2u[2:0], 5'd0} +: 32] + 32'd1;
            if (ur_usr)
                ur_usr_q <= ur_usr_q + 32'd1;
            if (ur_dev)
                ur_dev_q <= ur_dev_q + 32'd1;
            bad_q <= bad_q + {31'd0, bad_u2d} + {31'd0, bad_d2u};
        end

    wire unused = &{1'b0, cause_u2d[3], cause_d2u[3]};

    always @* begin
        value = 32'd0;
        if (addr >= 12'h400 && addr < 12'h418)
            value = fwd[{addr[4:2], 5'd0} +: 32];
        else if (addr >= 12'h440 && addr < 12'h460)
            value = rej_u[{addr[4:2], 5'd0} +: 32];
        else if (addr >= 12'h480 && addr < 12'h4a0)
            value = rej_d[{addr[4:2], 5'd0} +: 32];
        else
            case (addr)
                UR_USR: value = ur_usr_q;
                UR_DEV: value = ur_dev_q;
                ECRC_BAD: value = bad_q;
                default: value = 32'd0;
            endcase
    end
endmodule

`default_nettype wire
