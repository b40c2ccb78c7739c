// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of ExaNet's sender of RDMA transactions: the wrapper dut_exa_dma with an AXI4 master "cpu" at its slave port,
// host memory "mem" behind its master port, a source "s_exa", sinks "m_exa0" to "m_exa6", and a monitor on each.
// Rejects show the events: cause and port 1 obs_drop, 2 irq_fault rose, 3 irq_fault fell.
//
// The bench's register at 1000 takes what `own` becomes at the next reset; bit 0 of 1004 shows C every cycle of the
// channels' pins.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module exa_dma_tb #(
    parameter integer AXI_ID_W = 4,
    parameter integer OUT_N    = 3,
    parameter integer TXN_LOG2 = 10
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer DONE_N = 30, PORT_N = 8;
    localparam [31:0] OWN_ADDR = 32'h1000, PINS_ADDR = 32'h1004;

    wire [DONE_N-1:0] done;

    `TN_BENCH_CLOCK(DONE_N)

    reg [21:0] own, own_next;
    reg        pins_on, irq_q;

    initial begin
        own_next = 22'd0;
        pins_on  = 1'b0;
        irq_q    = 1'b0;
    end

    wire irq_fault, obs_drop;

    always @(posedge clk) begin
        if (cmd[0] && cmd_addr == OWN_ADDR) own_next <= cmd_wdata[21:0];
        if (cmd[0] && cmd_addr == PINS_ADDR) pins_on <= cmd_wdata[0];
        if (rst) own <= own_next;
        irq_q <= irq_fault && !rst;
    end

    wire s_exa_hdr_valid, s_exa_hdr_ready, s_exa_pld_valid, s_exa_pld_ready, s_exa_ftr_valid,
         s_exa_ftr_ready, s_axi_awvalid, s_axi_awready, s_axi_wvalid,
         s_axi_wready, s_axi_wlast, s_axi_bvalid, s_axi_bready, s_axi_arvalid, s_axi_arready,
         s_axi_rvalid, s_axi_rready, s_axi_rlast;
    wire [OUT_N-1:0] m_exa_hdr_valid, m_exa_hdr_ready, m_exa_pld_valid, m_exa_pld_ready, m_exa_ftr_valid,
         m_exa_ftr_ready;
    wire [128*OUT_N-1:0] m_exa_data;
    // the input's far end: what the source drives
    wire [2:0] a_valid, a_ready;
    wire [127:0] a_data, s_exa_data, s_axi_wdata, s_axi_rdata;
    wire [AXI_ID_W-1:0] s_axi_awid, s_axi_bid, s_axi_arid, s_axi_rid;
    wire [19:0] s_axi_awaddr, s_axi_araddr;
    wire [7:0] s_axi_awlen, s_axi_arlen;
    wire [2:0] s_axi_awsize, s_axi_arsize;
    wire [1:0] s_axi_awburst, s_axi_bresp, s_axi_arburst, s_axi_rresp;
    wire [15:0] s_axi_wstrb;
    wire         m_axi_arvalid;
    wire         m_axi_arready;
    wire [2:0]   m_axi_arid;
    wire [41:0]  m_axi_araddr;
    wire [7:0]   m_axi_arlen;
    wire [2:0]   m_axi_arsize;
    wire [1:0]   m_axi_arburst;
    wire         m_axi_rvalid;
    wire         m_axi_rready;
    wire [2:0]   m_axi_rid;
    wire [127:0] m_axi_rdata;
    wire [1:0]   m_axi_rresp;
    wire         m_axi_rlast;

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
    tn_bfm_exa_monitor #(.ID(0)) u_mon_s (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(a_valid), .ready(a_ready),
        .data(a_data), .done(done[0])
    );

    genvar p;
    generate
        for (p = 0; p < 7; p = p + 1) begin : g_out
            if (p < OUT_N) begin : g_there
                localparam [7:0]  DIGIT = 48 + p;
                localparam [47:0] NAME  = {"m_exa", DIGIT};
                // the output's far end: what the sink sees
                wire [2:0]   c_valid, c_ready;
                wire [127:0] c_data;

                initial begin
                    `TN_DECLARE(1, p, `TN_TEXT(NAME));
                    `TN_NAME("exa_monitor", 1 + p, `TN_TEXT(NAME));
`ifndef TN_LEAN
                    `TN_NAME("exa_saboteur", 16 + p, `TN_TEXT(NAME));
`endif
                end

                tn_exa_saboteur #(.ID(16 + p)) u_saboteur_m (
                    .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[5*(16+p)+:5]),
                    .s_valid({m_exa_ftr_valid[p], m_exa_pld_valid[p], m_exa_hdr_valid[p]}),
                    .s_data(m_exa_data[128*p+:128]),
                    .s_ready({m_exa_ftr_ready[p], m_exa_pld_ready[p], m_exa_hdr_ready[p]}),
                    .m_valid(c_valid), .m_data(c_data), .m_ready(c_ready)
                );
                tn_bfm_exa_sink #(.ID(p)) u_sink (
                    .clk(clk), .rst(rst), .wake(wake[64+p]), .ok_wanted(ok[3*p+:3]),
                    .s_hdr_ready(c_ready[0]), .s_pld_ready(c_ready[1]), .s_ftr_ready(c_ready[2])
                );
                tn_bfm_exa_monitor #(.ID(1 + p)) u_mon_m (
                    .clk(clk), .rst(rst), .cycle(cycle), .valid(c_valid), .ready(c_ready),
                    .data(c_data), .done(done[1+p])
                );
            end else begin : g_none
                assign done[1+p] = 1'b0;
            end
        end
    endgenerate

    tn_bfm_exa_drop #(.PORT_N(4)) u_mon_drop (
        .clk(clk), .rst(rst), .cycle(cycle),
        .valid({!irq_fault && irq_q, irq_fault && !irq_q, obs_drop, 1'b0}), .cause(16'h3210), .done(done[8])
    );

    tn_bfm_exa_pins #(.PORT_N(PORT_N)) u_pins (
        .clk(clk), .rst(rst), .cycle(cycle), .en(pins_on),
        .s_hdr_valid({7'd0, s_exa_hdr_valid}), .s_hdr_ready({7'd0, s_exa_hdr_ready}),
        .s_pld_valid({7'd0, s_exa_pld_valid}), .s_pld_ready({7'd0, s_exa_pld_ready}),
        .s_ftr_valid({7'd0, s_exa_ftr_valid}), .s_ftr_ready({7'd0, s_exa_ftr_ready}), .s_data({896'd0, s_exa_data}),
        .m_hdr_valid(8'd0 | m_exa_hdr_valid), .m_hdr_ready(8'd0 | m_exa_hdr_ready),
        .m_pld_valid(8'd0 | m_exa_pld_valid), .m_pld_ready(8'd0 | m_exa_pld_ready),
        .m_ftr_valid(8'd0 | m_exa_ftr_valid), .m_ftr_ready(8'd0 | m_exa_ftr_ready), .m_data(1024'd0 | m_exa_data),
        .done(done[9])
    );

    tn_bfm_axi_master #(.ID(0), .ID_W(AXI_ID_W), .ADDR_W(20), .USER_W(1)) u_master (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[56]), .done(done[14:10]),
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
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[19:15]),
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

    tn_bfm_axi_slave #(.ID(1), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_memory (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[57]), .done(done[24:20]),
        .s_axi_arvalid(m_axi_arvalid),
        .s_axi_arready(m_axi_arready),
        .s_axi_arid(m_axi_arid),
        .s_axi_araddr(m_axi_araddr),
        .s_axi_arlen(m_axi_arlen),
        .s_axi_arsize(m_axi_arsize),
        .s_axi_arburst(m_axi_arburst),
        .s_axi_rvalid(m_axi_rvalid),
        .s_axi_rready(m_axi_rready),
        .s_axi_rid(m_axi_rid),
        .s_axi_rdata(m_axi_rdata),
        .s_axi_rresp(m_axi_rresp),
        .s_axi_rlast(m_axi_rlast),
        .s_axi_awvalid(1'b0), .s_axi_awready(), .s_axi_awid(3'd0), .s_axi_awaddr(42'd0), .s_axi_awlen(8'd0),
        .s_axi_awsize(3'd0), .s_axi_awburst(2'd0), .s_axi_wvalid(1'b0), .s_axi_wready(), .s_axi_wdata(128'd0),
        .s_axi_wstrb(16'd0), .s_axi_wlast(1'b0), .s_axi_bvalid(), .s_axi_bready(1'b0), .s_axi_bid(), .s_axi_bresp(),
        .s_axi_awuser(1'b0), .s_axi_awlock(1'b0), .s_axi_awcache(4'd0), .s_axi_awprot(3'd0),
        .s_axi_awqos(4'd0), .s_axi_aruser(1'b0), .s_axi_arlock(1'b0), .s_axi_arcache(4'd0), .s_axi_arprot(3'd0),
        .s_axi_arqos(4'd0)
    );
    tn_bfm_axi_monitor #(.ID(1), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_mon_memory (
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[29:25]),
        .axi_arvalid(m_axi_arvalid),
        .axi_arready(m_axi_arready),
        .axi_arid(m_axi_arid),
        .axi_araddr(m_axi_araddr),
        .axi_arlen(m_axi_arlen),
        .axi_arsize(m_axi_arsize),
        .axi_arburst(m_axi_arburst),
        .axi_rvalid(m_axi_rvalid),
        .axi_rready(m_axi_rready),
        .axi_rid(m_axi_rid),
        .axi_rdata(m_axi_rdata),
        .axi_rresp(m_axi_rresp),
        .axi_rlast(m_axi_rlast),
        .axi_awvalid(1'b0), .axi_awready(1'b0), .axi_awid(3'd0), .axi_awaddr(42'd0), .axi_awlen(8'd0),
        .axi_awsize(3'd0), .axi_awburst(2'd0), .axi_wvalid(1'b0), .axi_wready(1'b0), .axi_wdata(128'd0),
        .axi_wstrb(16'd0), .axi_wlast(1'b0), .axi_bvalid(1'b0), .axi_bready(1'b0), .axi_bid(3'd0), .axi_bresp(2'd0),
        .axi_awuser(1'b0), .axi_awlock(1'b0), .axi_awcache(4'd0), .axi_awprot(3'd0),
        .axi_awqos(4'd0), .axi_aruser(1'b0), .axi_arlock(1'b0), .axi_arcache(4'd0), .axi_arprot(3'd0),
        .axi_arqos(4'd0)
    );

    dut_exa_dma #(.AXI_ID_W(AXI_ID_W), .OUT_N(OUT_N), .TXN_LOG2(TXN_LOG2)) u_dut (
        .clk(clk),
        .rst(rst),
        .own(own),
        .s_exa_hdr_valid(s_exa_hdr_valid),
        .s_exa_hdr_ready(s_exa_hdr_ready),
        .s_exa_pld_valid(s_exa_pld_valid),
        .s_exa_pld_ready(s_exa_pld_ready),
        .s_exa_ftr_valid(s_exa_ftr_valid),
        .s_exa_ftr_ready(s_exa_ftr_ready),
        .s_exa_data(s_exa_data),
        .m_exa_hdr_valid(m_exa_hdr_valid),
        .m_exa_hdr_ready(m_exa_hdr_ready),
        .m_exa_pld_valid(m_exa_pld_valid),
        .m_exa_pld_ready(m_exa_pld_ready),
        .m_exa_ftr_valid(m_exa_ftr_valid),
        .m_exa_ftr_ready(m_exa_ftr_ready),
        .m_exa_data(m_exa_data),
        .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready),
        .s_axi_awid(s_axi_awid),
        .s_axi_awaddr(s_axi_awaddr),
        .s_axi_awlen(s_axi_awlen),
        .s_axi_awsize(s_axi_awsize),
        .s_axi_awburst(s_axi_awburst),
        .s_axi_wvalid(s_axi_wvalid),
        .s_axi_wready(s_axi_wready),
        .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wlast(s_axi_wlast),
        .s_axi_bvalid(s_axi_bvalid),
        .s_axi_bready(s_axi_bready),
        .s_axi_bid(s_axi_bid),
        .s_axi_bresp(s_axi_bresp),
        .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready),
        .s_axi_arid(s_axi_arid),
        .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen),
        .s_axi_arsize(s_axi_arsize),
        .s_axi_arburst(s_axi_arburst),
        .s_axi_rvalid(s_axi_rvalid),
        .s_axi_rready(s_axi_rready),
        .s_axi_rid(s_axi_rid),
        .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp),
        .s_axi_rlast(s_axi_rlast),
        .m_axi_arvalid(m_axi_arvalid),
        .m_axi_arready(m_axi_arready),
        .m_axi_arid(m_axi_arid),
        .m_axi_araddr(m_axi_araddr),
        .m_axi_arlen(m_axi_arlen),
        .m_axi_arsize(m_axi_arsize),
        .m_axi_arburst(m_axi_arburst),
        .m_axi_rvalid(m_axi_rvalid),
        .m_axi_rready(m_axi_rready),
        .m_axi_rid(m_axi_rid),
        .m_axi_rdata(m_axi_rdata),
        .m_axi_rresp(m_axi_rresp),
        .m_axi_rlast(m_axi_rlast),
        .irq_fault(irq_fault),
        .obs_drop(obs_drop)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_dma");
        `TN_NAME("exa_source", 0, "s_exa");
        `TN_NAME("exa_monitor", 0, "s_exa");
        `TN_DECLARE(16, 0, "cpu");
        `TN_DECLARE(17, 1, "mem");
        `TN_DECLARE(18, 0, "cpu");
        `TN_DECLARE(18, 1, "mem");
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("OUT_N", OUT_N);
        `TN_PARAM("TXN_LOG2", TXN_LOG2);
`ifndef TN_LEAN
        `TN_NAME("exa_saboteur", 0, "s_exa");
`endif
    end
endmodule

`default_nettype wire
