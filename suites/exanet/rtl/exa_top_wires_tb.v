// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wiring of two boards, FPGA by FPGA, against exa_qfdb.md: outputs of links, blocks and FPGAs are forced to
// noise, from the inside out, and every port that the page says they lead to must show it, bit for bit; so must
// blocks what comes in. No packet moves; exa_two_qfdb_tb has those. Icarus: it forces ports by their paths.

`timescale 1ns / 1ps
`default_nettype none

module exa_top_wires_tb;
`include "exa_defs.vh"
`include "tn_bench.vh"
    localparam integer F = 8;

    // inputs are noise, too: `in` is drawn anew for each look
    reg           clk = 0, rst = 0;
    reg  [39:0]   board = 0;
    reg  [F-1:0]  link_clk = 0, link_rst = 0;
    reg  [F-1:0] s_axi_awvalid = 0;
    reg  [5*F-1:0] s_axi_awid = 0;
    reg  [23*F-1:0] s_axi_awaddr = 0;
    reg  [8*F-1:0] s_axi_awlen = 0;
    reg  [3*F-1:0] s_axi_awsize = 0;
    reg  [2*F-1:0] s_axi_awburst = 0;
    reg  [F-1:0] s_axi_wvalid = 0;
    reg  [128*F-1:0] s_axi_wdata = 0;
    reg  [16*F-1:0] s_axi_wstrb = 0;
    reg  [F-1:0] s_axi_wlast = 0;
    reg  [F-1:0] s_axi_bready = 0;
    reg  [F-1:0] s_axi_arvalid = 0;
    reg  [5*F-1:0] s_axi_arid = 0;
    reg  [23*F-1:0] s_axi_araddr = 0;
    reg  [8*F-1:0] s_axi_arlen = 0;
    reg  [3*F-1:0] s_axi_arsize = 0;
    reg  [2*F-1:0] s_axi_arburst = 0;
    reg  [F-1:0] s_axi_rready = 0;
    reg  [3*F-1:0] s_exa_hdr_valid = 0;
    reg  [3*F-1:0] s_exa_pld_valid = 0;
    reg  [3*F-1:0] s_exa_ftr_valid = 0;
    reg  [384*F-1:0] s_exa_data = 0;
    reg  [3*F-1:0] m_exa_hdr_ready = 0;
    reg  [3*F-1:0] m_exa_pld_ready = 0;
    reg  [3*F-1:0] m_exa_ftr_ready = 0;
    reg  [F-1:0] reg_rd = 0;
    reg  [16*F-1:0] reg_addr = 0;
    wire [F-1:0] s_axi_awready;
    wire [F-1:0] s_axi_wready;
    wire [F-1:0] s_axi_bvalid;
    wire [5*F-1:0] s_axi_bid;
    wire [2*F-1:0] s_axi_bresp;
    wire [F-1:0] s_axi_arready;
    wire [F-1:0] s_axi_rvalid;
    wire [5*F-1:0] s_axi_rid;
    wire [128*F-1:0] s_axi_rdata;
    wire [2*F-1:0] s_axi_rresp;
    wire [F-1:0] s_axi_rlast;
    wire [3*F-1:0] s_exa_hdr_ready;
    wire [3*F-1:0] s_exa_pld_ready;
    wire [3*F-1:0] s_exa_ftr_ready;
    wire [3*F-1:0] m_exa_hdr_valid;
    wire [3*F-1:0] m_exa_pld_valid;
    wire [3*F-1:0] m_exa_ftr_valid;
    wire [384*F-1:0] m_exa_data;
    wire [4*F-1:0] waiting;
    wire [32*F-1:0] reg_rdata;
    wire [48*F-1:0] obs_in_valid;
    wire [48*F-1:0] obs_in_ready;
    wire [2048*F-1:0] obs_in_data;
    wire [48*F-1:0] obs_out_valid;
    wire [48*F-1:0] obs_out_ready;
    wire [2048*F-1:0] obs_out_data;

    // no parameter has its default
    exa_two_qfdb #(.AXI_ID_W(5), .CHAN_N(6), .MBOX_N(4), .SLOT_LOG2(1), .RSP_LOG2(3), .READ_LOG2(2), .DUP_N(7)) dut (
        .clk(clk), .rst(rst), .board(board), .link_clk(link_clk), .link_rst(link_rst), .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize),
        .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(s_axi_wvalid), .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_bready(s_axi_bready),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst),
        .s_axi_rready(s_axi_rready), .s_exa_hdr_valid(s_exa_hdr_valid), .s_exa_pld_valid(s_exa_pld_valid),
        .s_exa_ftr_valid(s_exa_ftr_valid), .s_exa_data(s_exa_data), .m_exa_hdr_ready(m_exa_hdr_ready),
        .m_exa_pld_ready(m_exa_pld_ready), .m_exa_ftr_ready(m_exa_ftr_ready), .reg_rd(reg_rd), .reg_addr(reg_addr),
        .s_axi_awready(s_axi_awready), .s_axi_wready(s_axi_wready), .s_axi_bvalid(s_axi_bvalid),
        .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_arready(s_axi_arready), .s_axi_rvalid(s_axi_rvalid),
        .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast),
        .s_exa_hdr_ready(s_exa_hdr_ready), .s_exa_pld_ready(s_exa_pld_ready), .s_exa_ftr_ready(s_exa_ftr_ready),
        .m_exa_hdr_valid(m_exa_hdr_valid), .m_exa_pld_valid(m_exa_pld_valid), .m_exa_ftr_valid(m_exa_ftr_valid),
        .m_exa_data(m_exa_data), .waiting(waiting), .reg_rdata(reg_rdata), .obs_in_valid(obs_in_valid),
        .obs_in_ready(obs_in_ready), .obs_in_data(obs_in_data), .obs_out_valid(obs_out_valid),
        .obs_out_ready(obs_out_ready), .obs_out_data(obs_out_data));

    // bits that no simulator makes by chance, others for each place
    function [4095:0] noise;
        input [31:0] seed;
        reg [31:0] x;
        integer i;
        begin
            x = 32'd2654435761 * (seed + 1);
            for (i = -8; i < 128; i = i + 1) begin
                x = x ^ (x << 13);
                x = x ^ (x >> 17);
                x = x ^ (x << 5);
                if (i >= 0) noise[32*i+:32] = x;
            end
        end
    endfunction
    reg [4095:0] fresh;
    integer seed = 100;
    task draw;
        begin
            seed = seed + 1;
            fresh = noise(seed);
        end
    endtask

    // a phase forces what stands further out; inv: the same bits inverted
    reg [1:0] phase = 0;
    reg       inv = 0, force_now = 0, look = 0, look_reg = 0;
    integer   bad [1:3];
    initial {bad[1], bad[2], bad[3]} = 96'd0;

