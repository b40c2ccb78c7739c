// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One tnw_link, the bench being its other end, word by word: states, causes, feedback, timers, registers,
// latencies (tnw_link.md sections 3 to 8). FIFOs of 2 packets, txFifo of 4 items.

`timescale 1ns / 1ps
`default_nettype none

module tnw_link_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer NONE = 0, ACK = 1, NACK = 2, RESTART = 3, FULL = 4, INIT = 5, READY = 6;
    localparam integer CTRL = 'h8, STATUS = 'hc, TMO = 'h10, BACKOFF = 'h14, TX_PACKETS = 'h40, TX_RESENT = 'h44;
    localparam integer TX_RESTARTS = 'h48, TX_TIMEOUTS = 'h4c, FB_NACK = 'h50, FB_FULL = 'h54, FB_CRC = 'h58;
    localparam integer FB_SEQ = 'h5c, FB_CODE = 'h60, PEER_RESET = 'h64, LOST = 'h68, UNREAD = 'h6c, CAUSES = 'h80;
    localparam integer SYNC = 'ha4, BAD_WORDS = 'ha8, ALIGN_LOST = 'hac, SYM_CODE = 'hb0, SYM_DISP = 'hb4;

    reg          clk = 1'b0, rst = 1'b1;
    reg  [31:0]  rx = IDLES;
    reg  [3:0]   rx_f = 4'b1111;
    reg          up = 1'b0, take = 1'b0, wr = 1'b0, rd = 1'b0, iv = 1'b0, il = 1'b0;
    reg  [2:0]   code_n = 3'd0, disp_n = 3'd0, tvc = 3'd0, ivc = 3'd0;
    reg  [127:0] id = 128'd0;
    reg  [23:0]  ioff = 24'd0;
    reg  [9:0]   addr = 10'd0;
    reg  [31:0]  wdata = 32'd0;
    wire [31:0]  tx, rdata;
    wire [3:0]   tx_f, cause;
    wire         ok, dv, flush, ov;
    wire [7:0]   rv;
    wire [127:0] rdat;
    wire [23:0]  roff;
    wire [2:0]   ovc, tstate;
    wire [4:0]   oseq, u;
    always #2 clk = !clk;

    tnw_link #(.TX_ITEMS_LOG2(2), .RX_PKTS_LOG2(1)) dut (
        .clk(clk), .rst(rst), .tx_data(tx), .tx_flags(tx_f), .rx_data(rx), .rx_flags(rx_f), .rx_up(up), .rx_code_n(code_n),
        .rx_disp_n(disp_n), .inj_ok(ok), .inj_valid(iv), .inj_last(il), .inj_data(id), .inj_vc(ivc), .inj_offset(ioff),
        .rcv_valid(rv), .rcv_take(take), .rcv_vc(tvc), .rcv_dvalid(dv), .rcv_data(rdat), .rcv_offset(roff), .flush(flush),
        .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata), .obs_rx_valid(ov),
        .obs_rx_cause(cause), .obs_rx_vc(ovc), .obs_rx_seq(oseq), .obs_tx_state(tstate), .obs_unacked(u)
    );

    // ---- what the DUT sends: control words by code with number and cycle, packets compared with the items
    integer cycle = 0, at = 0, starts = 0, start_at = 0, flushes = 0;
    integer seen [0:7], seen_at [0:7], seen_seq [0:7];
    integer judged = 0, judged_at = 0, last_cause = 0, last_vc = 0, last_seq = 0;
    reg [31:0] crc, head, want;
    reg [4:0]  start_seq;
    reg        ok_last;  // inj_ok with an item's last beat
    integer    m;
    initial for (m = 0; m < 8; m = m + 1) seen[m] = 0;

    function [127:0] beat_of;  // beat b of item n
        input integer n, b;
        beat_of = {~n, b, n * 32'd2654435761 ^ b, ~n};
    endfunction
    function [2:0] vc_of; input integer n; vc_of = (n * 5 + 3) % 8; endfunction
    integer item_of [0:31];  // the item that has this number

    task garbled;
        begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# word %h in cycle %0d", tx, cycle);
        end
    endtask
    always @(posedge clk) begin
        if (rst) at = 0;
        else if (at == 0) begin
            if (tx_f == 4'b0001) begin
                m = tx[31:29];
                if (tx !== control(m, tx[28:24], tx[7:0]) || m == 7) garbled;
                if (tx[7:0] == 8'hfb ? m == INIT || m == READY || m == RESTART : tx[7:0] != 8'h9c || m == NONE)
                    garbled;
                seen[m] = seen[m] + 1;
                seen_at[m] = cycle;
                seen_seq[m] = tx[28:24];
                if (tx[7:0] == 8'hfb) begin
                    at = 1;
                    starts = starts + 1;
                    start_at = cycle;
                    crc = 32'hffffffff;
                end
            end else if ({tx_f, tx} !== {4'b1111, IDLES}) garbled;
        end else begin
            if (at == 1) begin
                head = tx;
                start_seq = tx[28:24];
                m = item_of[start_seq];
                if (tx[31:29] !== vc_of(m) || tx[23:0] !== 24'd7 * m) garbled;
            end
            want = at == 34 ? ~crc : beat_of(item_of[start_seq], (at - 2) / 4) >> 32 * ((at - 2) % 4);
            if (at > 1 && tx !== want)
                garbled;
            if (tx_f !== 4'd0) garbled;
            crc = crc32_word(crc, tx);
            at = at == 34 ? 0 : at + 1;
        end
        if (ov) begin
            judged = judged + 1;
            judged_at = cycle;
            last_cause = cause;
            last_vc = ovc;
            last_seq = oseq;
        end
        if (flush) flushes = flushes + 1;
        if (il) ok_last = ok;
        cycle = cycle + 1;
    end

    // ---- what the bench sends; each task ends behind the edge that took its last word
    task must;
        input good;
        input integer line;
        if (good !== 1'b1) begin
            wrong = wrong + 1;
            $display("# check %0d", line);
        end
    endtask
    task word;
        input [3:0]  f;
        input [31:0] d;
        begin
            rx_f = f;
            rx = d;
            @(posedge clk);
            #1 rx_f = 4'b1111;
            rx = IDLES;
        end
    endtask
    task idle; input integer n; repeat (n) word(4'b1111, IDLES); endtask
    integer sent_at;
    task set;
        input integer code, seq;
        begin
            sent_at = cycle;
            word(4'b0001, control(code, seq, 8'h9c));
        end
    endtask
    function [31:0] pay; input [31:0] w; pay = {~w[15:0], w[15:0]}; endfunction  // all bits are used
    task packet;  // words of it; bad turns a bit of the CRC word round
        input integer vc, seq, words, bad;
        reg [31:0] c, h;
        integer k;
        begin
            word(4'b0001, control(NONE, 0, 8'hfb));
            c = 32'hffffffff;
            for (k = 1; k < words; k = k + 1) begin
                sent_at = cycle;
                if (k == 1) begin
                    h = 24'hc00384 + seq;
                    h[31:24] = {vc[2:0], seq[4:0]};
                    c = crc32_word(c, h);
                    word(4'd0, h);
                end else if (k < 34) begin
                    c = crc32_word(c, pay(seq * 1000 + k));
                    word(4'd0, pay(seq * 1000 + k));
                end else word(4'd0, ~c ^ bad);
            end
        end
    endtask
    task expect_cause;
        input integer want, vc, seq, line;
        begin
            idle(5);
            must(last_cause == want && last_vc == vc && last_seq == seq && judged_at >= sent_at + 2 && judged_at <= sent_at + 4,
                 line);
        end
    endtask
    task expect_answer;
        input integer code, seq, line;
        begin
            idle(3);
            must(seen_at[code] > sent_at && seen_at[code] <= sent_at + 6 && seen_seq[code] == seq, line);
        end
    endtask
    task peek;
        input integer at_addr;
        begin
            addr = at_addr;
            rd = 1'b1;
            idle(1);
            rd = 1'b0;
        end
    endtask
    task register;
        input integer at_addr, value;
        begin
            peek(at_addr);
            if (rdata !== value) begin
                wrong = wrong + 1;
                $display("# register %0h: %0d (%h), not %0d", at_addr, rdata, rdata, value);
            end
        end
    endtask
    task write;
        input integer at_addr, v;
        begin
            addr = at_addr;
            wdata = v;
            wr = 1'b1;
            idle(1);
            wr = 1'b0;
        end
    endtask
    integer items = 0, last_beat;
    task inject;
        integer b;
        begin
            while (!ok) idle(1);
            for (b = 0; b < 8; b = b + 1) begin
                iv = 1'b1;
                il = b == 7;
                id = beat_of(items, b);
                ivc = vc_of(items);
                ioff = 7 * items;
                last_beat = cycle;
                idle(1);
            end
            iv = 1'b0;
            il = 1'b0;
            items = items + 1;
        end
    endtask
    task restart;
        begin
            rst = 1'b1;
            up = 1'b0;
            idle(3);
            rst = 1'b0;
            items = 0;
            starts = 0;
            judged = 0;
            flushes = 0;
            for (m = 0; m < 8; m = m + 1) begin
                seen[m] = 0;
                seen_at[m] = 0;
            end
            for (m = 0; m < 32; m = m + 1) item_of[m] = m;
        end
    endtask
    task bring_up;
        begin
            restart;
            up = 1'b1;
            idle(5);
            set(INIT, 0);
            idle(5);
            set(READY, 0);
            idle(5);
        end
    endtask

    integer n, t;
    function [127:0] four;  // words of packet()
        input [31:0] w;
        four = {pay(w + 32'd3), pay(w + 32'd2), pay(w + 32'd1), pay(w)};
    endfunction
`include "tnw_link_rx_tests.vh"
`include "tnw_link_tx_tests.vh"
`include "tnw_link_regs_tests.vh"
    initial begin
        receiving;
        sending;
        registers;
        $finish;
    end
    initial #200000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
