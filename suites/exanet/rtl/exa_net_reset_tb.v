// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reset of switch, link, mux and demux in the middle of traffic. Twins: one has had traffic of its
// own, then both are reset in the same cycle and given the same; from then on no output may
// differ, whatever registers and queues held before. What a valid goes with counts with it alone.

`timescale 1ns / 1ps
`default_nettype none

// one of the four by number, with eight inputs and outputs; a link's line leads back to it
module exa_net_any #(
    parameter integer WHAT = 0
) (
    input  wire          clk,
    input  wire          line_clk,
    input  wire          rst,
    input  wire          line_rst,
    input  wire [21:0]   own,
    input  wire [7:0]    hv,
    input  wire [7:0]    pv,
    input  wire [7:0]    fv,
    input  wire [1023:0] data,
    output wire [23:0]   taken,
    output wire [7:0]    o_hv,
    output wire [7:0]    o_pv,
    output wire [7:0]    o_fv,
    input  wire [7:0]    ready,
    output wire [1023:0] o_data,
    input  wire          reg_rd,
    input  wire [11:0]   reg_addr,
    output wire [31:0]   reg_rdata,
    output wire [47:0]   seen,  // what else it shows, in cycles of clk
    output wire [66:0]   line   // and in those of line_clk
);
    generate
        if (WHAT == 0) begin : g_switch
            assign line = 67'd0;
            exa_crossbar #(.PORT_N(8), .LINK_BASE(0), .GW_BASE(4), .DRAM_PORT(0), .RANGE_EN(16'h000e)) u_dut (
                .clk(clk), .rst(rst), .own(own), .s_exa_hdr_valid(hv), .s_exa_hdr_ready(taken[7:0]),
                .s_exa_pld_valid(pv), .s_exa_pld_ready(taken[15:8]), .s_exa_ftr_valid(fv),
                .s_exa_ftr_ready(taken[23:16]), .s_exa_data(data), .m_exa_hdr_valid(o_hv), .m_exa_hdr_ready(ready),
                .m_exa_pld_valid(o_pv), .m_exa_pld_ready(ready), .m_exa_ftr_valid(o_fv), .m_exa_ftr_ready(ready),
                .m_exa_data(o_data), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
                .obs_drop_valid(seen[7:0]), .obs_drop_cause(seen[39:8]));
            assign seen[47:40] = 8'd0;
        end else if (WHAT == 1) begin : g_link
            wire [1:0]  head;
            wire [63:0] block;
            wire        slip;
            exa_link u_dut (
                .clk(clk), .rst(rst), .tx_clk(line_clk), .tx_rst(line_rst), .rx_clk(line_clk), .rx_rst(line_rst),
                .s_exa_hdr_valid(hv[0]), .s_exa_hdr_ready(taken[0]), .s_exa_pld_valid(pv[0]),
                .s_exa_pld_ready(taken[8]), .s_exa_ftr_valid(fv[0]), .s_exa_ftr_ready(taken[16]),
                .s_exa_data(data[127:0]), .m_exa_hdr_valid(o_hv[0]), .m_exa_hdr_ready(ready[0]),
                .m_exa_pld_valid(o_pv[0]), .m_exa_pld_ready(ready[0]), .m_exa_ftr_valid(o_fv[0]),
                .m_exa_ftr_ready(ready[0]), .m_exa_data(o_data[127:0]), .tx_head(head), .tx_data(block),
                .rx_head(head), .rx_data(block), .rx_slip(slip), .reg_rd(reg_rd), .reg_addr(reg_addr),
                .reg_rdata(reg_rdata), .obs_rx_lock(seen[0]), .obs_rx_break(seen[1]));
            assign {taken[7:1], taken[15:9], taken[23:17], o_hv[7:1], o_pv[7:1], o_fv[7:1]} = 42'd0;
            assign o_data[1023:128] = 896'd0;
            assign seen[47:2] = 46'd0;
            assign line = {slip, head, block};
        end else if (WHAT == 2) begin : g_mux
            assign {taken[7:3], taken[15:11], taken[23:19], o_hv[7:1], o_pv[7:1], o_fv[7:1]} = 36'd0;
            assign o_data[1023:128] = 896'd0;
            assign seen[47:15] = 33'd0;
            assign line = 67'd0;
            exa_mux #(.IN_N(3)) u_dut (
                .clk(clk), .rst(rst), .s_exa_hdr_valid(hv[2:0]), .s_exa_hdr_ready(taken[2:0]),
                .s_exa_pld_valid(pv[2:0]), .s_exa_pld_ready(taken[10:8]), .s_exa_ftr_valid(fv[2:0]),
                .s_exa_ftr_ready(taken[18:16]), .s_exa_data(data[383:0]), .m_exa_hdr_valid(o_hv[0]),
                .m_exa_hdr_ready(ready[0]), .m_exa_pld_valid(o_pv[0]), .m_exa_pld_ready(ready[0]),
                .m_exa_ftr_valid(o_fv[0]), .m_exa_ftr_ready(ready[0]), .m_exa_data(o_data[127:0]), .reg_rd(reg_rd),
                .reg_addr(reg_addr), .reg_rdata(reg_rdata), .obs_drop_valid(seen[2:0]), .obs_drop_cause(seen[14:3]));
        end else begin : g_demux
            assign {taken[7:1], taken[15:9], taken[23:17], o_hv[7:4], o_pv[7:4], o_fv[7:4]} = 33'd0;
            assign o_data[1023:512] = 512'd0;
            assign seen[47:5] = 43'd0;
            assign line = 67'd0;
            exa_demux #(.OUT_N(4)) u_dut (
                .clk(clk), .rst(rst), .s_exa_hdr_valid(hv[0]), .s_exa_hdr_ready(taken[0]), .s_exa_pld_valid(pv[0]),
                .s_exa_pld_ready(taken[8]), .s_exa_ftr_valid(fv[0]), .s_exa_ftr_ready(taken[16]),
                .s_exa_data(data[127:0]), .m_exa_hdr_valid(o_hv[3:0]), .m_exa_hdr_ready(ready[3:0]),
                .m_exa_pld_valid(o_pv[3:0]), .m_exa_pld_ready(ready[3:0]), .m_exa_ftr_valid(o_fv[3:0]),
                .m_exa_ftr_ready(ready[3:0]), .m_exa_data(o_data[511:0]), .reg_rd(reg_rd), .reg_addr(reg_addr),
                .reg_rdata(reg_rdata), .obs_drop_valid(seen[0]), .obs_drop_cause(seen[4:1]));
        end
    endgenerate
