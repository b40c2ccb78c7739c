// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of a block of ExaNet's network interface, without the block: an AXI4 master "cpu", an ExaNet
// source "s_exa" and a sink "m_exa", a saboteur on each channel; a monitor on each port (of a
// channel at its far end), and one of obs_rx: cause c is a reject of port c. Include inside the bench's module, the names are exa_ni_ports.vh's.
//
// A bench with more monitors or causes says so before (EXA_NI_DONE, EXA_NI_OBS_W).
//
// The bench's register at 1000 takes what `own` becomes at the next reset; bit 0 of
// 1004 shows C every cycle of the channels' pins.

    localparam [31:0] OWN_ADDR = 32'h1000, PINS_ADDR = 32'h1004;

`ifndef EXA_NI_DONE
`define EXA_NI_DONE 14
`define EXA_NI_OBS_W 16
`endif
    wire [`EXA_NI_DONE-1:0] done;

    `TN_BENCH_CLOCK(`EXA_NI_DONE)

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

    wire s_exa_hdr_valid, s_exa_hdr_ready, s_exa_pld_valid, s_exa_pld_ready, s_exa_ftr_valid,
         s_exa_ftr_ready, m_exa_hdr_valid, m_exa_hdr_ready, m_exa_pld_valid, m_exa_pld_ready,
         m_exa_ftr_valid, m_exa_ftr_ready, s_axi_awvalid, s_axi_awready, s_axi_wvalid,
         s_axi_wready, s_axi_wlast, s_axi_bvalid, s_axi_bready, s_axi_arvalid, s_axi_arready,
         s_axi_rvalid, s_axi_rready, s_axi_rlast;
    // the channels' far ends: what the source drives (a) and the sink sees (c)
    wire [2:0] a_valid, a_ready, c_valid, c_ready;
    wire [127:0] a_data, c_data, s_exa_data, m_exa_data, s_axi_wdata, s_axi_rdata;
    wire [AXI_ID_W-1:0] s_axi_awid, s_axi_bid, s_axi_arid, s_axi_rid;
    wire [19:0] s_axi_awaddr, s_axi_araddr;
    wire [7:0] s_axi_awlen, s_axi_arlen;
    wire [2:0] s_axi_awsize, s_axi_arsize;
    wire [1:0] s_axi_awburst, s_axi_bresp, s_axi_arburst, s_axi_rresp;
    wire [15:0] s_axi_wstrb;
    wire [`EXA_NI_OBS_W-1:0] obs_rx;

    tn_bfm_exa_source #(.ID(0)) u_source (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[0]),
        .m_hdr_valid(a_valid[0]), .m_hdr_ready(a_ready[0]), .m_pld_valid(a_valid[1]),
        .m_pld_ready(a_ready[1]), .m_ftr_valid(a_valid[2]), .m_ftr_ready(a_ready[2]),
        .m_data(a_data)
    );
    tn_exa_saboteur #(.ID(0)) u_saboteur_s (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[4:0]),
        .s_valid(a_valid), .s_data(a_data), .s_ready(a_ready),
        .m_valid({s_exa_ftr_valid, s_exa_pld_valid, s_exa_hdr_valid}), .m_data(s_exa_data),
        .m_ready({s_exa_ftr_ready, s_exa_pld_ready, s_exa_hdr_ready})
    );
    tn_exa_saboteur #(.ID(16)) u_saboteur_m (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[84:80]),
        .s_valid({m_exa_ftr_valid, m_exa_pld_valid, m_exa_hdr_valid}), .s_data(m_exa_data),
        .s_ready({m_exa_ftr_ready, m_exa_pld_ready, m_exa_hdr_ready}),
        .m_valid(c_valid), .m_data(c_data), .m_ready(c_ready)
    );
    tn_bfm_exa_sink #(.ID(0)) u_sink (
        .clk(clk), .rst(rst), .wake(wake[64]), .ok_wanted(ok[2:0]),
        .s_hdr_ready(c_ready[0]), .s_pld_ready(c_ready[1]), .s_ftr_ready(c_ready[2])
    );
    tn_bfm_exa_monitor #(.ID(0)) u_mon_s (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(a_valid), .ready(a_ready),
        .data(a_data), .done(done[0])
    );
    tn_bfm_exa_monitor #(.ID(1)) u_mon_m (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(c_valid), .ready(c_ready),
        .data(c_data), .done(done[1])
    );
    tn_bfm_exa_drop #(.PORT_N(16)) u_mon_rx (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(obs_rx[15:0]), .cause(64'hfedc_ba98_7654_3210),
        .done(done[2])
    );

    tn_bfm_exa_pins #(.PORT_N(1)) u_pins (
        .clk(clk), .rst(rst), .cycle(cycle), .en(pins_on),
        .s_hdr_valid(s_exa_hdr_valid), .s_hdr_ready(s_exa_hdr_ready),
        .s_pld_valid(s_exa_pld_valid), .s_pld_ready(s_exa_pld_ready),
        .s_ftr_valid(s_exa_ftr_valid), .s_ftr_ready(s_exa_ftr_ready), .s_data(s_exa_data),
        .m_hdr_valid(m_exa_hdr_valid), .m_hdr_ready(m_exa_hdr_ready),
        .m_pld_valid(m_exa_pld_valid), .m_pld_ready(m_exa_pld_ready),
        .m_ftr_valid(m_exa_ftr_valid), .m_ftr_ready(m_exa_ftr_ready), .m_data(m_exa_data),
        .done(done[13])
    );

    tn_bfm_axi_master #(.ID(0), .ID_W(AXI_ID_W), .ADDR_W(20), .USER_W(1)) u_master (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[56]), .done(done[7:3]),
        .m_axi_awvalid(s_axi_awvalid), .m_axi_awready(s_axi_awready), .m_axi_awid(s_axi_awid),
        .m_axi_awaddr(s_axi_awaddr), .m_axi_awlen(s_axi_awlen), .m_axi_awsize(s_axi_awsize),
        .m_axi_awburst(s_axi_awburst), .m_axi_wvalid(s_axi_wvalid), .m_axi_wready(s_axi_wready),
        .m_axi_wdata(s_axi_wdata), .m_axi_wstrb(s_axi_wstrb), .m_axi_wlast(s_axi_wlast),
        .m_axi_bvalid(s_axi_bvalid), .m_axi_bready(s_axi_bready), .m_axi_bid(s_axi_bid),
        .m_axi_bresp(s_axi_bresp), .m_axi_arvalid(s_axi_arvalid), .m_axi_arready(s_axi_arready),
        .m_axi_arid(s_axi_arid), .m_axi_araddr(s_axi_araddr), .m_axi_arlen(s_axi_arlen),
        .m_axi_arsize(s_axi_arsize), .m_axi_arburst(s_axi_arburst), .m_axi_rvalid(s_axi_rvalid),
        .m_axi_rready(s_axi_rready), .m_axi_rid(s_axi_rid), .m_axi_rdata(s_axi_rdata),
        .m_axi_rresp(s_axi_rresp), .m_axi_rlast(s_axi_rlast), .m_axi_awuser(), .m_axi_awlock(),
        .m_axi_awcache(), .m_axi_awprot(), .m_axi_awqos(), .m_axi_aruser(), .m_axi_arlock(),
        .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos()
    );
    tn_bfm_axi_monitor #(.ID(0), .ID_W(AXI_ID_W), .ADDR_W(20), .USER_W(1)) u_mon_axi (
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[12:8]),
        .axi_awvalid(s_axi_awvalid), .axi_awready(s_axi_awready), .axi_awid(s_axi_awid),
        .axi_awaddr(s_axi_awaddr), .axi_awlen(s_axi_awlen), .axi_awsize(s_axi_awsize),
        .axi_awburst(s_axi_awburst), .axi_wvalid(s_axi_wvalid), .axi_wready(s_axi_wready),
        .axi_wdata(s_axi_wdata), .axi_wstrb(s_axi_wstrb), .axi_wlast(s_axi_wlast),
        .axi_bvalid(s_axi_bvalid), .axi_bready(s_axi_bready), .axi_bid(s_axi_bid),
        .axi_bresp(s_axi_bresp), .axi_arvalid(s_axi_arvalid), .axi_arready(s_axi_arready),
        .axi_arid(s_axi_arid), .axi_araddr(s_axi_araddr), .axi_arlen(s_axi_arlen),
        .axi_arsize(s_axi_arsize), .axi_arburst(s_axi_arburst), .axi_rvalid(s_axi_rvalid),
        .axi_rready(s_axi_rready), .axi_rid(s_axi_rid), .axi_rdata(s_axi_rdata),
        .axi_rresp(s_axi_rresp), .axi_rlast(s_axi_rlast), .axi_awuser(1'b0), .axi_awlock(1'b0),
        .axi_awcache(4'd0), .axi_awprot(3'd0), .axi_awqos(4'd0), .axi_aruser(1'b0),
        .axi_arlock(1'b0), .axi_arcache(4'd0), .axi_arprot(3'd0), .axi_arqos(4'd0)
    );

`ifndef TN_LEAN
    initial begin
        `TN_NAME("exa_saboteur", 0, "s_exa");
        `TN_NAME("exa_saboteur", 16, "m_exa");
    end
`endif
