// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The ports of exa_ni_ports.vh, each to the wire of its name. Include first among an
// instance's connections.

    .clk(clk), .rst(rst), .own(own), .s_exa_hdr_valid(s_exa_hdr_valid),
    .s_exa_hdr_ready(s_exa_hdr_ready), .s_exa_pld_valid(s_exa_pld_valid),
    .s_exa_pld_ready(s_exa_pld_ready), .s_exa_ftr_valid(s_exa_ftr_valid),
    .s_exa_ftr_ready(s_exa_ftr_ready), .s_exa_data(s_exa_data), .m_exa_hdr_valid(m_exa_hdr_valid),
    .m_exa_hdr_ready(m_exa_hdr_ready), .m_exa_pld_valid(m_exa_pld_valid),
    .m_exa_pld_ready(m_exa_pld_ready), .m_exa_ftr_valid(m_exa_ftr_valid),
    .m_exa_ftr_ready(m_exa_ftr_ready), .m_exa_data(m_exa_data), .s_axi_awvalid(s_axi_awvalid),
    .s_axi_awready(s_axi_awready), .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr),
    .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst),
    .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata),
    .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid),
    .s_axi_bready(s_axi_bready), .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp),
    .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_arid(s_axi_arid),
    .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize),
    .s_axi_arburst(s_axi_arburst), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
    .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
    .s_axi_rlast(s_axi_rlast),
