// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// An attacker's packets between two ape_links (BAND 1): their payloads are START, MAGIC, headers, credit words, whole packets with right codes, and footers
// that would be right were a word or two more in front of them. One fault a run: a word of the line is struck, lost or comes twice; each
// word in turn, then, with a source that pauses between words and a line with pauses, words of stuffings. Then the line, as it was recorded, is dark for 1 to 40
// words from each word on (for more than 8 from each third). No packet comes that the far end was not given (ape_link.md, Promises). HEADER 0 and 1. +say: what comes that was not given. +rounds=N: so many
// pauses at random, not one.

`timescale 1ns / 1ps
`default_nettype none

module ape_link_attack_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"
`include "exa_defs.vh"
`include "exa_crc.vh"

    localparam integer PACKETS = 4, WORDS = 24;
    // what happens to a word
    localparam integer K = 0, BIT = 1, TO_MAGIC = 2, TO_START = 3, LOST = 4, TWICE = 5, KINDS = 6, DARK_MAX = 40;

    reg          clk = 1'b0, rst = 1'b1, sv = 1'b0, sh = 1'b0, sl = 1'b0, wr = 1'b0, stop = 1'b0, replay = 1'b0;
    reg  [127:0] sd = 128'd0;
    integer      cells = 0;
    always #1 clk = !clk;

    wire         tv [0:1], tk [0:1], sr [0:1];
    wire [127:0] tw [0:1];
    wire         uv [0:1], uk [0:1];  // words back
    wire [127:0] uw [0:1];
    wire [1:0]   mv [0:1], mh [0:1], ml [0:1];
    wire [255:0] md [0:1];
    reg          rv, rk;
    reg  [127:0] rw;

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_header
            wire [19:0]  room_d, room_u;
            wire [15:0]  hdr_d, hdr_u;
            wire [1:0]   nv, nh, nl;
            wire [255:0] nd;
            wire [31:0]  r0, r1;
            wire         ur;
            wire         own = clk && cells == g;  // the pair that is not attacked costs no time
            wire         own_near = own && !replay;

            ape_link #(.HEADER(g)) u_near (
                .clk(own_near), .rst(rst), .wire_tx_stop(stop), .wire_tx_valid(tv[g]), .wire_tx_k(tk[g]), .wire_tx_data(tw[g]),
                .wire_rx_valid(uv[g]), .wire_rx_k(uk[g]), .wire_rx_data(uw[g]), .s_tx_valid(sv), .s_tx_ready(sr[g]), .s_tx_data(sd),
                .s_tx_head(sh), .s_tx_last(sl), .tx_room_data(room_d), .tx_room_hdr(hdr_d), .m_rx_valid(nv), .m_rx_ready(2'b11),
                .m_rx_data(nd), .m_rx_head(nh), .m_rx_last(nl), .reg_wr(wr), .reg_rd(1'b0), .reg_addr(8'd52), .reg_wdata(32'd16),
                .reg_rdata(r0)
            );
            ape_link #(.HEADER(g)) u_far (
                .clk(own), .rst(rst), .wire_tx_stop(1'b0), .wire_tx_valid(uv[g]), .wire_tx_k(uk[g]), .wire_tx_data(uw[g]),
                .wire_rx_valid(rv), .wire_rx_k(rk), .wire_rx_data(rw), .s_tx_valid(1'b0), .s_tx_ready(ur), .s_tx_data(128'd0),
                .s_tx_head(1'b0), .s_tx_last(1'b0), .tx_room_data(room_u), .tx_room_hdr(hdr_u), .m_rx_valid(mv[g]), .m_rx_ready(2'b11),
                .m_rx_data(md[g]), .m_rx_head(mh[g]), .m_rx_last(ml[g]), .reg_wr(1'b0), .reg_rd(1'b0), .reg_addr(8'd0),
                .reg_wdata(32'd0), .reg_rdata(r1)
            );
        end
    endgenerate

    // ---- packets: word w of packet p
    reg [127:0] pk [0:PACKETS*WORDS-1];
    integer     n_of [0:PACKETS-1];
    integer     p, k;
    reg [31:0]  crc;
    function [127:0] head;  // of a packet of n payload words, from process pid
        input integer n, pid;
        reg [127:0] cell_;
        begin
            cell_ = 128'd0;
            cell_[EXA_PDID_LSB+:EXA_PDID_W] = pid;
            cell_[EXA_DST_LSB+:EXA_DST_W] = 22'h201;
            cell_[EXA_SIZE_LSB+:EXA_SIZE_W] = 16 * n;
            cell_[EXA_CRC_LSB+:EXA_CRC_W] = exa_crc16(cell_);
            head = cells != 0 ? cell_ : header(pid, 1, 2, 3, 0, 1'b0, 16 * n, 48'h123456789abc);
        end
    endfunction
    function [31:0] crc_of;  // the register behind a header; a cell's begins with the payload
        input [127:0] w;
        crc_of = cells != 0 ? 32'hffffffff : crc_begin(w);
    endfunction
    function [127:0] foot;
        input [31:0] code;
        input [95:0] rest;
        reg [127:0] cell_;
        begin
            cell_ = {~code, 8'd0, rest[87:0]};
            cell_[EXA_FTR_CRC_LSB+:EXA_FTR_CRC_W] = exa_crc8(cell_);
            foot = cells != 0 ? cell_ : footer(code, rest);
        end
    endfunction
    task seal;  // the footer of packet p of n payload words
        input integer n;
        begin
            n_of[p] = n + 2;
            crc = crc_of(pk[WORDS*p]);
            for (k = 1; k <= n; k = k + 1) crc = crc_lanes(crc, pk[WORDS*p+k]);
            pk[WORDS*p+n+1] = foot(crc, {p, 16'd3, 16'h4321, 32'd0});
        end
    endtask
    task forged;  // a whole packet of a payload word as words k to k + 2
        begin
            pk[WORDS*p+k] = head(1, 99);
            pk[WORDS*p+k+1] = 128'h1122334455667788;
            crc = crc_lanes(crc_of(pk[WORDS*p+k]), pk[WORDS*p+k+1]);
            pk[WORDS*p+k+2] = foot(crc, {32'd7, 16'd0, 16'h4000, 32'd0});
        end
    endtask
    task packets;
        begin
            // START and MAGIC in front of packets, in every order
            p = 0;
            pk[0] = head(16, 31 + p);
            k = 1; pk[k] = MAGIC;
            k = 2; pk[k] = START;
            k = 3; forged;
            k = 6; pk[k] = START;
            k = 7; forged;
            k = 10; pk[k] = MAGIC;
            k = 11; pk[k] = MAGIC;
            k = 12; pk[k] = START;
            k = 13; pk[k] = START;
            k = 14; forged;
            seal(16);
            // a packet from the first word on
            p = 1;
            pk[WORDS] = head(3, 31 + p);
            k = 1; forged;
            seal(3);
            // credit words as an idle line has them, and the footer that would be right were there one more
            p = 2;
            moved(16, 1);
            plain_one;
        end
    endtask
    task moved;  // packet p of n payload words with a footer that is right when a stuffing's credit word (more 1), or its MAGIC, too (2), are words of the packet
        input integer n, more;
        begin
            pk[WORDS*p] = head(n, 31 + p);
            crc = crc_of(pk[WORDS*p]);
            for (k = 1; k <= n; k = k + 1) begin
                pk[WORDS*p+k] = more == 2 && k % 2 == 1 ? MAGIC : credit_word(8, 2, 8, 2);
                crc = crc_lanes(crc, pk[WORDS*p+k]);
            end
            pk[WORDS*p+n+1-more] = foot(crc, {32'd7, 16'd0, 16'h4000, 32'd0});
            seal(n);
        end
    endtask
    task plain_one;  // the last, which nobody attacks
        begin
            p = 3;
            pk[3*WORDS] = head(2, 31 + p);
            {pk[3*WORDS+1], pk[3*WORDS+2]} = {128'd5, 128'd6};
            seal(2);
        end
    endtask
    task moving_packets;
        begin
            for (p = 0; p < 3; p = p + 1) moved(p == 1 ? 8 : 6, p == 0 ? 1 : 2);
            plain_one;
        end
    endtask

    function [31:0] unstepped;  // the register in front of 32 bits of zeros
        input [31:0] r;
        integer n;
        begin
            unstepped = r;
            for (n = 0; n < 32; n = n + 1) unstepped = unstepped[31] ? (unstepped ^ 32'hedb88320) << 1 | 32'd1 : unstepped << 1;
        end
    endfunction
    task joining_packets;  // two of one size, between them a header alone that is a right footer of the first
        begin
            p = 1;
            n_of[1] = 1;
            pk[WORDS] = header(77, 1, 2, 3, 0, 1'b1, 0, 48'h123456789abc);
            for (k = 0; cells != 0 && pk[WORDS][EXA_FTR_CRC_LSB+:EXA_FTR_CRC_W] !== exa_crc8(pk[WORDS]); k = k + 1) begin
                pk[WORDS] = 128'd0;
                pk[WORDS][EXA_TYPE_LSB+:EXA_TYPE_W] = EXA_ACK;
                pk[WORDS][EXA_A_TID_LSB+:14] = k;
                pk[WORDS][EXA_CRC_LSB+:EXA_CRC_W] = exa_crc16(pk[WORDS]);
            end
            for (p = 0; p < 3; p = p + 2) begin
                pk[WORDS*p] = head(2, 31 + p);
                pk[WORDS*p+1] = {4{32'h11111111 << p}};
                pk[WORDS*p+2] = 128'd0;
                crc = crc_lanes(crc_lanes(crc_of(pk[WORDS*p]), pk[WORDS*p+1]), pk[WORDS*p+2]);
                if (p == 0) pk[2][127:96] = unstepped(crc) ^ unstepped(~pk[WORDS][127:96]);
                seal(2);
            end
            plain_one;
        end
    endtask

    // ---- the line: what happens to word number `at` that leaves; slow: to the at-th of MAGIC and words behind one
    integer     at = -1, kind = 0, bit_of = 0, count = 0, length = 0;
    reg         slow = 1'b0, again = 1'b0, behind = 1'b0, now;
    reg [128:0] last = 129'd0;
    reg [1:0]   paused = 2'b00;
    reg [128:0] tape [0:1023];  // the words of the last run, with their k
    always @(negedge clk) if (!replay) begin
        {rv, rk, rw} = {tv[cells], tk[cells], tw[cells]};
        paused = {paused[0], stop};
        stop <= slow && paused == 2'b00 && rnd(7) == 0;
        if (again) {rv, rk, rw} = {1'b1, last};
        again = 1'b0;
        if (tv[cells]) begin
            now = !slow || behind || (rk && rw == MAGIC);
            tape[count] = {rk, rw};
            count = count + now;
            behind = rk && rw == MAGIC;
            if (now && count == at) begin
                case (kind)
                    K: rk = !rk;
                    BIT: rw[bit_of] = !rw[bit_of];
                    TO_MAGIC: rw = MAGIC;
                    TO_START: rw = START;
                    LOST: rv = 1'b0;
                    TWICE: {again, stop} <= 2'b11;  // in the pause behind it
                    default: ;
                endcase
                last = {rk, rw};
            end
        end
    end

    // ---- what comes: each packet is one that was given, or has err; its header is one that was given
    reg [127:0] got [0:63];
    integer     got_n = 0, whole = 0, hurt = 0, fits = 0, strange = 0, j, v, same, differs;
    reg         right;
    always @(posedge clk) if (!rst) for (v = 0; v < 2; v = v + 1) if (mv[cells][v]) begin
        if (mh[cells][v]) got_n = 0;
        got[got_n] = md[cells][128*v+:128];
        got_n = got_n + 1;
        if (ml[cells][v]) begin
            // the given packet with this header, and where the words are others
            same = -1;
            for (j = 0; j < PACKETS; j = j + 1) if (got_n == n_of[j] && got[0] === pk[WORDS*j]) same = j;
            differs = 0;
            if (same >= 0) for (j = 1; j < got_n; j = j + 1) if (got[j] !== pk[WORDS*same+j]) differs = differs + 1;
            // of these, where the footer is right for the words that came, but for err
            right = 1'b0;
            if (differs != 0) begin
                crc = crc_of(got[0]);
                for (j = 1; j < got_n - 1; j = j + 1) crc = crc_lanes(crc, got[j]);
                right = got[got_n-1] === foot(crc, got[got_n-1][95:0]);
            end
            if (right) fits = fits + 1;
            if (same >= 0 && differs == 0) whole = whole + 1;
            else if (same >= 0 && (cells != 0 ? !right : got[got_n-1][47])) hurt = hurt + 1;
            else begin
                strange = strange + 1;
                if ($test$plusargs("say"))
                    $display("# kind %0d at word %0d: %0d words, header %h, footer %h", kind, at, got_n, got[0], got[got_n-1]);
            end
        end
    end

    integer i;
    task give;
        for (p = 0; p < PACKETS; p = p + 1)
            for (i = 0; i < n_of[p]; i = i + 1) begin
                {sv, sh, sl} = {1'b1, i == 0, i == n_of[p] - 1};
                sd = pk[WORDS*p+i];
                if (slow && (i > n_of[p] - 4 || rnd(3) == 0)) begin  // so that stuffings stand behind footers, several of them
                    sv = 1'b0;
                    repeat (rnd(14)) @(negedge clk);
                    sv = 1'b1;
                end
                @(posedge clk) while (!sr[cells]) @(posedge clk);
                @(negedge clk) sv = 1'b0;
            end
    endtask
    task attack;  // one run
        begin
            rst = 1'b1;
            count = 0;
            behind = 1'b0;
            @(negedge clk) @(negedge clk) rst = 1'b0;
            wr = 1'b1;
            @(negedge clk) wr = 1'b0;
            repeat (3) @(negedge clk);
            give;
            repeat (30) @(negedge clk);
        end
    endtask
    task sound;  // a run without a fault
        begin
            at = -1;
            kind = 0;
            {whole, hurt, strange} = 0;
            attack;
            length = count - (slow ? 12 : 25);
            if (whole != PACKETS || hurt != 0 || strange != 0) wrong = wrong + 1;
        end
    endtask
    integer total, rounds, round = 0;
    task each;  // one kind of fault, at each place
        begin
            {whole, hurt, strange, fits, total} = 0;
            for (at = slow ? 1 + ((kind == TWICE) ^ round % 2) : 1; at < length; at = at + (slow ? 2 : 1)) begin
                bit_of = rnd(128);
                attack;
                total = total + 1;
            end
            if (strange != 0 || hurt + whole < total) wrong = wrong + 1;
            $display("# HEADER %0d, kind %0d: %0d runs, %0d packets whole, %0d hurt, %0d that nobody sent", cells, kind, total, whole, hurt, strange);
        end
    endtask
    task attacks;  // each word of the line, each kind of fault
        input integer header_is;
        begin
            cells = header_is;
            slow = 1'b0;
            packets;
            sound;
            for (kind = 0; kind < KINDS; kind = kind + 1) each;
        end
    endtask
    task stuffings;  // MAGIC of the stuffings of a source that pauses, or the credit word
        input integer header_is;
        begin
            cells = header_is;
            slow = 1'b1;
            moving_packets;
            if (!$value$plusargs("rounds=%d", rounds)) rounds = 1;
            for (round = 0; round < rounds; round = round + 1) begin
                sound;
                for (kind = 0; kind < KINDS; kind = kind + 1)
                    if (kind == K || kind >= LOST) begin
                        each;
                        // footers that were right for words too many, and their packets cut: an attack it was
                        if (kind != TWICE && cells == 0 && round % 2 == 0) begin
                            $display("# %0d packets were cut in spite of a right footer", fits);
                            if (fits < 3) wrong = wrong + 1;
                        end
                    end
            end
        end
    endtask

    integer from, long, dark;
    task darkness;  // of each length, from each word on, of the long ones each third, of packets and the words of an idle line, again and again
        input integer header_is;
        begin
            cells = header_is;
            slow = 1'b0;
            joining_packets;
            sound;
            for (from = 0; tape[from] !== {1'b1, START}; from = from + 1);
            from = from - 1;
            for (long = 0; tape[from+long] !== {1'b0, pk[3*WORDS+3]}; long = long + 1);
            long = long + 3;  // MAGIC and a credit word, too
            replay = 1'b1;
            {hurt, strange, total} = 0;
            for (dark = 1; dark <= DARK_MAX; dark = dark + 1)
                for (at = dark > 8 ? dark % 3 : 0; at < long; at = at + (dark > 8 ? 3 : 1)) begin
                    whole = 0;
                    // on to the last packet, and to its end
                    for (k = 0; k < at + dark || k % long != 0 || whole == 0; k = k + 1) begin
                        {rv, rk, rw} = {k < at || k >= at + dark, tape[from+k%long]};
                        @(negedge clk);
                        if (k == at + dark) whole = 0;
                    end
                    total = total + 1;
                end
            replay = 1'b0;
            if (strange != 0) wrong = wrong + 1;
            $display("# HEADER %0d: %0d times dark of %0d words, %0d packets hurt, %0d that nobody sent", cells, total, long, hurt, strange);
        end
    endtask

    initial begin
        if (test("packets of APEnet: one word struck, lost or doubled makes no packet that nobody sent")) begin
            attacks(0);
            judge;
        end
        if (test("cells of ExaNet: one word struck, lost or doubled makes no packet that nobody sent")) begin
            attacks(1);
            judge;
        end
        if (test("packets of APEnet: a stuffing struck, lost or doubled makes no packet that nobody sent")) begin
            stuffings(0);
            judge;
        end
        if (test("cells of ExaNet: a stuffing struck, lost or doubled makes no packet that nobody sent")) begin
            stuffings(1);
            judge;
        end
        if (test("packets of APEnet: a line that is dark for any time makes no packet that nobody sent")) begin
            darkness(0);
            judge;
        end
        if (test("cells of ExaNet: a line that is dark for any time makes no packet that nobody sent")) begin
            darkness(1);
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
