// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A wrapper of the switch that breaks the rules of the channel at output 0, the way that
// TN_BREAK says: what the bench's monitors are tested with (suites/exanet/cosim/channel).

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_crossbar #(
    parameter integer PORT_N    = 16,
    parameter integer LINK_BASE = 8,
    parameter integer GW_BASE   = 12,
    parameter integer DRAM_PORT = 0,
    parameter [15:0]  RANGE_EN  = 16'h003f,
    parameter [111:0] RANGE_LO  = 112'd0,
    parameter [111:0] RANGE_HI  = 112'd0
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [21:0]           own,
    input  wire [PORT_N-1:0]     s_exa_hdr_valid,
    output wire [PORT_N-1:0]     s_exa_hdr_ready,
    input  wire [PORT_N-1:0]     s_exa_pld_valid,
    output wire [PORT_N-1:0]     s_exa_pld_ready,
    input  wire [PORT_N-1:0]     s_exa_ftr_valid,
    output wire [PORT_N-1:0]     s_exa_ftr_ready,
    input  wire [128*PORT_N-1:0] s_exa_data,
    output wire [PORT_N-1:0]     m_exa_hdr_valid,
    input  wire [PORT_N-1:0]     m_exa_hdr_ready,
    output wire [PORT_N-1:0]     m_exa_pld_valid,
    input  wire [PORT_N-1:0]     m_exa_pld_ready,
    output wire [PORT_N-1:0]     m_exa_ftr_valid,
    input  wire [PORT_N-1:0]     m_exa_ftr_ready,
    output wire [128*PORT_N-1:0] m_exa_data,
    input  wire                  reg_rd,
    input  wire [11:0]           reg_addr,
    output wire [31:0]           reg_rdata,
    output wire [PORT_N-1:0]     obs_drop_valid,
    output wire [4*PORT_N-1:0]   obs_drop_cause
);
    wire [PORT_N-1:0]     hv, pv, fv;
    wire [128*PORT_N-1:0] data;
    reg                   stalled_q; // a word stands at output 0 and was shown for a cycle

    wire any = hv[0] || pv[0] || fv[0];
    wire ready = hv[0] && m_exa_hdr_ready[0] || pv[0] && m_exa_pld_ready[0] || fv[0] && m_exa_ftr_ready[0];
    wire hide = `TN_BREAK == 1 && stalled_q; // withdrawn after a cycle

    always @(posedge clk) stalled_q <= !rst && any && !ready && !stalled_q;

    // 3: two valids; 5: footers as payload; 6: headers as payload; 7: a valid is unknown
    assign m_exa_hdr_valid = {hv[PORT_N-1:1], `TN_BREAK == 7 && pv[0] ? 1'bx : hv[0] && !hide && `TN_BREAK != 6};
    assign m_exa_pld_valid = {pv[PORT_N-1:1],
                              !hide && (pv[0] || `TN_BREAK == 5 && fv[0] || `TN_BREAK == 6 && hv[0])};
    assign m_exa_ftr_valid = {fv[PORT_N-1:1], !hide && (`TN_BREAK != 5 && fv[0] || `TN_BREAK == 3 && hv[0])};
    // 2: a bit changes while the word waits; 4: one is unknown
    assign m_exa_data = {data[128*PORT_N-1:65], data[64] ^ (`TN_BREAK == 2 && any && !ready && !stalled_q),
                         data[63:1], `TN_BREAK == 4 && pv[0] ? 1'bx : data[0]};

    exa_crossbar #(
        .PORT_N(PORT_N), .LINK_BASE(LINK_BASE), .GW_BASE(GW_BASE), .DRAM_PORT(DRAM_PORT),
        .RANGE_EN(RANGE_EN), .RANGE_LO(RANGE_LO), .RANGE_HI(RANGE_HI)
    ) u_crossbar (
        .clk(clk), .rst(rst), .own(own),
        .s_exa_hdr_valid(s_exa_hdr_valid), .s_exa_hdr_ready(s_exa_hdr_ready),
        .s_exa_pld_valid(s_exa_pld_valid), .s_exa_pld_ready(s_exa_pld_ready),
        .s_exa_ftr_valid(s_exa_ftr_valid), .s_exa_ftr_ready(s_exa_ftr_ready),
        .s_exa_data(s_exa_data),
        .m_exa_hdr_valid(hv), .m_exa_hdr_ready({m_exa_hdr_ready[PORT_N-1:1], m_exa_hdr_ready[0] && !hide}),
        .m_exa_pld_valid(pv), .m_exa_pld_ready({m_exa_pld_ready[PORT_N-1:1], m_exa_pld_ready[0] && !hide}),
        .m_exa_ftr_valid(fv), .m_exa_ftr_ready({m_exa_ftr_ready[PORT_N-1:1], m_exa_ftr_ready[0] && !hide}),
        .m_exa_data(data),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
        .obs_drop_valid(obs_drop_valid), .obs_drop_cause(obs_drop_cause)
    );
endmodule

`default_nettype wire
