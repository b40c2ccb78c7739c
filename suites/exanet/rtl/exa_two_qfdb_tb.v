// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_two_qfdb (so exa_qfdb and exa_node, too) against its contract page, over AXI4 alone
// and the free ports: messages from every FPGA to every other, read requests, refusals, DRAM
// packets and the dead port, with line clocks that drift.

`timescale 1ns / 1ps
`default_nettype none

module exa_two_qfdb_tb;
`include "tn_bench.vh"
    localparam integer F = 8;
    localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3, INCR = 2'd1;
    localparam [39:0] BOARDS = {7'd2, 7'd5, 6'd1, 7'd1, 7'd5, 6'd1};
    localparam [22:0] PKT = 23'h000000, MBOX = 23'h100000, RT = 23'h200000, NONE = 23'h300000;

    reg             clk = 0, rst = 1;
    reg  [F-1:0]    link_clk = 0, link_rst = {F{1'b1}};
    reg  [F-1:0]    awv = 0, wv = 0, br = 0, arv = 0, rr = 0;
    wire [F-1:0]    awr, wrdy, bv, arr, rv, rlast;
    reg  [22:0]     addr = 0;
    reg  [7:0]      len = 0;
    reg  [2:0]      size = 0;
    reg  [127:0]    wdata = 0;
    reg  [15:0]     wstrb = 0;
    wire [4*F-1:0]  bid, rid;
    wire [2*F-1:0]  bresp, rresp;
    wire [128*F-1:0] rdata;
    reg  [3*F-1:0]  s_hv = 0, s_pv = 0, s_fv = 0;
    wire [3*F-1:0]  s_hr, s_pr, s_fr, m_hv, m_pv, m_fv;
    reg  [384*F-1:0] s_data = 0;
    wire [384*F-1:0] m_data;
    wire [4*F-1:0]  waiting;
    reg  [F-1:0]    reg_rd = 0;
    reg  [15:0]     reg_addr = 0;
    wire [32*F-1:0] reg_rdata;
    wire [48*F-1:0] in_valid, in_ready, out_valid, out_ready;
    wire [2048*F-1:0] in_data, out_data;

    exa_two_qfdb #(.CHAN_N(4), .MBOX_N(4), .SLOT_LOG2(1), .RSP_LOG2(3), .READ_LOG2(2), .DUP_N(32)) dut (
        .clk(clk), .rst(rst), .board(BOARDS), .link_clk(link_clk), .link_rst(link_rst),
        .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid({F{4'd9}}), .s_axi_awaddr({F{addr}}), .s_axi_awlen({F{len}}),
        .s_axi_awsize({F{size}}), .s_axi_awburst({F{INCR}}), .s_axi_wvalid(wv), .s_axi_wready(wrdy),
        .s_axi_wdata({F{wdata}}), .s_axi_wstrb({F{wstrb}}), .s_axi_wlast({F{1'b0}}), .s_axi_bvalid(bv), .s_axi_bready(br),
        .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid({F{4'd6}}),
        .s_axi_araddr({F{addr}}), .s_axi_arlen({F{len}}), .s_axi_arsize({F{size}}), .s_axi_arburst({F{INCR}}),
        .s_axi_rvalid(rv), .s_axi_rready(rr), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .s_axi_rlast(rlast), .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv),
        .s_exa_pld_ready(s_pr), .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr), .s_exa_data(s_data),
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready({3*F{1'b1}}), .m_exa_pld_valid(m_pv), .m_exa_pld_ready({3*F{1'b1}}),
        .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready({3*F{1'b1}}), .m_exa_data(m_data), .waiting(waiting),
        .reg_rd(reg_rd), .reg_addr({F{reg_addr}}), .reg_rdata(reg_rdata), .obs_in_valid(in_valid),
        .obs_in_ready(in_ready), .obs_in_data(in_data), .obs_out_valid(out_valid), .obs_out_ready(out_ready),
        .obs_out_data(out_data));

    always #1 clk = !clk;
    // line clocks a few parts in a thousand apart
    genvar g;
    generate
        for (g = 0; g < F; g = g + 1) begin : g_clock
            always begin
                #(0.990 + 0.003 * g) link_clk[g] = 1'b1;
                #(0.990 + 0.003 * g) link_clk[g] = 1'b0;
            end
        end
    endgenerate

    integer now = 0;
    always @(posedge clk) now <= now + 1;

    // ---- AXI4 master of FPGA f
    reg [127:0] buf_d [0:15], buf_r [0:15];
    reg [15:0]  buf_s [0:15];
    reg [1:0]   resp;
    integer     wrong = 0, k;

    task axi_write;
        input integer f;
        input [22:0] a;
        input [7:0]  n;
        input [2:0]  s;
        begin
            @(negedge clk);
            addr = a; len = n; size = s; awv[f] = 1;
            @(posedge clk) while (!awr[f]) @(posedge clk);
            @(negedge clk) awv[f] = 0;
            for (k = 0; k <= n; k = k + 1) begin
                wv[f] = 1; wdata = buf_d[k]; wstrb = buf_s[k];
                @(posedge clk) while (!wrdy[f]) @(posedge clk);
                @(negedge clk) wv[f] = 0;
            end
            br[f] = 1;
            @(posedge clk) while (!bv[f]) @(posedge clk);
            resp = bresp[2*f+:2];
            if (bid[4*f+:4] !== 4'd9) wrong = wrong + 1;
            @(negedge clk) br[f] = 0;
        end
    endtask

    task axi_read;
        input integer f;
        input [22:0] a;
        input [7:0]  n;
        input [2:0]  s;
        begin
            @(negedge clk);
            addr = a; len = n; size = s; arv[f] = 1;
            @(posedge clk) while (!arr[f]) @(posedge clk);
            @(negedge clk) arv[f] = 0;
            rr[f] = 1;
            for (k = 0; k <= n; k = k + 1) begin
                @(posedge clk) while (!rv[f]) @(posedge clk);
                buf_r[k] = rdata[128*f+:128];
                resp = rresp[2*f+:2];
                if (rid[4*f+:4] !== 4'd6 || rlast[f] !== (k == n)) wrong = wrong + 1;
            end
            @(negedge clk) rr[f] = 0;
        end
    endtask

    task put32;
        input integer f;
        input [22:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            buf_d[0] = {4{d}};
            buf_s[0] = 16'h000f << {a[3:2], 2'd0};
            axi_write(f, a, 0, 2);
            if (resp !== e) wrong = wrong + 1;
        end
    endtask

    task expect32;
        input integer f;
        input [22:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            axi_read(f, a, 0, 2);
            buf_r[0] = buf_r[0] >> {a[3:2], 5'd0};
            if (buf_r[0][31:0] !== d || resp !== e) begin
                wrong = wrong + 1;
                $display("# %0d: FPGA %0d: %06x reads %08x (%0d), not %08x", now, f, a, buf_r[0][31:0], resp, d);
            end
        end
    endtask

    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask

    function [21:0] node;
        input integer f;
        node = {BOARDS[20*(f/4)+12+:8], f[1:0], BOARDS[20*(f/4)+:12]};
    endfunction

    // FPGA f sends n bytes from channel c: buf_d has them
    integer b;
    task send;
        input integer f, c, to, kind, n;
        input [41:0] at;
        begin
            for (b = 0; b < 4; b = b + 1) begin
                buf_d[b] = rnd_word(0);
                buf_s[b] = 16'hffff;
            end
            buf_d[4] = {32'd0, 19'd0, kind[4:0], 1'b0, n[6:0], node(to), at};
            buf_s[4] = 16'h0fff;
            axi_write(f, PKT | c << 12, 4, 4);
            if (resp !== OKAY) wrong = wrong + 1;
        end
    endtask

    task ended;  // until the channel is not busy; then it must be in that state
        input integer f, c, state;
        integer left;
        begin
            left = 100;
            axi_read(f, PKT | c << 12 | 23'h50, 0, 2);
            while (buf_r[0][3:0] == 1 && left != 0) begin
                left = left - 1;
                axi_read(f, PKT | c << 12 | 23'h50, 0, 2);
            end
            if (buf_r[0][7:0] !== state) begin
                wrong = wrong + 1;
                $display("# %0d: FPGA %0d channel %0d: status %08x", now, f, c, buf_r[0][31:0]);
            end
        end
    endtask

    // ---- what comes out of the free ports
    integer free_words [0:3*F-1], q;
    reg [127:0] free_last [0:3*F-1], free_hdr [0:3*F-1];
    always @(posedge clk)
        for (q = 0; q < 3 * F; q = q + 1)
            if (m_hv[q] || m_pv[q] || m_fv[q]) begin
                free_words[q] = rst ? 0 : free_words[q] + 1;
                free_last[q] = m_data[128*q+:128];
                if (m_hv[q]) free_hdr[q] = m_data[128*q+:128];
            end

    task put;  // into free port q
        input integer port, kind;
        input [127:0] d;
        begin
            s_hv[port] = kind == HDR; s_pv[port] = kind == PLD; s_fv[port] = kind == FTR;
            s_data[128*port+:128] = d;
            @(posedge clk) while (!s_hr[port]) @(posedge clk);
            @(negedge clk);
            s_hv[port] = 0; s_pv[port] = 0; s_fv[port] = 0;
        end
    endtask

    integer f, t, c, n, o, i;
    reg [127:0] kept [0:4*F-1], h;
    integer chan [0:F-1], bytes [0:F-1];
    initial begin
        for (i = 0; i < 3 * F; i = i + 1) free_words[i] = 0;
        repeat (8) @(negedge clk);
        rst = 0;
        link_rst = 0;
        repeat (160) @(negedge clk);
        for (f = 0; f < F; f = f + 1) begin
            for (i = 0; i < 4; i = i + 1) begin
                put32(f, PKT | 23'h40000 | 4 * i, 32'h80000a00 | i, OKAY);
                put32(f, MBOX | 23'h40000 | 4 * i, 32'h80000a00 | i, OKAY);
            end
            expect32(f, PKT | 23'h40408, node(f), OKAY);
            expect32(f, MBOX | 23'h40400, 32'h454d0001, OKAY);
            expect32(f, RT | 23'h40400, 32'h45520001, OKAY);
            for (i = 3; i < 8; i = i + 1) expect32(f, i << 20, 0, DECERR);
            put32(f, NONE | 23'h40410, 0, DECERR);
            reg_addr = 16'h1004 + 16'h1000 * ((f + 1) % 4);
            @(negedge clk) reg_rd[f] = 1;
            @(negedge clk) reg_rd[f] = 0;
            if (reg_rdata[32*f+:32] !== 32'h9) wrong = wrong + 1;  // locked, peer ready
            reg_addr = 16'h0008;
            @(negedge clk) reg_rd[f] = 1;
            @(negedge clk) reg_rd[f] = 0;
            if (reg_rdata[32*f+:32] !== node(f)) wrong = wrong + 1;
        end
        buf_s[0] = 16'hffff;
        axi_write(1, NONE, 7, 4);
        if (resp !== DECERR) wrong = wrong + 1;
        axi_read(1, NONE, 7, 4);
        if (resp !== DECERR || buf_r[0] !== 0) wrong = wrong + 1;
        judge("every FPGA's blocks and registers are there, the lines are up");

        // in round o every FPGA sends to the one o further on
        for (o = 0; o < F; o = o + 1) begin
            for (f = 0; f < F; f = f + 1) begin
                chan[f] = rnd(4);
                bytes[f] = 1 + rnd(64);
                send(f, chan[f], (f + o) % F, 0, bytes[f], 42'h38300000000 | chan[f] << 12);
                for (i = 0; i < 4; i = i + 1) kept[4*f+i] = buf_d[i];
            end
            for (f = 0; f < F; f = f + 1) begin
                t = (f + o) % F;
                c = chan[f];
                ended(f, c, 2);
                if (waiting[4*t+:4] !== 1 << c) wrong = wrong + 1;
                axi_read(t, MBOX | c << 12, 4, 4);
                for (i = 0; i < 64; i = i + 1)
                    if (((buf_r[i/16] ^ (i < bytes[f] ? kept[4*f+i/16] : 0)) >> 8 * (i % 16) & 255) !== 0) wrong = wrong + 1;
                if (buf_r[4][63:32] !== node(f) || buf_r[4][31:0] !== (32'h80000000 | bytes[f])) wrong = wrong + 1;
                put32(t, MBOX | c << 12 | 23'h50, 1, OKAY);
                if (wrong != 0) $display("# FPGA %0d to %0d: %0d wrong", f, t, wrong);
            end
        end
        judge("messages go from every FPGA to every FPGA, and are acknowledged");

        for (f = 0; f < F; f = f + 1) begin
            t = (f + 5) % F;
            send(f, 1, t, 1, 32, {3'b111, 7'd1, 32'd0});
            kept[0] = buf_d[0];
            kept[1] = {32'h00000a01, 10'd0, node(f), buf_d[1][63:0]};
            ended(f, 1, 2);
            expect32(t, RT, 32'h80000000, OKAY);
            axi_read(t, RT | 23'h1000, 7, 2);
            for (i = 0; i < 8; i = i + 1)
                if (((buf_r[i] >> 32 * (i % 4)) ^ (kept[i/4] >> 32 * (i % 4))) << 96 !== 128'd0) wrong = wrong + 1;
            expect32(t, RT, 32'h00000000, OKAY);
        end
        judge("read requests reach the RT mailbox with who sent them");

        // refused: another owner's mailbox; nothing there; no such node
        send(3, 2, 6, 0, 8, {3'b111, 7'd3, 32'h00001000});
        ended(3, 2, 8'h73);
        send(6, 0, 3, 0, 8, {3'b111, 7'd3, 32'h00007000});
        ended(6, 0, 8'h43);
        put32(0, PKT | 23'h40410, 100, OKAY);
        put32(0, PKT | 23'h40414, 1, OKAY);
        send(0, 0, 1, 0, 8, {3'b111, 7'd77, 32'd0});
        ended(0, 0, 4);
        judge("refusals come back as the channel's error code, silence as its timeout");

        // free ports: DRAM from FPGA 1 to the other board's FPGA 2; the ExaDMA's port to the dead one
        h = header(16'h1234, node(6), 42'h123456780, 0, 32);
        put(3 * 1 + 1, HDR, h);
        put(3 * 1 + 1, PLD, 128'd1);
        put(3 * 1 + 1, PLD, 128'd2);
        put(3 * 1 + 1, FTR, 128'hf00d);
        repeat (120) @(negedge clk);
        if (free_words[18] != 4 || free_hdr[18] !== h || free_last[18] !== 128'hf00d) wrong = wrong + 1;
        put(3 * 2 + 2, HDR, header(16'h1234, node(7), {3'd7, 7'd5, 32'd0}, 3, 0));
        put(3 * 2 + 2, FTR, 128'hbeef);
        repeat (120) @(negedge clk);
        if (free_words[23] != 2 || free_last[23] !== 128'hbeef) wrong = wrong + 1;
        put(3 * 2 + 1, HDR, header(16'h1234, node(2), {3'd7, 7'd127, 32'd0}, 3, 0));
        put(3 * 2 + 1, FTR, 128'hdead);
        repeat (50) @(negedge clk);
        reg_addr = 16'h0528;  // LOOP of port 8 + 2
        reg_rd[2] = 1;
        @(negedge clk) reg_rd[2] = 0;
        if (reg_rdata[64+:32] !== 32'd1) wrong = wrong + 1;
        n = 0;
        for (i = 0; i < 3 * F; i = i + 1) n = n + free_words[i];
        if (n != 6) wrong = wrong + 1;
        judge("free ports send and receive; the dead port's packet comes back once");
        $display("# %0d cycles", now);
        $finish;
    end

    initial begin
        repeat (40000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