endmodule

// the twins, their traffic, and what differed
module exa_net_twins #(
    parameter integer WHAT  = 0,
    parameter integer IN_N  = 8,
    parameter integer DIRTY = 120,
    parameter integer SAME  = 200
) (
    input  wire clk,
    input  wire line_clk,
    output reg  done
);
`include "tn_bench.vh"
    localparam integer ROUNDS = 2;
    localparam [21:0] OWN = {8'd83, 2'd2, 12'hd55};

    reg           rst = 1, line_rst = 1, both = 1, reg_rd = 0, was_rd = 0;
    reg  [7:0]    hv = 0, pv = 0, fv = 0, ready = 0;
    reg  [1023:0] data = 0;
    reg  [11:0]   reg_addr = 0;
    wire [23:0]   valid = {fv, pv, hv};
    wire [23:0]   taken;

    localparam integer OUT_W = 24 + 24 + 1024 + 32 + 48;
    wire [OUT_W-1:0] out [0:1];
    wire [66:0]      line [0:1];

    genvar t, p;
    generate
        for (t = 0; t < 2; t = t + 1) begin : g_twin
            wire          on = t == 0 || both;  // the second idles while the first gets dirty
            wire [23:0]   took;
            wire [7:0]    ohv, opv, ofv;
            wire [1023:0] odata, shown;
            wire [31:0]   rdata;
            wire [47:0]   seen;
            exa_net_any #(.WHAT(WHAT)) u_any (
                .clk(clk), .line_clk(line_clk), .rst(rst), .line_rst(line_rst), .own(OWN), .hv(hv & {8{on}}),
                .pv(pv & {8{on}}), .fv(fv & {8{on}}), .data(data), .taken(took), .o_hv(ohv), .o_pv(opv), .o_fv(ofv),
                .ready(ready), .o_data(odata), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(rdata), .seen(seen),
                .line(line[t]));
            for (p = 0; p < 8; p = p + 1) begin : g_port
                assign shown[128*p+:128] = ohv[p] || opv[p] || ofv[p] ? odata[128*p+:128] : 128'd0;
            end
            // causes go with drops
            assign out[t] = {took, ohv, opv, ofv, shown, was_rd ? rdata : 32'd0,
                             WHAT != 1 && seen[7:0] == 0 ? 48'd0 : seen};
            if (t == 0) assign taken = took;
        end
    endgenerate

    // ---- each input: what comes next, words left
    integer      left [0:7];
    integer      i, busy = 8;
    reg  [9:0]   index;
    task next_word;
        input integer q;
        reg [8:0] len;
        reg [4:0] kind;
        reg [5:0] low;
        begin
            if (left[q] < 0) begin
                if (rnd(3) == 0) begin
                    index = rnd(4) == 0 ? rnd(1024) : 896 + rnd(4);
                    kind = rnd(3) == 0 ? 3 : rnd(20) == 0 ? 18 : 0;
                    len = kind == 0 ? 1 + rnd(40) : 0;
                    low = rnd(16);
                    data[128*q+:128] = header(rnd(9), OWN ^ (rnd(3) == 0 ? rnd(16) << 11 : 0), {index, 26'd0, low}, rnd(30) == 0 ? 12 : kind, len) ^
                                       (rnd(20) == 0);
                    hv[q] = 1;
                    left[q] = kind == 0 ? (low[3:0] + len + 15) / 16 : kind == 3 ? 0 : -1;
                    if (rnd(24) == 0) left[q] = -1;  // broken
                end else if (rnd(40) == 0) pv[q] = 1;  // stray
            end else begin
                data[128*q+:128] = {4{rnd(1000000)}};
                if (left[q] == 0) fv[q] = 1;
                else pv[q] = 1;
                left[q] = left[q] - 1;
            end
        end
    endtask

    always @(negedge clk) if (!rst) begin : drive
        for (i = 0; i < IN_N; i = i + 1) if (!hv[i] && !pv[i] && !fv[i] && rnd(busy) != 0) next_word(i);
        ready = rnd(256) | rnd(256);
        reg_rd = rnd(2);
        reg_addr = rnd(3) == 0 ? 4 * rnd(32) : 12'h400 + 4 * rnd(128);
    end

    // just before the edge: what the first takes, and what differs
    integer bad = 0, sent = 0;
    always @(posedge clk) begin
        was_rd <= reg_rd && !rst;
        if (!rst && both) begin
            if (out[0] !== out[1] || (^out[0]) === 1'bx) begin
                bad = bad + 1;
                if (bad == 1) $display("# %0d, time %0t: %h", WHAT, $time, out[0] ^ out[1]);
            end
            if ((g_twin[0].ofv & ready) != 0) sent = sent + 1;
        end
        for (i = 0; i < 8; i = i + 1)
            if ((valid[i] && taken[i]) || (valid[8+i] && taken[8+i]) || (valid[16+i] && taken[16+i])) begin
                hv[i] <= #0.1 0; pv[i] <= #0.1 0; fv[i] <= #0.1 0;
            end
    end
    always @(posedge line_clk) if (both && !line_rst && (line[0] !== line[1] || (^line[0]) === 1'bx)) bad = bad + 1;

    integer round;
    initial begin
        done = 0;
        rnd_q = 32'd815 + WHAT;
        for (round = 0; round < ROUNDS; round = round + 1) begin
            rst = 1;
            {hv, pv, fv} = 0;
            for (i = 0; i < 8; i = i + 1) left[i] = rnd(3) - 1;  // it may begin amid a packet
            if (WHAT == 1 || round == 0) begin  // of the others the second reset has one cycle
                @(negedge line_clk) line_rst = 1;
                repeat (12) @(negedge line_clk);
            end
            // the lines' reset ends first, or last
            if (round == 0) line_rst = 0;
            @(negedge clk) #0.2 rst = 0;
            both = 1;
            @(negedge line_clk) line_rst = 0;
            repeat (SAME) @(negedge clk);
            both = 0;
            busy = 2 + rnd(8);
            repeat (DIRTY + rnd(20)) @(negedge clk);
            #0.3;
        end
        if (sent < 20) bad = bad + 1;  // else it has tried nothing
        done = 1;
    end
endmodule

module exa_net_reset_tb;
`include "tn_bench.vh"
    reg clk = 0, line_clk = 0;
    always #1 clk = !clk;
    always #1.03 line_clk = !line_clk;

    wire [3:0] done;
    exa_net_twins #(.WHAT(0)) u_switch (.clk(clk), .line_clk(line_clk), .done(done[0]));
    exa_net_twins #(.WHAT(1), .IN_N(1), .DIRTY(350), .SAME(500)) u_link (.clk(clk), .line_clk(line_clk), .done(done[1]));
    exa_net_twins #(.WHAT(2), .IN_N(3)) u_mux (.clk(clk), .line_clk(line_clk), .done(done[2]));
    exa_net_twins #(.WHAT(3), .IN_N(1)) u_demux (.clk(clk), .line_clk(line_clk), .done(done[3]));

    // What nothing sets is unknown in both twins; in a switch that shows, in a link it need not. So its
    // registers begin as nothing but reset would leave them: all 0 in one twin, all 1 in the other.