`define NODE dut.g_board[b].u_board.g_fpga[f].u_node
`define SW `NODE.u_switch
`define PKT `NODE.u_packetizer
`define MBOX `NODE.u_mailbox
`define RT `NODE.u_rt_mailbox
`define SPLIT `NODE.u_split
`define LINES `NODE.u_lines
`define LINK `LINES.g_line[l].g_link.g_single.u_link
`define GIVE(port, k) if (!inv) force port = BITS >> k; else force port = ~(BITS >> k)
`define SAME(a, b) if ((a) !== (b)) begin bad[phase] = bad[phase] + 1; \
    if (bad[phase] < 9) $display("# %m line %0d", `__LINE__); end

// a block's outputs; its inputs: slave i of the AXI4 port, port p of the switch
`define GIVE_BLOCK(x, k) \
    `GIVE(x.s_exa_hdr_ready, k + 0); `GIVE(x.s_exa_pld_ready, k + 11); `GIVE(x.s_exa_ftr_ready, k + 22); \
    `GIVE(x.m_exa_hdr_valid, k + 33); `GIVE(x.m_exa_pld_valid, k + 44); `GIVE(x.m_exa_ftr_valid, k + 55); \
    `GIVE(x.m_exa_data, k + 66); `GIVE(x.s_axi_awready, k + 77); `GIVE(x.s_axi_wready, k + 88); \
    `GIVE(x.s_axi_bvalid, k + 99); `GIVE(x.s_axi_bid, k + 110); `GIVE(x.s_axi_bresp, k + 121); \
    `GIVE(x.s_axi_arready, k + 132); `GIVE(x.s_axi_rvalid, k + 143); `GIVE(x.s_axi_rid, k + 154); \
    `GIVE(x.s_axi_rdata, k + 165); `GIVE(x.s_axi_rresp, k + 176); `GIVE(x.s_axi_rlast, k + 187);
`define SAME_BLOCK(x, i, p) \
    `SAME({x.clk, x.rst, x.own}, {clk, rst, board[20*b+12+:8], FPGA, board[20*b+:12]}) \
    `SAME({x.s_exa_hdr_valid, x.m_exa_hdr_ready}, {`SW.m_exa_hdr_valid[p], `SW.s_exa_hdr_ready[p]}) \
    `SAME({x.s_exa_pld_valid, x.m_exa_pld_ready}, {`SW.m_exa_pld_valid[p], `SW.s_exa_pld_ready[p]}) \
    `SAME({x.s_exa_ftr_valid, x.m_exa_ftr_ready}, {`SW.m_exa_ftr_valid[p], `SW.s_exa_ftr_ready[p]}) \
    `SAME(x.s_exa_data, `SW.m_exa_data[128*p+:128]) \
    `SAME({x.s_axi_awvalid, x.s_axi_wvalid, x.s_axi_bready}, {`SPLIT.m_axi_awvalid[i], `SPLIT.m_axi_wvalid[i], `SPLIT.m_axi_bready[i]}) \
    `SAME({x.s_axi_arvalid, x.s_axi_rready}, {`SPLIT.m_axi_arvalid[i], `SPLIT.m_axi_rready[i]}) \
    `SAME({x.s_axi_awid, x.s_axi_awaddr, x.s_axi_awlen}, {s_axi_awid[5*N+:5], s_axi_awaddr[23*N+:20], s_axi_awlen[8*N+:8]}) \
    `SAME({x.s_axi_awsize, x.s_axi_awburst}, {s_axi_awsize[3*N+:3], s_axi_awburst[2*N+:2]}) \
    `SAME({x.s_axi_arid, x.s_axi_araddr, x.s_axi_arlen}, {s_axi_arid[5*N+:5], s_axi_araddr[23*N+:20], s_axi_arlen[8*N+:8]}) \
    `SAME({x.s_axi_arsize, x.s_axi_arburst}, {s_axi_arsize[3*N+:3], s_axi_arburst[2*N+:2]}) \
    `SAME({x.s_axi_wdata, x.s_axi_wstrb, x.s_axi_wlast}, {s_axi_wdata[128*N+:128], s_axi_wstrb[16*N+:16], s_axi_wlast[N]})

    genvar b, f, l;
    generate
        for (b = 0; b < 2; b = b + 1) begin : g_board
            for (f = 0; f < 4; f = f + 1) begin : g_fpga
                localparam integer N = 4 * b + f;
                localparam [1:0] FPGA = f;
                integer p;
                localparam [4095:0] BITS = noise(N);

