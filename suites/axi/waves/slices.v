/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An AXI4 master, two register slices and a slave, for waveforms; the last port stands as the upper one of two in vectors,
 * whose clocks and resets stand in vectors, too. FAULT is the number of the one thing that is wrong; 0: nothing.
 */
`timescale 1ns / 1ps

`define PORT(o, i, w, p) o w [31:0] p``_awaddr, o w [7:0] p``_awlen, o w [2:0] p``_awsize, o w [1:0] p``_awburst, o w [3:0] p``_awid, \
    o w p``_awvalid, i wire p``_awready, o w [31:0] p``_wdata, o w [3:0] p``_wstrb, o w p``_wlast, o w p``_wvalid, i wire p``_wready, \
    i wire [3:0] p``_bid, i wire [1:0] p``_bresp, i wire p``_bvalid, o w p``_bready, o w [31:0] p``_araddr, o w [7:0] p``_arlen, \
    o w [2:0] p``_arsize, o w [1:0] p``_arburst, o w [3:0] p``_arid, o w p``_arvalid, i wire p``_arready, i wire [3:0] p``_rid, \
    i wire [31:0] p``_rdata, i wire [1:0] p``_rresp, i wire p``_rlast, i wire p``_rvalid, o w p``_rready
`define NETS(p, n) wire [(n)*32-1:0] p``_awaddr, p``_wdata, p``_araddr, p``_rdata; wire [(n)*8-1:0] p``_awlen, p``_arlen; \
    wire [(n)*4-1:0] p``_awid, p``_wstrb, p``_bid, p``_arid, p``_rid; wire [(n)*3-1:0] p``_awsize, p``_arsize; \
    wire [(n)*2-1:0] p``_awburst, p``_bresp, p``_arburst, p``_rresp; wire [(n)-1:0] p``_awvalid, p``_awready, p``_wlast, p``_wvalid, p``_wready, \
    p``_bvalid, p``_bready, p``_arvalid, p``_arready, p``_rlast, p``_rvalid, p``_rready
`define AW(p) p``_awaddr, p``_awlen, p``_awsize, p``_awburst, p``_awid
`define AR(p) p``_araddr, p``_arlen, p``_arsize, p``_arburst, p``_arid
`define JOIN(i, o) .i``_awaddr(o``_awaddr), .i``_awlen(o``_awlen), .i``_awsize(o``_awsize), .i``_awburst(o``_awburst), .i``_awid(o``_awid), \
    .i``_awvalid(o``_awvalid), .i``_awready(o``_awready), .i``_wdata(o``_wdata), .i``_wstrb(o``_wstrb), .i``_wlast(o``_wlast), \
    .i``_wvalid(o``_wvalid), .i``_wready(o``_wready), .i``_bid(o``_bid), .i``_bresp(o``_bresp), .i``_bvalid(o``_bvalid), .i``_bready(o``_bready), \
    .i``_araddr(o``_araddr), .i``_arlen(o``_arlen), .i``_arsize(o``_arsize), .i``_arburst(o``_arburst), .i``_arid(o``_arid), \
    .i``_arvalid(o``_arvalid), .i``_arready(o``_arready), .i``_rid(o``_rid), .i``_rdata(o``_rdata), .i``_rresp(o``_rresp), .i``_rlast(o``_rlast), \
    .i``_rvalid(o``_rvalid), .i``_rready(o``_rready)

module stage #(parameter W = 1, FAULT = 0) (input wire clk, rst, from, output wire take, input wire [W-1:0] in, output reg to, input wire taken, output reg [W-1:0] out);
    assign take = !to || taken;
    always @(posedge clk) begin
        if (take) {to, out} <= {from, in};
        else if (FAULT == 4 && out[0]) out[20] <= !out[20]; // an address that waits
        if (rst) to <= 0;
    end
endmodule

module axi_slice #(parameter FAULT = 0) (input wire clk, rst, `PORT(input, output, wire, s_axi), `PORT(output, input, wire, m_axi));
    stage #(49, FAULT) aw (clk, rst, s_axi_awvalid, s_axi_awready, {`AW(s_axi)}, m_axi_awvalid, m_axi_awready, {`AW(m_axi)});
    stage #(49) ar (clk, rst, s_axi_arvalid, s_axi_arready, {`AR(s_axi)}, m_axi_arvalid, m_axi_arready, {`AR(m_axi)});
    stage #(37) w (clk, rst, s_axi_wvalid, s_axi_wready, {s_axi_wdata, s_axi_wstrb, s_axi_wlast}, m_axi_wvalid, m_axi_wready,
                   {m_axi_wdata, m_axi_wstrb, m_axi_wlast});
    stage #(6) b (clk, rst, m_axi_bvalid, m_axi_bready, {m_axi_bid, m_axi_bresp}, s_axi_bvalid, s_axi_bready, {s_axi_bid, s_axi_bresp});
    stage #(39) r (clk, rst, m_axi_rvalid, m_axi_rready, {m_axi_rid, m_axi_rresp, m_axi_rlast, m_axi_rdata}, s_axi_rvalid, s_axi_rready,
                   {s_axi_rid, s_axi_rresp, s_axi_rlast, s_axi_rdata});
