// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The link's transmitter by itself: every block that leaves is judged by the page
// (exa_link.md sections 2 to 4) from what stood at the inputs when it was chosen.

`timescale 1ns / 1ps
`default_nettype none

// Blocks in clear: what left at a rising edge is here at the falling one.
module clear_line (
    input wire clk, input wire rst, input wire [1:0] head, input wire [63:0] data,
    output reg [1:0] sync, output reg [63:0] plain
);
    reg [57:0]   past = {58{1'b1}};  // 57 the newest
    reg          reset = 1'b1;       // the block on the line was made in reset
    wire [121:0] bits = {data, past};
    always @(posedge clk) reset = rst;
    always @(negedge clk) begin
        sync <= head;
        plain <= data ^ bits[19+:64] ^ bits[0+:64];  // 39 and 58 bits earlier
        past <= reset ? {58{1'b1}} : bits[64+:58];
    end
endmodule

module exa_link_tx_tb;
`include "tn_bench.vh"
`include "exa_link_bench.vh"
    localparam [7:0] SEP = 8'h1e, IDLE = 8'h78, NFC = 8'haa;
    localparam integer REFRESH = 64, SHORT = 16;
    reg          clk = 1'b0, rst = 1'b1;
    reg          valid = 1'b0, first = 1'b0, last = 1'b0;
    reg          want_xoff = 1'b0, lock = 1'b0, peer_xoff = 1'b0, peer_ready = 1'b0;
    reg  [127:0] word = 128'd0;
    wire         ready, frame_end;
    wire [1:0]   head, short_head, sync, short_sync;
    wire [63:0]  data, short_data, plain, short_plain;
    always #2 clk = !clk;

    exa_link_tx dut (
        .clk(clk), .rst(rst), .s_valid(valid), .s_ready(ready), .s_first(first), .s_last(last), .s_data(word),
        .want_xoff(want_xoff), .rx_lock(lock), .peer_xoff(peer_xoff), .peer_ready(peer_ready),
        .frame_end(frame_end), .head(head), .data(data)
    );
    clear_line line (clk, rst, head, data, sync, plain);

    // one with nothing to send
    exa_link_tx #(.REFRESH_CYC(SHORT)) short_dut (
        .clk(clk), .rst(rst), .s_valid(1'b0), .s_ready(), .s_first(1'b0), .s_last(1'b0), .s_data(128'd0),
        .want_xoff(want_xoff), .rx_lock(lock), .peer_xoff(1'b0), .peer_ready(1'b0),
        .frame_end(), .head(short_head), .data(short_data)
    );
    clear_line short_line (clk, rst, short_head, short_data, short_sync, short_plain);

    // ---- words offered: packet n as of exa_link_bench.vh. Those that are a header alone are marked at their header,
    // two of eleven others lack their footer
    integer goal = 0, gap = 0, offer_n = 0, offer_k = 0, level = 0;
    reg     popped = 1'b0, holding = 1'b0, was_rst = 1'b1;
    function integer offered;  // words of packet n that are offered
        input [31:0] n;
        offered = words_of(n) == 1 ? 1 : n % 11 < 2 ? words_of(n) - 1 : words_of(n);
    endfunction
    function marked;  // whether word k of packet n is its last, and says so
        input [31:0] n, k;
        marked = k == words_of(n) - 1;
    endfunction

    // ---- what was seen
    integer n = 0, k = 0, run = 0, since = 0, nfcs = 0, seps = 0, empties = 0, frames = 0, ends = 0, words_sent = 0;
    integer short_nfcs = 0, short_empties = 0, nr_idles = 0;
    reg     half = 1'b0, ended = 1'b0, told = 1'b0, fresh = 1'b1, go = 1'b0;
    reg     at_valid = 1'b0, at_first = 1'b0, at_want = 1'b0, at_lock = 1'b0, at_go = 1'b0, sounds = 1'b0;
    reg [63:0] low;
    integer bad_block = 0, bad_word = 0, bad_frame = 0, bad_go = 0, bad_nfc = 0, bad_refresh = 0, bad_empty = 0, bad_nr = 0;
    integer bad_fresh = 0, bad_count = 0, bad_short = 0, bad_cut = 0, i;

    always @(posedge clk) begin
        popped = valid && ready && !rst;
        at_valid = valid;
        at_first = first;
        at_want = want_xoff;
        at_lock = lock;
        at_go = lock && peer_ready && !peer_xoff;
        was_rst = rst;
    end

    task separator;
        if (half || plain[63:8] != 56'd0) bad_block = bad_block + 1;
        else if (k == 0) begin
            empties = empties + 1;
            // nothing could begin, or the link has just come up
            if (at_valid && at_go && !fresh) bad_empty = bad_empty + 1;
            fresh = 1'b0;
        end else begin
            frames = frames + 1;
            if (k != offered(n) || !(ended || (at_valid && at_first))) bad_frame = bad_frame + 1;
            n = n + 1;
            k = 0;
            fresh = 1'b0;
        end
    endtask

    task half_word;
        if (!half) begin
            half = 1'b1;
            low = plain;
            if (!at_go) bad_go = bad_go + 1;
            if (told != at_want) bad_nfc = bad_nfc + 1;
            if (fresh && k == 0) bad_fresh = bad_fresh + 1;
            if (k != 0 && ended) bad_frame = bad_frame + 1;
        end else begin
            half = 1'b0;
            if ({plain, low} !== word_of(n, k)) bad_word = bad_word + 1;
            ended = marked(n, k);
            k = k + 1;
            words_sent = words_sent + 1;
        end
    endtask

    always @(negedge clk) #1 if (was_rst) begin
        fresh = 1'b1;
        told = 1'b0;
        since = 0;
    end else begin
        since = since + 1;
        if (!at_lock || !peer_ready) fresh = 1'b1;
        ends = ends + frame_end;
        if (sync == 2'b01) half_word;
        else if (sync != 2'b10) bad_block = bad_block + 1;
        else if (plain[7:0] == SEP) separator;
        else if (plain[7:0] == NFC) begin
            if ((plain[63:8] & ~56'h80) != 56'd0) bad_block = bad_block + 1;
            if (plain[15] != at_want) bad_nfc = bad_nfc + 1;
            told = plain[15];
            nfcs = nfcs + 1;
            since = 0;
        end else if (plain[7:0] == IDLE) begin
            if ((plain[63:8] & ~56'h20) != 56'd0) bad_block = bad_block + 1;
            if (plain[13] == at_lock) bad_nr = bad_nr + 1;
            if (plain[13]) nr_idles = nr_idles + 1;
        end else bad_block = bad_block + 1;
        if (since > REFRESH) bad_refresh = bad_refresh + 1;
        if (short_sync == 2'b10 && short_plain[7:0] == NFC) short_nfcs = short_nfcs + 1;
        if (short_sync == 2'b10 && short_plain[7:0] == SEP) short_empties = short_empties + 1;

        // the next word
        if (popped) begin
            valid = 1'b0;
            offer_k = offer_k + 1;
            if (offer_k == offered(offer_n)) begin
                offer_k = 0;
                offer_n = offer_n + 1;
            end
        end
        if (!valid && (offer_n < goal || (offer_n == goal && offer_k < run)) && (gap == 0 || rnd(gap + 1) == 0)) begin
            valid = 1'b1;
            first = offer_k == 0;
            last = marked(offer_n, offer_k);
            word = word_of(offer_n, offer_k);
        end
    end

    task wait_blocks; input integer count; repeat (count) @(posedge clk); endtask
    // everything offered has left, but for the separator of a packet without footer
    task drain;
        begin
            i = 0;
            while (i < 20000 && (offer_n < goal || valid || half)) begin
                @(posedge clk);
                i = i + 1;
            end
            wait_blocks(8);
            if (i == 20000) bad_count = bad_count + 1;
        end
    endtask
    integer was_nfcs, was_empties, was_words, was_frames;
    task mark;
        begin
            was_nfcs = nfcs;
            was_empties = empties;
            was_words = words_sent;
            was_frames = frames;
        end
    endtask

    task verdicts;
        begin
            verdict(bad_fresh, "an empty frame goes before the first frame of a link that came up");
            verdict(bad_block, "blocks are those of the page, unused octets 0, scrambled");
            verdict(bad_word, "every word leaves once, in order, low half first");
            verdict(bad_frame, "a frame ends after its last word, or before the next header");
            verdict(bad_cut, "a header leaves before its packet has come");
            verdict(bad_go, "no word begins without lock, after XOFF, or to a peer that is not ready");
            verdict(bad_nfc, "a change of XOFF is told before any other word begins");
            verdict(bad_refresh, "NFC is sent again every 64 blocks");
            verdict(bad_short, "REFRESH_CYC is the number of blocks between two refreshes");
            verdict(bad_empty, "empty frames come with a refresh when no word may begin, and only then");
            verdict(bad_nr, "idles say whether this side has block lock");
            verdict(bad_count, "frames are counted, and everything has left");
        end
    endtask
    always @(bad_fresh or bad_block or bad_word or bad_frame or bad_cut or bad_go or
             bad_nfc or bad_refresh or bad_short or bad_empty or bad_nr or bad_count) if (only != 0) begin
        early = 1'b1;
        verdicts;
        early = 1'b0;
    end

    initial begin
        wait_blocks(4);
        #1 rst = 1'b0;

        // down: idles with NR, a refresh every 64 blocks, each with an empty frame
        wait_blocks(70);
        if (nr_idles < 60) bad_nr = bad_nr + 1;
        mark;
        short_nfcs = 0;
        short_empties = 0;
        wait_blocks(640);
        if (nfcs - was_nfcs != 10) bad_refresh = bad_refresh + 1;
        if (empties - was_empties != 10) bad_empty = bad_empty + 1;
        if (short_nfcs != 40 || short_empties != 40) bad_short = bad_short + 1;

        // a word waits: not without lock, nor before the peer is ready, nor after XOFF
        goal = 3;
        wait_blocks(130);
        #1 lock = 1'b1;
        wait_blocks(130);
        #1 lock = 1'b0; peer_ready = 1'b1;
        wait_blocks(130);
        #1 lock = 1'b1; peer_xoff = 1'b1;
        mark;
        wait_blocks(640);
        // the first two separators: the link came up, and a refresh was due
        if (empties - was_empties < 10 || empties - was_empties > 11) bad_empty = bad_empty + 1;
        if (words_sent != 0) bad_go = bad_go + 1;
        #1 peer_xoff = 1'b0;
        drain;

        // words without a gap: refreshes in their places, but no empty frames
        goal = 120;
        wait_blocks(10);
        mark;
        wait_blocks(640);
        if (empties != was_empties) bad_empty = bad_empty + 1;
        if (nfcs - was_nfcs != 10) bad_refresh = bad_refresh + 1;
        drain;

        // cut-through: the header's two blocks leave while there is no more
        while (words_of(goal) < 4 || goal % 11 < 2) begin
            goal = goal + 1;
            drain;
        end
        mark;
        run = 1;
        wait_blocks(12);
        if (words_sent - was_words != 1 || frames - was_frames > 1) bad_cut = bad_cut + 1;
        // a frame that is open gets no separator by a refresh, however long it takes
        wait_blocks(200);
        if (empties != was_empties || k != 1) bad_frame = bad_frame + 1;
        run = 0;
        goal = goal + 1;
        drain;

        // XOFF comes at any place: the half word and the separator still go
        gap = 1;
        for (i = 0; i < 60; i = i + 1) begin
            goal = offer_n + 4;
            wait_blocks(3 + rnd(40));
            #1 peer_xoff = 1'b1;
            wait_blocks(8);
            if (half || (k != 0 && ended)) bad_frame = bad_frame + 1;
            #1 peer_xoff = 1'b0;
        end
        drain;

        // this side's XOFF changes at any place
        for (i = 0; i < 200; i = i + 1) begin
            goal = offer_n + 4;
            wait_blocks(1 + rnd(9));
            #1 want_xoff = !want_xoff;
            if (rnd(3) == 0) begin
                wait_blocks(4);
                if (told != want_xoff) bad_nfc = bad_nfc + 1;
            end
        end

        // all of it, the link going down now and then
        for (i = 0; i < 300; i = i + 1) begin
            goal = offer_n + 3;
            wait_blocks(1 + rnd(60));
            #1 case (rnd(8))
                0, 1, 2: peer_xoff = !peer_xoff;
                3, 4, 5: want_xoff = !want_xoff;
                6: lock = !lock;
                default: peer_ready = !peer_ready;
            endcase
            gap = rnd(4);
        end
        {lock, peer_ready, peer_xoff, want_xoff} = 4'b1100;
        goal = offer_n + 1;  // one that has its footer ends the last
        while (goal % 11 < 2) goal = goal + 1;
        goal = goal + 1;
        drain;
        // reset in between: words may begin at once, and an empty frame is due
        gap = 0;
        #1 rst = 1'b1;
        wait_blocks(4);
        goal = goal + 1;
        wait_blocks(2);
        #1 rst = 1'b0;
        drain;
        if (frames != ends) bad_count = bad_count + 1;
        if (frames < 300 || n < offer_n - 1) bad_count = bad_count + 1;

        verdicts;
        $finish;
    end

    // some times the simulated time that a sound run takes
    initial begin
        #1000000 verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
