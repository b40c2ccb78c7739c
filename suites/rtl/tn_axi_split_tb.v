// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_axi_split against the page of the board (section 2): bursts to three slaves and to the numbers without one,
// writes and reads at once, stalls everywhere, resets in between; each slave gets what is for it.

`timescale 1ns / 1ps
`default_nettype none

module tn_axi_split_tb;
`include "tn_bench.vh"
    localparam integer N = 3;

    reg          clk = 0, rst = 1;
    reg          awv = 0, wv = 0, br = 0, arv = 0, rr = 0;
    wire         awr, wrdy, bv, arr, rv, rlast;
    reg  [3:0]   awid = 0, arid = 0;
    reg  [2:0]   aw_sel = 0, ar_sel = 0;
    reg  [19:0]  awaddr = 0, araddr = 0;
    reg  [7:0]   awlen = 0, arlen = 0;
    reg  [127:0] wdata = 0;
    wire [3:0]   bid, rid;
    wire [1:0]   bresp, rresp;
    wire [127:0] rdata;

    wire [N-1:0]     x_awv, x_awr, x_wv, x_wr, x_bv, x_br, x_arv, x_arr, x_rv, x_rr, x_rlast;
    wire [4*N-1:0]   x_bid, x_rid;
    wire [2*N-1:0]   x_bresp, x_rresp;
    wire [128*N-1:0] x_rdata;

    tn_axi_split #(.AXI_ID_W(4), .SLAVE_N(N)) dut (
        .clk(clk), .rst(rst), .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(awid), .aw_sel(aw_sel),
        .s_axi_awlen(awlen), .s_axi_wvalid(wv), .s_axi_wready(wrdy), .s_axi_bvalid(bv), .s_axi_bready(br),
        .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(arid),
        .ar_sel(ar_sel), .s_axi_arlen(arlen), .s_axi_rvalid(rv), .s_axi_rready(rr), .s_axi_rid(rid),
        .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast), .m_axi_awvalid(x_awv),
        .m_axi_awready(x_awr), .m_axi_wvalid(x_wv), .m_axi_wready(x_wr), .m_axi_bvalid(x_bv),
        .m_axi_bready(x_br), .m_axi_bid(x_bid), .m_axi_bresp(x_bresp), .m_axi_arvalid(x_arv),
        .m_axi_arready(x_arr), .m_axi_rvalid(x_rv), .m_axi_rready(x_rr), .m_axi_rid(x_rid),
        .m_axi_rdata(x_rdata), .m_axi_rresp(x_rresp), .m_axi_rlast(x_rlast));

    // slaves: each reads as its number and the word's address, answers by its number, and counts writes
    integer writes [0:N-1], sums [0:N-1], reads [0:N-1];
    reg     ready = 1;
    genvar g;
    generate
        for (g = 0; g < N; g = g + 1) begin : g_slave
            wire         wr_valid, rd_valid;
            wire [15:0]  wr_addr, rd_addr;
            wire [127:0] wr_data;
            wire         awr_s, arr_s;  // a slave that stalls addresses, too
            assign x_awr[g] = awr_s && ready;
            assign x_arr[g] = arr_s && ready;
            wire [1:0]   resp = g == 1 ? 2'd2 : 2'd0;
            tn_axi_slave #(.AXI_ID_W(4), .ADDR_W(20)) u_slave (
                .clk(clk), .rst(rst), .s_axi_awvalid(x_awv[g] && ready), .s_axi_awready(awr_s), .s_axi_awid(awid),
                .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(3'd4), .s_axi_awburst(2'd1),
                .s_axi_wvalid(x_wv[g]), .s_axi_wready(x_wr[g]), .s_axi_wdata(wdata), .s_axi_wstrb(16'hffff),
                .s_axi_wlast(1'b0), .s_axi_bvalid(x_bv[g]), .s_axi_bready(x_br[g]), .s_axi_bid(x_bid[4*g+:4]),
                .s_axi_bresp(x_bresp[2*g+:2]), .s_axi_arvalid(x_arv[g] && ready), .s_axi_arready(arr_s),
                .s_axi_arid(arid), .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arsize(3'd4),
                .s_axi_arburst(2'd1), .s_axi_rvalid(x_rv[g]), .s_axi_rready(x_rr[g]), .s_axi_rid(x_rid[4*g+:4]),
                .s_axi_rdata(x_rdata[128*g+:128]), .s_axi_rresp(x_rresp[2*g+:2]), .s_axi_rlast(x_rlast[g]),
                .wr_valid(wr_valid), .wr_ready(ready), .wr_addr(wr_addr), .wr_strb(), .wr_data(wr_data),
                .wr_resp(resp), .rd_ready(1'b1), .rd_valid(rd_valid), .rd_addr(rd_addr), .rd_strb(),
                .rd_data({g[15:0], 96'd0, rd_addr}), .rd_resp(resp));
            always @(posedge clk) begin
                if (wr_valid && ready) begin
                    writes[g] = writes[g] + 1;
                    sums[g] = sums[g] + wr_data[15:0] * wr_addr;
                end
                if (rd_valid) reads[g] = reads[g] + 1;
            end
        end
    endgenerate

    always #1 clk = !clk;

    // one master each for writes and reads, at once
    integer bad_w = 0, bad_r = 0, bad_x = 0, bad_rst = 0, stall = 0;
    integer want_w [0:N-1], want_s [0:N-1], want_r [0:N-1];
    integer i, j, k, m, t;
    reg     open_w = 0, open_r = 0;  // a burst is under way
    always @(negedge clk) ready = rnd(stall + 1) == 0;

    // what is valid at one slave is at no other, and nothing is in reset
    always @(posedge clk) begin
        if (!rst && ((x_awv & x_awv - 3'd1) != 0 || (x_wv & x_wv - 3'd1) != 0 || (x_arv & x_arv - 3'd1) != 0))
            bad_x = bad_x + 1;
        if (!rst && (bv && !open_w || rv && !open_r || x_wv != 0 && !open_w)) bad_x = bad_x + 1;
        if (rst && (awr !== 0 || arr !== 0)) bad_rst = bad_rst + 1;
    end

    task write_burst;
        begin
            repeat (rnd(stall + 1)) @(negedge clk);
            awv = 1; awid = rnd(16); aw_sel = rnd(8); awaddr = rnd(256) << 4; awlen = rnd(8) == 0 ? 255 : rnd(4);
            @(posedge clk) while (!awr) @(posedge clk);
            open_w = 1;
            @(negedge clk) awv = rnd(2);  // the next one's, too early
            for (j = 0; j <= awlen; j = j + 1) begin
                repeat (rnd(stall + 1)) @(negedge clk);
                wv = 1; wdata = rnd(65536);
                if (aw_sel < N) begin
                    want_w[aw_sel] = want_w[aw_sel] + 1;
                    want_s[aw_sel] = want_s[aw_sel] + wdata[15:0] * ((awaddr >> 4) + j);
                end
                @(posedge clk) while (!wrdy) begin
                    if (awr) bad_w = bad_w + 1;
                    @(posedge clk);
                end
                @(negedge clk) wv = rnd(2) == 0 && j == awlen;  // a beat too many
            end
            repeat (rnd(stall + 1)) @(negedge clk) if (wrdy) bad_w = bad_w + 1;
            br = 1;
            @(posedge clk) while (!bv) @(posedge clk);
            if (bid !== awid || bresp !== (aw_sel >= N ? 3 : aw_sel == 1 ? 2 : 0) || awr || wrdy && wv) bad_w = bad_w + 1;
            awv = 0; wv = 0;
            open_w <= #0.1 0;
            @(negedge clk) br = 0;
        end
    endtask

    task read_burst;
        begin
            repeat (rnd(stall + 1)) @(negedge clk);
            arv = 1; arid = rnd(16); ar_sel = rnd(8); araddr = rnd(256) << 4; arlen = rnd(8) == 0 ? 255 : rnd(4);
            @(posedge clk) while (!arr) @(posedge clk);
            open_r = 1;
            @(negedge clk) arv = rnd(2);
            if (ar_sel < N) want_r[ar_sel] = want_r[ar_sel] + arlen + 1;
            for (m = 0; m <= arlen; m = m + 1) begin
                repeat (rnd(stall + 1)) @(negedge clk);
                rr = 1;
                @(posedge clk) while (!rv) @(posedge clk);
                if (rid !== arid || rlast !== (m == arlen) || rresp !== (ar_sel >= N ? 3 : ar_sel == 1 ? 2 : 0) || arr ||
                    rdata !== (ar_sel >= N ? 128'd0 : {13'd0, ar_sel, 96'd0, 4'd0, araddr[15:4] + m[11:0]})) bad_r = bad_r + 1;
                if (m == arlen) begin
                    arv = 0;
                    open_r <= #0.1 0;
                end
                @(negedge clk) rr = 0;
            end
        end
    endtask

    task verdicts;
        begin
            verdict(bad_w, "writes are answered by their slave, DECERR where there is none");
            verdict(bad_r, "reads, too, every beat, the last one marked");
            verdict(bad_x, "each slave gets its own bursts, whole, and no others");
            verdict(bad_rst, "reset ends what is under way");
        end
    endtask
    always @(bad_w or bad_r or bad_x or bad_rst) if (only != 0) begin
        early = 1'b1;
        verdicts;
        early = 1'b0;
    end

    initial begin
        for (k = 0; k < N; k = k + 1) begin
            {writes[k], sums[k], reads[k], want_w[k], want_s[k], want_r[k]} = 0;
        end
        for (t = 0; t < 8; t = t + 1) begin
            awv = 1; arv = 1;  // not taken in reset
            repeat (3) @(negedge clk);
            awv = 0; arv = 0; rst = 0;
            @(negedge clk);
            if (bv || rv || wrdy) bad_rst = bad_rst + 1;
            stall = t % 3;
            fork
                for (i = 0; i < 25; i = i + 1) write_burst;
                for (k = 0; k < 25; k = k + 1) read_burst;
            join
            for (k = 0; k < N; k = k + 1)
                if (writes[k] !== want_w[k] || sums[k] !== want_s[k] || reads[k] !== want_r[k]) bad_x = bad_x + 1;
            // a reset in the middle of a burst of each kind, with a slave and without
            @(negedge clk) awv = 1; arv = 1; open_w = 1; open_r = 1; aw_sel = {3{t[0]}}; ar_sel = {3{!t[0]}}; awlen = 3; arlen = 3;
            repeat (2) @(negedge clk);
            awv = 0; arv = 0; rst = 1;
            open_w = 0; open_r = 0;
            @(negedge clk) for (k = 0; k < N; k = k + 1) want_r[k] = reads[k];
        end
        verdicts;
        $finish;
    end

    initial begin
        repeat (100000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
