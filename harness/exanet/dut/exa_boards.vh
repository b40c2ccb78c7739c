// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of two boards of four FPGAs each, back to back; FPGA n = 4b+f is FPGA f of board b. The file
// that includes this says EXA_BOARDS_TB, its module's name, and EXA_LINES when the DUT is one
// board, twice, and the gateway lines are the bench's: cut out of the bits at any place, and
// with errors on wish. Or it says EXA_BOARDS_JOINED, the name of a file with the instance of a DUT in which something
// stands between the boards; the file drives more_done and more_rdata. Otherwise the DUT is both boards back to back.
//
// Each FPGA has an AXI4 master and its monitor "b0f0", a source and a sink at each free port,
// "s_b0f0_0" and "m_b0f0_0", and a monitor at each input and output of its switch that leads
// anywhere: "b0f0_i08", "b0f0_o08". A rise of a bit of `waiting` of FPGA n is a reject of port n.
//
// The channels' clock is the bench's own, the lines' clocks are made from it and drift.
// Registers of the bench, to write (1000 and 1004 count from the next reset on):
//   1000+4*b   board b's coordinates    1010+4*n  step of FPGA n's line clock (tn_bench_osc)
//   1030       swing of all of them
//   1040+4*l   EXA_LINES: one error burst every so many blocks (0: never) on the line of gateway
//              k into board b, l = 4b+k    1060  bits of a burst, 1 to 66
//   1070+4*f   EXA_LINES: one strike every so many blocks (0: never) on the lines of each board into its
//              FPGA f from the others    1080  what they do there: 0 a burst of inverted bits, 1 the
//              block before once more in a block's place, 2 a block's header made 00
// To read: FPGA n's register map from 10000h*n on; at 80000+10000h*n 1 while a mailbox of its waits; from 88000h on
// registers of what stands between the boards.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module `EXA_BOARDS_TB #(
    parameter integer AXI_ID_W  = 4,
    parameter integer CHAN_N    = 4,
    parameter integer MBOX_N    = 4,
    parameter integer SLOT_LOG2 = 2,
    parameter integer RSP_LOG2  = 4,
    parameter integer READ_LOG2 = 2,
    parameter integer LINKS     = 1,
