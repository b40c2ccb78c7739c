// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The ports of exa_engine_ports.vh, each to the wire of its name. Include among an instance's
// connections, with others behind.

    .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr),
    .m_axi_awlen(m_axi_awlen), .m_axi_awsize(m_axi_awsize), .m_axi_awburst(m_axi_awburst), .m_axi_wvalid(m_axi_wvalid),
    .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast),
    .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready), .m_axi_bid(m_axi_bid), .m_axi_bresp(m_axi_bresp),
    .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid), .m_axi_araddr(m_axi_araddr),
    .m_axi_arlen(m_axi_arlen), .m_axi_arsize(m_axi_arsize), .m_axi_arburst(m_axi_arburst), .m_axi_rvalid(m_axi_rvalid),
    .m_axi_rready(m_axi_rready), .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp),
    .m_axi_rlast(m_axi_rlast), .s_win_awvalid(s_win_awvalid), .s_win_awready(s_win_awready), .s_win_awid(s_win_awid),
    .s_win_awaddr(s_win_awaddr), .s_win_awlen(s_win_awlen), .s_win_awsize(s_win_awsize), .s_win_awburst(s_win_awburst),
    .s_win_wvalid(s_win_wvalid), .s_win_wready(s_win_wready), .s_win_wdata(s_win_wdata), .s_win_wstrb(s_win_wstrb),
    .s_win_wlast(s_win_wlast), .s_win_bvalid(s_win_bvalid), .s_win_bready(s_win_bready), .s_win_bid(s_win_bid),
    .s_win_bresp(s_win_bresp), .s_win_arvalid(s_win_arvalid), .s_win_arready(s_win_arready), .s_win_arid(s_win_arid),
    .s_win_araddr(s_win_araddr), .s_win_arlen(s_win_arlen), .s_win_arsize(s_win_arsize), .s_win_arburst(s_win_arburst),
    .s_win_rvalid(s_win_rvalid), .s_win_rready(s_win_rready), .s_win_rid(s_win_rid), .s_win_rdata(s_win_rdata),
    .s_win_rresp(s_win_rresp), .s_win_rlast(s_win_rlast), .m_zax_awvalid(m_zax_awvalid), .m_zax_awready(m_zax_awready),
    .m_zax_awid(m_zax_awid), .m_zax_awaddr(m_zax_awaddr), .m_zax_awlen(m_zax_awlen), .m_zax_awsize(m_zax_awsize),
    .m_zax_awburst(m_zax_awburst), .m_zax_wvalid(m_zax_wvalid), .m_zax_wready(m_zax_wready), .m_zax_wdata(m_zax_wdata),
    .m_zax_wstrb(m_zax_wstrb), .m_zax_wlast(m_zax_wlast), .m_zax_bvalid(m_zax_bvalid), .m_zax_bready(m_zax_bready),
    .m_zax_bid(m_zax_bid), .m_zax_bresp(m_zax_bresp), .m_zax_arvalid(m_zax_arvalid), .m_zax_arready(m_zax_arready),
    .m_zax_arid(m_zax_arid), .m_zax_araddr(m_zax_araddr), .m_zax_arlen(m_zax_arlen), .m_zax_arsize(m_zax_arsize),
    .m_zax_arburst(m_zax_arburst), .m_zax_rvalid(m_zax_rvalid), .m_zax_rready(m_zax_rready), .m_zax_rid(m_zax_rid),
    .m_zax_rdata(m_zax_rdata), .m_zax_rresp(m_zax_rresp), .m_zax_rlast(m_zax_rlast),
