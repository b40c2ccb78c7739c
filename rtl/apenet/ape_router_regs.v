// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers and counters of APEnet's router.
//
// LINK_N (3, 6), OUT_N (4 to 8) outputs, IN_N (7 to 14) inputs. COORD, LATTICE: values after reset. An event in t is counted in t+1,
// a write in t acts in t+1, a read in t has its data in t+1. rst: reset values. Contract: ape_router.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module ape_router_regs #(
    parameter integer LINK_N  = 6,
    parameter integer OUT_N   = 7,
    parameter integer IN_N    = 13,
    parameter [15:0]  COORD   = 16'd0,
    parameter [21:0]  LATTICE = 22'h010101
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              reg_wr,
    input  wire              reg_rd,
    input  wire [11:0]       reg_addr,
    input  wire [31:0]       reg_wdata,
    output reg  [31:0]       reg_rdata,
    // what software sets
    output wire [15:0]       coord,
    output wire [21:0]       lattice,
    output wire [5:0]        order,
    output wire              round,
    output wire [9:0]        hop_limit,
    output wire [LINK_N-1:0] port_en,
    // events, by input and by output
    input  wire [IN_N-1:0]   ev_ool,
    input  wire [IN_N-1:0]   ev_hops,
    input  wire [IN_N-1:0]   ev_port,
    input  wire [IN_N-1:0]   ev_head,
    input  wire [OUT_N-1:0]  ev_out
);

    localparam [31:0] VERSION = 32'h41500001;
    // words
    localparam [9:0] R_VERSION = 10'd5, R_COORD = 10'd6, R_LATTICE = 10'd8, R_ORDER = 10'd16, R_ARB = 10'd17, R_HOPS = 10'd18;
    localparam [9:0] R_PORT_EN = 10'd19, R_C_OOL = 10'd20, R_C_HOPS = 10'd21, R_C_PORT = 10'd22, R_C_HEAD = 10'd23, R_OUT = 10'd24;

    reg [15:0]       coord_q;
    reg [21:0]       lattice_q;
    reg [5:0]        order_q;
    reg              round_q;
    reg [9:0]        hop_limit_q;
    reg [LINK_N-1:0] port_en_q;
    reg [31:0]       ool_q, hops_q, port_q, head_q;
    reg [32*8-1:0]   out_q;

    assign coord     = coord_q;
    assign lattice   = lattice_q;
    assign order     = order_q;
    assign round     = round_q;
    assign hop_limit = hop_limit_q;
    assign port_en   = port_en_q;

    wire [9:0] word   = reg_addr[11:2];
    wire       unused = &{1'b0, reg_addr, reg_wdata};

    function [31:0] sum;  // events of this cycle
        input [IN_N-1:0] ev;
        integer          i;
        begin
            sum = 32'd0;
            for (i = 0; i < IN_N; i = i + 1) sum = sum + {31'd0, ev[i]};
        end
    endfunction

    // not by the function: Verilator 5.006 ends in an internal error where events can never be, and these cannot with one of the headers
    reg [31:0] heads, hops;
    integer    h;
    always @* begin
        heads = 32'd0;
        hops  = 32'd0;
        for (h = 0; h < IN_N; h = h + 1) begin
            heads = heads + {31'd0, ev_head[h]};
            hops  = hops + {31'd0, ev_hops[h]};
        end
    end

    integer o;
    always @(posedge clk) begin
        if (rst) begin
            coord_q     <= COORD;
            lattice_q   <= LATTICE;
            order_q     <= 6'b00_01_10;
            round_q     <= 1'b1;
            hop_limit_q <= 10'h3ff;
            port_en_q   <= {LINK_N{1'b1}};
            ool_q       <= 32'd0;
            hops_q      <= 32'd0;
            port_q      <= 32'd0;
            head_q      <= 32'd0;
            out_q       <= {8{32'd0}};
        end else begin
            if (ev_ool != {IN_N{1'b0}}) ool_q <= ool_q + sum(ev_ool);
            hops_q <= hops_q + hops;
            if (ev_port != {IN_N{1'b0}}) port_q <= port_q + sum(ev_port);
            head_q <= head_q + heads;
            for (o = 0; o < OUT_N; o = o + 1)
                if (ev_out[o]) out_q[32*o+:32] <= out_q[32*o+:32] + 32'd1;
            if (reg_wr)
                case (word)
                    R_COORD: coord_q <= reg_wdata[15:0];
                    R_LATTICE: lattice_q <= {reg_wdata[21:16], 2'b00, reg_wdata[13:8], 1'b0, reg_wdata[6:0]};
                    R_ORDER: order_q <= reg_wdata[5:0];
                    R_ARB: round_q <= reg_wdata[0];
                    R_HOPS: hop_limit_q <= reg_wdata[9:0];
                    R_PORT_EN: port_en_q <= reg_wdata[LINK_N-1:0];
                    default: ;
                endcase
        end
    end

    always @(posedge clk)
        if (reg_rd)
            case (word)
                R_VERSION: reg_rdata <= VERSION;
                R_COORD: reg_rdata <= {16'd0, coord_q};
                R_LATTICE: reg_rdata <= {10'd0, lattice_q};
                R_ORDER: reg_rdata <= {26'd0, order_q};
                R_ARB: reg_rdata <= {31'd0, round_q};
                R_HOPS: reg_rdata <= {22'd0, hop_limit_q};
                R_PORT_EN: reg_rdata <= {{(32 - LINK_N) {1'b0}}, port_en_q};
                R_C_OOL: reg_rdata <= ool_q;
                R_C_HOPS: reg_rdata <= hops_q;
                R_C_PORT: reg_rdata <= port_q;
                R_C_HEAD: reg_rdata <= head_q;
                default: reg_rdata <= word[9:3] == R_OUT[9:3] ? out_q[32*word[2:0]+:32] : 32'd0;
            endcase

endmodule

`default_nettype wire
