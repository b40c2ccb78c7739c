// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_pi_frame between a list of TLPs, whose words come when they like, and a host that is ready when it likes: by itself,
// or not before there is a beat. Each TLP's DWs, keep and last, and what a beat a cycle means.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_frame_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    reg          clk = 1'b0, rst = 1'b1, start = 1'b0, hdr4 = 1'b0, wv = 1'b0, mr = 1'b0;
    reg  [1:0]   what = 2'd0;
    reg  [127:0] header = 128'd0, w = 128'd0;
    reg  [5:0]   dw = 6'd0;
    wire         idle, pop, done, mv, ml;
    wire [127:0] md;
    wire [3:0]   mk;
    wire [1:0]   mw;
    always #4 clk = !clk;

    tnw_pi_frame dut (
        .clk(clk), .rst(rst), .idle(idle), .start(start), .what(what), .header(header), .hdr4(hdr4), .dw(dw), .word_valid(wv),
        .word(w), .word_pop(pop), .done(done), .m_tlp_valid(mv), .m_tlp_ready(mr), .m_tlp_data(md), .m_tlp_keep(mk),
        .m_tlp_last(ml), .m_what(mw)
    );

    // the TLP under way, and DWs that are on their way to the host: {what, last of its TLP, DW}
    reg         busy = 1'b0, pops, ends, held = 1'b0;
    integer     word_n = 0, words = 0;
    reg [34:0]  due [0:255];
    integer     in = 0, out = 0, i, k, c, tlps = 0;
    reg [134:0] before = 135'd0;  // the beat that was not taken

    // ready: one cycle in ready, those without a beat too if eager
    task cycle;
        input integer starts, valids, ready;
        input         eager;
        begin
            @(negedge clk);
            wv = rnd(valids) == 0;
            w = {rnd(-1), rnd(-1), rnd(-1), rnd(-1)};
            mr = (eager || mv) && rnd(ready) == 0;
            start = 1'b0;
            #1;
            if (held && {mw, ml, mk, md} !== before) wrong = wrong + 1;
            if (idle !== (!busy && (!mv || mr))) wrong = wrong + 1;
            if (!busy && idle && rnd(starts) == 0) begin
                start = 1'b1;
                wv = 1'b1;  // what starts has its first word
                what = rnd(4);
                hdr4 = rnd(2);
                dw = rnd(3) == 0 ? 0 : rnd(33);
                header = {rnd(-1), rnd(-1), rnd(-1), rnd(-1)};
                word_n = 0;
                words = (dw + 3) / 4;
                busy = 1'b1;
                for (i = 0; i < (hdr4 ? 4 : 3); i = i + 1) begin
                    due[in % 256] = {what, dw == 6'd0 && i == (hdr4 ? 3 : 2), header[32*i+:32]};
                    in = in + 1;
                end
            end
            #1 pops = pop;
            ends = done;
            if (!busy && (pops || ends)) wrong = wrong + 1;
            if (pops) begin
                if (!wv || word_n == words) wrong = wrong + 1;
                for (i = 0; i < 4 && 4 * word_n + i < dw; i = i + 1) begin
                    due[in % 256] = {what, 4 * word_n + i == dw - 1, w[32*i+:32]};
                    in = in + 1;
                end
                word_n = word_n + 1;
            end
            if (ends) begin
                if (word_n != words) wrong = wrong + 1;
                tlps = tlps + 1;
            end
            held = mv && !mr;
            before = {mw, ml, mk, md};
            if (mv && mr) begin
                if (mk !== 4'hf && !(ml && (mk === 4'h1 || mk === 4'h3 || mk === 4'h7))) wrong = wrong + 1;
                for (k = 0; k < 4; k = k + 1) if (mk[k]) begin
                    if (out == in || {mw, ml && (k == 3 || !mk[k+1]), md[32*k+:32]} !== due[out % 256]) wrong = wrong + 1;
                    out = out + 1;
                end
            end
            @(posedge clk) #1;
            if (ends) busy = 1'b0;
        end
    endtask
    task reset;
        begin
            @(negedge clk) rst = 1'b1;
            start = 1'b0;
            mr = 1'b0;
            @(posedge clk) #1 rst = 1'b0;
            busy = 1'b0;
            held = 1'b0;
            in = 0;
            out = 0;
            if (mv !== 1'b0) wrong = wrong + 1;
        end
    endtask
    task drain; repeat (200) cycle(1 << 30, 1, 1, 1'b1); endtask

    initial begin
        reset;
        if (test("header and words, DW by DW, whenever words and the host are ready")) begin
            repeat (3000) cycle(2, 2, 2, 1'b1);
            repeat (1000) cycle(1, 1, 3, 1'b0);
            repeat (1000) cycle(1, 3, 1, 1'b0);
            drain;
            if (in != out || busy || tlps < 300) wrong = wrong + 1;
            judge;
        end
        if (test("a beat a cycle, TLPs follow each other without a gap")) begin
            drain;
            c = 0;
            repeat (500) begin
                cycle(1, 1, 1, 1'b1);
                if (!mv) c = c + 1;
            end
            if (c != 0) wrong = wrong + 1;
            drain;
            judge;
        end
        if (test("a reset of one cycle ends what is under way")) begin
            for (c = 0; c < 60; c = c + 1) begin
                reset;
                repeat (3 + c) cycle(1, 2, 2, 1'b1);
            end
            drain;
            judge;
        end
        $finish;
    end
    initial begin
        #500000 $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
