// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What stands between two nodes that are not linked to each other, for the figures of more than one hop: FPGA 2 and FPGA 3 of
// their board, each with its switch and two links, and without a network interface. With hops 1 nothing stands between; with 2
// FPGA 0's line to FPGA 1 leads to FPGA 2, whose line to FPGA 1 leads there; with 3 it leads to FPGA 3 first. FPGA 1's line
// to FPGA 0 comes back the same way. Bits 66*n of sent and come are node n's line out and in, header lowest, in the clock
// of the node that sends: link_clk[n] out of node n, the other's into node n. hops changes while rst is asserted.

`timescale 1ns / 1ps
`default_nettype none

module exa_relay #(
    parameter [1:0] FPGA = 2'd2 // number on the board
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [19:0]  board,
    input  wire [1:0]   link_clk,
    input  wire [131:0] from, // bits 0 on from the side of FPGA 0, bits 66 on from that of FPGA 1
    output wire [131:0] to    // the same sides
);
    `include "exa_defs.vh"

    wire [1023:0] in_data, out_data;
    wire [7:0]    in_hv, in_pv, in_fv, in_hr, in_pr, in_fr, out_hv, out_pv, out_fv, out_hr, out_pr, out_fr;
    wire [255:0]  link_data;

    assign in_data = {768'd0, link_data};
    assign in_hv[7:2] = 6'd0;
    assign in_pv[7:2] = 6'd0;
    assign in_fv[7:2] = 6'd0;
    assign out_hr[7:2] = 6'h3f;
    assign out_pr[7:2] = 6'h3f;
    assign out_fr[7:2] = 6'h3f;

    // port l is the link to FPGA l
    exa_crossbar #(
        .PORT_N(8), .LINK_BASE(0), .GW_BASE(4), .DRAM_PORT(7), .RANGE_EN(16'd0)
    ) u_switch (
        .clk(clk), .rst(rst), .own({board[19:EXA_FPGA_LSB], FPGA, board[EXA_FPGA_LSB-1:0]}),
        .s_exa_hdr_valid(in_hv), .s_exa_hdr_ready(in_hr), .s_exa_pld_valid(in_pv), .s_exa_pld_ready(in_pr),
        .s_exa_ftr_valid(in_fv), .s_exa_ftr_ready(in_fr), .s_exa_data(in_data),
        .m_exa_hdr_valid(out_hv), .m_exa_hdr_ready(out_hr), .m_exa_pld_valid(out_pv), .m_exa_pld_ready(out_pr),
        .m_exa_ftr_valid(out_fv), .m_exa_ftr_ready(out_fr), .m_exa_data(out_data),
        .reg_rd(1'b0), .reg_addr(12'd0), .reg_rdata(), .obs_drop_valid(), .obs_drop_cause()
    );

    genvar l;
    generate
        for (l = 0; l < 2; l = l + 1) begin : g_link
            exa_link u_link (
                .clk(clk), .rst(rst), .tx_clk(link_clk[1-l]), .tx_rst(rst), .rx_clk(link_clk[l]), .rx_rst(rst),
                .s_exa_hdr_valid(out_hv[l]), .s_exa_hdr_ready(out_hr[l]), .s_exa_pld_valid(out_pv[l]),
                .s_exa_pld_ready(out_pr[l]), .s_exa_ftr_valid(out_fv[l]), .s_exa_ftr_ready(out_fr[l]),
                .s_exa_data(out_data[128*l+:128]),
                .m_exa_hdr_valid(in_hv[l]), .m_exa_hdr_ready(in_hr[l]), .m_exa_pld_valid(in_pv[l]),
                .m_exa_pld_ready(in_pr[l]), .m_exa_ftr_valid(in_fv[l]), .m_exa_ftr_ready(in_fr[l]),
                .m_exa_data(link_data[128*l+:128]),
                .tx_head(to[66*l+:2]), .tx_data(to[66*l+2+:64]), .rx_head(from[66*l+:2]), .rx_data(from[66*l+2+:64]),
                .rx_slip(), .reg_rd(1'b0), .reg_addr(12'd0), .reg_rdata(), .obs_rx_lock(), .obs_rx_break()
            );
        end
    endgenerate
endmodule

module exa_relays (
    input  wire         clk,
    input  wire         rst,
    input  wire [19:0]  board,
    input  wire [1:0]   hops,
    input  wire [1:0]   link_clk,
    input  wire [131:0] sent,
    output wire [131:0] come
);
    wire [131:0] to_2, to_3;

    exa_relay #(.FPGA(2'd2)) u_fpga_2 (
        .clk(clk), .rst(rst || hops < 2'd2), .board(board), .link_clk(link_clk),
        .from({hops == 2'd3 ? to_3[65:0] : sent[131:66], sent[65:0]}), .to(to_2)
    );
    exa_relay #(.FPGA(2'd3)) u_fpga_3 (
        .clk(clk), .rst(rst || hops < 2'd3), .board(board), .link_clk(link_clk),
        .from({sent[131:66], to_2[131:66]}), .to(to_3)
    );
    assign come = hops < 2'd2 ? {sent[65:0], sent[131:66]} : {hops == 2'd2 ? to_2[131:66] : to_3[131:66], to_2[65:0]};
endmodule

`default_nettype wire
