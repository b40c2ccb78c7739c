// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of two linked FPGAs with their RDMA engines: the wrapper dut_exa_two_nodes. Node n is FPGA n of board 0. Each
// has an AXI4 master "b0f0" with its monitor, host memory "mem0" behind its memory port with its monitor, and
// a monitor at each input and output of its switch that leads anywhere: "b0f0_i08", "b0f0_o08". Node n's events are rejects
// of direction n: of port c, and cause c, each of cause c in its receiver; of 24 a rise of a bit of `waiting`, of 25 and 26
// a rise and a fall of `irq_fault`, of 27 each packet that its ExaDMA drops.
//
// The channels' clock is the bench's own, the lines' clocks are made from it and drift.
// Registers of the bench, to write (1000 and 1004 count from the next reset on):
//   1000       the board's coordinates      1010+4*n  step of node n's line clock (tn_bench_osc)
//   1030       swing of both of them
//   1070+4*n   one strike every so many blocks (0: never) on the line into node n    1060  bits of a burst, 1 to 66
//   1080       what a strike does: 0 a burst of inverted bits, 1 the block before once more in a block's place,
//              2 a block's header made 00
// To read: node n's register map from 10000h*n on; at 80000+10000h*n 1 while a mailbox of its waits.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"
`define EXA_WIRES_TB exa_two_nodes_tb

module exa_two_nodes_tb #(
    parameter integer AXI_ID_W  = 4,
    parameter integer CHAN_N    = 4,
    parameter integer MBOX_N    = 4,
    parameter integer SLOT_LOG2 = 2,
    parameter integer RSP_LOG2  = 5,
    parameter integer READ_LOG2 = 2,
    parameter integer DUP_N     = 8,
    parameter integer TXN_LOG2  = 5,
    parameter integer WAY_LOG2  = 2
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer POINT_N = 48;  // 28 of node 0, 20 of node 1
    localparam [15:0]  SWING = 16'd500;

    wire done;

    `TN_BENCH_CLOCK(1)

    // ---- the bench's own registers
    reg  [19:0]  board, board_next;
    reg  [31:0]  step;
    reg  [15:0]  swing;
    reg  [6:0]   burst;
    reg  [127:0] in_period;
    reg  [1:0]   in_kind;
    wire [1:0]   link_clk;

    initial begin
        board_next = 20'h04041;
        step       = {16'd58400, 16'd58000};
        swing      = SWING;
        burst      = 7'd1;
        in_period  = 128'd0;
        in_kind    = 2'd0;
    end

    always @(posedge clk) begin
        if (rst) board <= board_next;
        if (cmd[0])
            case (cmd_addr)
                32'h1000: board_next <= cmd_wdata[19:0];
                32'h1010: step[15:0] <= cmd_wdata[15:0];
                32'h1014: step[31:16] <= cmd_wdata[15:0];
                32'h1030: swing <= cmd_wdata[15:0];
                32'h1060: burst <= cmd_wdata[6:0];
                32'h1070: in_period[31:0] <= cmd_wdata;
                32'h1074: in_period[63:32] <= cmd_wdata;
                32'h1080: in_kind <= cmd_wdata[1:0];
                default:  ;
            endcase
    end

    // ---- reads: of a node's registers, or of its waiting
    wire [63:0]         reg_rdata;
    wire [2*MBOX_N-1:0] waiting;
    reg                 rd_q, rd_qq;
    reg  [19:0]         rd_addr;
    wire [15:0]         reg_addr = rd_addr[15:0];
    wire [1:0]          reg_rd = {1'b0, rd_q && !rd_addr[19]} << rd_addr[16];

    initial begin
        rd_q  = 1'b0;
        rd_qq = 1'b0;
    end

    always @(posedge clk) begin
        if (cmd[1]) rd_addr <= cmd_addr[19:0];
        rd_q  <= cmd[1];
        rd_qq <= rd_q;
        if (rd_qq)
            `TN_RDATA(rd_addr[19] ? {31'd0, |waiting[MBOX_N*rd_addr[16]+:MBOX_N]} : reg_rdata[32*rd_addr[16]+:32]);
    end

    // ---- what the DUT has
    wire [1:0]              awvalid;
    wire [1:0]              awready;
    wire [2*AXI_ID_W-1:0]   awid;
    wire [45:0]             awaddr;
    wire [15:0]             awlen;
    wire [5:0]              awsize;
    wire [3:0]              awburst;
    wire [1:0]              wvalid;
    wire [1:0]              wready;
    wire [255:0]            wdata;
    wire [31:0]             wstrb;
    wire [1:0]              wlast;
    wire [1:0]              bvalid;
    wire [1:0]              bready;
    wire [2*AXI_ID_W-1:0]   bid;
    wire [3:0]              bresp;
    wire [1:0]              arvalid;
    wire [1:0]              arready;
    wire [2*AXI_ID_W-1:0]   arid;
    wire [45:0]             araddr;
    wire [15:0]             arlen;
    wire [5:0]              arsize;
    wire [3:0]              arburst;
    wire [1:0]              rvalid;
    wire [1:0]              rready;
    wire [2*AXI_ID_W-1:0]   rid;
    wire [255:0]            rdata;
    wire [3:0]              rresp;
    wire [1:0]              rlast;
    wire [1:0]              m_awvalid;
    wire [1:0]              m_awready;
    wire [5:0]              m_awid;
    wire [83:0]             m_awaddr;
    wire [15:0]             m_awlen;
    wire [5:0]              m_awsize;
    wire [3:0]              m_awburst;
    wire [1:0]              m_wvalid;
    wire [1:0]              m_wready;
    wire [255:0]            m_wdata;
    wire [31:0]             m_wstrb;
    wire [1:0]              m_wlast;
    wire [1:0]              m_bvalid;
    wire [1:0]              m_bready;
    wire [5:0]              m_bid;
    wire [3:0]              m_bresp;
    wire [1:0]              m_arvalid;
    wire [1:0]              m_arready;
    wire [5:0]              m_arid;
    wire [83:0]             m_araddr;
    wire [15:0]             m_arlen;
    wire [5:0]              m_arsize;
    wire [3:0]              m_arburst;
    wire [1:0]              m_rvalid;
    wire [1:0]              m_rready;
    wire [5:0]              m_rid;
    wire [255:0]            m_rdata;
    wire [3:0]              m_rresp;
    wire [1:0]              m_rlast;
    wire [1:0]         irq_fault, obs_dma_drop;
    wire [63:0]        obs_rdma;
    wire [95:0]        obs_in_valid, obs_in_ready, obs_out_valid, obs_out_ready;
    wire [4095:0]      obs_in_data, obs_out_data;

    // ---- one done for all
    wire [POINT_N-1:0] point_done;
    wire [39:0]        axi_done;
    wire [3:0]         event_done;

    tn_bench_any #(.N(POINT_N + 44)) u_any (
        .clk(clk), .done({event_done, axi_done, point_done}), .any(done)
    );

    genvar n, p;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_fpga
            localparam [7:0]   FPGA = 48 + n;
            localparam [31:0]  NAME = {"b0f", FPGA}, MEM_NAME = {"mem", FPGA};
            localparam integer POINT = 28 * n;

            tn_bench_osc #(.PHASE(16'h1fff * n)) u_osc (
                .base(clk), .step(step[16*n+:16]), .swing(swing), .clk(link_clk[n])
            );
            for (p = 0; p < (n == 0 ? 16 : 12); p = p + 1) begin : g_port
                if (p < 6 || p > 7) begin : g_point
                    localparam integer AT = POINT + 2 * (p < 6 ? p : p - 2);
                    localparam integer PIN = 16 * n + p;
                    tn_bfm_exa_monitor #(.ID(AT)) u_in (
                        .clk(clk), .rst(rst), .cycle(cycle), .valid(obs_in_valid[3*PIN+:3]),
                        .ready(obs_in_ready[3*PIN+:3]), .data(obs_in_data[128*PIN+:128]),
                        .done(point_done[AT])
                    );
                    tn_bfm_exa_monitor #(.ID(AT + 1)) u_out (
                        .clk(clk), .rst(rst), .cycle(cycle), .valid(obs_out_valid[3*PIN+:3]),
                        .ready(obs_out_ready[3*PIN+:3]), .data(obs_out_data[128*PIN+:128]),
                        .done(point_done[AT+1])
                    );
                    localparam [7:0]  TENS = 48 + p / 10, ONES = 48 + p % 10;
                    localparam [63:0] I_NAME = {NAME, "_i", TENS, ONES}, O_NAME = {NAME, "_o", TENS, ONES};
                    initial begin
                        `TN_NAME("exa_monitor", AT, `TN_TEXT(I_NAME));
                        `TN_NAME("exa_monitor", AT + 1, `TN_TEXT(O_NAME));
                    end
                end
            end
            initial begin
                `TN_DECLARE(16, n, `TN_TEXT(NAME));
                `TN_DECLARE(17, 2 + n, `TN_TEXT(MEM_NAME));
                `TN_DECLARE(18, n, `TN_TEXT(NAME));
                `TN_DECLARE(18, 2 + n, `TN_TEXT(MEM_NAME));
            end
            reg              irq_q;
            reg [MBOX_N-1:0] waiting_q;
            wire             rose = |(waiting[MBOX_N*n+:MBOX_N] & ~waiting_q);
            always @(posedge clk) begin
                waiting_q <= rst ? {MBOX_N{1'b0}} : waiting[MBOX_N*n+:MBOX_N];
                irq_q     <= !rst && irq_fault[n];
            end
            tn_bfm_exa_drop #(.PORT_N(16), .DIR(n)) u_mon_rdma (
                .clk(clk), .rst(rst), .cycle(cycle), .valid(obs_rdma[32*n+:16]),
                .cause(64'hfedc_ba98_7654_3210), .done(event_done[2*n])
            );
            tn_bfm_exa_drop #(.PORT_N(16), .BASE(5'd16), .DIR(n)) u_mon_more (
                .clk(clk), .rst(rst), .cycle(cycle),
                .valid({4'd0, obs_dma_drop[n], !irq_fault[n] && irq_q, irq_fault[n] && !irq_q, rose, obs_rdma[32*n+16+:8]}),
                .cause(64'hfedc_ba98_7654_3210), .done(event_done[2*n+1])
            );
            tn_bfm_axi_master #(.ID(n), .ID_W(AXI_ID_W), .ADDR_W(23), .USER_W(1)) u_master (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[56+n]), .done(axi_done[20*n+:5]),
                .m_axi_awvalid(awvalid[n]), .m_axi_awready(awready[n]),
                .m_axi_awid(awid[AXI_ID_W*n+:AXI_ID_W]), .m_axi_awaddr(awaddr[23*n+:23]),
                .m_axi_awlen(awlen[8*n+:8]), .m_axi_awsize(awsize[3*n+:3]),
                .m_axi_awburst(awburst[2*n+:2]), .m_axi_wvalid(wvalid[n]),
                .m_axi_wready(wready[n]), .m_axi_wdata(wdata[128*n+:128]),
                .m_axi_wstrb(wstrb[16*n+:16]), .m_axi_wlast(wlast[n]), .m_axi_bvalid(bvalid[n]),
                .m_axi_bready(bready[n]), .m_axi_bid(bid[AXI_ID_W*n+:AXI_ID_W]),
                .m_axi_bresp(bresp[2*n+:2]), .m_axi_arvalid(arvalid[n]),
                .m_axi_arready(arready[n]), .m_axi_arid(arid[AXI_ID_W*n+:AXI_ID_W]),
                .m_axi_araddr(araddr[23*n+:23]), .m_axi_arlen(arlen[8*n+:8]),
                .m_axi_arsize(arsize[3*n+:3]), .m_axi_arburst(arburst[2*n+:2]),
                .m_axi_rvalid(rvalid[n]), .m_axi_rready(rready[n]),
                .m_axi_rid(rid[AXI_ID_W*n+:AXI_ID_W]), .m_axi_rdata(rdata[128*n+:128]),
                .m_axi_rresp(rresp[2*n+:2]), .m_axi_rlast(rlast[n]), .m_axi_awuser(),
                .m_axi_awlock(), .m_axi_awcache(), .m_axi_awprot(), .m_axi_awqos(),
                .m_axi_aruser(), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos()
            );
            tn_bfm_axi_monitor #(.ID(n), .ID_W(AXI_ID_W), .ADDR_W(23), .USER_W(1)) u_mon_axi (
                .clk(clk), .rst(rst), .cycle(cycle), .done(axi_done[20*n+5+:5]),
                .axi_awvalid(awvalid[n]), .axi_awready(awready[n]),
                .axi_awid(awid[AXI_ID_W*n+:AXI_ID_W]), .axi_awaddr(awaddr[23*n+:23]),
                .axi_awlen(awlen[8*n+:8]), .axi_awsize(awsize[3*n+:3]),
                .axi_awburst(awburst[2*n+:2]), .axi_wvalid(wvalid[n]), .axi_wready(wready[n]),
                .axi_wdata(wdata[128*n+:128]), .axi_wstrb(wstrb[16*n+:16]), .axi_wlast(wlast[n]),
                .axi_bvalid(bvalid[n]), .axi_bready(bready[n]),
                .axi_bid(bid[AXI_ID_W*n+:AXI_ID_W]), .axi_bresp(bresp[2*n+:2]),
                .axi_arvalid(arvalid[n]), .axi_arready(arready[n]),
                .axi_arid(arid[AXI_ID_W*n+:AXI_ID_W]), .axi_araddr(araddr[23*n+:23]),
                .axi_arlen(arlen[8*n+:8]), .axi_arsize(arsize[3*n+:3]),
                .axi_arburst(arburst[2*n+:2]), .axi_rvalid(rvalid[n]), .axi_rready(rready[n]),
                .axi_rid(rid[AXI_ID_W*n+:AXI_ID_W]), .axi_rdata(rdata[128*n+:128]),
                .axi_rresp(rresp[2*n+:2]), .axi_rlast(rlast[n]), .axi_awuser(1'b0),
                .axi_awlock(1'b0), .axi_awcache(4'd0), .axi_awprot(3'd0), .axi_awqos(4'd0),
                .axi_aruser(1'b0), .axi_arlock(1'b0), .axi_arcache(4'd0), .axi_arprot(3'd0),
                .axi_arqos(4'd0)
            );
            tn_bfm_axi_slave #(.ID(2 + n), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_memory (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[58+n]),
                .done(axi_done[20*n+10+:5]), .s_axi_awvalid(m_awvalid[n]),
                .s_axi_awready(m_awready[n]), .s_axi_awid(m_awid[3*n+:3]),
                .s_axi_awaddr(m_awaddr[42*n+:42]), .s_axi_awlen(m_awlen[8*n+:8]),
                .s_axi_awsize(m_awsize[3*n+:3]), .s_axi_awburst(m_awburst[2*n+:2]),
                .s_axi_wvalid(m_wvalid[n]), .s_axi_wready(m_wready[n]),
                .s_axi_wdata(m_wdata[128*n+:128]), .s_axi_wstrb(m_wstrb[16*n+:16]),
                .s_axi_wlast(m_wlast[n]), .s_axi_bvalid(m_bvalid[n]), .s_axi_bready(m_bready[n]),
                .s_axi_bid(m_bid[3*n+:3]), .s_axi_bresp(m_bresp[2*n+:2]),
                .s_axi_arvalid(m_arvalid[n]), .s_axi_arready(m_arready[n]),
                .s_axi_arid(m_arid[3*n+:3]), .s_axi_araddr(m_araddr[42*n+:42]),
                .s_axi_arlen(m_arlen[8*n+:8]), .s_axi_arsize(m_arsize[3*n+:3]),
                .s_axi_arburst(m_arburst[2*n+:2]), .s_axi_rvalid(m_rvalid[n]),
                .s_axi_rready(m_rready[n]), .s_axi_rid(m_rid[3*n+:3]),
                .s_axi_rdata(m_rdata[128*n+:128]), .s_axi_rresp(m_rresp[2*n+:2]),
                .s_axi_rlast(m_rlast[n]), .s_axi_awuser(1'b0), .s_axi_awlock(1'b0),
                .s_axi_awcache(4'd0), .s_axi_awprot(3'd0), .s_axi_awqos(4'd0), .s_axi_aruser(1'b0),
                .s_axi_arlock(1'b0), .s_axi_arcache(4'd0), .s_axi_arprot(3'd0), .s_axi_arqos(4'd0)
            );
            tn_bfm_axi_monitor #(.ID(2 + n), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_mon_memory (
                .clk(clk), .rst(rst), .cycle(cycle), .done(axi_done[20*n+15+:5]),
                .axi_awvalid(m_awvalid[n]), .axi_awready(m_awready[n]), .axi_awid(m_awid[3*n+:3]),
                .axi_awaddr(m_awaddr[42*n+:42]), .axi_awlen(m_awlen[8*n+:8]),
                .axi_awsize(m_awsize[3*n+:3]), .axi_awburst(m_awburst[2*n+:2]),
                .axi_wvalid(m_wvalid[n]), .axi_wready(m_wready[n]),
                .axi_wdata(m_wdata[128*n+:128]), .axi_wstrb(m_wstrb[16*n+:16]),
                .axi_wlast(m_wlast[n]), .axi_bvalid(m_bvalid[n]), .axi_bready(m_bready[n]),
                .axi_bid(m_bid[3*n+:3]), .axi_bresp(m_bresp[2*n+:2]), .axi_arvalid(m_arvalid[n]),
                .axi_arready(m_arready[n]), .axi_arid(m_arid[3*n+:3]),
                .axi_araddr(m_araddr[42*n+:42]), .axi_arlen(m_arlen[8*n+:8]),
                .axi_arsize(m_arsize[3*n+:3]), .axi_arburst(m_arburst[2*n+:2]),
                .axi_rvalid(m_rvalid[n]), .axi_rready(m_rready[n]), .axi_rid(m_rid[3*n+:3]),
                .axi_rdata(m_rdata[128*n+:128]), .axi_rresp(m_rresp[2*n+:2]),
                .axi_rlast(m_rlast[n]), .axi_awuser(1'b0), .axi_awlock(1'b0), .axi_awcache(4'd0),
                .axi_awprot(3'd0), .axi_awqos(4'd0), .axi_aruser(1'b0), .axi_arlock(1'b0),
                .axi_arcache(4'd0), .axi_arprot(3'd0), .axi_arqos(4'd0)
            );
        end
    endgenerate

    dut_exa_two_nodes #(
        .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2),
        .RSP_LOG2(RSP_LOG2), .READ_LOG2(READ_LOG2), .DUP_N(DUP_N), .TXN_LOG2(TXN_LOG2),
        .WAY_LOG2(WAY_LOG2)
    ) u_dut (
        .clk(clk), .rst(rst), .board(board), .link_clk(link_clk), .link_rst({2{rst}}),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awid(awid), .s_axi_awaddr(awaddr),
        .s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(awburst), .s_axi_wvalid(wvalid),
        .s_axi_wready(wready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast),
        .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bid(bid), .s_axi_bresp(bresp),
        .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_arid(arid), .s_axi_araddr(araddr),
        .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(arburst), .s_axi_rvalid(rvalid),
        .s_axi_rready(rready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .s_axi_rlast(rlast), .m_axi_awvalid(m_awvalid), .m_axi_awready(m_awready),
        .m_axi_awid(m_awid), .m_axi_awaddr(m_awaddr), .m_axi_awlen(m_awlen),
        .m_axi_awsize(m_awsize), .m_axi_awburst(m_awburst), .m_axi_wvalid(m_wvalid),
        .m_axi_wready(m_wready), .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb),
        .m_axi_wlast(m_wlast), .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready), .m_axi_bid(m_bid),
        .m_axi_bresp(m_bresp), .m_axi_arvalid(m_arvalid), .m_axi_arready(m_arready),
        .m_axi_arid(m_arid), .m_axi_araddr(m_araddr), .m_axi_arlen(m_arlen),
        .m_axi_arsize(m_arsize), .m_axi_arburst(m_arburst), .m_axi_rvalid(m_rvalid),
        .m_axi_rready(m_rready), .m_axi_rid(m_rid), .m_axi_rdata(m_rdata), .m_axi_rresp(m_rresp),
        .m_axi_rlast(m_rlast), .waiting(waiting), .irq_fault(irq_fault), .obs_rdma(obs_rdma),
        .obs_dma_drop(obs_dma_drop), .reg_rd(reg_rd), .reg_addr({2{reg_addr}}),
        .reg_rdata(reg_rdata), .obs_in_valid(obs_in_valid), .obs_in_ready(obs_in_ready),
        .obs_in_data(obs_in_data), .obs_out_valid(obs_out_valid), .obs_out_ready(obs_out_ready),
        .obs_out_data(obs_out_data)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_two_nodes");
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("CHAN_N", CHAN_N);
        `TN_PARAM("MBOX_N", MBOX_N);
        `TN_PARAM("SLOT_LOG2", SLOT_LOG2);
        `TN_PARAM("RSP_LOG2", RSP_LOG2);
        `TN_PARAM("READ_LOG2", READ_LOG2);
        `TN_PARAM("DUP_N", DUP_N);
        `TN_PARAM("TXN_LOG2", TXN_LOG2);
        `TN_PARAM("WAY_LOG2", WAY_LOG2);
    end
endmodule

`default_nettype wire
