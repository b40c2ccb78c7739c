// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reset of tnw_link, and of tnw_pcs, amid traffic, errors and takes: two of each at the same line, one with a past,
// one that stood in reset meanwhile. From a reset of one cycle on both have the same inputs, and every output is
// compared in every cycle; nothing unknown leaves (tnw_link.md sections 1, 3 and 8: rst is synchronous, and clears all).

`timescale 1ns / 1ps
`default_nettype none

module tnw_link_twin_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer WIRE = 4, PAST = 60, AFTER = 200, ROUNDS = 11, WAIT = 1500;
    localparam integer CTRL = 'h8, TMO = 'h10, BACKOFF = 'h14;

    reg         clk = 1'b0, noisy = 1'b0, busy = 1'b0;
    reg  [2:0]  rst = 3'b111;  // 0: with a past, 1: without, 2: the other end
    reg  [2:0]  wr = 3'd0;
    reg         rd = 1'b0;
    reg  [9:0]  addr = 10'd0;
    reg  [31:0] wdata = 32'd0;
    always #2 clk = !clk;

    reg         was_rst;
    integer     i, k, round = 0;
    always @(posedge clk) was_rst <= rst[1];

    // ---- the line both ways, {errors, up, flags, data}: a bit in so many words wrong
    reg [42*WIRE-1:0] to_peer = 0, to_twins = 0;
    function [41:0] line_word;  // as it comes out, errors and all
        input [35:0] w;
        reg   [35:0] hit;
        begin
            hit = noisy && rnd(70) == 0 ? 36'd1 << (rnd(3) == 0 ? 33 : rnd(36)) : 36'd0;
            line_word = {hit[35:32] != 4'd0 ? {2'd1, 3'd3} : hit[7:0] != 8'd0 ? {2'd2, 3'd4} : 5'd0,
                         !(noisy && rnd(300) == 0), w ^ hit};
        end
    endfunction
    always @(posedge clk) begin
        to_peer <= {to_peer[42*(WIRE-1)-1:0], line_word({node[0].tx_f, node[0].tx})};
        to_twins <= {to_twins[42*(WIRE-1)-1:0], line_word({node[2].tx_f, node[2].tx})};
    end

    genvar g;
    generate
        for (g = 0; g < 3; g = g + 1) begin : node
            // nothing comes to the one in its reset, and to both behind it, as from a tnw_pcs that was reset
            wire         idles = g == 1 && rst[1];
            wire [41:0]  rx = g == 2 ? to_peer[42*WIRE-1-:42]
                : idles || (was_rst && !rst[1] && round % 2 == 1) ? {5'd0, 37'h0f07070707} : to_twins[42*WIRE-1-:42];
            wire [31:0]  tx, rdata;
            wire [3:0]   tx_f, cause;
            wire [7:0]   rv;
            wire [127:0] data;
            wire [23:0]  off;
            wire [2:0]   ovc, state;
            wire [4:0]   oseq, u;
            wire         ok, dv, flush, ov, oup;
            tnw_link #(.TX_ITEMS_LOG2(2), .RX_PKTS_LOG2(1)) link (
                .clk(clk), .rst(rst[g]), .tx_data(tx), .tx_flags(tx_f), .rx_data(rx[31:0]), .rx_flags(rx[35:32]),
                .rx_up(rx[36]), .rx_code_n(rx[39:37]), .rx_disp_n({1'b0, rx[41:40]}), .inj_ok(ok),
                .inj_valid(iv[g/2] && !idles), .inj_last(ibeat[g/2] == 7), .inj_data(idata), .inj_vc(ivc[g/2]),
                .inj_offset({3'd5, {7{ivc[g/2]}}}), .rcv_valid(rv), .rcv_take(take[g/2]), .rcv_vc(tvc[g/2]),
                .rcv_dvalid(dv), .rcv_data(data),
                .rcv_offset(off), .flush(flush), .reg_wr(wr[g]), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata),
                .reg_rdata(rdata), .obs_rx_valid(ov), .obs_rx_cause(cause), .obs_rx_vc(ovc), .obs_rx_seq(oseq),
                .obs_tx_state(state), .obs_unacked(u), .obs_up(oup)
            );
            // zeros for what means nothing
            wire [299:0] seen = {tx_f, tx, ok, rv, dv, dv ? {data, off} : 152'd0, flush, ov,
                                 ov ? {cause, ovc, oseq} : 12'd0, state, u, oup, rdata};
        end
    endgenerate

    // ---- items and takes, as the first twin and the other end allow them
    integer cycle = 0, e, items = 0, packets = 0, ups = 0;
    reg [1:0]   iv = 2'd0, take = 2'd0;
    reg [2:0]   ivc [0:1], tvc [0:1];
    reg [127:0] idata;
    integer     ibeat [0:1], idle [0:1];
    reg [1:0]   may;
    reg [7:0]   rv_of;
    initial for (e = 0; e < 2; e = e + 1) begin
        ibeat[e] = 7;
        idle[e] = 0;
        ivc[e] = 3'd0;
        tvc[e] = 3'd0;
    end
    always @(posedge clk) begin
        may = {node[2].ok, node[0].ok};
        #1 idata = {cycle[31:0], rnd_q, ~cycle[31:0], rnd_q};
        for (e = 0; e < 2; e = e + 1) begin
            iv[e] = 1'b1;
            if (rst[2*e]) begin
                iv[e] = 1'b0;
                ibeat[e] = 7;
            end else if (ibeat[e] != 7) ibeat[e] = ibeat[e] + 1;
            else if (may[e] === 1'b1 && busy && rnd(3) != 0) begin
                ibeat[e] = 0;
                ivc[e] = rnd(8) & 5;
                items = items + 1;
            end else iv[e] = 1'b0;
            rv_of = e == 0 ? node[0].rv : node[2].rv;
            take[e] = 1'b0;
            idle[e] = rst[2*e] ? 8 : idle[e] + 1;
            if (idle[e] >= 8 && ^rv_of !== 1'bx && rv_of != 8'd0 && !rst[2*e] && rnd(e == 0 ? 30 : 60) == 0) begin
                take[e] = 1'b1;
                idle[e] = 0;
                tvc[e] = rv_of[0] ? 3'd0 : rv_of[1] ? 3'd1 : rv_of[4] ? 3'd4 : 3'd5;
                packets = packets + 1;
            end
        end
    end

    // ---- comparison
    reg same = 1'b0;
    always @(negedge clk) begin
        cycle = cycle + 1;
        ups = ups + (node[0].oup === 1'b1 && node[2].oup === 1'b1);
        if (same && (node[0].seen !== node[1].seen || ^node[0].seen === 1'bx)) begin
            wrong = wrong + 1;
            if (wrong < 3) $display("# cycle %0d, round %0d: %h\n# and %h", cycle, round, node[0].seen, node[1].seen);
        end
    end

    // ---- by hand
    task cycles; input integer n; repeat (n) @(negedge clk); endtask
    task write;  // to those of the three that are named
        input [2:0] who;
        input integer at, value;
        begin
            addr = at;
            wdata = value;
            wr = who;
            @(negedge clk) wr = 3'd0;
        end
    endtask
    task look;  // at each register
        for (k = 0; k < 'he0; k = k + 4) if (k < 'h18 || k >= 'h40) begin
            addr = k;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
        end
    endtask
    // what is under way in the cycle of the reset, or stands at the inputs
    function amid;
        input integer what;
        case (what)
            0: amid = node[0].link.u_frame.in_q && node[0].link.u_rx.acks_q != 4'd0;
            1: amid = node[0].link.discarding && node[0].link.u_rx.nack_q != 2'd0;
            2: amid = node[0].state == 3'd2 && node[0].u > 5'd1 && !node[0].link.free;
            3: amid = node[0].link.u_fifos.busy_q && iv[0] && ibeat[0] != 7;
            4: amid = node[0].link.u_fifos.busy_q && !node[0].dv;
            5: amid = node[0].link.u_tx.by_tmo_q;
            6: amid = node[0].link.u_tx.tmos_q != 5'd0 && node[0].u != 5'd0;
            7: amid = node[0].rx[36] && node[0].rx[35:32] == 4'b0001 && node[0].rx[7:0] == 8'hfb;
            8: amid = node[0].rx[36] && node[0].rx[35:32] == 4'd0 && node[0].ov;
            9: amid = node[0].rx[36] && node[0].rx[34] != node[0].rx[33];
            default: amid = node[0].rx[36] && node[0].rx[41:40] != 2'd0;
        endcase
    endfunction
    task link_round;  // a past, the reset, and what comes behind it
        begin
            cycles(WIRE + 1);
            rst = 3'b010;
            write(3'b101, TMO, round == 5 || round == 6 ? 45 : 150);
            write(3'b101, BACKOFF, 30);
            busy = 1'b1;
            cycles(100);
            noisy = round < 3 || (round > 4 && round < 11);  // takes of packets want a good line
            cycles(PAST);
            for (i = 0; i < WAIT && !amid(round); i = i + 1) cycles(1);
            if (i == WAIT) begin
                wrong = wrong + 1;
                $display("# round %0d has nothing to reset", round);
            end
            if (round == 4) write(3'b001, CTRL, 1);  // a reset that is due
            if (round == 5) write(3'b001, CTRL, 2);
            rst = 3'b011;
            @(posedge clk) same = 1'b1;
            @(negedge clk) rst = 3'b000;
            noisy = 1'b0;
            look;
            rst = 3'b100;
            cycles(1);
            rst = 3'b000;
            if (round < 6) begin
                cycles(80);
                noisy = round < 3 || round == 5;
                cycles(AFTER);
                look;
            end
            same = 1'b0;
            busy = 1'b0;
            noisy = 1'b0;
            rst = 3'b111;
        end
    endtask

    // ---- tnw_pcs: a sender, and twins at its line that send what it does
    reg  [2:0]  p_rst = 3'b111;
    reg  [31:0] p_word = IDLES;
    reg  [3:0]  p_flags = 4'b1111;
    reg  [39:0] p_line = 40'd0;
    reg         p_same = 1'b0, p_busy = 1'b0;
    generate
        for (g = 0; g < 3; g = g + 1) begin : end_of
            wire [39:0] sym;
            wire [31:0] data;
            wire [3:0]  flags, sync;
            wire [2:0]  cn, dn;
            wire        up;
            tnw_pcs pcs (
                .clk(clk), .rst(p_rst[g]), .tx_data(p_word), .tx_flags(p_flags), .tx_sym(sym),
                .rx_sym(g == 1 && p_rst[1] ? 40'd0 : p_line),
                .rx_data(data), .rx_flags(flags), .rx_up(up), .rx_code_n(cn),
                .rx_disp_n(dn), .obs_sync(sync)
            );
            wire [86:0] seen = {sym, data, flags, sync, cn, dn, up};
        end
    endgenerate
    reg [39:0] p_sym, p_last = 40'd0;  // borders of symbols are elsewhere in each lane
    integer    lane;
    always @(posedge clk) begin
        p_sym = end_of[2].sym ^ (noisy && rnd(25) == 0 ? 40'd1 << rnd(40) : 40'd0);
        for (lane = 0; lane < 4; lane = lane + 1) p_line[10*lane+:10] <= {p_sym[10*lane+:10], p_last[10*lane+:10]} >> 3 * lane;
        p_last <= p_sym;
        {p_flags, p_word} <= p_busy && rnd(3) != 0 ? {4'd0, cycle[15:0], rnd_q[15:0]} : {4'hf, IDLES};
    end
    always @(negedge clk) if (p_same && (end_of[0].seen !== end_of[1].seen || ^end_of[0].seen === 1'bx)) begin
        wrong = wrong + 1;
        if (wrong < 3) $display("# cycle %0d, round %0d: %h\n# and %h", cycle, round, end_of[0].seen, end_of[1].seen);
    end
    function p_amid;
        input integer what;
        case (what)  // an error; a comma, one in the cycle before
            0: p_amid = end_of[0].up && end_of[0].pcs.u_deskew.code_d != 4'd0;
            1: p_amid = end_of[0].up && end_of[0].pcs.u_deskew.disp_d != 4'd0;
            2, 4: p_amid = end_of[0].pcs.g_lane[0].u_lane.u_lane.comma_q != 10'd0;
            default: p_amid = end_of[0].pcs.g_lane[0].u_lane.u_lane.comma_q == 10'd0;
        endcase
    endfunction
    task pcs_round;
        begin
            cycles(2);
            p_rst = 3'b010;
            cycles(75);  // 48 idle columns bring it up
            p_busy = round < 2;
            noisy = round < 2;
            cycles(10);
            for (i = 0; i < WAIT && !p_amid(round); i = i + 1) cycles(1);
            if (i == WAIT) begin
                wrong = wrong + 1;
                $display("# round %0d has nothing to reset", round);
            end
            if (round > 3) cycles(2);  // a comma of the other disparity
            p_rst = 3'b011;
            noisy = 1'b0;
            @(posedge clk) p_same = 1'b1;
            @(negedge clk) p_rst = 3'b000;
            p_busy = 1'b0;
            cycles(70);
            if (!end_of[1].up) wrong = wrong + 1;
            p_busy = 1'b1;
            if (round < 2) cycles(40);
            p_busy = 1'b0;
            p_same = 1'b0;
            p_rst = 3'b111;
        end
    endtask

    initial begin
        if (test("tnw_pcs: after a reset of one cycle nothing tells of the time before it")) begin
            for (round = 0; round < 6; round = round + 1) pcs_round;
            judge;
        end
        if (test("tnw_link: after a reset of one cycle nothing tells of the time before it")) begin
            for (round = 0; round < ROUNDS; round = round + 1) link_round;
            $display("# %0d cycles, %0d of them UP, %0d items, %0d takes", cycle, ups, items, packets);
            if ( items < 200 || packets < 60) wrong = wrong + 1;
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
