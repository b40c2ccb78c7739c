// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reset of ape_link: two of them, one with a past, one that stood in reset meanwhile. From a reset of one cycle on both have
// the same inputs, and every output is compared in every cycle (ape_link.md sections 1 and 4: rst is synchronous, registers are
// cleared, and a packet begins with its header). Their far end is a third ape_link, which knows of no reset.

`timescale 1ns / 1ps
`default_nettype none

// Packets for s_tx: whole ones, when there is room for them, with pauses between words.
module ape_twin_source #(
    parameter [31:0] SEED = 32'd1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         on,
    input  wire [19:0]  room_data,
    input  wire [15:0]  room_hdr,
    output reg          valid,
    input  wire         ready,
    output reg  [127:0] data,
    output reg          head,
    output reg          last
);
`include "ape_bench.vh"

    integer     left = 0, gap = 0, len;
    reg         alone, vc;
    reg [127:0] next;
    initial rnd_q = SEED;

    // left: words of the packet behind the one that is offered
    always @(posedge clk) begin
        if (gap != 0) gap = gap - 1;
        if (rst) begin
            valid <= 1'b0;
            left = 0;
        end else if (!valid || ready) begin
            valid <= 1'b0;
            if (left != 0) begin
                if (rnd(4) != 0) begin
                    left = left - 1;
                    valid <= 1'b1;
                    head <= 1'b0;
                    last <= left == 0;
                    data <= left != 0 && rnd(6) == 0 ? MAGIC : {rnd(65536), rnd(65536), rnd(65536), rnd(65536)};
                end
            end else if (on && gap == 0) begin
                len = rnd(200);
                alone = rnd(6) == 0;
                vc = rnd(2);
                next = header(rnd(65536), 1, 2, 3, 0, alone, len, {rnd(65536), rnd(65536)});
                if ((vc ? room_data[19:10] : room_data[9:0]) >= 14 && (vc ? room_hdr[15:8] : room_hdr[7:0]) >= 2) begin
                    valid <= 1'b1;
                    head <= 1'b1;
                    last <= alone;
                    data <= sealed(next[119:0] | vc);
                    left = alone ? 0 : words_of(next) + 1;
                    gap = 5 + rnd(8);
                end
            end
        end
    end
endmodule

module ape_link_twin_tb;
`include "ape_bench.vh"

    localparam integer ROUNDS = 6, PAST = 500, AFTER = 400;

    reg          clk = 1'b0, peer_rst = 1'b1, stop = 1'b0, wr = 1'b0, rd = 1'b0, read = 1'b0, on = 1'b1, strike = 1'b0;
    reg  [1:0]   rst = 2'b11;  // 0: with a past
    reg  [1:0]   ready = 2'b00, peer_ready = 2'b00;
    reg  [7:0]   addr = 8'd0;
    reg  [31:0]  wdata = 32'd0;
    reg  [127:0] error = 128'd0;
    reg          error_k = 1'b0;
    wire         sv, sh, sl, pv, ph, pl, peer_sr, line_v, line_k;
    wire [127:0] sd, pd, line;
    wire [19:0]  peer_room_d;
    wire [15:0]  peer_room_h;
    always #1 clk = !clk;

    ape_twin_source #(.SEED(32'd77)) router (
        .clk(clk), .rst(rst[0]), .on(on), .room_data(twin[0].room_d), .room_hdr(twin[0].room_h), .valid(sv), .ready(twin[0].sr),
        .data(sd), .head(sh), .last(sl)
    );
    ape_twin_source #(.SEED(32'd78)) peer_router (
        .clk(clk), .rst(peer_rst), .on(on), .room_data(peer_room_d), .room_hdr(peer_room_h), .valid(pv), .ready(peer_sr),
        .data(pd), .head(ph), .last(pl)
    );

    ape_link peer (
        .clk(clk), .rst(peer_rst), .wire_tx_stop(1'b0), .wire_tx_valid(line_v), .wire_tx_k(line_k), .wire_tx_data(line),
        .wire_rx_valid(twin[0].tv && !rst[0]), .wire_rx_k(twin[0].tk), .wire_rx_data(twin[0].tw), .s_tx_valid(pv), .s_tx_ready(peer_sr), .s_tx_data(pd),
        .s_tx_head(ph), .s_tx_last(pl), .tx_room_data(peer_room_d), .tx_room_hdr(peer_room_h), .m_rx_valid(),
        .m_rx_ready(peer_ready), .m_rx_data(), .m_rx_head(), .m_rx_last(), .reg_wr(1'b0), .reg_rd(1'b0), .reg_addr(8'd0),
        .reg_wdata(32'd0), .reg_rdata()
    );

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : twin
            wire         tv, tk, sr;
            wire [127:0] tw;
            wire [19:0]  room_d;
            wire [15:0]  room_h;
            wire [1:0]   mv, mh, ml;
            wire [255:0] md;
            wire [31:0]  rdata;

            ape_link #(.CUT_CYC(40)) link (
                .clk(clk), .rst(rst[g]), .wire_tx_stop(stop), .wire_tx_valid(tv), .wire_tx_k(tk), .wire_tx_data(tw), .wire_rx_valid(line_v),
                .wire_rx_k(line_k ^ error_k), .wire_rx_data(line ^ error), .s_tx_valid(sv), .s_tx_ready(sr), .s_tx_data(sd), .s_tx_head(sh), .s_tx_last(sl),
                .tx_room_data(room_d), .tx_room_hdr(room_h), .m_rx_valid(mv), .m_rx_ready(ready), .m_rx_data(md), .m_rx_head(mh),
                .m_rx_last(ml), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata)
            );

            // what means something, and zeros for all else
            wire [701:0] seen = {
                tv, tv ? {tk, tw} : 129'd0, sr, room_d, room_h, mv, mv[1] ? {md[255:128], mh[1], ml[1]} : 130'd0,
                mv[0] ? {md[127:0], mh[0], ml[0]} : 130'd0, read ? rdata : 32'd0};
        end
    endgenerate

    integer cycle = 0, wrong = 0, words = 0, packets = 0, reads = 0, i, round;
    always @(posedge clk) read <= rd && rst == 2'b00;
    always @(negedge clk) begin
        cycle = cycle + 1;
        if (rst == 2'b00) begin
            if (twin[0].seen !== twin[1].seen || ^twin[0].seen === 1'bx) begin
                wrong = wrong + 1;
                if (wrong < 4) $display("# cycle %0d: %h\n# and %h", cycle, twin[0].seen, twin[1].seen);
            end
            words = words + twin[0].tv;
            packets = packets + (twin[0].mv[0] && ready[0] && twin[0].ml[0]) + (twin[0].mv[1] && ready[1] && twin[0].ml[1]);
            reads = reads + read;
        end
    end

    // ---- stalls, pauses, struck symbols, reads and writes of registers
    task some_register;
        begin
            wr = rnd(12) == 0;
            rd = !wr && rnd(2) == 0;
            addr = 4 * rnd(25);
            if (wr) begin
                case (rnd(7))
                    0: {addr, wdata} = {8'd40, 8'd0, 8'd40 + rnd(88), 6'd0, 10'd100 + rnd(400)};
                    1: {addr, wdata} = {8'd44, 24'd0, 8'd40 + rnd(60)};
                    2: {addr, wdata} = {8'd48, 9'd0, 7'd5 + rnd(50), 1'b0, 7'd60 + rnd(50), 6'd0, 2'd0 + rnd(4)};
                    3: {addr, wdata} = {8'd52, 22'd0, 10'd16 + rnd(60)};
                    4: {addr, wdata} = {8'd56, 8'd0, 8'd2 + rnd(9), 6'd0, 10'd8 + rnd(30)};
                    default: {addr, wdata} = {8'd60, 30'd0, rnd(3) == 0 ? 2'd0 + rnd(4) : 2'd3};
                endcase
            end
        end
    endtask
    task traffic;
        input integer cycles;
        input         past;
        for (i = 0; i < cycles; i = i + 1) begin
            ready = {rnd(4) == 0, rnd(3) == 0};
            peer_ready = {rnd(3) != 0, rnd(4) != 0};
            stop = rnd(5) == 0;
            error = strike && rnd(8) == 0 ? 128'd1 << rnd(128) | (rnd(2) == 0 ? 128'd1 << rnd(128) : 128'd0) : 128'd0;
            error_k = strike && rnd(40) == 0;
            if (past) some_register;
            else begin
                wr = 1'b0;
                rd = rnd(3) != 0;
                addr = i < 75 ? 4 * (i % 25) : 4 * rnd(25);
            end
            @(negedge clk);
        end
    endtask

    initial begin
        repeat (4) @(negedge clk);
        peer_rst = 1'b0;
        for (round = 0; round < ROUNDS; round = round + 1) begin
            strike = round % 3 == 1;
            rst = 2'b11;
            @(negedge clk) rst = 2'b10;
            traffic(PAST + 37 * round, 1'b1);
            // behind a write in the reset's cycle, and in a pause for a while in some of the rounds
            rst = 2'b11;
            @(negedge clk) rst = 2'b00;
            strike = round % 4 == 2;
            if (round % 2 == 1) begin
                stop = 1'b1;
                rd = 1'b1;
                wr = 1'b0;
                for (i = 0; i < 6; i = i + 1) begin
                    addr = 4 * (i % 2);
                    @(negedge clk);
                end
            end
            traffic(AFTER, 1'b0);
        end
        $display("# %0d cycles, %0d words, %0d packets, %0d reads compared", cycle, words, packets, reads);
        if (words < 1200 || packets < 50 || reads < 1000) wrong = wrong + 1;
        verdict(wrong, "after a reset of one cycle nothing tells of the time before it");
        // the words behind a packet are owed for a few cycles, and are seen with CTRL.tx off alone
        wrong = 0;
        for (round = 0; round < 40; round = round + 1) begin
            rst = 2'b11;
            @(negedge clk) rst = 2'b10;
            {stop, ready, wr} = {1'b0, 2'b11, 1'b0};
            repeat (100 + rnd(20)) @(negedge clk);
            rst = 2'b11;
            @(negedge clk) rst = 2'b00;
            {wr, rd, addr, wdata} = {2'b10, 8'd60, 32'd2};
            @(negedge clk) wr = 1'b0;
            repeat (8) @(negedge clk);
        end
        verdict(wrong, "after a reset no word behind a packet of before is owed");
        $finish;
    end
endmodule

`default_nettype wire
