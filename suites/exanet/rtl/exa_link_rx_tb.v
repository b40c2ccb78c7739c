// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The link's receiver by itself: frames broken in every way that the page lists, block
// by block (exa_link.md sections 2, 4 and 5). What must come out, and what must be counted, is
// worked out here from the page. The bench scrambles on its own, bit by bit.

`timescale 1ns / 1ps
`default_nettype none

module exa_link_rx_tb;
`include "tn_bench.vh"
`include "exa_link_bench.vh"
    localparam [7:0] SEP = 8'h1e, SEP7 = 8'he1, IDLE = 8'h78, NFC = 8'haa;
    localparam integer EVENTS = 9, FRAMES = 0, BROKEN = 1, SKIPPED = 2, OVERFLOW = 3, HEAD = 4;

    reg         clk = 1'b0, rst = 1'b1;
    reg  [1:0]  head = 2'b10;
    reg  [63:0] data = 64'd0;
    reg  [8:0]  level = 9'd0;
    wire        slip, valid, lock, want_xoff, peer_xoff, peer_ready;
    wire [1:0]  kind;
    wire [127:0] word;
    wire [EVENTS-1:0] evt;
    always #2 clk = !clk;

    exa_link_rx dut (
        .clk(clk), .rst(rst), .rx_head(head), .rx_data(data), .rx_slip(slip), .m_valid(valid), .m_kind(kind), .m_data(word),
        .level(level), .lock(lock), .want_xoff(want_xoff), .peer_xoff(peer_xoff), .peer_ready(peer_ready), .evt(evt));
    // the same line into one of other parameters
    wire        other_slip, other_lock, other_xoff;
    exa_link_rx #(.XOFF_FREE(20), .XON_FREE(21), .SLIP_CYC(255)) other_dut (
        .clk(clk), .rst(rst), .rx_head(head), .rx_data(data), .rx_slip(other_slip), .m_valid(), .m_kind(), .m_data(),
        .level(level), .lock(other_lock), .want_xoff(other_xoff), .peer_xoff(), .peer_ready(), .evt());

    // what came out and what should, since the last judgement
    reg [129:0] found [0:127], want [0:127];
    integer found_n = 0, want_n = 0, slips = 0, other_slips = 0, i, e;
    integer count [0:EVENTS-1], due [0:EVENTS-1];
    reg [57:0] past = {58{1'b1}};

    always @(posedge clk) if (!rst) begin
        if (valid) begin
            found[found_n] = {kind, word};
            found_n = found_n + 1;
        end
        for (e = 0; e < EVENTS; e = e + 1) if (evt[e]) count[e] = count[e] + 1;
        slips = slips + slip;
        other_slips = other_slips + other_slip;
    end

    task block;
        input [1:0]  sync;
        input [63:0] plain;
        reg [63:0] mixed;
        integer b;
        begin
            for (b = 0; b < 64; b = b + 1) begin
                mixed[b] = plain[b] ^ past[19] ^ past[0];
                past = {mixed[b], past[57:1]};
            end
            // whole: a bit written in a task does not wake the DUT under Verilator 5.006
            @(negedge clk) data = mixed;
            head = sync;
        end
    endtask
    task control; input [7:0] what; input [7:0] octets; block(2'b10, {48'd0, octets, what}); endtask
    task idle; input integer n; repeat (n) control(IDLE, 8'd0); endtask
    task send;  // one word, low half first
        input [127:0] w;
        begin
            block(2'b01, w[63:0]);
            block(2'b01, w[127:64]);
        end
    endtask
    task packet;  // words from, to of packet n
        input integer n, from, to;
        integer k;
        for (k = from; k <= to; k = k + 1) send(word_of(n, k));
    endtask
    task expect_words;  // the same, handed on; the last as footer when whole
        input integer n, from, to, whole;
        integer k;
        for (k = from; k <= to; k = k + 1) begin
            want[want_n] = {k == 0 ? HDR[1:0] : whole != 0 && k == to ? FTR[1:0] : PLD[1:0], word_of(n, k)};
            want_n = want_n + 1;
        end
    endtask
    task expect_zeros;
        begin
            want[want_n] = {FTR[1:0], 128'd0};
            want_n = want_n + 1;
        end
    endtask
    task judge;
        input [8*72-1:0] name;
        integer wrong;
        begin
            idle(6);
            wrong = found_n != want_n;
            for (i = 0; i < want_n && i < found_n; i = i + 1) if (found[i] !== want[i]) wrong = wrong + 1;
            for (e = FRAMES; e <= HEAD; e = e + 1) if (count[e] != due[e]) begin
                wrong = wrong + 1;
                $display("# event %0d: %0d, not %0d", e, count[e], due[e]);
            end
            verdict(wrong, name);
            found_n = 0;
            want_n = 0;
            for (e = 0; e < EVENTS; e = e + 1) {count[e], due[e]} = 64'd0;
            level = 9'd0;
        end
    endtask

    // What stands after the edge that took the last block: lock, XOFF asked for, XOFF
    // and ready of the peer.
    integer bad_state = 0;
    task stands;
        input [3:0] wanted;
        begin
            @(posedge clk);
            #1 if ({lock, want_xoff, peer_xoff, peer_ready} !== wanted) begin
                bad_state = bad_state + 1;
                $display("# at %0t: %b, not %b", $time, {lock, want_xoff, peer_xoff, peer_ready}, wanted);
            end
        end
    endtask
    task states;
        input [8*72-1:0] name;
        begin
            verdict(bad_state, name);
            bad_state = 0;
        end
    endtask
    task restart;  // out of reset with the first of so many valid sync headers
        input integer n;
        begin
            rst = 1'b1;
            idle(4);
            rst = 1'b0;
            idle(n - 1);
        end
    endtask

    // A packet with payload and five words or more, and its last.
    integer p, last, j;
    reg [127:0] other, filler;
`include "exa_link_rx_attacks.vh"
    initial begin
        for (e = 0; e < EVENTS; e = e + 1) {count[e], due[e]} = 64'd0;
        p = 2;
        last = words_of(p) - 1;
        while (last < 4 || last > 8) begin
            p = p + 4;
            last = words_of(p) - 1;
        end
        repeat (3) @(negedge clk);
        rst = 1'b0;
        idle(80);

        // before the first separator nothing counts
        packet(p, 0, 1);
        due[SKIPPED] = 4;
        judge("data before the first separator is discarded");
        control(SEP, 8'd0);
        packet(p, 0, last);
        control(SEP, 8'd0);
        expect_words(p, 0, last, 1);
        due[FRAMES] = 1;
        judge("a whole frame is handed on");
        packet(p, 0, last - 2);
        packet(p, last, last);
        control(SEP, 8'd0);
        expect_words(p, 0, last - 2, 0);
        expect_zeros;
        due[BROKEN] = 1;
        judge("a frame with a word too few ends with a footer of zeros");
        packet(p, 0, last);
        packet(p, last, last);
        packet(p, 1, 1);
        control(SEP, 8'd0);
        expect_words(p, 0, last - 1, 0);
        expect_zeros;
        due[BROKEN] = 1;
        due[SKIPPED] = 2;
        judge("a frame with words too many, too, and the rest is discarded");

        // a header of wrong CRC says nothing of the length: 18 words at most
        other = word_of(p, 0) ^ 128'd1;
        send(other);
        for (j = 1; j < 18; j = j + 1) begin
            filler = mix(p, j);
            send(filler);
        end
        control(SEP, 8'd0);
        want[0] = {HDR[1:0], other};
        for (i = 1; i < 18; i = i + 1) want[i] = {i == 17 ? FTR[1:0] : PLD[1:0], mix(p, i)};
        want_n = 18;
        due[FRAMES] = 1;
        judge("a header of wrong CRC may have 18 words");

        other = word_of(p, 0) ^ 128'd1;
        send(other);
        for (j = 1; j < 20; j = j + 1) begin
            filler = mix(p, j);
            send(filler);
        end
        control(SEP, 8'd0);
        want[0] = {HDR[1:0], other};
        for (i = 1; i < 17; i = i + 1) want[i] = {PLD[1:0], mix(p, i)};
        want_n = 17;
        expect_zeros;
        due[BROKEN] = 1;
        due[SKIPPED] = 2;
        judge("and no more");

        // so does a header of more payload words than there are
        for (j = 0; j < 4; j = j + 1) begin
            other = header(16'd9, 22'd5, 42'd8, j < 2 ? 5'd12 : 5'd0, j < 2 ? 14'd16383 : j == 2 ? 14'd257 : 14'd500);
            send(other);
            want[want_n] = {HDR[1:0], other};
            want_n = want_n + 1;
            // one word, or five
            for (i = 1; i < (j % 2 == 0 ? 5 : 1); i = i + 1) begin
                filler = mix(p, i);
                send(filler);
                want[want_n] = {i == 4 ? FTR[1:0] : PLD[1:0], filler};
                want_n = want_n + 1;
            end
            control(SEP, 8'd0);
        end
        due[FRAMES] = 4;
        judge("nor says too long a payload anything");

        // 16 payload words are the most that a header can ask for: a frame with one less is broken
        other = header(16'd9, 22'd5, 42'd0, 5'd0, 14'd256);
        for (j = 17; j <= 18; j = j + 1) begin
            send(other);
            want[want_n] = {HDR[1:0], other};
            want_n = want_n + 1;
            for (i = 1; i < j; i = i + 1) begin
                filler = mix(p, i);
                send(filler);
                want[want_n] = {i == j - 1 ? FTR[1:0] : PLD[1:0], j == 17 && i == 16 ? 128'd0 : filler};
                want_n = want_n + 1;
            end
            control(SEP, 8'd0);
        end
        due[FRAMES] = 1;
        due[BROKEN] = 1;
        judge("a header may ask for 16 payload words, and gets them all");

        packet(p, 0, 2);
        block(2'b00, 64'd0);
        packet(p, 3, last);
        control(SEP, 8'd0);
        expect_words(p, 0, 1, 0);
        expect_zeros;
        due[BROKEN] = 1;
        due[HEAD] = 1;
        due[SKIPPED] = 2 * (last - 2);
        judge("an invalid sync header breaks the frame; the rest is discarded");

        packet(p, 0, 0);
        block(2'b11, 64'd0);
        control(SEP, 8'd0);
        due[BROKEN] = 1;
        due[HEAD] = 1;
        judge("of a frame that broke at its header nothing is handed on");

        packet(p, 0, last);
        control(SEP, 8'd0);
        expect_words(p, 0, last, 1);
        block(2'b01, 64'd5);
        control(SEP, 8'd0);
        control(SEP, 8'd0);
        block(2'b01, 64'd5);
        block(2'b11, 64'd0);
        control(SEP, 8'd0);
        due[FRAMES] = 1;
        due[BROKEN] = 2;
        due[HEAD] = 1;
        judge("nor of one that breaks in its first word, after a whole one");

        packet(p, 0, last);
        control(SEP7, 8'd0);
        expect_words(p, 0, last - 1, 0);
        expect_zeros;
        packet(p, 0, last);
        control(SEP, 8'd3);
        expect_words(p, 0, last - 1, 0);
        expect_zeros;
        due[BROKEN] = 2;
        judge("separator-7 and separators with octets end no whole frame");

        // octet 1 of the separator alone counts octets, with each of its bits; octets 2 to 7 are ignored
        for (j = 0; j < 8; j = j + 1) begin
            packet(p, 0, last);
            control(SEP, 8'd1 << j);
            expect_words(p, 0, last - 1, 0);
            expect_zeros;
            packet(p, 0, last);
            block(2'b10, {48'd1 << 6 * j, 8'd0, SEP});
            expect_words(p, 0, last, 1);
        end
        due[FRAMES] = 8;
        due[BROKEN] = 8;
        judge("a separator's octet 1 breaks a frame by each bit, octets 2 to 7 by none");

        control(SEP, 8'd5);
        control(SEP7, 8'd0);
        control(SEP, 8'd0);
        judge("a separator with no data before it means nothing, whatever its octets");

        attacks;
        packet(p, 0, 2);
        idle(4);
        level = 9'd255;
        packet(p, 3, last);
        control(SEP, 8'd0);
        expect_words(p, 0, 1, 0);
        expect_zeros;
        due[BROKEN] = 1;
        due[OVERFLOW] = 1;
        due[SKIPPED] = 2 * (last - 3);
        judge("a full FIFO ends the frame with its last free word");
        level = 9'd254;
        packet(p, 0, last);
        control(SEP, 8'd0);
        expect_words(p, 0, last, 1);
        due[FRAMES] = 1;
        judge("while two words are free nothing is given up");
        packet(p, 0, last);
        control(SEP, 8'd0);
        expect_words(p, 0, last, 1);
        due[FRAMES] = 1;
        judge("after all that a whole frame is handed on");
        level = 9'd184;  // 72 free
        idle(2); stands(4'b1001);
        level = 9'd185;
        idle(2); stands(4'b1101);
        level = 9'd112;  // 144 free
        idle(2); stands(4'b1101);
        level = 9'd111;
        idle(2); stands(4'b1001);
        states("XOFF below 72 free words, until more than 144 are free");

        control(NFC, 8'h80); idle(2); stands(4'b1011);
        control(NFC, 8'h7f); idle(2); stands(4'b1001);
        control(IDLE, 8'h20); control(NFC, 8'h00); stands(4'b1000);
        idle(2); stands(4'b1001);
        control(IDLE, 8'h20); control(NFC, 8'h00); block(2'b01, 64'd0); control(NFC, 8'h80); stands(4'b1001);
        control(NFC, 8'h80); stands(4'b1011);
        states("the peer's XOFF and NR are taken from its blocks");

        // 15 of 64 in each of two windows keep the lock, 16 lose it
        restart(63); stands(4'b0000);
        idle(1); stands(4'b1000);
        repeat (2) begin
            repeat (15) block(2'b11, 64'd0);
            idle(49);
        end
        control(NFC, 8'h80); idle(1); stands(4'b1011);
        idle(62);
        repeat (15) block(2'b00, 64'd0);
        stands(4'b1011);
        block(2'b00, 64'd0);
        @(posedge clk);
        #1 if (lock) bad_state = bad_state + 1;
        block(2'b00, 64'd0); stands(4'b0000);
        states("lock: 64 valid headers gain it, 16 invalid ones of 64 lose it and XOFF");

        // in a row: neither those before a loss nor those before an invalid one count
        restart(64);
        idle(20);
        repeat (16) block(2'b00, 64'd0);
        idle(63); stands(4'b0000);
        idle(1); stands(4'b1000);
        repeat (15) block(2'b11, 64'd0);
        stands(4'b1000);
        restart(40);
        block(2'b11, 64'd0);
        idle(8 + 63); stands(4'b0000);
        idle(1); stands(4'b1000);
        states("only valid headers in a row gain lock, and a new window begins with it");

        // 15 invalid headers at the end of a window and 15 in the next keep the lock; 16 at the end of a window lose it
        restart(64);
        idle(49);
        repeat (15) block(2'b11, 64'd0);
        repeat (15) block(2'b00, 64'd0);
        idle(49); stands(4'b1001);
        idle(48);
        repeat (15) block(2'b11, 64'd0);
        stands(4'b1001);
        block(2'b00, 64'd0);
        @(posedge clk);
        #1 if (lock) bad_state = bad_state + 1;
        block(2'b00, 64'd0); stands(4'b0000);
        states("the 64th header of a window counts in its own window and in no other");

        level = 9'd236; idle(2);  // 20 free
        if (other_xoff) bad_state = bad_state + 1;
        level = 9'd237; idle(2);
        if (!other_xoff) bad_state = bad_state + 1;
        level = 9'd235; idle(2);  // 21 free
        if (!other_xoff) bad_state = bad_state + 1;
        level = 9'd234; idle(2);
        if (other_xoff) bad_state = bad_state + 1;
        level = 9'd0;
        states("XOFF_FREE and XON_FREE move the thresholds");

        // a second invalid header comes among the blocks that do not count
        rst = 1'b1;
        idle(4);
        block(2'b11, 64'd0);
        rst = 1'b0;
        slips = 0;
        other_slips = 0;
        @(posedge clk);
        #1 if (!slip) bad_state = bad_state + 1;
        idle(2);
        block(2'b00, 64'd0);
        idle(68); stands(4'b0000);
        if (slip || slips != 1) bad_state = bad_state + 1;
        idle(1); stands(4'b1000);
        states("without lock an invalid header slips, and 8 blocks do not count");

        rst = 1'b1;
        idle(4);
        block(2'b11, 64'd0);
        rst = 1'b0;
        other_slips = 0;
        idle(254);
        block(2'b00, 64'd0);
        idle(63); @(posedge clk);
        #1 if (other_lock) bad_state = bad_state + 1;
        idle(1); @(posedge clk);
        #1 if (!other_lock || other_slips != 1) bad_state = bad_state + 1;
        states("SLIP_CYC is the number of blocks that do not count");

        // reset amid a frame, after XOFF, with as many invalid headers in the window as the lock bears
        restart(64);
        control(NFC, 8'h80);
        control(SEP, 8'd0);
        repeat (15) block(2'b11, 64'd0);
        packet(p, 0, 1);
        block(2'b01, 64'd5);
        level = 9'd200;
        idle(2); stands(4'b1111);
        rst = 1'b1;
        level = 9'd0;
        idle(4); stands(4'b0000);
        found_n = 0;
        for (e = 0; e < EVENTS; e = e + 1) count[e] = 0;
        rst = 1'b0;
        idle(64); stands(4'b1000);
        repeat (15) block(2'b00, 64'd0);
        idle(2); stands(4'b1001);
        states("reset ends lock, XOFF and the window of 64");
        packet(p, 0, 1);
        control(SEP, 8'd0);
        packet(p, 0, last);
        control(SEP, 8'd0);
        expect_words(p, 0, last, 1);
        due[FRAMES] = 1;
        due[HEAD] = 15;
        due[SKIPPED] = 4;
        judge("after reset amid a frame a separator is awaited again");

        // a frame that is given up, its header handed on, and a reset of one cycle in each cycle around that; at last none
        for (j = 0; j < 6; j = j + 1) begin
            restart(66);
            control(SEP, 8'd0);
            packet(p, 0, 2);
            for (i = 0; i < 6; i = i + 1) begin
                block(i == 2 ? 2'b11 : 2'b10, {56'd0, IDLE});
                rst = i == j && j < 5;
                if (i == j + 1) found_n = 0;   // what came before the reset
            end
            idle(4);
            if (found_n != (j < 5 ? 0 : 3)) bad_state = bad_state + 1;
            found_n = 0;
        end
        states("a frame given up in the cycle of a reset leaves no footer behind it");
        $finish;
    end
endmodule

`default_nettype wire