`ifdef EXA_BOARDS_JOINED
    parameter integer WIRE_CYC  = 3,
    parameter integer BAND      = 1,
`endif
    parameter integer DUP_N     = 32
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer POINT_N = 176; // 28 of each FPGA 0, 20 of the others
    localparam [15:0]  SWING = 16'd500;

    wire done;

    `TN_BENCH_CLOCK(1)

    // ---- the bench's own registers
    reg  [39:0]  board, board_next;
    reg  [127:0] step;
    reg  [15:0]  swing;
    reg  [255:0] period;
    reg  [6:0]   burst;
    reg  [127:0] in_period;
    reg  [1:0]   in_kind;
    wire [7:0]   link_clk;
    integer      r;

    initial begin
        board_next = {20'h08083, 20'h04041};
        for (r = 0; r < 8; r = r + 1) step[16*r+:16] = 16'd58000 + 16'd400 * r[15:0];
        swing  = SWING;
        period = 256'd0;
        burst  = 7'd1;
        in_period = 128'd0;
        in_kind   = 2'd0;
    end

    always @(posedge clk) begin
        if (rst) board <= board_next;
        if (cmd[0]) begin
            for (r = 0; r < 2; r = r + 1)
                if (cmd_addr == 32'h1000 + 4 * r) board_next[20*r+:20] <= cmd_wdata[19:0];
            for (r = 0; r < 8; r = r + 1) begin
                if (cmd_addr == 32'h1010 + 4 * r) step[16*r+:16] <= cmd_wdata[15:0];
                if (cmd_addr == 32'h1040 + 4 * r) period[32*r+:32] <= cmd_wdata;
            end
            if (cmd_addr == 32'h1030) swing <= cmd_wdata[15:0];
            if (cmd_addr == 32'h1060) burst <= cmd_wdata[6:0];
            for (r = 0; r < 4; r = r + 1)
                if (cmd_addr == 32'h1070 + 4 * r) in_period[32*r+:32] <= cmd_wdata;
            if (cmd_addr == 32'h1080) in_kind <= cmd_wdata[1:0];
        end
    end

    // ---- reads: of an FPGA's registers, or of its waiting
    wire [255:0]         reg_rdata;
    wire [8*MBOX_N-1:0]  waiting;
    reg                  rd_q, rd_qq;
    reg  [19:0]          rd_addr;
    wire [15:0]          reg_addr = rd_addr[15:0];
    wire                 more_rd = rd_q && rd_addr[19] && rd_addr[15];
    wire [31:0]          more_rdata;
    wire [2:0]           more_done;
    wire [7:0]           reg_rd = {7'd0, rd_q && !rd_addr[19]} << rd_addr[18:16];

    initial begin
        rd_q  = 1'b0;
        rd_qq = 1'b0;
    end

    always @(posedge clk) begin
        if (cmd[1]) rd_addr <= cmd_addr[19:0];
        rd_q  <= cmd[1];
        rd_qq <= rd_q;
        if (rd_qq)
            `TN_RDATA(rd_addr[19] && rd_addr[15] ? more_rdata : rd_addr[19] ? {31'd0, |waiting[MBOX_N*rd_addr[18:16]+:MBOX_N]} :
                      reg_rdata[32*rd_addr[18:16]+:32]);
    end

    // ---- what the DUT has
    wire [7:0] awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid,
               rready, rlast;
    wire [8*AXI_ID_W-1:0] awid, bid, arid, rid;
    wire [8*23-1:0] awaddr, araddr;
    wire [8*8-1:0] awlen, arlen;
    wire [8*3-1:0] awsize, arsize;
    wire [8*2-1:0] awburst, bresp, arburst, rresp;
    wire [8*128-1:0] wdata, rdata;
    wire [8*16-1:0] wstrb;
    wire [23:0]    s_exa_hdr_valid, s_exa_hdr_ready, s_exa_pld_valid, s_exa_pld_ready,
                   s_exa_ftr_valid, s_exa_ftr_ready, m_exa_hdr_valid, m_exa_hdr_ready,
                   m_exa_pld_valid, m_exa_pld_ready, m_exa_ftr_valid, m_exa_ftr_ready;
    wire [3071:0]  s_exa_data, m_exa_data;
    wire [383:0]   obs_in_valid, obs_in_ready, obs_out_valid, obs_out_ready;
    wire [16383:0] obs_in_data, obs_out_data;

    // ---- one done for all
    wire [POINT_N-1:0] point_done;
    wire [79:0]        axi_done;
    wire               wait_done;

    tn_bench_any #(.N(POINT_N + 84)) u_any (
        .clk(clk), .done({more_done, wait_done, axi_done, point_done}), .any(done)
    );

    reg [7:0]          rose;
    reg [8*MBOX_N-1:0] waiting_q;
    integer            w;
    always @(posedge clk) waiting_q <= rst ? {8*MBOX_N{1'b0}} : waiting;
    always @*
        for (w = 0; w < 8; w = w + 1)
            rose[w] = |(waiting[MBOX_N*w+:MBOX_N] & ~waiting_q[MBOX_N*w+:MBOX_N]);
    tn_bfm_exa_drop #(.PORT_N(8)) u_mon_waiting (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(rose), .cause(32'd0), .done(wait_done)
    );

    genvar n, p;
    generate
        for (n = 0; n < 8; n = n + 1) begin : g_fpga
            localparam [7:0]   BOARD = 48 + n / 4, FPGA = 48 + n % 4;
            localparam [31:0]  NAME = {"b", BOARD, "f", FPGA};
            localparam integer POINT = 88 * (n / 4) + (n % 4 == 0 ? 0 : 8 + 20 * (n % 4));

            tn_bench_osc #(.PHASE(16'h1fff * n)) u_osc (
                .base(clk), .step(step[16*n+:16]), .swing(swing), .clk(link_clk[n])
            );
            for (p = 0; p < (n % 4 == 0 ? 16 : 12); p = p + 1) begin : g_port
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
            for (p = 3 * n; p < 3 * n + 3; p = p + 1) begin : g_free
                localparam [7:0]  FREE = 48 + p % 3;
                localparam [63:0] S_NAME = {"s_", NAME, "_", FREE}, M_NAME = {"m_", NAME, "_", FREE};
                initial begin
                    `TN_NAME("exa_source", p, `TN_TEXT(S_NAME));
                    `TN_DECLARE(1, p, `TN_TEXT(M_NAME));
                end
                tn_bfm_exa_source #(.ID(p)) u_source (
                    .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[p]),
                    .m_hdr_valid(s_exa_hdr_valid[p]), .m_hdr_ready(s_exa_hdr_ready[p]),
                    .m_pld_valid(s_exa_pld_valid[p]), .m_pld_ready(s_exa_pld_ready[p]),
                    .m_ftr_valid(s_exa_ftr_valid[p]), .m_ftr_ready(s_exa_ftr_ready[p]),
                    .m_data(s_exa_data[128*p+:128])
                );
                tn_bfm_exa_sink #(.ID(p)) u_sink (
                    .clk(clk), .rst(rst), .wake(wake[64+p]), .ok_wanted(ok[3*p+:3]),
                    .s_hdr_ready(m_exa_hdr_ready[p]), .s_pld_ready(m_exa_pld_ready[p]),
                    .s_ftr_ready(m_exa_ftr_ready[p])
                );
            end
            initial begin
                `TN_DECLARE(16, n, `TN_TEXT(NAME));
                `TN_DECLARE(18, n, `TN_TEXT(NAME));
            end
            tn_bfm_axi_master #(.ID(n), .ID_W(AXI_ID_W), .ADDR_W(23), .USER_W(1)) u_master (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[56+n]), .done(axi_done[10*n+:5]),
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
                .clk(clk), .rst(rst), .cycle(cycle), .done(axi_done[10*n+5+:5]),
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
        end
    endgenerate

