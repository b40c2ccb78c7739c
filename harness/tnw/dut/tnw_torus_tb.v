// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of a torus of TNW network processors: a source, a sink and two monitors of TLPs at each
// node, errors on the lines, saboteurs on the TLPs of nodes 0 and 1. Its own registers:
//   1000       bits 7:0: the taps of node k show its lines to C
//   1004       bits 7:0: node k is in reset
//   1008, 100C what a strike inverts, bits 39:0 of a line
//   1010       a strike: line in bits 8:0, for so many cycles in 31:16
//   1014       line in bits 8:0 is cut with bit 31, else whole
//   1018       bits 4:0 n: with one chance in 2**n a cycle one bit of one line is inverted; 0: none
//   101C       bit 0: lines and links that are UP are shown to C (tn_bfm_tnw_wires, taps 64 to 70; of a deed 71)
//   1020       the line of the next deed in bits 8:0, its sender's link (6 x node + link) in 24:16
//   1024       a deed (tn_bfm_tnw_strikes, with STRIKES alone): kind 2:0, place 13:8, skip 23:16; 1008, 100C: its mask

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tnw_torus_tb #(
    parameter integer X_N         = 2,
    parameter integer Y_N         = 2,
    parameter integer Z_N         = 2,
    parameter integer WIRE_CYC    = 1,
    parameter integer PCS_EN      = 0,
    parameter integer ITEM_LOG2   = 4,
    parameter integer DESC_LOG2   = 3,
    parameter integer CREDIT_LOG2 = 3,
    parameter integer LAST_EN     = 1
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer K = X_N * Y_N * Z_N; // 8 at most
    localparam integer MONITOR_N = 3 * K + 2;
    localparam integer LINES = 6 * K;
`ifdef TN_LEAN
    localparam integer STRIKES = 0;
`else
    localparam integer STRIKES = PCS_EN == 0 && WIRE_CYC > 0 ? 1 : 0;