`define BEGIN(r) u_link.g_twin[0].u_any.g_link.u_dut.r = 0; u_link.g_twin[1].u_any.g_link.u_dut.r = -1
    initial begin
        #0.01;
        `BEGIN(open_q);
        `BEGIN(u_tx.open_q); `BEGIN(u_tx.half_q); `BEGIN(u_tx.ended_q); `BEGIN(u_tx.told_q); `BEGIN(u_tx.nfc_q);
        `BEGIN(u_tx.mark_q); `BEGIN(u_tx.fresh_q); `BEGIN(u_tx.count_q); `BEGIN(u_tx.past_q);
        `BEGIN(u_rx.lock_q); `BEGIN(u_rx.skip_q); `BEGIN(u_rx.half_q); `BEGIN(u_rx.count_q); `BEGIN(u_rx.out_q);
        `BEGIN(u_rx.want_xoff); `BEGIN(u_rx.peer_xoff); `BEGIN(u_rx.peer_ready); `BEGIN(u_rx.u_lock.bad_q);
        `BEGIN(u_rx.u_lock.wait_q); `BEGIN(u_rx_evt.gray_q); `BEGIN(u_rx_evt.last_q); `BEGIN(u_tx_evt.gray_q);
        `BEGIN(u_tx_evt.last_q);
    end

    initial begin
        wait (done == 4'hf);
        verdict(u_switch.bad, "a switch knows nothing of what was before reset");
        verdict(u_link.bad, "a link knows nothing of what was before reset");
        verdict(u_mux.bad, "a mux knows nothing of what was before reset");
        verdict(u_demux.bad, "a demux knows nothing of what was before reset");
        $finish;
    end

    initial begin
        repeat (100000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
