// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers of the level-2 switch.
//
// LANE_N (2 to 20). ev_* of a lane count in the cycle after; n_* are numbers of a cycle; levels are read as they stand. Contract: cl_switch.md section 6.

`timescale 1ns / 1ps
`default_nettype none

module cl_switch_regs #(
    parameter integer LANE_N = 8
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                reg_wr,
    input  wire                reg_rd,
    input  wire [8:0]          reg_addr,
    input  wire [31:0]         reg_wdata,
    output reg  [31:0]         reg_rdata,
    output reg  [7:0]          max_burst,
    output wire                seed_wr,
    input  wire [4:0]          n_match,
    input  wire [4:0]          n_preempt,
    input  wire [4:0]          n_void,
    input  wire [LANE_N-1:0]   ev_overflow,
    input  wire [LANE_N-1:0]   ev_drop,
    input  wire [LANE_N-1:0]   ev_moved,
    input  wire [LANE_N-1:0]   ev_in,
    input  wire [LANE_N-1:0]   ev_out,
    input  wire [4*LANE_N-1:0] in_level,
    input  wire [5*LANE_N-1:0] out_level
);

`include "cl_switch/regs.vh"

    reg [32*8-1:0]      count_q;
    reg [32*LANE_N-1:0] in_q, out_q;
    reg [15:0] seed_q;
    wire [6:0] word = reg_addr[8:2];
    wire       unused = &{reg_addr[1:0], reg_wdata[31:16]};
    wire [4:0] lane = word[4:0];
    wire       here = lane < LANE_N[4:0];
    wire [31:0] at  = {27'd0, lane};
    assign seed_wr = reg_wr && word == CLS_SEED;

    function [31:0] ones;
        input [LANE_N-1:0] bits;
        integer b;
        begin
            ones = 32'd0;
            for (b = 0; b < LANE_N; b = b + 1) ones = ones + {31'd0, bits[b]};
        end
    endfunction

    integer l;
    always @(posedge clk) begin
        count_q[32*CLS_MATCHES+:32]   <= count_q[32*CLS_MATCHES+:32] + {27'd0, n_match};
        count_q[32*CLS_PREEMPTED+:32] <= count_q[32*CLS_PREEMPTED+:32] + {27'd0, n_preempt};
        count_q[32*CLS_VOID+:32]      <= count_q[32*CLS_VOID+:32] + {27'd0, n_void};
        count_q[32*CLS_OVERFLOW+:32]  <= count_q[32*CLS_OVERFLOW+:32] + ones(ev_overflow);
        count_q[32*CLS_DROPPED+:32]   <= count_q[32*CLS_DROPPED+:32] + ones(ev_drop);
        count_q[32*CLS_MOVED+:32]     <= count_q[32*CLS_MOVED+:32] + ones(ev_moved);
        for (l = 0; l < LANE_N; l = l + 1) begin
            in_q[32*l+:32]  <= in_q[32*l+:32] + {31'd0, ev_in[l]};
            out_q[32*l+:32] <= out_q[32*l+:32] + {31'd0, ev_out[l]};
        end
        if (reg_wr && word == CLS_MAX_BURST) max_burst <= reg_wdata[7:0];
        if (seed_wr) seed_q <= reg_wdata[15:0];
        if (reg_rd) begin
            reg_rdata <= 32'd0;
            case (word[6:5])
                CLS_IN[6:5]: if (here) reg_rdata <= in_q[32*at+:32];
                CLS_OUT[6:5]: if (here) reg_rdata <= out_q[32*at+:32];
                CLS_LEVEL[6:5]: if (here) reg_rdata <= {20'd0, in_level[4*at+:4], 3'd0, out_level[5*at+:5]};
                default:
                if (word == CLS_MAX_BURST) reg_rdata <= {24'd0, max_burst};
                else if (word == CLS_SEED) reg_rdata <= {16'd0, seed_q};
                else if (word <= CLS_MOVED) reg_rdata <= count_q[32*{29'd0, word[2:0]}+:32];
            endcase
        end
        if (rst) begin
            count_q   <= {8 * 32{1'b0}};
            in_q      <= {32 * LANE_N{1'b0}};
            out_q     <= {32 * LANE_N{1'b0}};
            max_burst <= CLS_MAX_BURST_RESET[7:0];
            seed_q    <= CLS_SEED_RESET[15:0];
        end
    end

endmodule

`default_nettype wire