endmodule

// six bursts of four transfers, written and then read; a burst begins when the one before is over
module master #(parameter FAULT = 0) (input wire clk, rst, `PORT(output, input, reg, m_axi));
    reg [2:0] n;
    reg [1:0] beat;
    reg [2:0] state; // 0 AW, 1 W, 2 B, 3 AR, 4 R
    always @(posedge clk) begin
        {m_axi_awsize, m_axi_arsize, m_axi_awburst, m_axi_arburst, m_axi_wstrb} <= {3'd2, 3'd2, 2'd1, 2'd1, 4'hf};
        {m_axi_bready, m_axi_rready} <= 2'b11;
        {m_axi_awlen, m_axi_arlen, m_axi_awid, m_axi_arid} <= {8'd3, 8'd3, 1'b0, n, 1'b0, n};
        case (state)
        0: if (n < 6) begin
            m_axi_awvalid <= !(m_axi_awvalid && m_axi_awready);
            m_axi_awaddr <= FAULT == 1 && n == 2 ? 32'h2ff8 : 32'h2000 + 64 * n;
            if (m_axi_awvalid && m_axi_awready) state <= 1;
        end
        1: begin
            m_axi_wvalid <= !(m_axi_wvalid && m_axi_wready && beat == 3);
            if (!m_axi_wvalid || m_axi_wready) begin
                beat <= m_axi_wvalid ? beat + 1 : 0;
                m_axi_wdata <= FAULT == 5 && n == 2 && m_axi_wvalid && beat == 1 ? 32'hx : {26'd0, n, m_axi_wvalid ? beat + 2'd1 : 2'd0};
                m_axi_wlast <= m_axi_wvalid && beat == 2 && !(FAULT == 2 && n == 2);
            end
            if (m_axi_wvalid && m_axi_wready && beat == 3) state <= 2;
        end
        2: if (m_axi_bvalid) state <= 3;
        3: begin
            m_axi_arvalid <= !(m_axi_arvalid && m_axi_arready);
            m_axi_araddr <= 32'h2000 + 64 * n;
            if (m_axi_arvalid && m_axi_arready) state <= 4;
        end
        4: if (m_axi_rvalid && m_axi_rlast) begin
            state <= 0;
            n <= n + 1;
        end
        endcase
        if (rst) {m_axi_awvalid, m_axi_wvalid, m_axi_arvalid, m_axi_bready, m_axi_rready, n, beat, state} <= 0;
    end
endmodule