`endif

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    reg [7:0]       taps_on;
    reg [7:0]       held;
    reg             wires_on;
    reg [39:0]      mask;
    reg [15:0]      left;    // cycles that the strike goes on
    reg [8:0]       struck;  // line
    reg [8:0]       deed_line, next_line; // of the deed armed, and of the next
    reg [8:0]       deed_from, next_from;
    wire [35:0]     deed_flip;
    reg [4:0]       noise;
    reg [63:0]      draw;    // xorshift
    reg [LINES-1:0] wire_cut;
    reg [40*LINES-1:0] wire_xor;
    reg [LINES-1:0] hit;     // wire_xor is not 0 there

    initial begin
        taps_on  = 8'd0;
        held     = 8'd0;
        wires_on = 1'b0;
        mask     = 40'd0;
        left     = 16'd0;
        struck   = 9'd0;
        deed_line = 9'd0;
        deed_from = 9'd0;
        next_line = 9'd0;
        next_from = 9'd0;
        noise    = 5'd0;
        draw     = 64'h9e3779b97f4a7c15;
        wire_cut = {LINES{1'b0}};
        wire_xor = {40*LINES{1'b0}};
        hit      = {LINES{1'b0}};
    end

    function [63:0] shift(input [63:0] x);
        reg [63:0] a, b;
        begin
            a = x ^ (x << 13);
            b = a ^ (a >> 7);
            shift = b ^ (b << 17);
        end
    endfunction

    wire [15:0] noise_line = draw[47:32] % LINES;
    wire [15:0] noise_bit  = draw[63:48] % 16'd36;
    wire        noise_now  = noise != 5'd0 && (draw[31:0] & ~(32'hffffffff << noise)) == 32'd0;

    always @(posedge clk) begin
        if (cmd[0])
            case (cmd_addr)
                32'h1000: taps_on <= cmd_wdata[7:0];
                32'h1004: held <= cmd_wdata[7:0];
                32'h1008: mask[31:0] <= cmd_wdata;
                32'h100c: mask[39:32] <= cmd_wdata[7:0];
                32'h1014: wire_cut[cmd_wdata[8:0]] <= cmd_wdata[31];
                32'h1018: noise <= cmd_wdata[4:0];
                32'h101c: wires_on <= cmd_wdata[0];
                32'h1020: begin
                    next_line <= cmd_wdata[8:0];
                    next_from <= cmd_wdata[24:16];
                end
                32'h1024: begin
                    deed_line <= next_line;
                    deed_from <= next_from;
                end
                default: ;
            endcase
        if (noise != 5'd0) draw <= shift(draw);
        if (hit != {LINES{1'b0}}) begin
            hit      <= {LINES{1'b0}};
            wire_xor <= {40*LINES{1'b0}};
        end
        if (noise_now) begin
            hit[noise_line] <= 1'b1;
            wire_xor[40*noise_line+noise_bit] <= 1'b1;
        end
        if (cmd[0] && cmd_addr == 32'h1010) begin
            struck <= cmd_wdata[8:0];
            left   <= cmd_wdata[31:16];
        end else if (left != 16'd0) begin
            left <= left - 16'd1;
            hit[struck] <= 1'b1;
            wire_xor[40*struck+:40] <= mask;
        end
        if (deed_flip != 36'd0) begin
            hit[deed_line] <= 1'b1;
            wire_xor[40*deed_line+:40] <= {4'd0, deed_flip};
        end
    end

    // Lines whose words may show an error now: tnw_pcs hands them on up to 15 cycles later.
    wire [LINES-1:0] hurt;
    generate
        if (PCS_EN == 0) begin : g_hurt
            assign hurt = hit | wire_cut;
        end else begin : g_hurt
            reg [15*LINES-1:0] late_q = {15 * LINES{1'b0}};  // of the last 15 cycles, the latest lowest
            always @(posedge clk) late_q <= {late_q[14*LINES-1:0], hit | wire_cut};
            function [LINES-1:0] any(input [15*LINES-1:0] late);
                integer i;
                begin
                    any = {LINES{1'b0}};
                    for (i = 0; i < 15; i = i + 1) any = any | late[LINES*i+:LINES];
                end
            endfunction
            assign hurt = hit | wire_cut | any(late_q);
        end
    endgenerate

    wire [K-1:0]         rst_node = {K{rst}} | held[K-1:0];
    wire [16*K-1:0]      rid;
    wire [64*K-1:0]      bar0, bar2;
    wire [K-1:0]         s_valid, s_ready, s_last, m_valid, m_ready, m_last;
    wire [128*K-1:0]     s_data, m_data;
    wire [4*K-1:0]       s_keep, m_keep, s_port;
    wire [3*K-1:0]       s_ok, m_ok;
    // at the DUT, behind the saboteur or before it
    wire [K-1:0]         d_valid, d_ready, d_last, u_valid, u_ready, u_last;
    wire [128*K-1:0]     d_data, u_data;
    wire [4*K-1:0]       d_keep, u_keep, d_port, u_port;
    wire [40*LINES-1:0]  line;
    wire [LINES-1:0]     up, rx_valid;
    wire [4*LINES-1:0]   rx_cause, tx_flags, rx_flags;
    wire [3*LINES-1:0]   rx_vc;
    wire [5*LINES-1:0]   rx_seq;
    wire [32*LINES-1:0]  tx_data, rx_data;
    wire [K-1:0]         match_valid, match_fit;
    wire [6*K-1:0]       match_id;

    genvar k;
    generate
        for (k = 0; k < K; k = k + 1) begin : g_node
            // TLPs to the node and from it
            localparam [7:0]  DIGIT = 8'h30 + k;
            localparam [23:0] S_NAME = {"to", DIGIT};
            localparam [39:0] M_NAME = {"from", DIGIT};
            // every second node above 4 GiB (harness/tnw/bfm/tnw_bench_host.c knows them)
            assign rid[16*k+:16]  = 16'h0100 + k;
            assign bar0[64*k+:64] = k % 2 == 1 ? 64'h0000_0020_0001_0000 : 64'h0000_0000_f001_0000;
            assign bar2[64*k+:64] = k % 2 == 1 ? 64'h0000_0021_0000_0000 : 64'h0000_0000_4000_0000;

            tn_bfm_source #(.ID(k)) u_source (
                .clk(clk), .rst(rst_node[k]), .cycle(cycle), .wake(wake[k]), .ok(s_ok[3*k+:3]),
                .m_valid(s_valid[k]), .m_data(s_data[128*k+:128]), .m_keep(s_keep[4*k+:4]),
                .m_last(s_last[k]), .m_port(s_port[4*k+:4]), .m_ready(s_ready[k])
            );
            tn_bfm_sink #(.ID(k)) u_sink (
                .clk(clk), .rst(rst), .wake(wake[64+k]), .ok_wanted(ok[3*k+:3]),
                .s_ready(m_ready[k]), .s_ok(m_ok[3*k+:3])
            );
            tn_bfm_monitor #(.ID(2*k)) u_mon_s (
                .clk(clk), .rst(rst_node[k]), .cycle(cycle), .valid(s_valid[k]), .data(s_data[128*k+:128]),
                .keep(s_keep[4*k+:4]), .last(s_last[k]), .port(4'd0), .ready(s_ready[k]),
                .ok(s_ok[3*k+:3]), .done(done[3*k])
            );
            tn_bfm_monitor #(.ID(2*k+1)) u_mon_m (
                .clk(clk), .rst(rst_node[k]), .cycle(cycle), .valid(m_valid[k]), .data(m_data[128*k+:128]),
                .keep(m_keep[4*k+:4]), .last(m_last[k]), .port(4'd0), .ready(m_ready[k]),
                .ok(m_ok[3*k+:3]), .done(done[3*k+1])
            );
            if (k < 2) begin : g_saboteurs
                tn_saboteur #(.ID(2*k)) u_to (
                    .clk(clk), .rst(rst_node[k]), .cycle(cycle), .control(sabotage[10*k+:5]), .ok(s_ok[3*k+:3]),
                    .s_valid(s_valid[k]), .s_data(s_data[128*k+:128]), .s_keep(s_keep[4*k+:4]),
                    .s_last(s_last[k]), .s_port(s_port[4*k+:4]), .s_ready(s_ready[k]),
                    .m_valid(d_valid[k]), .m_data(d_data[128*k+:128]), .m_keep(d_keep[4*k+:4]),
                    .m_last(d_last[k]), .m_port(d_port[4*k+:4]), .m_ready(d_ready[k])
                );
                tn_saboteur #(.ID(2*k+1)) u_from (
                    .clk(clk), .rst(rst_node[k]), .cycle(cycle), .control(sabotage[10*k+5+:5]), .ok(m_ok[3*k+:3]),
                    .s_valid(u_valid[k]), .s_data(u_data[128*k+:128]), .s_keep(u_keep[4*k+:4]),
                    .s_last(u_last[k]), .s_port(4'd0), .s_ready(u_ready[k]),
                    .m_valid(m_valid[k]), .m_data(m_data[128*k+:128]), .m_keep(m_keep[4*k+:4]),
                    .m_last(m_last[k]), .m_port(u_port[4*k+:4]), .m_ready(m_ready[k])
                );
`ifndef TN_LEAN
                initial begin
                    `TN_DECLARE(4, 2 * k, `TN_TEXT(S_NAME));
                    `TN_DECLARE(4, 2 * k + 1, `TN_TEXT(M_NAME));
                end
