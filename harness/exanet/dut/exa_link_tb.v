// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of ExaNet's serial link: two of them, side 0 and side 1, over two lines.
//
// Four clocks: each side's channel and each line's, made from the bench's own, which is
// the base of all cycles. Side n has source s_exan, sink m_exan and the monitors of
// these. Registers of side 0 are at 0000, of side 1 at 2000, and the bench's own:
//   1000       bit 0: taps show every edge of the lines and channels to C
//   1010+4*k   step of clock k (tn_bench_osc): channel 0, channel 1, line 0 to 1, 1 to 0
//   1008       bit n: the line from side n has its saboteur (tn_exa_line_saboteur) after reset
//   1020       swing of all of them
//   1024+4*k   bits by which the blocks of the line to side k are off after reset
// Taps: 4n blocks sent by side n, 4n+1 blocks received by side n, 4n+2 its readies,
// 4n+3 bits 2:0 of it: rx_slip, obs_rx_break, obs_rx_lock.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module exa_link_tb #(
    parameter integer XOFF_FREE   = 72,
    parameter integer XON_FREE    = 144,
    parameter integer REFRESH_CYC = 64,
    parameter integer SLIP_CYC    = 8
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer MONITOR_N = 12;
    localparam [15:0]  STEP_0 = 16'd26000, STEP_1 = 16'd25500, STEP_01 = 16'd27000, STEP_10 = 16'd24700;
    localparam [15:0]  SWING = 16'd500;

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    // the bench's own registers
    reg        taps_on;
    reg [1:0]  faults_on;
    reg [63:0] step;
    reg [15:0] swing;
    reg [13:0] offset;
    integer    r;

    initial begin
        taps_on = 1'b0;
        faults_on = 2'b00;
        step    = {STEP_10, STEP_01, STEP_1, STEP_0};
        swing   = SWING;
        offset  = {7'd23, 7'd41};
    end

    always @(posedge clk) if (cmd[0]) begin
        if (cmd_addr == 32'h1000) taps_on <= cmd_wdata[0];
        if (cmd_addr == 32'h1008) faults_on <= cmd_wdata[1:0];
        for (r = 0; r < 4; r = r + 1)
            if (cmd_addr == 32'h1010 + 4 * r) step[16*r+:16] <= cmd_wdata[15:0];
        if (cmd_addr == 32'h1020) swing <= cmd_wdata[15:0];
        for (r = 0; r < 2; r = r + 1)
            if (cmd_addr == 32'h1024 + 4 * r) offset[7*r+:7] <= cmd_wdata[6:0];
    end

    // a read waits for an edge of its side's clock
    reg         rd_q;
    reg [31:0]  rd_addr;

    initial begin
        rd_q = 1'b0;
        was  = 2'b00;
        rose = 2'b00;
        rd_was = 1'b0;
    end

    wire [3:0]  osc; // channel 0, channel 1, line 0 to 1, line 1 to 0
    reg  [1:0]  was, rose; // the channels' clocks, and which of them have seen a read
    reg         rd_was;    // rd_q before the edge
    wire        took = rd_addr[13] ? rose[1] : rose[0];

    always @(negedge clk) begin
        rose   = osc[1:0] & ~was & {2{rd_was}};
        was    = osc[1:0];
        rd_was = rd_q;
    end

    always @(posedge clk) begin
        if (cmd[1]) begin
            rd_q    <= 1'b1;
            rd_addr <= cmd_addr;
        end else if (took) begin
            rd_q <= 1'b0;
        end
    end

    tn_bench_osc #(.PHASE(16'h0000)) u_osc_0 (.base(clk), .step(step[15:0]), .swing(swing), .clk(osc[0]));
    tn_bench_osc #(.PHASE(16'h5555)) u_osc_1 (.base(clk), .step(step[31:16]), .swing(swing), .clk(osc[1]));
    tn_bench_osc #(.PHASE(16'h9999)) u_osc_01 (.base(clk), .step(step[47:32]), .swing(swing), .clk(osc[2]));
    tn_bench_osc #(.PHASE(16'hcccc)) u_osc_10 (.base(clk), .step(step[63:48]), .swing(swing), .clk(osc[3]));

    wire [1:0]  head [0:1], line_head [0:1]; // of side n, towards side n
    wire [63:0] data [0:1], line_data [0:1];
    wire [1:0]  hurt_head [0:1]; // of side n, behind the saboteur
    wire [63:0] hurt_data [0:1];
    wire [1:0]  slip; // at side n

    genvar n;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_side
            wire         chan = osc[n], tx_clk = osc[2+n], rx_clk = osc[3-n];
            wire         s_hv, s_hr, s_pv, s_pr, s_fv, s_fr, m_hv, m_hr, m_pv, m_pr, m_fv, m_fr;
            wire [127:0] s_data, m_data;
            wire         lock, broke, reg_rd;
            wire [11:0]  reg_addr;
            wire [31:0]  reg_rdata;

            tn_bfm_exa_source #(.ID(n)) u_source (
                .clk(chan), .rst(rst), .cycle(cycle), .wake(wake[n]),
                .m_hdr_valid(s_hv), .m_hdr_ready(s_hr), .m_pld_valid(s_pv), .m_pld_ready(s_pr),
                .m_ftr_valid(s_fv), .m_ftr_ready(s_fr), .m_data(s_data)
            );
            tn_bfm_exa_sink #(.ID(n)) u_sink (
                .clk(chan), .rst(rst), .wake(wake[64+n]), .ok_wanted(ok[3*n+:3]),
                .s_hdr_ready(m_hr), .s_pld_ready(m_pr), .s_ftr_ready(m_fr)
            );
            tn_bfm_exa_monitor #(.ID(n)) u_mon_s (
                .clk(chan), .rst(rst), .cycle(cycle), .valid({s_fv, s_pv, s_hv}),
                .ready({s_fr, s_pr, s_hr}), .data(s_data), .done(done[n])
            );
            tn_bfm_exa_monitor #(.ID(2 + n)) u_mon_m (
                .clk(chan), .rst(rst), .cycle(cycle), .valid({m_fv, m_pv, m_hv}),
                .ready({m_fr, m_pr, m_hr}), .data(m_data), .done(done[2+n])
            );
            tn_bfm_reg u_reg (
                .clk(chan), .rst(rst), .cmd({rd_q && rd_addr[13] == n, 1'b0}),
                .addr({20'd0, rd_addr[11:0]}), .wdata(32'd0),
                .reg_wr(), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(), .reg_rdata(reg_rdata)
            );
            tn_bfm_tap #(.ID(4 * n), .SKIP(1)) u_tap_tx (
                .clk(tx_clk), .rst(rst), .cycle(cycle), .en(taps_on), .head(head[n]),
                .data(data[n]), .done(done[4+4*n])
            );
            tn_bfm_tap #(.ID(4 * n + 1)) u_tap_rx (
                .clk(rx_clk), .rst(rst), .cycle(cycle), .en(taps_on), .head(line_head[n]),
                .data(line_data[n]), .done(done[5+4*n])
            );
            tn_bfm_tap #(.ID(4 * n + 2)) u_tap_ready (
                .clk(chan), .rst(rst), .cycle(cycle), .en(taps_on), .head(2'b00),
                .data({61'd0, s_fr, s_pr, s_hr}), .done(done[6+4*n])
            );
            tn_bfm_tap #(.ID(4 * n + 3)) u_tap_obs (
                .clk(rx_clk), .rst(rst), .cycle(cycle), .en(taps_on), .head(2'b00),
                .data({61'd0, slip[n], broke, lock}), .done(done[7+4*n])
            );
            // from side n to the other
            tn_exa_line_saboteur #(.ID(n)) u_hurt (
                .clk(tx_clk), .rst(rst), .cycle(cycle), .en(faults_on[n]), .s_head(head[n]),
                .s_data(data[n]), .m_head(hurt_head[n]), .m_data(hurt_data[n])
            );
            tn_bfm_exa_line u_line (
                .clk(tx_clk), .rst(rst), .offset(offset[7*(1-n)+:7]), .s_head(hurt_head[n]),
                .s_data(hurt_data[n]), .m_head(line_head[1-n]), .m_data(line_data[1-n]),
                .slip(slip[1-n])
            );
            dut_exa_link #(
                .XOFF_FREE(XOFF_FREE), .XON_FREE(XON_FREE), .REFRESH_CYC(REFRESH_CYC),
                .SLIP_CYC(SLIP_CYC)
            ) u_dut (
                .clk(chan), .rst(rst), .tx_clk(tx_clk), .tx_rst(rst), .rx_clk(rx_clk), .rx_rst(rst),
                .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv),
                .s_exa_pld_ready(s_pr), .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr),
                .s_exa_data(s_data),
                .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_hr), .m_exa_pld_valid(m_pv),
                .m_exa_pld_ready(m_pr), .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_fr),
                .m_exa_data(m_data),
                .tx_head(head[n]), .tx_data(data[n]), .rx_head(line_head[n]),
                .rx_data(line_data[n]), .rx_slip(slip[n]),
                .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
                .obs_rx_lock(lock), .obs_rx_break(broke)
            );
        end
    endgenerate

    initial begin
        `TN_DECLARE(3, 0, "exa_link");
        `TN_NAME("exa_source", 0, "s_exa0");
        `TN_NAME("exa_source", 1, "s_exa1");
        `TN_DECLARE(1, 0, "m_exa0");
        `TN_DECLARE(1, 1, "m_exa1");
        `TN_NAME("exa_monitor", 0, "s_exa0");
        `TN_NAME("exa_monitor", 1, "s_exa1");
        `TN_NAME("exa_monitor", 2, "m_exa0");
        `TN_NAME("exa_monitor", 3, "m_exa1");
        `TN_NAME("exa_line", 0, "line0");
        `TN_NAME("exa_line", 1, "line1");
        `TN_PARAM("XOFF_FREE", XOFF_FREE);
        `TN_PARAM("XON_FREE", XON_FREE);
        `TN_PARAM("REFRESH_CYC", REFRESH_CYC);
        `TN_PARAM("SLIP_CYC", SLIP_CYC);
    end
endmodule

`default_nettype wire
