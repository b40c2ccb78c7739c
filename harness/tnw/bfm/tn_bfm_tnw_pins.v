// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows C all pins of one end of a TNW link at each clock edge, and drives the inputs of the next
// cycle as C's answer says: the line, items, takes. One call a cycle. Takes that rcv_valid does not
// allow are held back here.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_tnw_pins (
    input wire         clk,
    input wire         rst,
    input wire [63:0]  cycle,
    input wire [39:0]  tx_sym,
    output reg [39:0]  rx_sym,
    input wire [3:0]   obs_sync,
    input wire [31:0]  tx_data,
    input wire [3:0]   tx_flags,
    input wire [31:0]  rx_data,
    input wire [3:0]   rx_flags,
    input wire         rx_up,
    input wire [2:0]   rx_code_n,
    input wire [2:0]   rx_disp_n,
    input wire         inj_ok,
    output reg         inj_valid,
    output reg         inj_last,
    output reg [127:0] inj_data,
    output reg [2:0]   inj_vc,
    output reg [23:0]  inj_offset,
    input wire [7:0]   rcv_valid,
    output wire         rcv_take,
    output reg [2:0]   rcv_vc,
    input wire         rcv_dvalid,
    input wire [127:0] rcv_data,
    input wire [23:0]  rcv_offset,
    input wire         flush,
    input wire         reg_wr,
    input wire         reg_rd,
    input wire [9:0]   reg_addr,
    input wire [31:0]  reg_wdata,
    input wire [31:0]  reg_rdata,
    input wire         obs_rx_valid,
    input wire [3:0]   obs_rx_cause,
    input wire [2:0]   obs_rx_vc,
    input wire [4:0]   obs_rx_seq,
    input wire [2:0]   obs_tx_state,
    input wire [4:0]   obs_unacked,
    output reg         done // toggles when C has something to deliver
);
    localparam integer BATCH_LOG2 = 6; // cycles that C keeps at most

    // words as harness/tnw/bfm/tnw_pins.c has them
    reg [639:0] pins;
    reg [`TN_PLAY(224)-1:0] play;
    integer     unit;
    reg         take_q;
    reg [BATCH_LOG2-1:0] count;

    assign rcv_take = take_q && rcv_valid[rcv_vc];

    initial begin
        done       = 1'b0;
        count      = {BATCH_LOG2{1'b0}};
        rx_sym     = 40'd0;
        inj_valid  = 1'b0;
        inj_last   = 1'b0;
        inj_data   = 128'd0;
        inj_vc     = 3'd0;
        inj_offset = 24'd0;
        take_q     = 1'b0;
        rcv_vc     = 3'd0;
        `TN_OPEN("tnw_pins", 0, unit);
    end

    always @(posedge clk) begin
        pins = {
            11'd0, obs_unacked, obs_tx_state, obs_rx_seq, obs_rx_vc, obs_rx_cause, obs_rx_valid, // 19
            8'd0, rcv_offset, // 18
            6'd0, rcv_valid, rx_disp_n, rx_code_n, reg_rd, reg_wr, reg_addr, // 17
            1'b0, inj_ok, flush, rcv_dvalid, rcv_take, rcv_vc, 24'd0, // 16
            2'd0, inj_last, inj_valid, 1'b0, inj_vc, inj_offset, // 15
            2'd0, rst, rx_up, obs_sync, rx_flags, tx_flags, rx_sym[39:32], tx_sym[39:32], // 14
            rx_sym[31:0], tx_sym[31:0], // 13, 12
            reg_rdata, reg_wdata, rx_data, tx_data, // 11 to 8
            rcv_data, inj_data // 7 to 0
        };
        `TN_PINS(unit, cycle, pins, play);
        inj_data   <= play[127:0];
        rx_sym     <= play[167:128];
        inj_valid  <= play[168];
        inj_last   <= play[169];
        take_q     <= play[170];
        rcv_vc     <= play[173:171];
        inj_vc     <= play[176:174];
        inj_offset <= play[215:192];
        count      <= count + 1'b1;
        if (&count) done <= !done;
    end
endmodule

`default_nettype wire