`endif
            end else begin : g_saboteurs
                assign {d_valid[k], d_last[k], s_ready[k]} = {s_valid[k], s_last[k], d_ready[k]};
                assign {m_valid[k], m_last[k], u_ready[k]} = {u_valid[k], u_last[k], m_ready[k]};
                assign d_data[128*k+:128] = s_data[128*k+:128];
                assign d_keep[4*k+:4]     = s_keep[4*k+:4];
                assign m_data[128*k+:128] = u_data[128*k+:128];
                assign m_keep[4*k+:4]     = u_keep[4*k+:4];
            end

            tn_bfm_tnw_taps #(.FIRST(8*k)) u_taps (
                .clk(clk), .rst(rst), .cycle(cycle), .en(taps_on[k]), .data(rx_data[192*k+:192]),
                .flags(rx_flags[24*k+:24]), .struck(hurt[6*k+:6]), .match_valid(match_valid[k]),
                .match_id(match_id[6*k+:6]), .match_fit(match_fit[k]), .done(done[3*k+2])
            );

            initial begin
                `TN_DECLARE(0, k, `TN_TEXT(S_NAME));
                `TN_DECLARE(1, k, `TN_TEXT(M_NAME));
                `TN_DECLARE(2, 2 * k, `TN_TEXT(S_NAME));
                `TN_DECLARE(2, 2 * k + 1, `TN_TEXT(M_NAME));
            end
        end
    endgenerate

    generate
        if (STRIKES != 0) begin : g_strikes
            tn_bfm_tnw_strikes #(.TAP(71), .WIRE_CYC(WIRE_CYC)) u_strikes (
                .clk(clk), .cycle(cycle), .go(cmd[0] && cmd_addr == 32'h1024), .kind(cmd_wdata[2:0]),
                .place(cmd_wdata[13:8]), .skip(cmd_wdata[23:16]), .mask(mask[35:0]),
                .word({tx_flags[4*deed_from+:4], tx_data[32*deed_from+:32]}), .flip(deed_flip), .done(done[3*K+1])
            );
        end else begin : g_strikes
            assign deed_flip   = 36'd0;
            assign done[3*K+1] = 1'b0;
        end
    endgenerate

    tn_bfm_tnw_wires #(.FIRST(64), .NODES(K), .SYMBOLS(PCS_EN)) u_wires (
        .clk(clk), .cycle(cycle), .en(wires_on), .rst(rst_node), .tx_data(tx_data), .tx_flags(tx_flags), .line(line),
        .rx_data(rx_data), .rx_flags(rx_flags), .flip(wire_xor), .cut(wire_cut), .up(up),
        .done(done[3*K])
    );

    dut_tnw_torus #(
        .X_N(X_N), .Y_N(Y_N), .Z_N(Z_N), .WIRE_CYC(WIRE_CYC), .PCS_EN(PCS_EN),
        .ITEM_LOG2(ITEM_LOG2), .DESC_LOG2(DESC_LOG2), .CREDIT_LOG2(CREDIT_LOG2), .LAST_EN(LAST_EN)
    ) u_dut (
        .clk(clk), .rst(rst_node), .rid(rid), .bar0(bar0), .bar2(bar2),
        .s_tlp_valid(d_valid), .s_tlp_ready(d_ready), .s_tlp_data(d_data), .s_tlp_keep(d_keep),
        .s_tlp_last(d_last), .s_tlp_ok(s_ok), .m_tlp_valid(u_valid), .m_tlp_ready(u_ready),
        .m_tlp_data(u_data), .m_tlp_keep(u_keep), .m_tlp_last(u_last), .m_tlp_ok(m_ok),
        .wire_xor(wire_xor), .wire_cut(wire_cut), .wire_out(line), .obs_up(up),
        .obs_rx_valid(rx_valid), .obs_rx_cause(rx_cause), .obs_rx_vc(rx_vc), .obs_rx_seq(rx_seq),
        .obs_tx_data(tx_data), .obs_tx_flags(tx_flags), .obs_rx_data(rx_data),
        .obs_rx_flags(rx_flags), .obs_match_valid(match_valid), .obs_match_id(match_id),
        .obs_match_fit(match_fit)
    );

    initial begin
        `TN_DECLARE(3, 0, "tnw_torus");
        `TN_PARAM("X_N", X_N);
        `TN_PARAM("Y_N", Y_N);
        `TN_PARAM("Z_N", Z_N);
        `TN_PARAM("WIRE_CYC", WIRE_CYC);
        `TN_PARAM("PCS_EN", PCS_EN);
        `TN_PARAM("STRIKES", STRIKES);
        `TN_PARAM("ITEM_LOG2", ITEM_LOG2);
        `TN_PARAM("DESC_LOG2", DESC_LOG2);
        `TN_PARAM("CREDIT_LOG2", CREDIT_LOG2);
        `TN_PARAM("LAST_EN", LAST_EN);
    end
endmodule

`default_nettype wire
