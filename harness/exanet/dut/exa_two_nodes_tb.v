// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of two nodes with their RDMA engines: FPGA 0 and FPGA 1 of one board. Each has an AXI4 master "cpu0", "cpu1" at its
// slave port, host memory "mem0", "mem1" behind its memory port, an AXI4 master "win0", "win1" at zDMA's windows and host memory
// "zax0", "zax1" behind zDMA (these two are not judged here), and a monitor of each; a monitor stands at each input
// and output of its switch that leads anywhere, "b0f0_i00" and "b0f0_o00" for port 0. Rejects show events: port n a rise of
// a bit of `waiting` of node n, port 2+n a rise of irq_fault; port 16+n is cause c (obs_rdma bit c) of node n's receiver,
// which stands as the reject's cause.
//
// The channels' clock is the bench's own, the lines' clocks are made from it and drift.
// Registers of the bench, to write (1000 counts from the next reset on):
//   1000       the board's coordinates   1010+4*n  step of node n's line clock (tn_bench_osc)
//   1030       swing of both
//   1040       hops from one node to the other, 1 to 3: 2 and 3 in the image of the figures alone, which is made with EXA_RELAYS
//              (exa_relays.v), and from the next reset on
//   1050       blocks by which the second line of each direction is longer, 0 to 255: from the next reset on (LINKS 2)
//   1060       bits of a burst, 1 to 66
//   1070+4*n   one strike every so many blocks (0: never) on the line into node n
//   1080       what they do there: 0 a burst of inverted bits, 1 the block before once more in a block's place, 2 a
//              block's header made 00
//   1090+4*n   what strikes packets that come to node n over the line, from the write on: bits 4:0 their type, 18:16 the act (0 none, 1 lost, 2 once more, 3 later, 4 to 6 a bit of the header, of each
//              payload word, of the footer inverted), 31:24 how many are struck then
//   10b0+4*n   how many packets of the type pass unharmed first, up to 65535
//   10a0+4*n   a packet that comes later or once more waits so many cycles at least (one is held at a time)
//   10c0+4*n   the bit of a word that acts 4 to 6 invert, 0 to 127; 8 at first
// To read: node n's register map from 10000h*n on; at 80000 bit n is 1 while a mailbox of node n waits, bit 8+n its
// irq_fault, bit 16+n that a
// packet to node n was struck since the last write of 1090+4*n.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

`define EXA_WIRES_TB exa_two_nodes_tb
`define EXA_SECOND_LATE

