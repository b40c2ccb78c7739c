// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Counters of switch, mux, demux and link have 32 bits, each its own, and wrap. No traffic gets that far: the
// bench writes them, each another number near the end, reads all by the register port, and lets one word outside
// a packet make one wrap in each.

`timescale 1ns / 1ps
`default_nettype none

module exa_counters_tb;
`include "tn_bench.vh"
    localparam integer SWITCH = 0, MUX = 1, DEMUX = 2, LINK = 3;

    reg          clk = 0, rst = 1, stray = 0, reg_rd = 0;
    reg  [11:0]  reg_addr = 0;
    wire [127:0] rdata;
    always #1 clk = !clk;

    // the stray word goes into the last input of each
    exa_crossbar #(.PORT_N(16)) u_switch (
        .clk(clk), .rst(rst), .own(22'd0), .s_exa_hdr_valid(16'd0), .s_exa_hdr_ready(), .s_exa_pld_valid({stray, 15'd0}),
        .s_exa_pld_ready(), .s_exa_ftr_valid(16'd0), .s_exa_ftr_ready(), .s_exa_data(2048'd0), .m_exa_hdr_valid(),
        .m_exa_hdr_ready(16'd0), .m_exa_pld_valid(), .m_exa_pld_ready(16'd0), .m_exa_ftr_valid(), .m_exa_ftr_ready(16'd0),
        .m_exa_data(), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(rdata[31:0]), .obs_drop_valid(), .obs_drop_cause());
    exa_mux #(.IN_N(16)) u_mux (
        .clk(clk), .rst(rst), .s_exa_hdr_valid(16'd0), .s_exa_hdr_ready(), .s_exa_pld_valid({stray, 15'd0}),
        .s_exa_pld_ready(), .s_exa_ftr_valid(16'd0), .s_exa_ftr_ready(), .s_exa_data(2048'd0), .m_exa_hdr_valid(),
        .m_exa_hdr_ready(1'd0), .m_exa_pld_valid(), .m_exa_pld_ready(1'd0), .m_exa_ftr_valid(), .m_exa_ftr_ready(1'd0),
        .m_exa_data(), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(rdata[63:32]), .obs_drop_valid(), .obs_drop_cause());
    exa_demux #(.OUT_N(16)) u_demux (
        .clk(clk), .rst(rst), .s_exa_hdr_valid(1'd0), .s_exa_hdr_ready(), .s_exa_pld_valid(stray), .s_exa_pld_ready(),
        .s_exa_ftr_valid(1'd0), .s_exa_ftr_ready(), .s_exa_data(128'd0), .m_exa_hdr_valid(), .m_exa_hdr_ready(16'd0),
        .m_exa_pld_valid(), .m_exa_pld_ready(16'd0), .m_exa_ftr_valid(), .m_exa_ftr_ready(16'd0), .m_exa_data(),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(rdata[95:64]), .obs_drop_valid(), .obs_drop_cause());
    exa_link u_link (
        .clk(clk), .rst(rst), .tx_clk(clk), .tx_rst(rst), .rx_clk(clk), .rx_rst(rst), .s_exa_hdr_valid(1'd0),
        .s_exa_hdr_ready(), .s_exa_pld_valid(stray), .s_exa_pld_ready(), .s_exa_ftr_valid(1'd0), .s_exa_ftr_ready(),
        .s_exa_data(128'd0), .m_exa_hdr_valid(), .m_exa_hdr_ready(1'd0), .m_exa_pld_valid(), .m_exa_pld_ready(1'd0),
        .m_exa_ftr_valid(), .m_exa_ftr_ready(1'd0), .m_exa_data(), .tx_head(), .tx_data(), .rx_head(2'b00), .rx_data(64'd0),
        .rx_slip(), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(rdata[127:96]), .obs_rx_lock(), .obs_rx_break());

    // what each has at 400 + 4k; there says whether the page lists it
    reg [31:0] want [0:511];
    reg        there [0:511];
    integer    a, k, d, bad = 0;

    // a number that no other counter of these has
    function [31:0] mark;
        input integer dut, at;
        mark = 32'hffffffff - (dut + 1) * 4096 - at;
    endfunction

    reg     fill = 0;
    genvar  p;
    integer c;
    generate
        for (p = 0; p < 16; p = p + 1) begin : g_port
            integer n;
            always @(posedge fill) begin
                for (n = 0; n < 7; n = n + 1) begin
                    u_switch.g_port[p].u_in.u_in.cnt_q[n] = mark(SWITCH, 16 * n + p);
                    u_switch.g_port[p].u_in.u_in.begun_q[n] = 1'b1; // with 0 the counter is 0, whatever its memory has
                    u_mux.g_port[p].u_in.begun_q[n] = 1'b1;
                    u_mux.g_port[p].u_in.cnt_q[n] = n == 3 || n == 4 ? 0 : mark(MUX, 16 * n + p);
                end
                u_switch.g_port[p].u_out.sent = mark(SWITCH, 112 + p);
                u_demux.g_port[p].u_out.sent = mark(DEMUX, 112 + p);
            end
        end
    endgenerate
    always @(posedge fill) begin
        u_demux.u_in.begun_q = 8'hff;
        for (c = 0; c < 7; c = c + 1) u_demux.u_in.cnt_q[c] = c == 4 ? 0 : mark(DEMUX, 16 * c);
        u_mux.u_out.sent = mark(MUX, 112);
        for (c = 0; c < 11; c = c + 1) u_link.cnt_q[32*c+:32] = mark(LINK, c);
    end

    // ID, PARAMS and the like stand below 010
    task read_all;
        for (a = 12'h010; a < 4096; a = a + 1) begin
            reg_addr = a;
            reg_rd = 1;
            @(negedge clk) reg_rd = 0;
            k = a % 4 == 0 && a >= 12'h400 && a < 12'h600 ? (a - 12'h400) / 4 : -1;
            for (d = 0; d < 4; d = d + 1)
                if ((rdata >> 32 * d & 32'hffffffff) !== (k >= 0 && there[128*d+k] ? {96'd0, want[128*d+k]} : 128'd0)) begin
                    bad = bad + 1;
                    if (bad < 9) $display("# %0d at %03x: %h", d, a, rdata);
                end
        end
    endtask

    initial begin
        repeat (4) @(negedge clk);
        rst = 0;
        repeat (4) @(negedge clk);
        fill = 1;
        for (k = 0; k < 128; k = k + 1) begin
            for (d = 0; d < 4; d = d + 1) want[128*d+k] = mark(d, k);
            there[128*SWITCH+k] = 1;
            there[128*MUX+k] = k < 113 && k / 16 != 3 && k / 16 != 4;  // no routes, no loops
            there[128*DEMUX+k] = k >= 112 || (k % 16 == 0 && k / 16 != 4);
            there[128*LINK+k] = k < 11;
        end
        #0.1 read_all;
        verdict(bad, "every counter is its own, of 32 bits, and nothing stands beside them");

        u_switch.g_port[15].u_in.u_in.cnt_q[6] = 32'hffffffff;
        u_mux.g_port[15].u_in.cnt_q[6] = 32'hffffffff;
        u_demux.u_in.cnt_q[6] = 32'hffffffff;
        u_link.cnt_q[63:32] = 32'hffffffff;
        stray = 1;
        @(negedge clk) stray = 0;
        repeat (4) @(negedge clk);
        want[128*SWITCH+96+15] = 0;
        want[128*MUX+96+15] = 0;
        want[128*DEMUX+96] = 0;
        want[128*LINK+1] = 0;
        bad = 0;
        read_all;
        verdict(bad, "and wraps without touching another");
        $finish;
    end
endmodule

`default_nettype wire