module slave #(parameter FAULT = 0) (input wire clk, rst, `PORT(input, output, wire, s_axi));
    reg [2:0] left, n, wrote;
    reg [3:0] wid, rid;
    reg slow;
    assign s_axi_awready = slow, s_axi_wready = 1, s_axi_arready = left == 0;
    assign s_axi_bid = wid, s_axi_bresp = 0, s_axi_bvalid = wrote == 4;
    assign s_axi_rid = rid, s_axi_rresp = 0, s_axi_rvalid = left != 0, s_axi_rdata = left, s_axi_rlast = left == (FAULT == 3 && n == 2 ? 2 : 1);
    always @(posedge clk) begin
        slow <= s_axi_awvalid && !slow;
        if (s_axi_awvalid && s_axi_awready) wid <= s_axi_awid;
        if (s_axi_wvalid) wrote <= wrote + 1;
        if (s_axi_bvalid && s_axi_bready) wrote <= 0;
        if (s_axi_arvalid && s_axi_arready) {rid, left} <= {s_axi_arid, 3'd4};
        if (s_axi_rvalid && s_axi_rready) left <= s_axi_rlast ? 0 : left - 1;
        if (s_axi_rvalid && s_axi_rready && s_axi_rlast) n <= n + 1;
        if (rst) {left, n, wrote, slow} <= 0;
    end
endmodule

module tb;
    parameter integer FAULT = 0;
    reg clk = 0, rst = 1;
    always #2 clk = !clk;
    `NETS(a_axi, 1); `NETS(b_axi, 1); `NETS(m_axi, 2);
    wire [1:0] m_axi_clk = {clk, 1'b0}, m_axi_rst = {rst, 1'b0};
    master #(.FAULT(FAULT)) u_master (.clk(clk), .rst(rst), `JOIN(m_axi, a_axi));
    axi_slice u_first (.clk(clk), .rst(rst), `JOIN(s_axi, a_axi), `JOIN(m_axi, b_axi));
    // the lower port of the vectors is idle
    axi_slice #(.FAULT(FAULT)) u_second (.clk(m_axi_clk[1]), .rst(m_axi_rst[1]), `JOIN(s_axi, b_axi), .m_axi_awaddr(m_axi_awaddr[63:32]), .m_axi_awlen(m_axi_awlen[15:8]),
        .m_axi_awsize(m_axi_awsize[5:3]), .m_axi_awburst(m_axi_awburst[3:2]), .m_axi_awid(m_axi_awid[7:4]), .m_axi_awvalid(m_axi_awvalid[1]),
        .m_axi_awready(m_axi_awready[1]), .m_axi_wdata(m_axi_wdata[63:32]), .m_axi_wstrb(m_axi_wstrb[7:4]), .m_axi_wlast(m_axi_wlast[1]),
        .m_axi_wvalid(m_axi_wvalid[1]), .m_axi_wready(m_axi_wready[1]), .m_axi_bid(m_axi_bid[7:4]), .m_axi_bresp(m_axi_bresp[3:2]),
        .m_axi_bvalid(m_axi_bvalid[1]), .m_axi_bready(m_axi_bready[1]), .m_axi_araddr(m_axi_araddr[63:32]), .m_axi_arlen(m_axi_arlen[15:8]),
        .m_axi_arsize(m_axi_arsize[5:3]), .m_axi_arburst(m_axi_arburst[3:2]), .m_axi_arid(m_axi_arid[7:4]), .m_axi_arvalid(m_axi_arvalid[1]),
        .m_axi_arready(m_axi_arready[1]), .m_axi_rid(m_axi_rid[7:4]), .m_axi_rdata(m_axi_rdata[63:32]), .m_axi_rresp(m_axi_rresp[3:2]),
        .m_axi_rlast(m_axi_rlast[1]), .m_axi_rvalid(m_axi_rvalid[1]), .m_axi_rready(m_axi_rready[1]));
    assign {m_axi_awvalid[0], m_axi_wvalid[0], m_axi_bready[0], m_axi_arvalid[0], m_axi_rready[0]} = 0;
    assign {m_axi_awready[0], m_axi_wready[0], m_axi_bvalid[0], m_axi_arready[0], m_axi_rvalid[0]} = 0;
    slave #(.FAULT(FAULT)) u_slave (.clk(clk), .rst(rst), .s_axi_awaddr(m_axi_awaddr[63:32]), .s_axi_awlen(m_axi_awlen[15:8]),
        .s_axi_awsize(m_axi_awsize[5:3]), .s_axi_awburst(m_axi_awburst[3:2]), .s_axi_awid(m_axi_awid[7:4]), .s_axi_awvalid(m_axi_awvalid[1]),
        .s_axi_awready(m_axi_awready[1]), .s_axi_wdata(m_axi_wdata[63:32]), .s_axi_wstrb(m_axi_wstrb[7:4]), .s_axi_wlast(m_axi_wlast[1]),
        .s_axi_wvalid(m_axi_wvalid[1]), .s_axi_wready(m_axi_wready[1]), .s_axi_bid(m_axi_bid[7:4]), .s_axi_bresp(m_axi_bresp[3:2]),
        .s_axi_bvalid(m_axi_bvalid[1]), .s_axi_bready(m_axi_bready[1]), .s_axi_araddr(m_axi_araddr[63:32]), .s_axi_arlen(m_axi_arlen[15:8]),
        .s_axi_arsize(m_axi_arsize[5:3]), .s_axi_arburst(m_axi_arburst[3:2]), .s_axi_arid(m_axi_arid[7:4]), .s_axi_arvalid(m_axi_arvalid[1]),
        .s_axi_arready(m_axi_arready[1]), .s_axi_rid(m_axi_rid[7:4]), .s_axi_rdata(m_axi_rdata[63:32]), .s_axi_rresp(m_axi_rresp[3:2]),
        .s_axi_rlast(m_axi_rlast[1]), .s_axi_rvalid(m_axi_rvalid[1]), .s_axi_rready(m_axi_rready[1]));
    initial begin
        $dumpfile("slices.fst");
        $dumpvars(0, tb);
        #22 rst = 0;
        #900 $finish;
    end
endmodule
