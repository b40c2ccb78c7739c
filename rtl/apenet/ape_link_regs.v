// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers and counters of APEnet's link.
//
// No parameters. An event in t is counted in t+1, a write in t acts in t+1, a read in t has its data in t+1. rst: reset values.
// Contract: ape_link.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module ape_link_regs (
    input  wire        clk,
    input  wire        rst,
    input  wire        reg_wr,
    input  wire        reg_rd,
    input  wire [7:0]  reg_addr,
    input  wire [31:0] reg_wdata,
    output reg  [31:0] reg_rdata,
    // what software sets
    output wire [9:0]  thr_data,
    output wire [7:0]  thr_hdr,
    output wire [7:0]  tx_cycles,
    output wire [9:0]  period,
    output wire [9:0]  margin_data,
    output wire [7:0]  margin_hdr,
    output wire        tx_en,
    output wire        rx_en,
    output wire        inject_one,
    output wire        inject_two,
    output wire [6:0]  inject_a,
    output wire [6:0]  inject_b,
    input  wire        injected,
    // state
    input  wire [3:0]  tx_status,
    input  wire [3:0]  rx_status,
    input  wire [19:0] level_data,
    input  wire [15:0] level_hdr,
    input  wire [19:0] room_data,
    input  wire [15:0] room_hdr,
    // events, in the order of the counters
    input  wire [12:0] ev
);

    localparam integer COUNT_N = 13, TX_CREDIT = 8, RX_CREDIT = 9;
    localparam [COUNT_N-1:0] CREDITS = 13'd1 << TX_CREDIT | 13'd1 << RX_CREDIT;
    // words
    localparam [5:0] TX_STATUS = 6'd0, RX_STATUS = 6'd1, COUNTS = 6'd2, THR = 6'd10, TX_CYCLES = 6'd11, INJECT = 6'd12;
    localparam [5:0] PERIOD = 6'd13, MARGIN = 6'd14, CTRL = 6'd15, MORE = 6'd16, LEVEL = 6'd21, ROOM = 6'd23;

    reg [9:0]  thr_data_q, period_q, margin_data_q;
    reg [7:0]  thr_hdr_q, margin_hdr_q, tx_cycles_q;
    reg [1:0]  ctrl_q, inject_q;
    reg [6:0]  inject_a_q, inject_b_q;
    reg [32*COUNT_N-1:0] count_q;

    assign thr_data    = thr_data_q;
    assign thr_hdr     = thr_hdr_q;
    assign tx_cycles   = tx_cycles_q;
    assign period      = period_q;
    assign margin_data = margin_data_q;
    assign margin_hdr  = margin_hdr_q;
    assign tx_en       = ctrl_q[0];
    assign rx_en       = ctrl_q[1];
    assign inject_one  = inject_q[0];
    assign inject_two  = inject_q[1];
    assign inject_a    = inject_a_q;
    assign inject_b    = inject_b_q;

    wire [5:0] word = reg_addr[7:2];
    wire       unused = &{1'b0, reg_addr[1:0], reg_wdata[31:24], reg_wdata[15]};

    wire [COUNT_N-1:0] rare = ev & ~CREDITS;

    integer c;
    always @(posedge clk) begin
        if (rst) begin
            thr_data_q    <= 10'd512;
            thr_hdr_q     <= 8'd128;
            tx_cycles_q   <= 8'd64;
            period_q      <= 10'd128;
            margin_data_q <= 10'd8;
            margin_hdr_q  <= 8'd2;
            ctrl_q        <= 2'b11;
            inject_q      <= 2'b00;
            inject_a_q    <= 7'd0;
            inject_b_q    <= 7'd0;
            count_q       <= {COUNT_N{32'd0}};
        end else begin
            // credit words pass in every cycle without packets
            if (ev[TX_CREDIT]) count_q[32*TX_CREDIT+:32] <= count_q[32*TX_CREDIT+:32] + 32'd1;
            if (ev[RX_CREDIT]) count_q[32*RX_CREDIT+:32] <= count_q[32*RX_CREDIT+:32] + 32'd1;
            if (rare != {COUNT_N{1'b0}})
                for (c = 0; c < COUNT_N; c = c + 1)
                    if (rare[c]) count_q[32*c+:32] <= count_q[32*c+:32] + 32'd1;
            if (injected) inject_q <= 2'b00;
            if (reg_wr)
                case (word)
                    THR: {thr_hdr_q, thr_data_q} <= {reg_wdata[23:16], reg_wdata[9:0]};
                    TX_CYCLES: tx_cycles_q <= reg_wdata[7:0];
                    INJECT: {inject_b_q, inject_a_q, inject_q} <= {reg_wdata[22:16], reg_wdata[14:8], reg_wdata[1:0]};
                    PERIOD: period_q <= reg_wdata[9:0];
                    MARGIN: {margin_hdr_q, margin_data_q} <= {reg_wdata[23:16], reg_wdata[9:0]};
                    CTRL: ctrl_q <= reg_wdata[1:0];
                    default: ;
                endcase
        end
    end

    // counters 0 to 7 are words 2 to 9, the others words 16 on
    wire [3:0] index = word < MORE ? word[3:0] - COUNTS[3:0] : word[3:0] + 4'd8;

    always @(posedge clk)
        if (reg_rd)
            case (word)
                TX_STATUS: reg_rdata <= {28'd0, tx_status};
                RX_STATUS: reg_rdata <= {28'd0, rx_status};
                THR: reg_rdata <= {8'd0, thr_hdr_q, 6'd0, thr_data_q};
                TX_CYCLES: reg_rdata <= {24'd0, tx_cycles_q};
                INJECT: reg_rdata <= {9'd0, inject_b_q, 1'b0, inject_a_q, 6'd0, inject_q};
                PERIOD: reg_rdata <= {22'd0, period_q};
                MARGIN: reg_rdata <= {8'd0, margin_hdr_q, 6'd0, margin_data_q};
                CTRL: reg_rdata <= {30'd0, ctrl_q};
                LEVEL: reg_rdata <= {8'd0, level_hdr[7:0], 6'd0, level_data[9:0]};
                LEVEL + 6'd1: reg_rdata <= {8'd0, level_hdr[15:8], 6'd0, level_data[19:10]};
                ROOM: reg_rdata <= {8'd0, room_hdr[7:0], 6'd0, room_data[9:0]};
                ROOM + 6'd1: reg_rdata <= {8'd0, room_hdr[15:8], 6'd0, room_data[19:10]};
                default: reg_rdata <= word < LEVEL ? count_q[32*index+:32] : 32'd0;
            endcase

endmodule

`default_nettype wire
