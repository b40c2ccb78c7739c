// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Route of an ExaNet packet: output port by destination, address and input port.
//
// Combinational; nothing resets. miss: no such peripheral. loop: the packet
// would go back to where it came from. Parameters as in exa_crossbar; IN_PORT
// (0 to PORT_N - 1) is the input it stands at. Paper section 6.4; contract:
// exa_crossbar.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module exa_route #(
    parameter integer PORT_N    = 16,        // ports, 8 to 16
    parameter integer LINK_BASE = 8,         // link to FPGA 0
    parameter integer GW_BASE   = 12,        // gateway port 0
    parameter integer DRAM_PORT = 0,         // receiver of DRAM traffic
    parameter integer IN_PORT   = 0,         // input port
    parameter [15:0]  RANGE_EN  = 16'h003f,  // ports that have a range
    parameter [111:0] RANGE_LO  = 112'd0,    // first index, 7 bits a port
    parameter [111:0] RANGE_HI  = 112'd0     // last index, 7 bits a port
) (
    input  wire [21:0] own,
    input  wire [21:0] dst,
    input  wire [9:0]  addr_top,  // address bits 41:32
    output reg  [3:0]  port,
    output reg         miss,
    output wire        loop
);

`include "exa_defs.vh"

    localparam [3:0]   LINK0 = LINK_BASE[3:0];
    localparam [3:0]   GW0 = GW_BASE[3:0];
    localparam [3:0]   HERE = IN_PORT[3:0];
    localparam [3:0]   LINK_K = HERE - LINK0;
    localparam [3:0]   GW_K = HERE - GW0;
    localparam [0:0]   FROM_LINK = LINK_K < 4'd4;
    localparam [0:0]   FROM_GW = GW_K < 4'd4;

    // coordinates of the FPGA, and of the board around them
    wire [1:0] own_fpga = own[EXA_FPGA_LSB+:EXA_FPGA_W];
    wire [1:0] dst_fpga = dst[EXA_FPGA_LSB+:EXA_FPGA_W];
    wire       other_board = dst[21:EXA_FPGA_LSB+EXA_FPGA_W] != own[21:EXA_FPGA_LSB+EXA_FPGA_W] ||
                             dst[EXA_FPGA_LSB-1:0] != own[EXA_FPGA_LSB-1:0];
    wire       other_fpga = dst_fpga != own_fpga;
    wire       peripheral = addr_top[9:EXA_INDEX_W] == EXA_PERIPHERALS;
    wire [6:0] index = addr_top[EXA_INDEX_W-1:0];

    // lowest port whose range holds the index
    reg       hit;
    reg [3:0] hit_port;
    integer   p;
    always @* begin
        hit      = 1'b0;
        hit_port = 4'd0;
        for (p = PORT_N - 1; p >= 0; p = p - 1)
            // one subtraction for both bounds: a range is lo to hi
            if (RANGE_EN[p] && (index - RANGE_LO[7*p+:7]) <= (RANGE_HI[7*p+:7] - RANGE_LO[7*p+:7])) begin
                hit      = 1'b1;
                hit_port = p[3:0];
            end
    end

    always @* begin
        miss = 1'b0;
        if (other_board)
            if (own_fpga != 2'd0) port = LINK0;
            else port = FROM_LINK ? GW0 + LINK_K : GW0;
        else if (other_fpga) port = LINK0 + {2'b00, dst_fpga};
        else if (!peripheral) port = DRAM_PORT[3:0];
        else if (addr_top == EXA_TO_DEAD) port = LINK0 + {2'b00, own_fpga};
        else begin
            port = hit_port;
            miss = !hit;
        end
    end

    wire       to_gw = port - GW0 < 4'd4;
    wire       back = FROM_LINK ? port == HERE : FROM_GW && to_gw;

    assign loop = back && !miss;

endmodule

`default_nettype wire