module exa_two_nodes_tb #(
    parameter integer AXI_ID_W  = 4,
    parameter integer CHAN_N    = 4,
    parameter integer MBOX_N    = 4,
    parameter integer SLOT_LOG2 = 2,
    parameter integer RSP_LOG2  = 4,
    parameter integer READ_LOG2 = 2,
    parameter integer DUP_N     = 32,
    parameter integer TXN_LOG2  = 6,
    parameter integer WAY_LOG2  = 2,
    parameter integer OUT_N     = 1,
    parameter integer LINKS     = 1,
    parameter integer ALL_LINES = 0
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    // ports of a node that are watched, in and out: those with a block, with more outputs of the ExaDMA 6 and 7, and the link
    localparam integer PORT_N = OUT_N > 1 ? 9 : 7;
    localparam integer POINT_N = 4 * PORT_N;
    localparam [15:0]  SWING = 16'd500;

    wire done;

    `TN_BENCH_CLOCK(1)

    // ---- the bench's own registers
    reg  [19:0] board, board_next;
    reg  [31:0] step;
    reg  [15:0] swing;
    reg  [6:0]  burst;
    reg  [7:0]  second_late, second_late_next; // exa_wires.v reads the first
    reg  [63:0] in_period;
    reg  [1:0]  in_kind;
    reg  [63:0] hop;
    reg  [39:0] hop_late;
    reg  [31:0] hop_skip;
    reg  [13:0] hop_bit;
    reg  [1:0]  hop_load;
    reg  [1:0]  struck;
    wire [1:0]  link_clk;
    integer     r;
`ifdef EXA_RELAYS
    reg  [1:0]   hops, hops_next;
    reg  [131:0] sent; // exa_wires.v drives it
    wire [131:0] come;

    initial hops_next = 2'd1;
    always @(posedge clk) begin
        if (rst) hops <= hops_next;
        if (cmd[0] && cmd_addr == 32'h1040) hops_next <= cmd_wdata[1:0];
    end
    exa_relays u_relays (
        .clk(clk), .rst(rst), .board(board), .hops(hops), .link_clk(link_clk), .sent(sent), .come(come)
    );
`endif

    initial begin
        board_next = 20'h04041;
        for (r = 0; r < 2; r = r + 1) step[16*r+:16] = 16'd58000 + 16'd400 * r[15:0];
        swing     = SWING;
        burst     = 7'd1;
        second_late_next = 8'd0;
        in_period = 64'd0;
        in_kind   = 2'd0;
        hop       = 64'd0;
        hop_late  = 40'd0;
        hop_skip  = 32'd0;
        hop_bit   = {2{7'd8}};
        hop_load  = 2'd0;
        struck    = 2'd0; // exa_hop.v sets its bit
    end

    always @(posedge clk) begin
        if (rst) board <= board_next;
        if (rst) second_late <= second_late_next;
        hop_load <= 2'd0;
        if (cmd[0]) begin
            if (cmd_addr == 32'h1000) board_next <= cmd_wdata[19:0];
            for (r = 0; r < 2; r = r + 1) begin
                if (cmd_addr == 32'h1010 + 4 * r) step[16*r+:16] <= cmd_wdata[15:0];
                if (cmd_addr == 32'h1070 + 4 * r) in_period[32*r+:32] <= cmd_wdata;
                if (cmd_addr == 32'h10b0 + 4 * r) hop_skip[16*r+:16] <= cmd_wdata[15:0];
                if (cmd_addr == 32'h10a0 + 4 * r) hop_late[20*r+:20] <= cmd_wdata[19:0];
                if (cmd_addr == 32'h10c0 + 4 * r) hop_bit[7*r+:7] <= cmd_wdata[6:0];
                if (cmd_addr == 32'h1090 + 4 * r) begin
                    hop[32*r+:32] <= cmd_wdata;
                    hop_load[r]   <= 1'b1;
                end
            end
            if (cmd_addr == 32'h1030) swing <= cmd_wdata[15:0];
            if (cmd_addr == 32'h1050) second_late_next <= cmd_wdata[7:0];
            if (cmd_addr == 32'h1060) burst <= cmd_wdata[6:0];
            if (cmd_addr == 32'h1080) in_kind <= cmd_wdata[1:0];
        end
    end

    // ---- reads: of a node's registers, or of its levels
    wire [63:0]         reg_rdata;
    wire [2*MBOX_N-1:0] waiting;
    wire [1:0]          irq_fault;
    reg                 rd_q, rd_qq;
    reg  [19:0]         rd_addr;
    wire [15:0]         reg_addr = rd_addr[15:0];
    wire [1:0]          reg_rd = {1'b0, rd_q && !rd_addr[19]} << rd_addr[16];
    wire [31:0]         levels = {14'd0, struck, 6'd0, irq_fault, 6'd0, |waiting[MBOX_N+:MBOX_N], |waiting[0+:MBOX_N]};

    initial begin
        rd_q  = 1'b0;
        rd_qq = 1'b0;
    end

    always @(posedge clk) begin
        if (cmd[1]) rd_addr <= cmd_addr[19:0];
        rd_q  <= cmd[1];
        rd_qq <= rd_q;
        if (rd_qq) `TN_RDATA(rd_addr[19] ? levels : reg_rdata[32*rd_addr[16]+:32]);
    end

    // ---- the DUT's pins
    wire [1:0] awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid,
               rready, rlast;
    wire [2*AXI_ID_W-1:0] awid, bid, arid, rid;
    wire [45:0]  awaddr, araddr;
    wire [15:0]  awlen, arlen;
    wire [5:0]   awsize, arsize;
    wire [3:0]   awburst, bresp, arburst, rresp;
    wire [255:0] wdata, rdata;
    wire [31:0]  wstrb;
    wire [1:0] m_awvalid, m_awready, m_wvalid, m_wready, m_wlast, m_bvalid, m_bready, m_arvalid,
               m_arready, m_rvalid, m_rready, m_rlast;
    wire [5:0]   m_awid, m_bid, m_arid, m_rid, m_awsize, m_arsize;
    wire [83:0]  m_awaddr, m_araddr;
    wire [15:0]  m_awlen, m_arlen;
    wire [3:0]   m_awburst, m_bresp, m_arburst, m_rresp;
    wire [255:0] m_wdata, m_rdata;
    wire [31:0]  m_wstrb;
    // windows (w_) and the memory behind zDMA (x_)
    wire [1:0] w_awvalid, w_awready, w_wvalid, w_wready, w_wlast, w_bvalid, w_bready, w_arvalid, w_arready, w_rvalid, w_rready, w_rlast;
    wire [2*AXI_ID_W-1:0] w_awid, w_bid, w_arid, w_rid;
    wire [69:0] w_awaddr, w_araddr;
    wire [15:0] w_awlen, w_arlen;
    wire [5:0] w_awsize, w_arsize;
    wire [3:0] w_awburst, w_arburst, w_bresp, w_rresp;
    wire [255:0] w_wdata, w_rdata;
    wire [31:0] w_wstrb;
    wire [1:0] x_awvalid, x_awready, x_wvalid, x_wready, x_wlast, x_bvalid, x_bready, x_arvalid, x_arready, x_rvalid, x_rready, x_rlast;
    wire [5:0] x_awid, x_bid, x_arid, x_rid;
    wire [83:0] x_awaddr, x_araddr;
    wire [15:0] x_awlen, x_arlen;
    wire [5:0] x_awsize, x_arsize;
    wire [3:0] x_awburst, x_arburst, x_bresp, x_rresp;
    wire [255:0] x_wdata, x_rdata;
    wire [31:0] x_wstrb;
    wire [63:0]   obs_rdma;
    wire [1:0]    obs_dma_drop;
    wire [95:0]   obs_in_valid, obs_in_ready, obs_out_valid, obs_out_ready;
    wire [4095:0] obs_in_data, obs_out_data;

    // ---- one done for all
    wire [POINT_N-1:0] point_done;
    wire [39:0]        axi_done;
    wire [29:0]        zax_done;
    wire [2:0]         event_done;

    tn_bench_any #(.N(POINT_N + 73)) u_any (
        .clk(clk), .done({event_done, zax_done, axi_done, point_done}), .any(done)
    );

    reg  [2*MBOX_N-1:0] waiting_q;
    reg  [1:0]          irq_q;
    wire [2*MBOX_N-1:0] rose = waiting & ~waiting_q;
    always @(posedge clk) begin
        waiting_q <= rst ? {2*MBOX_N{1'b0}} : waiting;
        irq_q     <= rst ? 2'd0 : irq_fault;
    end
    tn_bfm_exa_drop #(.PORT_N(4)) u_mon_levels (
        .clk(clk), .rst(rst), .cycle(cycle),
        .valid({irq_fault & ~irq_q, |rose[MBOX_N+:MBOX_N], |rose[0+:MBOX_N]}), .cause(16'd0),
        .done(event_done[2])
    );

    genvar n, p;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_node
            localparam [7:0]   NODE = 48 + n;
            localparam integer LINK = 9 - n; // the switch's port of the link to the other node
            localparam [4:0]   AS_PORT = 5'd16 + n;
            localparam [31:0]  FPGA = {"b0f", NODE}, CPU = {"cpu", NODE}, MEM = {"mem", NODE}, WIN = {"win", NODE},
                              ZAX = {"zax", NODE};

            tn_bench_osc #(.PHASE(16'h1fff * n)) u_osc (
                .base(clk), .step(step[16*n+:16]), .swing(swing), .clk(link_clk[n])
            );
            // causes that the node's receiver shows
            reg  cause_done;
            wire [31:0] causes = obs_rdma[32*n+:32];
            integer     c;
            initial cause_done = 1'b0;
            always @(posedge clk)
                if (!rst && causes != 32'd0) begin
                    for (c = 0; c < 32; c = c + 1)
                        if (causes[c]) `TN_REJECT(cycle, 1'b0, c[4:0], AS_PORT);
                    cause_done <= !cause_done;
                end
            assign event_done[n] = cause_done;

            for (p = 0; p < 10; p = p + 1) begin : g_port
                if (p < PORT_N - 1 || p == LINK) begin : g_point
                    localparam integer AT = 2 * PORT_N * n + 2 * (p < PORT_N - 1 ? p : PORT_N - 1);
                    localparam integer PIN = 16 * n + p;
                    localparam [7:0]  ONES = 48 + p;
                    localparam [63:0] I_NAME = {FPGA, "_i0", ONES}, O_NAME = {FPGA, "_o0", ONES};
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
                    initial begin
                        `TN_NAME("exa_monitor", AT, `TN_TEXT(I_NAME));
                        `TN_NAME("exa_monitor", AT + 1, `TN_TEXT(O_NAME));
                    end
                end
            end
            initial begin
                `TN_DECLARE(16, n, `TN_TEXT(CPU));
                `TN_DECLARE(18, n, `TN_TEXT(CPU));
                `TN_DECLARE(17, 2 + n, `TN_TEXT(MEM));
                `TN_DECLARE(18, 2 + n, `TN_TEXT(MEM));
                `TN_DECLARE(16, 4 + n, `TN_TEXT(WIN));
                `TN_DECLARE(17, 6 + n, `TN_TEXT(ZAX));
                `TN_DECLARE(18, 4 + n, `TN_TEXT(ZAX));
            end
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
                .m_axi_aruser(), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(),
                .m_axi_arqos()
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
                .axi_rresp(rresp[2*n+:2]), .axi_rlast(rlast[n]), .axi_awuser(1'd0),
                .axi_awlock(1'd0), .axi_awcache(4'd0), .axi_awprot(3'd0), .axi_awqos(4'd0),
                .axi_aruser(1'd0), .axi_arlock(1'd0), .axi_arcache(4'd0), .axi_arprot(3'd0),
                .axi_arqos(4'd0)
            );
            tn_bfm_axi_slave #(.ID(2 + n), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_memory (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[58+n]), .done(axi_done[20*n+10+:5]),
                .s_axi_awvalid(m_awvalid[n]), .s_axi_awready(m_awready[n]), .s_axi_awid(m_awid[3*n+:3]),
                .s_axi_awaddr(m_awaddr[42*n+:42]), .s_axi_awlen(m_awlen[8*n+:8]),
                .s_axi_awsize(m_awsize[3*n+:3]), .s_axi_awburst(m_awburst[2*n+:2]),
                .s_axi_wvalid(m_wvalid[n]), .s_axi_wready(m_wready[n]), .s_axi_wdata(m_wdata[128*n+:128]),
                .s_axi_wstrb(m_wstrb[16*n+:16]), .s_axi_wlast(m_wlast[n]), .s_axi_bvalid(m_bvalid[n]),
                .s_axi_bready(m_bready[n]), .s_axi_bid(m_bid[3*n+:3]), .s_axi_bresp(m_bresp[2*n+:2]),
                .s_axi_arvalid(m_arvalid[n]), .s_axi_arready(m_arready[n]), .s_axi_arid(m_arid[3*n+:3]),
                .s_axi_araddr(m_araddr[42*n+:42]), .s_axi_arlen(m_arlen[8*n+:8]),
                .s_axi_arsize(m_arsize[3*n+:3]), .s_axi_arburst(m_arburst[2*n+:2]),
                .s_axi_rvalid(m_rvalid[n]), .s_axi_rready(m_rready[n]), .s_axi_rid(m_rid[3*n+:3]),
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
                .axi_wvalid(m_wvalid[n]), .axi_wready(m_wready[n]), .axi_wdata(m_wdata[128*n+:128]),
                .axi_wstrb(m_wstrb[16*n+:16]), .axi_wlast(m_wlast[n]), .axi_bvalid(m_bvalid[n]),
                .axi_bready(m_bready[n]), .axi_bid(m_bid[3*n+:3]), .axi_bresp(m_bresp[2*n+:2]),
                .axi_arvalid(m_arvalid[n]), .axi_arready(m_arready[n]), .axi_arid(m_arid[3*n+:3]),
                .axi_araddr(m_araddr[42*n+:42]), .axi_arlen(m_arlen[8*n+:8]),
                .axi_arsize(m_arsize[3*n+:3]), .axi_arburst(m_arburst[2*n+:2]),
                .axi_rvalid(m_rvalid[n]), .axi_rready(m_rready[n]), .axi_rid(m_rid[3*n+:3]),
                .axi_rdata(m_rdata[128*n+:128]), .axi_rresp(m_rresp[2*n+:2]),
                .axi_rlast(m_rlast[n]), .axi_awuser(1'b0), .axi_awlock(1'b0), .axi_awcache(4'd0),
                .axi_awprot(3'd0), .axi_awqos(4'd0), .axi_aruser(1'b0), .axi_arlock(1'b0),
                .axi_arcache(4'd0), .axi_arprot(3'd0), .axi_arqos(4'd0)
            );
            tn_bfm_axi_master #(.ID(4 + n), .ID_W(AXI_ID_W), .ADDR_W(35), .USER_W(1)) u_windows (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[60+n]), .done(zax_done[15*n+:5]),
                .m_axi_awvalid(w_awvalid[n]), .m_axi_awready(w_awready[n]),
                .m_axi_awid(w_awid[AXI_ID_W*n+:AXI_ID_W]), .m_axi_awaddr(w_awaddr[35*n+:35]),
                .m_axi_awlen(w_awlen[8*n+:8]), .m_axi_awsize(w_awsize[3*n+:3]),
                .m_axi_awburst(w_awburst[2*n+:2]), .m_axi_wvalid(w_wvalid[n]),
                .m_axi_wready(w_wready[n]), .m_axi_wdata(w_wdata[128*n+:128]),
                .m_axi_wstrb(w_wstrb[16*n+:16]), .m_axi_wlast(w_wlast[n]), .m_axi_bvalid(w_bvalid[n]),
                .m_axi_bready(w_bready[n]), .m_axi_bid(w_bid[AXI_ID_W*n+:AXI_ID_W]),
                .m_axi_bresp(w_bresp[2*n+:2]), .m_axi_arvalid(w_arvalid[n]),
                .m_axi_arready(w_arready[n]), .m_axi_arid(w_arid[AXI_ID_W*n+:AXI_ID_W]),
                .m_axi_araddr(w_araddr[35*n+:35]), .m_axi_arlen(w_arlen[8*n+:8]),
                .m_axi_arsize(w_arsize[3*n+:3]), .m_axi_arburst(w_arburst[2*n+:2]),
                .m_axi_rvalid(w_rvalid[n]), .m_axi_rready(w_rready[n]),
                .m_axi_rid(w_rid[AXI_ID_W*n+:AXI_ID_W]), .m_axi_rdata(w_rdata[128*n+:128]),
                .m_axi_rresp(w_rresp[2*n+:2]), .m_axi_rlast(w_rlast[n]), .m_axi_awuser(),
                .m_axi_awlock(), .m_axi_awcache(), .m_axi_awprot(), .m_axi_awqos(),
                .m_axi_aruser(), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(),
                .m_axi_arqos()
            );
            tn_bfm_axi_slave #(.ID(6 + n), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_zmemory (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[62+n]), .done(zax_done[15*n+5+:5]),
                .s_axi_awvalid(x_awvalid[n]), .s_axi_awready(x_awready[n]), .s_axi_awid(x_awid[3*n+:3]),
                .s_axi_awaddr(x_awaddr[42*n+:42]), .s_axi_awlen(x_awlen[8*n+:8]),
                .s_axi_awsize(x_awsize[3*n+:3]), .s_axi_awburst(x_awburst[2*n+:2]),
                .s_axi_wvalid(x_wvalid[n]), .s_axi_wready(x_wready[n]), .s_axi_wdata(x_wdata[128*n+:128]),
                .s_axi_wstrb(x_wstrb[16*n+:16]), .s_axi_wlast(x_wlast[n]), .s_axi_bvalid(x_bvalid[n]),
                .s_axi_bready(x_bready[n]), .s_axi_bid(x_bid[3*n+:3]), .s_axi_bresp(x_bresp[2*n+:2]),
                .s_axi_arvalid(x_arvalid[n]), .s_axi_arready(x_arready[n]), .s_axi_arid(x_arid[3*n+:3]),
                .s_axi_araddr(x_araddr[42*n+:42]), .s_axi_arlen(x_arlen[8*n+:8]),
                .s_axi_arsize(x_arsize[3*n+:3]), .s_axi_arburst(x_arburst[2*n+:2]),
                .s_axi_rvalid(x_rvalid[n]), .s_axi_rready(x_rready[n]), .s_axi_rid(x_rid[3*n+:3]),
                .s_axi_rdata(x_rdata[128*n+:128]), .s_axi_rresp(x_rresp[2*n+:2]),
                .s_axi_rlast(x_rlast[n]), .s_axi_awuser(1'b0), .s_axi_awlock(1'b0),
                .s_axi_awcache(4'd0), .s_axi_awprot(3'd0), .s_axi_awqos(4'd0), .s_axi_aruser(1'b0),
                .s_axi_arlock(1'b0), .s_axi_arcache(4'd0), .s_axi_arprot(3'd0), .s_axi_arqos(4'd0)
            );
            tn_bfm_axi_monitor #(.ID(4 + n), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_mon_zmemory (
                .clk(clk), .rst(rst), .cycle(cycle), .done(zax_done[15*n+10+:5]),
                .axi_awvalid(x_awvalid[n]), .axi_awready(x_awready[n]), .axi_awid(x_awid[3*n+:3]),
                .axi_awaddr(x_awaddr[42*n+:42]), .axi_awlen(x_awlen[8*n+:8]),
                .axi_awsize(x_awsize[3*n+:3]), .axi_awburst(x_awburst[2*n+:2]),
                .axi_wvalid(x_wvalid[n]), .axi_wready(x_wready[n]), .axi_wdata(x_wdata[128*n+:128]),
                .axi_wstrb(x_wstrb[16*n+:16]), .axi_wlast(x_wlast[n]), .axi_bvalid(x_bvalid[n]),
                .axi_bready(x_bready[n]), .axi_bid(x_bid[3*n+:3]), .axi_bresp(x_bresp[2*n+:2]),
                .axi_arvalid(x_arvalid[n]), .axi_arready(x_arready[n]), .axi_arid(x_arid[3*n+:3]),
                .axi_araddr(x_araddr[42*n+:42]), .axi_arlen(x_arlen[8*n+:8]),
                .axi_arsize(x_arsize[3*n+:3]), .axi_arburst(x_arburst[2*n+:2]),
                .axi_rvalid(x_rvalid[n]), .axi_rready(x_rready[n]), .axi_rid(x_rid[3*n+:3]),
                .axi_rdata(x_rdata[128*n+:128]), .axi_rresp(x_rresp[2*n+:2]),
                .axi_rlast(x_rlast[n]), .axi_awuser(1'b0), .axi_awlock(1'b0), .axi_awcache(4'd0),
                .axi_awprot(3'd0), .axi_awqos(4'd0), .axi_aruser(1'b0), .axi_arlock(1'b0),
                .axi_arcache(4'd0), .axi_arprot(3'd0), .axi_arqos(4'd0)
            );
        end
    endgenerate

    dut_exa_two_nodes #(
        .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2),
        .RSP_LOG2(RSP_LOG2), .READ_LOG2(READ_LOG2), .DUP_N(DUP_N), .TXN_LOG2(TXN_LOG2),
        .WAY_LOG2(WAY_LOG2), .OUT_N(OUT_N), .LINKS(LINKS), .ALL_LINES(ALL_LINES)
    ) u_dut (
        .clk(clk), .rst(rst), .board(board), .link_clk(link_clk), .link_rst({2{rst}}),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awid(awid),
        .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize),
        .s_axi_awburst(awburst), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_bvalid(bvalid),
        .s_axi_bready(bready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_arid(arid), .s_axi_araddr(araddr), .s_axi_arlen(arlen),
        .s_axi_arsize(arsize), .s_axi_arburst(arburst), .s_axi_rvalid(rvalid),
        .s_axi_rready(rready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .s_axi_rlast(rlast),
        .m_axi_awvalid(m_awvalid), .m_axi_awready(m_awready), .m_axi_awid(m_awid),
        .m_axi_awaddr(m_awaddr), .m_axi_awlen(m_awlen), .m_axi_awsize(m_awsize),
        .m_axi_awburst(m_awburst), .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready),
        .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb), .m_axi_wlast(m_wlast),
        .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready), .m_axi_bid(m_bid),
        .m_axi_bresp(m_bresp), .m_axi_arvalid(m_arvalid), .m_axi_arready(m_arready),
        .m_axi_arid(m_arid), .m_axi_araddr(m_araddr), .m_axi_arlen(m_arlen),
        .m_axi_arsize(m_arsize), .m_axi_arburst(m_arburst), .m_axi_rvalid(m_rvalid),
        .m_axi_rready(m_rready), .m_axi_rid(m_rid), .m_axi_rdata(m_rdata),
        .m_axi_rresp(m_rresp), .m_axi_rlast(m_rlast),
        .s_win_awvalid(w_awvalid), .s_win_awready(w_awready), .s_win_awid(w_awid),
        .s_win_awaddr(w_awaddr), .s_win_awlen(w_awlen), .s_win_awsize(w_awsize),
        .s_win_awburst(w_awburst), .s_win_wvalid(w_wvalid), .s_win_wready(w_wready),
        .s_win_wdata(w_wdata), .s_win_wstrb(w_wstrb), .s_win_wlast(w_wlast),
        .s_win_bvalid(w_bvalid), .s_win_bready(w_bready), .s_win_bid(w_bid), .s_win_bresp(w_bresp),
        .s_win_arvalid(w_arvalid), .s_win_arready(w_arready), .s_win_arid(w_arid),
        .s_win_araddr(w_araddr), .s_win_arlen(w_arlen), .s_win_arsize(w_arsize),
        .s_win_arburst(w_arburst), .s_win_rvalid(w_rvalid), .s_win_rready(w_rready),
        .s_win_rid(w_rid), .s_win_rdata(w_rdata), .s_win_rresp(w_rresp), .s_win_rlast(w_rlast),
        .m_zax_awvalid(x_awvalid), .m_zax_awready(x_awready), .m_zax_awid(x_awid),
        .m_zax_awaddr(x_awaddr), .m_zax_awlen(x_awlen), .m_zax_awsize(x_awsize),
        .m_zax_awburst(x_awburst), .m_zax_wvalid(x_wvalid), .m_zax_wready(x_wready),
        .m_zax_wdata(x_wdata), .m_zax_wstrb(x_wstrb), .m_zax_wlast(x_wlast),
        .m_zax_bvalid(x_bvalid), .m_zax_bready(x_bready), .m_zax_bid(x_bid), .m_zax_bresp(x_bresp),
        .m_zax_arvalid(x_arvalid), .m_zax_arready(x_arready), .m_zax_arid(x_arid),
        .m_zax_araddr(x_araddr), .m_zax_arlen(x_arlen), .m_zax_arsize(x_arsize),
        .m_zax_arburst(x_arburst), .m_zax_rvalid(x_rvalid), .m_zax_rready(x_rready),
        .m_zax_rid(x_rid), .m_zax_rdata(x_rdata), .m_zax_rresp(x_rresp), .m_zax_rlast(x_rlast),
        .waiting(waiting), .irq_fault(irq_fault), .obs_rdma(obs_rdma),
        .obs_dma_drop(obs_dma_drop), .reg_rd(reg_rd), .reg_addr({2{reg_addr}}),
        .reg_rdata(reg_rdata), .obs_in_valid(obs_in_valid), .obs_in_ready(obs_in_ready),
        .obs_in_data(obs_in_data), .obs_out_valid(obs_out_valid), .obs_out_ready(obs_out_ready),
        .obs_out_data(obs_out_data)
    );

    wire unused = &{1'b0, obs_dma_drop};

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
        `TN_PARAM("OUT_N", OUT_N);
        `TN_PARAM("LINKS", LINKS);
        `TN_PARAM("ALL_LINES", ALL_LINES);
    end
endmodule

`default_nettype wire
