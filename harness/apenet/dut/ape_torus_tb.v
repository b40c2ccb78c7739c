// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of APEnet's torus: the wrapper dut_ape_torus with a host at each node, four at most: "cpu0" to "cpu3" at the register
// ports and "mem0" to "mem3" behind the masters. C sees the interrupts: word 0 irq_miss, word 1 irq_event, a bit a node;
// and C does faults on the lines, and sees their words when a run is recorded.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module ape_torus_tb #(
    parameter integer X_N      = 2,
    parameter integer Y_N      = 2,
    parameter integer Z_N      = 1,
    parameter integer LINK_N   = 6,
    parameter integer LOCAL_N  = 1,
    parameter integer WIRE_CYC = 1,
    parameter integer BAND     = 1,
    parameter integer AXI_ID_W = 4,
    parameter integer ENGINE_N = 4,
    parameter integer TLB_LOG2 = 6,
    parameter integer PCS      = 0
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer K = X_N * Y_N * Z_N;
    localparam integer L = LINK_N * K;
    localparam integer D = 128 + 32 * PCS; // bits of a line

    wire          done;
    wire          pins_done;
    wire [20*K-1:0] host_done;
    wire [L-1:0]  line_done;

    `TN_BENCH_CLOCK(1)

    tn_bench_any #(.N(20*K + L + 1)) u_any (.clk(clk), .done({pins_done, line_done, host_done}), .any(done));

    wire [K-1:0] irq_event, irq_miss;
    wire [31:0]  misses = 32'd0 | irq_miss;
    wire [31:0]  events = 32'd0 | irq_event;
    wire [K-1:0]          s_axi_awvalid;
    wire [K-1:0]          s_axi_awready;
    wire [AXI_ID_W*K-1:0] s_axi_awid;
    wire [20*K-1:0]       s_axi_awaddr;
    wire [8*K-1:0]        s_axi_awlen;
    wire [3*K-1:0]        s_axi_awsize;
    wire [2*K-1:0]        s_axi_awburst;
    wire [K-1:0]          s_axi_wvalid;
    wire [K-1:0]          s_axi_wready;
    wire [128*K-1:0]      s_axi_wdata;
    wire [16*K-1:0]       s_axi_wstrb;
    wire [K-1:0]          s_axi_wlast;
    wire [K-1:0]          s_axi_bvalid;
    wire [K-1:0]          s_axi_bready;
    wire [AXI_ID_W*K-1:0] s_axi_bid;
    wire [2*K-1:0]        s_axi_bresp;
    wire [K-1:0]          s_axi_arvalid;
    wire [K-1:0]          s_axi_arready;
    wire [AXI_ID_W*K-1:0] s_axi_arid;
    wire [20*K-1:0]       s_axi_araddr;
    wire [8*K-1:0]        s_axi_arlen;
    wire [3*K-1:0]        s_axi_arsize;
    wire [2*K-1:0]        s_axi_arburst;
    wire [K-1:0]          s_axi_rvalid;
    wire [K-1:0]          s_axi_rready;
    wire [AXI_ID_W*K-1:0] s_axi_rid;
    wire [128*K-1:0]      s_axi_rdata;
    wire [2*K-1:0]        s_axi_rresp;
    wire [K-1:0]          s_axi_rlast;
    wire [K-1:0]          m_axi_awvalid;
    wire [K-1:0]          m_axi_awready;
    wire [3*K-1:0]        m_axi_awid;
    wire [48*K-1:0]       m_axi_awaddr;
    wire [8*K-1:0]        m_axi_awlen;
    wire [3*K-1:0]        m_axi_awsize;
    wire [2*K-1:0]        m_axi_awburst;
    wire [K-1:0]          m_axi_wvalid;
    wire [K-1:0]          m_axi_wready;
    wire [128*K-1:0]      m_axi_wdata;
    wire [16*K-1:0]       m_axi_wstrb;
    wire [K-1:0]          m_axi_wlast;
    wire [K-1:0]          m_axi_bvalid;
    wire [K-1:0]          m_axi_bready;
    wire [3*K-1:0]        m_axi_bid;
    wire [2*K-1:0]        m_axi_bresp;
    wire [K-1:0]          m_axi_arvalid;
    wire [K-1:0]          m_axi_arready;
    wire [3*K-1:0]        m_axi_arid;
    wire [48*K-1:0]       m_axi_araddr;
    wire [8*K-1:0]        m_axi_arlen;
    wire [3*K-1:0]        m_axi_arsize;
    wire [2*K-1:0]        m_axi_arburst;
    wire [K-1:0]          m_axi_rvalid;
    wire [K-1:0]          m_axi_rready;
    wire [3*K-1:0]        m_axi_rid;
    wire [128*K-1:0]      m_axi_rdata;
    wire [2*K-1:0]        m_axi_rresp;
    wire [K-1:0]          m_axi_rlast;

    wire [1023:0]    play;
    wire [2*D+63:0]  strikes;
    wire [L-1:0]     wire_in_valid, wire_in_k, wire_out_valid, wire_out_k, wire_xor_k, wire_cut, wire_put;
    wire [D*L-1:0]   wire_in_data, wire_out_data, wire_xor;

    // words as harness/apenet/session/ape_torus_bench.c has them, from word 2 on those of harness/apenet/fault/ape_line.c
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(pins_done), .pins({31'd0, rst, {416-2*D-64{1'b0}}, strikes, events, misses})
    );
    tn_bfm_ape_strikes #(.L(L), .PCS(PCS)) u_strikes (
        .wire_in_valid(wire_in_valid), .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .play(play[2*D+63:0]), .pins(strikes),
        .wire_xor(wire_xor), .wire_xor_k(wire_xor_k), .wire_cut(wire_cut), .wire_put(wire_put)
    );

    // the words of the lines, while somebody records them (play word 31)
    genvar j;
    generate
        for (j = 0; j < L; j = j + 1) begin : g_line
            if (PCS == 0)
                tn_bfm_ape_line #(.ID(j)) u_line (
                    .clk(clk), .rst(rst), .cycle(cycle), .valid(play[992] && wire_out_valid[j]),
                    .k(wire_out_k[j]), .data(wire_out_data[D*j+:128]), .done(line_done[j])
                );
            else
                assign line_done[j] = 1'b0;
        end
    endgenerate

    genvar k;
    generate
        for (k = 0; k < K; k = k + 1) begin : g_node
            localparam [7:0]  NODE = 48 + k;
            localparam [31:0] CPU = {"cpu", NODE}, MEM = {"mem", NODE};
            initial begin
                `TN_DECLARE(16, k, `TN_TEXT(CPU));
                `TN_DECLARE(18, k, `TN_TEXT(CPU));
                `TN_DECLARE(17, 4 + k, `TN_TEXT(MEM));
                `TN_DECLARE(18, 4 + k, `TN_TEXT(MEM));
            end
            tn_bfm_ape_host #(.PORT(k), .MEM_PORT(4 + k), .AXI_ID_W(AXI_ID_W)) u_host (
                .clk(clk), .rst(rst), .cycle(cycle), .wake({wake[60+k], wake[56+k]}), .done(host_done[20*k+:20]),
                .s_axi_awvalid(s_axi_awvalid[k]), .s_axi_awready(s_axi_awready[k]),
                .s_axi_awid(s_axi_awid[AXI_ID_W*k+:AXI_ID_W]), .s_axi_awaddr(s_axi_awaddr[20*k+:20]),
                .s_axi_awlen(s_axi_awlen[8*k+:8]), .s_axi_awsize(s_axi_awsize[3*k+:3]),
                .s_axi_awburst(s_axi_awburst[2*k+:2]), .s_axi_wvalid(s_axi_wvalid[k]), .s_axi_wready(s_axi_wready[k]),
                .s_axi_wdata(s_axi_wdata[128*k+:128]), .s_axi_wstrb(s_axi_wstrb[16*k+:16]),
                .s_axi_wlast(s_axi_wlast[k]), .s_axi_bvalid(s_axi_bvalid[k]), .s_axi_bready(s_axi_bready[k]),
                .s_axi_bid(s_axi_bid[AXI_ID_W*k+:AXI_ID_W]), .s_axi_bresp(s_axi_bresp[2*k+:2]),
                .s_axi_arvalid(s_axi_arvalid[k]), .s_axi_arready(s_axi_arready[k]),
                .s_axi_arid(s_axi_arid[AXI_ID_W*k+:AXI_ID_W]), .s_axi_araddr(s_axi_araddr[20*k+:20]),
                .s_axi_arlen(s_axi_arlen[8*k+:8]), .s_axi_arsize(s_axi_arsize[3*k+:3]),
                .s_axi_arburst(s_axi_arburst[2*k+:2]), .s_axi_rvalid(s_axi_rvalid[k]), .s_axi_rready(s_axi_rready[k]),
                .s_axi_rid(s_axi_rid[AXI_ID_W*k+:AXI_ID_W]), .s_axi_rdata(s_axi_rdata[128*k+:128]),
                .s_axi_rresp(s_axi_rresp[2*k+:2]), .s_axi_rlast(s_axi_rlast[k]), .m_axi_awvalid(m_axi_awvalid[k]),
                .m_axi_awready(m_axi_awready[k]), .m_axi_awid(m_axi_awid[3*k+:3]),
                .m_axi_awaddr(m_axi_awaddr[48*k+:48]), .m_axi_awlen(m_axi_awlen[8*k+:8]),
                .m_axi_awsize(m_axi_awsize[3*k+:3]), .m_axi_awburst(m_axi_awburst[2*k+:2]),
                .m_axi_wvalid(m_axi_wvalid[k]), .m_axi_wready(m_axi_wready[k]), .m_axi_wdata(m_axi_wdata[128*k+:128]),
                .m_axi_wstrb(m_axi_wstrb[16*k+:16]), .m_axi_wlast(m_axi_wlast[k]), .m_axi_bvalid(m_axi_bvalid[k]),
                .m_axi_bready(m_axi_bready[k]), .m_axi_bid(m_axi_bid[3*k+:3]), .m_axi_bresp(m_axi_bresp[2*k+:2]),
                .m_axi_arvalid(m_axi_arvalid[k]), .m_axi_arready(m_axi_arready[k]), .m_axi_arid(m_axi_arid[3*k+:3]),
                .m_axi_araddr(m_axi_araddr[48*k+:48]), .m_axi_arlen(m_axi_arlen[8*k+:8]),
                .m_axi_arsize(m_axi_arsize[3*k+:3]), .m_axi_arburst(m_axi_arburst[2*k+:2]),
                .m_axi_rvalid(m_axi_rvalid[k]), .m_axi_rready(m_axi_rready[k]), .m_axi_rid(m_axi_rid[3*k+:3]),
                .m_axi_rdata(m_axi_rdata[128*k+:128]), .m_axi_rresp(m_axi_rresp[2*k+:2]), .m_axi_rlast(m_axi_rlast[k])
            );
        end
    endgenerate

    dut_ape_torus #(
        .X_N(X_N), .Y_N(Y_N), .Z_N(Z_N), .LINK_N(LINK_N), .LOCAL_N(LOCAL_N), .WIRE_CYC(WIRE_CYC), .BAND(BAND),
        .AXI_ID_W(AXI_ID_W), .ENGINE_N(ENGINE_N), .TLB_LOG2(TLB_LOG2), .PCS(PCS)
    ) u_dut (
        .clk(clk), .rst({K{rst}}), .irq_event(irq_event), .irq_miss(irq_miss), .wire_xor(wire_xor), .wire_xor_k(wire_xor_k),
        .wire_cut(wire_cut), .wire_put(wire_put), .wire_out_valid(wire_out_valid), .wire_out_k(wire_out_k), .wire_out_data(wire_out_data),
        .wire_in_valid(wire_in_valid), .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_awid(s_axi_awid),
        .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize),
        .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
        .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid),
        .s_axi_bready(s_axi_bready), .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst),
        .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast), .m_axi_awvalid(m_axi_awvalid),
        .m_axi_awready(m_axi_awready), .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr),
        .m_axi_awlen(m_axi_awlen), .m_axi_awsize(m_axi_awsize), .m_axi_awburst(m_axi_awburst),
        .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
        .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid),
        .m_axi_bready(m_axi_bready), .m_axi_bid(m_axi_bid), .m_axi_bresp(m_axi_bresp), .m_axi_arvalid(m_axi_arvalid),
        .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid), .m_axi_araddr(m_axi_araddr),
        .m_axi_arlen(m_axi_arlen), .m_axi_arsize(m_axi_arsize), .m_axi_arburst(m_axi_arburst),
        .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata),
        .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast)
    );

    initial begin
        `TN_DECLARE(3, 0, "ape_torus");
        `TN_PARAM("X_N", X_N);
        `TN_PARAM("Y_N", Y_N);
        `TN_PARAM("Z_N", Z_N);
        `TN_PARAM("LINK_N", LINK_N);
        `TN_PARAM("LOCAL_N", LOCAL_N);
        `TN_PARAM("WIRE_CYC", WIRE_CYC);
        `TN_PARAM("BAND", BAND);
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("ENGINE_N", ENGINE_N);
        `TN_PARAM("TLB_LOG2", TLB_LOG2);
        `TN_PARAM("PCS", PCS);
    end
endmodule

`default_nettype wire
