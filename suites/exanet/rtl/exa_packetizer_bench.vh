// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A packetizer of eight channels, messages for it to send, the packets they become, answers to them.
// Include inside a bench.

`include "exa_ni_bench.vh"
    localparam integer CHANS = 8;
    localparam [21:0] FAR = {7'd9, 7'd1, 6'd63, 2'd1};
    localparam [41:0] MBOX = {3'b111, 7'd3, 32'h00003000};
    localparam IDLE = 0, BUSY = 1, ACKED = 2, NACKED = 3, TIMEOUT = 4, REFUSED = 5;

    exa_packetizer #(.CHAN_N(CHANS)) dut (`EXA_NI_PORTS);

    integer i, j, k, n, c, t, first, last, words;
    integer num [0:CHANS-1];
    reg [7:0] bytes [0:64*CHANS-1];
    reg [21:0] to;
    reg [41:0] at;

    // writes a message of n random bytes into channel c and sends it
    task send;
        input integer chan;
        input [21:0] dst;
        input [41:0] a;
        input integer kind, count;
        integer b;
        begin
            for (b = 0; b < 64; b = b + 1) begin
                if (b < count) bytes[64*chan+b] = rnd(256);
                buf_d[b/16][8*(b%16)+:8] = bytes[64*chan+b];
                buf_s[b/16] = 16'hffff;
            end
            buf_d[4] = {32'd0, 19'd0, kind[4:0], 1'b0, count[6:0], dst, a};
            buf_s[4] = 16'h0fff;
            axi_write(chan << 12, 4, 4, INCR);
            if (resp !== OKAY) wrong = wrong + 1;
        end
    endtask

    // that packet must come
    task want_packet;
        input integer chan;
        input [15:0] pdid;
        input [21:0] dst;
        input [41:0] a;
        input integer kind, count;
        integer b, w;
        begin
            w = (a[3:0] + count + 15) / 16;
            for (b = 0; b < 16; b = b + 1) pay[b] = 0;
            for (b = 0; b < count; b = b + 1) pay[(a[3:0]+b)/16][8*((a[3:0]+b)%16)+:8] = bytes[64*chan+b];
            want(HDR, header(pdid, dst, a, kind[4:0], count));
            first = rx_at[rx_seen-1];
            for (b = 0; b < w; b = b + 1) want(PLD, pay[b]);
            want(FTR, footer(pay_crc(w), OWN, 14'h2000 | chan, num[chan]));
            last = rx_at[rx_seen-1];
            words = w + 2;
        end
    endtask

    // an answer to a channel's message; bits of other are wrong in its domain
    integer dom [0:CHANS-1];
    initial for (i = 0; i < CHANS; i = i + 1) dom[i] = 16'h1000 + i;
    task ack;
        input integer chan, number, code;
        input [15:0] other;
        answer(chan, number, code, chan < CHANS ? dom[chan] ^ other : 0);
    endtask

    task answer;
        input [12:0] chan;
        input [12:0] number;
        input [3:0]  code;
        input [15:0] pdid;
        put(HDR, ack_word(pdid, OWN, 10'h382, {1'b1, chan}, number, code));
    endtask

    task status;
        input integer chan, state, code, again;
        expect32((chan << 12) + 20'h50, num[chan] << 16 | again << 8 | code << 4 | state, OKAY);
    endtask
