// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two boards of ExaNet in a torus, inside harness/exanet/dut/exa_boards.vh: the DUT, the words of the torus's two lines as they leave their
// senders (line b leads to board b), and what C does to them. Registers of board b's router: 88000h + 10000h*b.

    wire [1:0]   wire_in_valid, wire_in_k, wire_out_valid, wire_out_k, wire_xor_k, wire_cut, wire_put;
    wire [255:0] wire_in_data, wire_out_data, wire_xor;
    wire [63:0]  gw_rdata;
    wire [319:0] strikes;
    wire [1023:0] play;

    assign more_rdata = gw_rdata[32*rd_addr[16]+:32];

    // words as harness/apenet/fault/ape_line.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(more_done[0]), .pins({31'd0, rst, 96'd0, strikes, 64'd0})
    );
    tn_bfm_ape_strikes #(.L(2)) u_strikes (
        .wire_in_valid(wire_in_valid), .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .play(play[319:0]), .pins(strikes),
        .wire_xor(wire_xor), .wire_xor_k(wire_xor_k), .wire_cut(wire_cut), .wire_put(wire_put)
    );

    generate
        for (n = 0; n < 2; n = n + 1) begin : g_torus
            tn_bfm_ape_line #(.ID(n)) u_line (
                .clk(clk), .rst(rst), .cycle(cycle), .valid(wire_in_valid[n]), .k(wire_in_k[n]),
                .data(wire_in_data[128*n+:128]), .done(more_done[1+n])
            );
        end
    endgenerate

    wire unused_torus = &{1'b0, wire_out_valid, wire_out_k, wire_out_data, play};

    dut_ape_boards #(
        .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2),
        .RSP_LOG2(RSP_LOG2), .READ_LOG2(READ_LOG2), .DUP_N(DUP_N),
        .WIRE_CYC(WIRE_CYC), .BAND(BAND)
    ) u_dut (
        .clk(clk), .rst(rst), .board(board), .link_clk(link_clk), .link_rst({8{rst}}),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awid(awid),
        .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize),
        .s_axi_awburst(awburst), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_bvalid(bvalid),
        .s_axi_bready(bready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_arid(arid), .s_axi_araddr(araddr), .s_axi_arlen(arlen),
        .s_axi_arsize(arsize), .s_axi_arburst(arburst), .s_axi_rvalid(rvalid),
        .s_axi_rready(rready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .s_axi_rlast(rlast), .s_exa_hdr_valid(s_exa_hdr_valid),
        .s_exa_hdr_ready(s_exa_hdr_ready), .s_exa_pld_valid(s_exa_pld_valid),
        .s_exa_pld_ready(s_exa_pld_ready), .s_exa_ftr_valid(s_exa_ftr_valid),
        .s_exa_ftr_ready(s_exa_ftr_ready), .s_exa_data(s_exa_data),
        .m_exa_hdr_valid(m_exa_hdr_valid), .m_exa_hdr_ready(m_exa_hdr_ready),
        .m_exa_pld_valid(m_exa_pld_valid), .m_exa_pld_ready(m_exa_pld_ready),
        .m_exa_ftr_valid(m_exa_ftr_valid), .m_exa_ftr_ready(m_exa_ftr_ready),
        .m_exa_data(m_exa_data), .waiting(waiting), .reg_rd(reg_rd), .reg_addr({8{reg_addr}}),
        .reg_rdata(reg_rdata), .obs_in_valid(obs_in_valid), .obs_in_ready(obs_in_ready),
        .obs_in_data(obs_in_data), .obs_out_valid(obs_out_valid), .obs_out_ready(obs_out_ready),
        .obs_out_data(obs_out_data),
        .gw_reg_rd({1'b0, more_rd} << rd_addr[16]), .gw_reg_addr(rd_addr[11:0]), .gw_reg_rdata(gw_rdata),
        .wire_xor(wire_xor), .wire_xor_k(wire_xor_k), .wire_cut(wire_cut), .wire_put(wire_put), .wire_in_valid(wire_in_valid),
        .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .wire_out_valid(wire_out_valid), .wire_out_k(wire_out_k), .wire_out_data(wire_out_data)
    );
