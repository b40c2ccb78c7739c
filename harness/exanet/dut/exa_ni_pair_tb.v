// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of a packetizer (side 0) and a mailbox (side 1) with nothing between them but what the
// suite makes of it: each has an AXI4 master "cpu0", "cpu1", a source "s_exa0", "s_exa1" and a
// sink "m_exa0", "m_exa1", with a monitor on each channel. The suite takes packets that come out
// on one side and sends them, or not, into the other.
//
// Coordinates are 1.2.3.0 and 5.6.7.1. Register 0 and 4 read `waiting`.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module exa_ni_pair_tb #(
    parameter integer AXI_ID_W  = 4,
    parameter integer CHAN_N    = 8,
    parameter integer MBOX_N    = 8,
    parameter integer SLOT_LOG2 = 1,
    parameter integer DUP_N     = 64
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam [43:0] OWN = {8'h88, 2'd1, 4'd7, 4'd6, 4'd5, 8'd4, 2'd0, 4'd3, 4'd2, 4'd1};

    wire [23:0] done; // twelve a side

    `TN_BENCH_CLOCK(24)

    reg  [1:0]              s_exa_hdr_valid;
    wire [1:0]              s_exa_hdr_ready;
    reg  [1:0]              s_exa_pld_valid;
    wire [1:0]              s_exa_pld_ready;
    reg  [1:0]              s_exa_ftr_valid;
    wire [1:0]              s_exa_ftr_ready;
    reg  [255:0]            s_exa_data;
    wire [1:0]              m_exa_hdr_valid;
    reg  [1:0]              m_exa_hdr_ready;
    wire [1:0]              m_exa_pld_valid;
    reg  [1:0]              m_exa_pld_ready;
    wire [1:0]              m_exa_ftr_valid;
    reg  [1:0]              m_exa_ftr_ready;
    wire [255:0]            m_exa_data;
    reg  [1:0]              s_axi_awvalid;
    wire [1:0]              s_axi_awready;
    reg  [2*AXI_ID_W-1:0]   s_axi_awid;
    reg  [39:0]             s_axi_awaddr;
    reg  [15:0]             s_axi_awlen;
    reg  [5:0]              s_axi_awsize;
    reg  [3:0]              s_axi_awburst;
    reg  [1:0]              s_axi_wvalid;
    wire [1:0]              s_axi_wready;
    reg  [255:0]            s_axi_wdata;
    reg  [31:0]             s_axi_wstrb;
    reg  [1:0]              s_axi_wlast;
    wire [1:0]              s_axi_bvalid;
    reg  [1:0]              s_axi_bready;
    wire [2*AXI_ID_W-1:0]   s_axi_bid;
    wire [3:0]              s_axi_bresp;
    reg  [1:0]              s_axi_arvalid;
    wire [1:0]              s_axi_arready;
    reg  [2*AXI_ID_W-1:0]   s_axi_arid;
    reg  [39:0]             s_axi_araddr;
    reg  [15:0]             s_axi_arlen;
    reg  [5:0]              s_axi_arsize;
    reg  [3:0]              s_axi_arburst;
    wire [1:0]              s_axi_rvalid;
    reg  [1:0]              s_axi_rready;
    wire [2*AXI_ID_W-1:0]   s_axi_rid;
    wire [255:0]            s_axi_rdata;
    wire [3:0]              s_axi_rresp;
    wire [1:0]              s_axi_rlast;
    wire [31:0]        obs_rx;
    wire [MBOX_N-1:0]  waiting;
    wire [63:0]        waits = waiting;
    wire               reg_rd;
    wire [11:0]        reg_addr;
    reg  [31:0]        reg_rdata;

    tn_bfm_reg u_reg (
        .clk(clk), .rst(rst), .cmd(cmd), .addr(cmd_addr), .wdata(cmd_wdata),
        .reg_wr(), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(), .reg_rdata(reg_rdata)
    );
    always @(posedge clk)
        if (reg_rd) reg_rdata <= reg_addr[2] ? waits[63:32] : waits[31:0];

    genvar n;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_side
            localparam [7:0] DIGIT = 48 + n;
            // what the bench drives: slices of variables are fast under Icarus
            wire                i_s_exa_hdr_valid;
            wire                i_s_exa_pld_valid;
            wire                i_s_exa_ftr_valid;
            wire [127:0]        i_s_exa_data;
            wire                i_m_exa_hdr_ready;
            wire                i_m_exa_pld_ready;
            wire                i_m_exa_ftr_ready;
            wire                i_s_axi_awvalid;
            wire [AXI_ID_W-1:0] i_s_axi_awid;
            wire [19:0]         i_s_axi_awaddr;
            wire [7:0]          i_s_axi_awlen;
            wire [2:0]          i_s_axi_awsize;
            wire [1:0]          i_s_axi_awburst;
            wire                i_s_axi_wvalid;
            wire [127:0]        i_s_axi_wdata;
            wire [15:0]         i_s_axi_wstrb;
            wire                i_s_axi_wlast;
            wire                i_s_axi_bready;
            wire                i_s_axi_arvalid;
            wire [AXI_ID_W-1:0] i_s_axi_arid;
            wire [19:0]         i_s_axi_araddr;
            wire [7:0]          i_s_axi_arlen;
            wire [2:0]          i_s_axi_arsize;
            wire [1:0]          i_s_axi_arburst;
            wire                i_s_axi_rready;

            always @* begin
                s_exa_hdr_valid[n] = i_s_exa_hdr_valid;
                s_exa_pld_valid[n] = i_s_exa_pld_valid;
                s_exa_ftr_valid[n] = i_s_exa_ftr_valid;
                s_exa_data[128*n+:128] = i_s_exa_data;
                m_exa_hdr_ready[n] = i_m_exa_hdr_ready;
                m_exa_pld_ready[n] = i_m_exa_pld_ready;
                m_exa_ftr_ready[n] = i_m_exa_ftr_ready;
                s_axi_awvalid[n] = i_s_axi_awvalid;
                s_axi_awid[AXI_ID_W*n+:AXI_ID_W] = i_s_axi_awid;
                s_axi_awaddr[20*n+:20] = i_s_axi_awaddr;
                s_axi_awlen[8*n+:8] = i_s_axi_awlen;
                s_axi_awsize[3*n+:3] = i_s_axi_awsize;
                s_axi_awburst[2*n+:2] = i_s_axi_awburst;
                s_axi_wvalid[n] = i_s_axi_wvalid;
                s_axi_wdata[128*n+:128] = i_s_axi_wdata;
                s_axi_wstrb[16*n+:16] = i_s_axi_wstrb;
                s_axi_wlast[n] = i_s_axi_wlast;
                s_axi_bready[n] = i_s_axi_bready;
                s_axi_arvalid[n] = i_s_axi_arvalid;
                s_axi_arid[AXI_ID_W*n+:AXI_ID_W] = i_s_axi_arid;
                s_axi_araddr[20*n+:20] = i_s_axi_araddr;
                s_axi_arlen[8*n+:8] = i_s_axi_arlen;
                s_axi_arsize[3*n+:3] = i_s_axi_arsize;
                s_axi_arburst[2*n+:2] = i_s_axi_arburst;
                s_axi_rready[n] = i_s_axi_rready;
            end

            tn_bfm_exa_source #(.ID(n)) u_source (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[n]),
                .m_hdr_valid(i_s_exa_hdr_valid), .m_hdr_ready(s_exa_hdr_ready[n]),
                .m_pld_valid(i_s_exa_pld_valid), .m_pld_ready(s_exa_pld_ready[n]),
                .m_ftr_valid(i_s_exa_ftr_valid), .m_ftr_ready(s_exa_ftr_ready[n]),
                .m_data(i_s_exa_data)
            );
            tn_bfm_exa_sink #(.ID(n)) u_sink (
                .clk(clk), .rst(rst), .wake(wake[64+n]), .ok_wanted(ok[3*n+:3]),
                .s_hdr_ready(i_m_exa_hdr_ready), .s_pld_ready(i_m_exa_pld_ready),
                .s_ftr_ready(i_m_exa_ftr_ready)
            );
            tn_bfm_exa_monitor #(.ID(n)) u_mon_s (
                .clk(clk), .rst(rst), .cycle(cycle),
                .valid({i_s_exa_ftr_valid, i_s_exa_pld_valid, i_s_exa_hdr_valid}),
                .ready({s_exa_ftr_ready[n], s_exa_pld_ready[n], s_exa_hdr_ready[n]}),
                .data(i_s_exa_data), .done(done[12*n])
            );
            tn_bfm_exa_monitor #(.ID(2+n)) u_mon_m (
                .clk(clk), .rst(rst), .cycle(cycle),
                .valid({m_exa_ftr_valid[n], m_exa_pld_valid[n], m_exa_hdr_valid[n]}),
                .ready({i_m_exa_ftr_ready, i_m_exa_pld_ready, i_m_exa_hdr_ready}),
                .data(m_exa_data[128*n+:128]), .done(done[12*n+1])
            );
            tn_bfm_axi_master #(.ID(n), .ID_W(AXI_ID_W), .ADDR_W(20), .USER_W(1)) u_master (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[56+n]), .done(done[12*n+2+:5]),
                .m_axi_awvalid(i_s_axi_awvalid), .m_axi_awready(s_axi_awready[n]),
                .m_axi_awid(i_s_axi_awid), .m_axi_awaddr(i_s_axi_awaddr),
                .m_axi_awlen(i_s_axi_awlen), .m_axi_awsize(i_s_axi_awsize),
                .m_axi_awburst(i_s_axi_awburst), .m_axi_wvalid(i_s_axi_wvalid),
                .m_axi_wready(s_axi_wready[n]), .m_axi_wdata(i_s_axi_wdata),
                .m_axi_wstrb(i_s_axi_wstrb), .m_axi_wlast(i_s_axi_wlast),
                .m_axi_bvalid(s_axi_bvalid[n]), .m_axi_bready(i_s_axi_bready),
                .m_axi_bid(s_axi_bid[AXI_ID_W*n+:AXI_ID_W]), .m_axi_bresp(s_axi_bresp[2*n+:2]),
                .m_axi_arvalid(i_s_axi_arvalid), .m_axi_arready(s_axi_arready[n]),
                .m_axi_arid(i_s_axi_arid), .m_axi_araddr(i_s_axi_araddr),
                .m_axi_arlen(i_s_axi_arlen), .m_axi_arsize(i_s_axi_arsize),
                .m_axi_arburst(i_s_axi_arburst), .m_axi_rvalid(s_axi_rvalid[n]),
                .m_axi_rready(i_s_axi_rready), .m_axi_rid(s_axi_rid[AXI_ID_W*n+:AXI_ID_W]),
                .m_axi_rdata(s_axi_rdata[128*n+:128]), .m_axi_rresp(s_axi_rresp[2*n+:2]),
                .m_axi_rlast(s_axi_rlast[n]), .m_axi_awuser(), .m_axi_awlock(), .m_axi_awcache(),
                .m_axi_awprot(), .m_axi_awqos(), .m_axi_aruser(), .m_axi_arlock(),
                .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos()
            );
            tn_bfm_axi_monitor #(.ID(n), .ID_W(AXI_ID_W), .ADDR_W(20), .USER_W(1)) u_mon_axi (
                .clk(clk), .rst(rst), .cycle(cycle), .done(done[12*n+7+:5]),
                .axi_awvalid(i_s_axi_awvalid), .axi_awready(s_axi_awready[n]),
                .axi_awid(i_s_axi_awid), .axi_awaddr(i_s_axi_awaddr), .axi_awlen(i_s_axi_awlen),
                .axi_awsize(i_s_axi_awsize), .axi_awburst(i_s_axi_awburst),
                .axi_wvalid(i_s_axi_wvalid), .axi_wready(s_axi_wready[n]),
                .axi_wdata(i_s_axi_wdata), .axi_wstrb(i_s_axi_wstrb), .axi_wlast(i_s_axi_wlast),
                .axi_bvalid(s_axi_bvalid[n]), .axi_bready(i_s_axi_bready),
                .axi_bid(s_axi_bid[AXI_ID_W*n+:AXI_ID_W]), .axi_bresp(s_axi_bresp[2*n+:2]),
                .axi_arvalid(i_s_axi_arvalid), .axi_arready(s_axi_arready[n]),
                .axi_arid(i_s_axi_arid), .axi_araddr(i_s_axi_araddr), .axi_arlen(i_s_axi_arlen),
                .axi_arsize(i_s_axi_arsize), .axi_arburst(i_s_axi_arburst),
                .axi_rvalid(s_axi_rvalid[n]), .axi_rready(i_s_axi_rready),
                .axi_rid(s_axi_rid[AXI_ID_W*n+:AXI_ID_W]), .axi_rdata(s_axi_rdata[128*n+:128]),
                .axi_rresp(s_axi_rresp[2*n+:2]), .axi_rlast(s_axi_rlast[n]), .axi_awuser(1'b0),
                .axi_awlock(1'b0), .axi_awcache(4'd0), .axi_awprot(3'd0), .axi_awqos(4'd0),
                .axi_aruser(1'b0), .axi_arlock(1'b0), .axi_arcache(4'd0), .axi_arprot(3'd0),
                .axi_arqos(4'd0)
            );

            initial begin
                `TN_NAME("exa_source", n, `TN_TEXT({"s_exa", DIGIT}));
                `TN_DECLARE(1, n, `TN_TEXT({"m_exa", DIGIT}));
                `TN_NAME("exa_monitor", n, `TN_TEXT({"s_exa", DIGIT}));
                `TN_NAME("exa_monitor", 2 + n, `TN_TEXT({"m_exa", DIGIT}));
                `TN_DECLARE(16, n, `TN_TEXT({"cpu", DIGIT}));
                `TN_DECLARE(18, n, `TN_TEXT({"cpu", DIGIT}));
            end
        end
    endgenerate

    dut_exa_ni_pair #(
        .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2), .DUP_N(DUP_N)
    ) u_dut (
        .clk(clk), .rst(rst), .own(OWN), .s_exa_hdr_valid(s_exa_hdr_valid),
        .s_exa_hdr_ready(s_exa_hdr_ready), .s_exa_pld_valid(s_exa_pld_valid),
        .s_exa_pld_ready(s_exa_pld_ready), .s_exa_ftr_valid(s_exa_ftr_valid),
        .s_exa_ftr_ready(s_exa_ftr_ready), .s_exa_data(s_exa_data),
        .m_exa_hdr_valid(m_exa_hdr_valid), .m_exa_hdr_ready(m_exa_hdr_ready),
        .m_exa_pld_valid(m_exa_pld_valid), .m_exa_pld_ready(m_exa_pld_ready),
        .m_exa_ftr_valid(m_exa_ftr_valid), .m_exa_ftr_ready(m_exa_ftr_ready),
        .m_exa_data(m_exa_data), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready),
        .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
        .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(s_axi_wvalid),
        .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
        .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst),
        .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rid(s_axi_rid),
        .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast),
        .obs_rx(obs_rx), .waiting(waiting)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_ni_pair");
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("CHAN_N", CHAN_N);
        `TN_PARAM("MBOX_N", MBOX_N);
        `TN_PARAM("SLOT_LOG2", SLOT_LOG2);
        `TN_PARAM("DUP_N", DUP_N);
    end
endmodule

`default_nettype wire
