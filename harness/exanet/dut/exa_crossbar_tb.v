// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of the ExaNet intra-node switch: the wrapper dut_exa_crossbar with a
// source, a sink and two monitors a port, a saboteur on each channel, and its register
// port. Monitors stand at the far ends (what was sent, what was received), the pins at
// the switch.
//
// Port p has the peripheral indexes RANGE_STEP * p to RANGE_STEP * p + RANGE_SPAN,
// where RANGE_EN has bit p. The bench's own register at 1000 takes what `own`
// becomes at the next reset; bit 0 of 1004 shows all pins to C in every cycle.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module exa_crossbar_tb #(
    parameter integer PORT_N     = 16,
    parameter integer LINK_BASE  = 8,
    parameter integer GW_BASE    = 12,
    parameter integer DRAM_PORT  = 0,
    parameter integer RANGE_EN   = 63,
    parameter integer RANGE_STEP = 1, // 15 * RANGE_STEP + RANGE_SPAN is 127 at most
    parameter integer RANGE_SPAN = 0
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer MONITOR_N = 2 * PORT_N + 2;
    localparam [31:0]  OWN_ADDR  = 32'h1000, PINS_ADDR = 32'h1004;

    function [111:0] range; // the first index of each port, and so many more
        input integer more;
        integer p;
        integer index;
        begin
            for (p = 0; p < 16; p = p + 1) begin
                index = RANGE_STEP * p + more;
                range[7*p+:7] = index[6:0];
            end
        end
    endfunction

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    reg [21:0] own, own_next;

    reg        pins_on;

    initial begin
        own_next = 22'd0;
        pins_on  = 1'b0;
    end

    always @(posedge clk) begin
        if (cmd[0] && cmd_addr == OWN_ADDR) own_next <= cmd_wdata[21:0];
        if (cmd[0] && cmd_addr == PINS_ADDR) pins_on <= cmd_wdata[0];
        if (rst) own <= own_next;
    end

    wire                  reg_rd;
    wire [11:0]           reg_addr;
    wire [31:0]           reg_rdata;
    wire [PORT_N-1:0]     s_hv, s_hr, s_pv, s_pr, s_fv, s_fr;
    wire [PORT_N-1:0]     m_hv, m_hr, m_pv, m_pr, m_fv, m_fr;
    reg  [128*PORT_N-1:0] s_data; // slices of variables: fast under Icarus
    wire [128*PORT_N-1:0] m_data;
    wire [PORT_N-1:0]     drop_valid;
    wire [4*PORT_N-1:0]   drop_cause;

    tn_bfm_reg u_reg (
        .clk(clk), .rst(rst), .cmd(cmd), .addr(cmd_addr), .wdata(cmd_wdata),
        .reg_wr(), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(), .reg_rdata(reg_rdata)
    );

    genvar p;
    generate
        for (p = 0; p < PORT_N; p = p + 1) begin : g_port
            // "0" to "15", behind "s_exa" or "m_exa"
            localparam [15:0] DIGITS = p < 10 ? 48 + p : 256 * 49 + 48 + p - 10;
            localparam [8*7-1:0] S_NAME = p < 10 ? {"s_exa", DIGITS[7:0]} : {"s_exa", DIGITS};
            localparam [8*7-1:0] M_NAME = p < 10 ? {"m_exa", DIGITS[7:0]} : {"m_exa", DIGITS};
            wire [127:0] data;

            initial begin
                `TN_NAME("exa_source", p, `TN_TEXT(S_NAME));
                `TN_DECLARE(1, p, `TN_TEXT(M_NAME));
                `TN_NAME("exa_monitor", p, `TN_TEXT(S_NAME));
                `TN_NAME("exa_monitor", PORT_N + p, `TN_TEXT(M_NAME));
