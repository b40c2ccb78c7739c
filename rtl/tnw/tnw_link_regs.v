// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers and counters of a TNW link, and the reset by CTRL.
//
// TX_ITEMS_LOG2, RX_PKTS_LOG2 as in tnw_link, for PARAMS. Event i adds inc[8*i+7:8*i] to
// counter i: 0 to 11 TX_PACKETS to UNREAD, 12 to 19 causes 1 to 8, 20 to 24 SYNC to SYM_DISP. Data a cycle after
// reg_rd. flush: CTRL.reset is done, one cycle, when no take is under way; resetting: it is
// due. rst: the reset values of section 8. Contract: tnw_link.md section 8.

`timescale 1ns / 1ps
`default_nettype none

module tnw_link_regs #(
    parameter integer TX_ITEMS_LOG2 = 4,
    parameter integer RX_PKTS_LOG2  = 4
) (
    input  wire         clk,
    input  wire         rst,
    // the register port
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [9:0]   reg_addr,
    input  wire [31:0]  reg_wdata,
    output reg  [31:0]  reg_rdata,
    // settings
    output wire         ctrl_reset,
    output wire         seq_off,
    output reg  [15:0]  resend_tmo,
    output reg  [15:0]  full_backoff,
    // reset of the link
    input  wire         taking,
    output wire         resetting,
    output wire         flush,
    // values to show, and counted events
    input  wire [31:0]  status,
    input  wire [39:0]  levels,
    input  wire [199:0] inc
);

`include "tnw_defs.vh"

    localparam [31:0] ID = 32'h54570001;
    localparam [31:0] PARAMS = {8'd8, 8'd1 << RX_PKTS_LOG2, {3'd0, TNW_WINDOW}, 8'd1 << TX_ITEMS_LOG2};
    localparam [9:0] A_ID = 10'h000, A_PARAMS = 10'h004, A_CTRL = 10'h008, A_STATUS = 10'h00c, A_TMO = 10'h010,
        A_BACKOFF = 10'h014;
    localparam [15:0] TMO_CYC = 16'd512, BACKOFF_CYC = 16'd256;

    reg [1:0] ctrl_q;
    reg       due_q;  // a reset was asked for

    assign {seq_off, ctrl_reset} = ctrl_q;
    assign resetting = due_q;
    assign flush     = due_q && !taking;

    always @(posedge clk) begin
        if (rst) begin
            ctrl_q       <= 2'd0;
            due_q        <= 1'b0;
            resend_tmo   <= TMO_CYC;
            full_backoff <= BACKOFF_CYC;
        end else begin
            if (flush) due_q <= 1'b0;
            if (reg_wr && reg_addr == A_CTRL) begin
                ctrl_q <= reg_wdata[1:0];
                if (reg_wdata[0] && !ctrl_q[0]) due_q <= 1'b1;
            end
            if (reg_wr && reg_addr == A_TMO) resend_tmo <= reg_wdata[15:0];
            if (reg_wr && reg_addr == A_BACKOFF) full_backoff <= reg_wdata[15:0];
        end
    end

    reg [32*25-1:0] cnt_q;
    integer         c;
    always @(posedge clk) begin
        if (rst) cnt_q <= {25{32'd0}};
        else if (inc != 200'd0)
            for (c = 0; c < 25; c = c + 1) cnt_q[32*c+:32] <= cnt_q[32*c+:32] + {24'd0, inc[8*c+:8]};
    end

    // which counter: 040 to 06C, 084 to 0B4
    wire [5:0] word = reg_addr[7:2];
    wire       lower = word >= 6'h10 && word <= 6'h1b;
    wire       upper = word >= 6'h21 && word <= 6'h2d;
    wire [4:0] index = lower ? {1'b0, word[3:0]} : word[4:0] + 5'd11;

    always @(posedge clk) begin
        if (rst) reg_rdata <= 32'd0;
        else if (reg_rd) begin
            reg_rdata <= 32'd0;
            case (reg_addr)
                A_ID: reg_rdata <= ID;
                A_PARAMS: reg_rdata <= PARAMS;
                A_CTRL: reg_rdata <= {30'd0, ctrl_q};
                A_STATUS: reg_rdata <= status;
                A_TMO: reg_rdata <= {16'd0, resend_tmo};
                A_BACKOFF: reg_rdata <= {16'd0, full_backoff};
                default:
                if (reg_addr[9:8] == 2'd0 && reg_addr[1:0] == 2'd0) begin
                    if (lower || upper) reg_rdata <= cnt_q[32*index+:32];
                    if (word[5:3] == 3'b110) reg_rdata <= {27'd0, levels[5*word[2:0]+:5]};
                end
            endcase
        end
    end

    wire unused = &{1'b0, reg_wdata[31:16]};

endmodule

`default_nettype wire
