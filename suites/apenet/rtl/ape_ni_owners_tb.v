// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Owners of ape_ni's resources against its contract page: messages, tags, buffers and awaited answers that others reach for, with packets
// that nobody asked for, numbers used again, owners that change in the worst cycle, and resets. Two of them stand back to back, as in ape_ni_tb.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_owners_tb;
    localparam integer A_LOG2 = 2;  // log2 of A's tables
`include "ape_ni_bench.vh"

    localparam [15:0] C = {6'd1, 5'd1, 5'd1};
    localparam [15:0] P = 16'h77, Q = 16'h78;
    localparam [47:0] V = 48'h123456789000, W = 48'h5000, R = 48'ha000, NONE = 48'h1;

    // ---- tests by name; each begins with a reset
    reg [8*96-1:0] only;
    reg [8*72-1:0] under_way;
    function test;
        input [8*72-1:0] name;
        begin
            if (!$value$plusargs("only=%s", only)) only = 0;
            test = only == 0 || only == name;
            under_way = name;
        end
    endfunction
    task judged;
        judge(under_way);
    endtask

    integer i, n, m;
    task fresh;
        begin
            rst = 1;
            repeat (2) @(negedge clk);
            a.flush;
            b.flush;
            to_a.flush;
            to_b.flush;
            repeat (2) @(negedge clk);
            rst = 0;
            a.start(4);
            b.start(6);
            b.command(1, P, V, 12288, 8, 0);
            b.ends(0);
            b.page(P, V, 48'h40000);
            b.page(P, V + 4096, 48'h60000);
            b.page(P, V + 8192, 48'h50000);
            b.command(1, Q, W, 4096, 8, 0);
            b.ends(32'h100);
            b.page(Q, W, 48'h70000);
            a.command(1, P, R, 8192, 0, 0);
            a.ends(0);
            a.page(P, R, 48'hc0000);
            a.command(1, Q, R, 8192, 0, 0);
            a.ends(32'h100);
            a.page(Q, R, 48'hd0000);
        end
    endtask

    // a packet of a word from C to B
    task from_c;
        input [4:0]  kind;
        input [15:0] pid;
        input [47:0] addr;
        input [31:0] msg;
        input [15:0] pkt;
        input        last;
        to_b.make(kind, B, C, pid, 16, addr, msg, pkt, last, 0, 0, 0, {4{msg}} ^ pkt);
    endtask

    // a reply packet from B to A
    task reply;
        input [15:0]  pid;
        input [13:0]  len;
        input [47:0]  addr;
        input [31:0]  tag;
        input [15:0]  pkt;
        input         last, err;
        input [127:0] word;
        to_a.make(5, A, B, pid, len, addr, tag, pkt, last, err, 0, 0, word);
    endtask

    task nothing_more;
        fork
            a.no_event;
            b.no_event;
        join
    endtask

    // a PUT of 64 bytes from A to B that wants an answer
    task asks;
        input [15:0] pid;
        input [47:0] addr;
        input [31:0] msg, tag;
        begin
            a.answer = 1;
            a.descriptor(1, 48'h80000, 64, B, pid, addr, msg, tag, 1, 0);
            a.answer = 0;
        end
    endtask

    reg [127:0] was [0:8191];
    task keep;
        for (i = 0; i < 8192; i = i + 1) was[i] = a.mem[16'hc000+i];
    endtask
    // A's memory behind replies is as it was, but for so many words from the first on
    task kept;
        input integer first, words;
        for (i = 0; i < 8192; i = i + 1)
            if ((i < first || i >= first + words) && was[i] !== a.mem[16'hc000+i]) bad("a word that nobody asked for", i, a.mem[16'hc000+i]);
    endtask

    integer met = 0;
    always @(posedge clk) if (b.dut.u_in.u_miss.pop && b.dut.u_in.tlb_drop) met = met + 1;

    initial begin
        for (i = 0; i < 65536; i = i + 1) begin
            a.mem[i] = {4{32'h9e3779b9 * i}} ^ {i, 32'd0, ~i, 32'h55aa};
            b.mem[i] = {4{32'h85ebca6b * i}} ^ {32'd1, i, 32'd0, i};
        end

        if (test("a refused descriptor ends its message, and touches no other")) begin
            fresh;
            n = to_b.packets;
            a.descriptor(1, 48'h80000, 64, B, P, V, 100, 1, 0, 0);
            a.descriptor(1, 48'h80000, 0, B, P, V, 100, 2, 0, 0);
            a.get_descriptor(B, P, V, R, 0, 6);
            a.descriptor(1, 48'h80000, 64, B, P, V, 100, 3, 0, 1);
            a.descriptor(1, 48'h80000, 64, B, P, V, 100, 4, 1, 1);
            a.descriptor(1, 48'h80000, 64, B, Q, W, 100, 5, 1, 1);
            a.ring;
            a.expect_event(3, 13, P, A, 2, 0);
            a.expect_event(3, 13, P, A, 6, 0);
            a.expect_event(3, 13, P, A, 3, 0);
            a.expect_event(3, 13, P, A, 4, 0);
            a.expect_event(1, 1, Q, A, 5, 64);
            b.expect_event(2, 1, Q, A, 100, 64);
            if (to_b.packets !== n + 2 || to_b.last_ftr[63:46] !== {16'd0, 1'b0, 1'b1}) bad("packets", to_b.packets - n, to_b.last_ftr[63:0]);
            b.put32(20'h01080, 800);
            b.expect_event(3, 7, P, A, 100, 64);
            b.put32(20'h01080, 32'h01000000);
            // the same key again, other numbers, other destinations: each begins at 0
            a.descriptor(1, 48'h80000, 64, B, P, V, 100, 7, 0, 0);
            a.get_descriptor(B, P, V, R, 0, 13);
            a.descriptor(1, 48'h80000, 64, B, P, V, 100, 8, 1, 0);
            a.descriptor(1, 48'h80000, 64, B, P, V, 101, 9, 0, 0);
            a.descriptor(1, 48'h80000, 64, B, P, V, 102, 10, 1, 0);
            a.descriptor(1, 48'h80000, 64, C, P, V, 103, 11, 0, 0);
            a.descriptor(1, 48'h80000, 64, B, P, V, 103, 12, 1, 1);
            a.descriptor(1, 48'h80000, 64, B, P, V, 104, 14, 0, 0);
            a.descriptor(1, 48'h80000, 64, B, Q, W, 104, 15, 1, 0);
            a.ring;
            b.expect_event(2, 1, P, A, 100, 128);
            b.expect_event(3, 6, P, A, 101, 64);
            b.expect_event(2, 1, P, A, 102, 64);
            b.expect_event(2, 1, P, A, 103, 64);
            b.expect_event(2, 1, Q, A, 104, 64);
            a.expect_event(3, 13, P, A, 13, 0);
            a.expect_event(1, 1, P, A, 12, 64);
            nothing_more;
            judged;
        end

        if (test("an unreadable descriptor ends the message under way, TX_SIZE forgets it")) begin
            fresh;
            a.descriptor(1, 48'h80000, 64, B, P, V, 110, 1, 0, 1);
            a.ring;
            a.expect_event(1, 1, P, A, 1, 64);
            a.bad_page = 48'h10000;
            a.descriptor(1, 48'h80000, 64, B, P, V, 110, 2, 0, 1);
            a.ring;
            a.expect_event(3, 10, 0, A, 0, 0);
            a.bad_page = 48'hffffffffffff;
            a.descriptor(1, 48'h80000, 64, B, P, V, 110, 3, 1, 0);
            a.descriptor(1, 48'h80000, 64, B, P, V, 110, 4, 1, 1);
            a.ring;
            a.expect_event(3, 13, P, A, 3, 0);
            a.expect_event(1, 1, P, A, 4, 64);
            b.expect_event(3, 6, P, A, 110, 64);
            b.expect_event(2, 1, P, A, 110, 64);
            // with none under way, the next is one of its own
            a.bad_page = 48'h10000;
            a.descriptor(1, 48'h80000, 64, B, P, V, 111, 5, 0, 1);
            a.ring;
            a.expect_event(3, 10, 0, A, 0, 0);
            a.bad_page = 48'hffffffffffff;
            a.descriptor(1, 48'h80000, 64, B, P, V, 111, 6, 0, 1);
            a.ring;
            a.expect_event(1, 1, P, A, 6, 64);
            a.put32(20'h01008, 4);
            a.tx_at = 0;
            a.descriptor(1, 48'h80000, 64, B, P, V, 111, 7, 1, 1);
            a.ring;
            a.expect_event(1, 1, P, A, 7, 64);
            b.expect_event(3, 6, P, A, 111, 64);
            b.expect_event(2, 1, P, A, 111, 64);
            nothing_more;
            judged;
        end

        if (test("processes of one node have messages of one number at a time")) begin
            fresh;
            from_c(1, P, V, 200, 0, 0);
            from_c(1, Q, W, 200, 0, 0);
            from_c(1, P, V + 16, 200, 1, 0);
            from_c(1, Q, W + 16, 200, 1, 1);
            b.expect_event(2, 1, Q, C, 200, 32);
            from_c(1, P, V + 32, 200, 2, 1);
            b.expect_event(2, 1, P, C, 200, 48);
            nothing_more;
            judged;
        end

        if (test("a number of a message that failed is told when it is used again")) begin
            fresh;
            from_c(1, P, NONE, 210, 0, 0);
            b.expect_event(3, 1, P, C, 210, 0);
            from_c(1, P, V, 210, 1, 0);
            b.no_event;
            from_c(1, P, V, 210, 0, 0);
            b.expect_event(3, 17, P, C, 210, 0);
            from_c(1, Q, W, 210, 0, 1);
            b.expect_event(2, 1, Q, C, 210, 16);
            from_c(1, P, V, 210, 0, 1);
            b.expect_event(3, 17, P, C, 210, 0);
            from_c(1, P, V, 210, 0, 1);
            b.expect_event(2, 1, P, C, 210, 16);
            b.expect32(20'h03018, 3);
            nothing_more;
            judged;
        end

        if (test("a reply that was not asked for is told, and the GET ends as it should")) begin
            fresh;
            keep;
            to_b.drop_at = to_b.packets;
            a.get_descriptor(B, P, V, R + 48'h100, 32, 600);
            a.ring;
            a.expect_event(1, 4, P, A, 600, 32);
            a.get_descriptor(B, Q, V, R, 16, 600);                                      // numbers of tags are the node's
            a.ring;
            a.expect_event(3, 14, Q, A, 600, 0);
            for (m = 0; m < 2; m = m + 1) begin
                reply(Q, 16, R + 48'h100 + 16 * m, 600, m, m, 0, 128'hbad0);        // of another pid
                a.expect_event(3, 18, Q, B, 600, 0);
                reply(P, 16, R + 48'h110 - 16 * m, 600, m, m, 0, 128'hbad1);        // at another place
                a.expect_event(3, 18, P, B, 600, 0);
                reply(P, 16, R + 48'h100 + 16 * m, 600, m, !m, 0, 128'hbad2);       // last too early, or not
                a.expect_event(3, 18, P, B, 600, 0);
                reply(P, 15 * m, R + 48'h100 + 16 * m, 600, m, 1, 0, 128'hbad3);    // too short
                a.expect_event(3, 18, P, B, 600, 0);
                reply(P, 0, R + 48'h100 + 16 * m, 600, m, 0, 0, 0);                 // of no bytes
                a.expect_event(3, 18, P, B, 600, 0);
                reply(P, 0, R + 48'h120, 600, m, 1, 1, 0);                          // a refusal of another place
                a.expect_event(3, 18, P, B, 600, 0);
                to_a.make(5, A, C, P, 16, R + 48'h100 + 16 * m, 600, m, m, 0, 0, 0, 128'hbad4);
                reply(P, 16, R + 48'h100 + 16 * m, 601, m, m, 0, 128'hbad5);
                a.no_event;
                kept(16, m);
                reply(P, 16, R + 48'h100 + 16 * m, 600, m, m, 0, 128'h600d + m);
            end
            a.expect_event(2, 5, P, B, 600, 32);
            a.expect32(20'h03018, 12);
            a.expect32(20'h0301c, 4);
            if (a.mem[16'hc010] !== 128'h600d || a.mem[16'hc011] !== 128'h600e) bad("words of the reply", a.mem[16'hc010], a.mem[16'hc011]);
            kept(16, 2);
            // longer than asked for; then a refusal at its place
            to_b.drop_at = to_b.packets;
            a.get_descriptor(B, P, V, R + 48'h200, 8, 602);
            a.ring;
            a.expect_event(1, 4, P, A, 602, 8);
            for (m = 0; m < 2; m = m + 1) begin
                reply(P, 16, R + 48'h200, 602, 0, m, 0, 128'hbad6);
                a.expect_event(3, 18, P, B, 602, 0);
            end
            reply(P, 0, R + 48'h200, 602, 0, 1, 1, 0);
            a.expect_event(3, 11, P, B, 602, 0);
            kept(16, 2);
            nothing_more;
            judged;
        end

        if (test("a PUT needs WRITE, a GET READ, a reply neither")) begin
            fresh;
            b.command(1, P, 48'h700000, 8192, 2, 0);
            b.ends(32'h200);
            b.page(P, 48'h700000, 48'h30000);
            from_c(1, P, 48'h700000, 220, 0, 1);
            b.expect_event(3, 1, P, C, 220, 0);
            from_c(1, P, 48'h701ff8, 221, 0, 1);
            b.expect_event(3, 1, P, C, 221, 0);
            b.command(1, P, 48'h700000, 4096, 8, 0);
            b.ends(32'h300);
            from_c(1, P, 48'h700010, 222, 0, 1);
            b.expect_event(2, 1, P, C, 222, 16);
            if (b.event_q[14:8] !== 7'h43) bad("buffer", b.event_q[15:0], 0);
            from_c(1, P, 48'h700ff8, 223, 0, 1);
            b.expect_event(3, 2, P, C, 223, 0);
            if (b.mem[16'h3000] === {4{32'd220}}) bad("a word", b.mem[16'h3000], 0);
            a.get_descriptor(B, P, 48'h700100, R, 16, 604);
            a.get_descriptor(B, P, V, R, 16, 605);
            a.ring;
            a.expect_event(1, 4, P, A, 604, 16);
            a.expect_event(1, 4, P, A, 605, 16);
            a.expect_event(2, 5, P, B, 604, 16);
            a.expect_event(3, 11, P, B, 605, 0);
            b.command(1, P, 48'h800000, 4096, 9, 0);
            b.ends(32'd2);
            b.command(1, P, 48'h800000, 4096, 3, 0);
            b.ends(32'd2);
            b.expect32(20'h01044, 3);
            nothing_more;
            judged;
        end

`include "ape_ni_answers_tests.vh"

        if (test("UNREGISTER in the cycle in which a miss is answered voids the answer")) begin
            met = 0;
            for (m = 0; m < 6; m = m + 1) begin
                fresh;
                b.command(4, P, V, 0, 0, 0);
                b.ends(0);
                b.put32(20'h02010, 32'h48);
                from_c(1, P, V, 400, 0, 1);
                repeat (60) @(negedge clk);
                b.get32(20'h02000);
                b.dut.u_regs.cmd_go_q = 1;
                b.dut.u_regs.cmd_op_q = 2;
                repeat (m) @(negedge clk);
                b.dut.u_regs.answer = 1;
                b.dut.u_regs.answer_fault = 0;
                b.dut.u_regs.answer_slot = b.got32[23:16];
                @(negedge clk);
                // the packet was before the command, or finds no buffer
                b.take_event;
                if (b.event_q[63:32] !== {16'h0201, P} && b.event_q[63:32] !== {16'h0301, P}) bad("event", b.event_q[63:0], m);
                if ((b.mem[16'h4800] === {4{32'd400}}) !== (b.event_q[63:56] === 8'd2)) bad("written", b.event_q[63:0], m);
                b.expect32(20'h01064, 0);
                b.command(1, P, V, 4096, 8, 0);
                b.ends(0);
                from_c(1, P, V, 401, 0, 1);
                for (i = 0; i < 1200 && !b.irq_miss; i = i + 1) @(negedge clk);
                if (!b.irq_miss) bad("a page of the buffer before", m, 0);
                b.get32(20'h02000);
                b.put32(20'h02010, 32'h44);
                b.put32(20'h02018, b.got32[23:16]);
                b.expect_event(2, 1, P, C, 401, 16);
                if (b.mem[16'h4400] !== {4{32'd401}} || b.mem[16'h4800] === {4{32'd401}}) bad("where it was written", m, 0);
                b.mem[16'h4400] = 0;
                b.mem[16'h4800] = 0;
            end
            if (met == 0) bad("never in one cycle", met, 0);
            judged;
        end

        if (test("a command ends while memory takes nothing")) begin
            fresh;
            b.w_hold = 1;
            for (n = 0; b_room[0]; n = n + 1) begin
                from_c(1, P, V, 410 + n, 0, 1);
                repeat (40) @(negedge clk);
            end
            b.command(3, P, V + 8192, 0, 0, 48'h50000);
            for (i = 0; i < 400 && b.result[31]; i = i + 1) begin
                b.get32(20'h01064);
                b.result = b.got32;
            end
            if (b.result !== 0) bad("a command that waits for memory", b.result, 0);
            b.w_hold = 0;
            for (i = 0; i < n; i = i + 1) b.expect_event(2, 1, P, C, 410 + i, 16);
            judged;
        end

        if (test("a reset amid messages, answers and misses forgets them all")) begin
            for (m = 0; m < 6; m = m + 1) begin
                fresh;
                a.slow = m % 3;
                b.slow = m % 2;
                to_b.slow = m % 2;
                b.command(4, Q, W, 0, 0, 0);
                b.ends(0);
                a.descriptor(1, 48'h80000, 4000, B, P, V + 100, 420, 120, 0, 1);
                asks(P, V, 420, 121);
                asks(Q, W, 421, 122);
                a.get_descriptor(B, P, V, R, 64, 620);
                asks(P, V, 422, 123);
                a.ring;
                repeat (20 + 211 * m) @(negedge clk);
                fresh;
                // the numbers of before are nobody's, and pages and indices begin anew
                asks(P, V, 420, 121);
                asks(Q, W, 421, 122);
                a.ring;
                a.expect_event(4, 0, P, B, 121, 0);
                a.expect_event(4, 0, Q, B, 122, 0);
                b.expect_event(2, 1, P, A, 420, 64);
                b.expect_event(2, 1, Q, A, 421, 64);
                a.expect32(20'h03000, 2);
                a.expect32(20'h03018, 0);
                a.expect32(20'h0301c, 0);
                b.expect32(20'h0300c, 2);
                b.expect32(20'h03010, 0);
                b.expect32(20'h02000, 0);
            end
            judged;
        end
        $finish;
    end
endmodule

`include "ape_ni_side.vh"
`include "ape_ni_way.vh"

`default_nettype wire
