// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reset of the network interface's blocks in the middle of traffic. Twins: one has had traffic of
// its own, then both are reset in the same cycle and given the same; from then on no output may
// differ, whatever registers and queues held before. What a valid goes with counts with it alone.

`timescale 1ns / 1ps
`default_nettype none

// one of the three blocks, by number
module exa_ni_any #(
    parameter integer BLOCK    = 0,
    parameter integer AXI_ID_W = 4
) (
`include "exa_ni_ports.vh"
    output wire [3:0]  waiting,
    output wire [15:0] obs_rx
);
    generate
        if (BLOCK == 0) begin : g_mailbox
            exa_mailbox #(.MBOX_N(4), .SLOT_LOG2(1), .DUP_N(4)) u_block (
`include "exa_ni_wires.vh"
                .waiting(waiting), .obs_rx(obs_rx));
        end else if (BLOCK == 1) begin : g_packetizer
            exa_packetizer #(.CHAN_N(4)) u_block (
`include "exa_ni_wires.vh"
                .obs_rx(obs_rx));
            assign waiting = 4'd0;
        end else begin : g_rt_mailbox
            exa_rt_mailbox #(.RSP_LOG2(2), .READ_LOG2(1), .DUP_N(4)) u_block (
`include "exa_ni_wires.vh"
                .obs_rx(obs_rx));
            assign waiting = 4'd0;
        end
    endgenerate
endmodule

