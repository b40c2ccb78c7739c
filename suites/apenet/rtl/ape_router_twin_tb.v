// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reset of ape_router: two of them, one with a past, one that stood in reset meanwhile. From a reset of one cycle on both have
// the same inputs, and every output is compared in every cycle (ape_router.md sections 1, 3 and 4: rst is synchronous, registers
// are cleared, and a packet begins with its header).

`timescale 1ns / 1ps
`default_nettype none

module ape_router_twin_tb;
`include "ape_bench.vh"

    localparam integer N = 6, P = 2, IN = 2 * N + P, OUT = N + P, ROUNDS = 4, PAST = 150, AFTER = 250;

    reg               clk = 1'b0, wr = 1'b0, rd = 1'b0, read = 1'b0, past = 1'b1;
    reg  [1:0]        rst = 2'b11;  // 0: with a past
    reg  [11:0]       addr = 12'd0;
    reg  [31:0]       wdata = 32'd0;
    reg  [IN-1:0]     sv = 0, sh = 0, sl = 0;
    reg  [128*IN-1:0] sd = 0;
    reg  [N-1:0]      tr = 0;
    reg  [20*N-1:0]   room_d = 0;
    reg  [16*N-1:0]   room_h = 0;
    reg  [2*P-1:0]    lroom = 0;
    always #1 clk = !clk;

    genvar g, o;
    generate
        for (g = 0; g < 2; g = g + 1) begin : twin
            wire [IN-1:0]      sr;
            wire [OUT-1:0]     mv, mh, ml;
            wire [128*OUT-1:0] md;
            wire [P-1:0]       lvc;
            wire [15:0]        coord;
            wire [21:0]        lattice;
            wire [31:0]        rdata;
            wire [131*OUT-1:0] words;  // what means something, and zeros for all else

            ape_router #(.LINK_N(N), .LOCAL_N(P), .COORD(16'h0441), .LATTICE(22'h030405)) router (
                .clk(clk), .rst(rst[g]), .s_rx_valid(sv[2*N-1:0]), .s_rx_ready(sr[2*N-1:0]), .s_rx_data(sd[256*N-1:0]),
                .s_rx_head(sh[2*N-1:0]), .s_rx_last(sl[2*N-1:0]), .m_tx_valid(mv[N-1:0]), .m_tx_ready(tr), .m_tx_data(md[128*N-1:0]),
                .m_tx_head(mh[N-1:0]), .m_tx_last(ml[N-1:0]), .tx_room_data(room_d), .tx_room_hdr(room_h),
                .l_tx_valid(sv[IN-1:2*N]), .l_tx_ready(sr[IN-1:2*N]), .l_tx_data(sd[128*IN-1:256*N]), .l_tx_head(sh[IN-1:2*N]),
                .l_tx_last(sl[IN-1:2*N]), .l_rx_valid(mv[OUT-1:N]), .l_rx_data(md[128*OUT-1:128*N]), .l_rx_vc(lvc),
                .l_rx_head(mh[OUT-1:N]), .l_rx_last(ml[OUT-1:N]), .l_rx_room(lroom), .cfg_coord(coord), .cfg_lattice(lattice),
                .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata)
            );

            for (o = 0; o < OUT; o = o + 1) begin : g_out
                assign words[131*o+:131] = mv[o] ? {o >= N && lvc[o < N ? 0 : o-N], mh[o], ml[o], md[128*o+:128]} : 131'd0;
            end
            wire [131*OUT+IN+OUT+69:0] seen = {sr, mv, words, coord, lattice, read ? rdata : 32'd0};
        end
    endgenerate

    integer cycle = 0, wrong = 0, packets = 0, reads = 0, i, n, round, ends;
    always @(posedge clk) read <= rd && rst == 2'b00;
    always @(negedge clk) begin
        cycle = cycle + 1;
        if (rst == 2'b00) begin
            if (twin[0].seen !== twin[1].seen || ^twin[0].seen === 1'bx) begin
                wrong = wrong + 1;
                if (wrong < 4) $display("# cycle %0d: %h\n# and %h", cycle, twin[0].seen, twin[1].seen);
            end
            for (ends = 0; ends < OUT; ends = ends + 1) packets = packets + (twin[0].mv[ends] && twin[0].ml[ends]);
            reads = reads + read;
        end
    end

    // ---- packets at every input: left: words of the packet behind the one that is offered
    integer     left [0:IN-1];
    reg [127:0] next;
    integer     len;
    always @(posedge clk) for (n = 0; n < IN; n = n + 1)
        if (rst[0]) begin
            sv[n] <= 1'b0;
            left[n] = 0;
        end else if (!sv[n] || twin[0].sr[n]) begin
            sv[n] <= 1'b0;
            if (left[n] != 0 && rnd(5) != 0) begin
                left[n] = left[n] - 1;
                sv[n] <= 1'b1;
                sh[n] <= 1'b0;
                sl[n] <= left[n] == 0;
                sd[128*n+:128] <= {rnd(65536), rnd(65536), rnd(65536), rnd(65536)};
            end else if (left[n] == 0 && rnd(6) == 0) begin
                len = rnd(100);
                next = header(rnd(65536), rnd(5), rnd(4), rnd(3), rnd(16) == 0 ? 3 : rnd(2), rnd(4) == 0, len, {rnd(65536), rnd(65536)});
                next = sealed(next[119:0] | {rnd(12), 110'd0} | (n < 2 * N ? n % 2 : 0));
                sv[n] <= 1'b1;
                sh[n] <= 1'b1;
                sl[n] <= next[47];
                sd[128*n+:128] <= next;
                left[n] = next[47] ? 0 : words_of(next) + 1;
            end
        end

    task traffic;
        input integer cycles;
        for (i = 0; i < cycles; i = i + 1) begin
            tr = rnd(64) | rnd(64);
            for (n = 0; n < 2 * N; n = n + 1) begin
                room_d[10*n+:10] = rnd(16);
                room_h[8*n+:8] = rnd(6);
            end
            lroom = rnd(16);
            wr = past && rnd(12) == 0;
            rd = !wr && rnd(3) != 0;
            addr = 4 * (i < 36 ? i : rnd(36));
            if (wr) case (rnd(7))
                0: {addr, wdata} = {12'd24, 16'd0, 6'd0 + rnd(5), 5'd0 + rnd(4), 5'd0 + rnd(3)};
                1: {addr, wdata} = {12'd32, 32'h00040506};
                2: {addr, wdata} = {12'd64, 32'd0 + rnd(64)};
                3: {addr, wdata} = {12'd68, 32'd0 + rnd(2)};
                4: {addr, wdata} = {12'd72, 32'd4 + rnd(20)};
                5: {addr, wdata} = {12'd76, 32'd0 + (rnd(64) | rnd(64))};
                default: {addr, wdata} = {12'd4 * rnd(32), 32'hffffffff};
            endcase
            @(negedge clk);
        end
    endtask

    initial begin
        for (n = 0; n < IN; n = n + 1) left[n] = 0;
        for (round = 0; round < ROUNDS; round = round + 1) begin
            past = 1'b1;
            rst = 2'b11;
            @(negedge clk) rst = 2'b10;
            traffic(PAST + 37 * round);
            rst = 2'b11;
            @(negedge clk) rst = 2'b00;
            past = 1'b0;
            wr = 1'b0;
            traffic(AFTER);
        end
        $display("# %0d cycles, %0d packets, %0d reads compared", cycle, packets, reads);
        if (packets < 200 || reads < 400) wrong = wrong + 1;
        verdict(wrong, "after a reset of one cycle nothing tells of the time before it");
        $finish;
    end
endmodule

`default_nettype wire