`ifdef EXA_LINES
    wire [15:0]  gw_head;
    wire [511:0] gw_data;

    genvar b, k;
    generate
        for (b = 0; b < 2; b = b + 1) begin : g_board
            wire         gw_clk = link_clk[4-4*b]; // what comes in is the other's
            wire [7:0]   line_head;
            wire [255:0] line_data;
            wire [3:0]   slip;

            for (k = 0; k < 4; k = k + 1) begin : g_line
                localparam [6:0] OFF = 65 - 4 * b - k; // so many slips to 66: each takes a dozen blocks
                wire [65:0] error;
                tn_bench_noise #(.SEED(16'hace1 + 16'h1357 * (4 * b + k))) u_noise (
                    .clk(gw_clk), .rst(rst), .period(period[32*(4*b+k)+:32]), .burst(burst),
                    .error(error)
                );
                tn_bfm_exa_line u_line (
                    .clk(gw_clk), .rst(rst), .offset(OFF),
                    .s_head(gw_head[8*(1-b)+2*k+:2] ^ error[1:0]),
                    .s_data(gw_data[256*(1-b)+64*k+:64] ^ error[65:2]),
                    .m_head(line_head[2*k+:2]), .m_data(line_data[64*k+:64]), .slip(slip[k])
                );
            end
            dut_exa_qfdb #(
                .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2),
                .RSP_LOG2(RSP_LOG2), .READ_LOG2(READ_LOG2), .LINKS(LINKS), .DUP_N(DUP_N)
            ) u_dut (
                .clk(clk), .rst(rst), .board(board[20*b+:20]), .link_clk(link_clk[4*b+:4]),
                .link_rst({4{rst}}), .gw_rx_clk({4{gw_clk}}), .gw_rx_rst({4{rst}}),
                .gw_tx_head(gw_head[8*b+:8]), .gw_tx_data(gw_data[256*b+:256]),
                .gw_rx_head(line_head), .gw_rx_data(line_data), .gw_rx_slip(slip),
                .s_axi_awvalid(awvalid[4*b+:4]), .s_axi_awready(awready[4*b+:4]),
                .s_axi_awid(awid[4*AXI_ID_W*b+:4*AXI_ID_W]), .s_axi_awaddr(awaddr[92*b+:92]),
                .s_axi_awlen(awlen[32*b+:32]), .s_axi_awsize(awsize[12*b+:12]),
                .s_axi_awburst(awburst[8*b+:8]), .s_axi_wvalid(wvalid[4*b+:4]),
                .s_axi_wready(wready[4*b+:4]), .s_axi_wdata(wdata[512*b+:512]),
                .s_axi_wstrb(wstrb[64*b+:64]), .s_axi_wlast(wlast[4*b+:4]),
                .s_axi_bvalid(bvalid[4*b+:4]), .s_axi_bready(bready[4*b+:4]),
                .s_axi_bid(bid[4*AXI_ID_W*b+:4*AXI_ID_W]), .s_axi_bresp(bresp[8*b+:8]),
                .s_axi_arvalid(arvalid[4*b+:4]), .s_axi_arready(arready[4*b+:4]),
                .s_axi_arid(arid[4*AXI_ID_W*b+:4*AXI_ID_W]), .s_axi_araddr(araddr[92*b+:92]),
                .s_axi_arlen(arlen[32*b+:32]), .s_axi_arsize(arsize[12*b+:12]),
                .s_axi_arburst(arburst[8*b+:8]), .s_axi_rvalid(rvalid[4*b+:4]),
                .s_axi_rready(rready[4*b+:4]), .s_axi_rid(rid[4*AXI_ID_W*b+:4*AXI_ID_W]),
                .s_axi_rdata(rdata[512*b+:512]), .s_axi_rresp(rresp[8*b+:8]),
                .s_axi_rlast(rlast[4*b+:4]), .s_exa_hdr_valid(s_exa_hdr_valid[12*b+:12]),
                .s_exa_hdr_ready(s_exa_hdr_ready[12*b+:12]),
                .s_exa_pld_valid(s_exa_pld_valid[12*b+:12]),
                .s_exa_pld_ready(s_exa_pld_ready[12*b+:12]),
                .s_exa_ftr_valid(s_exa_ftr_valid[12*b+:12]),
                .s_exa_ftr_ready(s_exa_ftr_ready[12*b+:12]),
                .s_exa_data(s_exa_data[1536*b+:1536]),
                .m_exa_hdr_valid(m_exa_hdr_valid[12*b+:12]),
                .m_exa_hdr_ready(m_exa_hdr_ready[12*b+:12]),
                .m_exa_pld_valid(m_exa_pld_valid[12*b+:12]),
                .m_exa_pld_ready(m_exa_pld_ready[12*b+:12]),
                .m_exa_ftr_valid(m_exa_ftr_valid[12*b+:12]),
                .m_exa_ftr_ready(m_exa_ftr_ready[12*b+:12]),
                .m_exa_data(m_exa_data[1536*b+:1536]), .waiting(waiting[4*MBOX_N*b+:4*MBOX_N]),
                .reg_rd(reg_rd[4*b+:4]), .reg_addr({4{reg_addr}}),
                .reg_rdata(reg_rdata[128*b+:128]), .obs_in_valid(obs_in_valid[192*b+:192]),
                .obs_in_ready(obs_in_ready[192*b+:192]), .obs_in_data(obs_in_data[8192*b+:8192]),
                .obs_out_valid(obs_out_valid[192*b+:192]),
                .obs_out_ready(obs_out_ready[192*b+:192]),
                .obs_out_data(obs_out_data[8192*b+:8192])
            );
        end
    endgenerate
`elsif EXA_BOARDS_JOINED
    wire unused = &{1'b0, period, burst, in_period, in_kind};
    `include `EXA_BOARDS_JOINED
`else
    wire unused = &{1'b0, period, burst, in_period, in_kind};

    dut_exa_two_qfdb #(
        .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2),
        .RSP_LOG2(RSP_LOG2), .READ_LOG2(READ_LOG2), .LINKS(LINKS), .DUP_N(DUP_N)
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
        .obs_out_data(obs_out_data)
    );
`endif

`ifndef EXA_BOARDS_JOINED
    assign more_done  = 3'd0;
    assign more_rdata = 32'd0;
    wire unused_more = &{1'b0, more_rd};
`endif

    initial begin
        `TN_DECLARE(3, 0, `EXA_BOARDS_DUT);
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("CHAN_N", CHAN_N);
        `TN_PARAM("MBOX_N", MBOX_N);
        `TN_PARAM("SLOT_LOG2", SLOT_LOG2);
        `TN_PARAM("RSP_LOG2", RSP_LOG2);
        `TN_PARAM("READ_LOG2", READ_LOG2);
        `TN_PARAM("LINKS", LINKS);
        `TN_PARAM("DUP_N", DUP_N);
`ifdef EXA_BOARDS_JOINED
        `TN_PARAM("WIRE_CYC", WIRE_CYC);
        `TN_PARAM("BAND", BAND);
`endif
    end
endmodule

`default_nettype wire