// the twins, their traffic, and what differed
module exa_ni_twins #(
    parameter integer BLOCK = 0
) (
    input  wire clk,
    output reg  done
);
`include "exa_ni_words.vh"
    localparam integer ROUNDS = 4, DIRTY = 250, SAME = 450;
    localparam [21:0] OWN = 22'h155555, PEER = 22'h0aaaa3;
    localparam [41:0] PLACE = BLOCK == 2 ? {10'h381, 32'd0} : 42'd0;

    reg          rst = 1, both = 1;
    reg          hv = 0, pv = 0, fv = 0, hr = 0, pr = 0, fr = 0;
    reg  [127:0] data = 0;
    reg          awv = 0, wv = 0, br = 0, arv = 0, rr = 0;
    reg  [3:0]   awid = 0, arid = 0;
    reg  [19:0]  awaddr = 0, araddr = 0;
    reg  [7:0]   awlen = 0, arlen = 0;
    reg  [2:0]   awsize = 0, arsize = 0;
    reg  [127:0] wdata = 0;
    reg  [15:0]  wstrb = 0;

    localparam integer OUT_W = 39 + 2 * 4 + 4 + 1 + 256;
    wire [OUT_W-1:0] out [0:1];
    wire             took_h, took_aw, took_w, took_ar;

    genvar t;
    generate
        for (t = 0; t < 2; t = t + 1) begin : g_twin
            wire on = t == 0 || both;  // the second idles while the first gets dirty
            wire shr, spr, sfr, mhv, mpv, mfv, awr, wr, bv, arr, rv, rlast;
            wire [127:0] mdata, rdata;
            wire [3:0] bid, rid, waiting;
            wire [1:0] bresp, rresp;
            wire [15:0] obs;
            exa_ni_any #(.BLOCK(BLOCK)) u_any (
                .clk(clk), .rst(rst), .own(OWN), .s_exa_hdr_valid(hv && on), .s_exa_hdr_ready(shr),
                .s_exa_pld_valid(pv && on), .s_exa_pld_ready(spr), .s_exa_ftr_valid(fv && on),
                .s_exa_ftr_ready(sfr), .s_exa_data(data), .m_exa_hdr_valid(mhv), .m_exa_hdr_ready(hr),
                .m_exa_pld_valid(mpv), .m_exa_pld_ready(pr), .m_exa_ftr_valid(mfv), .m_exa_ftr_ready(fr),
                .m_exa_data(mdata), .s_axi_awvalid(awv && on), .s_axi_awready(awr), .s_axi_awid(awid),
                .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(2'd1),
                .s_axi_wvalid(wv && on), .s_axi_wready(wr), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
                .s_axi_wlast(1'b0), .s_axi_bvalid(bv), .s_axi_bready(br), .s_axi_bid(bid), .s_axi_bresp(bresp),
                .s_axi_arvalid(arv && on), .s_axi_arready(arr), .s_axi_arid(arid), .s_axi_araddr(araddr),
                .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(2'd1), .s_axi_rvalid(rv),
                .s_axi_rready(rr), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast),
                .waiting(waiting), .obs_rx(obs));
            wire any = mhv || mpv || mfv;
            assign out[t] = {shr, spr, sfr, mhv, mpv, mfv, awr, wr, bv, arr, rv, obs, waiting,
                             any ? mdata : 128'd0, bv ? {bid, bresp} : 6'd0, rv ? {rid, rresp, rlast, rdata} : 135'd0};
            if (t == 0) assign {took_h, took_aw, took_w, took_ar} = {shr, awv && awr, wv && wr, arv && arr};
        end
    endgenerate

    // ---- the channel: a packet's words, one by one
    reg [129:0] word [0:7];
    integer     words = 0, word_i = 0;
    reg [13:0]  tid, num;
    task packet;
        input [4:0] kind;
        input [13:0] len;
        input [41:0] to;
        integer i;
        begin
            words = 0;
            word_i = 0;
            word[words] = {2'd0, (kind == 10 ? ack_word(BLOCK == 1 ? rnd(3) + 1 : 1, OWN, 10'h382, tid, num, rnd(BLOCK == 1 ? 2 : 3) == 0 ? rnd(8) : 0) :
                                  header(1, OWN, to, kind, len)) ^ (rnd(16) == 0)};
            words = words + 1;
            if (form_of(kind, len) == 3) for (i = 0; i < (to[3:0] + len + 15) / 16; i = i + 1) begin
                pay[i] = rnd_word(0);
                word[words] = {2'd1, pay[i]};
                words = words + 1;
            end
            if (form_of(kind, len) != 0) begin
                word[words] = {2'd2, footer(pay_crc(words - 1) ^ (rnd(12) == 0), PEER, tid, num)};
                words = words + 1 - (rnd(24) == 0);
            end
        end
    endtask

    task any_packet;
        begin
            tid = 14'h2000 * (rnd(8) != 0) + rnd(4);
            num = rnd(BLOCK == 1 ? 6 : 4);
            case (BLOCK)
                0: if (rnd(4) == 0) begin
                    tid[13] = 0;
                    packet(6, 16, 4096 * rnd(4) + 16 * rnd(4));
                end else packet(rnd(16) == 0 ? 10 : 0, rnd(16) == 0 ? 0 : 1 + rnd(48), 4096 * rnd(4) + rnd(20));
                1: packet(rnd(16) == 0 ? 18 : 10, 0, 0);
                default: if (rnd(2) == 0) begin
                    tid[13] = rnd(8) == 0;
                    packet(10, 0, PLACE);
                end else packet(rnd(16) == 0 ? 0 : 1, 32, PLACE);
            endcase
        end
    endtask

    // ---- AXI: words that mean something where they are written
    reg binding = 1;  // who is bound anew reads nothing old: around reset nobody is, and states are read instead
    function [19:0] place;
        input unused;
        place = rnd(3) == 0 ? 20'h40000 + (rnd(2) == 0 && binding ? 0 : rnd(3) == 0 ? 20'h410 : 20'h400 + 16 * rnd(12)) :
                4096 * rnd(4) + (rnd(2) == 0 ? (binding ? 64 : 80) : 16 * rnd(6)) + (rnd(8) == 0 ? 4 * rnd(4) : 0);
    endfunction

    integer w_left = 0, n;
    task any_write;
        begin
            awv = 1; awid = rnd(16); awaddr = place(0); awlen = rnd(6) == 0 ? rnd(4) : 0; awsize = rnd(6) == 0 ? 2 : 4;
        end
    endtask
    task any_data;
        begin
            wv = 1;
            wstrb = rnd(10) == 0 ? rnd(65536) : 16'hffff;
            if (awaddr[19:8] == 12'h404) wdata = {32'd200, 32'd0, rnd(3), 32'd60 + rnd(60)};  // DUP_CYC, RETRY_MAX, TIMEOUT
            else if (awaddr[18]) wdata = {4{32'h80000001 + (BLOCK == 1 ? rnd(3) : rnd(8) == 0)}};  // BIND
            else if (awaddr[7:4] == 4) wdata = {32'd0, 32'h1 + rnd(64), PEER, 10'd0, rnd(32)};
            else wdata = rnd_word(0) | 1;
        end
    endtask

    integer busy = 8;
    reg     axi_open = 0;  // a write burst is under way
    always @(negedge clk) if (!rst) begin : drive
        hr = rnd(busy) != 0; pr = hr; fr = hr; br = rnd(3) != 0; rr = rnd(3) != 0;
        if (word_i == words && rnd(4) == 0) any_packet;
        {fv, pv, hv} = 0;
        if (word_i != words && rnd(busy) != 0) begin
            data = word[word_i][127:0];
            {fv, pv, hv} = 3'd1 << word[word_i][129:128];
        end
        if (!awv && w_left == 0 && rnd(3) == 0) any_write;
        if (w_left != 0 && !wv && rnd(3) != 0) any_data;
        if (!arv && rnd(3) == 0) begin
            arv = 1; arid = rnd(16); araddr = place(0); arlen = rnd(6) == 0 ? rnd(4) : 0; arsize = rnd(2) == 0 ? 2 : 4;
        end
    end

    // at every edge: low in rst, its first cycle too, and high out of it (exa_ni.md section 1)
    integer bad = 0, bad_ready = 0, seen_m = 0, seen_axi = 0;
    always @(posedge clk)
        if ({g_twin[0].shr, g_twin[0].spr, g_twin[0].sfr, g_twin[1].shr, g_twin[1].spr, g_twin[1].sfr} !== {6{!rst}})
            bad_ready = bad_ready + 1;

    // just before the edge: what the first twin takes, and what differs
    always @(posedge clk) if (!rst) begin
        if (both && (out[0] !== out[1] || (^out[0]) === 1'bx)) begin
            bad = bad + 1;
            if (bad == 1) $display("# block %0d, time %0t: %h, %h", BLOCK, $time, out[0], out[1]);
        end
        if (both && (BLOCK == 0 ? g_twin[0].mhv : g_twin[0].mfv) && fr) seen_m = seen_m + 1;
        if (both && g_twin[0].rv && rr && g_twin[0].rdata != 0) seen_axi = seen_axi + 1;
        if ((hv || pv || fv) && took_h) word_i <= word_i + 1;
        if (took_w) begin w_left <= w_left - 1; wv <= #0.1 0; end
        if (took_aw) begin w_left <= awlen + 1; awv <= #0.1 0; end
        if (took_ar) arv <= #0.1 0;
    end

    task reset;
        begin
            rst = 1;
            {fv, pv, hv, awv, wv, arv} = 0;
            n = rnd(3);
            @(posedge clk) words = 0;
            word_i = 0;
            w_left = 0;
            repeat (n) @(posedge clk);
            @(negedge clk) #0.2;
            if (g_twin[0].mhv || g_twin[0].mpv || g_twin[0].mfv || g_twin[0].bv || g_twin[0].rv) bad = bad + 1;
            both = 1;
            rst = 0;
        end
    endtask

    integer round;
    initial begin
        done = 0;
        rnd_q = 32'd4711 + BLOCK;
        repeat (3) @(negedge clk);
        for (round = 0; round < ROUNDS; round = round + 1) begin
            reset;
            repeat (100) @(negedge clk);
            binding = 1;
            repeat (SAME - 100) @(negedge clk);
            both = 0;
            busy = 2 + rnd(8);
            repeat (DIRTY - 60 + rnd(20)) @(negedge clk);
            binding = 0;
            repeat (60) @(negedge clk);
            #0.3;
        end
        if (seen_axi < 100 || (BLOCK != 2 && seen_m < 40)) bad = bad + 1;  // else it has tried nothing
        done = 1;
    end
endmodule

module exa_ni_reset_tb;
`include "tn_bench.vh"
    reg clk = 0;
    always #1 clk = !clk;

    wire [2:0] done;
    exa_ni_twins #(.BLOCK(0)) u_mailbox (.clk(clk), .done(done[0]));
    exa_ni_twins #(.BLOCK(1)) u_packetizer (.clk(clk), .done(done[1]));
    exa_ni_twins #(.BLOCK(2)) u_rt_mailbox (.clk(clk), .done(done[2]));

    initial begin
        wait (done == 3'd7);
        verdict(u_mailbox.bad, "a mailbox knows nothing of what was before reset");
        verdict(u_packetizer.bad, "a packetizer knows nothing of what was before reset");
        verdict(u_rt_mailbox.bad, "an RT mailbox knows nothing of what was before reset");
        verdict(u_mailbox.bad_ready + u_packetizer.bad_ready + u_rt_mailbox.bad_ready,
                "the channel in is ready in every cycle without rst, and in none with it");
        $finish;
    end

    initial begin
        repeat (100000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
