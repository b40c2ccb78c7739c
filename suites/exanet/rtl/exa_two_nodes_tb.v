// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_two_nodes (so exa_rdma_node, too) against exa_two_nodes.md, over AXI4 and the memory ports: transfers from one
// node's memory to the other's, both ways at once, with notifications and faults, loads and stores; every byte of both
// memories is looked at. The engines' own benches have the rest.

`timescale 1ns / 1ps
`default_nettype none

module exa_two_nodes_tb;
`include "tn_bench.vh"
    localparam [1:0]  OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3, INCR = 2'd1;
    localparam [19:0] BOARD = {7'd2, 7'd5, 6'd1};
    localparam [22:0] PKT = 23'h000000, MBOX = 23'h100000, RT = 23'h200000, DMA = 23'h300000, RX = 23'h400000;
    localparam integer MEM = 65536;            // bytes of a memory
    localparam [41:0] FAULTY = 42'h100000;     // addresses from here on are answered SLVERR

    reg              clk = 0, rst = 1;
    reg  [1:0]       link_clk = 0, link_rst = 3;
    reg  [1:0]       awv = 0, wv = 0, br = 0, arv = 0, rr = 0;
    wire [1:0]       awr, wrdy, bv, arr, rv, rlast;
    reg  [22:0]      addr = 0;
    reg  [2:0]       size = 0;
    reg  [127:0]     wdata = 0;
    reg  [15:0]      wstrb = 0;
    wire [7:0]       bid, rid;
    wire [3:0]       bresp, rresp;
    wire [255:0]     rdata;
    // memory ports
    wire [1:0]       maw_v, mw_v, mw_last, mb_r, mar_v, mr_r;
    reg  [1:0]       maw_r = 0, mw_r = 0, mb_v = 0, mar_r = 0, mr_v = 0, mr_last = 0;
    wire [5:0]       maw_id, mar_id, maw_size, mar_size;
    wire [83:0]      maw_addr, mar_addr;
    wire [15:0]      maw_len, mar_len;
    wire [3:0]       maw_burst, mar_burst;
    wire [255:0]     mw_data;
    wire [31:0]      mw_strb;
    reg  [5:0]       mb_id = 0, mr_id = 0;
    reg  [3:0]       mb_resp = 0, mr_resp = 0;
    reg  [255:0]     mr_data = 0;
    // zDMA: the windows of node 0, the memory port of node 1
    reg              zaw_v = 0, zw_v = 0, zar_v = 0;
    wire [1:0]       zaw_r, zw_r, zb_v, zar_r, zr_v, zr_last, xaw_v, xw_v, xw_last, xb_r, xar_v, xr_r;
    wire [7:0]       zb_id, zr_id;
    wire [3:0]       zb_resp, zr_resp, xaw_burst, xar_burst;
    wire [255:0]     zr_data, xw_data;
    reg              xb_v = 0, xr_v = 0;
    reg  [1:0]       xr_n = 0;
    wire [5:0]       xaw_id, xaw_size, xar_id, xar_size;
    wire [83:0]      xaw_addr, xar_addr;
    wire [15:0]      xaw_len, xar_len;
    wire [31:0]      xw_strb;
    reg  [127:0]     xr_data;
    reg  [41:0]      x_at;
    wire [7:0]       waiting;
    wire [1:0]       irq_fault, dma_drop;
    wire [63:0]      obs_rdma, reg_rdata;
    reg  [1:0]       reg_rd = 0;
    reg  [15:0]      reg_addr = 0;
    wire [95:0]      in_valid, in_ready, out_valid, out_ready;
    wire [4095:0]    in_data, out_data;

    exa_two_nodes #(.CHAN_N(4), .MBOX_N(4), .SLOT_LOG2(1), .RSP_LOG2(3), .READ_LOG2(2), .DUP_N(8), .TXN_LOG2(4), .WAY_LOG2(1)) dut (
        .clk(clk), .rst(rst), .board(BOARD), .link_clk(link_clk), .link_rst(link_rst),
        .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid({2{4'd9}}), .s_axi_awaddr({2{addr}}), .s_axi_awlen(16'd0),
        .s_axi_awsize({2{size}}), .s_axi_awburst({2{INCR}}), .s_axi_wvalid(wv), .s_axi_wready(wrdy),
        .s_axi_wdata({2{wdata}}), .s_axi_wstrb({2{wstrb}}), .s_axi_wlast(2'b11), .s_axi_bvalid(bv), .s_axi_bready(br),
        .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid({2{4'd6}}),
        .s_axi_araddr({2{addr}}), .s_axi_arlen(16'd0), .s_axi_arsize({2{size}}), .s_axi_arburst({2{INCR}}),
        .s_axi_rvalid(rv), .s_axi_rready(rr), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .s_axi_rlast(rlast), .m_axi_awvalid(maw_v), .m_axi_awready(maw_r), .m_axi_awid(maw_id), .m_axi_awaddr(maw_addr),
        .m_axi_awlen(maw_len), .m_axi_awsize(maw_size), .m_axi_awburst(maw_burst), .m_axi_wvalid(mw_v),
        .m_axi_wready(mw_r), .m_axi_wdata(mw_data), .m_axi_wstrb(mw_strb), .m_axi_wlast(mw_last), .m_axi_bvalid(mb_v),
        .m_axi_bready(mb_r), .m_axi_bid(mb_id), .m_axi_bresp(mb_resp), .m_axi_arvalid(mar_v), .m_axi_arready(mar_r),
        .m_axi_arid(mar_id), .m_axi_araddr(mar_addr), .m_axi_arlen(mar_len), .m_axi_arsize(mar_size),
        .m_axi_arburst(mar_burst), .m_axi_rvalid(mr_v), .m_axi_rready(mr_r), .m_axi_rid(mr_id), .m_axi_rdata(mr_data),
        .m_axi_rresp(mr_resp), .m_axi_rlast(mr_last),
        .s_win_awvalid({1'b0, zaw_v}), .s_win_awready(zaw_r), .s_win_awid(8'h55), .s_win_awaddr({35'd0, 3'd2, 32'h00005040}),
        .s_win_awlen(16'd3), .s_win_awsize({2{3'd4}}), .s_win_awburst({2{INCR}}), .s_win_wvalid({1'b0, zw_v}), .s_win_wready(zw_r),
        .s_win_wdata({2{wdata}}), .s_win_wstrb(32'hffffffff), .s_win_wlast(2'b00), .s_win_bvalid(zb_v), .s_win_bready(2'b11),
        .s_win_bid(zb_id), .s_win_bresp(zb_resp), .s_win_arvalid({1'b0, zar_v}), .s_win_arready(zar_r), .s_win_arid(8'h33),
        .s_win_araddr({35'd0, 3'd2, 32'h00005080}), .s_win_arlen(16'd3), .s_win_arsize({2{3'd4}}), .s_win_arburst({2{INCR}}),
        .s_win_rvalid(zr_v), .s_win_rready(2'b11), .s_win_rid(zr_id), .s_win_rdata(zr_data), .s_win_rresp(zr_resp),
        .s_win_rlast(zr_last), .m_zax_awvalid(xaw_v), .m_zax_awready(2'b10), .m_zax_awid(xaw_id), .m_zax_awaddr(xaw_addr),
        .m_zax_awlen(xaw_len), .m_zax_awsize(xaw_size), .m_zax_awburst(xaw_burst), .m_zax_wvalid(xw_v), .m_zax_wready(2'b10),
        .m_zax_wdata(xw_data), .m_zax_wstrb(xw_strb), .m_zax_wlast(xw_last), .m_zax_bvalid({xb_v, 1'b0}), .m_zax_bready(xb_r),
        .m_zax_bid(6'o40), .m_zax_bresp(4'd0), .m_zax_arvalid(xar_v), .m_zax_arready(2'b10), .m_zax_arid(xar_id),
        .m_zax_araddr(xar_addr), .m_zax_arlen(xar_len), .m_zax_arsize(xar_size), .m_zax_arburst(xar_burst),
        .m_zax_rvalid({xr_v, 1'b0}), .m_zax_rready(xr_r), .m_zax_rid(6'o40), .m_zax_rdata({2{xr_data}}), .m_zax_rresp(4'd0),
        .m_zax_rlast({xr_n == 3, 1'b0}), .waiting(waiting), .irq_fault(irq_fault), .obs_rdma(obs_rdma),
        .obs_dma_drop(dma_drop), .reg_rd(reg_rd), .reg_addr({2{reg_addr}}), .reg_rdata(reg_rdata),
        .obs_in_valid(in_valid), .obs_in_ready(in_ready), .obs_in_data(in_data), .obs_out_valid(out_valid),
        .obs_out_ready(out_ready), .obs_out_data(out_data));

    always #1 clk = !clk;
    // line clocks a few parts in a thousand apart
    always begin
        #0.990 link_clk[0] = 1'b1;
        #0.990 link_clk[0] = 1'b0;
    end
    always begin
        #0.993 link_clk[1] = 1'b1;
        #0.993 link_clk[1] = 1'b0;
    end

    integer now = 0;
    always @(posedge clk) now <= now + 1;

    // ---- memories: a byte each, node n's from MEM*n on; what they should hold; answers after a while, in order
    reg [7:0] mem [0:2*MEM-1], want [0:2*MEM-1];
    integer   wrong = 0;
    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_mem
            reg [41:0] r_at, w_at;
            reg [8:0]  r_left = 0;
            reg [2:0]  r_id, w_id;
            reg        w_open = 0;
            integer    i;
            always @(negedge clk) begin
                mar_r[g] = r_left == 0 && !mr_v[g];
                maw_r[g] = !w_open && !mb_v[g];
                mw_r[g]  = w_open && rnd(8) != 0;
            end
            always @(posedge clk) if (!rst) begin
                if (mr_v[g] && mr_r[g]) mr_v[g] <= 1'b0;
                if (mar_v[g] && mar_r[g]) begin
                    r_at = mar_addr[42*g+:42];
                    r_id = mar_id[3*g+:3];
                    r_left = mar_len[8*g+:8] + 1;
                    if (mar_size[3*g+:3] !== 4 || mar_burst[2*g+:2] !== INCR) wrong = wrong + 1;
                end else if (r_left != 0 && (!mr_v[g] || mr_r[g])) begin
                    mr_v[g] <= 1'b1;
                    mr_id[3*g+:3] <= r_id;
                    mr_resp[2*g+:2] <= r_at >= FAULTY ? SLVERR : OKAY;
                    mr_last[g] <= r_left == 1;
                    for (i = 0; i < 16; i = i + 1) mr_data[128*g+8*i+:8] <= mem[MEM*g+r_at[15:0]+i];
                    r_at = r_at + 16;
                    r_left = r_left - 1;
                end
                if (mb_v[g] && mb_r[g]) mb_v[g] <= 1'b0;
                if (maw_v[g] && maw_r[g]) begin
                    w_at = maw_addr[42*g+:42];
                    w_id = maw_id[3*g+:3];
                    w_open = 1;
                    mb_resp[2*g+:2] <= w_at >= FAULTY ? SLVERR : OKAY;
                    if (maw_size[3*g+:3] !== 4 || maw_burst[2*g+:2] !== INCR || w_id !== 2) wrong = wrong + 1;
                end
                if (mw_v[g] && mw_r[g]) begin
                    if (w_at < FAULTY)
                        for (i = 0; i < 16; i = i + 1)
                            if (mw_strb[16*g+i]) mem[MEM*g+w_at[15:0]+i] = mw_data[128*g+8*i+:8];
                    w_at = w_at + 16;
                    if (mw_last[g]) begin
                        w_open = 0;
                        mb_id[3*g+:3] <= w_id;
                        mb_v[g] <= 1'b1;
                    end
                end
            end
        end
    endgenerate

    // when node n's receiver and its RT mailbox were given their last header (outputs 0 and 1 of its switch)
    integer last_note [0:1], last_answer [0:1], q;
    always @(posedge clk)
        for (q = 0; q < 2; q = q + 1) begin
            if (out_valid[48*q] && out_ready[48*q]) last_note[q] = now;
            if (out_valid[48*q+3] && out_ready[48*q+3]) last_answer[q] = now;
        end

    // zDMA's accesses to node 1's memory, one at a time
    integer xi;
    always @(posedge clk) if (!rst) begin
        if (xaw_v[1]) x_at = xaw_addr[83:42];
        if (xw_v[1]) begin
            for (xi = 0; xi < 16; xi = xi + 1) if (xw_strb[16+xi]) mem[MEM+x_at[15:0]+xi] = xw_data[128+8*xi+:8];
            x_at = x_at + 16;
        end
        xb_v <= xw_v[1] && xw_last[1] || xb_v && !xb_r[1];
        if (xar_v[1]) begin
            x_at = xar_addr[83:42];
            xr_v <= 1;
            xr_n <= 0;
        end else if (xr_v && xr_r[1]) begin
            xr_n <= xr_n + 1;
            xr_v <= xr_n != 3;
            x_at = x_at + 16;
        end
        if (xaw_v[1] && xaw_addr[83:74] !== 10'h123 || xar_v[1] && xar_addr[83:74] !== 10'h123) wrong = wrong + 1;
        if (xaw_v[0] || xw_v[0] || xar_v[0]) wrong = wrong + 1;
        for (xi = 0; xi < 16; xi = xi + 1) xr_data[8*xi+:8] <= mem[MEM+x_at[15:0]+xi];
    end

    // ---- AXI4 master of node f: one beat
    reg [1:0]   resp;
    reg [127:0] got;
    task axi_write;
        input integer f;
        input [22:0]  a;
        input [2:0]   s;
        input [127:0] d;
        input [15:0]  strb;
        begin
            @(negedge clk);
            addr = a; size = s; wdata = d; wstrb = strb; awv[f] = 1;
            @(posedge clk) while (!awr[f]) @(posedge clk);
            @(negedge clk) awv[f] = 0;
            wv[f] = 1;
            @(posedge clk) while (!wrdy[f]) @(posedge clk);
            @(negedge clk) wv[f] = 0;
            br[f] = 1;
            @(posedge clk) while (!bv[f]) @(posedge clk);
            resp = bresp[2*f+:2];
            if (bid[4*f+:4] !== 4'd9) wrong = wrong + 1;
            @(negedge clk) br[f] = 0;
        end
    endtask

    task axi_read;
        input integer f;
        input [22:0]  a;
        input [2:0]   s;
        begin
            @(negedge clk);
            addr = a; size = s; arv[f] = 1;
            @(posedge clk) while (!arr[f]) @(posedge clk);
            @(negedge clk) arv[f] = 0;
            rr[f] = 1;
            @(posedge clk) while (!rv[f]) @(posedge clk);
            got = rdata[128*f+:128];
            resp = rresp[2*f+:2];
            if (rid[4*f+:4] !== 4'd6 || rlast[f] !== 1) wrong = wrong + 1;
            @(negedge clk) rr[f] = 0;
            if (s == 2) got = got >> {a[3:2], 5'd0} & 128'hffffffff;
        end
    endtask

    task put32;
        input integer f;
        input [22:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            axi_write(f, a, 2, {4{d}}, 16'h000f << {a[3:2], 2'd0});
            if (resp !== e) wrong = wrong + 1;
        end
    endtask

    task expect32;
        input integer f;
        input [22:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            axi_read(f, a, 2);
            if (got !== d || resp !== e) begin
                wrong = wrong + 1;
                $display("# %0d: node %0d: %06x reads %08x (%0d), not %08x (%0d)", now, f, a, got[31:0], resp, d, e);
            end
        end
    endtask

    function [21:0] node;
        input integer f;
        node = {BOARD[19:12], f[1:0], BOARD[11:0]};
    endfunction

    // ---- transfers: node f's transaction t, from its address `from` to the other's address `to`
    task start;
        input integer f, t;
        input [41:0]  from, to;
        input integer n;
        input         notify;
        input [12:0]  seq;
        integer i;
        begin
            axi_write(f, DMA | 32 * t, 4, {node(1-f), to, 22'd0, from}, 16'hffff);
            if (resp !== OKAY) wrong = wrong + 1;
            axi_write(f, DMA | 32 * t + 16, 4, {46'd0, seq, 5'd0, 4'd0, notify, 27'd0, 1'b0, n[14:0], 16'h1234}, 16'hffff);
            if (resp !== OKAY) wrong = wrong + 1;
            if (to < FAULTY && from < FAULTY) for (i = 0; i < n; i = i + 1) want[MEM*(1-f)+to[15:0]+i] = mem[MEM*f+from[15:0]+i];
        end
    endtask

    task control;  // the message of node f's transaction t: a notification for its own memory
        input integer f, t;
        input [41:0]  place;
        input [127:0] note;
        integer i;
        begin
            axi_write(f, DMA | 23'h8000 | 16 * t, 3, {2{node(f), place}}, 16'h00ff);
            axi_write(f, DMA | 23'h8000 | 16 * t, 3, {2{note[63:0]}}, 16'h00ff);
            axi_write(f, DMA | 23'h8000 | 16 * t + 8, 3, {2{note[127:64]}}, 16'hff00);
            if (resp !== OKAY) wrong = wrong + 1;
            for (i = 0; i < 16; i = i + 1) want[MEM*f+place[15:0]+i] = note[8*i+:8];
        end
    endtask

    task answered;  // until node f's RT mailbox has a response: it must be this one
        input integer f, t;
        input [12:0]  seq;
        input [3:0]   code;
        integer left;
        begin
            left = 400;
            axi_read(f, RT, 2);
            while (!got[30] && left != 0) begin
                left = left - 1;
                axi_read(f, RT, 2);
            end
            if (got[30:0] !== {1'b1, code, seq, t[9:0], 3'd0}) begin
                wrong = wrong + 1;
                $display("# %0d: node %0d, transaction %0d: response %08x", now, f, t, got[31:0]);
            end
        end
    endtask

    task same;  // both memories hold what they should, byte for byte
        integer i, bad;
        begin
            bad = 0;
            for (i = 0; i < 2 * MEM; i = i + 1) if (mem[i] !== want[i]) begin
                if (bad < 4) $display("# %0d: node %0d: byte %04x is %02x, not %02x", now, i / MEM, i % MEM, mem[i], want[i]);
                bad = bad + 1;
            end
            wrong = wrong + bad;
        end
    endtask

    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask

    integer f, t, n, i;
    reg [41:0] from, to;
    initial begin
        for (i = 0; i < 2 * MEM; i = i + 1) begin
            mem[i] = rnd(256);
            want[i] = mem[i];
        end
        repeat (8) @(negedge clk);
        rst = 0;
        link_rst = 0;
        repeat (300) @(negedge clk);
        for (f = 0; f < 2; f = f + 1) begin
            expect32(f, PKT | 23'h40400, 32'h45500001, OKAY);
            expect32(f, MBOX | 23'h40400, 32'h454d0001, OKAY);
            expect32(f, RT | 23'h40400, 32'h45520001, OKAY);
            expect32(f, DMA | 23'h40400, 32'h45440001, OKAY);
            expect32(f, DMA | 23'h40404, 32'h00000401, OKAY);
            expect32(f, DMA | 23'h40408, node(f), OKAY);
            expect32(f, RX | 23'h40400, 32'h45430001, OKAY);
            expect32(f, RX | 23'h40404, 32'h00080101, OKAY);
            expect32(f, RX | 23'h40408, node(f), OKAY);
            expect32(f, 23'h540400, 32'h455a0001, OKAY);
            expect32(f, 23'h540408, node(f), OKAY);
            for (i = 6; i < 8; i = i + 1) begin
                expect32(f, i << 20 | 32'h40400, 0, DECERR);
                put32(f, i << 20 | 32'h40400, 0, DECERR);
            end
            put32(f, DMA | 23'h4000c, 32'h80001234, OKAY);  // bank 3 of the reader, 2 of the writer
            put32(f, RX | 23'h40008, 32'h80001234, OKAY);
            put32(f, PKT | 23'h40004, 32'h80001234, OKAY);
        end
        judge("every block of both nodes is at its address, no other is");

        start(0, 3, 42'h1003, 42'h2045, 700, 0, 13'h10);
        answered(0, 3, 13'h10, 0);
        same;
        axi_read(0, DMA | 32'h70, 4);
        if (got[57] !== 1 || got[60] !== 0 || got[56:42] !== 700) wrong = wrong + 1;
        expect32(1, RX | 23'h404b8, 700, OKAY);
        judge("bytes written by one descriptor arrive in the other node's memory");

        for (t = 0; t < 6; t = t + 1) begin
            for (f = 0; f < 2; f = f + 1) begin
                from = 42'h4000 + rnd(4096);
                to = 42'h8000 + 4096 * t + rnd(2048);
                n = 1 + rnd(2048);
                start(f, t, from, to, n, 0, 13'h20);
            end
            for (f = 0; f < 2; f = f + 1) answered(f, t, 13'h20, 0);
        end
        same;
        judge("transfers both ways at once keep their bytes");

        for (f = 0; f < 2; f = f + 1) begin
            last_note[f] = 0;
            start(f, 7, 42'h5001, 42'h3010, 600, 1, 13'h30);
            control(f, 7, 42'h0f00, rnd_word(0));
            answered(f, 7, 13'h30, 0);
            if (last_note[f] == 0 || last_note[f] > last_answer[f]) wrong = wrong + 1;
            repeat (60) @(negedge clk);
            expect32(1 - f, RX | 23'h40494, 1, OKAY);
        end
        same;
        judge("the notification comes to the sender's memory, before the response");

        // the far memory refuses a page; the near one does; and a domain that the far node does not know
        start(0, 8, 42'h5000, FAULTY, 300, 0, 13'h40);
        answered(0, 8, 13'h40, 1);
        if (irq_fault !== 0) wrong = wrong + 1;
        start(1, 9, FAULTY | 42'h2000, 42'h7000, 300, 0, 13'h40);
        repeat (300) @(negedge clk);
        if (irq_fault !== 2'b10) wrong = wrong + 1;
        expect32(1, DMA | 23'h40410, {1'b1, 3'd0, 16'h1234, 2'd2, 10'd9}, OKAY);
        expect32(1, DMA | 23'h40414, 32'h102, OKAY);
        if (irq_fault !== 0) wrong = wrong + 1;
        put32(1, RX | 23'h40008, 0, OKAY);
        start(0, 8, 42'h5000, FAULTY, 300, 0, 13'h50);
        answered(0, 8, 13'h50, 7);
        put32(1, RX | 23'h40008, 32'h80001234, OKAY);
        same;
        judge("page faults at either end and a foreign domain write nothing");

        // a message of the packetizer to memory
        axi_write(1, PKT | 23'h1000, 4, rnd_word(0), 16'hffff);
        for (i = 0; i < 16; i = i + 1) want[16'h7100+i] = wdata[8*i+:8];
        axi_write(1, PKT | 23'h1040, 4, {32'd0, 19'd0, 5'd0, 1'b0, 7'd16, node(0), 42'h7100}, 16'h0fff);
        repeat (400) @(negedge clk);
        expect32(1, PKT | 23'h1050, 2, OKAY);
        same;
        judge("a message to memory is written there and acknowledged");

        // a line stored through window 2 of node 0, another loaded
        put32(0, 23'h540010, 32'h80000000 | node(1), OKAY);
        put32(0, 23'h540014, 32'h1234, OKAY);
        put32(1, 23'h540050, 32'h80001234, OKAY);
        put32(1, 23'h540070, 32'h00000123, OKAY);
        zaw_v = 1;
        @(posedge clk) while (!zaw_r[0]) @(posedge clk);
        @(negedge clk) zaw_v = 0;
        for (n = 0; n < 4; n = n + 1) begin
            wdata = rnd_word(0);
            for (i = 0; i < 16; i = i + 1) want[MEM+16'h5040+16*n+i] = wdata[8*i+:8];
            zw_v = 1;
            @(posedge clk) while (!zw_r[0]) @(posedge clk);
            @(negedge clk) zw_v = 0;
        end
        n = 0;
        while (!zb_v[0] && n < 400) begin
            n = n + 1;
            @(negedge clk);
        end
        if (!zb_v[0] || zb_id[3:0] !== 5 || zb_resp[1:0] !== OKAY) wrong = wrong + 1;
        same;
        @(negedge clk) zar_v = 1;
        @(posedge clk) while (!zar_r[0]) @(posedge clk);
        @(negedge clk) zar_v = 0;
        for (n = 0; n < 4; n = n + 1) begin
            @(posedge clk);
            for (i = 0; i < 400 && !zr_v[0]; i = i + 1) @(posedge clk);
            for (i = 0; i < 16; i = i + 1) if (zr_data[8*i+:8] !== mem[MEM+16'h5080+16*n+i]) wrong = wrong + 1;
            if (!zr_v[0] || zr_id[3:0] !== 3 || zr_resp[1:0] !== OKAY || zr_last[0] !== (n == 3)) wrong = wrong + 1;
        end
        judge("a store and a load through a window reach the other node's memory");
        $display("# %0d cycles", now);
        $finish;
    end

    initial begin
        repeat (60000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