`include "exa_top_wires.vh"
            end
        end
    endgenerate

    task inputs;
        begin
            draw; s_axi_awvalid = fresh;
            draw; s_axi_awid = fresh;
            draw; s_axi_awaddr = fresh;
            draw; s_axi_awlen = fresh;
            draw; s_axi_awsize = fresh;
            draw; s_axi_awburst = fresh;
            draw; s_axi_wvalid = fresh;
            draw; s_axi_wdata = fresh;
            draw; s_axi_wstrb = fresh;
            draw; s_axi_wlast = fresh;
            draw; s_axi_bready = fresh;
            draw; s_axi_arvalid = fresh;
            draw; s_axi_arid = fresh;
            draw; s_axi_araddr = fresh;
            draw; s_axi_arlen = fresh;
            draw; s_axi_arsize = fresh;
            draw; s_axi_arburst = fresh;
            draw; s_axi_rready = fresh;
            draw; s_exa_hdr_valid = fresh;
            draw; s_exa_pld_valid = fresh;
            draw; s_exa_ftr_valid = fresh;
            draw; s_exa_data = fresh;
            draw; m_exa_hdr_ready = fresh;
            draw; m_exa_pld_ready = fresh;
            draw; m_exa_ftr_ready = fresh;
            draw; reg_rd = fresh;
            draw; reg_addr = fresh;
            draw; {board, link_clk, link_rst, rst} = fresh;
        end
    endtask

    integer round, i;
    initial begin
        for (round = 0; round < 8; round = round + 1) begin
            phase = round / 2;
            inv = round % 2;
            inputs;
            #1 force_now = !force_now;
            #1 clk = inv;
            #1 look = !look;
            #1 clk = 0;
            // each line's registers, or the switch's
            if (phase == 1) for (i = 0; i < 16; i = i + 1) begin
                reg_addr = {F{i[3:0], 12'h400}};
                reg_rd = {F{1'b1}};
                #1 clk = 1;
                #1 look_reg = !look_reg;
                #1 clk = 0;
            end
        end
        verdict(bad[1], "lines, the dead port and lines that are not there");
        verdict(bad[2], "switch, blocks and AXI4 of every FPGA are wired as the page says");
        verdict(bad[3], "ports and lines of two boards are those of their FPGAs");
        $finish;
    end
endmodule

`default_nettype wire