`ifndef TN_LEAN
                `TN_NAME("exa_saboteur", p, `TN_TEXT(S_NAME));
                `TN_NAME("exa_saboteur", 16 + p, `TN_TEXT(M_NAME));
`endif
            end

            // the far ends: what the source drives (a) and the sink sees (c)
            wire [2:0]   a_valid, a_ready, c_valid, c_ready;
            wire [127:0] a_data, c_data;

            tn_bfm_exa_source #(.ID(p)) u_source (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[p]),
                .m_hdr_valid(a_valid[0]), .m_hdr_ready(a_ready[0]), .m_pld_valid(a_valid[1]),
                .m_pld_ready(a_ready[1]), .m_ftr_valid(a_valid[2]), .m_ftr_ready(a_ready[2]),
                .m_data(a_data)
            );
            tn_exa_saboteur #(.ID(p)) u_saboteur_s (
                .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[5*p+:5]),
                .s_valid(a_valid), .s_data(a_data), .s_ready(a_ready),
                .m_valid({s_fv[p], s_pv[p], s_hv[p]}), .m_data(data),
                .m_ready({s_fr[p], s_pr[p], s_hr[p]})
            );
            tn_exa_saboteur #(.ID(16 + p)) u_saboteur_m (
                .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[5*(16+p)+:5]),
                .s_valid({m_fv[p], m_pv[p], m_hv[p]}), .s_data(m_data[128*p+:128]),
                .s_ready({m_fr[p], m_pr[p], m_hr[p]}),
                .m_valid(c_valid), .m_data(c_data), .m_ready(c_ready)
            );
            always @* s_data[128*p+:128] = data;

            tn_bfm_exa_sink #(.ID(p)) u_sink (
                .clk(clk), .rst(rst), .wake(wake[64+p]), .ok_wanted(ok[3*p+:3]),
                .s_hdr_ready(c_ready[0]), .s_pld_ready(c_ready[1]), .s_ftr_ready(c_ready[2])
            );
            tn_bfm_exa_monitor #(.ID(p)) u_mon_s (
                .clk(clk), .rst(rst), .cycle(cycle), .valid(a_valid),
                .ready(a_ready), .data(a_data), .done(done[p])
            );
            tn_bfm_exa_monitor #(.ID(PORT_N + p)) u_mon_m (
                .clk(clk), .rst(rst), .cycle(cycle), .valid(c_valid),
                .ready(c_ready), .data(c_data),
                .done(done[PORT_N+p])
            );
        end
    endgenerate

    tn_bfm_exa_drop #(.PORT_N(PORT_N)) u_mon_drop (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(drop_valid), .cause(drop_cause),
        .done(done[2*PORT_N])
    );

    tn_bfm_exa_pins #(.PORT_N(PORT_N)) u_pins (
        .clk(clk), .rst(rst), .cycle(cycle), .en(pins_on),
        .s_hdr_valid(s_hv), .s_hdr_ready(s_hr), .s_pld_valid(s_pv), .s_pld_ready(s_pr),
        .s_ftr_valid(s_fv), .s_ftr_ready(s_fr), .s_data(s_data),
        .m_hdr_valid(m_hv), .m_hdr_ready(m_hr), .m_pld_valid(m_pv), .m_pld_ready(m_pr),
        .m_ftr_valid(m_fv), .m_ftr_ready(m_fr), .m_data(m_data), .done(done[2*PORT_N+1])
    );

    dut_exa_crossbar #(
        .PORT_N(PORT_N), .LINK_BASE(LINK_BASE), .GW_BASE(GW_BASE), .DRAM_PORT(DRAM_PORT),
        .RANGE_EN(RANGE_EN[15:0]), .RANGE_LO(range(0)), .RANGE_HI(range(RANGE_SPAN))
    ) u_dut (
        .clk(clk), .rst(rst), .own(own),
        .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv),
        .s_exa_pld_ready(s_pr), .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr),
        .s_exa_data(s_data),
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_hr), .m_exa_pld_valid(m_pv),
        .m_exa_pld_ready(m_pr), .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_fr),
        .m_exa_data(m_data),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
        .obs_drop_valid(drop_valid), .obs_drop_cause(drop_cause)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_crossbar");
        `TN_PARAM("PORT_N", PORT_N);
        `TN_PARAM("LINK_BASE", LINK_BASE);
        `TN_PARAM("GW_BASE", GW_BASE);
        `TN_PARAM("DRAM_PORT", DRAM_PORT);
        `TN_PARAM("RANGE_EN", RANGE_EN);
        `TN_PARAM("RANGE_STEP", RANGE_STEP);
        `TN_PARAM("RANGE_SPAN", RANGE_SPAN);
    end
endmodule

`default_nettype wire
