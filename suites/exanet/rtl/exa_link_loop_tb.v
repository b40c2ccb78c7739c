// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One exa_link, its blocks back into itself, channel and registers step by step: room for
// a packet, words outside one, counters, flow control (exa_link.md sections 3, 4 and 6). Its
// line clock is four times as fast as its channel's, the most at which no event may get lost.

`timescale 1ns / 1ps
`default_nettype none

module exa_link_loop_tb;
`include "tn_bench.vh"
`include "exa_link_bench.vh"
    localparam integer TX_FRAMES = 'h400, TX_STRAY = 'h404, RX_FRAMES = 'h408, RX_BROKEN = 'h40c;
    localparam integer RX_SKIPPED = 'h410, RX_OVERFLOW = 'h414, RX_HEAD = 'h418, RX_UNKNOWN = 'h41c;
    localparam integer LOCK_LOST = 'h420, XOFF_OUT = 'h424, XOFF_IN = 'h428, STATUS = 'h004;

    reg         clk = 1'b0, line = 1'b0, rst = 1'b1;
    reg         hv = 1'b0, pv = 1'b0, fv = 1'b0, mr = 1'b1, rd = 1'b0;
    reg  [11:0] addr = 12'd0;
    reg  [127:0] sdata = 128'd0;
    wire        hr, pr, fr, mhv, mpv, mfv, slip, lock, brk;
    wire [127:0] mdata;
    wire [1:0]  th, rh;
    wire [63:0] td, rx;
    wire [31:0] rdata;
    always #4 clk = !clk;
    always #1 line = !line;

    // what the line does to the blocks: 00 as sync header, or the lowest bit flipped
    reg         cut = 1'b1, flip = 1'b0;
    assign rh = cut ? 2'b00 : th;
    assign rx = {td[63:1], td[0] != flip};

    exa_link #(.SLIP_CYC(1)) dut (
        .clk(clk), .rst(rst), .tx_clk(line), .tx_rst(rst), .rx_clk(line), .rx_rst(rst),
        .s_exa_hdr_valid(hv), .s_exa_hdr_ready(hr), .s_exa_pld_valid(pv), .s_exa_pld_ready(pr),
        .s_exa_ftr_valid(fv), .s_exa_ftr_ready(fr), .s_exa_data(sdata),
        // a ready of another kind than the word's must take nothing
        .m_exa_hdr_valid(mhv), .m_exa_hdr_ready(mhv == mr), .m_exa_pld_valid(mpv), .m_exa_pld_ready(mpv == mr),
        .m_exa_ftr_valid(mfv), .m_exa_ftr_ready(mfv == mr), .m_exa_data(mdata),
        .tx_head(th), .tx_data(td), .rx_head(rh), .rx_data(rx), .rx_slip(slip),
        .reg_rd(rd), .reg_addr(addr), .reg_rdata(rdata), .obs_rx_lock(lock), .obs_rx_break(brk)
    );

    integer wrong = 0, i, taken, came = 0, breaks = 0, locks = 0;
    reg [129:0] last_word = 130'd0;
    reg     was_lock = 1'b0;
    always @(posedge clk) if (!rst && mr && (mhv || mpv || mfv)) begin
        came = came + 1;
        last_word = {mhv ? HDR[1:0] : mpv ? PLD[1:0] : FTR[1:0], mdata};
    end
    always @(posedge line) if (!rst) begin
        if (brk) breaks = breaks + 1;
        if (was_lock && !lock) locks = locks + 1;
        was_lock = lock;
    end

    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask
    task wait_cycles; input integer n; repeat (n) @(negedge clk); endtask
    task register;  // must read so
        input integer at, value;
        begin
            addr = at;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
            if (rdata !== value) begin
                wrong = wrong + 1;
                $display("# register %0h: %0d, not %0d", at, rdata, value);
            end
        end
    endtask
    task send;  // one word, when it is taken at once
        input integer kind;
        input [127:0] w;
        begin
            {fv, pv, hv} = 3'd1 << kind;
            sdata = w;
            @(posedge clk) if (!(kind == HDR ? hr : kind == PLD ? pr : fr)) wrong = wrong + 1;
            @(negedge clk) {fv, pv, hv} = 3'd0;
        end
    endtask
    task packet;  // words from, to of packet n
        input integer n, from, to;
        integer k;
        for (k = from; k <= to; k = k + 1) send(k == 0 ? HDR : k == words_of(n) - 1 ? FTR : PLD, word_of(n, k));
    endtask
    task restart;
        begin
            rst = 1'b1;
            wait_cycles(5);
            rst = 1'b0;
            came = 0;
            breaks = 0;
            locks = 0;
            was_lock = 1'b0;
        end
    endtask

    reg [127:0] lone;  // a packet that is a header alone
    initial begin
        lone = header(16'd7, 22'd1, 42'd64, 5'd17, 14'd0);
        wait_cycles(5);
        rst = 1'b0;

        // no block lock: the TX FIFO of 256 words fills. A header of wrong CRC opens a packet without end
        wait_cycles(8);
        send(HDR, lone ^ 128'd4);
        for (taken = 1; taken < 256; taken = taken + 1) begin
            if (hr != (256 - taken >= 18) || !pr || !fr) wrong = wrong + 1;
            send(PLD, {96'd5, taken});
        end
        judge("a header is taken while 18 words are free, other words while one is");
        if (hr || pr || fr) wrong = wrong + 1;
        judge("the TX FIFO holds 256 words");

        // all of them in one frame: it is given up with its 19th word
        register(STATUS, 0);
        register(LOCK_LOST, 0);
        cut = 1'b0;
        wait_cycles(400);
        register(STATUS, 9);
        register(TX_FRAMES, 0);
        register(RX_BROKEN, 1);
        register(RX_SKIPPED, 2 * (256 - 19));
        register(RX_FRAMES, 0);
        if (came != 18 || last_word !== {FTR[1:0], 128'd0} || breaks != 1) wrong = wrong + 1;
        send(HDR, lone);
        wait_cycles(40);
        register(TX_FRAMES, 2);
        register(RX_FRAMES, 1);
        register(RX_BROKEN, 1);
        register(RX_SKIPPED, 2 * (256 - 19));
        register(RX_OVERFLOW, 0);
        if (came != 19 || last_word !== {HDR[1:0], lone}) wrong = wrong + 1;
        judge("every block is counted at four times the channel's clock");

        // outside a packet: after reset, after a header alone, after a footer
        restart;
        send(PLD, 128'd1);
        send(FTR, 128'd2);
        send(HDR, lone);
        send(PLD, 128'd3);
        send(FTR, 128'd4);
        packet(1, 0, 1);
        send(FTR, 128'd5);
        wait_cycles(100);
        register(TX_STRAY, 5);
        register(TX_FRAMES, 2);
        register(RX_FRAMES, 2);
        if (came != 3) wrong = wrong + 1;
        // in one: a header alone, but the CRC is wrong; and a header ends a packet
        send(HDR, lone ^ 128'd1);
        send(FTR, 128'd6);
        send(HDR, word_of(1, 0));
        send(HDR, lone);
        wait_cycles(100);
        register(TX_STRAY, 5);
        register(TX_FRAMES, 5);
        // the frame of packet 1's header is a word short; the header alone behind it has just that word, and is given up too
        register(RX_FRAMES, 3);
        register(RX_BROKEN, 2);
        if (came != 5) wrong = wrong + 1;
        judge("words outside a packet are taken, counted and not sent");

        // one that waits, as the FIFO is full of a packet that has ended, is counted when it is taken; so is a header
        for (taken = HDR; taken <= FTR; taken = taken + 1) begin
            cut = 1'b1;
            restart;
            wait_cycles(8);
            send(HDR, lone ^ 128'd4);
            repeat (254) send(PLD, 128'd5);
            send(FTR, 128'd6);
            {fv, pv, hv} = 3'd1 << taken;
            sdata = lone;
            wait_cycles(10);
            if (hr || pr || fr) wrong = wrong + 1;
            register(TX_FRAMES, 0);  // a whole packet waits, none of it has left
            cut = 1'b0;
            @(posedge clk) while (!(taken == HDR ? hr : pr)) @(posedge clk);
            @(negedge clk) {fv, pv, hv} = 3'd0;
            wait_cycles(400);
            register(TX_STRAY, taken != HDR);
            register(TX_FRAMES, 1 + (taken == HDR));
        end
        judge("a word that must wait is taken once, and counted once");

        // the channel stops: XOFF below 72 free words, no word lost, and on
        restart;
        wait_cycles(100);
        mr = 1'b0;
        taken = 0;
        while (taken < 600 && hr) begin
            send(HDR, lone);
            taken = taken + 1;
            wait_cycles(1);
        end
        wait_cycles(20);
        register(STATUS, 15);
        register(XOFF_OUT, 1);
        register(RX_OVERFLOW, 0);
        register(RX_BROKEN, 0);
        addr = XOFF_IN;
        rd = 1'b1;
        @(negedge clk) i = rdata;
        wait_cycles(64 * 10 / 4);  // ten refreshes
        if (rdata - i != 10 || i == 0) wrong = wrong + 1;
        rd = 1'b0;
        // 185 words fill the RX FIFO below 72 free, 239 the TX FIFO below 18; the line holds some more
        if (taken < 185 + 239 || taken > 185 + 239 + 8 || came != 0) wrong = wrong + 1;
        mr = 1'b1;
        wait_cycles(1600);
        register(STATUS, 9);
        register(RX_FRAMES, taken);
        if (came != taken) wrong = wrong + 1;
        judge("XOFF stops the line before the RX FIFO is full, and nothing is lost");

        // word by word: while one waits, the readies of other kinds are high
        restart;
        wait_cycles(100);
        mr = 1'b0;
        packet(2, 0, words_of(2) - 1);
        wait_cycles(60);
        for (i = 0; i < words_of(2); i = i + 1) begin
            if (!(mhv || mpv || mfv) || mdata !== word_of(2, i)) wrong = wrong + 1;
            mr = 1'b1;
            @(negedge clk) mr = 1'b0;
            wait_cycles(3);
        end
        mr = 1'b1;
        wait_cycles(20);
        if (came != words_of(2)) wrong = wrong + 1;
        judge("a word leaves by the ready of its own kind");

        // invalid sync headers, unknown control blocks, a lost block lock
        restart;
        wait_cycles(100);
        @(negedge line) flip = 1'b1;
        @(negedge line) flip = 1'b0;
        wait_cycles(20);
        register(RX_UNKNOWN, 1);
        register(RX_HEAD, 0);
        repeat (3) begin
            @(negedge line) cut = 1'b1;
            @(negedge line) cut = 1'b0;
        end
        wait_cycles(20);
        register(RX_HEAD, 3);
        register(LOCK_LOST, 0);
        register(STATUS, 9);
        wait_cycles(20);
        cut = 1'b1;
        wait_cycles(20);
        register(LOCK_LOST, 1);
        register(STATUS, 0);
        if (locks != 1) wrong = wrong + 1;
        // heard again, it works on
        cut = 1'b0;
        wait_cycles(100);
        send(HDR, lone);
        wait_cycles(40);
        register(STATUS, 9);
        register(RX_FRAMES, 1);
        register(LOCK_LOST, 1);
        judge("invalid sync headers, unknown blocks and losses of lock are counted");

        restart;
        for (i = 0; i < 4096; i = i + 1)
            if (i != STATUS) register(i, i == 0 ? 32'h454c0001 : 0);
        judge("reset clears all counters, unlisted addresses read 0");
        $finish;
    end

    // some times the simulated time that a sound run takes
    initial begin
        #400000 verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
